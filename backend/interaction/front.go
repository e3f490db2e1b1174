package interaction

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// place is where a step works: an application, and which of its windows is meant.
type place struct {
	app    desktop.App
	window desktop.Window // zero when the window system does not tell
}

// front finds the application in front: that of the active window, else of the topmost that is not skipped.
func (x *Session) front(ctx context.Context) (place, error) {
	if x.desk == nil || x.desk.Tree == nil {
		return place{}, x.missing("Tree")
	}
	if x.desk.Windows == nil {
		return x.only(ctx)
	}
	best, err := x.inFront(ctx)
	if err != nil {
		return place{}, err
	}
	app, err := x.appOf(ctx, best.PID)
	if err != nil {
		return place{}, err
	}
	if app.PID == 0 {
		return place{}, &proof.Problem{Reason: proof.ReasonUnavailable, Text: fmt.Sprintf("“%s” does not show its contents to accessibility, so Pace can't see into it.", best.Title)}
	}
	return place{app, *best}, nil
}

// mapping is how long a window that is just being opened may be missing from the list.
const mapping = 500 * time.Millisecond

// inFront finds the window that a person would mean. While a program opens a window the window manager may list none
// for a moment, so an empty list is looked at again when windows change.
func (x *Session) inFront(ctx context.Context) (*desktop.Window, error) {
	wctx, stop := context.WithTimeout(ctx, mapping)
	defer stop()
	var wake <-chan struct{}
	for {
		ws, err := x.desk.Windows.List(ctx)
		if err != nil {
			return nil, fmt.Errorf("list windows: %w", err)
		}
		if p := x.lost(ws); p != nil {
			return nil, p
		}
		if best := x.meant(ws); best != nil {
			if best.ID != x.worked.ID {
				x.before = x.worked // came up in front of the window that the plan worked in
			}
			x.worked = *best
			return best, nil
		}
		if wake == nil {
			if wake, err = x.desk.Windows.Watch(wctx); err != nil {
				return nil, fmt.Errorf("watch windows: %w", err)
			}
			continue // it may have come between the list and the watch
		}
		if _, ok := <-wake; !ok {
			return nil, &proof.Problem{Reason: proof.ReasonNotFound, Text: "No application is open to do that in."}
		}
	}
}

// lost says that the window this turn works in was closed by somebody else, and that its program has no other. The
// rest of the plan was meant for it and must not be done to whatever is in front now.
func (x *Session) lost(ws []desktop.Window) *proof.Problem {
	if x.worked.ID == 0 {
		return nil
	}
	for _, w := range ws {
		if w.ID == x.worked.ID || w.ID == x.chosen || w.PID == x.worked.PID && w.PID != 0 && ordinary(w) {
			return nil
		}
	}
	return &proof.Problem{Reason: proof.ReasonGone, Text: fmt.Sprintf("“%s” has been closed, so this was not done to another window.", titled(x.worked))}
}

// meant picks from a list of windows: the one the turn works in, else the active one, else the topmost.
func (x *Session) meant(ws []desktop.Window) *desktop.Window {
	var best *desktop.Window
	for i := len(ws) - 1; i >= 0; i-- {
		w := &ws[i]
		// A menu belongs to the window under it; some window managers keep a nameless one of their own on top.
		if w.Own || w.Hidden || w.Kind == "dock" || w.Kind == "desktop" || w.Kind == "menu" || x.skip != nil && x.skip(w.PID) {
			continue
		}
		if w.ID == x.chosen {
			best = w
			break
		}
		if best == nil || w.Active && !best.Active {
			best = w
		}
	}
	// A dialog of the same program that came up in front of the chosen window is what a person would work in.
	if best != nil && best.ID == x.chosen {
		for i := range ws {
			if w := &ws[i]; w.Active && w.PID == best.PID && !w.Own {
				best = w
			}
		}
	}
	return best
}

// appOf finds the accessible application of a process. A program that has just opened its window may still be on its
// way to the bus, so it is waited for. The zero App means that it did not come.
func (x *Session) appOf(ctx context.Context, pid int) (desktop.App, error) {
	look := func() (desktop.App, error) {
		apps, err := x.desk.Tree.Apps(ctx)
		if err != nil {
			return desktop.App{}, err
		}
		for _, a := range apps {
			if a.PID == pid && a.PID != 0 {
				return a, nil
			}
		}
		return desktop.App{}, nil
	}
	if a, ok := x.apps[pid]; ok {
		return a, nil // listing the programs takes a millisecond; one that has ended says so when it is read
	}
	a, err := look()
	if err == nil && a.PID != 0 && a.Answers {
		if x.apps == nil {
			x.apps = map[int]desktop.App{}
		}
		x.apps[pid] = a
	}
	if err != nil || a.PID != 0 || x.desk.Watcher == nil {
		return a, err
	}
	wait := 2 * x.cfg.BudgetPress
	if x.chosen != 0 {
		wait = x.cfg.BudgetOpenApp // this turn opened it a moment ago, so it is certainly starting
	}
	wctx, stop := context.WithTimeout(ctx, wait)
	defer stop()
	wake, err := x.desk.Watcher.Watch(wctx, desktop.Scope{})
	if err != nil {
		wake = nil // the program in front is the very one that has not registered yet
	}
	// A program that registers sends its first signals a moment before it can be listed.
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for {
		if a, err = look(); err != nil || a.PID != 0 {
			return a, err
		}
		select {
		case _, ok := <-wake:
			if !ok {
				wake = nil // else it would spin
			}
		case <-again.C:
		case <-wctx.Done():
			return desktop.App{}, ctx.Err()
		}
	}
}

// only is the fallback without a window list: the one application that has windows.
func (x *Session) only(ctx context.Context) (place, error) {
	if err := x.desk.Why("Windows"); errors.Is(err, desktop.ErrNoDisplay) {
		return place{}, sentence(err, "")
	}
	apps, err := x.desk.Tree.Apps(ctx)
	if err != nil {
		return place{}, err
	}
	if len(apps) == 1 {
		return place{app: apps[0]}, nil
	}
	return place{}, &proof.Problem{Reason: proof.ReasonUnavailable, Text: "Pace can't tell which window is in front."}
}

// where finds the place for a target: the application it names, else the one in front.
func (x *Session) where(ctx context.Context, t *desktop.Target) (place, error) {
	if len(t.Path) > 0 {
		// A path begins with its program, so that an answer or an undo finds it whatever is in front now.
		if app, ok := strings.CutPrefix(t.Path[0], appStep); ok {
			t.App, t.Path = app, t.Path[1:]
		}
	}
	if t.App == "" {
		return x.front(ctx)
	}
	if x.desk == nil || x.desk.Tree == nil {
		return place{}, x.missing("Tree")
	}
	apps, err := x.desk.Tree.Apps(ctx)
	if err != nil {
		return place{}, err
	}
	var ws []desktop.Window
	if x.desk.Windows != nil {
		if ws, err = x.desk.Windows.List(ctx); err != nil {
			return place{}, err
		}
	}
	want := fold(t.App)
	for i := len(ws) - 1; i >= 0; i-- {
		w := ws[i]
		if w.Own || fold(w.Class) != want && fold(w.Title) != want && !containsWords(fold(w.Title), want) {
			continue
		}
		for _, a := range apps {
			if a.PID == w.PID && a.PID != 0 {
				return place{a, w}, nil
			}
		}
	}
	for _, a := range apps {
		if fold(a.Name) == want && !owned(ws, a.PID) {
			for i := len(ws) - 1; i >= 0; i-- {
				if ws[i].PID == a.PID {
					return place{a, ws[i]}, nil
				}
			}
			return place{app: a}, nil
		}
	}
	return place{}, &proof.Problem{Reason: proof.ReasonNotFound, Text: fmt.Sprintf("“%s” is not open.", t.App)}
}

// owned reports whether a program is Pace itself, which is never acted on: it would answer its own questions.
func owned(ws []desktop.Window, pid int) bool {
	return slices.ContainsFunc(ws, func(w desktop.Window) bool { return w.Own && w.PID == pid })
}

// appStep begins the first entry of a printed path.
const appStep = "application:"

// path prints the target's path with its program.
func (fd found) path() []string {
	return append([]string{appStep + fd.at.app.Name}, desktop.PathString(fd.el.Path)...)
}

func (x *Session) missing(part string) error {
	if err := x.desk.Why(part); err != nil {
		return sentence(err, "")
	}
	return &proof.Problem{Reason: proof.ReasonUnavailable, Text: "This machine has no way to do that."}
}

// windowElement finds the accessibility window of a window-system window: by title, else the active one.
func windowElement(s desktop.Snapshot, w desktop.Window) (desktop.Element, bool) {
	var active, first *desktop.Element
	for i := range s.Windows {
		e := &s.Windows[i]
		if w.Title != "" && e.Name == w.Title {
			return *e, true
		}
		if e.Has(desktop.Active) || e.Has(desktop.Modal) && active == nil {
			active = e
		}
		if first == nil && e.Has(desktop.Visible) {
			first = e
		}
	}
	switch {
	case active != nil:
		return *active, true
	case first != nil && len(s.Windows) == 1:
		return *first, true
	case first != nil:
		return *first, w.Title == ""
	}
	return desktop.Element{}, false
}
