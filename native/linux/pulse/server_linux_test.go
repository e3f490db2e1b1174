package pulse_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/native/linux/linuxtest"
	"pace/native/linux/pulse"
)

const limit = 60 * time.Second // nothing is expected to take that long

func dial(t *testing.T, s *linuxtest.Sound) *pulse.Conn {
	t.Helper()
	c, err := pulse.Dial(t.Context(), pulse.Address{Socket: s.Socket})
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// onEach runs a test against each sound server that desktops have.
func onEach(t *testing.T, test func(t *testing.T, start func(t testing.TB, outputs ...string) *linuxtest.Sound)) {
	for name, start := range linuxtest.SoundServers() {
		t.Run(name, func(t *testing.T) { test(t, start) })
	}
}

func sink(t *testing.T, c *pulse.Conn) pulse.Sink {
	t.Helper()
	s, err := c.DefaultSink(t.Context())
	require.NoError(t, err)
	return s
}

func TestTheDefaultOutputIsReadAndSet(t *testing.T) {
	onEach(t, func(t *testing.T, start func(t testing.TB, outputs ...string) *linuxtest.Sound) {
		server := start(t, "speakers", "tv")
		c := dial(t, server)
		s := sink(t, c)
		require.Equal(t, "speakers", s.Name)
		require.NotEmpty(t, s.Description)
		require.Len(t, s.Volumes, 2)
		for percent := range 101 {
			require.NoError(t, c.SetVolume(t.Context(), s.Index, s.At(percent)))
			s = sink(t, c)
			require.Equal(t, percent, s.Percent(), "what was set is what is read")
		}
		require.Contains(t, server.Pactl(t, "get-sink-volume", "speakers"), "100%", "another program reads the same")
		require.NoError(t, c.SetMuted(t.Context(), s.Index, true))
		require.True(t, sink(t, c).Muted)
		require.Equal(t, "Mute: yes", server.Pactl(t, "get-sink-mute", "speakers"))
		require.NoError(t, c.SetMuted(t.Context(), s.Index, false))
		require.False(t, sink(t, c).Muted)
	})
}

func TestAnotherDefaultOutputIsFollowed(t *testing.T) {
	onEach(t, func(t *testing.T, start func(t testing.TB, outputs ...string) *linuxtest.Sound) {
		server := start(t, "speakers", "tv channels=6 channel_map=front-left,front-right,rear-left,rear-right,front-center,lfe")
		c := dial(t, server)
		require.Equal(t, "speakers", sink(t, c).Name)
		server.Choose(t, "tv")
		s := sink(t, c)
		require.Equal(t, "tv", s.Name)
		require.Len(t, s.Volumes, 6)
		require.NoError(t, c.SetVolume(t.Context(), s.Index, s.At(20)))
		require.Contains(t, server.Pactl(t, "get-sink-volume", "tv"), "20%")
		require.Contains(t, server.Pactl(t, "get-sink-volume", "speakers"), "100%", "the other one is left alone")
	})
}

func TestAChangeBySomebodyElseWakes(t *testing.T) {
	onEach(t, func(t *testing.T, start func(t testing.TB, outputs ...string) *linuxtest.Sound) {
		server := start(t, "speakers")
		ctx, cancel := context.WithCancel(t.Context())
		wake, err := dial(t, server).Follow(ctx)
		require.NoError(t, err)
		c := dial(t, server)
		for _, change := range [][]string{{"set-sink-volume", "speakers", "33%"}, {"set-sink-mute", "speakers", "1"}} {
			server.Pactl(t, change...)
			select {
			case _, open := <-wake:
				require.True(t, open)
			case <-time.After(limit):
				t.Fatal("nothing woke")
			}
		}
		s := sink(t, c)
		require.Equal(t, 33, s.Percent())
		cancel()
		for range wake { // it is closed
		}
	})
}

func TestWaitingEndsWithTheServer(t *testing.T) {
	onEach(t, func(t *testing.T, start func(t testing.TB, outputs ...string) *linuxtest.Sound) {
		server := start(t, "speakers")
		wake, err := dial(t, server).Follow(t.Context())
		require.NoError(t, err)
		c := dial(t, server)
		server.Stop()
		for range wake { // it is closed
		}
		_, err = c.DefaultSink(t.Context())
		require.Error(t, err)
		_, err = pulse.Dial(t.Context(), pulse.Address{Socket: server.Socket})
		require.Error(t, err)
	})
}

func TestAServerWithoutOutputsHasNone(t *testing.T) {
	onEach(t, func(t *testing.T, start func(t testing.TB, outputs ...string) *linuxtest.Sound) {
		_, err := dial(t, start(t)).DefaultSink(t.Context())
		require.ErrorIs(t, err, pulse.ErrNoOutput)
		_, err = dial(t, start(t, "auto_null")).DefaultSink(t.Context())
		require.ErrorIs(t, err, pulse.ErrNoOutput, "an output that only stands in for one can't be heard")
	})
}

func TestAServerThatHangsIsGivenUpWithTheContext(t *testing.T) {
	onEach(t, func(t *testing.T, start func(t testing.TB, outputs ...string) *linuxtest.Sound) {
		server := start(t, "speakers")
		c := dial(t, server)
		server.Hang(t)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := c.DefaultSink(ctx)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		_, err = pulse.Dial(ctx, pulse.Address{Socket: server.Socket})
		require.ErrorIs(t, err, context.DeadlineExceeded)
		server.Resume(t)
		require.Equal(t, "speakers", sink(t, dial(t, server)).Name, "and it is there again when it goes on")
	})
}
