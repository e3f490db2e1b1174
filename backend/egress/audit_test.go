package egress

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func newAudit(t *testing.T) *Audit {
	t.Helper()
	return NewAudit(filepath.Join(t.TempDir(), "pace", "audit.jsonl"))
}

func TestRowsAreReadBackInOrderSinceATime(t *testing.T) {
	a := newAudit(t)
	for i := range 3 {
		require.NoError(t, a.Add(t.Context(), Row{At: noon.Add(time.Duration(i) * time.Hour), ID: fmt.Sprint(i), Sent: int64(i)}))
	}
	rows, broken, err := a.Rows(t.Context(), noon.Add(time.Hour))
	require.NoError(t, err)
	require.Zero(t, broken)
	require.Len(t, rows, 2)
	require.Equal(t, "1", rows[0].ID)
	info, err := os.Stat(a.path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

func TestTheFileRotatesAndKeepsAFewOldOnes(t *testing.T) {
	a := newAudit(t)
	a.limit = 1000
	for i := range 100 {
		require.NoError(t, a.Add(t.Context(), Row{At: noon, ID: fmt.Sprint(i)}))
	}
	for i := 0; i <= rotations; i++ {
		info, err := os.Stat(a.rotated(i))
		require.NoError(t, err)
		require.LessOrEqual(t, info.Size(), int64(1000))
	}
	require.NoFileExists(t, a.rotated(rotations+1))
	rows, _, err := a.Rows(t.Context(), time.Time{})
	require.NoError(t, err)
	require.Equal(t, "99", rows[len(rows)-1].ID)
	for i := 1; i < len(rows); i++ {
		require.Less(t, len(rows[i-1].ID)*1000, len(rows[i].ID)*1000+1, "oldest first")
	}
}

func TestHalfALineOfACrashSpoilsOnlyItself(t *testing.T) {
	a := newAudit(t)
	require.NoError(t, a.Add(t.Context(), Row{At: noon, ID: "before"}))
	file, err := os.OpenFile(a.path, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = file.WriteString(`{"at":"2026-03-`)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	require.NoError(t, a.Add(t.Context(), Row{At: noon, ID: "after"}))
	rows, broken, err := a.Rows(t.Context(), time.Time{})
	require.NoError(t, err)
	require.Equal(t, 1, broken)
	require.Len(t, rows, 2)
	require.Equal(t, "after", rows[1].ID)
}

func TestSeveralProcessesWriteWithoutLosingARow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	var all sync.WaitGroup
	for p := range 4 {
		a := NewAudit(path) // a lock of its own, as in another process
		a.limit = 20_000    // rotates a few times, within what is kept
		all.Go(func() {
			for i := range 50 {
				if err := a.Add(t.Context(), Row{At: noon, ID: fmt.Sprint(p, "-", i)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	rows, broken, err := NewAudit(path).Rows(t.Context(), time.Time{})
	require.NoError(t, err)
	require.Zero(t, broken)
	require.Len(t, rows, 200)
}

func TestTheWaitForAHeldLockEndsWithTheContext(t *testing.T) {
	a := newAudit(t)
	require.NoError(t, a.Add(t.Context(), Row{At: noon}))
	held, err := os.Open(a.path + ".lock")
	require.NoError(t, err)
	defer held.Close()
	require.NoError(t, unix.Flock(int(held.Fd()), unix.LOCK_EX))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, a.Add(ctx, Row{At: noon}), context.Canceled)
}

func TestALongTargetIsCut(t *testing.T) {
	a := newAudit(t)
	require.NoError(t, a.Add(t.Context(), Row{At: noon, Target: strings.Repeat("x", 500)}))
	rows, _, err := a.Rows(t.Context(), time.Time{})
	require.NoError(t, err)
	require.Len(t, rows[0].Target, targetCap)
}
