package interaction

import (
	"context"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// Guard returns a context that ends as soon as the user takes mouse or keyboard, or presses Esc twice. What was
// sent stays sent; nothing more is. Without a way to tell user from Pace the context ends only with its parent.
func (s *Sessions) Guard(ctx context.Context, _ string) (context.Context, context.CancelFunc) {
	g, end := context.WithCancelCause(ctx)
	stop := func() { end(context.Canceled) }
	if s.desk == nil || s.desk.Input == nil {
		return g, stop
	}
	in, err := s.desk.Input.UserActive(g)
	if err != nil {
		return g, stop
	}
	go func() {
		var j judge
		for e := range in {
			if p := j.see(e); p != nil {
				end(p)
				return
			}
		}
	}()
	return g, stop
}

// jitter is how many movements of the pointer within jitterTime are a hand and not a table that was knocked.
const (
	jitter     = 3
	jitterTime = 500 * time.Millisecond
)

// judge decides when input of the user means "I am here".
type judge struct {
	moves []time.Time
}

func (j *judge) see(e desktop.UserInput) *proof.Problem {
	if e.Motion {
		j.moves = append(j.moves, e.At)
		for len(j.moves) > 0 && e.At.Sub(j.moves[0]) > jitterTime {
			j.moves = j.moves[1:]
		}
		if len(j.moves) < jitter {
			return nil
		}
		return &proof.Problem{Reason: proof.ReasonUserInput, Text: "You moved the mouse, so Pace stopped."}
	}
	if e.Escape {
		return &proof.Problem{Reason: proof.ReasonUserInput, Text: "You pressed Esc, so Pace stopped."}
	}
	return &proof.Problem{Reason: proof.ReasonUserInput, Text: "You used the mouse or keyboard, so Pace stopped."}
}
