package atspi

import (
	"context"
	"fmt"

	"github.com/godbus/dbus/v5"
)

// Asked is an act that was sent. Wait must be called once.
type Asked struct {
	p   pending
	yes bool // the program has to answer true
}

// Wait returns nil only when the program answered yes. ErrUnanswered and ErrVanished mean that the message went out and
// what became of it is not known; a refusal by the program is ErrUnsupported.
func (a Asked) Wait() error {
	if !a.yes {
		return a.p.wait()
	}
	var ok bool
	if err := a.p.wait(&ok); err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("%w: the program declined", ErrUnsupported)
	}
	return nil
}

// ask puts an act on its way.
func (c *Client) ask(ctx context.Context, r Ref, yes bool, method string, args ...any) Asked {
	if err := c.admit(ctx, r.Bus); err != nil {
		return Asked{p: pending{err: err}}
	}
	return Asked{p: c.send(ctx, r, method, args...), yes: yes}
}

// DoAction performs action i. "Yes" is no evidence: a hung program was seen to say yes first.
func (c *Client) DoAction(ctx context.Context, r Ref, i int) Asked {
	return c.ask(ctx, r, true, ifAction+".DoAction", int32(i))
}

// SetText replaces the whole content.
func (c *Client) SetText(ctx context.Context, r Ref, s string) Asked {
	return c.ask(ctx, r, true, ifEditable+".SetTextContents", s)
}

// InsertText puts s in at a character position. The length on the wire is in bytes for GTK 3 and in characters
// for others; n is the caller's choice.
func (c *Client) InsertText(ctx context.Context, r Ref, at int, s string, n int) Asked {
	return c.ask(ctx, r, true, ifEditable+".InsertText", int32(at), s, int32(n))
}

// DeleteText takes the characters from..to out, in the program's own units.
func (c *Client) DeleteText(ctx context.Context, r Ref, from, to int) Asked {
	return c.ask(ctx, r, true, ifEditable+".DeleteText", int32(from), int32(to))
}

// AddSelection selects from..to where nothing is selected, in the program's own units.
func (c *Client) AddSelection(ctx context.Context, r Ref, from, to int) Asked {
	return c.ask(ctx, r, true, ifText+".AddSelection", int32(from), int32(to))
}

// SetSelection makes the first selection reach from..to.
func (c *Client) SetSelection(ctx context.Context, r Ref, from, to int) Asked {
	return c.ask(ctx, r, true, ifText+".SetSelection", int32(0), int32(from), int32(to))
}

// GrabFocus asks for the keyboard focus.
func (c *Client) GrabFocus(ctx context.Context, r Ref) Asked {
	return c.ask(ctx, r, true, ifComponent+".GrabFocus")
}

// ScrollTo asks that the object be scrolled into view, wherever that is least work.
func (c *Client) ScrollTo(ctx context.Context, r Ref) Asked {
	const anywhere = 6
	return c.ask(ctx, r, true, ifComponent+".ScrollTo", uint32(anywhere))
}

// SelectChild selects the i-th child of a container.
func (c *Client) SelectChild(ctx context.Context, r Ref, i int) Asked {
	return c.ask(ctx, r, true, ifSelection+".SelectChild", int32(i))
}

// SetValue sets a number. It has no yes or no.
func (c *Client) SetValue(ctx context.Context, r Ref, f float64) Asked {
	return c.ask(ctx, r, false, ifProperties+".Set", ifValue, "CurrentValue", dbus.MakeVariant(f))
}
