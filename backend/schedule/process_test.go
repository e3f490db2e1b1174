package schedule

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/pim"
	"pace/backend/store"
)

// patience bounds what is waited for in other processes.
const patience = time.Minute

// ringer starts this binary as a Pace that rings.
func ringer(t *testing.T, path string, env ...string) (*exec.Cmd, io.WriteCloser, io.Reader) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	c := exec.CommandContext(ctx, os.Args[0])
	c.Env = append(os.Environ(), append(env, "RING="+path)...)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	require.NoError(t, err)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	return c, in, out
}

// keep keeps a timer for each label that is due now.
func keep(t *testing.T, path string, labels ...string) {
	t.Helper()
	db, err := store.Open(t.Context(), path)
	require.NoError(t, err)
	defer db.Close()
	for _, label := range labels {
		now := time.Now()
		_, err := db.Timers().Add(t.Context(), store.Timer{Kind: store.KindTimer, Label: label, Set: now, Due: now, Length: time.Minute}, Most)
		require.NoError(t, err)
	}
}

func TestTwoRealProcessesRingEachTimerOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	keep(t, path)
	eachOnce(t, path, func(label string) { keep(t, path, label) })
}

func TestTwoRealProcessesTellOfEachReminderOnce(t *testing.T) {
	path, dir := filepath.Join(t.TempDir(), "pace.db"), t.TempDir()
	begin(t, path)
	eachOnce(t, path, func(label string) { writeReminder(t, dir, label, dueAt(time.Now())) }, "RING_FOLDER="+dir)
}

// begin has reminders told that were due in the last hour.
func begin(t *testing.T, path string) {
	t.Helper()
	db, err := store.Open(t.Context(), path)
	require.NoError(t, err)
	defer db.Close()
	_, err = db.Timers().Begin(t.Context(), time.Now().Add(-time.Hour))
	require.NoError(t, err)
}

func dueAt(at time.Time) string { return "DUE:" + at.UTC().Format("20060102T150405Z") }

// eachOnce has two processes told again and again that something new is due, and wants each told of by one.
func eachOnce(t *testing.T, path string, add func(label string), env ...string) {
	t.Helper()
	const rounds = 20
	heard := make(chan string, 10*rounds)
	var readers sync.WaitGroup
	var ends []*exec.Cmd
	var inputs []io.WriteCloser
	for range 2 {
		c, in, out := ringer(t, path, env...)
		readers.Go(func() {
			for lines := bufio.NewScanner(out); lines.Scan(); {
				heard <- lines.Text()
			}
		})
		ends, inputs = append(ends, c), append(inputs, in)
	}
	over := make(chan struct{})
	go func() { readers.Wait(); close(over) }()
	got := map[string]int{}
	want := map[string]int{}
	for i := range rounds {
		for _, label := range []string{strconv.Itoa(i) + "a", strconv.Itoa(i) + "b"} {
			add(label)
			want["notice "+label] = 1
		}
		for _, in := range inputs { // both look at once
			_, err := io.WriteString(in, "\n")
			require.NoError(t, err)
		}
		for range 2 {
			select {
			case line := <-heard:
				got[line]++
			case <-over:
				t.Fatal("both have ended")
			}
		}
	}
	for _, in := range inputs {
		_ = in.Close()
	}
	<-over
	close(heard)
	for line := range heard {
		got[line]++
	}
	for _, c := range ends {
		require.NoError(t, c.Wait())
	}
	require.Equal(t, want, got)
}

func TestAProcessThatIsKilledWhileItTellsLosesNoTimer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	keep(t, path, "0")
	require.Equal(t, "Time is up: 0.", toldAfterAKill(t, path, nil))
}

func TestAProcessThatIsKilledWhileItTellsLosesNoReminder(t *testing.T) {
	path, dir := filepath.Join(t.TempDir(), "pace.db"), t.TempDir()
	begin(t, path)
	writeReminder(t, dir, "call Anna", dueAt(time.Now()))
	require.Equal(t, "Reminder: call Anna", toldAfterAKill(t, path, pim.NewReminders(dir, pim.Config{Now: time.Now}), "RING_FOLDER="+dir))
}

// toldAfterAKill kills a process in the middle of its first notice, and gives the only one of the process behind it, which
// must say that it may be the second.
func toldAfterAKill(t *testing.T, path string, reminders Reminders, env ...string) string {
	t.Helper()
	c, in, _ := ringer(t, path, append(env, "RING_DIES=1")...)
	err := c.Wait()
	_ = in.Close()
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit)
	require.Equal(t, syscall.SIGKILL, exit.Sys().(syscall.WaitStatus).Signal())

	db, err := store.Open(t.Context(), path)
	require.NoError(t, err)
	defer db.Close()
	list, err := db.Timers().Open(t.Context())
	require.NoError(t, err)
	require.Equal(t, store.TimerRinging, list[0].State, "it went off")
	require.False(t, list[0].Told, "and nobody knows whether anybody was told")

	told := make(chan struct{}, 1)
	b := &bell{}
	s := New(Config{DB: func() (*store.DB, error) { return db, nil }, Now: func() time.Time { return time.Now().Add(lease) }, Gate: aloud, Notifier: b, Reminders: reminders})
	require.False(t, s.Rings(), "a process that died rings nothing")
	rows, stop := s.Events.Subscribe(false)
	defer stop()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { s.Run(ctx); close(done) }()
	go func() {
		for open := range rows {
			if len(open) == 1 && open[0].Told {
				told <- struct{}{}
				return
			}
		}
	}()
	select {
	case <-told:
	case <-time.After(patience):
		t.Error("nobody was told")
	}
	cancel()
	<-done
	require.Contains(t, b.shown[0].Body, "You may have been told of it before")
	require.Len(t, b.titles(), 1)
	return b.titles()[0]
}
