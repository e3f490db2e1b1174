package turn

import (
	"context"

	"pace/backend/event"
	"pace/backend/phrase"
	"pace/backend/route"
	"pace/backend/tool"
)

// claimed finds the claim of a sentence that holds. The sentence alone makes claims, in the order of the chain; the tool
// that owns the thing which is named says whether it is there, and a miss falls through to the next. False when none
// holds: a planner is asked.
func (s *Service) claimed(ctx context.Context, t *Turn, p phrase.Parse, r *event.Route) ([][]tool.Call, bool) {
	for _, c := range p.Weak {
		if s.owned(ctx, c.Steps, true) {
			r.Route, r.By, r.Calls = route.Command, c.Row, route.Calls(c.Steps)
			return c.Steps, true
		}
	}
	if len(r.Calls) == 0 {
		return nil, false
	}
	if !s.owned(ctx, p.Steps, false) {
		*r = route.Unclaimed(p)
		t.missed = true
		return nil, false
	}
	return p.Steps, true
}

// owned reports whether each call's tool has what the call names. A tool that has nothing to say to that owns what it is
// told, unless sure says that its word is needed.
func (s *Service) owned(ctx context.Context, steps [][]tool.Call, sure bool) bool {
	for _, g := range steps {
		for _, c := range g {
			t, there := s.Registry.Lookup(c.Tool)
			claimer, asks := t.(tool.Claimer)
			switch {
			case there && asks:
				if !claimer.Mine(ctx, c.Args) {
					return false
				}
			case sure:
				return false
			}
		}
	}
	return true
}

// asks says why everything that this turn changes asks first, whatever was granted; "" when nothing stands against it.
func (t *Turn) asks() string {
	switch {
	case t.foreign():
		return "A link wants this: its words are somebody else's."
	case t.grave:
		return "What you asked for can't always be taken back."
	}
	return ""
}
