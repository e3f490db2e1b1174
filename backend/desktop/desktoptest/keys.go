package desktoptest

import (
	"slices"
	"strings"

	"pace/backend/desktop"
)

var modifiers = []string{"ctrl", "alt", "shift", "super"}

// keyNames are the keys besides single characters and F1 to F12, with other spellings.
var keyNames = map[string]string{
	"return": "return", "enter": "return", "kp_enter": "return", "tab": "tab", "escape": "escape", "esc": "escape", "space": "space",
	"backspace": "backspace", "delete": "delete", "insert": "insert", "home": "home", "end": "end", "left": "left",
	"right": "right", "up": "up", "down": "down", "page_up": "pageup", "page_down": "pagedown", "pageup": "pageup",
	"pagedown": "pagedown", "prior": "pageup", "next": "pagedown", "menu": "menu", "print": "print",
}

// keyName is the desk's own name of a key.
func keyName(name string) (string, bool) {
	n := strings.ToLower(name)
	if r := []rune(n); len(r) == 1 && r[0] > ' ' && r[0] <= '~' {
		return n, true
	}
	if k, ok := keyNames[n]; ok {
		return k, true
	}
	if len(n) > 1 && n[0] == 'f' {
		for i, f := range []string{"f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12"} {
			if n == f {
				return f, i < 12
			}
		}
	}
	return "", false
}

// strike is one key with modifiers down, at whatever has focus. The program's own shortcuts come first.
func (d *Desk) strike(by By, name string, mods []string) {
	chord := strings.Join(append(slices.Clone(mods), name), "+")
	d.mu.Lock()
	c := d.focusedLocked()
	if chord == "ctrl+v" && by == ByKeys {
		by = ByPaste
	}
	i := d.recordLocked(Act{By: by, Verb: "chord", Arg: chord, control: c})
	if c == nil {
		d.mu.Unlock()
		return
	}
	d.acts[i].Worked = true
	if c.app.hang != nil {
		c.app.queue = append(c.app.queue, func() { d.struck(by, c, chord) })
		d.mu.Unlock()
		return
	}
	d.mu.Unlock()
	d.struck(by, c, chord)
}

func (d *Desk) struck(by By, c *Control, chord string) {
	d.mu.Lock()
	w := c.win
	if c.gone {
		d.mu.Unlock()
		return
	}
	if effects := c.app.menu[chord]; len(effects) > 0 {
		effects = slices.Clone(effects)
		d.mu.Unlock()
		for _, e := range effects {
			e(c)
		}
		return
	}
	press := func(x *Control) {
		d.mu.Unlock()
		if x != nil {
			d.perform(x, do{by: by, verb: desktop.Press})
		}
	}
	edit := c.state.Has(desktop.Editable) && !c.state.Has(desktop.ReadOnly) && c.enabledLocked()
	switch {
	case chord == "tab" || chord == "shift+tab":
		w.focusNextLocked(chord == "tab")
	case chord == "escape":
		if w.role == desktop.Dialog {
			w.closeLocked()
		} else {
			d.closeMenusOfLocked(w.Control)
		}
	case chord == "alt+f4" && !w.own:
		d.mu.Unlock()
		d.closeNicely(w)
		return
	case chord == "return" && edit && c.state.Has(desktop.MultiLine):
		d.mu.Unlock()
		d.perform(c, do{by: by, verb: desktop.Insert, arg: desktop.Arg{Text: "\n"}, silent: true})
		return
	case chord == "return" && edit:
		press(w.onEnter)
		return
	case chord == "return" || chord == "space" && !edit:
		if slices.Contains(c.verbs, desktop.Press) {
			press(c)
			return
		}
		if chord == "return" {
			press(w.onEnter)
			return
		}
	case edit:
		d.editLocked(by, c, chord)
		return
	}
	d.mu.Unlock()
}

// editLocked is a chord in a text field; it gives the lock back.
func (d *Desk) editLocked(by By, c *Control, chord string) {
	insert, what := false, ""
	switch chord {
	case "ctrl+a":
		c.all = true
	case "ctrl+c", "ctrl+x":
		if s := c.selectedLocked(); !s.Empty() && !c.state.Has(desktop.Secure) {
			d.copyLocked(string(c.text[s.From:s.To]))
			insert = chord == "ctrl+x"
		}
	case "ctrl+v":
		insert, what = true, d.clip
		for l := range d.loans {
			l.takenLocked()
		}
	case "backspace", "delete":
		switch {
		case c.all || !c.sel.Empty():
			insert = true
		case c.state.Has(desktop.Secure):
			c.textToLocked(make([]rune, max(c.secret-1, 0)))
		case chord == "backspace" && c.caret > 0:
			c.cutLocked(c.caret - 1)
		case chord == "delete" && c.caret < len(c.text):
			c.cutLocked(c.caret)
		}
	case "home", "ctrl+home":
		c.caret, c.all, c.sel = 0, false, desktop.Span{}
	case "end", "ctrl+end":
		c.caret, c.all, c.sel = len(c.text), false, desktop.Span{}
	case "left":
		c.caret, c.all, c.sel = max(c.caret-1, 0), false, desktop.Span{}
	case "right":
		c.caret, c.all, c.sel = min(c.caret+1, len(c.text)), false, desktop.Span{}
	case "space":
		insert, what = true, " "
	default:
		if r := []rune(chord); len(r) == 1 {
			insert, what = true, chord
		} else if rest, ok := strings.CutPrefix(chord, "shift+"); ok && len([]rune(rest)) == 1 {
			insert, what = true, strings.ToUpper(rest)
		}
	}
	d.mu.Unlock()
	if insert {
		d.perform(c, do{by: by, verb: desktop.Insert, arg: desktop.Arg{Text: what}, silent: true})
	}
}

// cutLocked takes the character at this place out and leaves the caret there.
func (c *Control) cutLocked(at int) {
	c.textToLocked(slices.Delete(slices.Clone(c.text), at, at+1))
	c.caret = at
}

// focusNextLocked moves the focus among what can have it.
func (w *Window) focusNextLocked(forward bool) {
	var all []*Control
	var walk func(*Control)
	walk = func(c *Control) {
		for _, x := range c.children {
			if x.state.Has(desktop.Focusable|desktop.Enabled) && x.visibleLocked() {
				all = append(all, x)
			}
			walk(x)
		}
	}
	walk(w.Control)
	if len(all) == 0 {
		return
	}
	i := slices.Index(all, w.focus)
	switch {
	case forward:
		i = (i + 1) % len(all)
	case i <= 0:
		i = len(all) - 1
	default:
		i--
	}
	w.focusLocked(all[i])
}
