package linux

import (
	"context"
	"fmt"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// Peek reads the name, content and states of an element that the last Snapshot or Read knows, in one round of up to three
// questions: a third of what Read costs, which is what proving a press mostly waits for (0.3 ms against 0.9 ms). A name
// that is known still to be so is not asked for.
// What that can't decide (other toolkits than GTK 3, combos, what may be scrolled away) is ErrUnsupported; Read knows.
func (t *Tree) Peek(ctx context.Context, r desktop.Ref) (desktop.Element, error) {
	ref, err := nativeRef(r)
	if err != nil {
		return desktop.Element{}, err
	}
	app, err := t.app(ctx, t.host(ref.Bus))
	if err != nil {
		return desktop.Element{}, err
	}
	k, _, known := t.recall(ref)
	if !known || app.Toolkit != desktop.GTK3 || k.sight != seen || len(k.shows) > 0 || !k.holder.Nil() {
		return desktop.Element{}, desktop.ErrUnsupported
	}
	if err := t.c.Admit(ctx, ref.Bus); err != nil {
		return desktop.Element{}, translate(err)
	}
	n := atspi.Node{Ref: ref, Index: -1}
	var text string
	var now, lo, hi float64
	var failed error
	role := k.role
	b := t.c.NewBatch(ctx)
	stood, standing := t.standing(ref)
	standing = standing && captioned(role)
	if n.Name = stood.n.Name; !standing {
		b.Name(ref, &n.Name, &failed)
	}
	calm := role == desktop.Label && t.calm(ref)
	if n.States = k.n.States; !calm { // what a label says is its name; of its states only its showing matters
		b.States(ref, &n.States, &failed)
	}
	switch {
	case k.secure || role == desktop.Password:
	case numeric(role) && k.offers.Has(atspi.HasValue):
		b.Value(ref, &now, &lo, &hi, &failed)
	case role == desktop.TextField && k.offers.Has(atspi.HasText):
		b.Text(ref, 0, desktop.MaxValue, &text, &failed)
	case role == desktop.Combo || role == desktop.TextField || role == desktop.SpinButton:
		return desktop.Element{}, desktop.ErrUnsupported
	}
	b.Run()
	if _, still := t.standing(ref); standing && !still && failed == nil {
		b = t.c.NewBatch(ctx)
		b.Name(ref, &n.Name, &failed)
		b.Run()
	}
	if calm && failed == nil && !t.calm(ref) {
		b = t.c.NewBatch(ctx)
		b.States(ref, &n.States, &failed)
		b.Run()
	}
	if failed != nil {
		return desktop.Element{}, translate(failed)
	}
	if n.States.Has(atspi.Defunct) {
		return desktop.Element{}, fmt.Errorf("it says so itself: %w", desktop.ErrGone)
	}
	q := quirks{app.Toolkit}
	if !n.States.Has(atspi.Showing) {
		return desktop.Element{}, desktop.ErrUnsupported // hidden, or scrolled away
	}
	e := desktop.Element{Ref: r, Role: role, Name: q.clean(n), State: stateOf(n, role, true)}
	if e.Name != "" {
		e.NameFrom = desktop.NameOwn
	}
	if mnemonic(role, e.Name) {
		e.Name = unmnemonic(e.Name)
	}
	switch {
	case k.secure:
		e.State |= desktop.Secure
	case numeric(role) && k.offers.Has(atspi.HasValue):
		e.Value = number(now)
	default:
		e.Value = capped(text)
	}
	return e, nil
}

// captioned are the roles whose name says what they are for, and not what they show.
func captioned(r desktop.Role) bool {
	switch r {
	case desktop.TextField, desktop.CheckBox, desktop.Toggle, desktop.Radio, desktop.Slider, desktop.SpinButton, desktop.Button:
		return true
	}
	return false
}
