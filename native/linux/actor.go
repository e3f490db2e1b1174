package linux

import (
	"context"
	"errors"
	"fmt"

	"pace/backend/desktop"
	"pace/backend/proof"
	"pace/native/linux/atspi"
)

// Actor asks elements to act through AT-SPI. It fulfils desktop.Actor: it knows what the element is at that moment, sends
// at most one act, and never sends any to a password field's content.
type Actor struct{ t *Tree }

var _ desktop.Actor = (*Actor)(nil)

// NewActor makes an Actor beside t.
func NewActor(t *Tree) *Actor { return &Actor{t} }

// subject is an element as it was just before an act.
type subject struct {
	n    atspi.Node
	role desktop.Role
	acts []atspi.Action
	q    quirks
}

// Do asks for one verb.
func (a *Actor) Do(ctx context.Context, r desktop.Ref, verb desktop.Verb, arg desktop.Arg) error {
	ref, err := nativeRef(r)
	if err != nil {
		return err
	}
	s, err := a.look(ctx, ref, verb)
	if err != nil {
		return fmt.Errorf("look at it before acting: %w", translate(err))
	}
	if written(verb) && a.t.secret(s.n) {
		return desktop.ErrSecret
	}
	if verb == desktop.Replace {
		return a.replace(ctx, s, arg)
	}
	send, err := a.plan(ctx, s, verb, arg)
	if err != nil {
		return fmt.Errorf("%s: %w", verb, translate(err))
	}
	if send == nil {
		return nil // it is so already, and asking would undo it
	}
	left := proof.Sending(ctx)
	asked := send(ctx)
	left()
	if err := asked.Wait(); err != nil {
		return fmt.Errorf("%s: %w", verb, sent(ctx, err))
	}
	return nil
}

// sent sorts the error of an act: whether it went out is what matters.
func sent(ctx context.Context, err error) error {
	if errors.Is(err, atspi.ErrUnanswered) || errors.Is(err, atspi.ErrVanished) || ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return fmt.Errorf("%w: %w", desktop.ErrNoAnswer, err)
	}
	return translate(err)
}

// look reads what the plan for a verb needs to know, or takes it from the last Snapshot when the program's signals say
// that it is still so.
func (a *Actor) look(ctx context.Context, ref atspi.Ref, verb desktop.Verb) (subject, error) {
	app, err := a.t.app(ctx, a.t.host(ref.Bus))
	if err != nil {
		return subject{}, err
	}
	s := subject{n: atspi.Node{Ref: ref, Index: -1}, q: (&view{app: app, q: quirks{app.Toolkit}}).of(ref)}
	if err := a.t.c.Admit(ctx, ref.Bus); err != nil {
		return s, err
	}
	acts := !written(verb) && verb != desktop.SetValue
	k, standing := a.t.standing(ref)
	if standing = standing && (!acts || verb == desktop.Press && k.acts != nil) && a.t.c.Heard(ref.Bus, recent); standing {
		s.n, s.acts = k.n, k.acts
	} else if err := a.ask(ctx, &s, acts); err != nil {
		return s, err
	}
	s.role = roleOf(s.n, s.n.Parent.Path == atspi.RootPath)
	s.acts = s.q.actions(s.role, s.acts)
	return s, nil
}

// ask asks the program about an element, and what it can do when that matters.
func (a *Actor) ask(ctx context.Context, s *subject, acts bool) error {
	ref := s.n.Ref
	var err error
	k, _, known := a.t.recall(ref)
	b := a.t.c.NewBatch(ctx)
	b.Fill(&s.n, &err)
	b.Parent(ref, &s.n.Parent, nil)
	b.Index(ref, &s.n.Index, nil)
	if acts && k.offers.Has(atspi.HasAction) {
		s.q.askActions(b, ref, &s.acts)
	}
	b.Run()
	if err == nil && s.n.States.Has(atspi.Defunct) {
		err = atspi.ErrGone
	}
	if err == nil && acts && !known && s.n.Interfaces.Has(atspi.HasAction) {
		b := a.t.c.NewBatch(ctx)
		s.q.askActions(b, ref, &s.acts)
		b.Run()
	}
	if err == nil && acts && len(s.acts) > 0 {
		a.t.learn(ref, s.acts)
	}
	return err
}

type act func(context.Context) atspi.Asked

// plan chooses the message for a verb. A nil act means that nothing needs to be sent.
func (a *Actor) plan(ctx context.Context, s subject, verb desktop.Verb, arg desktop.Arg) (act, error) {
	c, ref := a.t.c, s.n.Ref
	switch verb {
	case desktop.Press:
		return a.press(ctx, s)
	case desktop.SetText:
		if !s.editable() {
			return nil, unsupported("its text can't be set")
		}
		return func(ctx context.Context) atspi.Asked { return c.SetText(ctx, ref, arg.Text) }, nil
	case desktop.Insert:
		return a.insert(ctx, s, arg.Text)
	case desktop.Mark:
		return a.mark(ctx, s, arg.Span)
	case desktop.SetValue:
		if !s.n.Interfaces.Has(atspi.HasValue) {
			return nil, unsupported("it has no value")
		}
		return func(ctx context.Context) atspi.Asked { return c.SetValue(ctx, ref, arg.Number) }, nil
	case desktop.Select:
		return a.choose(ctx, s)
	case desktop.Expand, desktop.Collapse:
		return a.unfold(ctx, s, verb == desktop.Expand)
	case desktop.Focus:
		if !s.n.Interfaces.Has(atspi.HasComponent) || !s.n.States.Has(atspi.Focusable) {
			return nil, unsupported("it takes no focus")
		}
		return func(ctx context.Context) atspi.Asked { return c.GrabFocus(ctx, ref) }, nil
	case desktop.Reveal:
		if !s.n.Interfaces.Has(atspi.HasComponent) {
			return nil, unsupported("it has no place")
		}
		return func(ctx context.Context) atspi.Asked { return c.ScrollTo(ctx, ref) }, nil
	case desktop.ShowMenu:
		i, err := a.find(ctx, s, menuNames...)
		return a.action(ref, i), err
	}
	return nil, unsupported("an unknown verb")
}

func (s subject) editable() bool {
	return s.n.Interfaces.Has(atspi.HasEditable) && s.n.States.Has(atspi.Editable)
}

func (a *Actor) action(ref atspi.Ref, i int) act {
	return func(ctx context.Context) atspi.Asked { return a.t.c.DoAction(ctx, ref, i) }
}

func (a *Actor) press(ctx context.Context, s subject) (act, error) {
	i := pressIndex(s.role, s.acts)
	if i < 0 && len(s.acts) > 0 && pressable(s.role) {
		// The list may hold translated names.
		i = pressIndex(s.role, a.plainNames(ctx, s))
	}
	if i >= 0 {
		return a.action(s.n.Ref, i), nil
	}
	if s.q.kit == desktop.GTK4 && s.role == desktop.Combo {
		return a.pressInside(ctx, s)
	}
	return nil, unsupported("it has no default action")
}

// pressInside presses the button that a GTK 4 drop-down consists of.
func (a *Actor) pressInside(ctx context.Context, s subject) (act, error) {
	var kids []atspi.Ref
	var err error
	if s.n.Children < 1 || s.n.Children > pageOver {
		return nil, unsupported("it has no default action")
	}
	b := a.t.c.NewBatch(ctx)
	b.Children(s.n.Ref, &kids, &err)
	b.Run()
	acts := make([][]atspi.Action, len(kids))
	b = a.t.c.NewBatch(ctx)
	for i, k := range kids {
		b.Actions(k, &acts[i], nil)
	}
	b.Run()
	for i, k := range kids {
		if j := pressIndex(desktop.Button, acts[i]); j >= 0 {
			return a.action(k, j), nil
		}
	}
	if err == nil {
		err = unsupported("nothing in it can be pressed")
	}
	return nil, err
}

// plainNames asks for the untranslated names of an element's actions.
func (a *Actor) plainNames(ctx context.Context, s subject) []atspi.Action {
	out := make([]atspi.Action, min(len(s.acts), 16))
	b := a.t.c.NewBatch(ctx)
	for i := range out {
		b.ActionName(s.n.Ref, i, &out[i].Name, nil)
	}
	b.Run()
	return out
}

func (a *Actor) find(ctx context.Context, s subject, names ...string) (int, error) {
	i := actionIndex(s.acts, names...)
	if i < 0 && len(s.acts) > 0 {
		i = actionIndex(a.plainNames(ctx, s), names...)
	}
	if i < 0 {
		return -1, unsupported("it has no such action")
	}
	return i, nil
}

func (a *Actor) insert(ctx context.Context, s subject, text string) (act, error) {
	if !s.editable() || !s.n.Interfaces.Has(atspi.HasText) {
		return nil, unsupported("nothing can be inserted")
	}
	var at int
	var err error
	b := a.t.c.NewBatch(ctx)
	b.Caret(s.n.Ref, &at, &err)
	b.Run()
	if err != nil {
		return nil, err
	}
	n := s.q.textUnits(text, s.n.States.Has(atspi.MultiLine))
	return func(ctx context.Context) atspi.Asked { return a.t.c.InsertText(ctx, s.n.Ref, max(0, at), text, n) }, nil
}

// choose selects an element in what holds it. A list may hold it through a box in between.
func (a *Actor) choose(ctx context.Context, s subject) (act, error) {
	if s.n.Parent.Nil() || s.n.Index < 0 {
		return nil, unsupported("it is in nothing that selects")
	}
	if s.n.States.Has(atspi.Selected) {
		return nil, nil
	}
	if i := pressIndex(s.role, s.acts); i >= 0 && (s.q.kit == desktop.Chromium || s.q.kit == desktop.WebKit) {
		return a.action(s.n.Ref, i), nil // in pages a click is what selects; their Selection declines
	}
	var offers atspi.Interfaces
	var err error
	b := a.t.c.NewBatch(ctx)
	b.Interfaces(s.n.Parent, &offers, &err)
	b.Run()
	if err != nil {
		return nil, err
	}
	if !offers.Has(atspi.HasSelection) {
		return nil, unsupported("what it is in does not select")
	}
	return func(ctx context.Context) atspi.Asked { return a.t.c.SelectChild(ctx, s.n.Parent, s.n.Index) }, nil
}

// unfold expands or collapses; the same action does both in most toolkits, so it is sent only when needed.
func (a *Actor) unfold(ctx context.Context, s subject, open bool) (act, error) {
	if s.n.States.Has(atspi.Expanded) == open && s.n.States.Has(atspi.Expandable) {
		return nil, nil
	}
	names := expandNames
	if !open {
		names = collapseNames
	}
	i, err := a.find(ctx, s, names...)
	if err != nil && s.n.States.Has(atspi.Expandable) {
		if i = pressIndex(s.role, s.acts); i >= 0 {
			err = nil
		}
	}
	return a.action(s.n.Ref, i), err
}

func unsupported(why string) error { return fmt.Errorf("%w: %s", desktop.ErrUnsupported, why) }
