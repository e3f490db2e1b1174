package desktoptest

import (
	"time"

	"pace/backend/desktop"
)

// Effect is what follows from an act on a control. It runs as the program's own code would: after the control did
// what its role does, outside the desk's lock, so that it may do anything.
type Effect func(*Control)

// After runs effects so much later.
func After(dur time.Duration, effects ...Effect) Effect {
	return func(c *Control) {
		c.desk.After(dur, func() {
			for _, e := range effects {
				e(c)
			}
		})
	}
}

// Once runs effects the first time only.
func Once(effects ...Effect) Effect {
	done := make(chan struct{}, 1)
	return func(c *Control) {
		select {
		case done <- struct{}{}:
		default:
			return
		}
		for _, e := range effects {
			e(c)
		}
	}
}

// SetLabel changes the name of target, in whichever window or program that is.
func SetLabel(target *Control, text string) Effect { return func(*Control) { target.SetLabel(text) } }

// SetContent changes what target holds.
func SetContent(target *Control, text string) Effect {
	return func(*Control) { target.SetContent(text) }
}

// SetState sets or clears states of target.
func SetState(target *Control, s desktop.State, on bool) Effect {
	return func(*Control) { target.SetState(s, on) }
}

// Retitle changes the title of the control's window.
func Retitle(title string) Effect { return func(c *Control) { c.win.Retitle(title) } }

// OpenDialog opens a modal dialog over the control's window; build fills it and may be nil. Focus goes into it.
func OpenDialog(title string, build func(*Window)) Effect {
	return func(c *Control) {
		w := c.win.Dialog(title)
		if build != nil {
			build(w)
		}
		w.focusFirst()
	}
}

// OpenWindow opens another window of the control's program; build fills it and may be nil.
func OpenWindow(title string, build func(*Window)) Effect {
	return func(c *Control) {
		r := c.win.Element().Bounds
		r.X, r.Y = r.X+60, r.Y+60
		w := c.app.Window(title, r)
		if build != nil {
			build(w)
		}
		w.focusFirst()
	}
}

func (w *Window) focusFirst() {
	w.desk.mu.Lock()
	defer w.desk.mu.Unlock()
	w.focusLocked(w.firstFocusableLocked(w.Control))
}

func (w *Window) firstFocusableLocked(c *Control) *Control {
	for _, x := range c.children {
		if x.state.Has(desktop.Focusable) && x.visibleLocked() {
			return x
		}
		if y := w.firstFocusableLocked(x); y != nil {
			return y
		}
	}
	return nil
}

// CloseWindow closes the control's window.
func CloseWindow() Effect { return func(c *Control) { c.win.Close() } }

// Vanish takes targets away, or the control itself when none is named.
func Vanish(targets ...*Control) Effect {
	return each(targets, func(c *Control) { c.Vanish() })
}

// Rebuild replaces targets, or the control itself, by equal ones with new Refs.
func Rebuild(targets ...*Control) Effect {
	return each(targets, func(c *Control) { c.Rebuild() })
}

// Disable makes targets, or the control itself, unusable.
func Disable(targets ...*Control) Effect {
	return each(targets, func(c *Control) { c.Disable() })
}

// Enable makes targets, or the control itself, usable.
func Enable(targets ...*Control) Effect { return each(targets, func(c *Control) { c.Enable() }) }

// Show shows targets that were hidden.
func Show(targets ...*Control) Effect {
	return each(targets, func(c *Control) { c.SetHidden(false) })
}

func each(targets []*Control, fn func(*Control)) Effect {
	return func(c *Control) {
		if len(targets) == 0 {
			fn(c)
		}
		for _, t := range targets {
			fn(t)
		}
	}
}

// Move puts target elsewhere, in points of the whole screen.
func Move(target *Control, to desktop.Rect) Effect { return func(*Control) { target.Move(to) } }

// ToggleSelf makes a plain button stay down, or come up again.
func ToggleSelf() Effect {
	return func(c *Control) { c.SetState(desktop.Pressed, !c.Is(desktop.Pressed)) }
}

// StealFocus brings another window to the front.
func StealFocus(other *Window) Effect { return func(*Control) { other.Raise() } }

// ChangeOtherWindow changes something in another window: its first label, or its title when it has none.
func ChangeOtherWindow(other *Window, text string) Effect {
	return func(*Control) {
		other.desk.mu.Lock()
		target := other.childRoleLocked(desktop.Label)
		other.desk.mu.Unlock()
		if target == nil {
			target = other.Control
		}
		target.SetLabel(text)
	}
}

func (c *Control) childRoleLocked(r desktop.Role) *Control {
	for _, x := range c.children {
		if x.role == r {
			return x
		}
	}
	return nil
}

// Revert takes back, so much later, what target (or the control itself, when nil) is now. Put it before the effects
// that change it; a control's own doing is taken back by Control.Reverts.
func Revert(target *Control, after time.Duration) Effect {
	return func(c *Control) {
		if target != nil {
			c = target
		}
		c.desk.mu.Lock()
		k := c.keepLocked()
		c.desk.mu.Unlock()
		c.desk.After(after, func() { c.restore(k) })
	}
}

// Hang makes the control's program stop answering, after it took the act; dur ≤ 0 is for good.
func Hang(dur time.Duration) Effect { return func(c *Control) { c.app.Hang(dur) } }

// LoseSignals makes the signals of the control's program go astray from now on.
func LoseSignals() Effect { return func(c *Control) { c.app.LoseSignals() } }

// CrashApp ends the control's program.
func CrashApp() Effect { return func(c *Control) { c.app.Crash() } }

// Flood raises n signals that mean nothing, as a caret does.
func Flood(n int) Effect {
	return func(c *Control) {
		c.desk.mu.Lock()
		defer c.desk.mu.Unlock()
		for range n {
			c.desk.emitLocked(c, desktop.EventCaret, "", true)
		}
	}
}
