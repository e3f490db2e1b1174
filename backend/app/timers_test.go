package app_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/event"
	"pace/backend/store"
	"pace/backend/system"
)

// hosted begins a Pace that rings, in virtual time.
func hosted(t *testing.T, fn func(t *testing.T, p *apptest.Pace)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t)
		p.Ring()
		synctest.Wait()
		fn(t, p)
		require.NoError(t, p.Close())
	})
}

func TestATimerThatWasAskedForRingsOnTheDesktop(t *testing.T) {
	hosted(t, func(t *testing.T, p *apptest.Pace) {
		got := p.Ask(t, "set a pasta timer for 8 minutes")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Regexp(t, `^The timer “pasta” rings (tomorrow )?at \d\d:\d\d, in 8 minutes\.$`, got.Spoken)
		require.NotNil(t, got.Find(event.UndoOffered))
		time.Sleep(8*time.Minute - time.Second)
		synctest.Wait()
		_, shown := p.Machine.Notifier.Shown("1")
		require.False(t, shown)
		time.Sleep(time.Second)
		synctest.Wait()
		n, shown := p.Machine.Notifier.Shown("1")
		require.True(t, shown)
		require.Equal(t, system.Notification{Title: "Time is up: pasta.", Stays: true}, n)

		require.Equal(t, "The timer “pasta” no longer rings.", p.Ask(t, "stop the timer").Spoken)
		synctest.Wait()
		_, shown = p.Machine.Notifier.Shown("1")
		require.False(t, shown, "the notice goes too")
	})
}

func TestUndoTakesBackWhatWasDoneToTimersAndNotWhatWasOnlyLookedAt(t *testing.T) {
	hosted(t, func(t *testing.T, p *apptest.Pace) {
		p.Ask(t, "set a timer for 10 minutes")
		p.Ask(t, "set a pasta timer for 8 minutes")
		list := p.Ask(t, "what timers are running?")
		require.Equal(t, event.Done, list.Status)
		require.Contains(t, list.Spoken, "The timer “pasta” has 8 minutes left")
		undone := p.Ask(t, "undo that")
		require.Equal(t, event.Done, undone.Status, undone.Spoken)
		require.Equal(t, "The timer “pasta” is cancelled; it had 8 minutes left.", undone.Spoken)
		require.Contains(t, p.Ask(t, "undo that").Spoken, "The timer for 10 minutes is cancelled", "and then what was done before")
		require.Equal(t, "There is nothing to undo.", p.Ask(t, "undo that").Spoken)

		p.Ask(t, "set a pasta timer for 8 minutes")
		p.Ask(t, "set an egg timer for 6 minutes")
		time.Sleep(time.Minute)
		require.Equal(t, event.Done, p.Ask(t, "cancel all timers").Status)
		back := p.Ask(t, "undo that")
		require.Equal(t, event.Done, back.Status, back.Spoken)
		require.Contains(t, back.Spoken, "in 5 minutes")
		require.Contains(t, back.Spoken, "in 7 minutes")
	})
}

func TestATimerThatACommandSetsRingsInTheHostOfAnotherDisplay(t *testing.T) {
	hosted(t, func(t *testing.T, p *apptest.Pace) {
		ask := p.Second(t)
		got := ask.Ask(t, "set a timer for 1 minute")
		require.NotContains(t, got.Spoken, "only while Pace runs", "somebody will ring it")
		p.Machine.Files.Touch(p.Folders.Database() + "-wal")
		synctest.Wait()
		time.Sleep(time.Minute)
		synctest.Wait()
		_, shown := p.Machine.Notifier.Shown("1")
		require.True(t, shown)
		require.NoError(t, ask.Close())
	})
}

func TestATimerThatACommandSetsByItselfRingsAtTheNextStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ask := apptest.Open(t)
		got := ask.Ask(t, "set a tea timer for 1 minute")
		require.Equal(t, event.Done, got.Status)
		require.Contains(t, got.Spoken, "it rings only while Pace runs as an app")
		require.NoError(t, ask.Close())
		time.Sleep(time.Hour)

		host := ask.Second(t)
		host.Ring()
		synctest.Wait()
		n, shown := host.Machine.Notifier.Shown("1")
		require.True(t, shown)
		require.Equal(t, "Time is up: tea.", n.Title)
		require.Contains(t, n.Body, "59 minutes before Pace could say so")
		require.NoError(t, host.Close())

		third := ask.Second(t)
		third.Ring()
		synctest.Wait()
		_, again := third.Machine.Notifier.Shown("2")
		require.False(t, again, "once is enough")
		open, err := third.Timers().Open(t.Context())
		require.NoError(t, err)
		require.Equal(t, store.TimerRinging, open[0].State)
		require.NoError(t, third.Close())
	})
}
