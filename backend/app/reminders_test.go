package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/event"
	"pace/backend/store"
	"pace/backend/turn"
)

// remind has a reminder written down that somebody approved.
func remind(t *testing.T, p *apptest.Pace, text string) apptest.Turn {
	t.Helper()
	got := p.Do(t, turn.Request{Text: text, Origin: "ask", Attended: true, Yes: true})
	require.Equal(t, event.Done, got.Status, got.Spoken)
	synctest.Wait()
	return got
}

func TestAReminderThatWasAskedForIsToldOnTheDesktopWhenItIsDue(t *testing.T) {
	hosted(t, func(t *testing.T, p *apptest.Pace) {
		require.Contains(t, remind(t, p, "remind me to call Anna in 10 minutes").Spoken, "Pace tells you then.")
		require.Contains(t, remind(t, p, "remind me to pay the rent tomorrow").Spoken, "Pace tells you at 09:00.")
		require.NotContains(t, remind(t, p, "remind me to learn Greek").Spoken, "Pace tells you")
		time.Sleep(10*time.Minute - time.Second)
		synctest.Wait()
		_, shown := p.Machine.Notifier.Shown("1")
		require.False(t, shown)
		time.Sleep(time.Second)
		synctest.Wait()
		n, shown := p.Machine.Notifier.Shown("1")
		require.True(t, shown)
		require.Equal(t, "Reminder: call Anna", n.Title)
		require.False(t, n.Quiet, "nothing speaks against a sound")
		require.True(t, n.Stays)
		require.Equal(t, event.Done, p.Ask(t, "what timers are running?").Status)
		require.Contains(t, p.Ask(t, "stop the timer").Spoken, "No timer is running.", "a reminder is none")
	})
}

func TestAReminderThatACommandWritesByItselfIsToldAtTheNextStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ask := apptest.Open(t)
		require.Contains(t, remind(t, ask, "remind me to call Anna in 10 minutes").Spoken, "Pace tells you only while it runs as an app")
		require.NoError(t, ask.Close())
		time.Sleep(time.Hour)
		host := ask.Second(t)
		host.Ring()
		synctest.Wait()
		n, shown := host.Machine.Notifier.Shown("1")
		require.True(t, shown)
		require.Contains(t, n.Body, "50 minutes before Pace could say so")
		require.NoError(t, host.Close())
	})
}

func TestAReminderThatAnotherProgramChangesIsFollowed(t *testing.T) {
	hosted(t, func(t *testing.T, p *apptest.Pace) {
		remind(t, p, "remind me to call Anna in 10 minutes")
		file := filepath.Join(p.Home, "reminders", "call-anna.ics")
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(data), "STATUS:NEEDS-ACTION", "STATUS:COMPLETED", 1)), 0o600))
		p.Machine.Files.Touch(file)
		time.Sleep(time.Hour)
		synctest.Wait()
		open, err := p.Timers().Open(t.Context())
		require.NoError(t, err)
		require.Empty(t, open)

		require.NoError(t, os.WriteFile(file, data, 0o600))
		p.Machine.Files.Touch(file)
		synctest.Wait()
		open, err = p.Timers().Open(t.Context())
		require.NoError(t, err)
		require.Equal(t, store.TimerRinging, open[0].State, "open again, and due")
	})
}
