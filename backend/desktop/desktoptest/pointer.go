package desktoptest

import (
	"context"
	"fmt"
	"slices"

	"pace/backend/desktop"
)

func (d input) Click(ctx context.Context, at desktop.Pixel, b desktop.MouseButton, n int, back bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if d.blind() {
		return desktop.ErrNoDisplay
	}
	defer d.borrow()()
	d.mu.Lock()
	was := d.pointer
	d.pointer = at
	d.mu.Unlock()
	if back {
		defer func() {
			d.mu.Lock()
			defer d.mu.Unlock()
			if d.pointer == at { // else the user has moved it
				d.pointer = was
			}
		}()
	}
	name := fmt.Sprintf("button%d", b)
	for i := range n {
		d.down(name)
		if err := pause(ctx, d.travel()); err != nil {
			return err
		}
		d.up(name)
		d.clickAt(ByPointer, at, b, i+1)
	}
	return nil
}

// clickAt is one click, the nth at this place, of whoever.
func (d *Desk) clickAt(by By, at desktop.Pixel, b desktop.MouseButton, nth int) {
	d.mu.Lock()
	w, c := d.hitLocked(at)
	switch {
	case w == nil:
		d.recordLocked(Act{By: by, Verb: "click"})
		d.mu.Unlock()
		return
	case w.blockedLocked():
		d.recordLocked(Act{By: by, Verb: "click", control: c, On: w.name})
		d.mu.Unlock()
		return
	}
	if c == nil || c.role != desktop.MenuItem && c.role != desktop.Menu {
		d.closeMenusOfLocked(w.Control)
	}
	if !w.own {
		d.raiseLocked(w)
	}
	if c == nil || c == w.Control {
		d.recordLocked(Act{By: by, Verb: "click", On: w.name, Worked: true, control: w.Control})
		d.mu.Unlock()
		return
	}
	if c.enabledLocked() {
		w.focusLocked(c.focusableLocked())
	}
	how := do{by: by, word: "click", verb: desktop.Press}
	switch {
	case b == 3:
		how.verb = desktop.ShowMenu
	case c.role == desktop.TextField, c.role == desktop.Password, c.role == desktop.SpinButton, c.role == desktop.Document:
		how.verb, how.plain = desktop.Focus, true
		c.all = nth == 3 || nth == 2 && !slices.Contains(c.text, ' ')
		c.caret, c.sel = len(c.text), desktop.Span{}
	case c.role == desktop.Slider:
		p := d.displayAtPixelLocked(at).ToPoints(at)
		how.verb = desktop.SetValue
		how.arg.Number = c.min + (c.max-c.min)*(p.X-c.rect.X)/max(c.rect.W, 1)
	case c.role == desktop.ListItem && nth == 1 && c.parent.role == desktop.List:
		how.verb = desktop.Select
	}
	d.mu.Unlock()
	d.deliver(c, how)
}

// focusableLocked is the control, or what around it takes the focus in its place: the list of a row.
func (c *Control) focusableLocked() *Control {
	for x := c; x != nil && x != c.win.Control; x = x.parent {
		if x.state.Has(desktop.Focusable) {
			return x
		}
	}
	return c.win.focus
}

// deliver hands an input event to a control's program, which takes it up when it is awake.
func (d *Desk) deliver(c *Control, how do) {
	d.mu.Lock()
	if c.app.hang != nil {
		c.app.queue = append(c.app.queue, func() { d.perform(c, how) })
		d.mu.Unlock()
		return
	}
	d.mu.Unlock()
	d.perform(c, how)
}

// hitLocked finds the topmost window at a pixel and the deepest control of it there.
func (d *Desk) hitLocked(at desktop.Pixel) (*Window, *Control) {
	p := d.displayAtPixelLocked(at).ToPoints(at)
	for _, w := range slices.Backward(d.stack) {
		if w.hidden {
			continue
		}
		if c := w.popupLocked(p); c != nil {
			return w, c
		}
		if w.rect.Contains(p) {
			return w, w.deepestLocked(w.Control, p)
		}
		if w.frameLocked().Contains(p) {
			return w, nil
		}
	}
	return nil, nil
}

func (w *Window) deepestLocked(c *Control, p desktop.Point) *Control {
	var hit *Control
	if c.boundsLocked().Contains(p) && (c.parent.role != desktop.List || c.parent.rect.Contains(p)) {
		hit = c
	}
	for _, x := range c.children {
		if !x.visibleLocked() {
			continue
		}
		if y := w.deepestLocked(x, p); y != nil {
			hit = y
		}
	}
	return hit
}

// popupLocked finds an open menu or drop-down at p, which lies over everything else of its window.
func (w *Window) popupLocked(p desktop.Point) *Control {
	var hit *Control
	var look func(*Control)
	look = func(c *Control) {
		for _, x := range c.children {
			if !x.visibleLocked() {
				continue
			}
			if (c.role == desktop.Menu || c.role == desktop.Combo) && x.rect.Contains(p) {
				hit = x
			}
			look(x)
		}
	}
	look(w.Control)
	return hit
}

func (d *Desk) closeMenusOfLocked(c *Control) {
	for _, x := range c.children {
		if x.role == desktop.Menu {
			x.expandLocked(false)
		}
		d.closeMenusOfLocked(x)
	}
}

func (d input) Scroll(ctx context.Context, at desktop.Pixel, dx, dy int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	defer d.borrow()()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pointer = at
	_, c := d.hitLocked(at)
	for ; c != nil && c.role != desktop.List; c = c.parent {
	}
	arg := fmt.Sprintf("%d,%d", dx, dy)
	if c == nil {
		d.recordLocked(Act{By: ByPointer, Verb: "scroll", Arg: arg})
		return nil
	}
	most := max(len(c.children)-int(c.rect.H/rowHeight), 0)
	to := min(max(c.scroll+3*dy, 0), most)
	d.recordLocked(Act{By: ByPointer, Verb: "scroll", Arg: arg, Worked: to != c.scroll, control: c})
	if to != c.scroll && !c.ignores {
		c.scroll = to
		d.emitLocked(c, desktop.EventBounds, "", true)
	}
	return nil
}
