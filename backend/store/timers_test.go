package store

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const lease = 10 * time.Second

func addTimer(t *testing.T, db *DB, label string, after time.Duration) int64 {
	t.Helper()
	id, err := db.Timers().Add(t.Context(), Timer{Kind: KindTimer, Label: label, Set: noon, Due: noon.Add(after), Length: after}, 100)
	require.NoError(t, err)
	return id
}

func takeDue(t *testing.T, db *DB, at time.Time) []WentOff {
	t.Helper()
	out, err := db.Timers().TakeDue(t.Context(), at, lease)
	require.NoError(t, err)
	return out
}

func one(t *testing.T, db *DB, id int64) Timer {
	t.Helper()
	list, err := db.Timers().Get(t.Context(), id)
	require.NoError(t, err)
	require.Len(t, list, 1)
	return list[0]
}

func TestATimerIsReadBackAsItWasKept(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	id := addTimer(t, db, "Grüße 🍝", 90*time.Second)
	require.Equal(t, Timer{ID: id, Kind: KindTimer, Label: "Grüße 🍝", Set: noon, Due: noon.Add(90 * time.Second), Length: 90 * time.Second, State: TimerRunning}, one(t, db, id))
	list, err := db.Timers().Get(t.Context())
	require.NoError(t, err)
	require.Empty(t, list, "no ids are no timers")
	list, err = db.Timers().Get(t.Context(), 4711)
	require.NoError(t, err)
	require.Empty(t, list)
}

func TestOpenTimersComeInTheOrderInWhichTheyAreDue(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	addTimer(t, db, "late", time.Hour)
	addTimer(t, db, "soon", time.Minute)
	gone := addTimer(t, db, "gone", time.Second)
	addTimer(t, db, "rings", time.Second)
	_, err := db.Timers().Cancel(t.Context(), noon, gone)
	require.NoError(t, err)
	takeDue(t, db, noon.Add(time.Second))
	list, err := db.Timers().Open(t.Context())
	require.NoError(t, err)
	var labels []string
	for _, x := range list {
		labels = append(labels, x.Label)
	}
	require.Equal(t, []string{"rings", "soon", "late"}, labels)
}

func TestOnlySoManyTimersRunAtOnce(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	var first int64
	for i := range 3 {
		id, err := db.Timers().Add(t.Context(), Timer{Kind: KindTimer, Set: noon, Due: noon.Add(time.Minute)}, 3)
		require.NoError(t, err)
		if i == 0 {
			first = id
		}
	}
	_, err := db.Timers().Add(t.Context(), Timer{Kind: KindTimer, Set: noon, Due: noon}, 3)
	require.ErrorIs(t, err, ErrFull)
	_, err = db.Timers().Cancel(t.Context(), noon, first)
	require.NoError(t, err)
	_, err = db.Timers().Add(t.Context(), Timer{Kind: KindTimer, Set: noon, Due: noon.Add(time.Minute)}, 3)
	require.NoError(t, err)
	_, err = db.Timers().Resume(t.Context(), noon, 3, first)
	require.ErrorIs(t, err, ErrFull)
}

func TestWhatIsDueIsGivenToOneProcessOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	a, b := open(t, path), open(t, path)
	for i := range 20 {
		addTimer(t, a, fmt.Sprint(i), time.Duration(i)*time.Second)
	}
	require.Empty(t, takeDue(t, a, noon.Add(-time.Millisecond)))
	var mu sync.Mutex
	got := map[int64]int{}
	var all sync.WaitGroup
	for i := range 20 {
		for _, db := range []*DB{a, b} {
			all.Go(func() {
				out, err := db.Timers().TakeDue(t.Context(), noon.Add(time.Duration(i)*time.Second), time.Hour)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
				}
				for _, w := range out {
					got[w.ID]++
				}
			})
		}
	}
	all.Wait()
	require.Len(t, got, 20)
	for id, n := range got {
		require.Equal(t, 1, n, "timer %d", id)
	}
}

func TestWhatNobodyToldOfIsGivenOutAgainWhenItsTakerHadTime(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	id := addTimer(t, db, "pasta", time.Minute)
	due := noon.Add(time.Minute)
	first := takeDue(t, db, due.Add(time.Second))
	require.Len(t, first, 1)
	require.False(t, first[0].Again)
	require.Equal(t, due.Add(time.Second), first[0].Rang)

	require.Empty(t, takeDue(t, db, due.Add(lease)), "its taker has still time")
	again := takeDue(t, db, due.Add(time.Second+lease))
	require.Len(t, again, 1)
	require.True(t, again[0].Again)
	require.Equal(t, due.Add(time.Second), again[0].Rang, "it went off when it did")
	require.Empty(t, takeDue(t, db, due.Add(time.Second)), "who read the clock a moment before")
	require.Len(t, takeDue(t, db, due), 1, "a clock that was set back makes nobody wait")

	require.NoError(t, db.Timers().MarkTold(t.Context(), id))
	require.Empty(t, takeDue(t, db, due.Add(time.Hour)))
	require.Equal(t, TimerRinging, one(t, db, id).State, "until somebody takes notice")
}

func TestCancelAndDismissSayWhatTheyReallyEnded(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	runs, rings := addTimer(t, db, "runs", time.Hour), addTimer(t, db, "rings", time.Second)
	takeDue(t, db, noon.Add(time.Second))
	at := noon.Add(time.Minute)
	ended, err := db.Timers().Cancel(t.Context(), at, runs, rings, 4711)
	require.NoError(t, err)
	require.Equal(t, []int64{runs}, ended)
	ended, err = db.Timers().Dismiss(t.Context(), at, runs, rings)
	require.NoError(t, err)
	require.Equal(t, []int64{rings}, ended)
	ended, err = db.Timers().Cancel(t.Context(), at, runs, rings)
	require.NoError(t, err)
	require.Empty(t, ended, "a second time there is nothing to end")
	require.Equal(t, at, one(t, db, runs).Ended)
	require.Empty(t, takeDue(t, db, noon.Add(2*time.Hour)), "what was cancelled never goes off")
}

func TestACancelledTimerRunsAgainWithTheTimeThatItHadLeft(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	id := addTimer(t, db, "pasta", 10*time.Minute)
	alarm, err := db.Timers().Add(t.Context(), Timer{Kind: KindAlarm, Set: noon, Due: noon.Add(time.Hour)}, 100)
	require.NoError(t, err)
	ok, err := db.Timers().Resume(t.Context(), noon, 100, id)
	require.NoError(t, err)
	require.False(t, ok, "it runs")
	_, err = db.Timers().Cancel(t.Context(), noon.Add(4*time.Minute), id, alarm)
	require.NoError(t, err)

	ok, err = db.Timers().Resume(t.Context(), noon.Add(30*time.Minute), 100, id, alarm)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, noon.Add(36*time.Minute), one(t, db, id).Due)
	require.Equal(t, noon.Add(time.Hour), one(t, db, alarm).Due, "an alarm keeps its time of day")

	_, err = db.Timers().Cancel(t.Context(), noon.Add(31*time.Minute), id, alarm)
	require.NoError(t, err)
	ok, err = db.Timers().Resume(t.Context(), noon.Add(2*time.Hour), 100, id, alarm)
	require.NoError(t, err)
	require.False(t, ok, "the alarm's time has passed")
	require.Equal(t, TimerCancelled, one(t, db, id).State, "all of them or none")
}

func TestWhatEndedLongAgoIsSweptAndWhatRingsForDaysRests(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	old, lately := addTimer(t, db, "old", time.Hour), addTimer(t, db, "lately", time.Hour)
	rings, untold := addTimer(t, db, "rings", time.Second), addTimer(t, db, "untold", time.Second)
	_, err := db.Timers().Cancel(t.Context(), noon, old)
	require.NoError(t, err)
	_, err = db.Timers().Cancel(t.Context(), noon.Add(47*time.Hour), lately)
	require.NoError(t, err)
	takeDue(t, db, noon.Add(time.Second))
	require.NoError(t, db.Timers().MarkTold(t.Context(), rings))

	now := noon.Add(48 * time.Hour)
	require.NoError(t, db.Timers().Sweep(t.Context(), now, now.Add(-24*time.Hour), now.Add(-24*time.Hour)))
	list, err := db.Timers().Get(t.Context(), old, lately, rings, untold)
	require.NoError(t, err)
	states := map[string]string{}
	for _, x := range list {
		states[x.Label] = x.State
	}
	require.Equal(t, map[string]string{"lately": TimerCancelled, "rings": TimerDismissed, "untold": TimerRinging}, states)
}
