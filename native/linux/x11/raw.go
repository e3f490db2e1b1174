//go:build linux

package x11

import (
	"context"
	"encoding/binary"
)

// RawEvent is one movement of an input device, before any window or grab has a say.
type RawEvent struct {
	Kind   RawKind
	Code   uint32 // keycode, or button in the device's own order; 0 for motion
	Source uint16 // the device it came from
	Time   uint32 // the server's clock, in ms
	Repeat bool   // a key kept down
}

// maxRaw is how many events may wait in one reader.
const maxRaw = 4096

// rawReader is a connection of its own that listens to all input: a mouse sends a thousand events a second, and they shall not stand
// before anybody's answers.
type rawReader struct {
	c   *Conn
	sub *subscription
}

func openRaw(ctx context.Context, a Address) (*rawReader, error) {
	c, err := Dial(ctx, a)
	if err != nil {
		return nil, err
	}
	e, err := c.useXI2()
	if err != nil {
		c.Close()
		return nil, err
	}
	sub := c.subscribe(maxRaw, func(ev []byte) bool {
		return code(ev) == evGenericEvent && ev[1] == e.opcode
	})
	// XISelectEvents on the root for all master devices: each event once, with the slave it came from as source.
	const selectEvents, allMasters = 46, 1
	req := make([]byte, 20)
	req[0], req[1] = e.opcode, selectEvents
	le := binary.LittleEndian
	le.PutUint32(req[4:], uint32(c.root))
	le.PutUint16(req[8:], 1)
	le.PutUint16(req[12:], allMasters)
	le.PutUint16(req[14:], 1)
	le.PutUint32(req[16:], 0x1f<<xiRawKeyPress)
	if err := c.command(req); err != nil {
		c.Close()
		return nil, wrap(err, "listen to input devices")
	}
	return &rawReader{c, sub}, nil
}

func (r *rawReader) take() (events []RawEvent, dropped int) {
	raw, dropped := r.sub.take()
	for _, b := range raw {
		if e, ok := parseRaw(b); ok {
			events = append(events, e)
		}
	}
	return events, dropped
}

func (r *rawReader) close() {
	r.sub.cancel()
	_ = r.c.Close() // nothing was shared with the server
}

// xiRawKeyPress is the first of five event types in the order of RawKind.
const xiRawKeyPress = 13

// parseRaw reads an XIRawEvent (XI2 protocol, "RawEvent").
func parseRaw(b []byte) (RawEvent, bool) {
	if len(b) < 32 {
		return RawEvent{}, false
	}
	le := binary.LittleEndian
	t := le.Uint16(b[8:])
	if t < xiRawKeyPress || t > xiRawKeyPress+4 {
		return RawEvent{}, false
	}
	const keyRepeat = 1 << 16
	e := RawEvent{Kind: RawKeyPress + RawKind(t-xiRawKeyPress), Time: le.Uint32(b[12:]), Code: le.Uint32(b[16:]), Source: le.Uint16(b[20:])}
	e.Repeat = e.Kind == RawKeyPress && le.Uint32(b[24:])&keyRepeat != 0
	if e.Kind == RawMotion {
		e.Code = 0
	}
	return e, true
}

// WatchRaw reports all input of all devices, on a connection of its own, until ctx ends or the server goes; then the channel is closed.
// A receiver that is more than 4096 events behind loses the newest.
func WatchRaw(ctx context.Context, a Address) (<-chan RawEvent, error) {
	r, err := openRaw(ctx, a)
	if err != nil {
		return nil, err
	}
	out := make(chan RawEvent)
	go func() {
		defer close(out)
		defer r.close()
		var due []RawEvent
		for {
			var send chan<- RawEvent
			var next RawEvent
			if len(due) > 0 {
				send, next = out, due[0]
			}
			select {
			case send <- next:
				due = due[1:]
			case <-r.sub.wake:
				events, _ := r.take()
				due = append(due, events[:min(len(events), maxRaw-len(due))]...)
			case <-ctx.Done():
				return
			case <-r.c.drained:
				return
			}
		}
	}()
	return out, nil
}
