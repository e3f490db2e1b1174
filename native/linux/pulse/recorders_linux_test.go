package pulse

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/native/linux/linuxtest"
)

// silent is a source on every server of the tests.
const silent = "mic"

// onEachWithAMicrophone runs a test against each sound server that desktops have.
func onEachWithAMicrophone(t *testing.T, test func(t *testing.T, server *linuxtest.Sound)) {
	for name, start := range linuxtest.SoundServers() {
		t.Run(name, func(t *testing.T) {
			server := start(t, "speakers")
			server.Microphone(t, silent)
			test(t, server)
		})
	}
}

func to(t *testing.T, server *linuxtest.Sound) *Conn {
	t.Helper()
	c, err := Dial(t.Context(), Address{Socket: server.Socket})
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func listening(t *testing.T, server *linuxtest.Sound) []Recorder {
	t.Helper()
	all, err := to(t, server).Listening(t.Context())
	require.NoError(t, err)
	return all
}

func TestWhoListensToAMicrophoneIsKnownByName(t *testing.T) {
	onEachWithAMicrophone(t, func(t *testing.T, server *linuxtest.Sound) {
		require.Empty(t, listening(t, server), "nobody has begun")
		stop := server.Record(t, "parec", "zoom", "--device="+silent, "--client-name=ZOOM VoiceEngine")
		server.Record(t, "parec", "studio", "--device="+silent)
		got := listening(t, server)
		require.Len(t, got, 2)
		require.Contains(t, got[0].Names, "zoom")
		require.Contains(t, got[0].Names, "ZOOM VoiceEngine")
		require.Contains(t, got[1].Names, "studio")
		stop()
		got = listening(t, server)
		require.Len(t, got, 1, "one has ended")
		require.Contains(t, got[0].Names, "studio")
	})
}

func TestAProgramThatKnowsOnlyPipeWireIsHeardOfToo(t *testing.T) {
	server := linuxtest.StartPipeWire(t, "speakers")
	server.Microphone(t, silent)
	server.Record(t, "pw-record", "zoom", "--target="+silent, "-")
	got := listening(t, server)
	require.Len(t, got, 1)
	require.Contains(t, got[0].Names, "zoom")
}

func TestWhoRecordsWhatIsPlayedDoesNotListenToAMicrophone(t *testing.T) {
	onEachWithAMicrophone(t, func(t *testing.T, server *linuxtest.Sound) {
		server.Record(t, "parec", "zoom", "--device=speakers.monitor")
		require.Empty(t, listening(t, server))
		all, err := to(t, server).recorders(t.Context())
		require.NoError(t, err)
		require.Len(t, all, 1, "it is there")
	})
}

// record makes a stream of this process (PA_COMMAND_CREATE_RECORD_STREAM, protocol 32).
func record(t *testing.T, c *Conn, source string, corked bool) {
	t.Helper()
	w := &writer{}
	w.b = append(w.b, tagSpec, 3, 1, 0, 0, 0xAC, 0x44, tagMap, 1, 0)
	w.u32(none).str(source).u32(none).bool(corked).u32(none)
	for range 7 + 2 { // how it may be converted, whether it wants peaks only, and how late it may be
		w.bool(false)
	}
	w.properties([2]string{"media.name", "test"}, [2]string{"application.process.binary", "zoom"}).u32(none)
	for range 3 {
		w.bool(false)
	}
	w.b = append(w.b, tagU8, 0)
	w.volumes([]uint32{Norm})
	for range 5 {
		w.bool(false)
	}
	_, err := c.ask(t.Context(), 5, w)
	require.NoError(t, err)
}

func TestAStreamThatIsCorkedTakesNothingIn(t *testing.T) {
	onEachWithAMicrophone(t, func(t *testing.T, server *linuxtest.Sound) {
		record(t, to(t, server), silent, true)
		c := to(t, server)
		all, err := c.recorders(t.Context())
		require.NoError(t, err)
		require.Len(t, all, 1, "it is there")
		require.True(t, all[0].Corked)
		require.Empty(t, listening(t, server))
		record(t, to(t, server), silent, false)
		require.Eventually(t, func() bool { return len(listening(t, server)) == 1 }, time.Minute, 5*time.Millisecond, "the same without a cork listens")
	})
}

func TestWhatTheServerItselfRecordsIsNobodys(t *testing.T) {
	server := linuxtest.StartSound(t, "speakers")
	server.Microphone(t, silent)
	server.Pactl(t, "load-module", "module-loopback", "source="+silent, "sink=speakers")
	require.Empty(t, listening(t, server))
}
