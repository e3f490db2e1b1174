package store

import (
	"flag"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write a frozen database of the current schema version")

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

func open(t *testing.T, path string) *DB {
	t.Helper()
	db, err := Open(t.Context(), path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}
