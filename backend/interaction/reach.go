package interaction

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// maxGates bounds how many menus, tabs and lists are opened on the way to one target.
const maxGates = 6

// reach finds a target and opens what hides it, each gate proven: the menus above it, the tab it lies on, the
// list it is a row of. It returns the target as it shows now and what was opened on the way.
func (x *Session) reach(ctx context.Context, t desktop.Target, usable func(desktop.Element) bool) (found, []proof.Evidence, error) {
	var way []proof.Evidence
	var first error
	tried := map[string]bool{}
	lazy := x.search(usable)
	scrolled := false
	for range maxGates + maxLazy {
		fd, err := x.find(ctx, t, usable)
		if err == nil && fd.unmade() {
			err = notThere(t, fd, nil)
		}
		if err != nil {
			if first == nil {
				first = err
			}
			lists, alike := fd.worthScrolling(t, err, usable)
			if scrolled {
				lists = nil
			}
			var gate found
			ok := false
			if !alike || len(lists) == 0 {
				gate, ok = lazy.next(ctx, fd, err, t)
			}
			if !ok && len(lists) > 0 {
				scrolled = true
				before := len(lazy.open)
				lazy.giveUp(ctx)
				row, serr := x.scrollFor(ctx, fd, t, lists)
				if p := (*proof.Problem)(nil); serr == nil || !errors.As(serr, &p) || p.Reason != proof.ReasonNotFound {
					return row, way, serr
				}
				first = serr
				if alike && before == 0 {
					continue // it may still be elsewhere
				}
			}
			if !ok {
				lazy.giveUp(ctx)
				return fd, way, first // says most: the target is not there
			}
			_ = lazy.enter(ctx, gate) // what does not open is one more that does not hold it
			continue
		}
		if shows(fd) {
			return fd, append(lazy.way(), way...), nil
		}
		gate, ok := fd.gate(tried)
		if !ok {
			return fd, way, &proof.Problem{Reason: proof.ReasonNotFound,
				Text: fmt.Sprintf("%s is there, but hidden, and Pace found no menu or tab that shows it.", capital(fd.el.Describe()))}
		}
		tried[fmt.Sprint(desktop.PathString(gate.Path))] = true
		el := fd.el
		gf := fd
		gf.el = gate
		ev, gerr := x.openGate(ctx, gf, &el)
		if gerr != nil {
			return fd, way, gerr
		}
		way = append(way, ev...)
	}
	return found{}, way, &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("“%s” could not be brought into view.", t.Label)}
}

// worthScrolling lists the lists that may hold a target beyond what the tree has of them, and tells whether it is called
// like their rows. A near fit is rather asked about than searched for.
func (fd found) worthScrolling(t desktop.Target, err error, usable func(desktop.Element) bool) (lists []desktop.Element, alike bool) {
	var p *proof.Problem
	if !errors.As(err, &p) || p.Reason != proof.ReasonNotFound || len(t.Path) > 0 || fd.f.byRef == nil ||
		!usable(desktop.Element{Role: desktop.ListItem, State: desktop.Enabled | desktop.Visible}) {
		return nil, false
	}
	lists = fd.partial()
	alike = fd.alike(lists, t.Label)
	if len(p.Candidates) > 0 && !alike {
		return nil, false
	}
	return lists, alike
}

// shows reports whether the target can be used as it is. Rows that were scrolled away still count: they can be
// revealed without opening anything.
func shows(fd found) bool {
	if fd.el.Has(desktop.Visible) {
		return true
	}
	if fd.el.Role == desktop.ListItem || fd.el.Role == desktop.Cell {
		p, ok := fd.f.byRef[fd.el.Parent]
		return !ok || p.Has(desktop.Visible) && p.Role != desktop.Menu && p.Role != desktop.Combo || fd.scrolledAway(p)
	}
	return false
}

// gate picks what has to be opened next so that the target shows.
func (fd found) gate(tried map[string]bool) (desktop.Element, bool) {
	fresh := func(e desktop.Element) bool { return !tried[fmt.Sprint(desktop.PathString(e.Path))] }
	up := fd.f.ancestors(fd.el)
	for i := len(up) - 1; i >= 0; i-- {
		e := up[i]
		if !e.Has(desktop.Visible) {
			continue
		}
		switch e.Role {
		case desktop.Menu, desktop.MenuItem, desktop.Combo, desktop.Tab:
			if fresh(e) && !(e.Role == desktop.Tab && e.Has(desktop.Selected)) {
				return e, true
			}
		}
		if e.Can(desktop.Expand) && e.Has(desktop.Expandable) && !e.Has(desktop.Expanded) && fresh(e) {
			return e, true
		}
		break
	}
	// Toolkits that keep tabs and pages apart: the place of the page, which is the outermost thing hidden, names its
	// tab.
	for _, page := range up {
		if page.Has(desktop.Visible) {
			continue
		}
		for _, tab := range fd.f.tabsFor(page) {
			if fresh(tab) && !tab.Has(desktop.Selected) {
				return tab, true
			}
		}
		break
	}
	return desktop.Element{}, false
}

// tabsFor lists the tabs that could show a page, likeliest first: the one of the same place, then the others.
func (f finder) tabsFor(page desktop.Element) []desktop.Element {
	var lists []desktop.Element
	for _, e := range f.snap.Elements {
		if e.Role == desktop.TabList && e.Has(desktop.Visible) {
			lists = append(lists, e)
		}
	}
	var first, rest []desktop.Element
	for _, l := range lists {
		n := 0
		for _, e := range f.snap.Elements {
			if e.Role != desktop.Tab || e.Parent != l.Ref {
				continue
			}
			if n == page.Index || page.Name != "" && fold(page.Name) == fold(e.Name) {
				first = append(first, e)
			} else {
				rest = append(rest, e)
			}
			n++
		}
	}
	return append(first, rest...)
}

// lazyGate is for programs that make the entries of a menu only when it opens: the container that was named is
// opened first, else nothing.
func (x *Session) lazyGate(ctx context.Context, err error, t desktop.Target, tried map[string]bool) (found, bool) {
	var p *proof.Problem
	if !errors.As(err, &p) || p.Reason != proof.ReasonNotFound || t.Container == "" {
		return found{}, false
	}
	levels := containerLevels(t.Container)
	for i, level := range levels {
		name, in := trimKind(fold(level)), strings.Join(levels[:i], " > ")
		if tried["lazy:"+in+">"+name] {
			continue
		}
		tried["lazy:"+in+">"+name] = true
		g, err := x.find(ctx, desktop.Target{Label: name, App: t.App, Container: in}, opensThings)
		if err != nil {
			return found{}, false
		}
		return g, true
	}
	return found{}, false
}

func opensThings(e desktop.Element) bool {
	switch e.Role {
	case desktop.Menu, desktop.MenuItem, desktop.Tab, desktop.Combo, desktop.Toggle:
		return true
	}
	return e.Can(desktop.Expand) || e.Role == desktop.Button
}

// openGate opens one gate and proves that what it hides now shows. A gate that has opened by itself meanwhile (menus
// open their first submenu when they get the keyboard) is left alone. behind is nil when that is not known yet.
func (x *Session) openGate(ctx context.Context, gate found, behind *desktop.Element) ([]proof.Evidence, error) {
	if !shows(gate) {
		return nil, &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("%s is hidden.", capital(gate.el.Describe()))}
	}
	var e proof.Expectation
	if gate.el.Role == desktop.Tab {
		e = &elementIs{x: x, fd: gate, want: "is selected", goal: true, test: func(el desktop.Element) bool { return el.Has(desktop.Selected) }}
	} else if behind != nil {
		b := gate
		b.el = *behind
		e = &elementIs{x: x, fd: b, want: "is shown", goal: true, test: func(el desktop.Element) bool { return el.Has(desktop.Visible) }, any: gateShows(gate.f, gate.el, *behind)}
	} else if entry(gate.el) {
		e = &opensUp{x: x, fd: gate}
	} else {
		e = x.changes(gate)
	}
	o := x.act(ctx, gate.at.app.Ref, e, func(ctx context.Context) (proof.Means, error) { return x.press(ctx, &gate, 1) }, x.cfg.BudgetPress)
	if !o.OK() {
		if p := o.Problem(); p != nil {
			return nil, &proof.Problem{Reason: p.Reason, Text: fmt.Sprintf("%s did not open: %s", capital(gate.el.Describe()), p.Error()), Err: p}
		}
		return nil, &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("%s did not open.", capital(gate.el.Describe()))}
	}
	return o.Evidence(), nil
}

// gateShows lists the elements between gate and target, any of which showing proves that the gate opened: a menu
// shows its own entries, not yet those of its submenus.
func gateShows(f finder, gate, behind desktop.Element) []desktop.Element {
	var out []desktop.Element
	below := false
	for _, e := range f.ancestors(behind) {
		if e.Ref == gate.Ref {
			below = true
			continue
		}
		if below {
			out = append(out, e)
		}
	}
	return out
}
