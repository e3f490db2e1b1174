package desktoptest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pace/backend/desktop"
)

// input fulfils desktop.Input on the desk's one mouse and keyboard. Keys go to whatever has the focus when each of
// them is struck, not to what had it when typing began.
type input struct{ *Desk }

const (
	chunk      = 64 // characters between two confirms
	missingMax = 12 // characters that the keyboard may lack
)

// SetKeyTime makes every key and click take so long, so that something can happen in between.
func (d *Desk) SetKeyTime(dur time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.keyTime = dur
}

// SetKeyboard adds characters to the layout, which has printable ASCII.
func (d *Desk) SetKeyboard(extra string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range extra {
		d.keyboard[r] = true
	}
}

// Pointer is where the mouse is.
func (d *Desk) Pointer() desktop.Pixel {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.pointer
}

// Held lists keys and buttons that are down.
func (d *Desk) Held() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.held)
}

// KeyLog lists every key and button that Pace pressed or released: "+ctrl", "+s", "-s", "-ctrl". Typed characters
// are not in it.
func (d *Desk) KeyLog() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.keyLog)
}

// Overlaps counts how often two calls of Input ran at once, which their contract forbids.
func (d *Desk) Overlaps() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.overlaps
}

// borrow notes that a call of Input is under way; the returned function ends it and lets go of everything.
func (d *Desk) borrow() func() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.inputs++
	if d.inputs > 1 {
		d.overlaps++
	}
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.inputs--
		if d.inputs > 0 {
			return
		}
		for _, k := range slices.Backward(d.held) {
			d.keyLog = append(d.keyLog, "-"+k)
		}
		d.held = nil
	}
}

func (d *Desk) down(k string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.held = append(d.held, k)
	d.keyLog = append(d.keyLog, "+"+k)
}

func (d *Desk) up(k string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if i := slices.Index(d.held, k); i >= 0 {
		d.held = slices.Delete(d.held, i, i+1)
		d.keyLog = append(d.keyLog, "-"+k)
	}
}

func (d *Desk) travel() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.keyTime
}

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
		c.caret = len(c.text)
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

func (d input) Typable(text string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	missing := map[rune]bool{}
	for _, r := range text {
		if (r < ' ' || r > '~') && r != '\n' && r != '\t' && !d.keyboard[r] {
			missing[r] = true
		}
	}
	if len(missing) > missingMax {
		return fmt.Errorf("%d characters: %w", len(missing), desktop.ErrUntypable)
	}
	return nil
}

func (d input) Type(ctx context.Context, text string, confirm func(sent int) error) error {
	if err := d.Typable(text); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	defer d.borrow()()
	rest := []rune(text)
	sent := 0
	for len(rest) > 0 {
		part := rest[:min(chunk, len(rest))]
		rest = rest[len(part):]
		if err := d.typeChunk(ctx, ByKeys, part); err != nil {
			return err
		}
		sent += len(part)
		if confirm != nil {
			if err := confirm(sent); err != nil {
				return fmt.Errorf("typed %d characters: %w", sent, err)
			}
		}
	}
	return nil
}

// typeChunk strikes the keys of part one by one, each at whatever has focus by then. What went where is written
// down in one Act per target.
func (d *Desk) typeChunk(ctx context.Context, by By, part []rune) error {
	rec := -1
	var last *Control
	for _, r := range part {
		if err := pause(ctx, d.travel()); err != nil {
			return err
		}
		d.mu.Lock()
		c := d.focusedLocked()
		if rec < 0 || c != last {
			rec = d.recordLocked(Act{By: by, Verb: "type", control: c, Worked: c != nil && c.state.Has(desktop.Editable) && c.enabledLocked()})
			last = c
		}
		shown := string(r)
		if c != nil && c.state.Has(desktop.Secure) {
			shown = "•"
		}
		d.acts[rec].Arg += shown
		d.mu.Unlock()
		switch {
		case r == '\n' && (c == nil || !c.state.Has(desktop.MultiLine)):
			d.strike(by, "return", nil)
		case r == '\t':
			d.strike(by, "tab", nil)
		case c == nil:
		case c.editable():
			d.deliver(c, do{by: by, verb: desktop.Insert, arg: desktop.Arg{Text: string(r)}, silent: true})
		case r == ' ':
			d.strike(by, "space", nil)
		}
	}
	return nil
}

func (c *Control) editable() bool {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	return c.state.Has(desktop.Editable) && !c.state.Has(desktop.ReadOnly)
}

// focusedLocked is what keys go to: the focused control of the window in front, else that window.
func (d *Desk) focusedLocked() *Control {
	switch w := d.front; {
	case w == nil || w.hidden:
		return nil
	case w.focus != nil:
		return w.focus
	default:
		return w.Control
	}
}

func (d input) KeyKnown(k desktop.Key) bool {
	for _, m := range k.Mods {
		if !slices.Contains(modifiers, strings.ToLower(m)) {
			return false
		}
	}
	_, known := keyName(k.Name)
	return known
}

func (d input) Chord(ctx context.Context, k desktop.Key) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !d.KeyKnown(k) {
		return fmt.Errorf("key %v %q: %w", k.Mods, k.Name, desktop.ErrUnsupported)
	}
	defer d.borrow()()
	name, _ := keyName(k.Name)
	var mods []string
	for _, m := range modifiers {
		if slices.ContainsFunc(k.Mods, func(x string) bool { return strings.EqualFold(x, m) }) {
			mods = append(mods, m)
		}
	}
	for _, m := range mods {
		d.down(m)
		if err := pause(ctx, d.travel()); err != nil {
			return err
		}
	}
	d.down(name)
	if err := pause(ctx, d.travel()); err != nil {
		return err
	}
	d.strike(ByKeys, name, mods)
	d.up(name)
	for _, m := range slices.Backward(mods) {
		d.up(m)
	}
	return nil
}

func (d input) UserActive(ctx context.Context) (<-chan desktop.UserInput, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, desktop.ErrNoDisplay
	}
	c := make(chan desktop.UserInput, 64)
	d.users[c] = struct{}{}
	d.untilLocked(ctx, func() {
		delete(d.users, c)
		close(c)
	})
	return c, nil
}

func (d input) IdleFor(ctx context.Context) (time.Duration, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return 0, errors.New("the desk is closed")
	}
	return time.Since(d.userAt), nil
}
