package app_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/desktop"
	"pace/backend/event"
	"pace/native"
	"pace/native/linux/linuxtest"
)

// realTimers is a Pace without a screen that works on the kernel and a message bus as they are.
func realTimers(t *testing.T, home, bus string) *apptest.Pace {
	t.Helper()
	return apptest.On(t, home, nil, func(o *app.Options) {
		o.Desktop = func(context.Context) *desktop.Desktop {
			return &desktop.Desktop{Missing: map[string]error{"Windows": desktop.ErrNoDisplay}}
		}
		m := native.Machine(native.Options{Environ: []string{"DBUS_SESSION_BUS_ADDRESS=" + bus}})
		o.Machine = &m
	})
}

func TestATimerRingsOverARealBusAndAnotherProcessIsHeardThroughTheKernel(t *testing.T) {
	bus := linuxtest.StartBus(t)
	shows := linuxtest.StartNotifications(t, bus.Address, "body")
	home := t.TempDir()
	host, ask := realTimers(t, home, bus.Address), realTimers(t, home, bus.Address)
	rows, stop := host.Timers().Events.Subscribe(false)
	defer stop()
	host.Ring()
	require.Empty(t, <-rows, "it rings, and there is nothing yet")

	got := ask.Ask(t, "set a tea timer for 1 second")
	require.Equal(t, event.Done, got.Status, got.Spoken)
	require.NotContains(t, got.Spoken, "only while Pace runs")
	until := func(what string, holds func() bool) {
		t.Helper()
		require.Eventually(t, holds, time.Minute, 5*time.Millisecond, what)
	}
	until("the host was not told of it", func() bool { return len(shows.Shown()) == 1 })
	require.Equal(t, "Time is up: tea.", shows.Shown()[1].Title)
	require.Equal(t, byte(2), shows.Shown()[1].Hints["urgency"])

	require.Equal(t, "The timer “tea” no longer rings.", ask.Ask(t, "stop the timer").Spoken)
	until("the notice stays", func() bool { return len(shows.Shown()) == 0 })
	require.NoError(t, ask.Close())
	require.NoError(t, host.Close())
}
