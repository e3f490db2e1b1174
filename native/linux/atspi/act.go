package atspi

import (
	"context"
	"fmt"

	"github.com/godbus/dbus/v5"
)

// All acts return nil only when the program answered yes. ErrUnanswered and ErrVanished mean that the message went
// out and what became of it is not known; a refusal by the program is ErrUnsupported.

// DoAction performs action i. "Yes" is no evidence: a hung program was seen to say yes first.
func (c *Client) DoAction(ctx context.Context, r Ref, i int) error {
	return c.yes(ctx, r, ifAction+".DoAction", int32(i))
}

// SetText replaces the whole content.
func (c *Client) SetText(ctx context.Context, r Ref, s string) error {
	return c.yes(ctx, r, ifEditable+".SetTextContents", s)
}

// InsertText puts s in at a character position. The length on the wire is in bytes for GTK 3 and in characters
// for others; n is the caller's choice.
func (c *Client) InsertText(ctx context.Context, r Ref, at int, s string, n int) error {
	return c.yes(ctx, r, ifEditable+".InsertText", int32(at), s, int32(n))
}

// GrabFocus asks for the keyboard focus.
func (c *Client) GrabFocus(ctx context.Context, r Ref) error {
	return c.yes(ctx, r, ifComponent+".GrabFocus")
}

// ScrollTo asks that the object be scrolled into view, wherever that is least work.
func (c *Client) ScrollTo(ctx context.Context, r Ref) error {
	const anywhere = 6
	return c.yes(ctx, r, ifComponent+".ScrollTo", uint32(anywhere))
}

// SelectChild selects the i-th child of a container.
func (c *Client) SelectChild(ctx context.Context, r Ref, i int) error {
	return c.yes(ctx, r, ifSelection+".SelectChild", int32(i))
}

// SetValue sets a number. It has no yes or no.
func (c *Client) SetValue(ctx context.Context, r Ref, f float64) error {
	return c.call(ctx, r, ifProperties+".Set", []any{ifValue, "CurrentValue", dbus.MakeVariant(f)})
}

// yes sends an act and demands a true.
func (c *Client) yes(ctx context.Context, r Ref, method string, args ...any) error {
	var ok bool
	if err := c.call(ctx, r, method, args, &ok); err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("%w: the program declined", ErrUnsupported)
	}
	return nil
}
