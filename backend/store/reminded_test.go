package store

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// dueReminder is one of a record that became due a while after noon.
func dueReminder(record string, after time.Duration) Timer {
	due := noon.Add(after)
	return Timer{Label: record, Due: due, Record: record, Occasion: due.Format(time.RFC3339), Tick: true}
}

func remindOf(t *testing.T, db *DB, at time.Time, r Reading) {
	t.Helper()
	require.NoError(t, db.Timers().Remind(t.Context(), at, r))
}

// byRecord tells the states of all reminders that are open.
func byRecord(t *testing.T, db *DB) map[string]string {
	t.Helper()
	list, err := db.Timers().Open(t.Context())
	require.NoError(t, err)
	out := map[string]string{}
	for _, x := range list {
		out[x.Record+" "+x.Due.Sub(noon).String()] = x.State
	}
	return out
}

func TestTellingOfRemindersBeginsOnceAndAFutureBeginningIsCorrected(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	from, err := db.Timers().From(t.Context())
	require.NoError(t, err)
	require.True(t, from.IsZero())
	for _, c := range []struct{ now, want time.Time }{{noon, noon}, {noon.Add(time.Hour), noon}, {noon.Add(-time.Hour), noon.Add(-time.Hour)}} {
		from, err = db.Timers().Begin(t.Context(), c.now)
		require.NoError(t, err)
		require.Equal(t, c.want, from)
	}
}

func TestAnOccasionIsGivenToOneProcessOnceHoweverOftenItIsFoundDue(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	a, b := open(t, path), open(t, path)
	var mu sync.Mutex
	got := map[string]int{}
	var all sync.WaitGroup
	for i := range 20 {
		for _, db := range []*DB{a, b} {
			all.Go(func() {
				now := noon.Add(time.Hour)
				err := db.Timers().Remind(t.Context(), now, Reading{Due: []Timer{dueReminder(fmt.Sprint(i%10), time.Minute)}})
				if err != nil {
					t.Error(err)
				}
				out, err := db.Timers().TakeDue(t.Context(), now, time.Hour)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				for _, w := range out {
					got[w.Record]++
				}
			})
		}
	}
	all.Wait()
	require.Len(t, got, 10)
	for record, n := range got {
		require.Equal(t, 1, n, record)
	}
}

func TestAReminderThatWasDismissedIsNotToldAgain(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	r := Reading{Due: []Timer{dueReminder("a", 0)}}
	remindOf(t, db, noon, r)
	went := takeDue(t, db, noon)
	require.Len(t, went, 1)
	require.Equal(t, KindReminder, went[0].Kind)
	_, err := db.Timers().Dismiss(t.Context(), noon, went[0].ID)
	require.NoError(t, err)
	remindOf(t, db, noon.Add(time.Hour), r)
	require.Empty(t, takeDue(t, db, noon.Add(time.Hour)))
	require.Empty(t, byRecord(t, db))
}

func TestWhatSeemedToBeGoneRingsOnWithoutBeingToldAgain(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	r := Reading{Due: []Timer{dueReminder("a", 0)}}
	remindOf(t, db, noon, r)
	id := takeDue(t, db, noon)[0].ID
	require.NoError(t, db.Timers().MarkTold(t.Context(), id))
	remindOf(t, db, noon.Add(time.Second), Reading{Gone: []int64{id}})
	require.Empty(t, byRecord(t, db))
	remindOf(t, db, noon.Add(2*time.Second), r)
	require.Equal(t, map[string]string{"a 0s": TimerRinging}, byRecord(t, db))
	require.Empty(t, takeDue(t, db, noon.Add(time.Hour)))
	require.True(t, one(t, db, id).Ended.IsZero())
}

func TestANewerOccasionTakesThePlaceOfAnOlderOne(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	remindOf(t, db, noon, Reading{Due: []Timer{dueReminder("a", 0), dueReminder("b", 0)}})
	takeDue(t, db, noon)
	remindOf(t, db, noon.Add(time.Hour), Reading{Due: []Timer{dueReminder("a", time.Hour)}})
	require.Len(t, takeDue(t, db, noon.Add(time.Hour)), 2, "and what nobody told of, but not the older one")
	require.Equal(t, map[string]string{"a 1h0m0s": TimerRinging, "b 0s": TimerRinging}, byRecord(t, db))
}

func TestWhatIsTooOldToBeToldIsForgottenAndNeverWhatStillRings(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	remindOf(t, db, noon, Reading{Due: []Timer{dueReminder("ended", 0), dueReminder("rings", 0)}})
	var ids []int64
	for _, w := range takeDue(t, db, noon) {
		ids = append(ids, w.ID)
	}
	_, err := db.Timers().Dismiss(t.Context(), noon, ids[0])
	require.NoError(t, err)
	require.NoError(t, db.Timers().Sweep(t.Context(), noon.Add(48*time.Hour), noon.Add(-time.Hour), noon.Add(47*time.Hour)))
	list, err := db.Timers().Get(t.Context(), ids...)
	require.NoError(t, err)
	require.Len(t, list, 2, "it could be told again otherwise")

	later := noon.Add(24 * time.Hour)
	remindOf(t, db, later, Reading{From: later})
	list, err = db.Timers().Get(t.Context(), ids...)
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, "rings", list[0].Record)
	from, err := db.Timers().From(t.Context())
	require.NoError(t, err)
	require.Equal(t, later, from)
	remindOf(t, db, later, Reading{From: noon})
	from, err = db.Timers().From(t.Context())
	require.NoError(t, err)
	require.Equal(t, later, from, "it only goes forward")
}

func TestNothingIsWrittenWhenNothingOfAReadingIsNew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	a, b := open(t, path), open(t, path)
	r := Reading{Due: []Timer{dueReminder("a", 0)}, From: noon.Add(-time.Hour)}
	remindOf(t, a, noon, r)
	version := func() (v int64) {
		require.NoError(t, b.Read(t.Context(), func(pool *sql.DB) error { return pool.QueryRow("PRAGMA data_version").Scan(&v) }))
		return v
	}
	was := version()
	remindOf(t, a, noon.Add(time.Minute), r)
	require.Equal(t, was, version())
}

func TestANewTitleIsShownByWhatRings(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	r := dueReminder("a", 0)
	remindOf(t, db, noon, Reading{Due: []Timer{r}})
	id := takeDue(t, db, noon)[0].ID
	r.Label = "another"
	remindOf(t, db, noon, Reading{Due: []Timer{r}})
	require.Equal(t, "another", one(t, db, id).Label)
	require.Equal(t, TimerRinging, one(t, db, id).State)
}
