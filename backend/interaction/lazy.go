package interaction

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// maxLazy bounds how many menus and tabs are opened in search of a target that is not in the tree.
const maxLazy = 10

// lazies looks for a target that comes into being only when something opens: GTK 4 makes the entries of a menu, and a
// page the content of its tabs, no sooner. It opens menus and tabs one after another, and closes what was in vain.
type lazies struct {
	x     *Session
	menus bool // the target may be an entry of a menu
	tried map[string]bool
	open  []openedGate
}

// openedGate is a menu or tab that the search opened.
type openedGate struct {
	gate   found
	before map[desktop.Ref]bool // entries that showed before
	way    []proof.Evidence
	act    int // its place among the session's acts, and how many it took
	acts   int
	tab    *desktop.Element // the tab that was in front
}

func (x *Session) search(usable func(desktop.Element) bool) *lazies {
	return &lazies{x: x, menus: usable(desktop.Element{Role: desktop.MenuItem, State: desktop.Checkable}), tried: map[string]bool{}}
}

// next picks what to open in search of t, which find did not find in fd: what the target names as its container, else
// a menu that shows no entries yet or a tab of a page.
func (l *lazies) next(ctx context.Context, fd found, err error, t desktop.Target) (found, bool) {
	if p := (*proof.Problem)(nil); !errors.As(err, &p) || p.Reason != proof.ReasonNotFound || len(t.Path) > 0 || ctx.Err() != nil {
		return found{}, false
	}
	if g, ok := l.x.lazyGate(ctx, err, t, l.tried); ok {
		return g, true
	}
	if len(l.tried) >= maxLazy {
		return found{}, false
	}
	var cs []desktop.Element
	for _, e := range fd.f.snap.Elements {
		if w, _ := fd.f.window(e); w.Ref == fd.win.Ref && l.might(fd, e) && !l.tried[key(e)] {
			cs = append(cs, e)
		}
	}
	if len(cs) == 0 {
		return found{}, false
	}
	rank := func(e desktop.Element) int {
		switch {
		case e.Role != desktop.Tab && e.Has(desktop.Expanded):
			return 150 // it may be open, and pressing it would close it
		case e.Role != desktop.Tab:
			return 100 - len(e.Path) // what the last menu shows, then others
		case containsWords(fold(t.Label), fold(e.Name)):
			return -1
		}
		return 200
	}
	slices.SortStableFunc(cs, func(a, b desktop.Element) int { return rank(a) - rank(b) })
	fd.el = cs[0]
	l.tried[key(fd.el)] = true
	return fd, true
}

// might reports whether opening e can bring up something that the tree does not hold yet.
func (l *lazies) might(fd found, e desktop.Element) bool {
	kit := fd.at.app.Toolkit
	page := kit == desktop.Chromium || kit == desktop.WebKit
	if !e.Has(desktop.Visible|desktop.Enabled) || e.Has(desktop.Expanded) && !page {
		return false // pages often forget to take back that a menu is open
	}
	if page && !slices.ContainsFunc(fd.f.ancestors(e), func(a desktop.Element) bool { return a.Role == desktop.Document }) {
		return false // the browser's own
	}
	switch e.Role {
	case desktop.Tab:
		return page && !e.Has(desktop.Selected)
	case desktop.MenuItem, desktop.Menu:
		return l.menus && e.Has(desktop.Expandable) && !slices.ContainsFunc(fd.f.snap.Elements, func(k desktop.Element) bool {
			return entry(k) && fd.f.below(k, e)
		})
	}
	return false
}

func entry(e desktop.Element) bool { return e.Role == desktop.MenuItem || e.Role == desktop.Menu }

// enter opens a gate, after closing the menus that it is not in.
func (l *lazies) enter(ctx context.Context, gate found) error {
	for len(l.open) > 0 && l.open[len(l.open)-1].before[gate.el.Ref] {
		l.shutLast(ctx)
	}
	o := openedGate{gate: gate, before: map[desktop.Ref]bool{}, act: len(l.x.pending)}
	for _, e := range gate.f.snap.Elements {
		if e.Has(desktop.Visible) {
			o.before[e.Ref] = true
		}
		if gate.el.Role == desktop.Tab && e.Role == desktop.Tab && e.Parent == gate.el.Parent && e.Has(desktop.Selected) {
			o.tab = &e
			l.tried[key(e)] = true // what is in it has been looked through
		}
	}
	ev, err := l.x.openGate(ctx, gate, nil)
	if err != nil {
		return err
	}
	o.way, o.acts = ev, len(l.x.pending)-o.act
	l.open = append(l.open, o)
	return nil
}

// way is what was opened and still is.
func (l *lazies) way() (out []proof.Evidence) {
	for _, o := range l.open {
		out = append(out, o.way...)
	}
	return out
}

// giveUp closes what was opened in vain.
func (l *lazies) giveUp(ctx context.Context) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), 2*l.x.cfg.BudgetPress)
	defer stop()
	for len(l.open) > 0 {
		l.shutLast(ctx)
	}
}

func (l *lazies) shutLast(ctx context.Context) {
	o := l.open[len(l.open)-1]
	l.open = l.open[:len(l.open)-1]
	x := l.x
	for _, p := range x.pending[o.act : o.act+o.acts] {
		p.done = true // that it was opened for nothing is no effect of the step
	}
	if o.gate.el.Role == desktop.Tab {
		if o.tab != nil && x.desk.Actor != nil {
			_ = x.desk.Actor.Do(ctx, o.tab.Ref, desktop.Press, desktop.Arg{})
		}
		return
	}
	wake := o.gate.a.wake(ctx)
	again := time.NewTicker(listLook)
	defer again.Stop()
	for range 3 {
		if !l.shows(ctx, o) {
			return
		}
		switch kit := o.gate.at.app.Toolkit; {
		case (kit == desktop.Chromium || kit == desktop.WebKit) && x.desk.Actor != nil && o.gate.el.Can(desktop.Press):
			_ = x.desk.Actor.Do(ctx, o.gate.el.Ref, desktop.Press, desktop.Arg{})
		case x.desk.Input != nil && x.handsOff(ctx) && x.raise(ctx, o.gate.at) == nil:
			_ = x.desk.Input.Chord(ctx, desktop.Key{Name: "escape"})
		default:
			return
		}
		for i := 0; i < 10 && l.shows(ctx, o); i++ {
			select {
			case <-wake:
			case <-again.C:
			case <-ctx.Done():
				return
			}
		}
	}
}

// shows reports whether entries that came with o still show.
func (l *lazies) shows(ctx context.Context, o openedGate) bool {
	s, err := l.x.desk.Tree.Snapshot(ctx, desktop.Scope{App: o.gate.at.app.Ref}, firstLook)
	return err == nil && slices.ContainsFunc(s.Elements, func(e desktop.Element) bool {
		return entry(e) && e.Has(desktop.Visible) && !o.before[e.Ref]
	})
}

// opensUp expects a menu to show its entries: some that did not show before.
type opensUp struct {
	x      *Session
	fd     found
	before map[desktop.Ref]bool
}

// Relative: what came is against what showed before.
func (e *opensUp) Relative() {}

func (e *opensUp) Wake(ctx context.Context) (<-chan struct{}, error) { return e.fd.a.wake(ctx), nil }

func (e *opensUp) Before(context.Context) error {
	e.before = map[desktop.Ref]bool{}
	for _, k := range e.fd.f.snap.Elements {
		if entry(k) && k.Has(desktop.Visible) {
			e.before[k.Ref] = true
		}
	}
	return nil
}

func (e *opensUp) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	ev := proof.Evidence{Kind: proof.StateRead, What: capital(e.fd.el.Describe()), Before: "closed", Path: e.fd.path()}
	s, err := e.x.desk.Tree.Snapshot(ctx, desktop.Scope{App: e.fd.at.app.Ref}, firstLook)
	if err != nil {
		return proof.Unknown, ev, sentence(err, e.fd.el.Describe())
	}
	for _, k := range s.Elements {
		if entry(k) && k.Has(desktop.Visible) && !e.before[k.Ref] && k.Name != "" {
			ev.After = fmt.Sprintf("open, with “%s”", k.Name)
			return proof.Satisfied, ev, nil
		}
	}
	return proof.Unsatisfied, ev, nil
}
