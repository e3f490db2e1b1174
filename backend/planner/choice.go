package planner

import (
	"context"
	"fmt"

	"pace/backend/reply"
)

// Choice finds the brain of a tier. The zero value has the built-in planner only.
type Choice struct{}

// For gives the planner of a tier; "" is the built-in one. A tier that this version has no brain for falls back to
// the built-in planner, which says so when it does not understand the sentence: never silently, never with nothing.
func (Choice) For(tier string) Planner {
	if tier == "" || tier == (Builtin{}).Name() {
		return Builtin{}
	}
	return standIn{tier}
}

// standIn answers for a tier that is not there.
type standIn struct{ tier string }

func (s standIn) Name() string { return Builtin{}.Name() }

func (s standIn) Plan(ctx context.Context, p Prompt, say func(string)) (reply.Reply, error) {
	r, err := Builtin{}.Plan(ctx, p, nil)
	if err != nil && r.Spoken != "" {
		r.Spoken = fmt.Sprintf("This version of Pace can't ask a model of the tier “%s”, and the built-in planner did not get it: %s", s.tier, r.Spoken)
	}
	if say != nil && r.Spoken != "" {
		say(r.Spoken)
	}
	return r, err
}
