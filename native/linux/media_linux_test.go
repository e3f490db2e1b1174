package linux_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/native/linux"
	"pace/native/linux/linuxtest"
)

// soon bounds what is expected to come.
const soon = 60 * time.Second

func woken(t *testing.T, wake <-chan struct{}) {
	t.Helper()
	select {
	case _, open := <-wake:
		require.True(t, open, "it ended")
	case <-time.After(soon):
		t.Fatal("nothing woke")
	}
}

func songs() []linuxtest.Track {
	return []linuxtest.Track{{ID: "/t/1", Title: "One", Artist: "Ann"}, {ID: "/t/2", Title: "Two"}, {ID: "/t/3", Title: "Three"}}
}

func now(t *testing.T, m *linux.Media, player string) system.Playback {
	t.Helper()
	p, err := m.Playback(t.Context(), player)
	require.NoError(t, err)
	return p
}

func TestWithoutAPlayerThereIsNothingToControl(t *testing.T) {
	bus := linuxtest.StartBus(t)
	m := linux.NewMedia(bus.Address)
	c := m.Capability(t.Context())
	require.Equal(t, system.Absent, c.State)
	require.NotEmpty(t, c.Fix)
	_, err := m.Playback(t.Context(), "")
	require.ErrorIs(t, err, system.ErrNoPlayer)
	var un *system.Unavailable
	require.ErrorAs(t, err, &un)
	require.ErrorIs(t, m.Command(t.Context(), "org.mpris.MediaPlayer2.none", system.Play), system.ErrNoPlayer)

	for _, address := range []string{"", "unix:path=/nonexistent"} {
		m := linux.NewMedia(address)
		require.Equal(t, system.Absent, m.Capability(t.Context()).State)
		_, err := m.Playback(t.Context(), "")
		require.ErrorAs(t, err, &un)
		_, err = m.Wake(t.Context())
		require.ErrorAs(t, err, &un)
		require.ErrorAs(t, m.Command(t.Context(), "x", system.Play), &un)
	}
}

func TestAPlayerIsReadAndCommanded(t *testing.T) {
	bus := linuxtest.StartBus(t)
	p := linuxtest.StartPlayer(t, bus.Address, "one", songs()...)
	m := linux.NewMedia(bus.Address)
	require.Equal(t, system.Ready, m.Capability(t.Context()).State)
	got := now(t, m, "")
	require.Equal(t, system.Playback{Player: p.Bus(), Name: "Player one", State: system.Stopped, Track: "/t/1", Title: "One", Artist: "Ann",
		Takes: []system.MediaCommand{system.Play, system.Pause, system.Next, system.Previous, system.Stop}}, got)
	for _, c := range []struct {
		command system.MediaCommand
		state   system.PlayState
		title   string
	}{{system.Play, system.Playing, "One"}, {system.Next, system.Playing, "Two"}, {system.Pause, system.Paused, "Two"}, {system.Previous, system.Paused, "One"}, {system.Stop, system.Stopped, "One"}} {
		require.NoError(t, m.Command(t.Context(), p.Bus(), c.command), c.command)
		got = now(t, m, p.Bus())
		require.Equal(t, c.state, got.State, c.command)
		require.Equal(t, c.title, got.Title, c.command)
	}
	require.Error(t, m.Command(t.Context(), p.Bus(), "shuffle"))
	require.Equal(t, []string{"Play", "Next", "Pause", "Previous", "Stop"}, p.Asked())
}

func TestTheOneThatPlaysIsMeantElseTheOneThatPlayedLast(t *testing.T) {
	bus := linuxtest.StartBus(t)
	a := linuxtest.StartPlayer(t, bus.Address, "a", songs()...)
	b := linuxtest.StartPlayer(t, bus.Address, "b", songs()...)
	m := linux.NewMedia(bus.Address)
	require.Equal(t, a.Bus(), now(t, m, "").Player)
	b.Set("Playing")
	require.Equal(t, b.Bus(), now(t, m, "").Player)
	b.Set("Stopped")
	a.Set("Paused")
	require.Equal(t, b.Bus(), now(t, m, "").Player, "it was seen playing")
	b.End()
	require.Equal(t, a.Bus(), now(t, m, "").Player)
	_, err := m.Playback(t.Context(), b.Bus())
	require.ErrorIs(t, err, system.ErrNoPlayer)
}

func TestAPlayerThatHangsCostsTheOthersNothing(t *testing.T) {
	bus := linuxtest.StartBus(t)
	a := linuxtest.StartPlayer(t, bus.Address, "a", songs()...)
	b := linuxtest.StartPlayer(t, bus.Address, "b", songs()...)
	m := linux.NewMedia(bus.Address)
	a.Hang()
	require.Equal(t, b.Bus(), now(t, m, "").Player)
	_, err := m.Playback(t.Context(), a.Bus())
	require.ErrorIs(t, err, system.ErrPlayerHung)
	b.End()
	_, err = m.Playback(t.Context(), "")
	require.ErrorIs(t, err, system.ErrPlayerHung, "it is there, and does not answer")
	a.Resume()
	require.ErrorIs(t, m.Command(cancelledBy(t, a.Hang()), a.Bus(), system.Play), proof.ErrDispatched)
	a.Resume()
	require.Equal(t, a.Bus(), now(t, m, "").Player)
}

func TestAPlayerThatEndsInTheMiddleLeavesOpenWhatItDid(t *testing.T) {
	bus := linuxtest.StartBus(t)
	p := linuxtest.StartPlayer(t, bus.Address, "p", songs()...)
	p.VanishesOn("Play")
	m := linux.NewMedia(bus.Address)
	require.ErrorIs(t, m.Command(t.Context(), p.Bus(), system.Play), proof.ErrDispatched)
}

func TestARefusalOfThePlayerIsToldApart(t *testing.T) {
	bus := linuxtest.StartBus(t)
	p := linuxtest.StartPlayer(t, bus.Address, "p", songs()...)
	p.Refuses("Next")
	p.Cannot("CanPause")
	m := linux.NewMedia(bus.Address)
	err := m.Command(t.Context(), p.Bus(), system.Next)
	require.ErrorContains(t, err, "Next is not possible now")
	require.NotErrorIs(t, err, proof.ErrDispatched)
	require.False(t, now(t, m, "").Can(system.Pause))
	require.True(t, now(t, m, "").Can(system.Play))
}

func TestChangesOfPlayersWake(t *testing.T) {
	bus := linuxtest.StartBus(t)
	m := linux.NewMedia(bus.Address)
	ctx, cancel := context.WithCancel(t.Context())
	wake, err := m.Wake(ctx)
	require.NoError(t, err)
	p := linuxtest.StartPlayer(t, bus.Address, "p", songs()...)
	woken(t, wake)
	p.Set("Playing")
	woken(t, wake)
	p.End()
	woken(t, wake)
	cancel()
	for range wake { // it is closed
	}
	second, err := m.Wake(t.Context())
	require.NoError(t, err)
	bus.Stop()
	for range second { // and with the bus too
	}
}

func TestABusThatHangsIsGivenUp(t *testing.T) {
	bus := linuxtest.StartBus(t)
	m := linux.NewMedia(bus.Address)
	bus.Hang(t)
	defer bus.Resume(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	require.Equal(t, system.Absent, m.Capability(ctx).State)
	_, err := m.Wake(ctx)
	require.Error(t, err)
	_, err = m.Playback(ctx, "")
	require.Error(t, err)
}
