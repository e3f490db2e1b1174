package interaction

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// CloseWindow closes the window in front and watches it go. A question of the program ("save changes?") is told.
func (x *Session) CloseWindow(ctx context.Context, step int, app string) proof.Outcome {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = step
	if x.desk == nil || x.desk.Windows == nil {
		return refusal(ctx, x.missing("Windows"))
	}
	w, err := x.windowOf(ctx, app)
	if err != nil {
		return refusal(ctx, err)
	}
	e := &closed{x: x, w: w}
	o := x.act(ctx, desktop.Ref{}, e, func(ctx context.Context) (proof.Means, error) {
		if err := x.desk.Windows.Close(ctx, w.ID); err != nil {
			return proof.API, sentence(err, "window “"+w.Title+"”")
		}
		return proof.API, nil
	}, x.cfg.BudgetPress)
	x.leave(o, w.ID)
	return o
}

// leave notes that the turn itself closed a window, so that what comes next is meant for the one in front then.
func (x *Session) leave(o proof.Outcome, ids ...desktop.WindowID) {
	if o.OK() && slices.Contains(ids, x.chosen) {
		x.chosen = 0
	}
}

type closed struct {
	x    *Session
	w    desktop.Window
	had  map[desktop.WindowID]bool
	ask  string // title of a window that came up instead
	read bool   // the last look could list the windows
}

func (c *closed) Wake(ctx context.Context) (<-chan struct{}, error) {
	return c.x.desk.Windows.Watch(ctx)
}

func (c *closed) Before(ctx context.Context) error {
	ws, err := c.x.desk.Windows.List(ctx)
	if err != nil {
		return sentence(err, "")
	}
	c.had = map[desktop.WindowID]bool{}
	for _, w := range ws {
		c.had[w.ID] = true
	}
	return nil
}

func (c *closed) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	ws, err := c.x.desk.Windows.List(ctx)
	if c.read = err == nil; !c.read {
		return proof.Unknown, proof.Evidence{}, sentence(err, "")
	}
	there := false
	c.ask = ""
	for _, w := range ws {
		there = there || w.ID == c.w.ID
		if w.PID == c.w.PID && !c.had[w.ID] && !w.Own {
			c.ask = orIt(w.Title)
		}
	}
	if there {
		return proof.Unsatisfied, proof.Evidence{}, nil
	}
	return proof.Satisfied, proof.Evidence{Kind: proof.WindowGone, What: fmt.Sprintf("Window “%s”", c.w.Title)}, nil
}

// Finish tells the question that a program asks before it closes, or that the window stayed.
func (c *closed) Finish(_ context.Context, m proof.Means) *proof.Outcome {
	switch {
	case !c.read:
		return nil
	case c.ask == "":
		return stayed(m, c.w)
	}
	o := proof.Some(m, &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("“%s” is still open: the program asks “%s” first.", c.w.Title, c.ask)},
		proof.Evidence{Kind: proof.WindowNew, What: fmt.Sprintf("Window “%s”", c.ask)})
	return &o
}

// Quit closes every window of a program, or with an empty name of the one in front. It is confirmed when none is left;
// whether the program runs on without a window is not asked. A question of the program is told and left open.
func (x *Session) Quit(ctx context.Context, step int, app string) proof.Outcome {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = step
	if x.desk == nil || x.desk.Windows == nil {
		return refusal(ctx, x.missing("Windows"))
	}
	w, err := x.windowOf(ctx, app)
	if err != nil {
		return refusal(ctx, err)
	}
	e := &allClosed{x: x, w: w}
	o := x.act(ctx, desktop.Ref{}, e, func(ctx context.Context) (proof.Means, error) {
		proof.Dispatching(ctx)
		for i, w := range e.all {
			err := x.desk.Windows.Close(ctx, w.ID)
			if errors.Is(err, desktop.ErrGone) {
				continue // it went with another
			}
			if err != nil && i > 0 {
				return proof.API, fmt.Errorf("%w: %w", proof.ErrDispatched, sentence(err, ""))
			} else if err != nil {
				return proof.API, sentence(err, "window “"+w.Title+"”")
			}
		}
		return proof.API, nil
	}, x.cfg.BudgetPress)
	for _, w := range e.all {
		x.leave(o, w.ID)
	}
	return o
}

// allClosed expects that a program has no window any more.
type allClosed struct {
	x    *Session
	w    desktop.Window   // by which the program is known
	all  []desktop.Window // its windows before, the topmost first
	left []desktop.Window // of those, by the last look
	ask  string           // title of a window that came up instead
	read bool             // the last look could list the windows
}

func (a *allClosed) Wake(ctx context.Context) (<-chan struct{}, error) {
	return a.x.desk.Windows.Watch(ctx)
}

// of reports whether w belongs to the program. One that does not tell its process is only itself.
func (a *allClosed) of(w desktop.Window) bool {
	return ordinary(w) && (w.ID == a.w.ID || w.PID != 0 && w.PID == a.w.PID)
}

func (a *allClosed) Before(ctx context.Context) error {
	ws, err := a.x.desk.Windows.List(ctx)
	if err != nil {
		return sentence(err, "")
	}
	a.all = nil
	for _, w := range slices.Backward(ws) {
		if a.of(w) {
			a.all = append(a.all, w)
		}
	}
	return nil
}

func (a *allClosed) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	ws, err := a.x.desk.Windows.List(ctx)
	if a.read = err == nil; !a.read {
		return proof.Unknown, proof.Evidence{}, sentence(err, "")
	}
	a.left, a.ask = nil, ""
	for _, w := range ws {
		switch {
		case !a.of(w):
		case slices.ContainsFunc(a.all, func(b desktop.Window) bool { return b.ID == w.ID }):
			a.left = append(a.left, w)
		default:
			a.ask = orIt(w.Title)
		}
	}
	if len(a.left) > 0 || a.ask != "" {
		return proof.Unsatisfied, proof.Evidence{}, nil
	}
	return proof.Satisfied, a.evidence(), nil
}

func (a *allClosed) evidence() proof.Evidence {
	if len(a.all) == 1 {
		return proof.Evidence{Kind: proof.WindowGone, What: fmt.Sprintf("Window “%s”", titled(a.w))}
	}
	return proof.Evidence{Kind: proof.WindowGone, What: fmt.Sprintf("Each of the %d windows of “%s”", len(a.all), a.w.Class)}
}

// Finish tells the question that a program asks, or which of several windows stayed.
func (a *allClosed) Finish(_ context.Context, m proof.Means) *proof.Outcome {
	var o proof.Outcome
	switch {
	case !a.read:
		return nil
	case a.ask != "":
		o = proof.Some(m, &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("“%s” is still open: it asks “%s” first.", titled(a.w), a.ask)},
			proof.Evidence{Kind: proof.WindowNew, What: fmt.Sprintf("Window “%s”", a.ask)})
	case len(a.left) > 0 && len(a.left) < len(a.all):
		o = proof.Some(m, &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("%d of %d windows closed; “%s” is still open.", len(a.all)-len(a.left), len(a.all), titled(a.left[0]))},
			proof.Evidence{Kind: proof.WindowGone, What: fmt.Sprintf("%d of %d windows", len(a.all)-len(a.left), len(a.all))})
	default:
		return stayed(m, a.w)
	}
	return &o
}

// stayed: a window that was asked to close did not, and nothing came up instead.
func stayed(m proof.Means, w desktop.Window) *proof.Outcome {
	o := proof.NoEffect(m, &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("“%s” was asked to close and is still open.", titled(w))})
	return &o
}
