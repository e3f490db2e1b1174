package interaction

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

// twoPages is a browser with two windows, both with a field; the one with Name is in front. What is typed goes to the
// other one when that is raised.
func twoPages(r *rig) (name, other *dt.Control) {
	web := r.desk.App("Web", desktop.Chromium)
	front := web.Window("Page", frame)
	name = front.Add(desktop.TextField, "Name", desktop.Enabled|desktop.Focusable|desktop.Editable)
	other = web.WindowBehind("Interruption", frame).Add(desktop.TextField, "Else", desktop.Enabled|desktop.Focusable|desktop.Editable)
	_ = r.plat.Actor.Do(r.ctx, other.Ref(), desktop.Focus, desktop.Arg{})
	front.Raise()
	return name, other
}

// lends does something when the clipboard is lent, which is after the field was aimed at.
type lends struct {
	desktop.Clipboard
	then func()
}

func (l lends) Lend(ctx context.Context, text string) (desktop.Loan, error) {
	l.then()
	return l.Clipboard.Lend(ctx, text)
}

func TestAFieldIsAimedAtAgainWhenAnotherWindowOfTheBrowserComesUp(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		name, other := twoPages(r)
		r.plat.Clipboard = lends{r.plat.Clipboard, other.Window().Raise}
		r.reopen(Config{})
		effect(t, proof.Confirmed, r.last(r.typed("Name", "hello")))
		require.Equal(t, "hello", name.Content())
		require.Empty(t, other.Content())
	})
}

// restless is a window system in which another window comes up whenever it is asked which is in front.
type restless struct {
	desktop.Windows
	then func()
}

func (w restless) Front(ctx context.Context) (desktop.WindowID, error) {
	w.then()
	return w.Windows.Front(ctx)
}

func TestNothingIsTypedWhileAnotherWindowKeepsComingUp(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		name, other := twoPages(r)
		r.plat.Windows = restless{r.plat.Windows, other.Window().Raise}
		r.reopen(Config{})
		o := r.typed("Name", "hello")
		require.False(t, o.OK())
		require.Equal(t, proof.ReasonObstructed, o.Reason(), "%s", o.Report())
		require.Empty(t, r.desk.KeyLog())
		require.Empty(t, name.Content()+other.Content())
	})
}

// lastMoment brings another window up just as the keys are struck.
type lastMoment struct {
	desktop.Input
	then func()
}

func (l lastMoment) Chord(ctx context.Context, k desktop.Key) error {
	l.then()
	return l.Input.Chord(ctx, k)
}

func TestWhatWentToAnotherWindowIsNeverCalledDoneAndTheReasonIsTold(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		name, other := twoPages(r)
		r.plat.Input = lastMoment{r.plat.Input, other.Window().Raise}
		r.reopen(Config{})
		o := r.typed("Name", "hello")
		require.False(t, o.OK())
		require.Contains(t, o.Report(), "Another window came to the front")
		require.Empty(t, name.Content())
	})
}

func TestAWindowThatComesUpAfterTheFirstSignOfItStandsForThePress(t *testing.T) {
	for name, stays := range map[string]bool{"while it is open": true, "not when it closed again": false} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				status, field := r.win.Label("ready"), r.win.Text("Name", "")
				var popup *dt.Window
				steal := r.win.Button("Steal")
				steal.On(dt.SetLabel(status, "stolen"), dt.After(300*time.Millisecond, dt.OpenWindow("Interruption", func(w *dt.Window) { popup = w })))
				if !stays {
					field.On(func(*dt.Control) { popup.Close(); status.SetLabel("ready") })
				}
				r.idle(10 * time.Second)
				pressed := r.press("Steal")
				effect(t, proof.Confirmed, pressed)
				r.idle(time.Second)
				typed := r.typed("Name", "hello")
				if stays {
					popup.Retitle("Interruption, loaded")
				}
				all := r.settle(pressed, typed)
				effect(t, proof.Confirmed, all[1])
				require.Equal(t, stays, all[0].OK(), "%s", all[0].Report())
			})
		})
	}
}
