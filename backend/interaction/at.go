package interaction

import (
	"context"
	"fmt"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// Spot is a place in pixels: of the whole screen, or of one display when Display ≥ 0.
type Spot struct{ X, Y, Display int }

// PressAt clicks a place and watches for whatever proves a press of what lies there.
func (x *Session) PressAt(ctx context.Context, step int, s Spot, expect *desktop.Expect, n int, budget time.Duration) proof.Outcome {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = step
	px, point, err := x.spot(ctx, s)
	if err != nil {
		return refusal(ctx, err)
	}
	fd, err := x.under(ctx, px, point)
	if err != nil {
		return refusal(ctx, err)
	}
	var e proof.Expectation = x.changes(fd)
	if expect != nil {
		if e, err = x.declared(ctx, *expect, fd); err != nil {
			return refusal(ctx, err)
		}
	}
	return x.act(ctx, fd.at.app.Ref, e, func(ctx context.Context) (proof.Means, error) {
		switch {
		case x.desk.Input == nil:
			return proof.Pointer, x.missing("Input")
		case !x.handsOff(ctx):
			return proof.Pointer, &proof.Problem{Reason: proof.ReasonUserInput, Text: "You are using the mouse or keyboard, so Pace did not take them."}
		case !x.mine(ctx, fd.at, px):
			return proof.Pointer, &proof.Problem{Reason: proof.ReasonObstructed, Text: "Something else is in front at that place now, so it was not clicked."}
		}
		proof.Dispatching(ctx)
		if err := x.desk.Input.Click(ctx, px, 1, n, true); err != nil {
			return proof.Pointer, sentence(err, "")
		}
		return proof.Pointer, nil
	}, x.budget(budget, x.cfg.BudgetPress))
}

// spot converts and refuses what lies outside every display.
func (x *Session) spot(ctx context.Context, s Spot) (desktop.Pixel, desktop.Point, error) {
	if x.desk == nil || x.desk.Screen == nil || x.desk.Windows == nil || x.desk.Tree == nil {
		return desktop.Pixel{}, desktop.Point{}, x.missing("Screen")
	}
	ds, err := x.desk.Screen.Displays(ctx)
	if err != nil {
		return desktop.Pixel{}, desktop.Point{}, sentence(err, "")
	}
	px := desktop.Pixel{X: s.X, Y: s.Y}
	if s.Display >= 0 {
		if s.Display >= len(ds) {
			return px, desktop.Point{}, &proof.Problem{Reason: proof.ReasonInvalid, Text: fmt.Sprintf("There is no display %d.", s.Display)}
		}
		px.X += ds[s.Display].Bounds.X
		px.Y += ds[s.Display].Bounds.Y
	}
	for _, d := range ds {
		if d.Bounds.Contains(px) {
			return px, d.ToPoints(px), nil
		}
	}
	return px, desktop.Point{}, &proof.Problem{Reason: proof.ReasonInvalid, Text: fmt.Sprintf("The place %d, %d is outside the screen.", s.X, s.Y)}
}

// under finds the window at a pixel and the smallest element there.
func (x *Session) under(ctx context.Context, px desktop.Pixel, at desktop.Point) (found, error) {
	ws, err := x.desk.Windows.List(ctx)
	if err != nil {
		return found{}, sentence(err, "")
	}
	for i := len(ws) - 1; i >= 0; i-- {
		w := ws[i]
		if w.Hidden || !w.Frame.Contains(px) || w.Kind == "desktop" {
			continue
		}
		if w.Own {
			return found{}, &proof.Problem{Reason: proof.ReasonNotPermitted, Text: "That is Pace's own window."}
		}
		before := x.chosen
		x.chosen = w.ID
		fd, err := x.look(ctx, &desktop.Target{}, firstLook, anything)
		x.chosen = before
		if err != nil {
			return found{}, err
		}
		fd.at.window, fd.el = w, fd.win
		best := -1.0
		for _, e := range fd.f.snap.Elements {
			if a := e.Bounds.W * e.Bounds.H; e.Has(desktop.Visible) && !e.Bounds.Empty() && e.Bounds.Contains(at) && (best < 0 || a <= best) {
				best, fd.el = a, e
			}
		}
		return fd, nil
	}
	return found{}, &proof.Problem{Reason: proof.ReasonNotFound, Text: "There is no window at that place."}
}
