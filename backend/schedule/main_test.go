package schedule

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/pim"
	"pace/backend/restraint"
	"pace/backend/store"
	"pace/backend/system"
)

// TestMain lets this binary be a Pace that rings: RING=<database> rings until its input closes, looks again at each line
// of it, and prints each notice; with RING_DIES=1 it is killed in the middle of its first notice. RING_FOLDER has reminders.
func TestMain(m *testing.M) {
	if path := os.Getenv("RING"); path != "" {
		ring(path, os.Getenv("RING_DIES") != "")
		return
	}
	goleak.VerifyTestMain(m)
}

func ring(path string, dies bool) {
	db, err := store.Open(context.Background(), path)
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	defer db.Close()
	b := &bell{each: func(n system.Notification) {
		if dies {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		fmt.Printf("notice %s\n", strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(n.Title, "Time is up: "), "Reminder: "), "."))
	}}
	told := make(chan struct{})
	c := Config{DB: func() (*store.DB, error) { return db, nil }, Now: time.Now, Gate: aloud, Notifier: b, Mark: path + ".rings",
		Others: func(context.Context) (<-chan struct{}, error) { return told, nil }}
	if dir := os.Getenv("RING_FOLDER"); dir != "" {
		c.Reminders = pim.NewReminders(dir, pim.Config{Now: time.Now})
	}
	s := New(c)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { s.Run(ctx); close(done) }()
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		told <- struct{}{}
	}
	stop()
	close(told)
	<-done
}

func aloud(context.Context, restraint.Source) restraint.Decision {
	return restraint.Decision{Verdict: restraint.Speak}
}

// bell is a notifier that keeps what it showed.
type bell struct {
	mu    sync.Mutex
	each  func(system.Notification)
	shown []system.Notification
	gone  []string
	fails error
}

func (b *bell) Capability(context.Context) system.Capability {
	return system.Capability{Name: "notifications", State: system.Ready}
}

func (b *bell) Notify(_ context.Context, n system.Notification) (string, error) {
	if b.each != nil {
		b.each(n)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shown = append(b.shown, n)
	return fmt.Sprint(len(b.shown)), b.fails
}

func (b *bell) Withdraw(_ context.Context, id string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gone = append(b.gone, id)
	return nil
}

// titles lists what was shown.
func (b *bell) titles() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := []string{}
	for _, n := range b.shown {
		out = append(out, n.Title)
	}
	return out
}

// rig is one process's timers on a real database, in virtual time; the user's clock may be set.
type rig struct {
	*Service
	t       *testing.T
	db      *store.DB
	bell    *bell
	offset  atomic.Int64 // of the user's clock
	gate    sync.Mutex
	verdict restraint.Verdict // see allow
	asked   []restraint.Source
	files   chan struct{} // tells that a reminder was changed
	dir     string        // of reminders
	clock   chan struct{} // tells that it was set
	others  chan struct{}
	stop    func()
}

var zone = time.FixedZone("CET", 3600)

// bubble runs fn in virtual time with a service that does not ring yet.
func bubble(t *testing.T, fn func(t *testing.T, r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "pace.db")
		r := at(t, path)
		fn(t, r)
		r.end()
	})
}

// at opens one process's timers on a database that may be another's too.
func at(t *testing.T, path string, changes ...func(*Config)) *rig {
	t.Helper()
	db, err := store.Open(t.Context(), path)
	require.NoError(t, err)
	r := &rig{t: t, db: db, bell: &bell{}, verdict: restraint.Speak, clock: make(chan struct{}), others: make(chan struct{}), files: make(chan struct{}), dir: filepath.Join(filepath.Dir(path), "reminders")}
	wake := func(c chan struct{}) Wake {
		return func(ctx context.Context) (<-chan struct{}, error) {
			out := make(chan struct{})
			go func() {
				defer close(out)
				for {
					select {
					case <-c:
						select {
						case out <- struct{}{}:
						case <-ctx.Done():
							return
						}
					case <-ctx.Done():
						return
					}
				}
			}()
			return out, nil
		}
	}
	c := Config{DB: func() (*store.DB, error) { return db, nil }, Now: func() time.Time { return time.Now().Add(time.Duration(r.offset.Load())).In(zone) },
		Gate: func(_ context.Context, s restraint.Source) restraint.Decision {
			r.gate.Lock()
			defer r.gate.Unlock()
			r.asked = append(r.asked, s)
			return restraint.Decision{Verdict: r.verdict}
		},
		Notifier: r.bell, Clock: wake(r.clock), Others: wake(r.others), Mark: path + ".rings",
		Records: wake(r.files)}
	c.Reminders = pim.NewReminders(r.dir, pim.Config{Now: c.Now, NewID: func() string { return "new" }})
	for _, change := range changes {
		change(&c)
	}
	r.Service = New(c)
	return r
}

// allow sets what the gate answers from now on.
func (r *rig) allow(v restraint.Verdict) {
	r.gate.Lock()
	defer r.gate.Unlock()
	r.verdict = v
}

// run begins to ring.
func (r *rig) run() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { r.Run(ctx); close(done) }()
	r.stop = func() { cancel(); <-done; r.stop = nil }
	synctest.Wait()
}

func (r *rig) end() {
	if r.stop != nil {
		r.stop()
	}
	require.NoError(r.t, r.db.Close())
}

// in sets a timer.
func (r *rig) in(text, label string) store.Timer {
	r.t.Helper()
	w, err := In(text, label, r.Now())
	require.NoError(r.t, err)
	t, err := r.Set(r.t.Context(), w)
	require.NoError(r.t, err)
	synctest.Wait()
	return t
}

// states tells what there is, by label.
func (r *rig) states() map[string]string {
	r.t.Helper()
	list, err := r.Open(r.t.Context())
	require.NoError(r.t, err)
	out := map[string]string{}
	for _, t := range list {
		out[t.Label] = t.State
	}
	return out
}

func (r *rig) pass(d time.Duration) {
	time.Sleep(d) // virtual
	synctest.Wait()
}

var errBroken = errors.New("broken")
