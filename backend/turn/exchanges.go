package turn

import (
	"context"
	"time"

	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/planner"
	"pace/backend/store"
)

// idle is how long a planner is told of what was said before, and exchangesKept how much of it.
const (
	idle          = 20 * time.Minute
	exchangesKept = 8
)

// exchange is a sentence that a planner was asked, and what became of it.
type exchange struct {
	Said     string    `json:"said"`
	Answered string    `json:"answered"`
	At       time.Time `json:"at"`
	Asked    bool      `json:"asked"`   // the planner asked back, and waits for the answer
	Outside  bool      `json:"outside"` // the answer may hold text from outside
}

// exchanges are those that are still told. A thread that can't be read costs the memory, not the turn.
func (s *Service) exchanges(ctx context.Context) []exchange {
	var all []exchange
	if ok, err := s.Thread.Get(ctx, store.Exchanges, s.Now(), &all); err != nil || !ok {
		return nil
	}
	return all
}

// waits reports whether a planner asked back a moment ago, so that a short answer is for it.
func (s *Service) waits(ctx context.Context) bool {
	all := s.exchanges(ctx)
	if len(all) == 0 {
		return false
	}
	last := all[len(all)-1]
	return last.Asked && s.Now().Sub(last.At) < memory
}

// recall tells the planner what was said before.
func (s *Service) recall(ctx context.Context, k *talk) {
	for _, e := range s.exchanges(ctx) {
		k.prompt.Thread = append(k.prompt.Thread, planner.Turn{Said: e.Said, Answered: e.Answered})
		k.tainted = k.tainted || e.Outside
	}
}

// keep adds a turn to what is told later.
func (s *Service) keep(ctx context.Context, t *Turn, k *talk, end event.Ended) {
	if !t.lasts() || end.Status == event.Cancelled || len(s.private(t, end.Steps)) > 0 {
		return
	}
	all := append(s.exchanges(ctx), exchange{Said: t.req.Text, Answered: end.Spoken, At: s.Now(), Outside: k.tainted,
		Asked: end.Question != nil && len(end.Question.Options) == 0})
	all = all[max(0, len(all)-exchangesKept):]
	_ = s.Thread.Put(context.WithoutCancel(ctx), store.Exchanges, all, s.Now(), idle)
}

// readBefore reports whether a reading was made in this turn with nothing changed since.
func readBefore(steps []executor.Done, same func(executor.Done) bool, changes func(executor.Done) bool) bool {
	for i := len(steps) - 1; i >= 0; i-- {
		switch {
		case same(steps[i]):
			return true
		case changes(steps[i]):
			return false
		}
	}
	return false
}
