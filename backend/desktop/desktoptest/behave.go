package desktoptest

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"pace/backend/desktop"
)

// Each control does by itself what its role does: a check box toggles, a field takes text, a row is selected. On adds
// effects to that, the methods below bend it. All of them may be chained and changed while the desk runs.

// On adds effects that follow each act which changes or presses the control, by whatever means, in order.
func (c *Control) On(effects ...Effect) *Control {
	c.change(func() { c.effects = append(c.effects, effects...) })
	return c
}

// Ignore makes the control take every act and do nothing, neither by itself nor by On.
func (c *Control) Ignore() *Control { c.change(func() { c.ignores = true }); return c }

// Heed takes Ignore back.
func (c *Control) Heed() *Control { c.change(func() { c.ignores = false }); return c }

// Reverts makes the control take back, after dur, what an act changed of it.
func (c *Control) Reverts(dur time.Duration) *Control { c.change(func() { c.reverts = dur }); return c }

// Delay makes everything that follows from an act happen so much later; the act itself is answered at once.
func (c *Control) Delay(dur time.Duration) *Control { c.change(func() { c.delay = dur }); return c }

// RewriteText makes something else of each text that goes in: a filter, a mask, a limit.
func (c *Control) RewriteText(fn func(string) string) *Control {
	c.change(func() { c.rewrite = fn })
	return c
}

// AnswerLate makes Actor.Do end in ErrNoAnswer after the cap of one message, although the act had its effect (works)
// or had none.
func (c *Control) AnswerLate(works bool) *Control {
	c.change(func() { c.late, c.lateWorks = true, works })
	return c
}

// do is one act on a control on its way through.
type do struct {
	by     By
	verb   desktop.Verb
	arg    desktop.Arg
	word   string // what Acts shows when it is not the verb
	silent bool   // not written down: a key of a chunk that is
	plain  bool   // only what the role does, no effects: focus, reveal
	wait   time.Duration
}

// perform carries out an act as the program's main loop would and reports whether it was taken.
func (d *Desk) perform(c *Control, a do) bool {
	d.mu.Lock()
	i := -1
	if !a.silent {
		rec := Act{By: a.by, Verb: a.word, Arg: argText(c, a), control: c}
		if rec.Verb == "" {
			rec.Verb = string(a.verb)
		}
		i = d.recordLocked(rec)
	}
	if c.gone || !c.enabledLocked() {
		d.mu.Unlock()
		return false
	}
	if i >= 0 {
		d.acts[i].Worked = true
	}
	// What is bent on a choice or a list is meant for its rows; opening a choice is no act of its own.
	owner := c
	if p := c.parent; p != nil && (p.role == desktop.Combo || p.role == desktop.List) {
		owner = p
	}
	if c.role == desktop.Combo && a.verb != desktop.Select {
		a.plain = true
	}
	if c.ignores || owner.ignores {
		d.mu.Unlock()
		return true
	}
	delay := c.delay + a.wait
	if owner != c {
		delay += owner.delay
	}
	d.mu.Unlock()

	run := func() {
		d.mu.Lock()
		if c.gone {
			d.mu.Unlock()
			return
		}
		for _, x := range []*Control{c, owner} {
			if before := x.keepLocked(); x.reverts > 0 && !a.plain {
				d.afterLocked(x.reverts, func() { x.restore(before) })
			}
			if x == owner {
				break
			}
		}
		c.naturalLocked(a.verb, a.arg)
		mine := append([]Effect(nil), c.effects...)
		var its []Effect
		if owner != c {
			its = append(its, owner.effects...)
		}
		d.mu.Unlock()
		if a.plain {
			return
		}
		for _, e := range mine {
			e(c)
		}
		for _, e := range its {
			e(owner)
		}
	}
	if delay > 0 && !a.plain {
		d.After(delay, run)
	} else {
		run()
	}
	return true
}

func argText(c *Control, a do) string {
	switch {
	case a.verb == desktop.SetValue:
		return strconv.FormatFloat(a.arg.Number, 'g', -1, 64)
	case c.state.Has(desktop.Secure):
		return strings.Repeat("•", len([]rune(a.arg.Text)))
	}
	return a.arg.Text
}

func (c *Control) enabledLocked() bool {
	for x := c; x != nil; x = x.parent {
		if !x.state.Has(desktop.Enabled) {
			return false
		}
	}
	return true
}

// kept is what Reverts puts back.
type kept struct {
	name, choice string
	text         []rune
	secret       int
	number       float64
	state        desktop.State
}

func (c *Control) keepLocked() kept {
	return kept{c.name, c.choice, append([]rune(nil), c.text...), c.secret, c.number, c.state}
}

func (c *Control) restore(k kept) {
	c.change(func() {
		if c.name != k.name {
			c.name = k.name
			c.desk.emitLocked(c, desktop.EventText, "name", true)
		}
		switch c.role {
		case desktop.TextField, desktop.Document, desktop.SpinButton:
			c.textToLocked(k.text)
		case desktop.Combo:
			c.chooseLocked(k.choice)
		}
		c.secret = k.secret
		if c.number != k.number {
			c.number = k.number
			c.desk.emitLocked(c, desktop.EventValue, "", true)
		}
		c.setStateLocked(c.state&^k.state, false)
		c.setStateLocked(k.state&^c.state, true)
	})
}

// naturalLocked is what the role does by itself.
func (c *Control) naturalLocked(v desktop.Verb, a desktop.Arg) {
	switch v {
	case desktop.Press:
		c.pressLocked()
	case desktop.Select:
		c.selectLocked()
	case desktop.SetText:
		c.setTextLocked(a.Text)
	case desktop.Insert:
		c.insertLocked(a.Text)
	case desktop.Replace:
		c.sel, c.all = c.within(a.Span), false
		c.caret = c.sel.From
		c.insertLocked(a.Text)
	case desktop.Mark:
		c.markLocked(a.Span)
	case desktop.SetValue:
		c.numberToLocked(a.Number)
	case desktop.Expand:
		c.expandLocked(true)
	case desktop.Collapse:
		c.expandLocked(false)
	case desktop.Focus:
		c.win.focusLocked(c)
	case desktop.Reveal:
		c.revealLocked()
	case desktop.ShowMenu:
		if m := c.context; m != nil {
			m.hidden = false
			m.expandLocked(true)
		}
	}
}

func (c *Control) pressLocked() {
	switch c.role {
	case desktop.Button, desktop.Link:
		// Down and up again: a signal that proves nothing.
		c.desk.emitLocked(c, desktop.EventState, "pressed", true)
		c.desk.emitLocked(c, desktop.EventState, "pressed", false)
	case desktop.Toggle:
		c.setStateLocked(desktop.Pressed, !c.state.Has(desktop.Pressed))
	case desktop.CheckBox:
		mixed := c.state.Has(desktop.Mixed)
		c.setStateLocked(desktop.Mixed, false)
		c.setStateLocked(desktop.Checked, mixed || !c.state.Has(desktop.Checked))
	case desktop.Radio:
		for _, x := range c.parent.children {
			if x.role == desktop.Radio && x != c {
				x.setStateLocked(desktop.Checked, false)
			}
		}
		c.setStateLocked(desktop.Checked, true)
	case desktop.Combo, desktop.Menu:
		c.expandLocked(!c.state.Has(desktop.Expanded))
	case desktop.MenuItem:
		c.closeMenusLocked()
	case desktop.ListItem, desktop.Tab:
		c.selectLocked()
	}
}

func (c *Control) selectLocked() {
	p := c.parent
	if p.role == desktop.Combo {
		p.chooseLocked(c.name)
		p.expandLocked(false)
		return
	}
	if c.state.Has(desktop.Selected) {
		return
	}
	for _, x := range p.children {
		if x != c {
			x.setStateLocked(desktop.Selected, false)
		}
	}
	c.setStateLocked(desktop.Selected, true)
	c.desk.emitLocked(p, desktop.EventSelected, "", true)
}

// chooseLocked picks an option of a choice; unknown ones are ignored.
func (c *Control) chooseLocked(option string) {
	if c.choice == option || c.childLocked(desktop.ListItem, option) == nil {
		return
	}
	c.choice = option
	for _, x := range c.children {
		x.setStateLocked(desktop.Selected, x.name == option)
	}
	c.desk.emitLocked(c, desktop.EventSelected, "", true)
	c.desk.emitLocked(c, desktop.EventValue, "", true)
}

func (c *Control) expandLocked(on bool) {
	if c.state.Has(desktop.Expanded) == on {
		return
	}
	if !on {
		for _, x := range c.children {
			if x.role == desktop.Menu {
				x.expandLocked(false)
			}
		}
	}
	if on && c.role == desktop.Menu {
		for _, x := range c.parent.children {
			if x != c && x.role == desktop.Menu {
				x.expandLocked(false)
			}
		}
	}
	c.setStateLocked(desktop.Expanded, on)
	for _, x := range c.children {
		c.desk.emitLocked(x, desktop.EventState, "visible", on)
	}
}

// closeMenusLocked closes the menu that c is in, up to the bar.
func (c *Control) closeMenusLocked() {
	for p := c.parent; p != nil; p = p.parent {
		if p.role == desktop.Menu {
			p.expandLocked(false)
		}
	}
}

func (c *Control) setTextLocked(s string) {
	if c.rewrite != nil && !c.state.Has(desktop.Secure) {
		s = c.rewrite(s)
	}
	c.contentToLocked(s)
}

// insertLocked puts s at the caret, in place of what is selected.
func (c *Control) insertLocked(s string) {
	if c.state.Has(desktop.Secure) {
		if c.all {
			c.secret = 0
		}
		c.textToLocked(make([]rune, c.secret+len([]rune(s))))
		return
	}
	if c.all {
		c.text, c.caret, c.all = nil, 0, false
	}
	if !c.sel.Empty() {
		c.text = slices.Concat(c.text[:c.sel.From], c.text[c.sel.To:])
		c.caret, c.sel = c.sel.From, desktop.Span{}
	}
	at := min(c.caret, len(c.text))
	whole := string(c.text[:at]) + s + string(c.text[at:])
	tail := len(c.text) - at
	if c.rewrite != nil {
		whole = c.rewrite(whole)
	}
	if c.role == desktop.SpinButton { // its text is a number only when editing ends
		c.text = []rune(whole)
		c.caret = max(len(c.text)-tail, 0)
		c.desk.emitLocked(c, desktop.EventText, "insert", true)
		if n, err := strconv.ParseFloat(whole, 64); err == nil && n >= c.min && n <= c.max {
			c.number = n
			c.desk.emitLocked(c, desktop.EventValue, "", true)
		}
		return
	}
	c.textToLocked([]rune(whole))
	c.caret = max(len(c.text)-tail, 0)
}

// revealLocked scrolls the list so that the row is shown.
func (c *Control) revealLocked() {
	p := c.parent
	if p == nil || p.role != desktop.List {
		return
	}
	shown := max(int(p.rect.H/rowHeight), 1)
	for i, x := range p.children {
		if x != c {
			continue
		}
		switch {
		case i < p.scroll:
			p.scroll = i
		case i >= p.scroll+shown:
			p.scroll = i - shown + 1
		default:
			return
		}
		c.desk.emitLocked(p, desktop.EventBounds, "", true)
	}
}
