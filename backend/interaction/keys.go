package interaction

import (
	"context"
	"fmt"
	"strings"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// Key presses a chord in the window in front and watches for whatever proves it: the focused element changed, the
// focus moved, a window opened or closed, or something nearby changed and stayed. A program without accessibility gets
// the chord too; what it does there is not known.
func (x *Session) Key(ctx context.Context, step int, k desktop.Key, expect *desktop.Expect) (proof.Outcome, *Shot) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = step
	if p := x.unknownKey(k); p != nil {
		return refusal(ctx, p), nil
	}
	if w, ok := x.blind(ctx); ok {
		return x.keyBlind(ctx, w, k, expect), nil
	}
	t := desktop.Target{}
	fd, err := x.look(ctx, &t, firstLook, anything)
	if err != nil {
		return refusal(ctx, err), nil
	}
	fd.el = fd.win
	for _, e := range fd.f.snap.Elements {
		if w, _ := fd.f.window(e); e.Has(desktop.Focused) && w.Ref == fd.win.Ref {
			fd.el = e
		}
	}
	shot := x.shoot(ctx, fd)
	var e proof.Expectation = &keyed{changes: x.changes(fd), key: k}
	if expect != nil {
		if e, err = x.declared(ctx, *expect, fd); err != nil {
			return refusal(ctx, err), nil
		}
	}
	o := x.act(ctx, fd.at.app.Ref, e, func(ctx context.Context) (proof.Means, error) {
		if !x.handsOff(ctx) {
			return proof.Keys, &proof.Problem{Reason: proof.ReasonUserInput, Text: "You are using the mouse or keyboard, so Pace did not take them."}
		}
		if err := x.raise(ctx, fd.at); err != nil {
			return proof.Keys, err
		}
		proof.Dispatching(ctx)
		if err := x.desk.Input.Chord(ctx, k); err != nil {
			return proof.Keys, sentence(err, "")
		}
		return proof.Keys, nil
	}, x.cfg.BudgetPress)
	// Many keys do things that no reading shows (save, copy): delivered, not known.
	if o.Effect() == proof.Unchanged && o.Reason() == proof.ReasonNoEffect {
		o = proof.Deliver(proof.Keys, &proof.Problem{Reason: proof.ReasonNoEvidence,
			Text: fmt.Sprintf("The key %s was pressed, but nothing on the screen shows what it did.", keyName(k))}).Timed(o.Timing())
	}
	return o, x.reshoot(ctx, shot)
}

// unknownKey says why a chord can't be pressed, nil when it can.
func (x *Session) unknownKey(k desktop.Key) *proof.Problem {
	switch {
	case x.desk == nil || x.desk.Input == nil:
		return sentence(x.missing("Input"), "")
	case !x.desk.Input.KeyKnown(k):
		return &proof.Problem{Reason: proof.ReasonInvalid, Text: fmt.Sprintf("There is no key “%s” on this keyboard.", keyName(k))}
	}
	return nil
}

func keyName(k desktop.Key) string {
	return strings.Join(append(append([]string{}, k.Mods...), k.Name), "+")
}

// keyed is changes, plus the focus: moving it is what some keys are for.
type keyed struct {
	*changes
	key desktop.Key
}

func (k *keyed) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	if now, err := k.x.desk.Tree.Read(ctx, k.target.Ref); err == nil && k.target.Has(desktop.Focused) && !now.Has(desktop.Focused) {
		if e, ok := k.focus(ctx); ok && e.Ref != k.target.Ref {
			return proof.Satisfied, proof.Evidence{Kind: proof.FocusMoved, What: e.Describe(), Before: k.target.Describe()}, nil
		}
	}
	return k.changes.Check(ctx)
}

// focus finds the focused element of the application.
func (k *keyed) focus(ctx context.Context) (desktop.Element, bool) {
	s, err := k.x.desk.Tree.Snapshot(ctx, desktop.Scope{App: k.at.app.Ref}, desktop.Limits{})
	if err != nil {
		return desktop.Element{}, false
	}
	for _, e := range s.Elements {
		if e.Has(desktop.Focused) && e.Role != desktop.WindowRole && e.Role != desktop.Application {
			return e, true
		}
	}
	return desktop.Element{}, false
}
