package interaction

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// show minimises a window, shows it again, or gives it back its own size. All are goals.
func (x *Session) show(ctx context.Context, app string, where desktop.Placement) proof.Outcome {
	w, where, err := x.toShow(ctx, app, where)
	if err != nil {
		return refusal(ctx, err)
	}
	e := &showing{x: x, w: w, where: where}
	o := x.act(ctx, desktop.Ref{}, e, func(ctx context.Context) (proof.Means, error) {
		proof.Dispatching(ctx)
		var err error
		switch where {
		case desktop.PlaceMinimise:
			err = x.desk.Windows.Minimise(ctx, w.ID)
		case desktop.PlaceRestore:
			// Some window managers show it and leave the focus where it went meanwhile: what is read decides.
			if err = x.desk.Windows.Activate(ctx, w.ID); errors.Is(err, desktop.ErrNotActive) {
				err = nil
			}
		default:
			err = x.desk.Windows.Restore(ctx, w.ID)
		}
		if err != nil {
			return proof.API, sentence(err, "window “"+titled(w)+"”")
		}
		return proof.API, nil
	}, x.cfg.BudgetPress)
	switch {
	case !o.OK():
	case where != desktop.PlaceMinimise:
		x.chosen = w.ID // what comes next is meant for it
	case x.chosen == w.ID:
		x.chosen = 0
	}
	return o
}

// toShow finds the window that is meant, and what is to be done to it: "restore" shows a minimised window again and
// gives any other its own size back. A window that is minimised can't be pointed at, so "this window" is the one in
// front when that has something to restore, else the only one that is minimised.
func (x *Session) toShow(ctx context.Context, app string, where desktop.Placement) (desktop.Window, desktop.Placement, error) {
	if where != desktop.PlaceRestore {
		w, err := x.windowOf(ctx, app)
		return w, where, err
	}
	var front desktop.Window
	var hidden []desktop.Window
	if app != "" {
		ws, err := x.windowsOf(ctx, app)
		if err != nil {
			return front, where, err
		}
		front = ws[0]
		for _, w := range ws {
			if w.Hidden {
				return w, where, nil
			}
		}
		return front, desktop.PlaceNormal, nil
	}
	front, ferr := x.frontWindow(ctx)
	if p := (*proof.Problem)(nil); errors.As(ferr, &p) && p.Reason != proof.ReasonNotFound {
		return front, where, ferr
	}
	if ferr == nil && (front.Maximised || front.FullScreen) {
		return front, desktop.PlaceNormal, nil
	}
	ws, err := x.desk.Windows.List(ctx)
	if err != nil {
		return front, where, sentence(err, "")
	}
	for _, w := range ws {
		if w.Hidden && ordinary(w) && (x.skip == nil || !x.skip(w.PID)) {
			hidden = append(hidden, w)
		}
	}
	switch {
	case len(hidden) == 1:
		return hidden[0], where, nil
	case len(hidden) > 1:
		var names []string
		for _, w := range hidden {
			names = append(names, "“"+titled(w)+"”")
		}
		return front, where, &proof.Problem{Reason: proof.ReasonAmbiguous, Text: fmt.Sprintf("%d windows are minimised: %s. Say which, as in: restore %s.", len(hidden), strings.Join(names, ", "), names[0])}
	}
	return front, desktop.PlaceNormal, ferr
}

// showing expects a window to be minimised, shown, or of its own size.
type showing struct {
	x     *Session
	w     desktop.Window
	where desktop.Placement
	was   string
}

func (s *showing) Goal() bool { return true }

func (s *showing) Wake(ctx context.Context) (<-chan struct{}, error) {
	return s.x.desk.Windows.Watch(ctx)
}

func (s *showing) Before(ctx context.Context) error {
	w, err := s.read(ctx)
	s.was = s.words(w)
	return err
}

func (s *showing) read(ctx context.Context) (desktop.Window, error) {
	return (&placed{x: s.x, id: s.w.ID}).read(ctx)
}

// words names a window's state, as far as this is about it.
func (s *showing) words(w desktop.Window) string {
	switch {
	case w.Hidden:
		return "minimised"
	case s.where == desktop.PlaceNormal && w.FullScreen:
		return "full screen"
	case s.where == desktop.PlaceNormal && w.Maximised:
		return "maximised"
	case s.where == desktop.PlaceNormal:
		return "its own size"
	}
	return "shown"
}

func (s *showing) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	w, err := s.read(ctx)
	if err != nil {
		return proof.Unknown, proof.Evidence{}, err
	}
	ev := proof.Evidence{Kind: proof.StateRead, What: fmt.Sprintf("Window “%s”", titled(w)), Before: s.was, After: s.words(w)}
	ok := w.Hidden == (s.where == desktop.PlaceMinimise)
	if s.where == desktop.PlaceNormal {
		ok = !w.Hidden && !w.Maximised && !w.FullScreen
	}
	if ok {
		return proof.Satisfied, ev, nil
	}
	return proof.Unsatisfied, ev, nil
}

// Finish tells that a window stayed as it was.
func (s *showing) Finish(ctx context.Context, m proof.Means) *proof.Outcome {
	w, err := s.read(ctx)
	if err != nil {
		return nil
	}
	o := proof.NoEffect(m, &proof.Problem{Reason: proof.ReasonNoEffect, Text: fmt.Sprintf("“%s” stayed as it was: %s.", titled(w), s.words(w))})
	return &o
}
