//go:build linux

package x11

import (
	"context"
	"time"

	"github.com/jezek/xgb/screensaver"
	"github.com/jezek/xgb/xproto"
)

// Origin is whose input an event is.
type Origin uint8

// Origins.
const (
	Hardware     Origin = iota // a real device: the user
	Ours                       // sent by this process
	OtherProgram               // synthetic, but not ours: a remote desktop, xdotool. Counts as the user's
)

// OriginOf decides whose an event is. synthetic are the XTEST devices, which all programs share, so the sending side's own book decides
// there: claim strikes out one of our own sends and reports whether there was one.
func OriginOf(e RawEvent, synthetic map[uint16]bool, claim func(RawKind, uint32) bool) Origin {
	switch {
	case !synthetic[e.Source]:
		return Hardware
	case claim(e.Kind, e.Code):
		return Ours
	}
	return OtherProgram
}

// UserEvent is input that is not ours. Motions that were not yet received are one event.
type UserEvent struct {
	RawEvent
	Origin Origin
	Lost   bool // events were lost here; some of them may have been the user's
}

// WatchUser reports the input that this process did not send, according to the ledger its Input writes to. Each event is judged when it
// arrives, however slow the receiver is. The connection is its own; the channel is closed when ctx ends or the server goes.
//
// What Xvfb cannot show: it has no hardware that moves, so tests see Ours and OtherProgram only; Hardware is decided by the same
// function from another device number.
func WatchUser(ctx context.Context, a Address, ledger *Ledger) (<-chan UserEvent, error) {
	r, err := openRaw(ctx, a)
	if err != nil {
		return nil, err
	}
	synthetic, err := r.c.syntheticDevices()
	if err != nil {
		r.close()
		return nil, err
	}
	out := make(chan UserEvent)
	go func() {
		defer close(out)
		defer r.close()
		var due []UserEvent
		for {
			var send chan<- UserEvent
			var next UserEvent
			if len(due) > 0 {
				send, next = out, due[0]
			}
			select {
			case send <- next:
				due = due[1:]
			case <-r.sub.wake:
				events, dropped := r.take()
				for i, e := range events {
					if o := OriginOf(e, synthetic, ledger.Claim); o != Ours {
						due = appendUser(due, UserEvent{e, o, dropped > 0 && i == len(events)-1})
					}
				}
			case <-ctx.Done():
				return
			case <-r.c.drained:
				return
			}
		}
	}()
	return out, nil
}

func (c *Conn) syntheticDevices() (map[uint16]bool, error) {
	devices, err := c.Devices()
	if err != nil {
		return nil, err
	}
	out := map[uint16]bool{}
	for _, d := range devices {
		out[d.ID] = d.Synthetic()
	}
	return out, nil
}

// maxUserEvents bounds what waits for a slow receiver.
const maxUserEvents = 1024

// appendUser joins motions of one device and, when too much waits, drops the newest and says so on the last one kept.
func appendUser(due []UserEvent, e UserEvent) []UserEvent {
	n := len(due)
	if n > 0 && e.Kind == RawMotion && due[n-1].Kind == RawMotion && due[n-1].Source == e.Source {
		e.Lost = e.Lost || due[n-1].Lost
		due[n-1] = e
		return due
	}
	if n >= maxUserEvents {
		due[n-1].Lost = true
		return due
	}
	return append(due, e)
}

// Twice recognises one key pressed twice in a row, such as Escape to stop everything: two presses within Within by the server's clock,
// with no other key or button between and without the key being kept down. The zero value with Code and Within set is ready.
type Twice struct {
	Code   uint32
	Within time.Duration

	armed bool
	first uint32
}

// Press takes every event in turn and reports whether it completes the pair.
func (t *Twice) Press(e RawEvent) bool {
	switch {
	case e.Kind == RawButtonPress || e.Kind == RawKeyPress && e.Code != t.Code:
		t.armed = false
		return false
	case e.Kind != RawKeyPress || e.Repeat:
		return false
	}
	// The server's clock is 32 bits of ms and wraps; the difference does not care.
	if t.armed && time.Duration(e.Time-t.first)*time.Millisecond <= t.Within {
		t.armed = false
		return true
	}
	t.armed, t.first = true, e.Time
	return false
}

// Idle is how long no input has come, from anybody: what we send counts as well. ErrNoExtension without MIT-SCREEN-SAVER.
func (c *Conn) Idle() (time.Duration, error) {
	if _, err := c.need("MIT-SCREEN-SAVER"); err != nil {
		return 0, err
	}
	r, err := screensaver.QueryInfo(c.x, xproto.Drawable(c.root)).Reply()
	if err != nil {
		return 0, wrap(err, "ask for the idle time")
	}
	return time.Duration(r.MsSinceUserInput) * time.Millisecond, nil
}
