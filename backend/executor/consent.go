package executor

import (
	"context"
	"time"

	"pace/backend/event"
	"pace/backend/proof"
)

// approve asks once for the whole plan, showing its real steps. Nil means go on.
func (x *Executor) approve(ctx context.Context, in Input, groups [][]*step, asks map[*step]string) *proof.Problem {
	if len(asks) == 0 {
		return nil
	}
	var calls []event.Planned
	why := ""
	tainted := false
	for _, g := range groups {
		for _, s := range g {
			w, a := asks[s]
			calls = append(calls, plannedOf(s, a))
			if a && (why == "" || in.Tainted || inPerson(w) && !inPerson(why)) {
				why = w
			}
			tainted = tainted || a && (in.Tainted || inPerson(w))
		}
	}
	if !in.Attended {
		return &proof.Problem{Reason: proof.ReasonNotPermitted, Text: "This needs approval, and nobody is there to give it.", Err: ErrUnattended}
	}
	expires := x.Expires
	if expires <= 0 {
		expires = 2 * time.Minute
	}
	a := event.Approval{ID: x.NewID(), Calls: calls, Why: why, Tainted: tainted, ExpiresAt: time.Now().Add(expires)}
	var res event.Resolved
	if in.Yes && !tainted && in.Asks == "" {
		in.Emit(&a)
		res = event.Resolved{ID: a.ID, Allowed: true, By: "flag"}
	} else {
		actx, cancel := context.WithDeadline(ctx, a.ExpiresAt)
		res = x.Approver.Ask(actx, a, func() { in.Emit(&a) })
		cancel()
	}
	in.Emit(&res)
	switch {
	case res.Allowed:
		return nil
	case ctx.Err() != nil:
		return cut(ctx)
	case res.By == "timeout":
		return &proof.Problem{Reason: proof.ReasonNotPermitted, Text: "Nobody approved it in time, so it was not done.", Err: ErrNotInTime}
	}
	return &proof.Problem{Reason: proof.ReasonNotPermitted, Text: "It was not approved, so it was not done.", Err: ErrNotApproved}
}
