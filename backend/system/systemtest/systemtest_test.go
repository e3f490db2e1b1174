package systemtest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/system"
)

var (
	_ system.Volume     = (*Volume)(nil)
	_ system.Brightness = (*Brightness)(nil)
	_ system.Media      = (*Media)(nil)
	_ system.Opener     = (*Opener)(nil)
	_ system.Notifier   = (*Notifier)(nil)
	_ system.Power      = (*Power)(nil)
	_ system.Idle       = (*Idle)(nil)
)

func TestWhatIsSetIsReadBackRounded(t *testing.T) {
	v := NewVolume(system.Loudness{Level: 20})
	v.Step = 5
	require.NoError(t, v.SetLoudness(t.Context(), system.Loudness{Level: 33, Muted: true}))
	got, err := v.Loudness(t.Context())
	require.NoError(t, err)
	require.Equal(t, system.Loudness{Level: 30, Muted: true}, got)
	b := NewBrightness(10)
	require.NoError(t, b.SetBrightness(t.Context(), 400))
	level, err := b.Brightness(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 100, level)
}

func TestADeafPartAcceptsAndDoesNothing(t *testing.T) {
	v := NewVolume(system.Loudness{Level: 20})
	v.Ignore(true)
	require.NoError(t, v.SetLoudness(t.Context(), system.Loudness{Level: 90}))
	got, err := v.Loudness(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 20, got.Level)
}

func TestADeniedPartRefusesEverything(t *testing.T) {
	v := NewVolume(system.Loudness{})
	v.Deny(system.Capability{Name: "volume", State: system.Denied, Reason: "Not allowed."})
	var un *system.Unavailable
	require.ErrorAs(t, v.SetLoudness(t.Context(), system.Loudness{}), &un)
	_, err := v.Loudness(t.Context())
	require.ErrorAs(t, err, &un)
}

func TestAnEndedContextIsObeyed(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, NewBrightness(1).SetBrightness(ctx, 2), context.Canceled)
}

func TestAPlayerMovesThroughItsTracksAndWakes(t *testing.T) {
	m := NewMedia("a", "b")
	ctx, cancel := context.WithCancel(t.Context())
	wake, err := m.Wake(ctx)
	require.NoError(t, err)
	for _, c := range []system.MediaCommand{system.PlayPause, system.Next, system.Next} {
		require.NoError(t, m.Command(t.Context(), c))
	}
	<-wake
	got, err := m.Playback(t.Context())
	require.NoError(t, err)
	require.Equal(t, system.Playback{Player: "fake", Playing: true, Track: "1", Title: "b"}, got)
	cancel()
	_, open := <-wake
	require.False(t, open)
	require.NoError(t, m.Command(t.Context(), system.Pause), "nobody listens any more")
}

func TestHandedOverThingsAreListed(t *testing.T) {
	o := NewOpener()
	_, err := o.OpenURL(t.Context(), "https://example.org", "firefox")
	require.NoError(t, err)
	_, err = o.OpenPath(t.Context(), "/a", true)
	require.NoError(t, err)
	require.Equal(t, []Opened{{"https://example.org", "firefox", false}, {"/a", "", true}}, o.Opened())
}

func TestANotificationIsShownUntilWithdrawn(t *testing.T) {
	n := NewNotifier()
	id, err := n.Notify(t.Context(), system.Notification{Title: "Tea"})
	require.NoError(t, err)
	_, shown := n.Shown(id)
	require.True(t, shown)
	require.NoError(t, n.Withdraw(t.Context(), id))
	require.NoError(t, n.Withdraw(t.Context(), id))
	_, shown = n.Shown(id)
	require.False(t, shown)
}

func TestPowerEventsReachListenersUntilTheyLeave(t *testing.T) {
	p := NewPower(system.Supply{Battery: true, Percent: 40})
	ctx, cancel := context.WithCancel(t.Context())
	events, err := p.Events(ctx)
	require.NoError(t, err)
	p.Emit(system.Sleeping)
	require.Equal(t, system.Sleeping, <-events)
	cancel()
	_, open := <-events
	require.False(t, open)
	p.Emit(system.Woke)
	got, err := p.Supply(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 40, got.Percent)
}

func TestIdleTimeIsWhatTheTestSays(t *testing.T) {
	i := NewIdle(time.Minute)
	i.Touch(0)
	got, err := i.Idle(t.Context())
	require.NoError(t, err)
	require.Zero(t, got)
}
