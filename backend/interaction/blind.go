package interaction

import (
	"context"
	"fmt"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// Some programs take no part in accessibility (xterm, games, remote desktops). Keys and the wheel reach them all the
// same. What they do there nobody can read, save that windows open and close.

// joining is how long a program in front may take to come to the accessibility bus before it counts as one that
// takes no part. One that this turn has opened gets the budget of a press: it may still be starting.
const joining = 300 * time.Millisecond

// blind finds the window in front when its program takes no part in accessibility. False means that it does, or that
// the usual way has to say why there is no such window.
func (x *Session) blind(ctx context.Context) (desktop.Window, bool) {
	if x.desk.Windows == nil {
		return desktop.Window{}, false
	}
	w, err := x.inFront(ctx)
	if err != nil {
		return desktop.Window{}, false
	}
	if x.desk.Tree == nil || w.PID == 0 {
		return *w, true
	}
	if _, known := x.apps[w.PID]; known {
		return desktop.Window{}, false
	}
	wait := joining * time.Duration(x.cfg.Slow)
	if x.chosen != 0 {
		wait = x.cfg.BudgetPress
	}
	wctx, stop := context.WithTimeout(ctx, wait)
	defer stop()
	var wake <-chan desktop.Event
	if x.desk.Watcher != nil {
		wake, _ = x.desk.Watcher.Watch(wctx, desktop.Scope{}) // without it the ticker looks
	}
	// A program that registers sends its first signals a moment before it can be listed.
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for {
		apps, err := x.desk.Tree.Apps(ctx)
		if err != nil {
			return desktop.Window{}, false
		}
		for _, a := range apps {
			if a.PID == w.PID {
				return desktop.Window{}, false
			}
		}
		select {
		case _, ok := <-wake:
			if !ok {
				wake = nil
			}
		case <-again.C:
		case <-wctx.Done():
			return *w, ctx.Err() == nil
		}
	}
}

// unseen expects what can be seen of a program without accessibility: a window that opens, or, when the key is meant
// to close, one that goes. Everything else stays unknown, and sent says what was done.
type unseen struct {
	x      *Session
	w      desktop.Window
	sent   string
	closes bool
	had    map[desktop.WindowID]bool
}

// Relative: what opened or went is against what was there.
func (u *unseen) Relative() {}

func (u *unseen) Wake(ctx context.Context) (<-chan struct{}, error) {
	return u.x.desk.Windows.Watch(ctx)
}

func (u *unseen) Before(ctx context.Context) error {
	ws, err := u.x.desk.Windows.List(ctx)
	if err != nil {
		return sentence(err, "")
	}
	u.had = map[desktop.WindowID]bool{}
	for _, w := range ws {
		u.had[w.ID] = true
	}
	return nil
}

func (u *unseen) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	ws, err := u.x.desk.Windows.List(ctx)
	if err != nil {
		return proof.Unknown, proof.Evidence{}, sentence(err, "")
	}
	there := false
	for _, w := range ws {
		there = there || w.ID == u.w.ID
		if !u.had[w.ID] && w.PID == u.w.PID && w.PID != 0 && !w.Own && w.Kind != "menu" {
			return proof.Satisfied, proof.Evidence{Kind: proof.WindowNew, What: fmt.Sprintf("Window “%s”", w.Title)}, nil
		}
	}
	switch {
	case there:
		return proof.Unknown, proof.Evidence{}, &proof.Problem{Reason: proof.ReasonNoEvidence,
			Text: fmt.Sprintf("%s “%s”, which does not show its contents to accessibility, so Pace can't see what it did.", u.sent, titled(u.w))}
	case u.closes:
		return proof.Satisfied, proof.Evidence{Kind: proof.WindowGone, What: fmt.Sprintf("Window “%s”", titled(u.w))}, nil
	}
	return proof.Unknown, proof.Evidence{}, &proof.Problem{Reason: proof.ReasonAppEnded,
		Text: fmt.Sprintf("%s “%s”, and its window closed. Whether that was meant can't be told.", u.sent, titled(u.w))}
}

// titled names a window for a person.
func titled(w desktop.Window) string {
	if w.Title != "" {
		return w.Title
	}
	return w.Class
}

// closing reports whether closing a window is what a chord is for.
func closing(k desktop.Key) bool {
	switch keyName(k) {
	case "alt+f4", "ctrl+q", "ctrl+w", "ctrl+d":
		return true
	}
	return false
}

// unread is the budget for what may be seen of a program without accessibility.
func (x *Session) unread() time.Duration { return x.cfg.BudgetPress / 4 }

// expected makes what proves an act on a window that can't be looked into. A declared expectation decides; one about
// contents can't be read here and leaves the act unproven.
func (x *Session) expected(w desktop.Window, u *unseen, d *desktop.Expect) (proof.Expectation, time.Duration) {
	if d != nil && (d.Kind == desktop.WindowOpens || d.Kind == desktop.TitleHas) {
		return &windowIs{x: x, at: place{app: desktop.App{PID: w.PID}, window: w}, kind: d.Kind, value: d.Value}, x.cfg.BudgetPress
	}
	if d != nil && d.Kind != desktop.Changes {
		return &unreadable{u}, x.unread()
	}
	return u, x.unread()
}

// unreadable is an expectation about contents that nobody can read.
type unreadable struct{ *unseen }

func (u *unreadable) Check(ctx context.Context) (proof.Verdict, proof.Evidence, error) {
	_, _, err := u.unseen.Check(ctx)
	return proof.Unknown, proof.Evidence{}, err
}

// send dispatches to a window that can't be looked into.
func (x *Session) send(ctx context.Context, w desktop.Window, e proof.Expectation, budget time.Duration, m proof.Means, do func(context.Context) error) proof.Outcome {
	at := place{app: desktop.App{PID: w.PID}, window: w}
	x.last = w.Class
	return x.act(ctx, desktop.Ref{}, e, func(ctx context.Context) (proof.Means, error) {
		if x.desk.Input == nil {
			return m, x.missing("Input")
		}
		if !x.handsOff(ctx) {
			return m, &proof.Problem{Reason: proof.ReasonUserInput, Text: "You are using the mouse or keyboard, so Pace did not take them."}
		}
		if err := x.raise(ctx, at); err != nil {
			return m, err
		}
		return m, do(ctx)
	}, budget)
}

// keyBlind presses a chord in a window that can't be looked into.
func (x *Session) keyBlind(ctx context.Context, w desktop.Window, k desktop.Key, d *desktop.Expect) proof.Outcome {
	u := &unseen{x: x, w: w, sent: fmt.Sprintf("The key %s was sent to", keyName(k)), closes: closing(k)}
	e, budget := x.expected(w, u, d)
	return x.send(ctx, w, e, budget, proof.Keys, func(ctx context.Context) error {
		proof.Dispatching(ctx)
		if err := x.desk.Input.Chord(ctx, k); err != nil {
			return sentence(err, "")
		}
		return nil
	})
}

// scrollBlind turns the wheel over the middle of a window that can't be looked into.
func (x *Session) scrollBlind(ctx context.Context, w desktop.Window, dx, dy int) proof.Outcome {
	u := &unseen{x: x, w: w, sent: "The wheel was turned over"}
	return x.send(ctx, w, u, x.unread(), proof.Pointer, func(ctx context.Context) error {
		c := w.Content
		if c.W <= 0 || c.H <= 0 {
			c = w.Frame
		}
		px := desktop.Pixel{X: c.X + c.W/2, Y: c.Y + c.H/2}
		if !x.mine(ctx, place{app: desktop.App{PID: w.PID}, window: w}, px) {
			return &proof.Problem{Reason: proof.ReasonObstructed, Text: "The window is covered, so it was not scrolled."}
		}
		proof.Dispatching(ctx)
		if err := x.desk.Input.Scroll(ctx, px, dx, dy); err != nil {
			return sentence(err, "")
		}
		return nil
	})
}

// dark is the problem of looking for something in a program that shows nothing.
func dark(w desktop.Window, what string) *proof.Problem {
	return &proof.Problem{Reason: proof.ReasonUnavailable,
		Text: fmt.Sprintf("“%s” does not show its contents to accessibility, so Pace can't look for “%s” in it.", titled(w), what)}
}
