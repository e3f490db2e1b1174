package interaction

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// Press presses a target n times (2 is a double click) and watches expect, or without one whatever proves a press.
// It reaches into menus, tabs and long lists. The outcome is confirmed only after a fresh read.
func (x *Session) Press(ctx context.Context, step int, t desktop.Target, expect *desktop.Expect, n int, budget time.Duration) (proof.Outcome, *Shot) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = step
	fd, way, err := x.reach(ctx, t, pressable)
	if err != nil {
		return refusal(ctx, err), nil
	}
	shot := x.shoot(ctx, fd)
	o := x.pressFound(ctx, fd, expect, n, x.budget(budget, x.cfg.BudgetPress))
	if o.OK() && len(way) > 0 {
		o = o.With(o.Means(), way...)
	}
	return o, x.reshoot(ctx, shot)
}

// refusal: nothing was sent. Being stopped is not a refusal.
func refusal(ctx context.Context, err error) proof.Outcome {
	if ctx.Err() != nil {
		var p *proof.Problem
		if errors.As(context.Cause(ctx), &p) {
			return proof.Cancel(p.Reason, p.Text)
		}
		return proof.Cancel(proof.ReasonCancelled, "Stopped.")
	}
	p := sentence(err, "")
	switch p.Reason {
	case proof.ReasonHung, proof.ReasonInternal, proof.ReasonTimeout, proof.ReasonGone, proof.ReasonNoEffect:
		return proof.FailWith(p)
	}
	return proof.RefuseFor(p)
}

func (x *Session) budget(asked, def time.Duration) time.Duration {
	if asked > 0 {
		return asked
	}
	return def
}

func (x *Session) pressFound(ctx context.Context, fd found, expect *desktop.Expect, n int, budget time.Duration) proof.Outcome {
	if !fd.el.Has(desktop.Enabled) {
		return proof.RefuseFor(&proof.Problem{Reason: proof.ReasonDisabled, Text: fmt.Sprintf("%s is greyed out, so it was not pressed.", capital(fd.el.Describe()))})
	}
	if err := x.intoView(ctx, &fd, n); err != nil {
		return refusal(ctx, err)
	}
	e := x.whatPressMeans(fd, n)
	if expect != nil {
		d, err := x.declared(ctx, *expect, fd)
		if err != nil {
			return refusal(ctx, err)
		}
		e = d
	}
	if n == 1 {
		x.hover(ctx, &fd)
	}
	return x.act(ctx, fd.at.app.Ref, e, func(ctx context.Context) (proof.Means, error) {
		return x.press(ctx, &fd, n)
	}, budget)
}

// whatPressMeans is the default expectation: choosing a tab or a radio button and focusing a field are goals that
// may already hold; anything else must change something.
func (x *Session) whatPressMeans(fd found, n int) proof.Expectation {
	if n == 1 {
		switch fd.el.Role {
		case desktop.Radio:
			return &elementIs{x: x, fd: fd, want: "is chosen", goal: true, test: func(e desktop.Element) bool { return e.Has(desktop.Checked) }}
		case desktop.Tab:
			return &elementIs{x: x, fd: fd, want: "is selected", goal: true, test: func(e desktop.Element) bool { return e.Has(desktop.Selected) }}
		case desktop.TextField, desktop.Password:
			return &elementIs{x: x, fd: fd, want: "is focused", goal: true, test: func(e desktop.Element) bool { return e.Has(desktop.Focused) }}
		}
	}
	return x.changes(fd)
}

func (x *Session) changes(fd found) *changes {
	return &changes{x: x, a: fd.a, at: fd.at, target: fd.el, win: fd.win, snap: fd.f.snap, taken: fd.taken}
}

// press dispatches one press by the means that suits the element. It acts at most once: a means is left for the
// next only when it provably sent nothing.
func (x *Session) press(ctx context.Context, fd *found, n int) (proof.Means, error) {
	name := fd.el.Describe()
	if n > 1 {
		return proof.Pointer, x.click(ctx, fd, n)
	}
	if x.pointerFirst(ctx, *fd) && !x.shies(ctx, *fd) {
		return proof.Pointer, x.click(ctx, fd, 1)
	}
	var verb desktop.Verb
	switch {
	case (fd.el.Role == desktop.TextField || fd.el.Role == desktop.Password) && fd.el.Can(desktop.Focus):
		verb = desktop.Focus
	case fd.el.Can(desktop.Press):
		verb = desktop.Press
	case fd.el.Can(desktop.Select) && fd.el.Role == desktop.Tab:
		verb = desktop.Select
	case fd.el.Can(desktop.Expand) && fd.el.Has(desktop.Expandable) && !fd.el.Has(desktop.Expanded):
		verb = desktop.Expand
	}
	if verb != "" && x.desk.Actor != nil {
		err := x.desk.Actor.Do(proof.Act(ctx), fd.el.Ref, verb, desktop.Arg{})
		if !errors.Is(err, desktop.ErrUnsupported) {
			if err != nil {
				return proof.Semantic, dispatched(err, name)
			}
			return proof.Semantic, nil
		}
	}
	return proof.Pointer, x.click(ctx, fd, 1)
}

// pointerFirst is the measured exception to semantic first: a GTK4 button spends about 250 ms on its press
// animation when it is activated through accessibility and none when it is clicked (312 ms against 66 ms a step).
// Rows of lists answer a click and not their own action.
func (x *Session) pointerFirst(ctx context.Context, fd found) bool {
	if x.desk.Input == nil || x.desk.Windows == nil || fd.el.Bounds.Empty() {
		return false
	}
	switch {
	case fd.el.Role == desktop.ListItem || fd.el.Role == desktop.Cell:
		return !fd.el.Can(desktop.Press)
	case fd.at.app.Toolkit == desktop.GTK4 && fd.el.Role == desktop.Button:
	default:
		return false
	}
	return fd.at.window.Active && x.userIdle(ctx) && x.exposed(ctx, fd)
}

// exposed reports whether the middle of the target is not covered by another window.
func (x *Session) exposed(ctx context.Context, fd found) bool {
	px, err := x.pixel(ctx, fd.middle(fd.el))
	if err != nil {
		return false
	}
	ws, err := x.desk.Windows.List(ctx)
	if err != nil {
		return false
	}
	for i := len(ws) - 1; i >= 0; i-- {
		if ws[i].Hidden || !ws[i].Frame.Contains(px) {
			continue
		}
		return ws[i].ID == fd.at.window.ID
	}
	return false
}

// idleEnough is how long the user must have left mouse and keyboard alone before Pace borrows them.
const idleEnough = 500 * time.Millisecond

func (x *Session) userIdle(ctx context.Context) bool {
	d, err := x.desk.Input.IdleFor(ctx)
	return err == nil && d >= idleEnough
}

// patience is how long Pace waits for the user to leave mouse and keyboard alone. The Enter that sent a command from a
// terminal is a tenth of a second ago when the command wants to press a key.
const patience = 3 * time.Second

// handsOff waits until the user has left mouse and keyboard alone; false when they are in use all the time.
func (x *Session) handsOff(ctx context.Context) bool {
	for give := time.Now().Add(patience); ; {
		d, err := x.desk.Input.IdleFor(ctx)
		switch {
		case err != nil:
			return false
		case d >= idleEnough:
			return true
		case time.Now().After(give):
			return false
		}
		if !until(ctx, time.Now().Add(idleEnough-d)) {
			return false
		}
	}
}

// click uses the pointer: window in front, target in view and where it was read a moment ago, nothing over it.
func (x *Session) click(ctx context.Context, fd *found, n int) error {
	if x.desk.Input == nil {
		return x.missing("Input")
	}
	if !x.handsOff(ctx) {
		return &proof.Problem{Reason: proof.ReasonUserInput, Text: "You are using the mouse or keyboard, so Pace did not take them."}
	}
	if err := x.raise(ctx, fd.at); err != nil {
		return err
	}
	el, err := x.reveal(ctx, *fd)
	if err != nil {
		return err
	}
	px, err := x.pixel(ctx, fd.middle(el))
	if err != nil {
		return err
	}
	if x.desk.Windows != nil && fd.at.window.ID != 0 && !x.mine(ctx, fd.at, px) {
		return &proof.Problem{Reason: proof.ReasonObstructed, Text: fmt.Sprintf("%s is covered or outside the screen, so it was not clicked.", capital(el.Describe()))}
	}
	proof.Dispatching(ctx)
	if err := x.desk.Input.Click(ctx, px, 1, n, true); err != nil {
		return sentence(err, el.Describe())
	}
	return nil
}

// over reports whether w is the place's window, or a dialog or menu of its program, which lie over it.
func (at place) over(w desktop.Window) bool {
	return w.PID == at.app.PID && (w.ID == at.window.ID || at.window.ID == 0 || w.Modal || w.Kind != "normal" && w.Kind != "")
}

// mine reports whether the topmost window at px is the target's, or a dialog or menu over it.
func (x *Session) mine(ctx context.Context, at place, px desktop.Pixel) bool {
	ws, err := x.desk.Windows.List(ctx)
	if err != nil {
		return false
	}
	for i := len(ws) - 1; i >= 0; i-- {
		if !ws[i].Hidden && ws[i].Frame.Contains(px) {
			return at.over(ws[i])
		}
	}
	return false
}

// raise brings the place's window to the front; it returns only when it has been read to be there.
func (x *Session) raise(ctx context.Context, at place) error {
	if x.desk.Windows == nil || at.window.ID == 0 {
		return nil
	}
	ws, err := x.desk.Windows.List(ctx)
	if err != nil {
		return sentence(err, "")
	}
	for _, w := range ws {
		if w.Active && at.over(w) {
			return nil
		}
	}
	if err := x.desk.Windows.Activate(ctx, at.window.ID); err != nil {
		return sentence(err, "")
	}
	return nil
}

// pixel converts by the display that holds the point.
func (x *Session) pixel(ctx context.Context, p desktop.Point) (desktop.Pixel, error) {
	if x.desk.Screen == nil {
		return desktop.Pixel{}, x.missing("Screen")
	}
	ds, err := x.desk.Screen.Displays(ctx)
	if err != nil {
		return desktop.Pixel{}, sentence(err, "")
	}
	d, ok := desktop.DisplayAt(ds, p)
	if !ok {
		return desktop.Pixel{}, sentence(desktop.ErrNoDisplay, "")
	}
	px := d.ToPixels(p)
	if !d.Bounds.Contains(px) {
		return px, &proof.Problem{Reason: proof.ReasonObstructed, Text: "It lies outside the screen, so it was not clicked."}
	}
	return px, nil
}
