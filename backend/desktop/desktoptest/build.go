package desktoptest

import (
	"fmt"
	"strconv"
	"time"

	"pace/backend/desktop"
)

// Builders add controls to a container: a window, a group, a tab's page. Controls stand below one another; a window
// that becomes too short grows. Each builder returns the control, so that behaviour can be chained on.

var focusable = desktop.Enabled | desktop.Focusable

// Add puts a control of any role into the container. It is what the builders use.
func (c *Control) Add(role desktop.Role, name string, state desktop.State, verbs ...desktop.Verb) *Control {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	return c.addLocked(role, name, state, verbs...)
}

func (c *Control) addLocked(role desktop.Role, name string, state desktop.State, verbs ...desktop.Verb) *Control {
	x := &Control{desk: c.desk, app: c.app, win: c.win, role: role, name: name, state: state, verbs: append(verbs, desktop.Reveal)}
	if state.Has(desktop.Focusable) {
		x.verbs = append(x.verbs, desktop.Focus)
	}
	x.rect = c.placeLocked(role)
	c.desk.adoptLocked(c, x)
	c.growLocked(x.rect)
	c.desk.emitLocked(c, desktop.EventChildren, "added", true)
	return x
}

// placeLocked finds room for a new child.
func (c *Control) placeLocked(role desktop.Role) desktop.Rect {
	w := c.win
	switch c.role {
	case desktop.List, desktop.Combo, desktop.Menu:
		r := c.rect
		r.H = rowHeight
		r.Y += float64(len(c.children)) * rowHeight
		if c.role != desktop.List { // options and menu items drop down below
			r.Y += rowHeight
			r.W = 160
		}
		return r
	case desktop.MenuBar, desktop.TabList, desktop.Toolbar:
		if role == desktop.Tab {
			return desktop.Rect{X: c.rect.X, Y: c.rect.Y, W: c.rect.W, H: rowHeight}
		}
		return desktop.Rect{X: c.rect.X + 90*float64(len(c.children)), Y: c.rect.Y, W: 88, H: rowHeight}
	}
	r := desktop.Rect{X: w.rect.X + margin, Y: w.rect.Y + margin + float64(w.row)*(rowHeight+rowGap), W: w.rect.W - 2*margin, H: rowHeight}
	w.row++
	return r
}

// growLocked makes every container around r large enough to hold it.
func (c *Control) growLocked(r desktop.Rect) {
	for p := c; p != nil && p.win != nil; p = p.parent {
		switch p.role {
		case desktop.List, desktop.Combo, desktop.Menu, desktop.MenuBar:
			return
		case desktop.Tab, desktop.TabList:
			continue
		}
		p.rect.H = max(p.rect.H, r.Y+r.H-p.rect.Y)
	}
}

// Button adds a push button.
func (c *Control) Button(name string) *Control {
	return c.Add(desktop.Button, name, focusable, desktop.Press)
}

// Toggle adds a button that stays down.
func (c *Control) Toggle(name string, down bool) *Control {
	x := c.Add(desktop.Toggle, name, focusable, desktop.Press)
	x.SetState(desktop.Pressed, down)
	return x
}

// Link adds a link.
func (c *Control) Link(name string) *Control {
	return c.Add(desktop.Link, name, focusable, desktop.Press)
}

// Label adds a text that only shows.
func (c *Control) Label(text string) *Control { return c.Add(desktop.Label, text, desktop.Enabled) }

// Text adds a single-line text field.
func (c *Control) Text(name, content string) *Control {
	x := c.Add(desktop.TextField, name, focusable|desktop.Editable, desktop.SetText, desktop.Insert)
	x.start(content)
	return x
}

// TextArea adds a text field of several lines.
func (c *Control) TextArea(name, content string) *Control {
	x := c.Add(desktop.TextField, name, focusable|desktop.Editable|desktop.MultiLine, desktop.SetText, desktop.Insert)
	x.start(content)
	return x
}

// Password adds a password field.
func (c *Control) Password(name string) *Control {
	return c.Add(desktop.Password, name, focusable|desktop.Editable|desktop.Secure, desktop.SetText, desktop.Insert)
}

func (c *Control) start(content string) {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	c.text = []rune(content)
	c.caret = len(c.text)
}

// Check adds a check box.
func (c *Control) Check(name string, on bool) *Control {
	x := c.Add(desktop.CheckBox, name, focusable|desktop.Checkable, desktop.Press)
	x.SetState(desktop.Checked, on)
	return x
}

// Radio adds a radio button; those in one container exclude one another.
func (c *Control) Radio(name string, on bool) *Control {
	x := c.Add(desktop.Radio, name, focusable|desktop.Checkable, desktop.Press)
	x.SetState(desktop.Checked, on)
	return x
}

// Combo adds a choice; the first option is chosen. Option gives the options.
func (c *Control) Combo(name string, options ...string) *Control {
	x := c.Add(desktop.Combo, name, focusable|desktop.Expandable, desktop.Press, desktop.Expand, desktop.Collapse)
	for i, o := range options {
		row := x.Add(desktop.ListItem, o, desktop.Enabled|desktop.Selectable, desktop.Select, desktop.Press)
		if i == 0 {
			row.state |= desktop.Selected
			x.choice = o
		}
	}
	return x
}

// Slider adds a slider.
func (c *Control) Slider(name string, min, max, at float64) *Control {
	x := c.Add(desktop.Slider, name, focusable, desktop.SetValue)
	x.min, x.max, x.number = min, max, at
	return x
}

// Spin adds a number field.
func (c *Control) Spin(name string, min, max, at float64) *Control {
	x := c.Add(desktop.SpinButton, name, focusable|desktop.Editable, desktop.SetValue, desktop.SetText, desktop.Insert)
	x.min, x.max, x.number = min, max, at
	x.start(strconv.FormatFloat(at, 'g', -1, 64))
	return x
}

// List adds a list of n rows "Row 1" …, ten of which fit; see Row. Snapshot reads the first 60 when there are more
// than 200.
func (c *Control) List(name string, n int) *Control {
	rows := make([]string, n)
	for i := range rows {
		rows[i] = fmt.Sprintf("Row %d", i+1)
	}
	return c.Rows(name, rows...)
}

// Rows adds a list with these rows.
func (c *Control) Rows(name string, rows ...string) *Control {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	x := c.addLocked(desktop.List, name, focusable)
	x.rect.H = 10 * rowHeight
	c.win.row += 8
	c.growLocked(x.rect)
	for _, r := range rows {
		x.rowLocked(r)
	}
	return x
}

// AddRow appends a row to a list.
func (c *Control) AddRow(name string) *Control {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	return c.rowLocked(name)
}

func (c *Control) rowLocked(name string) *Control {
	return c.addLocked(desktop.ListItem, name, desktop.Enabled|desktop.Selectable, desktop.Select, desktop.Press)
}

// Row is the child with this name: a row of a list, an option of a choice, an item of a menu. It is nil when there
// is none.
func (c *Control) Row(name string) *Control {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	return c.childLocked("", name)
}

// Find is the first control anywhere below with this role and name, or nil.
func (c *Control) Find(role desktop.Role, name string) *Control {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	return c.findLocked(role, name)
}

func (c *Control) findLocked(role desktop.Role, name string) *Control {
	if x := c.childLocked(role, name); x != nil {
		return x
	}
	for _, x := range c.children {
		if y := x.findLocked(role, name); y != nil {
			return y
		}
	}
	return nil
}

func (c *Control) childLocked(role desktop.Role, name string) *Control {
	for _, x := range c.children {
		if x.name == name && (role == "" || x.role == role) {
			return x
		}
	}
	return nil
}

// Menu adds the last of path to the window's menu bar, together with whatever of the path is missing: Menu("File",
// "Export", "PDF…"). Items are visible only while their menu is open.
func (w *Window) Menu(path ...string) *Control {
	w.desk.mu.Lock()
	defer w.desk.mu.Unlock()
	at := w.childLocked(desktop.MenuBar, "")
	if at == nil {
		at = w.addLocked(desktop.MenuBar, "", desktop.Enabled)
	}
	for i, name := range path {
		role, state, verbs := desktop.MenuItem, desktop.Enabled, []desktop.Verb{desktop.Press}
		if i < len(path)-1 {
			role, state = desktop.Menu, state|desktop.Expandable
			verbs = append(verbs, desktop.Expand, desktop.Collapse)
		}
		next := at.childLocked(role, name)
		if next == nil {
			next = at.addLocked(role, name, state, verbs...)
		}
		at = next
	}
	return at
}

// ContextMenu gives the control a menu of its own, which ShowMenu and the right mouse button open. It returns the
// menu; Row finds its items.
func (c *Control) ContextMenu(items ...string) *Control {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	if c.context == nil {
		c.context = c.win.addLocked(desktop.Menu, "", desktop.Enabled|desktop.Expandable, desktop.Collapse)
		c.context.rect = desktop.Rect{X: c.rect.X, Y: c.rect.Y + c.rect.H, W: 160, H: 1}
		c.context.hidden = true
		c.verbs = append(c.verbs, desktop.ShowMenu)
	}
	for _, n := range items {
		c.context.addLocked(desktop.MenuItem, n, desktop.Enabled, desktop.Press)
	}
	return c.context
}

// Tabs adds pages; the first is shown. The returned controls are the pages, to build on.
func (c *Control) Tabs(names ...string) []*Control {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	bar := c.addLocked(desktop.TabList, "", desktop.Enabled)
	var out []*Control
	for i, n := range names {
		p := bar.addLocked(desktop.Tab, n, focusable|desktop.Selectable, desktop.Select, desktop.Press)
		// The flap is what can be clicked; the page below it belongs to whatever is on it.
		p.rect = desktop.Rect{X: bar.rect.X + 90*float64(i), Y: bar.rect.Y, W: 88, H: rowHeight}
		if i == 0 {
			p.state |= desktop.Selected
		}
		out = append(out, p)
	}
	return out
}

// Group adds a named container.
func (c *Control) Group(name string) *Control { return c.Add(desktop.Group, name, desktop.Enabled) }

// Progress adds a bar that moves by itself, one percent each time every has passed; it starts again at the end. With
// every ≤ 0 it stands still.
func (c *Control) Progress(name string, every time.Duration) *Control {
	x := c.Add(desktop.Progress, name, desktop.Enabled)
	x.max = 100
	x.Every(every, func(x *Control) {
		x.change(func() {
			if x.number >= 100 {
				x.number = -1
			}
			x.numberToLocked(x.number + 1)
		})
	})
	return x
}

// Ticker adds a label that counts by itself: "Mail 1", "Mail 2", … It is what makes weak evidence worthless.
func (c *Control) Ticker(label string, every time.Duration) *Control {
	x := c.Label(label + " 0")
	n := 0
	x.Every(every, func(x *Control) {
		n++
		x.SetLabel(fmt.Sprintf("%s %d", label, n))
	})
	return x
}

// Clock adds a label that shows the time, each second.
func (c *Control) Clock() *Control {
	x := c.Label(time.Now().Format(time.TimeOnly))
	x.Every(time.Second, func(x *Control) { x.SetLabel(time.Now().Format(time.TimeOnly)) })
	return x
}

// Every does something with the control again and again while it exists.
func (c *Control) Every(every time.Duration, fn Effect) *Control {
	if every <= 0 {
		return c
	}
	var next func()
	next = func() {
		if c.Gone() {
			return
		}
		fn(c)
		c.desk.After(every, next)
	}
	c.desk.After(every, next)
	return c
}

// Unnamed takes the control's name away and puts a label with it on the left, so that only geometry tells.
func (c *Control) Unnamed() *Control {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	l := c.parent.addLocked(desktop.Label, c.name, desktop.Enabled)
	l.rect = desktop.Rect{X: c.rect.X, Y: c.rect.Y, W: 100, H: c.rect.H}
	c.rect.X += 110
	c.rect.W -= 110
	c.name, c.nameFrom = "", desktop.NameNone
	return c
}

// NamedBy says where the name came from.
func (c *Control) NamedBy(from desktop.NameFrom) *Control {
	c.change(func() { c.nameFrom = from })
	return c
}

// Describe sets the description.
func (c *Control) Describe(text string) *Control { c.change(func() { c.desc = text }); return c }

// MaxLength makes a text field cut what is longer than n characters.
func (c *Control) MaxLength(n int) *Control {
	return c.RewriteText(func(s string) string {
		if r := []rune(s); len(r) > n {
			return string(r[:n])
		}
		return s
	})
}

// native is the role's name in the platform's own words, which differ by toolkit.
func native(tk desktop.Toolkit, r desktop.Role) string {
	if n, ok := natives[r]; ok {
		return n
	}
	if tk == desktop.GTK4 && r == desktop.Group {
		return "generic"
	}
	return string(r)
}

var natives = map[desktop.Role]string{
	desktop.Button: "push button", desktop.Toggle: "toggle button", desktop.CheckBox: "check box", desktop.Radio: "radio button",
	desktop.Password: "password text", desktop.Combo: "combo box", desktop.ListItem: "list item", desktop.MenuBar: "menu bar",
	desktop.MenuItem: "menu item", desktop.TabList: "page tab list", desktop.Tab: "page tab", desktop.SpinButton: "spin button",
	desktop.Progress: "progress bar", desktop.WindowRole: "frame", desktop.Group: "panel",
}
