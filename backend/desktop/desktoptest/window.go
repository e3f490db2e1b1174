package desktoptest

import (
	"slices"
	"time"

	"pace/backend/desktop"
)

// Window is one top-level window. It is a container: controls are built on it.
type Window struct {
	*Control
	id      desktop.WindowID
	over    *Window // the window that this dialog belongs to
	focus   *Control
	onEnter *Control
	closing []Effect
	asks    bool // closing runs effects instead
	before  desktop.Rect
	row     int

	own, hidden, maximised, full, fixed, refuses bool
	activateAfter                                time.Duration
}

const (
	titleBar  = 24.0
	rowHeight = 28.0
	rowGap    = 6.0
	margin    = 10.0
)

// Window opens a window in front of all others. r is its content in points.
func (a *App) Window(title string, r desktop.Rect) *Window {
	a.desk.mu.Lock()
	defer a.desk.mu.Unlock()
	return a.openLocked(title, r, desktop.WindowRole, nil, true)
}

// WindowBehind opens a window behind all others, which leaves focus where it is.
func (a *App) WindowBehind(title string, r desktop.Rect) *Window {
	a.desk.mu.Lock()
	defer a.desk.mu.Unlock()
	return a.openLocked(title, r, desktop.WindowRole, nil, false)
}

// Dialog opens a modal dialog in front of w: clicks on w come to nothing until it is closed.
func (w *Window) Dialog(title string) *Window {
	w.desk.mu.Lock()
	defer w.desk.mu.Unlock()
	r := w.rect
	r.X, r.Y, r.W, r.H = r.X+40, r.Y+40, max(r.W-80, 120), max(r.H-80, 80)
	return w.app.openLocked(title, r, desktop.Dialog, w, true)
}

// OwnWindow opens one of Pace's own windows, which no act should touch.
func (d *Desk) OwnWindow(title string, r desktop.Rect) *Window {
	a := d.App("Pace", desktop.WebKit)
	d.mu.Lock()
	defer d.mu.Unlock()
	a.mute = true
	w := a.openLocked(title, r, desktop.WindowRole, nil, false)
	w.own = true
	// Pace's windows float above the others without taking focus.
	d.stack = slices.DeleteFunc(d.stack, func(x *Window) bool { return x == w })
	d.stack = append(d.stack, w)
	return w
}

func (a *App) openLocked(title string, r desktop.Rect, role desktop.Role, over *Window, front bool) *Window {
	d := a.desk
	d.lastWin++
	c := &Control{desk: d, app: a, role: role, name: title, rect: r, state: desktop.Enabled, parent: a.root}
	w := &Window{Control: c, id: d.lastWin, over: over}
	c.win = w
	if role == desktop.Dialog {
		c.state |= desktop.Modal
	}
	d.adoptLocked(a.root, c)
	a.windows = append(a.windows, w)
	if front {
		d.stack = append(d.stack, w)
	} else {
		d.stack = slices.Insert(d.stack, 0, w)
	}
	d.emitLocked(c, desktop.EventWindow, "opened", true)
	if front {
		d.raiseLocked(w)
	}
	d.wakeWindowsLocked()
	return w
}

// ID is the window system's number.
func (w *Window) ID() desktop.WindowID { return w.id }

// InFront reports whether the window is the active one.
func (w *Window) InFront() bool {
	w.desk.mu.Lock()
	defer w.desk.mu.Unlock()
	return w.desk.front == w
}

// Retitle changes the title.
func (w *Window) Retitle(title string) { w.SetLabel(title) }

// Raise brings the window to the front, as the user or the program itself would.
func (w *Window) Raise() {
	w.desk.mu.Lock()
	defer w.desk.mu.Unlock()
	w.desk.raiseLocked(w)
}

// Close closes the window at once, without asking.
func (w *Window) Close() {
	w.desk.mu.Lock()
	defer w.desk.mu.Unlock()
	w.closeLocked()
}

// Minimise hides the window.
func (w *Window) Minimise() {
	w.desk.mu.Lock()
	defer w.desk.mu.Unlock()
	w.hidden = true
	w.desk.frontAfterLocked(w)
	w.desk.wakeWindowsLocked()
}

// FullScreen spreads the window over its display, as F11 does.
func (w *Window) FullScreen() {
	w.desk.mu.Lock()
	defer w.desk.mu.Unlock()
	if !w.full && !w.maximised {
		w.before = w.rect
	}
	w.full = true
	w.moveLocked(w.desk.pointsLocked(w.desk.displayLocked(w.rect.Center()).Bounds))
}

// RefuseActivation makes the window manager keep the window from coming to the front.
func (w *Window) RefuseActivation() *Window {
	w.desk.mu.Lock()
	defer w.desk.mu.Unlock()
	w.refuses = true
	return w
}

// ActivateAfter makes the window come to the front only so long after it was asked to.
func (w *Window) ActivateAfter(dur time.Duration) *Window {
	w.desk.mu.Lock()
	defer w.desk.mu.Unlock()
	w.activateAfter = dur
	return w
}

// Fixed makes the window keep its place and size, whatever the window manager is asked.
func (w *Window) Fixed() *Window {
	w.desk.mu.Lock()
	defer w.desk.mu.Unlock()
	w.fixed = true
	return w
}

// OnClose makes the window do this instead of closing when it is asked to close ("Save changes?"). Without effects
// it does nothing at all.
func (w *Window) OnClose(effects ...Effect) *Window {
	w.desk.mu.Lock()
	defer w.desk.mu.Unlock()
	w.asks, w.closing = true, effects
	return w
}

// Default makes Enter in a text field press c.
func (w *Window) Default(c *Control) {
	w.desk.mu.Lock()
	defer w.desk.mu.Unlock()
	w.onEnter = c
}

// Focus gives c the keyboard focus of the window without raising it.
func (w *Window) Focus(c *Control) {
	w.desk.mu.Lock()
	defer w.desk.mu.Unlock()
	w.focusLocked(c)
}

func (w *Window) focusLocked(c *Control) {
	if w.focus == c || c != nil && (c.gone || !c.state.Has(desktop.Focusable)) {
		return
	}
	if old := w.focus; old != nil && !old.gone {
		w.desk.emitLocked(old, desktop.EventState, "focused", false)
	}
	w.focus = c
	if c != nil {
		w.desk.emitLocked(c, desktop.EventState, "focused", true)
		w.desk.emitLocked(c, desktop.EventFocus, "", true)
	}
}

func (d *Desk) raiseLocked(w *Window) {
	if w.gone {
		return
	}
	w.hidden = false
	d.stack = append(slices.DeleteFunc(d.stack, func(x *Window) bool { return x == w }), w)
	if d.front == w {
		return
	}
	if old := d.front; old != nil && !old.gone {
		d.emitLocked(old.Control, desktop.EventState, "active", false)
		d.emitLocked(old.Control, desktop.EventWindow, "deactivated", false)
	}
	d.front = w
	d.emitLocked(w.Control, desktop.EventWindow, "activated", true)
	d.emitLocked(w.Control, desktop.EventState, "active", true)
	if w.focus != nil {
		d.emitLocked(w.focus, desktop.EventFocus, "", true)
	}
	d.wakeWindowsLocked()
}

// frontAfterLocked picks the next window when w went away.
func (d *Desk) frontAfterLocked(w *Window) {
	if d.front != w {
		return
	}
	d.front = nil
	if w.over != nil && !w.over.gone {
		d.raiseLocked(w.over)
		return
	}
	for i := len(d.stack) - 1; i >= 0; i-- {
		if x := d.stack[i]; x != w && !x.own && !x.hidden {
			d.raiseLocked(x)
			return
		}
	}
}

func (w *Window) closeLocked() {
	if w.gone {
		return
	}
	d := w.desk
	for _, x := range append([]*Window(nil), w.app.windows...) {
		if x.over == w {
			x.closeLocked()
		}
	}
	d.emitLocked(w.Control, desktop.EventWindow, "closed", false)
	w.removeLocked()
	w.app.windows = slices.DeleteFunc(w.app.windows, func(x *Window) bool { return x == w })
	d.stack = slices.DeleteFunc(d.stack, func(x *Window) bool { return x == w })
	d.frontAfterLocked(w)
	d.wakeWindowsLocked()
}

// blockedLocked tells whether a modal dialog stands before w.
func (w *Window) blockedLocked() bool {
	for _, x := range w.app.windows {
		if x.over == w && x.state.Has(desktop.Modal) {
			return true
		}
	}
	return false
}

// frameLocked is the window with its title bar.
func (w *Window) frameLocked() desktop.Rect {
	r := w.rect
	r.Y -= titleBar
	r.H += titleBar
	return r
}

// moveLocked puts the content at r and takes every control along.
func (w *Window) moveLocked(r desktop.Rect) {
	dx, dy := r.X-w.rect.X, r.Y-w.rect.Y
	var shift func(*Control)
	shift = func(c *Control) {
		c.rect.X += dx
		c.rect.Y += dy
		for _, x := range c.children {
			shift(x)
		}
	}
	shift(w.Control)
	w.rect = r
	w.desk.emitLocked(w.Control, desktop.EventBounds, "", true)
	w.desk.wakeWindowsLocked()
}
