package planner

import (
	"context"
	"fmt"

	"pace/backend/reply"
)

// Choice finds the brain of a tier. The zero value has the built-in planner only.
type Choice struct {
	Local Planner // "local": a model server on this machine
	Found Planner // "": what was found on this machine, while the user has not chosen; nil: the built-in planner
}

// For gives the planner of a tier. A tier that this version has no brain for falls back to the built-in planner, which
// says so when it does not understand the sentence: never silently, never with nothing.
func (c Choice) For(tier string) Planner {
	switch {
	case tier == "" && c.Found != nil:
		return c.Found
	case tier == "local" && c.Local != nil:
		return c.Local
	case tier == "" || tier == (Builtin{}).Name():
		return Builtin{}
	}
	return StandIn{fmt.Sprintf("This version of Pace can't ask a model of the tier “%s”", tier)}
}

// StandIn is the built-in planner in the place of a brain that can't be asked. Why begins the sentence that says so; it
// is only said when the built-in planner does not get it either.
type StandIn struct{ Why string }

// Name is that of the planner that really answers.
func (StandIn) Name() string { return Builtin{}.Name() }

// Plan does what the built-in planner does.
func (s StandIn) Plan(ctx context.Context, p Prompt, hear Hear) (reply.Reply, error) {
	r, err := Builtin{}.Plan(ctx, p, Hear{})
	if err != nil && r.Spoken != "" {
		r.Spoken = fmt.Sprintf("%s, and the built-in planner did not get it: %s", s.Why, r.Spoken)
	}
	hear.say(r.Spoken)
	return r, err
}
