package interaction

import (
	"context"
	"math"
	"time"

	"pace/backend/desktop"
)

// maxWheels bounds how often the wheel is turned towards one row, and maxNotches how far at once.
const (
	maxWheels  = 30
	maxNotches = 400
)

// wheelTo turns the wheel over a list until a row shows whose place is told although it is scrolled away, as in Qt, which
// has no scroll bars in the tree. How far a notch goes is seen from how far the row has moved.
func (x *Session) wheelTo(ctx context.Context, fd found, el desktop.Element, wake <-chan struct{}) (desktop.Element, bool) {
	list, ok := fd.f.byRef[el.Parent]
	if !ok || (list.Role != desktop.List && list.Role != desktop.Table) || x.desk.Input == nil || el.Bounds.Empty() {
		return el, false
	}
	view := fd.view(list)
	if view.Empty() {
		return el, false
	}
	px, err := x.pixel(ctx, view.Center())
	if err != nil || !x.handsOff(ctx) || x.raise(ctx, fd.at) != nil || !x.mine(ctx, fd.at, px) {
		return el, false
	}
	notch, still := 0.0, 0
	for range maxWheels {
		away := el.Bounds.Center().Y - view.Center().Y
		n := int(math.Copysign(1, away))
		if notch > 0 {
			n = int(min(max(math.Round(away/notch), -maxNotches), maxNotches))
		}
		if n == 0 || x.desk.Input.Scroll(ctx, px, 0, n) != nil {
			return el, false
		}
		now, ok := x.standsStill(ctx, fd, el, wake)
		if !ok {
			return el, false
		}
		if fd.inView(now) {
			return now, true
		}
		moved := math.Abs(el.Bounds.Y - now.Bounds.Y)
		if moved < 1 {
			if still++; still > 2 {
				return el, false // it is at its end, or does not scroll
			}
		} else {
			notch, still = moved/math.Abs(float64(n)), 0
		}
		el = now
	}
	return el, false
}

// standsStill waits until a row that is being scrolled has come to rest: twice in the same place.
func (x *Session) standsStill(ctx context.Context, fd found, el desktop.Element, wake <-chan struct{}) (desktop.Element, bool) {
	look := time.NewTicker(scrollLook)
	defer look.Stop()
	last, moved := el, false
	for i := 0; ; i++ {
		select {
		case <-wake:
		case <-look.C:
		case <-ctx.Done():
			return last, false
		}
		now, err := x.fresh(ctx, fd.at, el)
		if err != nil || now.Bounds.Empty() {
			return last, false
		}
		if now.Bounds == last.Bounds && (moved || i >= scrollLooks) {
			return now, true
		}
		moved = moved || now.Bounds != el.Bounds
		last = now
	}
}

// intoView scrolls to a row that only a click presses, before it is noted how everything stands: what scrolling changes
// is no effect of the press.
func (x *Session) intoView(ctx context.Context, fd *found, n int) error {
	if fd.el.Role != desktop.ListItem && fd.el.Role != desktop.Cell || fd.el.Can(desktop.Press) && n == 1 || x.desk.Input == nil || fd.inView(fd.el) {
		return nil
	}
	el, err := x.reveal(ctx, *fd)
	if err != nil {
		return err
	}
	now, err := x.lookAt(ctx, fd.at, firstLook, pressable)
	if err != nil {
		return err
	}
	if e, ok := now.f.byRef[el.Ref]; ok {
		el = e
	}
	now.at, now.win, now.el = fd.at, fd.win, el
	*fd = now
	return nil
}
