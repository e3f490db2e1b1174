package atspi

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestNoBusIsSaidSo(t *testing.T) {
	for name, a := range map[string]Address{
		"no address":    {},
		"nothing there": {Session: "unix:path=" + filepath.Join(t.TempDir(), "none")},
		"nothing there, direct": {
			Direct: "unix:path=" + filepath.Join(t.TempDir(), "none")},
		"nonsense": {Session: "not an address"},
	} {
		_, err := Dial(t.Context(), a)
		require.ErrorIs(t, err, ErrNoBus, name)
	}
}

func TestABusThatNeverSpeaksIsGivenUp(t *testing.T) {
	dir, err := os.MkdirTemp("", "mute") // a socket's path must be short
	require.NoError(t, err)
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "s")
	l, err := net.Listen("unix", path)
	require.NoError(t, err)
	defer l.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = Dial(ctx, Address{Direct: "unix:path=" + path})
	require.ErrorIs(t, err, ErrNoBus)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestASessionBusWithoutAccessibilityIsNoBus(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	address := startBus(t)
	c, err := Dial(ctx, Address{Session: address})
	if err == nil { // the machine has the service installed and the bus started it
		require.NoError(t, c.Close())
		t.Skip("the accessibility bus starts by itself here")
	}
	require.ErrorIs(t, err, ErrNoBus)
}

func TestProgramsAreListedWithThoseThatHang(t *testing.T) {
	address := startBus(t)
	well, ill := startProgram(t, address, forest(0)...), startProgram(t, address, forest(0)...)
	startRegistry(t, address, well, ill)
	c := dial(t, address)
	ill.freeze()
	ps, err := c.Programs(t.Context())
	require.NoError(t, err)
	require.Len(t, ps, 2)
	require.Equal(t, Program{Bus: well.bus, Name: "fake", PID: os.Getpid(), Toolkit: "fake", Version: "1", Answers: true}, ps[0])
	require.Equal(t, Program{Bus: ill.bus, PID: os.Getpid()}, ps[1])
}

func TestAProgramThatLeftIsNotListed(t *testing.T) {
	address := startBus(t)
	stays, leaves := startProgram(t, address, forest(0)...), startProgram(t, address, forest(0)...)
	startRegistry(t, address, stays, leaves)
	c := dial(t, address)
	require.True(t, c.Alive(t.Context(), leaves.bus))
	require.NoError(t, leaves.conn.Close())
	for c.Alive(t.Context(), leaves.bus) {
		require.NoError(t, t.Context().Err())
	}
	ps, err := c.Programs(t.Context())
	require.NoError(t, err)
	require.Len(t, ps, 1)
	require.Equal(t, stays.bus, ps[0].Bus)
}

func TestCloseFailsWhatIsPendingAndClosesSubscriptions(t *testing.T) {
	c, p := desk(t, forest(0)...)
	events, err := c.Subscribe(t.Context(), nil, 4)
	require.NoError(t, err)
	p.freeze()
	done := make(chan error, 1)
	reached := make(chan struct{})
	c.OnCall(func(Ref, string, []any) { close(reached) })
	go func() { done <- c.DoAction(t.Context(), p.ref("/x/last"), 0).Wait() }()
	<-reached
	c.OnCall(nil)
	require.NoError(t, c.Close())
	require.NoError(t, c.Close())
	require.Error(t, <-done)
	for range events { // ends because it is closed
	}
	_, err = c.Programs(t.Context())
	require.ErrorIs(t, err, ErrNoBus)
}
