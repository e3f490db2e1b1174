package app_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/desktop"
	"pace/native/linux/linuxtest"
	"pace/native/linux/x11"
)

// due writes down what the user wants to be reminded of in a second, as another program would.
func due(t *testing.T, home, what string) {
	t.Helper()
	dir := filepath.Join(home, "reminders")
	require.NoError(t, os.MkdirAll(dir, 0o700))
	text := fmt.Sprintf("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\nBEGIN:VTODO\r\nUID:%s\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:%s\r\nDUE:%s\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
		what, what, time.Now().Add(1500*time.Millisecond).UTC().Format("20060102T150405Z"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, what+".ics"), []byte(text), 0o600))
}

func TestARealMomentDecidesWhetherAReminderMakesASound(t *testing.T) {
	for name, start := range linuxtest.SoundServers() {
		t.Run(name, func(t *testing.T) { realMoment(t, start(t, "speakers")) })
	}
}

func realMoment(t *testing.T, sound *linuxtest.Sound) {
	d := linuxtest.Start(t, linuxtest.Options{})
	sound.Microphone(t, "mic")
	bus := linuxtest.StartBus(t).Address
	shows := linuxtest.StartNotifications(t, bus)
	shows.Name("dunst")
	shows.Switch(t, "org.dunstproject.cmd0", "paused", false)
	home := t.TempDir()
	p := apptest.On(t, home, nil, func(o *app.Options) {
		o.Environ = append(sound.Env(), "DISPLAY="+d.Display, "XAUTHORITY="+d.Value("XAUTHORITY"), "PACE_HOME="+home, "DBUS_SESSION_BUS_ADDRESS="+bus)
		o.Guard = []string{os.Args[0], x11.GuardCommand} // it is not started: nothing is pressed
		o.Desktop, o.Machine, o.Session = nil, nil, nil
	})
	until := func(what string, holds func() bool) {
		t.Helper()
		require.Eventually(t, holds, time.Minute, 5*time.Millisecond, what)
	}
	handsOff := func() {
		t.Helper()
		until("the hands are on the keys", func() bool {
			idle, err := p.Desktop().Input.IdleFor(t.Context())
			return err == nil && idle > 3*time.Second
		})
	}
	// quiet has a reminder fall due while the user does something, and reports whether it came without a sound.
	quiet := func(what string, meanwhile ...func()) (is bool) {
		t.Helper()
		act := func() {
			for _, do := range meanwhile {
				do()
			}
		}
		act()
		due(t, home, what)
		until(what+" is not told", func() bool {
			act()
			for _, n := range shows.Shown() {
				if n.Title == "Reminder: "+what {
					is = n.Hints["suppress-sound"] == true
					return true
				}
			}
			return false
		})
		return is
	}
	rows, stop := p.Timers().Events.Subscribe(false)
	defer stop()
	p.Ring()
	require.Empty(t, <-rows, "it rings, and there is nothing yet")
	handsOff()
	require.False(t, quiet("nobody-calls"))
	sound.Record(t, "parec", "studio", "--device=mic")
	require.False(t, quiet("somebody-records"))
	hangUp := sound.Record(t, "parec", "zoom", "--device=mic")
	require.True(t, quiet("in-a-call"))
	hangUp()
	require.False(t, quiet("after-the-call"))
	shows.Switch(t, "org.dunstproject.cmd0", "paused", true)
	require.True(t, quiet("not-disturbed"))
	shows.Switch(t, "org.dunstproject.cmd0", "paused", false)

	film := d.Launch(t, "gtk3.py", "--only", "now")
	x, err := x11.Dial(t.Context(), x11.Address{Display: d.Display, Xauthority: d.Value("XAUTHORITY")})
	require.NoError(t, err)
	defer x.Close()
	front := func(full bool) {
		t.Helper()
		require.NoError(t, x.SetState(t.Context(), x11.Window(film.Window), x11.Fullscreen, full))
		until("the window is not as asked for", func() bool {
			all, err := p.Desktop().Windows.List(t.Context())
			return err == nil && slices.ContainsFunc(all, func(w desktop.Window) bool { return w.Active && w.PID == film.PID && w.FullScreen == full })
		})
		handsOff()
	}
	front(true)
	require.True(t, quiet("a-film"))
	front(false)
	require.False(t, quiet("after-the-film"))

	// The keys of another program are the user's, as those of a remote desktop are.
	keys, err := x11.NewInput(x, x11.InputOptions{})
	require.NoError(t, err)
	t.Cleanup(func() { _ = keys.Close() })
	shift, _ := x11.KeysymNamed("shift")
	require.True(t, quiet("typing", func() { _ = keys.Chord(t.Context(), shift) }))
	require.NoError(t, p.Close())
}
