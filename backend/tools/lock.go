package tools

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/tool"
)

type lockScreen struct{ f Files }

type lockArgs struct{}

// lockBudget is how long a locker may take: some fade the screen first.
const lockBudget = 5 * time.Second

func (lockScreen) Spec() tool.Spec {
	return tool.Spec{Name: "lock_screen", Aliases: []string{"Screen.lock", "lock"},
		Summary: "Locks the screen.", Example: "lock the screen", ExampleArg: `{}`, Args: tool.SchemaOf[lockArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesFocus, tool.UsesInput},
		Needs: []tool.Capability{tool.NeedsLock}, Offer: tool.OfferAll}
}

func (lockScreen) Describe(json.RawMessage) string { return "Lock the screen" }

func (t lockScreen) Preview(ctx context.Context, _ tool.Step, _ json.RawMessage) (string, *proof.Problem) {
	return "", capable(t.f.Session.Lock.Capability(ctx))
}

func locked(on bool) string {
	if on {
		return "locked"
	}
	return "not locked"
}

func (t lockScreen) Run(ctx context.Context, st tool.Step, _ json.RawMessage) (proof.Outcome, tool.Output) {
	lock := t.f.Session.Lock
	if p := capable(lock.Capability(ctx)); p != nil {
		return undone(ctx, p), tool.Output{}
	}
	s := sayings{"The screen lock", "the screen locker"}
	e := &wish[bool]{read: lock.Locked, wake: lock.Wake, says: s,
		holds: func(_, now bool) bool { return now },
		shows: func(was, now bool) proof.Evidence {
			return proof.Evidence{Kind: proof.StateRead, What: "The screen", Before: locked(was), After: locked(now)}
		},
		missed: func(_, _ bool) *proof.Outcome {
			o := proof.NoEffect(proof.API, &proof.Problem{Reason: proof.ReasonNoEffect, Text: "The request to lock the screen was taken, but the screen is not locked."})
			return &o
		}}
	act := func(ctx context.Context) (proof.Means, error) {
		proof.Dispatching(ctx)
		err := lock.Lock(ctx)
		if errors.Is(err, system.ErrNoAnswer) {
			err = errors.Join(proof.ErrDispatched, err)
		}
		return proof.API, s.refused(err)
	}
	o := t.f.Last.until(ctx, st, tool.UsesFocus, e, act, lockBudget, func(already bool) string {
		if already {
			return "The screen is already locked."
		}
		return "The screen is locked."
	})
	return o, tool.Output{}
}
