package interaction

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// A preview decides as the run does and touches nothing: it answers what would be used, or the reason for which the
// run would refuse.

// Use says what a target is wanted for, which decides what can be one.
type Use int

const (
	ToPress Use = iota
	ToWrite
	ToSet
	ToScroll
)

// Preview finds a target without touching anything: what it is, or why it can't be used. What would have to be
// opened first is found only as far as the program shows it while closed.
func (x *Session) Preview(ctx context.Context, t desktop.Target, u Use) (string, *proof.Problem) {
	return x.preview(ctx, t, u, nil)
}

// PreviewValue is Preview for a value that is to be written or set, which the target must be able to take.
func (x *Session) PreviewValue(ctx context.Context, t desktop.Target, u Use, value string) (string, *proof.Problem) {
	return x.preview(ctx, t, u, &value)
}

func (x *Session) preview(ctx context.Context, t desktop.Target, u Use, value *string) (string, *proof.Problem) {
	x.mu.Lock()
	defer x.mu.Unlock()
	usable := pressable
	switch u {
	case ToWrite:
		usable = writable
	case ToSet:
		usable = settable
	case ToScroll:
		usable = anything
	}
	var fd found
	var err error
	if u == ToWrite && t.Label == "" && len(t.Path) == 0 {
		fd, err = x.field(ctx, t)
	} else {
		fd, err = x.find(ctx, t, usable)
	}
	if u == ToWrite {
		if f, ferr, ok := x.fillable(ctx, t, err); ok {
			fd, err = f, ferr
		}
	}
	if err != nil {
		return "", sentence(err, "")
	}
	if !fd.el.Has(desktop.Enabled) && shows(fd) && u != ToScroll {
		return "", &proof.Problem{Reason: proof.ReasonDisabled, Text: capital(fd.el.Describe()) + " is greyed out."}
	}
	if value != nil {
		if p := takes(fd.el, u, *value); p != nil {
			return "", p
		}
	}
	return fd.words(), nil
}

// Has reports whether the window in front has something settable of exactly this name.
func (x *Session) Has(ctx context.Context, name string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	fd, err := x.find(ctx, desktop.Target{Label: name}, settable)
	return err == nil && fold(fd.el.Name) == fold(name)
}

// words names what was found and where.
func (fd found) words() string {
	return fmt.Sprintf("%s in “%s”", fd.el.Describe(), orIt(titled(fd.at.window)))
}

// takes says why an element can't take a value, nil when it may.
func takes(el desktop.Element, u Use, value string) *proof.Problem {
	bad := func(format string, a ...any) *proof.Problem {
		return &proof.Problem{Reason: proof.ReasonInvalid, Text: capital(el.Describe()) + fmt.Sprintf(format, a...)}
	}
	if u == ToSet {
		switch el.Role {
		case desktop.CheckBox, desktop.Toggle, desktop.Radio, desktop.MenuItem:
			if _, ok := truth(value); !ok {
				return bad(" can only be on or off.")
			}
			return nil
		case desktop.Slider, desktop.SpinButton:
			n, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), "%"), 64)
			if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
				return bad(" takes a number, and “%s” is none.", value)
			}
			if el.Max > el.Min && (n < el.Min || n > el.Max) {
				return bad(" goes from %g to %g.", el.Min, el.Max)
			}
			return nil
		case desktop.Combo:
			return nil
		}
	}
	return fits(value, el)
}

// PreviewAt names what lies at a place.
func (x *Session) PreviewAt(ctx context.Context, s Spot) (string, *proof.Problem) {
	x.mu.Lock()
	defer x.mu.Unlock()
	px, point, err := x.spot(ctx, s)
	if err != nil {
		return "", sentence(err, "")
	}
	fd, err := x.under(ctx, px, point)
	if err != nil {
		return "", sentence(err, "")
	}
	return fd.words(), nil
}

// PreviewApp names the installed program that would be opened.
func (x *Session) PreviewApp(ctx context.Context, name string) (string, *proof.Problem) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.desk == nil || x.desk.Launcher == nil || x.desk.Windows == nil {
		return "", sentence(x.missing("Launcher"), "")
	}
	e, err := x.entry(ctx, name)
	if err != nil {
		return "", sentence(err, "")
	}
	return e.Name, nil
}

// PreviewWindow names the window that would be placed; where is empty for closing.
func (x *Session) PreviewWindow(ctx context.Context, app string, where desktop.Placement) (string, *proof.Problem) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.desk == nil || x.desk.Windows == nil {
		return "", sentence(x.missing("Windows"), "")
	}
	var w desktop.Window
	var err error
	if where == desktop.PlaceRestore {
		w, _, err = x.toShow(ctx, app, where)
	} else {
		w, err = x.windowOf(ctx, app)
	}
	if err != nil {
		return "", sentence(err, "")
	}
	return "“" + titled(w) + "”", nil
}

// PreviewKey tells which window a chord would go to, or why it would not be pressed. Nothing is touched.
func (x *Session) PreviewKey(ctx context.Context, k desktop.Key) (string, *proof.Problem) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if p := x.unknownKey(k); p != nil {
		return "", p
	}
	return x.receiver(ctx)
}

// PreviewScroll is the same for the wheel; what is to be scrolled is looked for when it is named.
func (x *Session) PreviewScroll(ctx context.Context, t desktop.Target) (string, *proof.Problem) {
	if t.Label != "" || len(t.Path) > 0 {
		return x.Preview(ctx, t, ToScroll)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.desk == nil || x.desk.Input == nil {
		return "", sentence(x.missing("Input"), "")
	}
	return x.receiver(ctx)
}

// receiver names the window in front, which gets keys and the wheel.
func (x *Session) receiver(ctx context.Context) (string, *proof.Problem) {
	if w, ok := x.blind(ctx); ok {
		return fmt.Sprintf("in “%s”, whose contents Pace can't see", titled(w)), nil
	}
	at, err := x.front(ctx)
	if err != nil {
		return "", sentence(err, "")
	}
	if at.window.ID == 0 {
		return "in “" + orIt(at.app.Name) + "”", nil
	}
	return "in “" + titled(at.window) + "”", nil
}
