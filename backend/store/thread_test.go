package store

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAThreadEntryLivesUntilItExpires(t *testing.T) {
	thread := open(t, filepath.Join(t.TempDir(), "pace.db")).Thread()
	type question struct{ Options []string }
	want := question{[]string{"Save", "Save as"}}
	require.NoError(t, thread.Put(t.Context(), PendingQuestion, want, noon, 2*time.Minute))
	for _, c := range []struct {
		name string
		at   time.Time
		ok   bool
	}{
		{"at once", noon, true},
		{"just before", noon.Add(2*time.Minute - time.Millisecond), true},
		{"at its end", noon.Add(2 * time.Minute), false},
		{"long after", noon.Add(time.Hour), false},
		{"clock set back", noon.Add(-time.Hour), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got question
			ok, err := thread.Get(t.Context(), PendingQuestion, c.at, &got)
			require.NoError(t, err)
			require.Equal(t, c.ok, ok)
			if c.ok {
				require.Equal(t, want, got)
			}
		})
	}
}

func TestAnEntryWithoutExpiryStaysUntilReplacedOrDropped(t *testing.T) {
	thread := open(t, filepath.Join(t.TempDir(), "pace.db")).Thread()
	require.NoError(t, thread.Put(t.Context(), LastPlan, "one", noon, time.Minute))
	require.NoError(t, thread.Put(t.Context(), LastPlan, "two", noon, 0))
	var got string
	ok, err := thread.Get(t.Context(), LastPlan, noon.Add(1000*time.Hour), &got)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, "two", got)
	require.NoError(t, thread.Drop(t.Context(), LastPlan))
	require.NoError(t, thread.Drop(t.Context(), LastPlan))
	ok, err = thread.Get(t.Context(), LastPlan, noon, &got)
	require.NoError(t, err)
	require.False(t, ok)
}
