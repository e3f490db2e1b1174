//go:build linux

package x11

import (
	"fmt"
	"sync"

	"github.com/jezek/xgb/xproto"
)

// Core event codes used in this package (X11 protocol, appendix B).
const (
	evButtonPress, evButtonRelease  = 4, 5
	evExpose                        = 12
	evFocusIn, evFocusOut           = 9, 10
	evDestroyNotify, evUnmapNotify  = 17, 18
	evMapNotify, evConfigureNotify  = 19, 22
	evPropertyNotify                = 28
	evSelectionClear                = 29
	evSelectionRequest              = 30
	evSelectionNotify               = 31
	evMappingNotify, evGenericEvent = 34, 35
)

// eventHub hands events to whoever subscribed. It runs on the connection's reader, so it never blocks: an event of a
// full subscription is counted and dropped.
type eventHub struct {
	closed <-chan struct{}

	mu   sync.Mutex
	subs map[*subscription]struct{}

	// The masks have their own lock, which the reader never takes: sending a mask may have to wait for the reader.
	maskMu sync.Mutex
	masks  map[xproto.Window]map[*selectToken]uint32
}

// subscription collects matching events until cancelled.
type subscription struct {
	hub   *eventHub
	match func(event []byte) bool
	limit int
	// wake gets a value after events were added; it is never closed. Select on Conn.Done beside it.
	wake chan struct{}

	mu      sync.Mutex
	queue   [][]byte
	dropped int
}

func (h *eventHub) deliver(event []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.subs {
		if s.match(event) {
			s.add(event)
		}
	}
}

func (s *subscription) add(event []byte) {
	s.mu.Lock()
	if len(s.queue) < s.limit {
		s.queue = append(s.queue, event)
	} else {
		s.dropped++
	}
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// take returns what has come since the last take and how many events were dropped in between.
func (s *subscription) take() (events [][]byte, dropped int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	events, dropped = s.queue, s.dropped
	s.queue, s.dropped = nil, 0
	return events, dropped
}

func (s *subscription) cancel() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	delete(s.hub.subs, s)
}

// subscribe keeps at most limit events for which match is true. match runs on the reader: it must be quick and must
// not call the Conn.
func (c *Conn) subscribe(limit int, match func(event []byte) bool) *subscription {
	s := &subscription{hub: &c.events, match: match, limit: limit, wake: make(chan struct{}, 1)}
	c.events.mu.Lock()
	defer c.events.mu.Unlock()
	if c.events.subs == nil {
		c.events.subs = map[*subscription]struct{}{}
	}
	c.events.subs[s] = struct{}{}
	return s
}

// code is the kind of an event, without the mark of SendEvent.
func code(event []byte) byte { return event[0] & 0x7f }

// propertyOf decodes a PropertyNotify.
func propertyOf(event []byte) (xproto.Window, xproto.Atom, bool) {
	if code(event) != evPropertyNotify {
		return 0, 0, false
	}
	e := xproto.PropertyNotifyEventNew(event).(xproto.PropertyNotifyEvent)
	return e.Window, e.Atom, true
}

type selectToken struct{ _ byte } // not empty: each must have its own address

// selectEvents asks the server for events of a window, on top of what other parts of this connection asked for: the
// server keeps one mask per window and client. release takes the wish back.
func (c *Conn) selectEvents(w xproto.Window, mask uint32) (release func(), err error) {
	token := new(selectToken)
	c.events.maskMu.Lock()
	if c.events.masks == nil {
		c.events.masks = map[xproto.Window]map[*selectToken]uint32{}
	}
	if c.events.masks[w] == nil {
		c.events.masks[w] = map[*selectToken]uint32{}
	}
	c.events.masks[w][token] = mask
	err = c.sendMask(w)
	c.events.maskMu.Unlock()
	release = func() {
		c.events.maskMu.Lock()
		defer c.events.maskMu.Unlock()
		delete(c.events.masks[w], token)
		_ = c.sendMask(w) // a window that is gone has no mask
		if len(c.events.masks[w]) == 0 {
			delete(c.events.masks, w)
		}
	}
	if err != nil {
		release()
		return nil, wrap(err, "select events of window %#x", w)
	}
	return release, nil
}

// sendMask is called with maskMu held, so that masks reach the server in the order of their making.
func (c *Conn) sendMask(w xproto.Window) error {
	var sum uint32
	for _, m := range c.events.masks[w] {
		sum |= m
	}
	return xproto.ChangeWindowAttributesChecked(c.x, w, xproto.CwEventMask, []uint32{sum}).Check()
}

// gone is the error of a wait that ended with the connection.
func (c *Conn) gone(what string) error { return fmt.Errorf("%s: %w", what, ErrClosed) }
