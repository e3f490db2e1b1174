package interaction

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// How changes compares two readings: what counts, where an element lies, and what a person could tell apart.

func key(e desktop.Element) string { return fmt.Sprint(desktop.PathString(e.Path)) }

// opened reports whether an element is of the kind that opens over others.
func opened(e desktop.Element) bool {
	switch e.Role {
	case desktop.Dialog, desktop.Menu, desktop.WindowRole, desktop.Alert, desktop.MenuItem:
		return e.Has(desktop.Visible)
	}
	return false
}

// silent reports whether an element moves by itself, so that no change of it says anything.
func silent(e desktop.Element) bool {
	return e.Role == desktop.Progress || e.Role == desktop.ScrollBar || e.Has(desktop.Busy)
}

// nearby compares something else in the target's window; inTarget is true for a part of the target itself.
func (c *changes) nearby(was, is desktop.Element) (s *sight, inTarget bool) {
	if was.Ref == c.target.Ref {
		return c.mine(was, is)
	}
	if c.reused(was) && (was.Name != is.Name || was.Has(desktop.Visible) != is.Has(desktop.Visible)) {
		return nil, false
	}
	if !c.inWindow(was) {
		return nil, false
	}
	if entry(was) && !is.Has(desktop.Expanded) {
		was.State &^= desktop.Expanded // menus close whatever an entry does
	}
	if c.inMenu(was) && !is.Has(desktop.Visible) {
		was.State &^= desktop.Visible
	}
	what, b, a, ok := differs(was, is)
	if !ok || clockLike(b, a) {
		return nil, false
	}
	if was.Name == "" && is.Name == "" && was.Value == is.Value && (was.Role == desktop.Group || was.Role == desktop.Other) {
		return nil, false // a nameless container was shown or hidden: nobody could say what that means
	}
	ev := proof.Evidence{Kind: proof.Nearby, What: what, Before: b, After: a}
	plain := was.Name != is.Name || was.Value != is.Value
	for _, p := range c.above(was) {
		if p == c.target.Ref && whole(c.target.Role) && !(plain && c.movesItself(was.Ref, is.Parent)) {
			ev.Kind = proof.OwnChange
			return &sight{ref: is.Ref, ev: ev, plain: plain}, true
		}
	}
	return &sight{ref: is.Ref, el: is, ev: ev, plain: plain}, false
}

// turns reports whether pressing an element is meant to change its own state.
func turns(e desktop.Element) bool {
	switch e.Role {
	case desktop.Toggle, desktop.CheckBox, desktop.Radio:
		return true
	}
	return e.Role == desktop.ListItem && e.Has(desktop.Selectable) && !e.Has(desktop.Selected)
}

// whole reports whether what is inside an element is a part of it, as the text of a button is, and not something of
// its own that it merely holds.
func whole(r desktop.Role) bool {
	switch r {
	case desktop.Button, desktop.Toggle, desktop.CheckBox, desktop.Radio, desktop.Link, desktop.MenuItem, desktop.ListItem, desktop.Cell,
		desktop.Combo, desktop.SpinButton:
		return true
	}
	return false
}

// inMenu reports whether e is a menu, an entry of one, or in one or the list of a combo: all of that goes when it closes.
func (c *changes) inMenu(e desktop.Element) bool {
	return entry(e) || slices.ContainsFunc(c.above(e), func(r desktop.Ref) bool { return entry(c.before[r]) || c.before[r].Role == desktop.Combo })
}

func (c *changes) above(e desktop.Element) []desktop.Ref {
	var out []desktop.Ref
	for r := e.Parent; len(out) < 80; {
		p, ok := c.before[r]
		if !ok {
			break
		}
		out = append(out, r)
		r = p.Parent
	}
	return out
}

// inWindow reports whether e lies in the window of the target.
func (c *changes) inWindow(e desktop.Element) bool {
	if !c.page.Zero() {
		// What a page does shows in the page: the browser around it renames its tabs and counts its memory by itself.
		return e.Ref == c.page || slices.Contains(c.above(e), c.page)
	}
	if c.win.Ref.Zero() || e.Ref == c.win.Ref {
		return true
	}
	for _, p := range c.above(e) {
		if p == c.win.Ref {
			return true
		}
	}
	return false
}

// differs compares two readings of one element by what a person could tell apart.
func differs(was, is desktop.Element) (what, before, after string, ok bool) {
	name := capital(was.Describe())
	if was.Name != is.Name && is.NameFrom != desktop.NameNone {
		if was.Role == desktop.Label || was.Role == desktop.StatusBar || was.Role == desktop.Heading {
			name = "Text"
		}
		return name, quoted(was.Name), quoted(is.Name), true
	}
	if was.Value != is.Value && !was.Has(desktop.Secure) {
		return name, quoted(was.Value), quoted(is.Value), true
	}
	for _, s := range watched {
		if s.state == desktop.Pressed && was.Role != desktop.Toggle {
			continue
		}
		if s.state == desktop.Selected && (was.Role == desktop.MenuItem || was.Role == desktop.Menu) {
			continue // that is only the highlight under the pointer
		}
		if s.state == desktop.Visible && (was.Role == desktop.MenuItem || was.Role == desktop.Menu) && !is.Has(desktop.Visible) {
			continue // menus close whatever an entry does
		}
		if was.Has(s.state) != is.Has(s.state) {
			if is.Has(s.state) {
				return name, s.off, s.on, true
			}
			return name, s.on, s.off, true
		}
	}
	return "", "", "", false
}

var watched = [...]struct {
	state   desktop.State
	on, off string
}{
	{desktop.Checked, "checked", "not checked"},
	{desktop.Mixed, "partly checked", "not partly checked"},
	{desktop.Selected, "selected", "not selected"},
	{desktop.Expanded, "expanded", "collapsed"},
	{desktop.Pressed, "pressed", "not pressed"},
	{desktop.Enabled, "enabled", "disabled"},
	{desktop.Visible, "shown", "hidden"},
	{desktop.Editable, "editable", "not editable"},
}

// Unquote is the text that an evidence value shows.
func Unquote(s string) string {
	if s == "empty" {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(s, "“"), "”")
}

func quoted(s string) string {
	if s == "" {
		return "empty"
	}
	return "“" + s + "”"
}

// A point separates hours and minutes only where the text says that it is a time: prices and results have one too.
var clock = regexp.MustCompile(`\b([01]?\d|2[0-4])(:[0-5]\d(:[0-5]\d)?( ?[AaPp]\.?[Mm]\b\.?)?|\.[0-5]\d(\.[0-5]\d)?( ?[AaPp]\.?[Mm]\b\.?| Uhr\b))`)

// clockLike reports whether two texts differ only in a time of day, or with a empty whether b says nothing else.
func clockLike(a, b string) bool {
	rest := clock.ReplaceAllString(b, "")
	if a == "" {
		return rest != b && !strings.ContainsFunc(rest, wordRune)
	}
	return clock.MatchString(a) && rest != b && clock.ReplaceAllString(a, "") == rest
}
