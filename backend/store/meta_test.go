package store

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMetaKeepsTheLastValue(t *testing.T) {
	meta := open(t, filepath.Join(t.TempDir(), "pace.db")).Meta()
	got, err := meta.Get(t.Context(), "never set")
	require.NoError(t, err)
	require.Empty(t, got)
	require.NoError(t, meta.Set(t.Context(), "checked", "one"))
	require.NoError(t, meta.Set(t.Context(), "checked", "two"))
	got, err = meta.Get(t.Context(), "checked")
	require.NoError(t, err)
	require.Equal(t, "two", got)
}
