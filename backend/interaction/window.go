package interaction

import (
	"context"
	"fmt"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// Snap places the window in front on its display. It is a goal: a window that is there already is left alone.
func (x *Session) Snap(ctx context.Context, step int, where desktop.Placement) proof.Outcome {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = step
	if x.desk == nil || x.desk.Windows == nil || x.desk.Screen == nil {
		return refusal(ctx, x.missing("Windows"))
	}
	w, err := x.frontWindow(ctx)
	if err != nil {
		return refusal(ctx, err)
	}
	ds, err := x.desk.Screen.Displays(ctx)
	if err != nil || len(ds) == 0 {
		return refusal(ctx, sentence(desktop.ErrNoDisplay, ""))
	}
	d := displayOf(ds, w.Frame)
	e := &placed{x: x, id: w.ID, title: w.Title, where: where, want: frameFor(where, d.Work)}
	return x.act(ctx, desktop.Ref{}, e, func(ctx context.Context) (proof.Means, error) {
		var err error
		if where == desktop.PlaceMaximise {
			err = x.desk.Windows.Maximise(ctx, w.ID, true)
		} else {
			err = x.desk.Windows.Place(ctx, w.ID, e.want)
		}
		if err != nil {
			return proof.API, sentence(err, "window “"+w.Title+"”")
		}
		return proof.API, nil
	}, x.cfg.BudgetPress)
}

// frontWindow is the window a person would mean by "this window".
func (x *Session) frontWindow(ctx context.Context) (desktop.Window, error) {
	ws, err := x.desk.Windows.List(ctx)
	if err != nil {
		return desktop.Window{}, sentence(err, "")
	}
	var best *desktop.Window
	for i := len(ws) - 1; i >= 0; i-- {
		w := &ws[i]
		if w.Own || w.Hidden || w.Kind == "dock" || w.Kind == "desktop" || w.Kind == "menu" || x.skip != nil && x.skip(w.PID) {
			continue
		}
		if w.ID == x.chosen {
			return *w, nil
		}
		if best == nil || w.Active && !best.Active {
			best = w
		}
	}
	if best == nil {
		return desktop.Window{}, &proof.Problem{Reason: proof.ReasonNotFound, Text: "No window is open."}
	}
	return *best, nil
}

// windowOf is the topmost window of a program, or with an empty name the one in front.
func (x *Session) windowOf(ctx context.Context, app string) (desktop.Window, error) {
	if app == "" {
		return x.frontWindow(ctx)
	}
	if x.desk.Launcher != nil {
		if e, err := x.entry(ctx, app); err == nil {
			ws, err := x.desk.Windows.List(ctx)
			if err != nil {
				return desktop.Window{}, sentence(err, "")
			}
			a := appInFront{x: x, entry: e}
			for i := len(ws) - 1; i >= 0; i-- {
				if a.of(ws[i]) {
					return ws[i], nil
				}
			}
		}
	}
	at, err := x.where(ctx, &desktop.Target{App: app})
	if err == nil && at.window.ID == 0 {
		err = &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("“%s” has no window open.", app)}
	}
	return at.window, err
}

// displayOf is the display that holds most of r.
func displayOf(ds []desktop.Display, r desktop.PixelRect) desktop.Display {
	best, area := ds[0], -1
	for _, d := range ds {
		c := d.Bounds.Intersect(r)
		if c.W*c.H > area {
			best, area = d, c.W*c.H
		}
	}
	return best
}

// frameFor divides a work area. Centre is 80 % wide and 85 % high, in the middle.
func frameFor(p desktop.Placement, w desktop.PixelRect) desktop.PixelRect {
	switch p {
	case desktop.PlaceLeft:
		return desktop.PixelRect{X: w.X, Y: w.Y, W: w.W / 2, H: w.H}
	case desktop.PlaceRight:
		return desktop.PixelRect{X: w.X + w.W/2, Y: w.Y, W: w.W - w.W/2, H: w.H}
	case desktop.PlaceTop:
		return desktop.PixelRect{X: w.X, Y: w.Y, W: w.W, H: w.H / 2}
	case desktop.PlaceBottom:
		return desktop.PixelRect{X: w.X, Y: w.Y + w.H/2, W: w.W, H: w.H - w.H/2}
	case desktop.PlaceCenter:
		cw, ch := w.W*80/100, w.H*85/100
		return desktop.PixelRect{X: w.X + (w.W-cw)/2, Y: w.Y + (w.H-ch)/2, W: cw, H: ch}
	}
	return w
}

// placed expects a window's frame. Programs that only come in certain sizes (a terminal's whole characters, a
// calculator's fixed form) may stop short of the wanted size; the place must fit then, and the report says so.
type placed struct {
	x     *Session
	id    desktop.WindowID
	title string
	where desktop.Placement
	want  desktop.PixelRect
	was   desktop.PixelRect
	now   desktop.PixelRect
}

// slack is how far a frame may be off: rounding, and borders that window managers count differently.
const slack = 12

func (p *placed) Goal() bool { return true }

func (p *placed) Wake(ctx context.Context) (<-chan struct{}, error) {
	return p.x.desk.Windows.Watch(ctx)
}

func (p *placed) Before(ctx context.Context) error {
	w, err := p.read(ctx)
	p.was = w.Frame
	return err
}

func (p *placed) read(ctx context.Context) (desktop.Window, error) {
	ws, err := p.x.desk.Windows.List(ctx)
	if err != nil {
		return desktop.Window{}, sentence(err, "")
	}
	for _, w := range ws {
		if w.ID == p.id {
			return w, nil
		}
	}
	return desktop.Window{}, &proof.Problem{Reason: proof.ReasonGone, Text: "The window is no longer there."}
}

func (p *placed) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	w, err := p.read(ctx)
	if err != nil {
		return proof.Unknown, proof.Evidence{}, err
	}
	p.now = w.Frame
	ev := proof.Evidence{Kind: proof.StateRead, What: fmt.Sprintf("Window “%s”", p.title), Before: area(p.was), After: area(w.Frame)}
	ok := close4(w.Frame, p.want)
	if p.where == desktop.PlaceMaximise {
		ok = w.Maximised
		ev.After += ", maximised"
	} else if w.Maximised {
		ok = false
	}
	if ok {
		return proof.Satisfied, ev, nil
	}
	return proof.Unsatisfied, ev, nil
}

// Finish tells a window that moved but would not take the size from one that did nothing.
func (p *placed) Finish(_ context.Context, m proof.Means) *proof.Outcome {
	if p.now == p.was || p.now.Empty() {
		return nil
	}
	ev := proof.Evidence{Kind: proof.StateRead, What: fmt.Sprintf("Window “%s”", p.title), Before: area(p.was), After: area(p.now)}
	o := proof.Some(m, &proof.Problem{Reason: proof.ReasonRewritten, Text: fmt.Sprintf("“%s” moved, but did not take the whole place: it is %s.", p.title, area(p.now))}, ev)
	return &o
}

func area(r desktop.PixelRect) string { return fmt.Sprintf("%d×%d at %d, %d", r.W, r.H, r.X, r.Y) }

func close4(a, b desktop.PixelRect) bool {
	return near4(a.X, b.X) && near4(a.Y, b.Y) && near4(a.X+a.W, b.X+b.W) && near4(a.Y+a.H, b.Y+b.H)
}

func near4(a, b int) bool { return a-b <= slack && b-a <= slack }

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
	return x.act(ctx, desktop.Ref{}, e, func(ctx context.Context) (proof.Means, error) {
		if err := x.desk.Windows.Close(ctx, w.ID); err != nil {
			return proof.API, sentence(err, "window “"+w.Title+"”")
		}
		return proof.API, nil
	}, x.cfg.BudgetPress)
}

type closed struct {
	x   *Session
	w   desktop.Window
	had map[desktop.WindowID]bool
	ask string // title of a window that came up instead
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
	if err != nil {
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

// Finish tells the question that a program asks before it closes.
func (c *closed) Finish(_ context.Context, m proof.Means) *proof.Outcome {
	if c.ask == "" {
		return nil
	}
	o := proof.Some(m, &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("“%s” is still open: the program asks “%s” first.", c.w.Title, c.ask)},
		proof.Evidence{Kind: proof.WindowNew, What: fmt.Sprintf("Window “%s”", c.ask)})
	return &o
}
