package desktoptest

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func titles(t *testing.T, d *Desk) []string {
	t.Helper()
	ws, err := d.Desktop().Windows.List(t.Context())
	require.NoError(t, err)
	var out []string
	for _, w := range ws {
		out = append(out, w.Title)
	}
	return out
}

func TestTheWindowInFrontIsListedLast(t *testing.T) {
	d, a, w := form(t)
	two := a.Window("Two", frame)
	a.WindowBehind("Back", frame)
	d.OwnWindow("Pace", desktop.Rect{W: 50, H: 50})
	require.Equal(t, []string{"Back", "Notes", "Pace", "Two"}, titles(t, d))
	require.NoError(t, d.Desktop().Windows.Activate(t.Context(), w.ID()))
	require.Equal(t, "Notes", titles(t, d)[3])
	require.True(t, w.Is(desktop.Active))
	require.False(t, two.Is(desktop.Active))
	ws, _ := d.Desktop().Windows.List(t.Context())
	require.True(t, ws[3].Active)
	require.Equal(t, a.PID(), ws[3].PID)
	for _, x := range ws {
		require.Equal(t, x.Title == "Pace", x.Own)
	}
}

func TestActivationMayBeRefusedOrComeLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, a, _ := form(t)
		act := func(w *Window) error { return d.Desktop().Windows.Activate(t.Context(), w.ID()) }
		no := a.WindowBehind("no", frame).RefuseActivation()
		require.ErrorIs(t, act(no), desktop.ErrNotActive)
		require.False(t, no.InFront())
		soon := a.WindowBehind("soon", frame).ActivateAfter(100 * time.Millisecond)
		require.NoError(t, act(soon))
		require.True(t, soon.InFront())
		late := a.WindowBehind("late", frame).ActivateAfter(5 * time.Second)
		require.ErrorIs(t, act(late), desktop.ErrNotActive)
		time.Sleep(5 * time.Second)
		synctest.Wait()
		require.True(t, late.InFront())
		late.Close()
		require.ErrorIs(t, act(late), desktop.ErrGone)
		small := a.WindowBehind("small", frame)
		small.Minimise()
		require.False(t, small.Is(desktop.Visible))
		require.NoError(t, act(small))
		require.True(t, small.Is(desktop.Visible))
	})
}

func TestAWindowMayAskBeforeItCloses(t *testing.T) {
	d, _, w := form(t)
	w.OnClose(OpenDialog("Save changes?", func(x *Window) {
		x.Button("Discard").On(func(*Control) { w.Close() })
	}))
	require.NoError(t, d.Desktop().Windows.Close(t.Context(), w.ID()))
	require.False(t, w.Gone())
	dialog := w.App().Windows()[1]
	press(t, d, dialog.Row("Discard"))
	require.True(t, w.Gone())
	require.True(t, dialog.Gone(), "a dialog goes with its window")
	require.Empty(t, titles(t, d))
	require.ErrorIs(t, d.Desktop().Windows.Close(t.Context(), w.ID()), desktop.ErrGone)
}

func TestAHungWindowClosesWhenItWakes(t *testing.T) {
	d, a, w := form(t)
	a.Hang(0)
	require.NoError(t, d.Desktop().Windows.Close(t.Context(), w.ID()))
	require.False(t, w.Gone())
	a.Wake()
	require.True(t, w.Gone())
}

func TestClosingGivesTheFrontToTheNext(t *testing.T) {
	d, a, w := form(t)
	mail := d.App("Mail", desktop.Qt).Window("Inbox", frame)
	w.Raise()
	dialog := w.Dialog("Sure?")
	dialog.Close()
	require.True(t, w.InFront())
	a.Crash()
	require.True(t, mail.InFront())
	mail.Close()
	_, err := d.Desktop().Tree.Snapshot(t.Context(), desktop.Scope{}, desktop.Limits{})
	require.ErrorIs(t, err, desktop.ErrNotFound)
}

func TestWindowsArePlacedInPixelsAndTakeTheirControlsAlong(t *testing.T) {
	d := New(t)
	d.SetDisplays(
		desktop.Display{ID: "main", Primary: true, Bounds: desktop.PixelRect{X: 2560, W: 1920, H: 1080}, Work: desktop.PixelRect{X: 2560, Y: 30, W: 1920, H: 1050}, Scale: 1},
		desktop.Display{ID: "left", Bounds: desktop.PixelRect{W: 2560, H: 1440}, Work: desktop.PixelRect{W: 2560, H: 1440}, Origin: desktop.Point{X: -1280}, Scale: 2},
	)
	a := d.App("Notes", desktop.GTK3)
	w := a.Window("Notes", frame)
	b := w.Button("Go")
	info := func() desktop.Window {
		ws, err := d.Desktop().Windows.List(t.Context())
		require.NoError(t, err)
		return ws[len(ws)-1]
	}
	require.Equal(t, desktop.PixelRect{X: 2660, Y: 100, W: 400, H: 300}, info().Content)
	require.Equal(t, desktop.PixelRect{X: 2660, Y: 76, W: 400, H: 324}, info().Frame)
	wins := d.Desktop().Windows
	before := b.Pixel()

	want := desktop.PixelRect{X: 100, Y: 200, W: 800, H: 648}
	require.NoError(t, wins.Place(t.Context(), w.ID(), want))
	require.Equal(t, want, info().Frame)
	require.Equal(t, -1230.0, w.Element().Bounds.X, "negative points on the left display")
	require.NotEqual(t, before, b.Pixel())
	require.NoError(t, d.Desktop().Input.Click(t.Context(), b.Pixel(), 1, 1, true))
	require.Equal(t, 1, b.Pressed(), "and it is clicked where it is now")

	require.NoError(t, wins.Maximise(t.Context(), w.ID(), true))
	require.True(t, info().Maximised)
	require.Equal(t, desktop.PixelRect{W: 2560, H: 1440}, info().Frame)
	require.NoError(t, wins.Maximise(t.Context(), w.ID(), true))
	require.NoError(t, wins.Maximise(t.Context(), w.ID(), false))
	require.Equal(t, want, info().Frame)

	w.Fixed()
	require.NoError(t, wins.Place(t.Context(), w.ID(), desktop.PixelRect{X: 1, Y: 1, W: 300, H: 300}))
	require.NoError(t, wins.Maximise(t.Context(), w.ID(), true))
	require.Equal(t, want, info().Frame, "nil is no evidence here either")
}

func TestEveryChangeOfTheWindowListWakes(t *testing.T) {
	d, a, w := form(t)
	c, err := d.Desktop().Windows.Watch(t.Context())
	require.NoError(t, err)
	over := a.Window("over", frame)
	for _, x := range []struct {
		name   string
		change func()
	}{
		{"raised", w.Raise},
		{"opened", func() { a.WindowBehind("new", frame) }},
		{"retitled", func() { w.Retitle("*Notes") }},
		{"moved", func() { w.Move(desktop.Rect{X: 1, Y: 1, W: 9, H: 9}) }},
		{"minimised", w.Minimise},
		{"closed", over.Close},
	} {
		select {
		case <-c:
		default:
		}
		x.change()
		select {
		case <-c:
		default:
			t.Errorf("%s: no wake-up", x.name)
		}
	}
}

func TestAWindowIsMinimisedRestoredAndSpreadOverTheScreen(t *testing.T) {
	d, a, w := form(t)
	ws := d.Desktop().Windows
	was := w.Element().Bounds
	one := func() desktop.Window {
		all, err := ws.List(t.Context())
		require.NoError(t, err)
		return all[len(all)-1]
	}
	require.NoError(t, ws.Minimise(t.Context(), w.ID()))
	require.True(t, one().Hidden)
	require.NoError(t, ws.Restore(t.Context(), w.ID()), "it is neither maximised nor full: nothing to do")
	require.True(t, one().Hidden)
	require.NoError(t, ws.Activate(t.Context(), w.ID()))
	require.False(t, one().Hidden)
	require.NoError(t, ws.Maximise(t.Context(), w.ID(), true))
	w.FullScreen()
	require.True(t, one().FullScreen && one().Maximised)
	require.NoError(t, ws.Restore(t.Context(), w.ID()))
	require.False(t, one().FullScreen || one().Maximised)
	require.Equal(t, was, w.Element().Bounds)
	a.Crash()
	require.ErrorIs(t, ws.Minimise(t.Context(), w.ID()), desktop.ErrGone)
	require.ErrorIs(t, ws.Restore(t.Context(), w.ID()), desktop.ErrGone)
}
