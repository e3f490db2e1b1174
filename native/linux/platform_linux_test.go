package linux_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux"
	"pace/native/linux/linuxtest"
	"pace/native/linux/x11"
)

// connect opens the whole of a test desktop as Pace would.
func connect(t *testing.T, d *linuxtest.Desktop, change ...func(*linux.Options)) *desktop.Desktop {
	t.Helper()
	o := linux.Options{Environ: d.Env(), Keep: []string{"PACE_DESKTOP"}, GuardCommand: []string{os.Args[0], x11.GuardCommand}}
	for _, c := range change {
		c(&o)
	}
	desk, err := linux.New(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, desk.Close()) })
	return desk
}

func TestADesktopHasItsParts(t *testing.T) {
	start := time.Now()
	d := linuxtest.Start(t, linuxtest.Options{})
	t.Log("desktop", time.Since(start))
	for range 3 {
		start = time.Now()
		desk := connect(t, d)
		t.Log("New", time.Since(start))
		require.NotNil(t, desk.Windows)
		require.NotNil(t, desk.Tree)
		require.Empty(t, desk.Missing)
	}
}

func TestWithoutADisplayThePartsAreMissingWithTheirReasons(t *testing.T) {
	desk, err := linux.New(t.Context(), linux.Options{Environ: []string{"HOME=/nonexistent"}})
	require.NoError(t, err)
	require.Nil(t, desk.Windows)
	require.Nil(t, desk.Tree)
	require.NotNil(t, desk.Launcher)
	for _, part := range []string{"Windows", "Input", "Clipboard", "Screen"} {
		require.ErrorIs(t, desk.Why(part), desktop.ErrNoDisplay, part)
	}
	for _, part := range []string{"Tree", "Actor", "Watcher"} {
		require.ErrorIs(t, desk.Why(part), desktop.ErrNoBus, part)
	}
	require.NoError(t, desk.Close())
	require.NoError(t, desk.Close())
}

func TestAnEndedContextIsTheOnlyErrorOfNew(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := linux.New(ctx, linux.Options{})
	require.ErrorIs(t, err, context.Canceled)
}
