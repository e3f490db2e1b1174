package store

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAWrittenFileIsPrivateAndReplacesTheOldOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "settings.json")
	require.NoError(t, WriteFile(path, []byte("one")))
	require.NoError(t, os.Chmod(path, 0o644))
	require.NoError(t, WriteFile(path, []byte("two")))
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "two", string(got))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, entries, 1, "no temporary file stays behind")
}

func TestAWriteThatFailsLeavesTheOldContent(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "taken")
	require.NoError(t, os.MkdirAll(filepath.Join(path, "child"), 0o700)) // a rename onto a full folder fails
	require.ErrorContains(t, WriteFile(path, []byte("x")), "write taken")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "no temporary file stays behind")
}
