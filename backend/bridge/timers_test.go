package bridge_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/bridge"
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
