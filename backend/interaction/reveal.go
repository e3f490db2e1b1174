package interaction

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// reveal scrolls the target into view if it is not, and reads where it is now. Means, best first: the element's own
// way of showing itself, the scroll bar of the list it is in, the focus (which some toolkits follow).
func (x *Session) reveal(ctx context.Context, fd found) (desktop.Element, error) {
	el, err := x.fresh(ctx, fd.at, fd.el)
	if err != nil {
		return el, sentence(err, fd.el.Describe())
	}
	if p := reused(fd.el, el); p != nil {
		return el, p
	}
	if fd.inView(el) {
		return el, nil
	}
	wctx, stop := context.WithTimeout(ctx, x.cfg.BudgetPress)
	defer stop()
	wake := fd.a.wake(wctx)
	for _, v := range [...]desktop.Verb{desktop.Reveal, desktop.Focus} {
		if x.desk.Actor == nil || v != desktop.Reveal && !el.Can(v) {
			continue
		}
		if err := x.desk.Actor.Do(ctx, el.Ref, v, desktop.Arg{}); err != nil {
			continue
		}
		if now, ok := x.comesIntoView(wctx, fd, el, wake); ok {
			return now, nil
		}
		if ctx.Err() != nil {
			return el, ctx.Err()
		}
	}
	if now, ok := x.scrollTo(wctx, fd, el, wake); ok {
		return now, nil
	}
	far, end := context.WithTimeout(ctx, 4*x.cfg.BudgetPress) // thousands of rows take their time
	defer end()
	if now, ok := x.wheelTo(far, fd, el, fd.a.wake(far)); ok {
		return now, nil
	}
	if ctx.Err() != nil {
		return el, ctx.Err()
	}
	return el, &proof.Problem{Reason: proof.ReasonObstructed, Text: fmt.Sprintf("%s could not be scrolled into view.", capital(el.Describe()))}
}

// Scrolling gives no accessibility signal in GTK3, so besides signals it is looked for at these distances.
const (
	scrollLook  = 30 * time.Millisecond
	scrollLooks = 6
)

// comesIntoView waits a moment for a scroll that has been asked for.
func (x *Session) comesIntoView(ctx context.Context, fd found, el desktop.Element, wake <-chan struct{}) (desktop.Element, bool) {
	look := time.NewTicker(scrollLook)
	defer look.Stop()
	for range scrollLooks {
		if now, err := x.fresh(ctx, fd.at, el); err == nil && fd.inView(now) {
			return now, true
		}
		select {
		case <-wake:
		case <-look.C:
		case <-ctx.Done():
			return el, false
		}
	}
	return el, false
}

// maxTurns bounds how often a scroll bar is turned towards one row; two are enough when it counts in pixels.
const maxTurns = 8

// scrollTo turns the scroll bar beside the list until the row shows: by its place in the list while the toolkit does
// not say where it lies, then by the distance that is left.
func (x *Session) scrollTo(ctx context.Context, fd found, el desktop.Element, wake <-chan struct{}) (desktop.Element, bool) {
	list, ok := fd.f.byRef[el.Parent]
	if !ok || x.desk.Actor == nil {
		return el, false
	}
	bar, ok := fd.barOf(list)
	if !ok {
		return el, false
	}
	perPoint := 1.0 // how far the bar moves for one point of the list
	if list.Bounds.H > 0 && bar.Max-bar.Min < list.Bounds.H/2 {
		perPoint = (bar.Max - bar.Min) / list.Bounds.H
	}
	for range maxTurns {
		now, err := x.fresh(ctx, fd.at, el)
		if err != nil {
			return el, false
		}
		b, err := x.desk.Tree.Read(ctx, bar.Ref)
		if err != nil {
			return el, false
		}
		at, err := strconv.ParseFloat(b.Value, 64)
		if err != nil {
			return el, false
		}
		to := at
		switch {
		case !now.Bounds.Empty():
			to = at + (now.Bounds.Center().Y-bar.Bounds.Center().Y)*perPoint
		case el.Index >= 0 && list.Children > 0:
			to = bar.Min + (bar.Max-bar.Min)*float64(el.Index)/float64(list.Children)
		default:
			return el, false
		}
		to = min(max(to, bar.Min), bar.Max)
		if err := x.desk.Actor.Do(ctx, bar.Ref, desktop.SetValue, desktop.Arg{Number: to}); err != nil {
			return el, false
		}
		if now, ok := x.comesIntoView(ctx, fd, el, wake); ok {
			return now, true
		}
		if ctx.Err() != nil {
			return el, false
		}
	}
	return el, false
}

// barOf finds the upright scroll bar of a list: the one in the same scrolling frame, else the one that stands beside it.
func (fd found) barOf(list desktop.Element) (desktop.Element, bool) {
	frames := map[desktop.Ref]bool{}
	for i, up := 0, fd.f.ancestors(list); i < 3 && i < len(up); i++ {
		if a := up[len(up)-1-i]; a.Role != desktop.WindowRole && a.Role != desktop.Dialog {
			frames[a.Ref] = true
		}
	}
	var beside desktop.Element
	for _, e := range fd.f.snap.Elements {
		if e.Role != desktop.ScrollBar || !e.Has(desktop.Visible) || e.Bounds.H <= e.Bounds.W || e.Max <= e.Min {
			continue
		}
		if frames[e.Parent] {
			return e, true
		}
		l, b := list.Bounds, e.Bounds
		if b.X+b.W >= l.X && b.X <= l.X+l.W+2*b.W && b.Y < l.Y+l.H && b.Y+b.H > l.Y {
			beside = e
		}
	}
	return beside, !beside.Ref.Zero()
}

// scrolledAway reports whether a list is only scrolled: GTK 3 says of a long one that it does not show when its upper
// end is more than 32,767 points away, though the frame around it does.
func (fd found) scrolledAway(list desktop.Element) bool {
	if list.Role != desktop.List && list.Role != desktop.Table {
		return false
	}
	if list.Has(desktop.Visible) {
		return true
	}
	bar, ok := fd.barOf(list)
	if !ok {
		return false
	}
	up := fd.f.ancestors(list)
	for i := len(up) - 1; i >= 0 && i >= len(up)-3; i-- {
		switch a := up[i]; {
		case a.Role == desktop.WindowRole || a.Role == desktop.Menu || a.Role == desktop.Combo:
			return false
		case a.Ref == bar.Parent || i == len(up)-1 && a.Has(desktop.Visible):
			return a.Has(desktop.Visible)
		}
	}
	return false
}

// view is the part of the screen in which a list shows.
func (fd found) view(list desktop.Element) desktop.Rect {
	r := list.Bounds
	if bar, ok := fd.barOf(list); ok {
		if !r.Empty() && r.Y <= bar.Bounds.Y && r.Y+r.H >= bar.Bounds.Y+bar.Bounds.H {
			r.Y, r.H = bar.Bounds.Y, bar.Bounds.H
		} else { // it went around, or is not told: what is left of the bar as far as the frame reaches
			w := min(200, bar.Bounds.X-fd.win.Bounds.X)
			r = desktop.Rect{X: bar.Bounds.X - w, Y: bar.Bounds.Y, W: w, H: bar.Bounds.H}
		}
	}
	if !fd.win.Bounds.Empty() {
		r = r.Intersect(fd.win.Bounds)
	}
	return r
}

// middle is where a person would point: the middle of what shows of el across the lists it is in. Qt says of a row that
// it is as wide as it could be, which may be far more than its list.
func (fd found) middle(el desktop.Element) desktop.Point {
	r := el.Bounds
	for _, p := range fd.f.ancestors(el) {
		if (p.Role == desktop.List || p.Role == desktop.Table) && !p.Bounds.Empty() {
			left, right := max(r.X, p.Bounds.X), min(r.X+r.W, p.Bounds.X+p.Bounds.W)
			if left < right {
				r.X, r.W = left, right-left
			}
		}
	}
	return r.Center()
}

// inView reports whether the middle of el lies in all that encloses it. A list is as high as all its rows; what clips
// it is the view around it, and the scroll bar beside it is as high as that view.
func (fd found) inView(el desktop.Element) bool {
	if el.Bounds.Empty() || !el.Has(desktop.Visible) {
		return false
	}
	c := fd.middle(el)
	for _, p := range fd.f.ancestors(el) {
		switch p.Role {
		case desktop.Menu, desktop.MenuItem, desktop.MenuBar, desktop.Combo:
			continue // what opens over a window is not clipped by it
		}
		if !p.Bounds.Empty() && !p.Bounds.Contains(c) {
			return false
		}
		if p.Role == desktop.List || p.Role == desktop.Table {
			if bar, ok := fd.barOf(p); ok && (c.Y < bar.Bounds.Y || c.Y >= bar.Bounds.Y+bar.Bounds.H) {
				return false
			}
		}
	}
	return true
}
