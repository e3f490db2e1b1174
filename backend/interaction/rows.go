package interaction

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

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

// roll is one list that is being scrolled in search of a row.
type roll struct {
	x      *Session
	fd     found
	list   desktop.Element
	bar    desktop.Element
	target desktop.Target
	wake   <-chan struct{}
	user   <-chan desktop.UserInput
	first  int    // among the list's widgets, of those that showed last
	home   *shown // as the user had left it
}

// shown is what a list shows.
type shown struct {
	at   float64 // of the scroll bar
	rows []desktop.Element
}

func (s shown) same(o shown) bool {
	return slices.EqualFunc(s.rows, o.rows, func(a, b desktop.Element) bool { return a.Name == b.Name && a.Bounds.Y == b.Bounds.Y })
}

func (s shown) pitch() float64 {
	if len(s.rows) < 2 {
		return 0
	}
	return (s.rows[len(s.rows)-1].Bounds.Y - s.rows[0].Bounds.Y) / float64(len(s.rows)-1)
}

// search gives the rows that fit and show, or tells how far it looked.
func (r *roll) search(ctx context.Context) ([]desktop.Element, sought, error) {
	now, err := r.look(ctx)
	if err != nil {
		return nil, soughtPart, err
	}
	r.home = &now
	rows, far, err := r.byOrder(ctx, now)
	if len(rows) > 0 || far != soughtNothing || err != nil {
		return rows, far, err
	}
	return r.throughAll(ctx)
}

// byOrder goes where the row would stand: at once when the rows have numbers, else by halves. It tells that the row is
// not there only of a list that goes by number.
func (r *roll) byOrder(ctx context.Context, now shown) ([]desktop.Element, sought, error) {
	o := orderFor(r.target.Label)
	lo, hi := r.bar.Min, r.bar.Max
	var above, below bool // it has been looked at lo and at hi
	for guess := range maxGuesses {
		if fit := r.fit(now); len(fit) > 0 {
			return fit, soughtWhole, nil
		}
		side, away, ok := o.place(names(now.rows))
		if !ok {
			return nil, soughtNothing, nil
		}
		switch side {
		case -1:
			hi, below = now.at, true
		case 1:
			lo, above = now.at, true
		}
		if side == 0 || hi-lo < 1 {
			return nil, o.absent(), nil
		}
		to := (lo + hi) / 2
		if away != 0 && guess < maxGuesses/3 { // numbers may have gaps, which mislead
			switch by := now.at + float64(away+len(now.rows)/2*side)*now.pitch(); {
			case by > lo && by < hi:
				to = by
			case by <= lo && !above:
				to = lo
			case by >= hi && !below:
				to = hi
			}
		}
		most := r.bar.Max
		next, moved, err := r.to(ctx, now, to)
		if err != nil {
			return nil, soughtPart, err
		}
		if !moved {
			return nil, o.absent(), nil // it is at its end
		}
		switch now = next; {
		case r.bar.Max > most:
			hi, below = r.bar.Max, false // it has loaded more
		case to > now.at+1:
			hi = now.at // what a bar counts includes the page that shows
		}
	}
	return nil, soughtPart, nil
}

// absent is what it means that a row is not where it would be: much when the rows have numbers, else little, since who
// sorts names has rules of his own.
func (o *ordering) absent() sought {
	if o.num {
		return soughtOrder
	}
	return soughtNothing
}

// throughAll looks at all of the list, a page at a time.
func (r *roll) throughAll(ctx context.Context) ([]desktop.Element, sought, error) {
	now, err := r.look(ctx)
	if err != nil {
		return nil, soughtPart, err
	}
	if now.at > r.bar.Min {
		if now, _, err = r.to(ctx, now, r.bar.Min); err != nil {
			return nil, soughtPart, err
		}
	}
	whole := soughtWhole
	step := r.fd.view(r.list).H * 0.8
	for range maxPages {
		if fit := r.fit(now); len(fit) > 0 {
			return fit, soughtWhole, nil
		}
		next, moved, err := r.to(ctx, now, now.at+step)
		if err != nil {
			return nil, soughtPart, err
		}
		if !moved {
			return nil, whole, nil
		}
		if len(now.rows) > 0 && !slices.Contains(names(next.rows), now.rows[len(now.rows)-1].Name) {
			whole, step = soughtPart, step/2 // some may have been between
		}
		now = next
	}
	return nil, soughtPart, nil // lists that load more as one scrolls have no end
}

// maxPages bounds how far a list is scrolled page by page.
const maxPages = 400

// fit picks the rows that fit.
func (r *roll) fit(s shown) []desktop.Element { return r.fd.rowsLike(r.list, s.rows, r.target) }

// look reads the rows that show.
func (r *roll) look(ctx context.Context) (shown, error) {
	var s shown
	bar, err := r.x.desk.Tree.Read(ctx, r.bar.Ref)
	if err != nil {
		return s, sentence(err, "")
	}
	if s.at, err = strconv.ParseFloat(bar.Value, 64); err != nil {
		return s, &proof.Problem{Reason: proof.ReasonUnsupported, Text: "The list does not tell how far it is scrolled."}
	}
	if bar.Max > bar.Min {
		r.bar.Min, r.bar.Max = bar.Min, bar.Max // lists that load more grow
	}
	s.rows, err = r.rows(ctx)
	return s, err
}

// maxMade bounds how many widgets of a list are looked at, manyMade how many at once: GTK 4 keeps some two hundred, and
// reading one takes twenty questions.
const (
	maxMade  = 600
	manyMade = 32
)

// rows reads the rows that show. They stand together among the widgets, so that only those around where they stood last
// are read, as far as they go.
func (r *roll) rows(ctx context.Context) ([]desktop.Element, error) {
	l, err := r.x.desk.Tree.Read(ctx, r.list.Ref)
	if err != nil {
		return nil, sentence(err, r.list.Describe())
	}
	n := min(l.Children, maxMade)
	known := map[int]desktop.Element{}
	done := make([]bool, n)
	view := r.fd.view(r.list)
	shows := func(i int) bool {
		e, ok := known[i]
		return ok && isRow(e) && e.Has(desktop.Visible) && !e.Bounds.Empty() && view.Contains(desktop.Point{X: view.Center().X, Y: e.Bounds.Center().Y})
	}
	read := func(from, to int) error {
		for from, to = max(from, 0), min(to, n); from < to && done[from]; from++ {
		}
		for from < to && done[to-1] {
			to--
		}
		if from >= to {
			return nil
		}
		es, err := r.x.desk.Tree.Page(ctx, r.list.Ref, from, to-from)
		for i, e := range es {
			if e.Index < 0 {
				e.Index = from + i
			}
			known[e.Index] = e
		}
		for i := from; i < to; i++ {
			done[i] = true
		}
		return err
	}
	starts := []int{r.first - manyMade/4, n/2 - manyMade/4, 0, n - manyMade}
	for from := 0; from < n; from += manyMade {
		starts = append(starts, from)
	}
	for _, from := range starts {
		if err := read(from, from+manyMade); err != nil {
			return nil, sentence(err, r.list.Describe())
		}
		top := -1
		for i := range n {
			if shows(i) && (top < 0 || known[i].Bounds.Y < known[top].Bounds.Y) {
				top = i
			}
		}
		if top < 0 {
			continue
		}
		var out []desktop.Element
		step := func(i, by int) error {
			for ; i >= 0 && i < n; i += by {
				if !done[i] {
					if err := read(min(i, i+by*manyMade/2), max(i, i+by*manyMade/2)+1); err != nil {
						return sentence(err, r.list.Describe())
					}
				}
				if !shows(i) {
					return nil
				}
				out = append(out, known[i])
			}
			return nil
		}
		if err := step(top, 1); err != nil {
			return nil, err
		}
		if err := step(top-1, -1); err != nil {
			return nil, err
		}
		slices.SortStableFunc(out, func(a, b desktop.Element) int { return int(a.Bounds.Y - b.Bounds.Y) })
		r.first = out[0].Index
		return out, nil
	}
	return nil, nil
}

// rollLooks is how often is looked for rows to have moved; a busy program takes its time to draw.
const rollLooks = 6

// to sets the scroll bar and waits until other rows show and stand still. A list that has just come up takes no notice of
// the first time, so that it is told again.
func (r *roll) to(ctx context.Context, was shown, to float64) (shown, bool, error) {
	to = min(max(to, r.bar.Min), r.bar.Max)
	down := 1.0
	if to < was.at {
		down = -1
	}
	for try := range 3 {
		r.x.all.sent(time.Now())
		if err := r.x.desk.Actor.Do(ctx, r.bar.Ref, desktop.SetValue, desktop.Arg{Number: to - down*float64(try)}); err != nil {
			return was, false, sentence(err, "")
		}
		now, moved, err := r.settle(ctx, was)
		if err != nil || moved || now.at == was.at {
			return now, moved, err
		}
	}
	return was, false, nil
}

// settle waits until the list shows other rows, twice the same. Scrolling gives few signals or none, so that it is looked
// at bounded distances too. What the user does ends it.
func (r *roll) settle(ctx context.Context, was shown) (shown, bool, error) {
	tick := time.NewTicker(scrollLook)
	defer tick.Stop()
	last := was
	for ticks := 0; ticks < rollLooks; {
		select {
		case _, ok := <-r.wake:
			if !ok {
				r.wake = nil
				continue
			}
		case <-tick.C:
			ticks++
		case _, ok := <-r.user:
			if !ok {
				r.user = nil
				continue
			}
			return last, false, &proof.Problem{Reason: proof.ReasonUserInput, Text: "You used the mouse or keyboard, so Pace stopped scrolling."}
		case <-ctx.Done():
			return last, false, ctx.Err()
		}
		now, err := r.look(ctx)
		if err != nil {
			return last, false, err
		}
		still := now.same(last)
		last = now
		if still && !now.same(was) {
			return now, true, nil
		}
		if still && now.at == was.at && ticks > 2 {
			return now, false, nil // the bar itself did not move
		}
	}
	return last, !last.same(was), nil
}

// putBack scrolls to where the list was.
func (r *roll) putBack(ctx context.Context) {
	if r.home == nil {
		return
	}
	ctx, stop := context.WithTimeout(ctx, r.x.cfg.BudgetPress)
	defer stop()
	if now, err := r.look(ctx); err == nil && !now.same(*r.home) {
		_, _, _ = r.to(ctx, now, r.home.at)
	}
}
