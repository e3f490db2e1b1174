package interaction

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"pace/backend/desktop"
	"pace/backend/proof"
	"pace/backend/system"
)

// Given is a file or folder that is given to another program to show.
type Given struct {
	What   string   // in words: "the folder Documents"
	Titles []string // what a title may call it, the first as it is written
	Item   string   // what should be selected in the window, "" when nothing
}

// Give hands something to the program for it and watches the windows of that program: a new one, one that changed its
// title or one that came to the front counts when its title names the thing. give says who took it.
func (x *Session) Give(ctx context.Context, step int, g Given, give func(context.Context) (system.HandedOver, error)) proof.Outcome {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = step
	if x.desk == nil || x.desk.Windows == nil {
		return refusal(ctx, x.missing("Windows"))
	}
	e := &named{x: x, given: g}
	o := x.act(ctx, desktop.Ref{}, e, func(ctx context.Context) (proof.Means, error) {
		h, err := give(ctx)
		e.taken(h)
		return proof.API, e.trouble(err)
	}, x.cfg.BudgetOpenApp)
	if !o.OK() {
		if o.Effect() == proof.Unchanged {
			o = proof.Deliver(proof.API, &proof.Problem{Reason: proof.ReasonNoEvidence, Text: e.unseen()}).Timed(o.Timing())
		}
		return o
	}
	x.chosen = e.seen
	x.ready(ctx)
	switch {
	case e.to.Folder:
		return o.Because(fmt.Sprintf("%s Nothing here can point at “%s”, so only its folder is shown.", o.Report(), g.Item))
	case g.Item == "":
		return o
	}
	if el, ok := x.selected(ctx, g.Item); ok {
		return o.With(o.Means(), proof.Evidence{Kind: proof.StateRead, What: capital(el.Describe()), After: "selected"}).
			Because(fmt.Sprintf("%s “%s” is selected in it.", o.Report(), g.Item))
	}
	return o.Because(fmt.Sprintf("%s Whether “%s” is selected in it can't be seen.", o.Report(), g.Item))
}

// selected looks whether the window in front shows an element of that name as selected, or names it in its status bar,
// where file managers tell what is selected. It waits for half of what a press may take; a program that can't be read
// says nothing.
func (x *Session) selected(ctx context.Context, name string) (desktop.Element, bool) {
	if x.desk.Tree == nil || x.desk.Watcher == nil {
		return desktop.Element{}, false
	}
	wctx, stop := context.WithTimeout(ctx, x.cfg.BudgetPress/2)
	defer stop()
	at, err := x.front(wctx)
	if err != nil {
		return desktop.Element{}, false
	}
	a, err := x.attention(at.app.Ref)
	if err != nil {
		return desktop.Element{}, false
	}
	for wake := a.wake(wctx); ; {
		s, err := x.desk.Tree.Snapshot(wctx, desktop.Scope{App: at.app.Ref}, desktop.Limits{Nodes: 1500, Budget: 500})
		if err == nil {
			i := slices.IndexFunc(s.Elements, func(e desktop.Element) bool {
				return e.Name == name && e.Has(desktop.Selected) || e.Role == desktop.StatusBar && containsWords(e.Name, name)
			})
			if i >= 0 {
				return s.Elements[i], true
			}
		}
		select {
		case _, ok := <-wake:
			if !ok {
				return desktop.Element{}, false
			}
		case <-wctx.Done():
			return desktop.Element{}, false
		}
	}
}

// named expects a window of whoever took the thing to come up and to call it by its name.
type named struct {
	x      *Session
	given  Given
	to     system.HandedOver
	by     *appInFront
	asked  bool
	had    map[desktop.WindowID]desktop.Window
	seen   desktop.WindowID
	came   string // title of a window that came up and does not name it
	before string // title of a window that named it before and still does
}

// taken keeps who took the thing.
func (n *named) taken(h system.HandedOver) {
	n.to, n.asked = h, true
	if h.ID != "" || h.Class != "" {
		n.by = &appInFront{x: n.x, entry: desktop.Entry{ID: h.ID, Name: h.Handler, Class: h.Class}}
		if h.Command != "" {
			n.by.entry.Exec = []string{h.Command}
		}
	}
}

// trouble makes a problem of what handing over came to.
func (n *named) trouble(err error) error {
	var p *proof.Problem
	var un *system.Unavailable
	switch {
	case err == nil:
		return nil
	case errors.As(err, &p):
		return err
	case errors.As(err, &un):
		return &proof.Problem{Reason: proof.ReasonUnavailable, Text: un.Capability.Reason + " " + un.Capability.Fix, Err: err}
	case errors.Is(err, system.ErrNoAnswer):
		return errors.Join(proof.ErrDispatched, err)
	case errors.Is(err, system.ErrNoHandler):
		return &proof.Problem{Reason: proof.ReasonUnavailable, Text: fmt.Sprintf("No program is set to open %s.", n.given.What), Err: err}
	case errors.Is(err, context.Canceled):
		return err
	}
	return &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("%s could not be handed to a program.", capital(n.given.What)), Err: err}
}

func (n *named) Wake(ctx context.Context) (<-chan struct{}, error) {
	return n.x.desk.Windows.Watch(ctx)
}

func (n *named) Before(ctx context.Context) error {
	ws, err := n.x.desk.Windows.List(ctx)
	if err != nil {
		return sentence(err, "")
	}
	n.had = map[desktop.WindowID]desktop.Window{}
	for _, w := range ws {
		n.had[w.ID] = w
	}
	return nil
}

// Relative: only a window that changes counts, so nothing can hold already.
func (n *named) Relative() {}

func (n *named) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	ws, err := n.x.desk.Windows.List(ctx)
	if err != nil {
		return proof.Unknown, proof.Evidence{}, sentence(err, "")
	}
	if !n.asked {
		return proof.Unsatisfied, proof.Evidence{}, nil
	}
	n.came, n.before = "", ""
	for _, w := range slices.Backward(ws) { // the one in front first
		if !ordinary(w) || !n.theirs(w) {
			continue
		}
		was, had := n.had[w.ID]
		ev := proof.Evidence{Kind: proof.WindowNew, What: fmt.Sprintf("Window “%s”", w.Title)}
		switch {
		case !had:
		case w.Title != was.Title:
			ev = proof.Evidence{Kind: proof.ValueRead, What: "The window's title", Before: quoted(was.Title), After: quoted(w.Title)}
		case w.Active && !was.Active:
			ev.Kind, ev.After = proof.StateRead, "in front"
		default:
			if w.Active && n.names(w.Title) {
				n.before = w.Title
			}
			continue
		}
		if n.names(w.Title) {
			n.seen = w.ID
			return proof.Satisfied, ev, nil
		}
		n.came = w.Title
	}
	return proof.Unsatisfied, proof.Evidence{}, nil
}

// theirs reports whether w is a window of whoever took the thing. Where that is not known, only the one in front can be.
func (n *named) theirs(w desktop.Window) bool {
	switch {
	case n.to.PID != 0:
		return w.PID == n.to.PID
	case n.by != nil:
		return n.by.of(w)
	}
	return w.Active
}

// names reports whether a title calls the thing by one of its names.
func (n *named) names(title string) bool {
	t := fold(title)
	return slices.ContainsFunc(n.given.Titles, func(s string) bool { return s != "" && containsWords(t, fold(s)) })
}

// unseen says what was seen instead.
func (n *named) unseen() string {
	to := n.to.Handler
	if to == "" {
		to = "the program that is set for it"
	}
	said := fmt.Sprintf("%s was handed to %s", capital(n.given.What), to)
	switch {
	case n.before != "":
		return said + fmt.Sprintf(", but “%s” was in front already, so nothing shows that it was opened now.", n.before)
	case n.came != "":
		return said + fmt.Sprintf(", and “%s” came up, which does not name it.", n.came)
	}
	return said + ", but no window shows that it opened."
}

// Names are the titles under which programs show a file or folder: its name, and a file's name without its ending.
func Names(file string, folder bool) []string {
	base := path.Base(file)
	if folder {
		return []string{base}
	}
	out := []string{base}
	if ext := path.Ext(base); ext != "" && ext != base {
		if stem := base[:len(base)-len(ext)]; len(stem) > 2 {
			out = append(out, stem)
		}
	}
	return out
}
