package desktoptest

import (
	"slices"
	"strconv"
	"time"

	"pace/backend/desktop"
)

// Control is one element, and the handle by which a test shapes it. Its Ref may change (see Rebuild); the handle
// stays.
type Control struct {
	desk   *Desk
	app    *App
	win    *Window
	parent *Control
	id     string
	gone   bool
	hidden bool

	role     desktop.Role
	name     string
	nameFrom desktop.NameFrom
	desc     string
	state    desktop.State
	rect     desktop.Rect
	verbs    []desktop.Verb
	children []*Control

	text     []rune // of an editable control
	secret   int    // how many characters a password holds; the characters are not kept
	caret    int
	all      bool         // everything is selected
	sel      desktop.Span // what is selected, when not everything is
	choice   string
	number   float64
	min, max float64
	scroll   int // first row shown, of a list

	// how it behaves
	effects      []Effect
	ignores      bool
	reverts      time.Duration
	rewrite      func(string) string
	delay        time.Duration
	late         bool
	unselectable bool
	lateWorks    bool
	context      *Control
}

// Ref names the control as it is now.
func (c *Control) Ref() desktop.Ref {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	return c.refLocked()
}

func (c *Control) refLocked() desktop.Ref {
	return desktop.Ref{Backend: "fake", App: c.app.conn, ID: c.id}
}

// Element is the control as a fresh read gives it, with its path; for gone controls the zero Element.
func (c *Control) Element() desktop.Element {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	if c.gone {
		return desktop.Element{}
	}
	e := c.elementLocked()
	e.Path = c.pathLocked()
	return e
}

// Name is the name as it is now.
func (c *Control) Name() string {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	return c.name
}

// Is reports whether the control is there and has all of these states.
func (c *Control) Is(s desktop.State) bool { return c.Element().Has(s) }

// Gone reports whether the control no longer exists.
func (c *Control) Gone() bool {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	return c.gone
}

// Window is the window that it is in.
func (c *Control) Window() *Window { return c.win }

// App is the program that it belongs to.
func (c *Control) App() *App { return c.app }

// Pixel is the middle of the control on the screen.
func (c *Control) Pixel() desktop.Pixel {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	p := c.rect.Center()
	return c.desk.displayLocked(p).ToPixels(p)
}

func (c *Control) elementLocked() desktop.Element {
	e := desktop.Element{
		Ref: c.refLocked(), Role: c.role, Native: native(c.app.toolkit, c.role), Name: c.name, NameFrom: c.nameFrom,
		Desc: c.desc, State: c.stateLocked(), Bounds: c.boundsLocked(), Verbs: slices.Clone(c.verbs),
		Children: len(c.children), Index: -1, Min: c.min, Max: c.max,
	}
	if c.name != "" && e.NameFrom == desktop.NameNone {
		e.NameFrom = desktop.NameOwn
	}
	if !c.state.Has(desktop.Secure) {
		e.Value = clip(c.contentLocked())
	}
	if c.parent != nil {
		e.Parent = c.parent.refLocked()
		e.Index = slices.Index(c.parent.children, c)
	}
	return e
}

func (c *Control) stateLocked() desktop.State {
	s := c.state
	if c.visibleLocked() {
		s |= desktop.Visible
	}
	if c.win != nil {
		if c.win.Control == c && c.desk.front == c.win {
			s |= desktop.Active
		}
		if c.win.focus == c && c.desk.front == c.win {
			s |= desktop.Focused
		}
	}
	return s
}

// visibleLocked tells whether the control is shown or would be when scrolled to.
func (c *Control) visibleLocked() bool {
	if c.gone || c.hidden || c.win == nil || c.win.hidden {
		return false
	}
	for p, child := c.parent, c; p != nil; p, child = p.parent, p {
		switch {
		case p.hidden:
			return false
		case p.role == desktop.Tab && !p.state.Has(desktop.Selected):
			return false
		case (p.role == desktop.Menu || p.role == desktop.Combo) && !p.state.Has(desktop.Expanded):
			return false
		case child.role == desktop.Application:
			return true
		}
	}
	return true
}

// boundsLocked is where the control is; rows move with the scrolling of their list.
func (c *Control) boundsLocked() desktop.Rect {
	r := c.rect
	if p := c.parent; p != nil && p.role == desktop.List {
		r.Y -= float64(p.scroll) * rowHeight
	}
	return r
}

// pathLocked runs from the window down to the control.
func (c *Control) pathLocked() []desktop.Step {
	var up []*Control
	for x := c; x != nil && x.role != desktop.Application; x = x.parent {
		up = append(up, x)
	}
	path := make([]desktop.Step, 0, len(up))
	for _, x := range slices.Backward(up) {
		path = append(path, x.stepLocked())
	}
	return path
}

func (c *Control) stepLocked() desktop.Step {
	s := desktop.Step{Role: c.role, Name: c.name}
	if c.parent == nil {
		return s
	}
	for _, x := range c.parent.children {
		if x == c {
			break
		}
		if x.role == c.role && x.name == c.name {
			s.Nth++
		}
	}
	return s
}

func (c *Control) describeLocked() string {
	return string(c.role) + " " + strconv.Quote(c.name)
}

// adoptLocked hangs c under p and gives it an id that nothing had before.
func (d *Desk) adoptLocked(p, c *Control) {
	c.id = d.newID()
	c.parent = p
	p.children = append(p.children, c)
	d.controls[c.id] = c
}

// removeLocked takes c and everything in it away.
func (c *Control) removeLocked() {
	if c.gone {
		return
	}
	d := c.desk
	var drop func(*Control)
	drop = func(x *Control) {
		x.gone = true
		delete(d.controls, x.id)
		if x.win != nil && x.win.focus == x {
			x.win.focus = nil
		}
		for _, y := range x.children {
			drop(y)
		}
	}
	drop(c)
	if p := c.parent; p != nil {
		p.children = slices.DeleteFunc(p.children, func(x *Control) bool { return x == c })
		d.emitLocked(p, desktop.EventChildren, "removed", false)
	}
}

// change applies fn under the lock unless the control is gone.
func (c *Control) change(fn func()) {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	if !c.gone {
		fn()
	}
}

// SetLabel changes the name: a label's text, a button's caption, a window's title.
func (c *Control) SetLabel(name string) {
	c.change(func() {
		if c.name == name {
			return
		}
		c.name = name
		c.desk.emitLocked(c, desktop.EventText, "name", true)
		if c.win != nil && c.win.Control == c {
			c.desk.wakeWindowsLocked()
		}
	})
}

// SetState sets or clears states.
func (c *Control) SetState(s desktop.State, on bool) { c.change(func() { c.setStateLocked(s, on) }) }

// SetHidden hides or shows the control where it stands.
func (c *Control) SetHidden(hidden bool) {
	c.change(func() {
		if c.hidden != hidden {
			c.hidden = hidden
			c.desk.emitLocked(c, desktop.EventState, "visible", !hidden)
		}
	})
}

// Disable makes the control unusable; presses on it come to nothing.
func (c *Control) Disable() *Control { c.SetState(desktop.Enabled, false); return c }

// Enable is the opposite of Disable.
func (c *Control) Enable() *Control { c.SetState(desktop.Enabled, true); return c }

// Vanish takes the control away for good.
func (c *Control) Vanish() { c.change(c.removeLocked) }

// Rebuild replaces the control by an equal one, as programs do when they redraw a list: the old Ref is gone, the path
// finds the new one.
func (c *Control) Rebuild() {
	c.change(func() {
		delete(c.desk.controls, c.id)
		c.id = c.desk.newID()
		c.desk.controls[c.id] = c
		if c.parent != nil {
			c.desk.emitLocked(c.parent, desktop.EventChildren, "removed", false)
			c.desk.emitLocked(c.parent, desktop.EventChildren, "added", true)
		}
	})
}

// Move puts the control elsewhere (points of the whole screen).
func (c *Control) Move(r desktop.Rect) {
	c.change(func() {
		if c.win.Control == c {
			c.win.moveLocked(r)
			return
		}
		c.rect = r
		c.desk.emitLocked(c, desktop.EventBounds, "", true)
	})
}

func (c *Control) setStateLocked(s desktop.State, on bool) {
	for _, n := range s.Names() {
		one, _ := desktop.ParseState(n)
		if c.state.Has(one) == on {
			continue
		}
		if on {
			c.state |= one
		} else {
			c.state &^= one
		}
		c.desk.emitLocked(c, desktop.EventState, n, on)
	}
}
