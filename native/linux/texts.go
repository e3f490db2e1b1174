package linux

import (
	"context"
	"errors"
	"fmt"

	"pace/backend/desktop"
	"pace/backend/proof"
	"pace/native/linux/atspi"
)

// What is selected in a text, and changing a part of it.

var _ desktop.Selector = (*Tree)(nil)

// written reports whether a verb touches the content of a text.
func written(v desktop.Verb) bool {
	return v == desktop.SetText || v == desktop.Insert || v == desktop.Replace || v == desktop.Mark
}

// Selection tells what is selected in a text, in three rounds as Text: an object must not be asked for what it lacks or
// what is secret.
func (t *Tree) Selection(ctx context.Context, r desktop.Ref) ([]desktop.Span, error) {
	ref, err := nativeRef(r)
	if err != nil {
		return nil, err
	}
	if err := t.c.Admit(ctx, ref.Bus); err != nil {
		return nil, translate(err)
	}
	app, err := t.app(ctx, t.host(ref.Bus))
	if err != nil {
		return nil, err
	}
	n := atspi.Node{Ref: ref}
	err = nil
	b := t.c.NewBatch(ctx)
	b.Fill(&n, &err)
	b.Run()
	switch {
	case err != nil:
		return nil, translate(err)
	case t.secret(n):
		return nil, desktop.ErrSecret
	case !n.Interfaces.Has(atspi.HasText):
		return nil, fmt.Errorf("it has no text: %w", desktop.ErrUnsupported)
	}
	count := 0
	b = t.c.NewBatch(ctx)
	b.Selections(ref, &count, &err)
	b.Run()
	if err != nil || count <= 0 {
		return nil, translate(err)
	}
	at := make([]int, 2*min(count, maxSelections))
	q := (&view{app: app, q: quirks{app.Toolkit}}).of(ref)
	text := ""
	b = t.c.NewBatch(ctx)
	for i := 0; i < len(at); i += 2 {
		b.Selection(ref, i/2, &at[i], &at[i+1], &err)
	}
	if !q.counts() {
		b.Text(ref, 0, -1, &text, &err)
	}
	b.Run()
	if err != nil {
		return nil, translate(err)
	}
	at = q.places(text, at...)
	var out []desktop.Span
	for i := 0; i < len(at); i += 2 {
		if s := (desktop.Span{From: min(at[i], at[i+1]), To: max(at[i], at[i+1])}); !s.Empty() {
			out = append(out, s) // what was selected backwards ends where it begins
		}
	}
	return out, nil
}

// maxSelections bounds how many selections of one text are read: more than one is never worked on.
const maxSelections = 8

// units gives a stretch in the units of the program. What it counts in other than characters needs its text.
func (a *Actor) units(ctx context.Context, s subject, at desktop.Span) (desktop.Span, error) {
	if s.q.counts() {
		return at, nil
	}
	var text string
	var err error
	b := a.t.c.NewBatch(ctx)
	b.Text(s.n.Ref, 0, -1, &text, &err)
	b.Run()
	if err != nil {
		return at, err
	}
	own := s.q.own(text, at.From, at.To)
	return desktop.Span{From: own[0], To: own[1]}, nil
}

// replace puts a text in the place of a stretch of another. There is no message for that, so the new part goes in behind
// the old one, and then the old one is taken out: a program that does only one of these loses nothing.
func (a *Actor) replace(ctx context.Context, s subject, arg desktop.Arg) error {
	if !s.editable() || !s.n.Interfaces.Has(atspi.HasText) {
		return unsupported("no part of its text can be replaced")
	}
	at, err := a.units(ctx, s, arg.Span)
	if err != nil {
		return fmt.Errorf("replace: %w", translate(err))
	}
	left := proof.Sending(ctx)
	defer left()
	out := false
	if arg.Text != "" {
		n := s.q.textUnits(arg.Text, s.n.States.Has(atspi.MultiLine))
		if err := a.t.c.InsertText(ctx, s.n.Ref, at.To, arg.Text, n).Wait(); err != nil {
			return fmt.Errorf("replace: put the new text in: %w", sent(ctx, err))
		}
		out = true
	}
	if at.Empty() {
		return nil
	}
	if err := a.t.c.DeleteText(ctx, s.n.Ref, at.From, at.To).Wait(); err != nil {
		err = sent(ctx, err)
		if out && !errors.Is(err, desktop.ErrNoAnswer) {
			err = fmt.Errorf("%w: %w", desktop.ErrNoAnswer, errors.New(err.Error())) // the new part is in: it did not do nothing
		}
		return fmt.Errorf("replace: take the old text out: %w", err)
	}
	return nil
}

// mark selects a stretch of a text. Toolkits add a selection only where there is none, and set one only where there is.
func (a *Actor) mark(ctx context.Context, s subject, span desktop.Span) (act, error) {
	if !s.n.Interfaces.Has(atspi.HasText) {
		return nil, unsupported("nothing in it can be selected")
	}
	at, err := a.units(ctx, s, span)
	if err != nil {
		return nil, err
	}
	count := 0
	b := a.t.c.NewBatch(ctx)
	b.Selections(s.n.Ref, &count, &err)
	b.Run()
	if err != nil {
		return nil, err
	}
	if count == 0 && s.q.kit == desktop.GTK4 && s.n.States.Has(atspi.MultiLine) {
		return nil, unsupported("a text view of GTK 4.8 selects without ever answering")
	}
	return func(ctx context.Context) atspi.Asked {
		if count > 0 {
			return a.t.c.SetSelection(ctx, s.n.Ref, at.From, at.To)
		}
		return a.t.c.AddSelection(ctx, s.n.Ref, at.From, at.To)
	}, nil
}
