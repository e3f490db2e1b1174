package bridge_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/bridge"
	"pace/backend/event"
	"pace/backend/turn"
)

func TestTimersAreShownCancelledAndDismissed(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		p.Ring()
		synctest.Wait()
		list, err := s.Timers.List()
		require.NoError(t, err)
		require.Equal(t, "[]", asJSON(t, list))

		ctx, cancel := context.WithCancel(t.Context())
		var pushes [][]bridge.RunningTimer
		done := make(chan struct{})
		go func() {
			s.ForwardTimers(ctx, func(name string, data any) {
				require.Equal(t, "timers", name)
				pushes = append(pushes, data.([]bridge.RunningTimer))
			})
			close(done)
		}()
		synctest.Wait()
		p.Ask(t, "set a pasta timer for 8 minutes")
		p.Ask(t, "set a timer for 1 minute")
		synctest.Wait()
		last := pushes[len(pushes)-1]
		require.Len(t, last, 2)
		require.Equal(t, bridge.RunningTimer{ID: last[1].ID, Kind: "timer", Label: "pasta", Name: "the timer “pasta”", Due: last[1].Due, At: last[1].At, LengthMs: 480_000, State: "running"}, last[1])
		due, err := time.Parse(time.RFC3339, last[1].Due)
		require.NoError(t, err)
		require.WithinDuration(t, time.Now().Add(8*time.Minute), due, time.Second)

		time.Sleep(time.Minute)
		synctest.Wait()
		last = pushes[len(pushes)-1]
		require.Equal(t, "ringing", last[0].State)
		require.Equal(t, "Time is up: 1 minute has passed.", last[0].Said)
		fails(t, s.Timers.Cancel(last[0].ID), "notFound")
		fails(t, s.Timers.Dismiss(last[1].ID), "notFound")
		require.NoError(t, s.Timers.Dismiss(last[0].ID))
		require.NoError(t, s.Timers.Cancel(last[1].ID))
		fails(t, s.Timers.Cancel(last[1].ID), "notFound")
		synctest.Wait()
		require.Equal(t, "[]", asJSON(t, pushes[len(pushes)-1]))
		cancel()
		<-done
	})
}

func TestAReminderIsShownWhenItIsDueAndMarkedAsDoneInItsFile(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		p.Ring()
		synctest.Wait()
		for _, text := range []string{"remind me to call Anna in 1 minute", "remind me to stretch every day at 11 pm"} {
			got := p.Do(t, turn.Request{Text: text, Origin: "ask", Attended: true, Yes: true})
			require.Equal(t, event.Done, got.Status, got.Spoken)
		}
		list, err := s.Timers.List()
		require.NoError(t, err)
		require.Empty(t, list, "nothing is due yet")
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		list, err = s.Timers.List()
		require.NoError(t, err)
		require.Len(t, list, 2)
		anna, daily := list[0], list[1]
		require.Equal(t, bridge.RunningTimer{ID: anna.ID, Kind: "reminder", Label: "call Anna", Name: "the reminder “call Anna”", Due: anna.Due, At: anna.At, State: "ringing",
			Said: "Reminder: call Anna", Tick: true}, anna)
		require.False(t, daily.Tick, "it comes again")

		fails(t, s.Timers.Done(daily.ID), "invalid")
		fails(t, s.Timers.Done(4711), "invalid")
		require.NoError(t, s.Timers.Done(anna.ID))
		require.NoError(t, s.Timers.Dismiss(daily.ID))
		list, err = s.Timers.List()
		require.NoError(t, err)
		require.Empty(t, list)
		data, err := os.ReadFile(filepath.Join(p.Home, "reminders", "call-anna.ics"))
		require.NoError(t, err)
		require.Contains(t, string(data), "STATUS:COMPLETED")
	})
}
