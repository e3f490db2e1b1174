package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryPragmaIsReallyInForceOnBothPools(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	for _, pool := range []*sql.DB{db.write, db.read} {
		for _, p := range pragmas {
			var got string
			require.NoError(t, pool.QueryRow("PRAGMA "+p.name).Scan(&got))
			require.Equal(t, p.want, got, p.name)
		}
	}
	require.Equal(t, "busy_timeout", pragmas[0].name, "the others may already have to wait for a lock")
}

func TestTheDatabaseAndItsCompanionsArePrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	db := open(t, path)
	require.NoError(t, db.Meta().Set(t.Context(), "k", "v"))
	for _, tail := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(path + tail)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), tail)
	}
}

func TestAFolderNameMayHoldUrlCharacters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "100% mine? #1", "pace.db")
	db := open(t, path)
	require.NoError(t, db.Meta().Set(t.Context(), "k", "v"))
	require.FileExists(t, path)
}

func TestTheReaderPoolCannotWrite(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	err := db.Read(t.Context(), func(pool *sql.DB) error {
		_, err := pool.Exec(`INSERT INTO meta VALUES ('a', 'b')`)
		return err
	})
	require.ErrorContains(t, err, "readonly")
}

func TestAFailedWriteLeavesNothing(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	stop := errors.New("stop")
	require.ErrorIs(t, db.Write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO meta VALUES ('a', 'b')`)
		require.NoError(t, err)
		return stop
	}), stop)
	got, err := db.Meta().Get(t.Context(), "a")
	require.NoError(t, err)
	require.Empty(t, got)
}

func TestManyProcessesMayStartOnANewFileAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	const n = 8 // each Open has its own connections, which is what separate processes have
	var all sync.WaitGroup
	errs := make([]error, n)
	for i := range n {
		all.Go(func() {
			db, err := Open(t.Context(), path)
			if err == nil {
				_, err = db.Runs().Add(t.Context(), Run{Turn: "t", Tool: "press", Effect: "confirmed", At: noon})
				err = errors.Join(err, db.Close())
			}
			errs[i] = err
		})
	}
	all.Wait()
	require.NoError(t, errors.Join(errs...))
	list, err := open(t, path).Runs().List(t.Context(), RunFilter{})
	require.NoError(t, err)
	require.Len(t, list, n)
}

func TestAWaitForTheWriteLockObeysTheContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	a, b := open(t, path), open(t, path)
	ctx, cancel := context.WithCancel(t.Context())
	require.NoError(t, a.Write(t.Context(), func(*sql.Tx) error {
		cancel()
		return nil
	}))
	require.ErrorIs(t, b.Meta().Set(ctx, "k", "v"), context.Canceled)
}

func TestAHealthyFilePassesTheFullCheck(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	require.NoError(t, db.Check(t.Context()))
	require.Nil(t, db.Rescued())
}

func TestTheFullCheckFindsARowThatPointsNowhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	db := open(t, path)
	raw, err := sql.Open("sqlite", uri(path)) // without foreign_keys
	require.NoError(t, err)
	_, err = raw.Exec(`INSERT INTO undo (run, tool, args) VALUES (99, 'x', '{}')`)
	require.NoError(t, err)
	require.NoError(t, raw.Close())
	var damaged *Damaged
	require.ErrorAs(t, db.Check(t.Context()), &damaged)
}

// BenchmarkOpen is what a command without a host pays before it can do anything.
func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "pace.db")
	for b.Loop() {
		db, err := Open(b.Context(), path)
		if err != nil {
			b.Fatal(err)
		}
		if _, _, err := db.Runs().Undoable(b.Context()); err != nil {
			b.Fatal(err)
		}
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
