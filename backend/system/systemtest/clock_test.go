package systemtest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAClockThatWasSetWakesUntilTheListenerLeaves(t *testing.T) {
	c := NewClock()
	ctx, cancel := context.WithCancel(t.Context())
	jumps, err := c.Jumps(ctx)
	require.NoError(t, err)
	c.Jump()
	<-jumps
	cancel()
	_, open := <-jumps
	require.False(t, open)
}

func TestAFileThatWasWrittenWakesThoseWhoWatchIt(t *testing.T) {
	f := NewFiles()
	a, err := f.Changes(t.Context(), "/home/pace.db")
	require.NoError(t, err)
	b, err := f.Changes(t.Context(), "/home/other")
	require.NoError(t, err)
	f.Touch("/home/pace.db-wal")
	<-a
	require.Empty(t, b)
}
