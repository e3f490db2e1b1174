package linux_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/linuxtest"
)

// byID reads one window again.
func byID(t *testing.T, desk *desktop.Desktop, id uint32) desktop.Window {
	t.Helper()
	ws, err := desk.Windows.List(t.Context())
	require.NoError(t, err)
	i := slices.IndexFunc(ws, func(w desktop.Window) bool { return w.ID == desktop.WindowID(id) })
	require.GreaterOrEqual(t, i, 0, "window %d is not among %+v", id, ws)
	return ws[i]
}

// top is the topmost window at a place that is not the desktop's background.
func top(t *testing.T, desk *desktop.Desktop, p desktop.Pixel) desktop.Window {
	t.Helper()
	ws, err := desk.Windows.List(t.Context())
	require.NoError(t, err)
	for _, w := range slices.Backward(ws) {
		if !w.Hidden && w.Kind != "desktop" && w.Frame.Contains(p) {
			return w
		}
	}
	return desktop.Window{}
}

// launched starts a program and waits until its window has the focus that window managers give to new ones: until then
// it may still take it from another.
func launched(t *testing.T, d *linuxtest.Desktop, desk *desktop.Desktop, name string, arguments ...string) *linuxtest.Program {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	wake, err := desk.Windows.Watch(ctx)
	require.NoError(t, err)
	p := d.Launch(t, name, arguments...)
	await(t, ctx, wake, desk, "the new window in front", func(w desktop.Window) bool { return w.ID == desktop.WindowID(p.Window) && w.Active })
	knowsItIsActive(ctx, t, desk, p)
	return p
}

// knowsItIsActive waits until the program itself says that its window is in front. The window manager says so first; until
// the program has heard it, it may take the focus once more (GTK 4, 60 ms after it had lost it again).
func knowsItIsActive(ctx context.Context, t *testing.T, desk *desktop.Desktop, p *linuxtest.Program) {
	t.Helper()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for {
		apps, err := desk.Tree.Apps(ctx)
		require.NoError(t, err)
		if i := slices.IndexFunc(apps, func(a desktop.App) bool { return a.PID == p.PID }); i >= 0 {
			s, err := desk.Tree.Snapshot(ctx, desktop.Scope{App: apps[i].Ref}, desktop.Limits{})
			if err == nil && slices.ContainsFunc(s.Windows, func(w desktop.Element) bool { return w.Has(desktop.Active) }) {
				return
			}
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			t.Fatalf("%s never said that its window is in front", p.Name)
		}
	}
}

func managers(t *testing.T, run func(t *testing.T, o linuxtest.Options)) {
	for _, wm := range []string{"openbox", "icewm"} {
		t.Run(wm, func(t *testing.T) { run(t, linuxtest.Options{WM: wm, Layout: "de"}) })
	}
}

func TestAnActivatedWindowIsInFrontAndOnTop(t *testing.T) {
	managers(t, func(t *testing.T, o linuxtest.Options) {
		d := linuxtest.Start(t, o)
		desk := connect(t, d)
		one := launched(t, d, desk, "gtk3.py", "--only", "now")
		two := launched(t, d, desk, "gtk4.py", "--only", "now")
		for range 2 {
			for _, p := range []*linuxtest.Program{one, two} {
				require.NoError(t, desk.Windows.Activate(t.Context(), desktop.WindowID(p.Window)))
				w := byID(t, desk, p.Window)
				require.True(t, w.Active)
				require.Equal(t, p.PID, w.PID)
				require.Equal(t, p.Title, w.Title)
				require.Equal(t, "normal", w.Kind)
				require.Equal(t, p.PID, top(t, desk, desktop.Pixel{X: w.Frame.X + w.Frame.W/2, Y: w.Frame.Y + w.Frame.H/2}).PID)
				ws, err := desk.Windows.List(t.Context())
				require.NoError(t, err)
				n := 0
				for _, w := range ws {
					if w.Active {
						n++
					}
				}
				require.Equal(t, 1, n)
			}
		}
		one.Stop()
		require.ErrorIs(t, desk.Windows.Activate(t.Context(), desktop.WindowID(one.Window)), desktop.ErrGone)
		require.ErrorIs(t, desk.Windows.Close(t.Context(), desktop.WindowID(one.Window)), desktop.ErrGone)
	})
}

func TestAWindowTakesTheFrameItIsGiven(t *testing.T) {
	managers(t, func(t *testing.T, o linuxtest.Options) {
		d := linuxtest.Start(t, o)
		desk := connect(t, d)
		ds, err := desk.Screen.Displays(t.Context())
		require.NoError(t, err)
		work := ds[0].Work
		for _, name := range []string{"gtk3.py", "gtk4.py"} {
			p := launched(t, d, desk, name, "--only", "now,name")
			id := desktop.WindowID(p.Window)
			left := desktop.PixelRect{X: work.X, Y: work.Y, W: work.W / 2, H: work.H}
			right := desktop.PixelRect{X: work.X + work.W/2, Y: work.Y, W: work.W - work.W/2, H: work.H / 2}
			for _, want := range []desktop.PixelRect{left, right} {
				require.NoError(t, desk.Windows.Place(t.Context(), id, want))
				w := byID(t, desk, p.Window)
				require.Equal(t, want, w.Frame, name)
				require.False(t, w.Maximised)
				require.Equal(t, w.Content.Intersect(w.Frame), w.Content, "the content lies within the frame")
			}
			require.NoError(t, desk.Windows.Maximise(t.Context(), id, true))
			require.True(t, byID(t, desk, p.Window).Maximised)
			require.NoError(t, desk.Windows.Place(t.Context(), id, left))
			w := byID(t, desk, p.Window)
			require.False(t, w.Maximised)
			require.Equal(t, left, w.Frame, name)
			require.NoError(t, desk.Windows.Maximise(t.Context(), id, true))
			require.NoError(t, desk.Windows.Maximise(t.Context(), id, false))
			require.False(t, byID(t, desk, p.Window).Maximised)
			p.Stop()
		}
	})
}

func TestAMenuIsWhatLiesAtItsPlace(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Layout: "de"})
	desk := connect(t, d)
	for _, name := range []string{"gtk3.py", "gtk4.py"} {
		t.Run(name, func(t *testing.T) {
			p := d.Launch(t, name, "--only", "colour")
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			require.NoError(t, desk.Windows.Activate(ctx, desktop.WindowID(p.Window)))
			before := byID(t, desk, p.Window)
			had, err := desk.Windows.List(ctx)
			require.NoError(t, err)
			combo := elementOf(t, ctx, desk, p, desktop.Combo, "Colour")
			wake, err := desk.Screen.Damage(ctx, 0) // menus are no news of the window manager
			require.NoError(t, err)
			require.NoError(t, desk.Input.Click(ctx, pixelOf(t, desk, combo), 1, 1, false))
			menu := await(t, ctx, wake, desk, "the menu", func(w desktop.Window) bool {
				return w.Kind == "menu" && w.PID == p.PID && !slices.ContainsFunc(had, func(h desktop.Window) bool { return h.ID == w.ID })
			})
			require.False(t, menu.Hidden)
			inside := desktop.Pixel{X: menu.Frame.X + menu.Frame.W/2, Y: menu.Frame.Y + menu.Frame.H/2}
			require.Equal(t, menu.ID, top(t, desk, inside).ID)
			require.NoError(t, desk.Input.Chord(ctx, desktop.Key{Name: "escape"}))
			await(t, ctx, wake, desk, "the end of the menu", func(desktop.Window) bool {
				return !slices.ContainsFunc(must2(desk.Windows.List(ctx)), func(w desktop.Window) bool { return w.ID == menu.ID })
			})
			require.Equal(t, before.ID, byID(t, desk, p.Window).ID)
		})
	}
}

func must2(ws []desktop.Window, err error) []desktop.Window {
	if err != nil {
		panic(err)
	}
	return ws
}

func TestOwnWindowsAreMarked(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Layout: "de"})
	p, q := d.Launch(t, "gtk3.py", "--only", "now"), d.Launch(t, "gtk3.py", "--only", "now")
	desk := connect(t, d, own(p))
	require.True(t, byID(t, desk, p.Window).Own)
	require.False(t, byID(t, desk, q.Window).Own)
}

func TestAWatchWakesOnTitlesAndWindowsAndEndsWithItsContext(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Layout: "de"})
	desk := connect(t, d)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	first, err := desk.Windows.Watch(ctx)
	require.NoError(t, err)
	inner, stop := context.WithCancel(ctx)
	second, err := desk.Windows.Watch(inner)
	require.NoError(t, err)
	p := d.Launch(t, "gtk3.py", "--only", "now")
	for _, c := range []<-chan struct{}{first, second} {
		await(t, ctx, c, desk, "the window", func(w desktop.Window) bool { return w.Title == p.Title })
	}
	stop()
	for range second { // closed
	}
	p.Stop()
	await(t, ctx, first, desk, "its end", func(desktop.Window) bool {
		return !slices.ContainsFunc(must2(desk.Windows.List(ctx)), func(w desktop.Window) bool { return w.Title == p.Title })
	})
	cancel()
	for range first {
	}
	_, err = desk.Windows.Watch(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

func TestAWindowIsMinimisedShownAgainAndGivenItsOwnSizeBack(t *testing.T) {
	managers(t, func(t *testing.T, o linuxtest.Options) {
		d := linuxtest.Start(t, o)
		desk := connect(t, d)
		for _, name := range []string{"gtk3.py", "gtk4.py", "qt5.py"} {
			t.Run(name, func(t *testing.T) {
				p := launched(t, d, desk, name, "--only", "now,name")
				id := desktop.WindowID(p.Window)
				ctx, cancel := context.WithTimeout(t.Context(), limit)
				defer cancel()
				elementOf(t, ctx, desk, p, desktop.Button, "Now") // until then the program may map its window once more
				wake, err := desk.Windows.Watch(ctx)
				require.NoError(t, err)
				becomes := func(what string, fits func(desktop.Window) bool) {
					t.Helper()
					await(t, ctx, wake, desk, what, func(w desktop.Window) bool { return w.ID == id && fits(w) })
				}
				activate := func() {
					t.Helper()
					if err := desk.Windows.Activate(ctx, id); err != nil { // the focus may have gone elsewhere meanwhile
						require.ErrorIs(t, err, desktop.ErrNotActive)
					}
				}
				was := byID(t, desk, p.Window).Frame
				for range 2 {
					require.NoError(t, desk.Windows.Minimise(ctx, id))
					becomes("minimised", func(w desktop.Window) bool { return w.Hidden })
					activate()
					becomes("shown", func(w desktop.Window) bool { return !w.Hidden })
				}
				require.NoError(t, desk.Windows.Maximise(ctx, id, true))
				becomes("maximised", func(w desktop.Window) bool { return w.Maximised })
				require.NoError(t, desk.Windows.Minimise(ctx, id))
				becomes("minimised", func(w desktop.Window) bool { return w.Hidden })
				activate()
				becomes("maximised still", func(w desktop.Window) bool { return !w.Hidden && w.Maximised })
				require.NoError(t, desk.Windows.Restore(ctx, id))
				becomes("its own size", func(w desktop.Window) bool {
					return !w.Maximised && !w.FullScreen && w.Frame.W == was.W && w.Frame.H == was.H
				})
				p.Stop()
				require.ErrorIs(t, desk.Windows.Minimise(t.Context(), id), desktop.ErrGone)
				require.ErrorIs(t, desk.Windows.Restore(t.Context(), id), desktop.ErrGone)
			})
		}
	})
}
