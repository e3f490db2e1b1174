package systemtest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/system"
)

var (
	_ system.Trash = (*Trash)(nil)
	_ system.Lock  = (*Lock)(nil)
)

func TestWhatIsThrownAwayCanBeHadBack(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(path, []byte("x"), 0o600))
	trash := NewTrash(filepath.Join(dir, "trash"))
	got, err := trash.Put(t.Context(), path)
	require.NoError(t, err)
	require.NoFileExists(t, path)
	require.FileExists(t, got.File)
	require.Equal(t, []string{path}, trash.Held())
	require.NoError(t, trash.Back(t.Context(), got))
	require.FileExists(t, path)
	require.Empty(t, trash.Held())
}

func TestALockIsReadAndWakes(t *testing.T) {
	l := NewLock()
	ctx, cancel := context.WithCancel(t.Context())
	wake, err := l.Wake(ctx)
	require.NoError(t, err)
	require.NoError(t, l.Lock(t.Context()))
	<-wake
	on, err := l.Locked(t.Context())
	require.NoError(t, err)
	require.True(t, on)
	l.Open()
	<-wake
	cancel()
	_, open := <-wake
	require.False(t, open)
	l.Ignore(true)
	require.NoError(t, l.Lock(t.Context()))
	on, err = l.Locked(t.Context())
	require.NoError(t, err)
	require.False(t, on, "it took the request and did nothing")
}
