package bridge

import (
	"context"

	"pace/backend/bridge/queue"
)

// Approvals tells what waits for a decision. Answers go through Turns.Decide: the first one wins, and none is no.
type Approvals struct{ p Parts }

// State is everything that waits, the one that was asked first before the others. Changes are pushed as "approvals".
func (a *Approvals) State() queue.State { return a.p.Asked.State() }

// ForwardApprovals emits what waits as the push "approvals" whenever that has changed, until ctx ends or Pace closes.
func (s *Services) ForwardApprovals(ctx context.Context, emit func(name string, data any)) {
	if s.Approvals.p.Asked == nil {
		return
	}
	states, stop := s.Approvals.p.Asked.States.Subscribe(true)
	defer stop()
	for {
		select {
		case state, ok := <-states:
			if !ok {
				return
			}
			emit("approvals", state)
		case <-ctx.Done():
			return
		}
	}
}
