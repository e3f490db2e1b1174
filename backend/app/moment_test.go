package app_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/event"
	"pace/backend/settings"
	"pace/backend/system"
	"pace/backend/turn"
)

// hours is quiet hours around now.
func hours(from, to time.Duration) string {
	return time.Now().Add(from).Format("15:04") + "-" + time.Now().Add(to).Format("15:04")
}

// wordless is a machine that does not tell of the moment.
var wordless = system.Capability{Name: "presence", State: system.Absent, Reason: "No sound server is running.", Fix: "Install one."}

func TestAReminderMakesASoundOnlyWhenTheMomentIsKnownToAllowIt(t *testing.T) {
	for _, c := range []struct {
		name   string
		moment func(t *testing.T, p *apptest.Pace)
		loud   bool
	}{
		{"nothing speaks against it", func(*testing.T, *apptest.Pace) {}, true},
		{"a call", func(_ *testing.T, p *apptest.Pace) { p.Machine.Presence.Listen("ZOOM VoiceEngine", "/opt/zoom/zoom") }, false},
		{"somebody records and calls nobody", func(_ *testing.T, p *apptest.Pace) { p.Machine.Presence.Listen("audacity") }, true},
		{"no disturbance is wanted", func(_ *testing.T, p *apptest.Pace) { p.Machine.Presence.Quiet(true) }, false},
		{"whether it is wanted is not told", func(_ *testing.T, p *apptest.Pace) { p.Machine.Presence.Unsaid(errors.New("who knows")) }, false},
		{"nothing is told", func(_ *testing.T, p *apptest.Pace) { p.Machine.Presence.Deny(wordless) }, false},
		{"the machine hangs", func(_ *testing.T, p *apptest.Pace) { p.Machine.Presence.Hang(true) }, false},
		{"a film", func(_ *testing.T, p *apptest.Pace) { front(p).FullScreen() }, false},
		{"a film behind another window", func(_ *testing.T, p *apptest.Pace) { front(p).FullScreen(); front(p) }, true},
		{"the user has just touched a key", func(_ *testing.T, p *apptest.Pace) {
			p.Desk.After(10*time.Minute-2*time.Second, p.Desk.UserMoves)
		}, false},
		{"the user has just let go", func(_ *testing.T, p *apptest.Pace) {
			p.Desk.After(10*time.Minute-4*time.Second, p.Desk.UserMoves)
		}, true},
		{"the night", func(t *testing.T, p *apptest.Pace) {
			require.NoError(t, p.Settings.Set(string(settings.QuietHours), hours(-time.Hour, time.Hour)))
		}, false},
		{"before the night", func(t *testing.T, p *apptest.Pace) {
			require.NoError(t, p.Settings.Set(string(settings.QuietHours), hours(time.Hour, 9*time.Hour)))
		}, true},
		{"settings that can't be read", func(t *testing.T, p *apptest.Pace) {
			require.NoError(t, os.WriteFile(p.Folders.Settings(), []byte(`{"QuietHours": "at night"}`), 0o600))
			p.Settings.Reload()
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			hosted(t, func(t *testing.T, p *apptest.Pace) {
				remind(t, p, "remind me to call Anna in 10 minutes")
				c.moment(t, p)
				time.Sleep(10*time.Minute + time.Second)
				synctest.Wait()
				time.Sleep(10 * time.Second) // for what hangs
				synctest.Wait()
				n, shown := p.Machine.Notifier.Shown("1")
				require.True(t, shown, "it is shown in any case")
				require.Equal(t, "Reminder: call Anna", n.Title)
				require.Equal(t, !c.loud, n.Quiet)
			})
		})
	}
}

// front opens a window of a program.
func front(p *apptest.Pace) *desktoptest.Window {
	return p.Desk.App("Player", desktop.GTK3).Window("A film", desktop.Rect{X: 10, Y: 10, W: 400, H: 300})
}

func TestWhereTheScreenDoesNotShowWhatTheUserDoesAReminderIsQuiet(t *testing.T) {
	for name, change := range map[string]func(*app.Options){
		"Wayland": func(o *app.Options) { o.Environ = append(o.Environ, "XDG_SESSION_TYPE=wayland") },
		"no keys": func(o *app.Options) {
			with := o.Desktop
			o.Desktop = func(ctx context.Context) *desktop.Desktop { d := with(ctx); d.Input = nil; return d }
		},
		"no windows": func(o *app.Options) {
			with := o.Desktop
			o.Desktop = func(ctx context.Context) *desktop.Desktop { d := with(ctx); d.Windows = nil; return d }
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := apptest.Open(t, change)
				p.Ring()
				remind(t, p, "remind me to call Anna in 10 minutes")
				time.Sleep(10 * time.Minute)
				synctest.Wait()
				n, shown := p.Machine.Notifier.Shown("1")
				require.True(t, shown)
				require.True(t, n.Quiet)
				require.NoError(t, p.Close())
			})
		})
	}
}

func TestRemindersKeepNoDistanceFromOneAnother(t *testing.T) {
	hosted(t, func(t *testing.T, p *apptest.Pace) {
		remind(t, p, "remind me to call Anna in 10 minutes")
		remind(t, p, "remind me to call Ben in 12 minutes")
		time.Sleep(12 * time.Minute)
		synctest.Wait()
		for _, id := range []string{"1", "2"} {
			n, shown := p.Machine.Notifier.Shown(id)
			require.True(t, shown)
			require.False(t, n.Quiet)
		}
	})
}

func TestATimerRingsInACallAtNight(t *testing.T) {
	hosted(t, func(t *testing.T, p *apptest.Pace) {
		p.Machine.Presence.Listen("zoom")
		p.Machine.Presence.Hang(true)
		require.NoError(t, p.Settings.Set(string(settings.QuietHours), hours(-time.Hour, time.Hour)))
		p.Ask(t, "set a tea timer for 8 minutes")
		time.Sleep(8 * time.Minute)
		synctest.Wait()
		n, shown := p.Machine.Notifier.Shown("1")
		require.True(t, shown, "at once: it is not kept waiting by a machine that hangs")
		require.False(t, n.Quiet)
	})
}

// aloud reports whether the end of a turn was spoken.
func (a asked) aloud(t *testing.T, p *apptest.Pace) bool {
	t.Helper()
	got := p.Do(t, turn.Request{Text: a.text, Origin: a.origin, Attended: a.attended})
	require.Equal(t, a.status, got.Status, got.Spoken)
	require.NotEmpty(t, got.Spoken, "it is on record either way")
	return got.Find(event.Spoken) != nil
}

type asked struct {
	text, origin string
	attended     bool
	status       event.Status
}

func TestAFailureThatNobodyWaitsForIsToldOnceInHalfAnHourWhereItDisturbsNobody(t *testing.T) {
	scheduled := asked{"press Nothing", "schedule", false, event.Failed}
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t)
		front(p)
		p.Machine.Presence.Listen("zoom")
		time.Sleep(time.Minute)
		require.False(t, scheduled.aloud(t, p), "in a call")
		require.True(t, asked{"press Nothing", "ask", true, event.Failed}.aloud(t, p), "whoever asked hears it all the same")
		p.Machine.Presence.Listen()
		require.True(t, scheduled.aloud(t, p), "what was not told does not count")
		require.False(t, scheduled.aloud(t, p), "the same again")
		time.Sleep(29 * time.Minute)
		require.False(t, scheduled.aloud(t, p))
		time.Sleep(time.Minute)
		require.True(t, scheduled.aloud(t, p))
		p.Machine.Presence.Hang(true)
		time.Sleep(time.Hour)
		require.False(t, scheduled.aloud(t, p), "nobody knows")
		require.NoError(t, p.Close())
	})
}
