package interaction

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// elementIs expects something of one element, read afresh. A reference that the program dropped is found again
// by its path.
type elementIs struct {
	x    *Session
	fd   found
	want string // "is checked", for the report
	goal bool
	test func(desktop.Element) bool
	show func(desktop.Element) string // what to show as before and after
	any  []desktop.Element            // others of which one may satisfy test instead
	was  string
	now  string
	read bool

	held  bool           // what Before read satisfied test
	first proof.Evidence // of that

	aside bool // it is about another element than the one acted on, so that undoing the act means nothing for it
}

func (e *elementIs) Goal() bool { return e.goal }

func (e *elementIs) Wake(ctx context.Context) (<-chan struct{}, error) { return e.fd.a.wake(ctx), nil }

func (e *elementIs) Before(ctx context.Context) error {
	v, ev, err := e.look(ctx)
	if !e.read {
		return err
	}
	e.was, e.held, e.first = e.now, v == proof.Satisfied, ev
	return e.fd.stale()
}

// Held is about what Before read.
func (e *elementIs) Held() (proof.Verdict, proof.Evidence) {
	if e.held {
		return proof.Satisfied, e.first
	}
	return proof.Unsatisfied, proof.Evidence{}
}

// fresh reads an element with all of its text, which a single read cuts.
func (e *elementIs) fresh(ctx context.Context, el desktop.Element) (desktop.Element, error) {
	now, err := e.x.glance(ctx, e.fd.at, el)
	if err == nil && len(now.Value) > desktop.MaxValue-utf8.UTFMax {
		now.Value, err = e.x.desk.Tree.Text(ctx, now.Ref)
	}
	return now, err
}

func (e *elementIs) text(el desktop.Element) string {
	if e.show == nil {
		return ""
	}
	return e.show(el)
}

func (e *elementIs) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	return e.look(ctx)
}

// look reads the element, and those that may satisfy instead of it until one does.
func (e *elementIs) look(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	ev := proof.Evidence{Kind: proof.StateRead, What: capital(e.fd.el.Describe()), Before: e.was}
	if !e.aside {
		ev.Path = e.fd.path()
	}
	var first error
	for i, el := range append([]desktop.Element{e.fd.el}, e.any...) {
		now, err := e.fresh(ctx, el)
		if i == 0 {
			if first, e.read = err, err == nil; err == nil {
				ev.After = e.text(now)
				e.now = ev.After
			}
		}
		if err != nil || !e.test(now) {
			continue
		}
		ev.What = capital(el.Describe())
		if ev.After = e.text(now); e.show == nil {
			ev.After = strings.TrimPrefix(e.want, "is ")
		} else {
			ev.Kind = proof.ValueRead
		}
		return proof.Satisfied, ev, nil
	}
	if first != nil {
		return proof.Unknown, ev, sentence(first, e.fd.el.Describe())
	}
	return proof.Unsatisfied, ev, nil
}

// Finish tells an element that became something else from one that stayed as it was.
func (e *elementIs) Finish(_ context.Context, m proof.Means) *proof.Outcome {
	if e.show == nil || !e.read || e.now == e.was {
		return nil
	}
	ev := proof.Evidence{Kind: proof.ValueRead, What: capital(e.fd.el.Describe()), Before: e.was, After: e.now, Path: e.fd.path()}
	if !e.goal {
		o := proof.NoEffect(m, &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("%s is now %s, which is not what was expected.", ev.What, short(e.now))}, ev)
		return &o
	}
	o := proof.Some(m, &proof.Problem{Reason: proof.ReasonRewritten, Text: fmt.Sprintf("%s made something else of it: it is %s.", ev.What, short(e.now))}, ev)
	return &o
}

// glance reads name, value and states again, by the quick way where there is one; the rest is as it was.
func (x *Session) glance(ctx context.Context, at place, el desktop.Element) (desktop.Element, error) {
	if p, ok := x.desk.Tree.(desktop.Peeker); ok {
		if now, err := p.Peek(ctx, el.Ref); err == nil {
			seen := el
			if now.Name != "" || el.NameFrom == desktop.NameOwn {
				seen.Name, seen.NameFrom = now.Name, now.NameFrom
			}
			seen.Value, seen.State = now.Value, now.State
			return seen, nil
		}
	}
	return x.fresh(ctx, at, el)
}

// fresh reads an element again; one that was made anew is found by its path.
func (x *Session) fresh(ctx context.Context, at place, el desktop.Element) (desktop.Element, error) {
	now, err := x.desk.Tree.Read(ctx, el.Ref)
	if err == nil {
		return again(el, now), nil
	}
	if !errors.Is(err, desktop.ErrGone) || len(el.Path) == 0 {
		return desktop.Element{}, err
	}
	s, serr := x.desk.Tree.Snapshot(ctx, desktop.Scope{App: at.app.Ref}, firstLook)
	if serr != nil {
		return desktop.Element{}, err
	}
	if e, ok := s.ByPath(el.Path); ok {
		return e, nil
	}
	return desktop.Element{}, err
}

// declared makes the expectation that a call carries as data.
func (x *Session) declared(ctx context.Context, d desktop.Expect, fd found) (proof.Expectation, error) {
	if d.Kind == desktop.Changes {
		return x.changes(fd), nil
	}
	if d.Kind == desktop.WindowOpens || d.Kind == desktop.TitleHas {
		return &windowIs{x: x, at: fd.at, a: fd.a, kind: d.Kind, value: d.Value}, nil
	}
	if d.Kind == desktop.Appears || d.Kind == desktop.Disappears {
		t := d.Target
		if t.App == "" {
			t.App = fd.at.app.Name
		}
		return &present{x: x, a: fd.a, at: fd.at, target: t, want: d.Kind == desktop.Appears}, nil
	}
	el := fd
	if d.Target.Label != "" || len(d.Target.Path) > 0 {
		f, err := x.find(ctx, d.Target, anything)
		if err != nil {
			return nil, err
		}
		el = f
	}
	e := &elementIs{x: x, fd: el, want: "is " + d.Value, aside: el.el.Ref != fd.el.Ref, show: func(el desktop.Element) string { return quoted(content(el)) }}
	switch d.Kind {
	case desktop.TextEquals:
		e.test = func(el desktop.Element) bool { return sameText(content(el), d.Value) || sameText(el.Name, d.Value) }
	case desktop.TextContains:
		e.test = func(el desktop.Element) bool {
			v := tidy(d.Value)
			return strings.Contains(tidy(content(el)), v) || strings.Contains(tidy(el.Name), v)
		}
	case desktop.ValueIs:
		e.test = func(el desktop.Element) bool { return sameValue(el.Value, d.Value) }
	case desktop.StateIs:
		name, not := strings.CutPrefix(d.Value, "!")
		s, ok := desktop.ParseState(name)
		if !ok {
			return nil, &proof.Problem{Reason: proof.ReasonInvalid, Text: fmt.Sprintf("“%s” is not a state an element can have.", d.Value)}
		}
		e.show = nil
		e.test = func(el desktop.Element) bool { return el.Has(s) != not }
	default:
		return nil, &proof.Problem{Reason: proof.ReasonInvalid, Text: fmt.Sprintf("“%s” is not something Pace can check.", d.Kind)}
	}
	return e, nil
}

func content(e desktop.Element) string {
	if e.Value != "" || e.Has(desktop.Editable) {
		return e.Value
	}
	return e.Name
}

// tidy is the normaliser of read texts: composed characters, one kind of line end, no trailing white space.
func tidy(s string) string {
	s = norm.NFC.String(strings.ReplaceAll(s, "\r\n", "\n"))
	return strings.TrimRight(s, " \t\n\u200b")
}

// sameText compares what was asked for with what was read.
func sameText(got, want string) bool { return tidy(got) == tidy(want) }

// sameValue compares numbers as numbers and choices as names.
func sameValue(got, want string) bool {
	a, errA := strconv.ParseFloat(strings.TrimSpace(got), 64)
	b, errB := strconv.ParseFloat(strings.TrimSpace(want), 64)
	if errA == nil && errB == nil {
		return math.Abs(a-b) <= 1e-6*math.Max(1, math.Abs(b))
	}
	return fold(got) == fold(want)
}

// present expects an element to be there and to show, or not.
type present struct {
	x      *Session
	a      *attention
	at     place
	target desktop.Target
	want   bool
}

func (p *present) Wake(ctx context.Context) (<-chan struct{}, error) { return p.a.wake(ctx), nil }

func (p *present) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	s, err := p.x.desk.Tree.Snapshot(ctx, desktop.Scope{App: p.at.app.Ref}, desktop.Limits{})
	if err != nil {
		return proof.Unknown, proof.Evidence{}, sentence(err, "")
	}
	shown := false
	for _, e := range p.fitting(newFinder(s, anything)) {
		shown = shown || e.Has(desktop.Visible)
	}
	ev := proof.Evidence{Kind: proof.StateRead, What: p.words(), After: "not there"}
	if shown {
		ev.After = "there"
	} else if !p.want && cut(s) {
		return proof.Unknown, ev, &proof.Problem{Reason: proof.ReasonNoEvidence, Text: "The window could not be read whole."}
	}
	if shown == p.want {
		return proof.Satisfied, ev, nil
	}
	return proof.Unsatisfied, ev, nil
}

func (p *present) fitting(f finder) (es []desktop.Element) {
	switch t := p.target; {
	case len(t.Path) > 0:
		if strings.HasPrefix(t.Path[0], appStep) {
			t.Path = t.Path[1:]
		}
		return f.byPath(t.Path)
	case t.Label != "":
		es, _ = f.find(desktop.Target{Label: t.Label, Role: t.Role, Container: t.Container})
	default:
		for _, e := range f.snap.Elements {
			if sameRole(t.Role, e.Role) && (t.Container == "" || f.inside(e, t.Container)) {
				es = append(es, e)
			}
		}
	}
	return es
}

func (p *present) words() string {
	switch t := p.target; {
	case t.Label != "":
		return "“" + t.Label + "”"
	case len(t.Path) > 0:
		return t.Path[len(t.Path)-1]
	}
	return capital(desktop.Element{Role: p.target.Role}.Describe())
}

// windowIs expects a new window of the program, or a title of the one in front.
type windowIs struct {
	x     *Session
	at    place
	a     *attention
	kind  desktop.ExpectKind
	value string
	had   map[desktop.WindowID]bool
}

func (w *windowIs) Wake(ctx context.Context) (<-chan struct{}, error) {
	if w.x.desk.Windows == nil {
		return nil, w.x.missing("Windows")
	}
	c, err := w.x.desk.Windows.Watch(ctx)
	if err != nil || w.a == nil {
		return c, err
	}
	return merge(ctx, w.a.wake(ctx), c), nil
}

func (w *windowIs) Before(ctx context.Context) error {
	ws, err := w.x.desk.Windows.List(ctx)
	if err != nil {
		return sentence(err, "")
	}
	w.had = map[desktop.WindowID]bool{}
	for _, x := range ws {
		w.had[x.ID] = true
	}
	return nil
}

func (w *windowIs) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	ws, err := w.x.desk.Windows.List(ctx)
	if err != nil {
		return proof.Unknown, proof.Evidence{}, sentence(err, "")
	}
	for _, x := range ws {
		fits := fold(w.value) == "" || strings.Contains(fold(x.Title), fold(w.value))
		switch {
		case x.Own || !fits:
		case w.kind == desktop.WindowOpens && w.had != nil && !w.had[x.ID] && x.PID == w.at.app.PID:
			return proof.Satisfied, proof.Evidence{Kind: proof.WindowNew, What: fmt.Sprintf("Window “%s”", x.Title)}, nil
		case w.kind == desktop.TitleHas && x.Active:
			return proof.Satisfied, proof.Evidence{Kind: proof.ValueRead, What: "The window's title", After: quoted(x.Title)}, nil
		}
	}
	return proof.Unsatisfied, proof.Evidence{}, nil
}
