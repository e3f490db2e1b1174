package linuxtest

import (
	"errors"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAServiceRunsUntilItIsStopped(t *testing.T) {
	s, line := hold(t, []string{"PATH=/usr/bin:/bin"}, "ready", "sh", "-c", "echo not yet; echo ready to go; exec sleep 600")
	require.Equal(t, "ready to go", line)
	require.NoError(t, s.signal(syscall.SIGSTOP))
	s.stop()
	require.True(t, errors.Is(s.signal(0), syscall.ESRCH), "neither it nor what held it is there any more")
	s.stop()
}

func TestDoublesAnswerAsTheRealOnesDo(t *testing.T) {
	bus := StartBus(t)
	p := StartPlayer(t, bus.Address, "x", Track{ID: "/1", Title: "One"}, Track{ID: "/2", Title: "Two"})
	require.Nil(t, player{p}.Play())
	require.Nil(t, player{p}.Next())
	state, track := p.State()
	require.Equal(t, "Playing", state)
	require.Equal(t, "Two", track.Title)
	p.MoveTo(60_000_000)
	require.Nil(t, player{p}.Previous())
	_, track = p.State()
	require.Equal(t, "Two", track.Title, "it begins again")
	require.Nil(t, player{p}.Previous())
	_, track = p.State()
	require.Equal(t, "One", track.Title)
	p.Cannot("CanPause")
	require.Nil(t, player{p}.Pause(), "what it can't do is no error")
	state, _ = p.State()
	require.Equal(t, "Playing", state)
	p.Refuses("Stop")
	require.NotNil(t, player{p}.Stop())
	require.Equal(t, []string{"Play", "Next", "Previous", "Previous", "Pause", "Stop"}, p.Asked())
}
