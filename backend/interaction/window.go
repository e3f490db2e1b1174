package interaction

import (
	"context"
	"fmt"
	"slices"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// Snap places the window in front on its display. It is a goal: a window that is there already is left alone.
func (x *Session) Snap(ctx context.Context, step int, where desktop.Placement) proof.Outcome {
	return x.SnapApp(ctx, step, "", where)
}

// SnapApp does the same to a program's window, or with an empty name to the one in front. Minimising and restoring
// are places too.
func (x *Session) SnapApp(ctx context.Context, step int, app string, where desktop.Placement) proof.Outcome {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = step
	if x.desk == nil || x.desk.Windows == nil {
		return refusal(ctx, x.missing("Windows"))
	}
	switch where {
	case desktop.PlaceMinimise, desktop.PlaceRestore, desktop.PlaceNormal:
		return x.show(ctx, app, where)
	}
	if x.desk.Screen == nil {
		return refusal(ctx, x.missing("Screen"))
	}
	w, err := x.windowOf(ctx, app)
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
	// When what this turn opened has gone, its program may have another window (after a splash screen, say); that of
	// another program is not meant.
	gone := x.chosen != 0 && !slices.ContainsFunc(ws, func(w desktop.Window) bool { return w.ID == x.chosen })
	var best *desktop.Window
	for i := len(ws) - 1; i >= 0; i-- {
		w := &ws[i]
		if !ordinary(*w) || w.Hidden || x.skip != nil && x.skip(w.PID) {
			continue
		}
		if _, known := x.apps[w.PID]; gone && !known {
			continue
		}
		if w.ID == x.chosen {
			return *w, nil
		}
		if best == nil || w.Active && !best.Active {
			best = w
		}
	}
	switch {
	case best == nil && gone:
		return desktop.Window{}, &proof.Problem{Reason: proof.ReasonGone, Text: "The window that this was meant for has been closed, so it was not done to another."}
	case best == nil:
		return desktop.Window{}, &proof.Problem{Reason: proof.ReasonNotFound, Text: "No window is open."}
	}
	return *best, nil
}

// windowOf is the topmost window of a program, rather one that shows, or with an empty name the one in front.
func (x *Session) windowOf(ctx context.Context, app string) (desktop.Window, error) {
	if app == "" {
		return x.frontWindow(ctx)
	}
	ws, err := x.windowsOf(ctx, app)
	if err != nil {
		return desktop.Window{}, err
	}
	for _, w := range ws {
		if !w.Hidden {
			return w, nil
		}
	}
	return ws[0], nil
}

// windowsOf lists a program's windows, the topmost first; at least one. The program is known by what is installed, by
// the class or title of a window, or by its name on the accessibility bus, which a program need not be on.
func (x *Session) windowsOf(ctx context.Context, app string) ([]desktop.Window, error) {
	ws, err := x.desk.Windows.List(ctx)
	if err != nil {
		return nil, sentence(err, "")
	}
	pick := func(fits func(desktop.Window) bool) (out []desktop.Window) {
		for _, w := range slices.Backward(ws) {
			if ordinary(w) && fits(w) {
				out = append(out, w)
			}
		}
		return out
	}
	if x.desk.Launcher != nil {
		if e, err := x.entry(ctx, app); err == nil {
			a := appInFront{x: x, entry: e}
			if out := pick(a.of); len(out) > 0 {
				return out, nil
			}
		}
	}
	want := fold(app)
	if out := pick(func(w desktop.Window) bool {
		return fold(w.Class) == want || fold(w.Title) == want || containsWords(fold(w.Title), want)
	}); len(out) > 0 {
		return out, nil
	}
	if x.desk.Tree != nil {
		apps, err := x.desk.Tree.Apps(ctx)
		if err != nil {
			return nil, sentence(err, "")
		}
		for _, a := range apps {
			if fold(a.Name) != want || a.PID == 0 {
				continue
			}
			if out := pick(func(w desktop.Window) bool { return w.PID == a.PID }); len(out) > 0 {
				return out, nil
			}
		}
	}
	return nil, &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("“%s” has no window open.", app)}
}

// ordinary reports whether a person would call w a window that can be closed or minimised; Pace's own are never meant.
func ordinary(w desktop.Window) bool {
	return !w.Own && w.Kind != "dock" && w.Kind != "desktop" && w.Kind != "menu"
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
