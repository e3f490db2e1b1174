package schedule

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/store"
)

func TestATimerIsGivenAsItWasReadAgain(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		got := r.in("10 minutes", "pasta")
		list, err := r.Get(t.Context(), got.ID)
		require.NoError(t, err)
		require.Equal(t, []store.Timer{got}, list)
		require.Equal(t, "pasta", got.Label)
		require.True(t, got.Due.Equal(r.Now().Add(10*time.Minute)))
	})
}

func TestAnEndedWishKeepsNothing(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		w, err := In("10 minutes", "", r.Now())
		require.NoError(t, err)
		_, err = r.Set(ctx, w)
		require.ErrorIs(t, err, context.Canceled)
		require.Empty(t, r.states())
	})
}

func TestTheHundredAndFirstTimerIsRefused(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for range Most {
			r.in("10 minutes", "")
		}
		w, err := In("10 minutes", "", r.Now())
		require.NoError(t, err)
		_, err = r.Set(t.Context(), w)
		var no *Refused
		require.ErrorAs(t, err, &no)
		require.Contains(t, no.Why, "100 timers")
	})
}

func TestADamagedDatabaseKeepsNoTimerAndSaysSo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	require.NoError(t, os.WriteFile(path, []byte("this is no database, and long enough to be looked at as one ................................................"), 0o600))
	_, err := store.Open(t.Context(), path)
	var damaged *store.Damaged
	require.ErrorAs(t, err, &damaged)
	db, err := store.Rescue(t.Context(), damaged)
	require.NoError(t, err)
	defer db.Close()
	s := New(Config{DB: func() (*store.DB, error) { return db, nil }, Now: time.Now, Gate: aloud})
	w, err := In("10 minutes", "", s.Now())
	require.NoError(t, err)
	_, err = s.Set(t.Context(), w)
	var no *Refused
	require.ErrorAs(t, err, &no)
	require.Contains(t, no.Why, "damaged")
}

func TestALabelMeansWhatIsCalledSoBeforeWhatHoldsItBeforeWhatLastsSo(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for _, label := range []string{"Pasta", "pasta sauce", "tea", ""} {
			r.in("10 minutes", label)
		}
		r.in("1 hour", "10 minutes")
		w, err := At("7 am", "", r.Now())
		require.NoError(t, err)
		_, err = r.Set(t.Context(), w)
		require.NoError(t, err)
		all, err := r.Open(t.Context())
		require.NoError(t, err)
		for label, want := range map[string][]string{
			"pasta": {"Pasta"}, "PASTA SAUCE": {"pasta sauce"}, "sauce": {"pasta sauce"}, "past": nil, "10 minutes": {"10 minutes"}, "ten minute": {"Pasta", "pasta sauce", "tea", ""},
			"alarm": {""}, "coffee": nil, "": {"Pasta", "pasta sauce", "tea", "", "10 minutes", ""},
		} {
			var got []string
			for _, x := range r.Named(all, label) {
				got = append(got, x.Label)
			}
			require.Equal(t, want, got, label)
		}
	})
}

func TestCancelledTimersRunAgainAllOrNone(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		a, b := r.in("10 minutes", "a"), r.in("20 minutes", "b")
		ended, err := r.Cancel(t.Context(), a.ID, b.ID)
		require.NoError(t, err)
		require.Len(t, ended, 2)
		r.run()
		r.pass(time.Hour)
		require.Empty(t, r.bell.titles())
		got, err := r.Resume(t.Context(), a.ID, b.ID)
		require.NoError(t, err)
		require.True(t, got[0].Due.Equal(r.Now().Add(10*time.Minute)))
		_, err = r.Resume(t.Context(), a.ID)
		var no *Refused
		require.ErrorAs(t, err, &no)
		r.pass(20 * time.Minute)
		require.Equal(t, []string{"Time is up: a.", "Time is up: b."}, r.bell.titles())
	})
}
