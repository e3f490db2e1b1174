package trace

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
)

// rig is a trace whose clock and settings the test holds.
type rig struct {
	*Trace
	dir string
	now time.Time
	on  bool
}

func newRig(t *testing.T) *rig {
	r := &rig{dir: filepath.Join(t.TempDir(), "trace"), now: time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC), on: true}
	r.Trace = New(Config{Dir: r.dir, Enabled: func() bool { return r.on }, Days: func() int { return 7 }, Now: func() time.Time { return r.now }})
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	return r
}

func row(turn string, b event.Body) event.Event {
	e := event.Of(b)
	e.Turn = turn
	return e
}

// whole writes one turn of three rows.
func (r *rig) whole(turn string) {
	r.Write(row(turn, &event.Started{Text: "press " + turn}))
	r.Write(row(turn, &event.Speech{Text: "seen"}))
	r.Write(row(turn, &event.Ended{Status: event.Done, Steps: []event.Result{}}))
}

func (r *rig) recent(t *testing.T, n int) (turns []string) {
	t.Helper()
	rows, err := r.Recent(context.Background(), n)
	require.NoError(t, err)
	for _, e := range rows {
		if e.Type == event.TurnStarted {
			turns = append(turns, e.Turn)
		}
	}
	return turns
}

func TestNothingIsMadeBeforeTheFirstRow(t *testing.T) {
	r := newRig(t)
	require.Empty(t, r.recent(t, 5))
	require.NoError(t, r.Forget())
	require.NoDirExists(t, r.dir)
}

func TestRowsReadBackAsTheyWereWritten(t *testing.T) {
	r := newRig(t)
	want := []event.Event{row("t1", &event.Started{Text: "press “ü” \n 🙂", Origin: "ask", Attended: true}), row("t1", &event.Ended{Status: event.Done, Steps: []event.Result{}})}
	for _, e := range want {
		r.Write(e)
	}
	got, err := r.Recent(context.Background(), 1)
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Zero(t, r.Lost())
}

func TestTracesArePrivate(t *testing.T) {
	r := newRig(t)
	r.whole("t1")
	info, err := os.Stat(filepath.Join(r.dir, "2026-03-04.ndjson"))
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
	info, err = os.Stat(r.dir)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o700), info.Mode().Perm())
}

func TestRecentGivesTheLastTurnsAcrossDaysOldestFirst(t *testing.T) {
	r := newRig(t)
	for i := range 6 {
		r.whole(fmt.Sprintf("t%d", i))
		r.now = r.now.Add(12 * time.Hour)
	}
	require.Equal(t, []string{"t3", "t4", "t5"}, r.recent(t, 3))
	require.Len(t, r.recent(t, 100), 6)
	require.Empty(t, r.recent(t, 0))
}

func TestATurnAcrossMidnightIsGivenWhole(t *testing.T) {
	r := newRig(t)
	r.Write(row("t1", &event.Started{}))
	r.now = r.now.Add(24 * time.Hour)
	r.Write(row("t1", &event.Ended{Status: event.Done}))
	rows, err := r.Recent(context.Background(), 1)
	require.NoError(t, err)
	require.Len(t, rows, 2)
}

func TestFilesOlderThanAWeekAreDeletedAlsoWhileSwitchedOff(t *testing.T) {
	for _, on := range []bool{true, false} {
		r := newRig(t)
		for range 3 {
			r.whole("t")
			r.now = r.now.AddDate(0, 0, 1)
		}
		keep := filepath.Join(r.dir, "notes.ndjson")
		require.NoError(t, os.WriteFile(keep, nil, 0o600))
		r.on = on
		r.now = time.Date(2026, 3, 12, 9, 0, 0, 0, time.UTC)
		r.whole("t")
		require.NoFileExists(t, filepath.Join(r.dir, "2026-03-04.ndjson"))
		require.FileExists(t, filepath.Join(r.dir, "2026-03-05.ndjson"), "seven days are kept")
		require.FileExists(t, keep, "what is not ours is left alone")
		require.Equal(t, on, fileExists(filepath.Join(r.dir, "2026-03-12.ndjson")))
	}
}

func fileExists(p string) bool { _, err := os.Stat(p); return err == nil }

func TestSwitchedOffNothingIsWritten(t *testing.T) {
	r := newRig(t)
	r.on = false
	r.Write(row("t1", &event.Started{}))
	require.NoDirExists(t, r.dir)
	r.on = true
	r.Write(row("t1", &event.Ended{Status: event.Done}))
	require.NoDirExists(t, r.dir, "half a turn is no use to anybody")
	r.whole("t2")
	require.Equal(t, []string{"t2"}, r.recent(t, 5))
}

func TestForgetDeletesEveryTraceAndWritingGoesOn(t *testing.T) {
	r := newRig(t)
	r.whole("t1")
	require.NoError(t, r.Forget())
	require.Empty(t, r.recent(t, 5))
	r.whole("t2")
	require.Equal(t, []string{"t2"}, r.recent(t, 5))
}

func TestAnotherProcessMayForgetWhileThisOneWrites(t *testing.T) {
	r := newRig(t)
	r.whole("t1")
	other := New(r.cfg)
	require.NoError(t, other.Forget())
	require.Empty(t, r.recent(t, 5))
	r.whole("t2")
	require.Equal(t, []string{"t2"}, r.recent(t, 5), "rows must not go into a file that nobody can open any more")
	require.NoError(t, other.Close())
}

func TestATurnThatBeganBeforeAnotherProcessForgotIsWrittenNowhere(t *testing.T) {
	r := newRig(t)
	r.Write(row("a", &event.Started{Text: "press a"}))
	r.now = r.now.Add(time.Second)
	other := New(Config{Dir: r.dir, Enabled: func() bool { return true }, Days: func() int { return 7 }, Now: func() time.Time { return r.now }})
	require.NoError(t, other.Forget())
	r.now = r.now.Add(time.Second)
	r.Write(row("a", &event.Ended{Status: event.Done, Steps: []event.Result{}}))
	require.Empty(t, files(r.dir))
	r.whole("b")
	require.Equal(t, []string{"b"}, r.recent(t, 10))
}

func TestOneBadLineOrFileNeverHidesTheOthers(t *testing.T) {
	r := newRig(t)
	r.whole("t1")
	require.NoError(t, os.WriteFile(filepath.Join(r.dir, "2026-03-03.ndjson"), []byte("\x00\xff{]\n{\"v\":1,\"type\":\"sung\"}\n\n{\"v\":9}\n"), 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(r.dir, "2026-03-02.ndjson"), 0o700)) // reading a folder fails
	f, err := os.OpenFile(filepath.Join(r.dir, "2026-03-04.ndjson"), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteString(`{"v":1,"turn":"t2","ty`) // the machine lost power here
	require.NoError(t, err)
	require.NoError(t, f.Close())
	require.Equal(t, []string{"t1"}, r.recent(t, 5))
}

func TestARowThatCannotBeWrittenIsCountedAndStopsNothing(t *testing.T) {
	r := newRig(t)
	require.NoError(t, os.WriteFile(r.dir, nil, 0o600)) // a file where the folder should be
	r.whole("t1")
	require.Equal(t, 3, r.Lost())
}

func TestTurnsThatRunAtOnceDoNotTearEachOthersRows(t *testing.T) {
	r := newRig(t)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			id := fmt.Sprintf("t%d", i)
			r.Write(row(id, &event.Started{Text: strings.Repeat("x", 10_000)}))
			r.Write(row(id, &event.Ended{Status: event.Done}))
		})
	}
	wg.Wait()
	rows, err := r.Recent(context.Background(), 50)
	require.NoError(t, err)
	require.Len(t, rows, 40)
}

func TestFollowWritesUntilTheStreamEnds(t *testing.T) {
	r := newRig(t)
	var s event.Stream[event.Event]
	rows, _ := s.Subscribe(false)
	done := make(chan struct{})
	go func() { defer close(done); r.Follow(rows) }()
	s.Publish(row("t1", &event.Started{}))
	s.Publish(row("t1", &event.Ended{}))
	s.Close()
	<-done
	require.Equal(t, []string{"t1"}, r.recent(t, 5))
}

func TestReadingStopsWhenNobodyWaitsAnyMore(t *testing.T) {
	r := newRig(t)
	r.whole("t1")
	ctx, stop := context.WithCancel(context.Background())
	stop()
	_, err := r.Recent(ctx, 5)
	require.ErrorIs(t, err, context.Canceled)
}

func TestATurnThatGoesOnIsGivenBehindTheOthersAndIsInNoFile(t *testing.T) {
	r := newRig(t)
	r.whole("a")
	r.Write(row("b", &event.Started{Text: "press b"}))
	r.Write(row("b", &event.Speech{Text: "looking"}))
	r.whole("c")
	require.Equal(t, []string{"a", "c", "b"}, r.recent(t, 10))
	require.Equal(t, []string{"b"}, r.recent(t, 1))
	for _, f := range files(r.dir) {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		require.NotContains(t, string(text), "press b")
	}
	r.Write(row("b", &event.Ended{Status: event.Done, Steps: []event.Result{}}))
	require.Equal(t, []string{"a", "c", "b"}, r.recent(t, 10))
	r.on = false
	r.Write(row("d", &event.Started{Text: "press d"}))
	require.Equal(t, []string{"a", "c", "b"}, r.recent(t, 10), "what is not to be kept is not given either")
}
