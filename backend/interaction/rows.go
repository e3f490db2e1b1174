package interaction

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// How far a list was looked through for a row that was not found.
type sought string

const (
	soughtNothing sought = ""      // there was no list to look through
	soughtPart    sought = "part"  // some of it
	soughtOrder   sought = "order" // where the row would stand: its rows go by number
	soughtWhole   sought = "whole" // all of it
)

// worse is how far two lists were looked through together.
func (s sought) worse(o sought) sought {
	rank := []sought{soughtNothing, soughtWhole, soughtOrder, soughtPart}
	return rank[max(slices.Index(rank, s), slices.Index(rank, o))]
}

var trailingNumber = regexp.MustCompile(`(\d+)\D*$`)

// numbered splits a folded name at its last number.
func numbered(name string) (stem string, n int, ok bool) {
	at := trailingNumber.FindStringSubmatchIndex(name)
	if at == nil {
		return name, 0, false
	}
	n, err := strconv.Atoi(name[at[2]:at[3]])
	return name[:at[2]] + "#" + name[at[3]:], n, err == nil
}

// ordering tells where a row would stand in a list whose rows go by number or by name.
type ordering struct {
	want, stem string
	n          int
	num        bool
	up         int // 1 when they rise, -1 when they fall, 0 while that is not known
}

func orderFor(label string) *ordering {
	o := &ordering{want: fold(label)}
	o.stem, o.n, o.num = numbered(o.want)
	return o
}

// fits reports whether a row is called like the one that is wanted, save for the number.
func (o *ordering) fits(row string) bool {
	stem, _, ok := numbered(fold(row))
	return ok && o.num && stem == o.stem
}

// place tells from some neighbouring rows, top to bottom, in which direction the wanted one lies: -1 above them, 1 below, 0
// among them or nowhere; and how many rows away, when they have numbers. ok is false when they are in no order.
func (o *ordering) place(rows []string) (side, away int, ok bool) {
	if o.num {
		if first, last, ok := o.numbers(rows); ok {
			switch {
			case (o.n-first)*o.up < 0:
				return -1, (o.n - first) * o.up, true
			case (o.n-last)*o.up > 0:
				return 1, (o.n - last) * o.up, true
			}
			return 0, 0, true
		}
		return 0, 0, false
	}
	names := make([]string, len(rows))
	for i, r := range rows {
		names[i] = fold(r)
	}
	if len(names) < 3 || names[0] == names[len(names)-1] || !o.same(strings.Compare(names[len(names)-1], names[0])) {
		return 0, 0, false
	}
	if !slices.IsSortedFunc(names, func(a, b string) int { return strings.Compare(a, b) * o.up }) {
		o.up = 0
		return 0, 0, false
	}
	switch {
	case strings.Compare(o.want, names[0])*o.up < 0:
		return -1, 0, true
	case strings.Compare(o.want, names[len(names)-1])*o.up > 0:
		return 1, 0, true
	}
	return 0, 0, true
}

// numbers are the first and the last number of the rows, when they rise or fall all the way.
func (o *ordering) numbers(rows []string) (first, last int, ok bool) {
	var ns []int
	for _, r := range rows {
		if stem, n, ok := numbered(fold(r)); ok && stem == o.stem {
			ns = append(ns, n)
		}
	}
	if len(ns) < 2 || 2*len(ns) < len(rows) || !o.same(ns[len(ns)-1]-ns[0]) {
		return 0, 0, false
	}
	for i := 1; i < len(ns); i++ {
		if (ns[i]-ns[i-1])*o.up <= 0 {
			o.up = 0
			return 0, 0, false
		}
	}
	return ns[0], ns[len(ns)-1], true
}

// same reports whether the direction is the one that other rows of the list had.
func (o *ordering) same(direction int) bool {
	up := 1
	if direction < 0 {
		up = -1
	}
	if direction == 0 || o.up == -up {
		return false
	}
	o.up = up
	return true
}

// pageRows is how many rows are read at once, fewRows how many to see where in a list one is, and maxGuesses bounds how
// often that is done.
const (
	pageRows   = 200
	fewRows    = 6
	maxGuesses = 24
)

// rowFar looks for rows of the lists that the snapshot did not hold whole: all that fit in the page where the first is
// found.
func (x *Session) rowFar(ctx context.Context, fd found, t desktop.Target) ([]desktop.Element, error) {
	rows, _, err := x.rowsFar(ctx, fd, t)
	return rows, err
}

// rowsFar also tells how far it looked when there are none. Where the rows go by number or name only a few are read:
// reading all of five thousand takes seconds. Searching row by row ends with its time.
func (x *Session) rowsFar(ctx context.Context, fd found, t desktop.Target) ([]desktop.Element, sought, error) {
	read := map[desktop.Ref]int{}
	for _, e := range fd.f.snap.Elements {
		read[e.Parent]++
	}
	looked := soughtNothing
	wctx, stop := context.WithTimeout(ctx, 2*x.cfg.BudgetPress)
	defer stop()
	for _, l := range fd.f.snap.Elements {
		if l.Children <= read[l.Ref] || l.Children <= 20 || !l.Has(desktop.Visible) && !fd.scrolledAway(l) {
			continue
		}
		rows, far := x.rowIn(wctx, fd, l, t)
		if len(rows) > 0 {
			return rows, far, nil
		}
		if ctx.Err() != nil {
			return nil, far, ctx.Err()
		}
		looked = looked.worse(far)
	}
	return nil, looked, nil
}

// rowIn looks through one list.
func (x *Session) rowIn(ctx context.Context, fd found, l desktop.Element, t desktop.Target) ([]desktop.Element, sought) {
	page := func(from, n int) (all, fit []desktop.Element, err error) {
		all, err = x.desk.Tree.Page(ctx, l.Ref, from, n)
		return all, fd.rowsLike(l, all, t), err
	}
	if !fd.remakes() {
		o := orderFor(t.Label)
		lo, hi := 0, l.Children // it is in lo..hi, if anywhere
		at := (lo + hi) / 2
		if o.num && o.n < l.Children+2 {
			at = o.n // most long lists begin with 0 or 1
		}
		for range maxGuesses {
			from := min(max(at-fewRows/2, 0), max(l.Children-fewRows, 0))
			all, fit, err := page(from, fewRows)
			if err != nil || len(all) == 0 {
				break
			}
			if len(fit) > 0 {
				return fit, soughtWhole
			}
			side, away, ok := o.place(names(all))
			if !ok {
				break
			}
			if side < 0 {
				hi = from
			} else {
				lo = from + len(all)
			}
			if side == 0 || lo >= hi {
				if o.num {
					return nil, soughtOrder
				}
				break // what is in order by name need not be by these rules
			}
			if at = from + len(all)/2 + away; away == 0 || at < lo || at >= hi {
				at = (lo + hi) / 2
				if away > 0 && o.num && at < hi-1 && lo+away >= hi {
					at = hi - 1 // it says of most that they are not there at all
				}
			}
		}
	}
	var hidden []desktop.Element
	for from := 0; from < l.Children; from += pageRows {
		all, fit, err := page(from, pageRows)
		if err != nil || len(all) == 0 || from >= maxRows {
			return hidden, soughtPart
		}
		if !fd.remakes() && len(fit) > 0 {
			return fit, soughtWhole
		}
		shown := slices.DeleteFunc(slices.Clone(fit), func(e desktop.Element) bool { return !e.Has(desktop.Visible) })
		if len(shown) > 0 {
			return shown, soughtWhole
		}
		hidden = append(hidden, fit...) // a row that waits to be made into another keeps its name meanwhile
	}
	return hidden, soughtWhole
}

// maxRows bounds how many rows are looked at one by one.
const maxRows = 20000

// rowsLike picks the rows of a list that fit a target.
func (fd found) rowsLike(l desktop.Element, all []desktop.Element, t desktop.Target) (rows []desktop.Element) {
	want := fold(t.Label)
	for _, e := range all {
		e.Parent = l.Ref
		if len(e.Path) == 0 {
			e.Path = append(append([]desktop.Step{}, l.Path...), desktop.Step{Role: e.Role, Name: e.Name})
		}
		if score(e, want) > near && fd.f.usable(e) && sameRole(t.Role, e.Role) && (t.Container == "" || fd.f.inside(e, t.Container)) {
			rows = append(rows, e)
		}
	}
	return rows
}

func names(rows []desktop.Element) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.Name
	}
	return out
}

// remakes reports whether the program's lists have widgets only for the rows that show, and use them again for others.
func (fd found) remakes() bool { return fd.at.app.Toolkit == desktop.GTK4 }

// unmade reports whether what was found is a row that does not show now: only its widget is there, kept for another.
func (fd found) unmade() bool {
	if !fd.remakes() || !isRow(fd.el) || fd.el.Has(desktop.Visible) {
		return false
	}
	l, ok := fd.f.byRef[fd.el.Parent]
	return ok && l.Has(desktop.Visible) && (l.Role == desktop.List || l.Role == desktop.Table)
}

func isRow(e desktop.Element) bool { return e.Role == desktop.ListItem || e.Role == desktop.Cell }

// reused refuses a row that has become another one since it was found.
func reused(was, now desktop.Element) *proof.Problem {
	if !isRow(was) || was.Name == "" || fold(was.Name) == fold(now.Name) {
		return nil
	}
	return &proof.Problem{Reason: proof.ReasonGone, Text: fmt.Sprintf("%s is no longer there: its place in the list is taken by “%s” now.", capital(was.Describe()), now.Name)}
}

// partial lists the visible lists of the window that have more rows than the tree holds, and a scroll bar that can be set.
func (fd found) partial() (out []desktop.Element) {
	for _, l := range fd.f.snap.Elements {
		if l.Role != desktop.List && l.Role != desktop.Table || !l.Has(desktop.Visible) {
			continue
		}
		if w, _ := fd.f.window(l); w.Ref != fd.win.Ref {
			continue
		}
		bar, ok := fd.barOf(l)
		if !ok || !bar.Can(desktop.SetValue) {
			continue
		}
		unmade, first, last, shown := false, 0.0, 0.0, 0
		for _, e := range fd.f.snap.Elements {
			switch {
			case e.Parent != l.Ref || !isRow(e):
			case !e.Has(desktop.Visible) || e.Bounds.Empty():
				unmade = true
			default:
				if shown++; shown == 1 {
					first = e.Bounds.Y
				}
				last = e.Bounds.Y
			}
		}
		if shown < 2 {
			continue
		}
		pitch := (last - first) / float64(shown-1)
		if fd.remakes() && unmade || pitch > 0 && pitch*float64(l.Children)*1.2 < bar.Max-bar.Min {
			out = append(out, l)
		}
	}
	return out
}

// alike reports whether a target is called like the rows of a list that is there only in part, save for its number.
func (fd found) alike(lists []desktop.Element, label string) bool {
	o := orderFor(label)
	return slices.ContainsFunc(fd.f.snap.Elements, func(e desktop.Element) bool {
		return isRow(e) && o.fits(e.Name) && slices.ContainsFunc(lists, func(l desktop.Element) bool { return l.Ref == e.Parent })
	})
}

// scrollFor scrolls the lists that the tree holds only in part until the wanted row shows, and gives the row as it was
// found then. When there is none the lists are put back, and the problem says how much of them was looked through.
func (x *Session) scrollFor(ctx context.Context, fd found, t desktop.Target, lists []desktop.Element) (found, error) {
	if x.desk.Actor == nil {
		return fd, x.missing("Actor")
	}
	if x.desk.Input != nil && !x.handsOff(ctx) {
		return fd, &proof.Problem{Reason: proof.ReasonUserInput, Text: "You are using the mouse or keyboard, so Pace did not scroll."}
	}
	wctx, stop := context.WithTimeout(ctx, 4*x.cfg.BudgetPress)
	defer stop()
	looked := soughtNothing
	for _, l := range lists {
		r := &roll{x: x, fd: fd, list: l, target: t, wake: fd.a.wake(wctx)}
		r.bar, _ = fd.barOf(l)
		if x.desk.Input != nil {
			r.user, _ = x.desk.Input.UserActive(wctx)
		}
		rows, far, err := r.search(wctx)
		var p *proof.Problem
		switch {
		case ctx.Err() != nil:
			return fd, ctx.Err()
		case errors.As(err, &p) && p.Reason == proof.ReasonUserInput:
			return fd, p // whoever has taken over has the list as well
		case len(rows) > 0:
			return x.rolled(ctx, fd, t, rows)
		}
		r.putBack(ctx)
		if err != nil {
			far = soughtPart
		}
		looked = looked.worse(far)
	}
	fd.far = looked
	return fd, notThere(t, fd, nil)
}

// rolled makes what was found of the rows that show now.
func (x *Session) rolled(ctx context.Context, fd found, t desktop.Target, rows []desktop.Element) (found, error) {
	now, err := x.lookAt(ctx, fd.at, firstLook, fd.f.usable)
	if err != nil {
		return fd, err
	}
	now.at, now.win = fd.at, fd.win
	switch {
	case t.Nth > len(rows):
		return now, &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("There are only %d called “%s” where the list was scrolled to.", len(rows), t.Label)}
	case t.Nth > 0:
		rows = rows[t.Nth-1 : t.Nth]
	case len(rows) > 1:
		return now, &proof.Problem{Reason: proof.ReasonAmbiguous,
			Text: fmt.Sprintf("There are %d called “%s”. Which one?", len(rows), t.Label), Candidates: now.candidates(rows)}
	}
	now.el = rows[0]
	if e, ok := now.f.byRef[now.el.Ref]; ok && e.Name == now.el.Name && e.Has(desktop.Visible) {
		now.el = e
	}
	return now, nil
}
