package desktoptest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// actor fulfils desktop.Actor. Like the real ones it says nil for acts that come to nothing: on a disabled control,
// on one that ignores, on one whose effect is late. A message to a program that hangs waits in its queue.
type actor struct{ *Desk }

func (d actor) Do(ctx context.Context, r desktop.Ref, v desktop.Verb, a desktop.Arg) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	d.mu.Lock()
	c, err := d.controlLocked(r)
	if err != nil {
		d.recordLocked(Act{By: BySemantic, Verb: string(v)})
		d.mu.Unlock()
		return fmt.Errorf("%s on %s: %w", v, r.ID, err)
	}
	switch {
	case c.state.Has(desktop.Secure) && writes(v):
		err = desktop.ErrSecret
	case !c.offers(v), c.state.Has(desktop.ReadOnly) && writes(v) && v != desktop.Mark:
		err = desktop.ErrUnsupported
	}
	how := do{by: BySemantic, verb: v, arg: a, plain: v == desktop.Focus || v == desktop.Reveal || v == desktop.Mark}
	if v == desktop.Press {
		how.wait = animation(c.app.toolkit)
	}
	late, works, limit := c.late, c.lateWorks, d.cap
	what := c.describeLocked()
	d.mu.Unlock()
	if err != nil {
		return fmt.Errorf("%s on %s: %w", v, what, err)
	}

	sent, err := c.app.reach(ctx)
	left := proof.Sending(ctx)
	switch {
	case err != nil && !sent:
		return fmt.Errorf("%s on %s: %w", v, what, err)
	case err != nil:
		d.mu.Lock()
		if c.app.hang != nil {
			c.app.queue = append(c.app.queue, func() { d.perform(c, how) })
		}
		d.mu.Unlock()
		return noAnswer(v, what, err)
	case late:
		if works {
			d.perform(c, how)
		} else {
			d.mu.Lock()
			d.recordLocked(Act{By: BySemantic, Verb: string(v), Arg: argText(c, how), control: c})
			d.mu.Unlock()
		}
		left()
		if err := pause(ctx, limit); err != nil {
			return noAnswer(v, what, err)
		}
		return noAnswer(v, what, desktop.ErrHung)
	}
	d.mu.Lock()
	gone := c.gone || c.refLocked() != r
	d.mu.Unlock()
	if gone { // it went while the program was busy
		return fmt.Errorf("%s on %s: %w", v, what, desktop.ErrGone)
	}
	d.perform(c, how)
	left()
	return nil
}

// writes reports whether a verb touches the content of a text.
func writes(v desktop.Verb) bool {
	return v == desktop.SetText || v == desktop.Insert || v == desktop.Replace || v == desktop.Mark
}

// offers reports whether the control can be asked for a verb. What offers Insert offers Replace; texts offer Mark.
func (c *Control) offers(v desktop.Verb) bool {
	switch v {
	case desktop.Replace:
		v = desktop.Insert
	case desktop.Mark:
		return c.textual() && !c.unselectable
	}
	return slices.Contains(c.verbs, v)
}

// noAnswer is the error of an act that is out. It wraps ErrNoAnswer alone: the cause must not read as "nothing was
// sent".
func noAnswer(v desktop.Verb, what string, cause error) error {
	if errors.Is(cause, context.Canceled) || errors.Is(cause, context.DeadlineExceeded) {
		return fmt.Errorf("%s on %s: %w: %w", v, what, desktop.ErrNoAnswer, cause)
	}
	return fmt.Errorf("%s on %s: %w", v, what, desktop.ErrNoAnswer)
}

func animation(tk desktop.Toolkit) time.Duration {
	switch tk {
	case desktop.GTK4:
		return gtk4Press
	case desktop.Qt:
		return qtPress
	}
	return 0
}
