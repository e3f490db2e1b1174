package bench

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestARecordIsReadAsItIsWritten(t *testing.T) {
	l, err := openLog(filepath.Join(t.TempDir(), "effects"))
	require.NoError(t, err)
	defer l.close()
	write := func(text string) {
		f, err := os.OpenFile(l.path, os.O_WRONLY|os.O_APPEND, 0)
		require.NoError(t, err)
		_, err = f.WriteString(text)
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	write(`{"at":"2026-01-31T12:00:00.5Z","control":"Now","effect":"now 1"}` + "\n")
	got := l.Await(ctx, 0, func(e []Effect) bool { return len(e) == 1 })
	require.Equal(t, "now 1", got[0].Effect)
	require.Equal(t, 500*time.Millisecond, got[0].At.Sub(time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)))
	mark := l.Mark()
	write("this is no JSON\n")
	write(`{"at":"2026-01-31T12:00:01Z","control":"Name","effect":"Grüße 🙂"}` + "\n")
	got = l.Await(ctx, mark, func(e []Effect) bool { return len(e) == 2 })
	require.Len(t, got, 2, "a line that can't be read is told, not dropped")
	require.Contains(t, got[0].Effect, "this is no JSON")
	require.Equal(t, "Grüße 🙂", got[1].Effect)
	require.Len(t, l.Since(mark), 2)
}

func TestWaitingForARecordEndsWithItsContext(t *testing.T) {
	l, err := openLog(filepath.Join(t.TempDir(), "effects"))
	require.NoError(t, err)
	defer l.close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.Empty(t, l.Await(ctx, 0, func([]Effect) bool { return false }))
}
