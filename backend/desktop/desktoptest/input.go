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
