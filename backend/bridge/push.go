package bridge

import (
	"time"

	"pace/backend/event"
)

// frame is how long token deltas are gathered before they are pushed: two screen frames, so that a fast model does
// not cost the window a repaint per token. Anything else is pushed at once.
const frame = 32 * time.Millisecond

// Batch gathers rows and hands them on in order until in is closed. A row that is no token delta flushes at once.
func Batch(in <-chan event.Event, push func([]event.Event)) {
	var held []event.Event
	timer := time.NewTimer(frame)
	timer.Stop()
	defer timer.Stop()
	flush := func() {
		if len(held) > 0 {
			push(held)
			held = nil
		}
		timer.Stop()
	}
	for {
		select {
		case e, ok := <-in:
			if !ok {
				flush()
				return
			}
			held = append(held, e)
			if e.Type != event.TokenDelta {
				flush()
			} else if len(held) == 1 {
				timer.Reset(frame)
			}
		case <-timer.C:
			flush()
		}
	}
}

// Forward gathers rows like Batch and emits them as the push "turn".
func Forward(in <-chan event.Event, emit func(name string, data any)) {
	Batch(in, func(rows []event.Event) { emit("turn", rows) })
}
