package interaction

import (
	"context"
	"fmt"
	"strings"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// found is a target as it stands on the screen now, with the snapshot it was found in.
type found struct {
	at      place
	a       *attention
	f       finder
	taken   int            // mark of a when the snapshot began
	hovered time.Time      // when the pointer passed over it
	kept    desktop.Keeper // when it was found in what was read before
	front   func() bool    // then: whether its window is in front, asked beside the reading of the target
	far     sought         // how far lists were looked through, when it is not there
	el      desktop.Element
	win     desktop.Element
}

// limits of the first look and of the second, taken only when the first was cut short.
var (
	firstLook  = desktop.Limits{Hidden: true}
	secondLook = desktop.Limits{Hidden: true, Nodes: 30000, Budget: 4000}
)

// look reads the place of a target.
func (x *Session) look(ctx context.Context, t *desktop.Target, l desktop.Limits, usable func(desktop.Element) bool) (found, error) {
	at, err := x.where(ctx, t)
	if err != nil {
		return found{}, err
	}
	return x.lookAt(ctx, at, l, usable)
}

// lookAt reads a place that is known.
func (x *Session) lookAt(ctx context.Context, at place, l desktop.Limits, usable func(desktop.Element) bool) (found, error) {
	a, err := x.attention(at.app.Ref)
	if err != nil {
		return found{}, sentence(err, "")
	}
	x.last = at.app.Name
	fd := found{at: at, a: a, taken: a.mark()}
	s, err := x.desk.Tree.Snapshot(ctx, desktop.Scope{App: at.app.Ref}, l)
	if err != nil {
		return found{}, sentence(err, "")
	}
	if s.App.Ref.Zero() {
		s.App = at.app
	}
	fd.f = newFinder(s, usable)
	fd.win, _ = windowElement(s, at.window)
	if at.window.Active {
		x.all.looked(at)
	}
	return fd, nil
}

// find finds the one element a target means. Nothing or several is a Problem: candidates are offered, never chosen.
func (x *Session) find(ctx context.Context, t desktop.Target, usable func(desktop.Element) bool) (found, error) {
	t.Path = append([]string(nil), t.Path...)
	if t.Label == "" && len(t.Path) == 0 {
		return found{}, &proof.Problem{Reason: proof.ReasonInvalid, Text: "It was not said what to press."}
	}
	fd, err := x.look(ctx, &t, firstLook, usable)
	if err != nil {
		return found{}, err
	}
	best, nearly := fd.f.find(t)
	if len(best) == 0 && t.Container != "" && len(containerLevels(t.Container)) == 1 {
		// "press 7 in the calculator": the container may be a program or a window of its own.
		u := t
		u.App, u.Container = trimKind(fold(t.Container)), ""
		if other, oerr := x.look(ctx, &u, firstLook, usable); oerr == nil {
			if b, _ := other.f.find(u); len(b) > 0 {
				fd, best, t = other, b, u
			}
		}
	}
	if len(best) == 0 && cut(fd.f.snap) {
		if wide, werr := x.look(ctx, &t, secondLook, usable); werr == nil {
			fd = wide
			best, nearly = fd.f.find(t)
		}
	}
	if len(best) == 0 {
		rows, far, rerr := x.rowsFar(ctx, fd, t)
		if rerr != nil {
			return found{}, rerr
		}
		best, fd.far = rows, far
	}
	if twins := x.uninvited(fd, best); len(twins) > 1 && t.Nth == 0 {
		best = twins
	} else {
		best = fd.nearest(best)
	}
	switch {
	case len(best) == 0:
		return fd, notThere(t, fd, nearly)
	case t.Nth > 0 && t.Nth <= len(best):
		best = best[t.Nth-1 : t.Nth]
	case t.Nth > len(best):
		return fd, &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("There are only %d called “%s”.", len(best), t.Label)}
	case len(best) > 1:
		return fd, &proof.Problem{Reason: proof.ReasonAmbiguous,
			Text: fmt.Sprintf("There are %d called “%s”. Which one?", len(best), t.Label), Candidates: fd.candidates(best)}
	}
	fd.el = best[0]
	if w, ok := fd.f.window(fd.el); ok {
		if w.Ref != fd.win.Ref {
			fd.at.window = x.windowOfElement(ctx, fd.at, w)
		}
		fd.win = w
	}
	return fd, nil
}

// uninvited lists what fits in the window that the plan worked in and in one of the same program that came up in front of
// it by itself, when it fits in both: which is meant can't be told. A modal dialog has to be answered first, whoever
// opened it.
func (x *Session) uninvited(fd found, es []desktop.Element) []desktop.Element {
	if x.before.ID == 0 || x.before.PID != fd.at.window.PID || fd.at.window.Modal || fd.at.window.ID != x.worked.ID {
		return nil
	}
	var here, there []desktop.Element
	for _, e := range es {
		switch w, ok := fd.f.window(e); {
		case !ok || !e.Has(desktop.Visible):
		case w.Ref == fd.win.Ref:
			here = append(here, e)
		case w.Name == x.before.Title && !w.Has(desktop.Modal):
			there = append(there, e)
		}
	}
	if len(here) == 0 || len(there) == 0 || fd.win.Has(desktop.Modal) {
		return nil
	}
	return append(here, there...)
}

// windowOfElement is the window-system window of a top-level element other than the one in front: keys and clicks
// must go to it and not to whatever of the same program lies over it.
func (x *Session) windowOfElement(ctx context.Context, at place, top desktop.Element) desktop.Window {
	if x.desk.Windows == nil {
		return at.window
	}
	ws, err := x.desk.Windows.List(ctx)
	if err != nil {
		return at.window
	}
	for i := len(ws) - 1; i >= 0; i-- {
		if w := ws[i]; w.PID == at.app.PID && !w.Own && w.Title == top.Name {
			return w
		}
	}
	return at.window
}

func cut(s desktop.Snapshot) bool {
	for _, w := range s.Truncated {
		if w == "nodes" || w == "budget" {
			return true
		}
	}
	return false
}

// nearest keeps what a person would mean first: what shows in the window in front, then in the program's other
// windows, then what is hidden behind a menu or tab.
func (fd found) nearest(es []desktop.Element) []desktop.Element {
	if len(es) < 2 {
		return es
	}
	rank := func(e desktop.Element) int {
		w, _ := fd.f.window(e)
		r := 0
		if w.Ref != fd.win.Ref && e.Role != desktop.Menu {
			r++
		}
		if !e.Has(desktop.Visible) {
			r += 2
		}
		return r
	}
	best := rank(es[0])
	for _, e := range es {
		best = min(best, rank(e))
	}
	var out []desktop.Element
	for _, e := range es {
		if rank(e) == best {
			out = append(out, e)
		}
	}
	return out
}

func notThere(t desktop.Target, fd found, nearly []desktop.Element) *proof.Problem {
	where := fd.at.app.Name
	if fd.at.window.Title != "" {
		where = fd.at.window.Title
	}
	if where == "" {
		where = "this window"
	} else {
		where = "“" + where + "”"
	}
	what := "“" + t.Label + "”"
	if t.Container != "" {
		what += " in “" + t.Container + "”"
	}
	p := &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("There is no %s in %s.", what, where)}
	if len(nearly) > 0 && len(nearly) <= 5 {
		p.Candidates = fd.candidates(nearly)
		p.Text = fmt.Sprintf("There is no %s in %s. Did you mean %s?", what, where, spoken(p.Candidates))
	} else if fd.far == soughtOrder {
		p.Text = fmt.Sprintf("There is no %s in %s: the list goes by number, and it is not where it would be.", what, where)
	} else if fd.far == soughtPart {
		p.Text = fmt.Sprintf("Pace did not find %s in %s, and did not get through all of its rows.", what, where)
	} else if fd.unread() {
		p.Text = fmt.Sprintf("Pace did not find %s in %s, and could not read all of it.", what, where)
	}
	return p
}

// unread reports whether something of the window was not looked at, rows that were paged through aside.
func (fd found) unread() bool {
	for _, w := range fd.f.snap.Truncated {
		if w != "paged" || fd.far != soughtWhole {
			return true
		}
	}
	return fd.f.snap.Unreadable > 0
}

func spoken(cs []proof.Candidate) string {
	var names []string
	for _, c := range cs {
		names = append(names, "“"+c.Label+"”")
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// candidates names elements so that a person can tell them apart: by what encloses them, else by their place.
func (fd found) candidates(es []desktop.Element) []proof.Candidate {
	var out []proof.Candidate
	count := map[string]int{}
	label := func(e desktop.Element) string {
		l := e.Name
		for i := len(e.Path) - 2; i >= 0; i-- {
			if n := e.Path[i].Name; n != "" && fold(n) != fold(e.Name) {
				return l + " in " + n
			}
		}
		return l
	}
	for _, e := range es {
		count[label(e)]++
	}
	seen := map[string]int{}
	for _, e := range es {
		l := label(e)
		if count[l] > 1 {
			seen[l]++
			l = fmt.Sprintf("%s (%d of %d)", l, seen[l], count[l])
		}
		one := fd
		one.el = e
		out = append(out, proof.Candidate{Label: l, Path: one.path()})
	}
	return out
}
