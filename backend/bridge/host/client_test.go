package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
)

// fake is a host that says what the test wants to each connection.
func fake(t *testing.T, serve func(c net.Conn)) *Client {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s")
	ln, err := net.Listen("unix", path)
	require.NoError(t, err)
	done := make(chan struct{})
	go func() {
		defer close(done)
		c, err := ln.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		serve(c)
	}()
	t.Cleanup(func() { ln.Close(); <-done })
	c, err := Dial(path)
	require.NoError(t, err)
	return c
}

func TestNoSocketAndNoListenerAreNoHost(t *testing.T) {
	dir := t.TempDir()
	_, err := Dial(filepath.Join(dir, "none"))
	require.ErrorIs(t, err, ErrNone)
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err = Dial(file)
	require.ErrorIs(t, err, ErrNone)
	_, err = Dial("")
	require.ErrorIs(t, err, ErrNone)
}

func TestTwoHostsCannotServeOneSocketAlsoFromTwoProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	first, err := Listen(path, "test", nil, nil, nil, nil)
	require.NoError(t, err)
	_, err = Listen(path, "test", nil, nil, nil, nil)
	require.ErrorIs(t, err, ErrRunning)
	require.NoError(t, first.Close())
	require.NoFileExists(t, path)

	child(t, path)
	_, err = Listen(path, "other", nil, nil, nil, nil)
	require.ErrorIs(t, err, ErrRunning)
	var by *Running
	require.ErrorAs(t, err, &by)
	require.Equal(t, "test", by.As)
	c, err := Dial(path)
	require.NoError(t, err, "and the one that is refused has not taken the socket away")
	require.NoError(t, c.c.Close())
}

func TestASocketLeftByAKilledHostIsTakenOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	c := child(t, path)
	require.NoError(t, c.Process.Signal(syscall.SIGKILL))
	_ = c.Wait()
	require.FileExists(t, path, "nobody took it away")
	_, err := Dial(path)
	require.ErrorIs(t, err, ErrNone)
	s, err := Listen(path, "test", nil, nil, nil, nil)
	require.NoError(t, err)
	require.NoError(t, s.Close())
}

func TestTheSocketAndItsLockArePrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	s, err := Listen(path, "test", nil, nil, nil, nil)
	require.NoError(t, err)
	for _, p := range []string{path, path + ".lock"} {
		info, err := os.Stat(p)
		require.NoError(t, err)
		require.Equal(t, fs.FileMode(0o600), info.Mode().Perm(), p)
	}
	require.NoError(t, s.Close())
	_, err = Listen(filepath.Join(t.TempDir(), "none", "s"), "test", nil, nil, nil, nil)
	require.Error(t, err)
	require.False(t, errors.Is(err, ErrRunning), "a folder that is not there is not a running Pace")
}

func TestAHostThatSaysNothingIsNoticed(t *testing.T) {
	for name, serve := range map[string]func(net.Conn){
		"it hangs":      func(c net.Conn) { _, _ = io.Copy(io.Discard, c) },
		"it hangs up":   func(net.Conn) {},
		"it says trash": func(c net.Conn) { fmt.Fprint(c, "\x00\xff trash") },
	} {
		c := fake(t, serve)
		c.due = 50 * time.Millisecond
		err := c.Run(context.Background(), Submit{Text: "press 7"}, func(event.Event) { t.Error(name) })
		require.ErrorIs(t, err, ErrSilent, name)
		c = fake(t, serve)
		c.due = 50 * time.Millisecond
		require.ErrorIs(t, c.Show(nil), ErrSilent, name)
	}
}

func TestAHostThatEndsInTheMiddleIsNotOneThatNeverBegan(t *testing.T) {
	c := fake(t, func(c net.Conn) {
		e := event.Of(&event.Started{})
		_ = json.NewEncoder(c).Encode(e)
	})
	rows := 0
	err := c.Run(context.Background(), Submit{}, func(event.Event) { rows++ })
	require.Error(t, err)
	require.False(t, errors.Is(err, ErrSilent), "something may have been done")
	require.Equal(t, 1, rows)
}

func TestACancelledClientDoesNotWaitForAHostThatHangs(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := fake(t, func(c net.Conn) {
		_ = json.NewEncoder(c).Encode(event.Of(&event.Started{}))
		_, _ = io.Copy(io.Discard, c)
	})
	c.due = 50 * time.Millisecond
	require.Error(t, c.Run(ctx, Submit{}, func(event.Event) { cancel() }))
}

func TestAnAnswerInAnotherProtocolIsNotGuessedAt(t *testing.T) {
	c := fake(t, func(c net.Conn) { fmt.Fprintln(c, `{"v":99,"turn":"t","seq":1,"type":"turnEnded","status":"done"}`) })
	err := c.Run(context.Background(), Submit{}, func(event.Event) { t.Error("it was taken for an event") })
	require.ErrorContains(t, err, "protocol 99")

	c = fake(t, func(c net.Conn) {
		fmt.Fprintln(c, `{"error":"The running Pace speaks another language.","kind":"version"}`)
	})
	err = c.Run(context.Background(), Submit{}, func(event.Event) {})
	var no *Refused
	require.ErrorAs(t, err, &no)
	require.Equal(t, "version", no.Kind)
}
