package desktoptest

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"pace/backend/desktop"
)

// Content is what the control holds: its whole text, number or choice. Passwords give one "•" per character.
func (c *Control) Content() string {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	return c.contentLocked()
}

func (c *Control) contentLocked() string {
	switch {
	case c.state.Has(desktop.Secure):
		return strings.Repeat("•", c.secret)
	case c.role == desktop.SpinButton, c.role == desktop.TextField, c.role == desktop.Document:
		return string(c.text)
	case c.role == desktop.Combo:
		return c.choice
	case c.role == desktop.Slider, c.role == desktop.Progress, c.role == desktop.ScrollBar:
		return strconv.FormatFloat(c.number, 'g', -1, 64)
	case c.role == desktop.Label, c.role == desktop.Heading, c.role == desktop.StatusBar:
		return c.name
	}
	return ""
}

// clip cuts a long text as the vocabulary demands, between characters.
func clip(s string) string {
	if len(s) <= desktop.MaxValue {
		return s
	}
	n := desktop.MaxValue
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// SetContent changes text, number or choice as the program itself would, past RewriteText and MaxLength. On a
// password it only sets how many characters it holds.
func (c *Control) SetContent(s string) { c.change(func() { c.contentToLocked(s) }) }

// contentToLocked writes the content and signals it.
func (c *Control) contentToLocked(s string) {
	switch {
	case c.state.Has(desktop.Secure):
		c.textToLocked([]rune(s))
	case c.role == desktop.SpinButton:
		if n, err := strconv.ParseFloat(strings.TrimSpace(s), 64); err == nil {
			c.numberToLocked(n)
		}
	case c.role == desktop.TextField, c.role == desktop.Document:
		c.textToLocked([]rune(s))
	case c.role == desktop.Combo:
		c.chooseLocked(s)
	case c.role == desktop.Slider, c.role == desktop.Progress:
		if n, err := strconv.ParseFloat(strings.TrimSpace(s), 64); err == nil {
			c.numberToLocked(n)
		}
	default:
		if c.name != s {
			c.name = s
			c.desk.emitLocked(c, desktop.EventText, "name", true)
		}
	}
}

// textToLocked replaces the text. Toolkits raise a deletion before the insertion, and so does this.
func (c *Control) textToLocked(t []rune) {
	if c.state.Has(desktop.Secure) {
		c.secret = len(t)
	} else {
		c.text = t
	}
	c.caret, c.all, c.sel = len(t), false, desktop.Span{}
	c.desk.emitLocked(c, desktop.EventText, "delete", false)
	c.desk.emitLocked(c, desktop.EventText, "insert", true)
	c.desk.emitLocked(c, desktop.EventCaret, "", true)
}

func (c *Control) numberToLocked(n float64) {
	if c.max > c.min {
		n = min(max(n, c.min), c.max)
	}
	t := strconv.FormatFloat(n, 'g', -1, 64)
	if c.number == n && (c.role != desktop.SpinButton || string(c.text) == t) {
		return
	}
	c.number = n
	if c.role == desktop.SpinButton {
		c.text, c.caret = []rune(t), len(t)
		c.desk.emitLocked(c, desktop.EventText, "insert", true)
	}
	c.desk.emitLocked(c, desktop.EventValue, "", true)
}
