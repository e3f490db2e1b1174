package interaction

import (
	"context"
	"slices"
	"strconv"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
)

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
