package desktoptest

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestAnEffectThatTakesNineHundredMillisecondsTakesNoRealTime(t *testing.T) {
	real := time.Now()
	synctest.Test(t, func(t *testing.T) {
		d, _, w := form(t)
		status := w.Label("ready")
		save := w.Button("Save").On(After(900*time.Millisecond, SetLabel(status, "saved")))
		start := time.Now()
		press(t, d, save)
		require.Equal(t, "ready", read(t, d, status).Name)

		events, err := d.Desktop().Watcher.Watch(t.Context(), desktop.Scope{})
		require.NoError(t, err)
		e := <-events
		require.Equal(t, status.Ref(), e.Source)
		require.Equal(t, "saved", read(t, d, status).Name)
		require.Equal(t, 900*time.Millisecond, time.Since(start))
	})
	// The bubble's clock jumps when everybody waits; a real wait would be nine times this bound's share at least.
	require.Less(t, time.Since(real), 900*time.Millisecond)
}

func TestEffectsDoWhatTheyAreCalled(t *testing.T) {
	type scene struct {
		d      *Desk
		a      *App
		w, oth *Window
		b, l   *Control
	}
	for name, c := range map[string]struct {
		effect func(scene) Effect
		after  time.Duration
		check  func(*testing.T, scene)
	}{
		"SetLabel": {func(s scene) Effect { return SetLabel(s.l, "x") }, 0, func(t *testing.T, s scene) { require.Equal(t, "x", s.l.Name()) }},
		"OpenDialog": {func(s scene) Effect { return OpenDialog("Sure?", func(w *Window) { w.Button("Yes") }) }, 0, func(t *testing.T, s scene) {
			ws := s.a.Windows()
			require.Len(t, ws, 2)
			require.True(t, ws[1].InFront())
			require.True(t, ws[1].Is(desktop.Modal|desktop.Active))
			require.True(t, ws[1].Row("Yes").Is(desktop.Focused), "focus goes into the dialog")
		}},
		"OpenWindow":  {func(s scene) Effect { return OpenWindow("More", nil) }, 0, func(t *testing.T, s scene) { require.Len(t, s.a.Windows(), 2) }},
		"CloseWindow": {func(s scene) Effect { return CloseWindow() }, 0, func(t *testing.T, s scene) { require.True(t, s.b.Gone()); require.True(t, s.oth.InFront()) }},
		"Vanish":      {func(s scene) Effect { return Vanish() }, 0, func(t *testing.T, s scene) { require.True(t, s.b.Gone()); require.False(t, s.l.Gone()) }},
		"Disable":     {func(s scene) Effect { return Disable(s.l) }, 0, func(t *testing.T, s scene) { require.False(t, s.l.Is(desktop.Enabled)) }},
		"Enable": {func(s scene) Effect { s.l.Disable(); return Enable(s.l) }, 0, func(t *testing.T, s scene) {
			require.True(t, s.l.Is(desktop.Enabled))
		}},
		"Move": {func(s scene) Effect { return Move(s.l, desktop.Rect{X: 7, Y: 8, W: 9, H: 10}) }, 0, func(t *testing.T, s scene) {
			require.Equal(t, desktop.Rect{X: 7, Y: 8, W: 9, H: 10}, s.l.Element().Bounds)
		}},
		"StealFocus":        {func(s scene) Effect { return StealFocus(s.oth) }, 0, func(t *testing.T, s scene) { require.True(t, s.oth.InFront()) }},
		"ChangeOtherWindow": {func(s scene) Effect { return ChangeOtherWindow(s.oth, "mail!") }, 0, func(t *testing.T, s scene) { require.Equal(t, "mail!", s.oth.Name()) }},
		"ToggleSelf":        {func(s scene) Effect { return ToggleSelf() }, 0, func(t *testing.T, s scene) { require.True(t, s.b.Is(desktop.Pressed)) }},
		"Retitle":           {func(s scene) Effect { return Retitle("Notes *") }, 0, func(t *testing.T, s scene) { require.Equal(t, "Notes *", s.w.Name()) }},
		"CrashApp":          {func(s scene) Effect { return CrashApp() }, 0, func(t *testing.T, s scene) { require.Empty(t, s.a.Windows()) }},
		"Revert": {func(s scene) Effect {
			return func(c *Control) { Revert(s.l, time.Second)(c); SetLabel(s.l, "brief")(c) }
		}, time.Second, func(t *testing.T, s scene) { require.Equal(t, "label", s.l.Name()) }},
		"Once": {func(s scene) Effect { return Once(SetLabel(s.l, "x")) }, 0, func(t *testing.T, s scene) {
			s.l.SetLabel("y")
			press(t, s.d, s.b)
			require.Equal(t, "y", s.l.Name())
		}},
		"Show": {func(s scene) Effect { s.l.SetHidden(true); return Show(s.l) }, 0, func(t *testing.T, s scene) { require.True(t, s.l.Is(desktop.Visible)) }},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := scene{}
				s.d = New(t)
				s.oth = s.d.App("Mail", desktop.Qt).Window("Inbox", desktop.Rect{X: 600, Y: 50, W: 300, H: 300})
				s.a = s.d.App("Notes", desktop.GTK3)
				s.w = s.a.Window("Notes", frame)
				s.b, s.l = s.w.Button("Go"), s.w.Label("label")
				s.b.On(c.effect(s))
				press(t, s.d, s.b)
				time.Sleep(c.after) // virtual
				synctest.Wait()
				c.check(t, s)
			})
		})
	}
}
