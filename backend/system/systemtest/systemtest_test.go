package systemtest

import (
	"context"
	"errors"
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
	_ system.Presence   = (*Presence)(nil)
)

func TestWhatIsSetIsReadBackRounded(t *testing.T) {
	v := NewVolume(system.Loudness{Level: 20})
	v.Step = 5
	require.NoError(t, v.SetLevel(t.Context(), 33))
	require.NoError(t, v.SetMuted(t.Context(), true))
	got, err := v.Loudness(t.Context())
	require.NoError(t, err)
	require.Equal(t, system.Loudness{Level: 30, Muted: true}, got)
	b := NewBrightness(10, 15)
	require.NoError(t, b.SetBrightness(t.Context(), 50))
	lit, err := b.Backlight(t.Context())
	require.NoError(t, err)
	require.Equal(t, system.Backlight{Level: 53, Steps: 15}, lit)
}

func TestADeafPartAcceptsAndDoesNothing(t *testing.T) {
	v := NewVolume(system.Loudness{Level: 20})
	v.Ignore(true)
	require.NoError(t, v.SetLevel(t.Context(), 90))
	got, err := v.Loudness(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 20, got.Level)
	require.Equal(t, 1, v.Acts())
}

func TestADeniedPartRefusesEverything(t *testing.T) {
	v := NewVolume(system.Loudness{})
	v.Deny(system.Capability{Name: "volume", State: system.Denied, Reason: "Not allowed."})
	var un *system.Unavailable
	require.ErrorAs(t, v.SetLevel(t.Context(), 5), &un)
	_, err := v.Loudness(t.Context())
	require.ErrorAs(t, err, &un)
	_, err = v.Wake(t.Context())
	require.ErrorAs(t, err, &un)
}

func TestAPartMisbehavesAsItIsTold(t *testing.T) {
	b := NewBrightness(20, 100)
	b.Blind(errors.New("dark"))
	_, err := b.Backlight(t.Context())
	require.EqualError(t, err, "dark")
	b.Blind(nil)
	b.Break(errors.New("stuck"))
	require.EqualError(t, b.SetBrightness(t.Context(), 60), "stuck")
	require.EqualValues(t, 20, b.Now())
	b.Break(nil)
	b.Then(func() { b.User(90) })
	require.NoError(t, b.SetBrightness(t.Context(), 60))
	require.EqualValues(t, 90, b.Now())
	b.Hang(true)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(time.Millisecond, cancel)
	require.ErrorIs(t, b.SetBrightness(ctx, 1), context.Canceled)
	require.ErrorIs(t, b.SetBrightness(ctx, 1), context.Canceled, "an ended context is obeyed")
}

func TestAPlayerMovesThroughItsTracksAndWakes(t *testing.T) {
	m := NewMedia(Player{ID: "p", Name: "Tunes", Titles: []string{"a", "b"}})
	ctx, cancel := context.WithCancel(t.Context())
	wake, err := m.Wake(ctx)
	require.NoError(t, err)
	for _, c := range []system.MediaCommand{system.Play, system.Next} {
		require.NoError(t, m.Command(t.Context(), "p", c))
	}
	<-wake
	got, err := m.Playback(t.Context(), "")
	require.NoError(t, err)
	require.Equal(t, system.Playback{Player: "p", Name: "Tunes", State: system.Playing, Track: "1", Title: "b", Takes: []system.MediaCommand{"play", "pause", "next", "previous", "stop"}}, got)
	require.NoError(t, m.Command(t.Context(), "p", system.Next))
	require.Equal(t, system.Stopped, m.Now("p").State, "behind the last track it stops")
	m.User("p", func(p *Player) { p.Position = 2 * restart })
	require.NoError(t, m.Command(t.Context(), "p", system.Previous))
	require.Equal(t, 1, m.Now("p").At, "a track that has played for a while begins again")
	require.NoError(t, m.Command(t.Context(), "p", system.Previous))
	require.Zero(t, m.Now("p").At)
	cancel()
	for range wake { // it is closed
	}
	m.End("p")
	require.ErrorIs(t, m.Command(t.Context(), "p", system.Pause), system.ErrNoPlayer)
	require.Equal(t, system.Absent, m.Capability(t.Context()).State)
}

func TestHandedOverThingsAreListed(t *testing.T) {
	o := NewOpener()
	_, err := o.OpenPath(t.Context(), "/b", false)
	require.NoError(t, err)
	_, err = o.OpenPath(t.Context(), "/a", true)
	require.NoError(t, err)
	require.Equal(t, []Opened{{"/b", false}, {"/a", true}}, o.Opened())
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

func TestPresenceIsWhatTheTestSays(t *testing.T) {
	p := NewPresence()
	got, err := p.Listening(t.Context())
	require.NoError(t, err)
	require.Empty(t, got)
	p.Listen("zoom")
	p.Quiet(true)
	got, err = p.Listening(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"zoom"}, got)
	on, err := p.DoNotDisturb(t.Context())
	require.NoError(t, err)
	require.True(t, on)
	p.Unsaid(errors.New("who knows"))
	on, err = p.DoNotDisturb(t.Context())
	require.EqualError(t, err, "who knows")
	require.False(t, on)
	_, err = p.Listening(t.Context())
	require.NoError(t, err, "the other question has its answer")
}
