package desktoptest

import (
	"context"
	"fmt"

	"pace/backend/desktop"
)

// Selection tells what is selected in a text, as desktop.Selector says.
func (d tree) Selection(ctx context.Context, r desktop.Ref) ([]desktop.Span, error) {
	if _, err := d.reachRef(ctx, r); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	c, err := d.controlLocked(r)
	switch {
	case err != nil:
		return nil, fmt.Errorf("selection of %s: %w", r.ID, err)
	case c.state.Has(desktop.Secure):
		return nil, desktop.ErrSecret
	case c.unselectable || !c.textual():
		return nil, fmt.Errorf("selection of %s: %w", c.describeLocked(), desktop.ErrUnsupported)
	}
	if s := c.selectedLocked(); !s.Empty() {
		return []desktop.Span{s}, nil
	}
	return nil, nil
}

func (c *Control) textual() bool {
	return c.role == desktop.TextField || c.role == desktop.Document || c.role == desktop.SpinButton
}

func (c *Control) selectedLocked() desktop.Span {
	if c.all {
		return desktop.Span{To: len(c.text)}
	}
	return c.sel
}

// Select selects characters from..to of a text, as its user would.
func (c *Control) Select(from, to int) *Control {
	c.change(func() { c.markLocked(desktop.Span{From: from, To: to}) })
	return c
}

// Selected is the text that is selected.
func (c *Control) Selected() string {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	s := c.selectedLocked()
	return string(c.text[s.From:s.To])
}

// HideSelection makes the control keep to itself what is selected in it.
func (c *Control) HideSelection() *Control {
	c.change(func() { c.unselectable = true })
	return c
}

func (c *Control) markLocked(s desktop.Span) {
	c.sel, c.all = c.within(s), false
	c.caret = c.sel.To
	c.desk.emitLocked(c, desktop.EventCaret, "", true)
}

// within cuts a stretch to what there is.
func (c *Control) within(s desktop.Span) desktop.Span {
	from := min(max(s.From, 0), len(c.text))
	return desktop.Span{From: from, To: min(max(s.To, from), len(c.text))}
}
