package linux_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/system"
	"pace/native/linux"
	"pace/native/linux/linuxtest"
)

var _ system.Notifier = (*linux.Notifier)(nil)

// eventually waits for what another process tells a moment later.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	require.Eventually(t, holds, soon, time.Millisecond, what)
}

func TestWithoutAProgramThatShowsThemThereAreNoNotifications(t *testing.T) {
	bus := linuxtest.StartBus(t)
	for _, address := range []string{bus.Address, "", "unix:path=/nonexistent"} {
		n := linux.NewNotifier(address)
		c := n.Capability(t.Context())
		require.Equal(t, system.Absent, c.State, address)
		require.NotEmpty(t, c.Fix)
		_, err := n.Notify(t.Context(), system.Notification{Title: "Tea"})
		var un *system.Unavailable
		require.ErrorAs(t, err, &un, address)
		require.NoError(t, n.Withdraw(t.Context(), "1"), "nothing was shown")
	}
}

func TestANotificationIsShownAsItIsMeantAndWithdrawn(t *testing.T) {
	bus := linuxtest.StartBus(t)
	d := linuxtest.StartNotifications(t, bus.Address, "body", "body-markup", "sound")
	n := linux.NewNotifier(bus.Address)
	require.Equal(t, system.Ready, n.Capability(t.Context()).State)

	loud, err := n.Notify(t.Context(), system.Notification{Title: "Time is up: <tea> & milk.", Body: "<b>late</b> & “cold”", Stays: true})
	require.NoError(t, err)
	quiet, err := n.Notify(t.Context(), system.Notification{Title: "Quiet", Quiet: true, Stays: true})
	require.NoError(t, err)
	plain, err := n.Notify(t.Context(), system.Notification{Title: "Plain"})
	require.NoError(t, err)
	require.Equal(t, []string{"1", "2", "3"}, []string{loud, quiet, plain})
	shown := d.Shown()
	require.Equal(t, "Time is up: <tea> & milk.", shown[1].Title, "a title is never markup")
	require.Equal(t, "&lt;b&gt;late&lt;/b&gt; &amp; “cold”", shown[1].Body)
	require.Equal(t, "Pace", shown[1].App)
	require.Equal(t, map[string]any{"urgency": byte(2), "sound-name": "alarm-clock-elapsed", "desktop-entry": "pace"}, shown[1].Hints)
	require.Zero(t, shown[1].Expires)
	require.Equal(t, map[string]any{"urgency": byte(0), "suppress-sound": true, "desktop-entry": "pace"}, shown[2].Hints)
	require.Equal(t, map[string]any{"urgency": byte(1), "desktop-entry": "pace"}, shown[3].Hints)
	require.EqualValues(t, -1, shown[3].Expires)

	require.NoError(t, n.Withdraw(t.Context(), loud))
	require.NotContains(t, d.Shown(), uint32(1))
	require.Len(t, d.Shown(), 2, "the rest stays, though its program would take it away when Pace leaves the bus")
	require.NoError(t, n.Withdraw(t.Context(), loud), "one that is gone")
	require.Error(t, n.Withdraw(t.Context(), "none"))
	for _, id := range []string{quiet, plain} {
		require.NoError(t, n.Withdraw(t.Context(), id))
	}
	require.Empty(t, d.Shown())
}

func TestWithoutMarkupABodyIsShownAsItIs(t *testing.T) {
	bus := linuxtest.StartBus(t)
	d := linuxtest.StartNotifications(t, bus.Address, "body")
	n := linux.NewNotifier(bus.Address)
	id, err := n.Notify(t.Context(), system.Notification{Title: "Tea", Body: "<b> & co"})
	require.NoError(t, err)
	require.Equal(t, "<b> & co", d.Shown()[1].Body)
	require.NoError(t, n.Withdraw(t.Context(), id))
}

func TestWhatTheUserClosedIsNotClosedAgain(t *testing.T) {
	bus := linuxtest.StartBus(t)
	d := linuxtest.StartNotifications(t, bus.Address)
	n := linux.NewNotifier(bus.Address)
	id, err := n.Notify(t.Context(), system.Notification{Title: "Tea"})
	require.NoError(t, err)
	d.Dismiss(1)
	require.NoError(t, n.Withdraw(t.Context(), id))
	second, err := n.Notify(t.Context(), system.Notification{Title: "Egg"})
	require.NoError(t, err)
	require.Equal(t, "Egg", d.Shown()[2].Title)
	require.NoError(t, n.Withdraw(t.Context(), second))
}

func TestAnotherProgramThatShowsThemStartsAnew(t *testing.T) {
	bus := linuxtest.StartBus(t)
	first := linuxtest.StartNotifications(t, bus.Address)
	n := linux.NewNotifier(bus.Address)
	id, err := n.Notify(t.Context(), system.Notification{Title: "Tea"})
	require.NoError(t, err)
	first.End()
	eventually(t, "it is gone", func() bool { return n.Capability(t.Context()).State == system.Absent })
	d := linuxtest.StartNotifications(t, bus.Address)
	other, err := n.Notify(t.Context(), system.Notification{Title: "Egg"})
	require.NoError(t, err)
	require.Equal(t, id, other, "it counts from one too")
	require.NoError(t, n.Withdraw(t.Context(), other))
	require.Empty(t, d.Shown())
}

func TestAProgramThatHangsHoldsNobodyUp(t *testing.T) {
	bus := linuxtest.StartBus(t)
	d := linuxtest.StartNotifications(t, bus.Address)
	d.Hang()
	n := linux.NewNotifier(bus.Address)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := n.Notify(ctx, system.Notification{Title: "Tea"})
	require.Error(t, err)
	d.Resume()
	id, err := n.Notify(t.Context(), system.Notification{Title: "Tea"})
	require.NoError(t, err)
	require.NoError(t, n.Withdraw(t.Context(), id))
}
