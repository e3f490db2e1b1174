package schedule

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"pace/backend/event"
	"pace/backend/restraint"
	"pace/backend/store"
	"pace/backend/system"
	"pace/backend/when"
)

// Wake tells that the clock may have been set, the machine may have slept, or another process may have changed
// something: a reason to look again, never proof. The channel closes when ctx ends. A Wake that the platform does not
// have gives an error.
type Wake func(ctx context.Context) (<-chan struct{}, error)

// Config is what the service works with. Notifier may be nil.
type Config struct {
	DB        func() (*store.DB, error) // opened on first use
	Now       func() time.Time          // in the user's zone
	Gate      func(ctx context.Context, s restraint.Source) restraint.Decision
	Notifier  system.Notifier
	Reminders Reminders // whose times ring too; nil: none
	Clock     Wake      // the clock was set, or the machine slept; nil: the platform can't tell
	Others    Wake      // another process may have changed the database; may be nil
	Records   Wake      // the reminders may have been changed, by whomever; ends when they can't be watched any more; may be nil
	Mark      string    // a file by which processes tell one another that one of them rings; "" = none
}

// Service keeps timers, and rings them and the user's reminders. Its methods may be called from any goroutine.
type Service struct {
	c    Config
	poke chan struct{}

	// Events carries what runs and rings, whole, whenever that has changed; only while Run works.
	Events event.Stream[[]store.Timer]

	stale   atomic.Bool // the reminders must be read again
	watched atomic.Bool // it is told when they change
	seen    *reading    // of the reminders; of Run alone

	mu      sync.Mutex
	last    []store.Timer    // as last published
	notices map[int64]string // of the desktop, by timer
	ringing bool             // Run works in this process
}

// New makes a service that rings nothing before Run.
func New(c Config) *Service {
	return &Service{c: c, poke: make(chan struct{}, 1), notices: map[int64]string{}}
}

// Now is the present moment in the user's zone.
func (s *Service) Now() time.Time { return s.c.Now() }

// writing bounds one change; it goes on when the wish for an answer has ended, so that it is done or not and never half
// known.
const writing = 10 * time.Second

func (s *Service) timers(ctx context.Context) (store.Timers, context.Context, context.CancelFunc, error) {
	if err := ctx.Err(); err != nil {
		return store.Timers{}, ctx, func() {}, err
	}
	db, err := s.c.DB()
	if err != nil {
		return store.Timers{}, ctx, func() {}, fmt.Errorf("open timers: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writing)
	return db.Timers(), ctx, cancel, nil
}

// Set keeps a timer and gives it as it was read again. A *Refused says that it can't be.
func (s *Service) Set(ctx context.Context, w Wish) (store.Timer, error) {
	r, ctx, cancel, err := s.timers(ctx)
	defer cancel()
	if err != nil {
		return store.Timer{}, err
	}
	id, err := r.Add(ctx, store.Timer{Kind: w.kind(), Label: w.Label, Set: s.c.Now(), Due: w.Due, Length: w.Length}, Most)
	if err != nil {
		return store.Timer{}, refusal(err)
	}
	s.look()
	list, err := r.Get(ctx, id)
	if err != nil {
		return store.Timer{}, err
	}
	if len(list) != 1 {
		return store.Timer{}, fmt.Errorf("timer %d is gone", id)
	}
	return list[0], nil
}

// refusal makes a sentence of what the database refuses.
func refusal(err error) error {
	switch {
	case errors.Is(err, store.ErrFull):
		return &Refused{fmt.Sprintf("%d timers are running already; cancel one first.", Most)}
	case errors.Is(err, store.ErrReadOnly):
		return &Refused{"Pace's database is damaged and only read, so nothing can be kept that rings."}
	}
	return err
}

// Open lists what runs and rings, the nearest first.
func (s *Service) Open(ctx context.Context) ([]store.Timer, error) {
	db, err := s.c.DB()
	if err != nil {
		return nil, fmt.Errorf("open timers: %w", err)
	}
	return db.Timers().Open(ctx)
}

// Get gives the timers with these ids, also those that have ended lately.
func (s *Service) Get(ctx context.Context, ids ...int64) ([]store.Timer, error) {
	db, err := s.c.DB()
	if err != nil {
		return nil, fmt.Errorf("open timers: %w", err)
	}
	return db.Timers().Get(ctx, ids...)
}

// Cancel ends those of these that run, and says which those were.
func (s *Service) Cancel(ctx context.Context, ids ...int64) ([]int64, error) {
	return s.end(ctx, store.Timers.Cancel, ids)
}

// Dismiss ends those of these that ring, and says which those were.
func (s *Service) Dismiss(ctx context.Context, ids ...int64) ([]int64, error) {
	return s.end(ctx, store.Timers.Dismiss, ids)
}

func (s *Service) end(ctx context.Context, end func(store.Timers, context.Context, time.Time, ...int64) ([]int64, error), ids []int64) ([]int64, error) {
	r, ctx, cancel, err := s.timers(ctx)
	defer cancel()
	if err != nil {
		return nil, err
	}
	ended, err := end(r, ctx, s.c.Now(), ids...)
	if err != nil {
		return nil, refusal(err)
	}
	s.look()
	return ended, nil
}

// Resume lets cancelled timers run again with the time they had left: all of these, or none.
func (s *Service) Resume(ctx context.Context, ids ...int64) ([]store.Timer, error) {
	r, ctx, cancel, err := s.timers(ctx)
	defer cancel()
	if err != nil {
		return nil, err
	}
	ok, err := r.Resume(ctx, s.c.Now(), Most, ids...)
	if err != nil {
		return nil, refusal(err)
	}
	if !ok {
		return nil, &Refused{"That can't run again: it was not cancelled, or its time has passed."}
	}
	s.look()
	return r.Get(ctx, ids...)
}

// Named picks from timers those that a label means: the ones that are called so, else the ones whose name holds it as
// whole words, else the ones that were set for that length. No label means all.
func (s *Service) Named(all []store.Timer, label string) []store.Timer {
	want := strings.ToLower(Label(label))
	if want == "" {
		return all
	}
	length := time.Duration(-1)
	if r, err := when.Parse(want, s.c.Now()); err == nil && r.Kind == when.Duration {
		length = r.Length
	}
	for _, fits := range []func(t store.Timer) bool{
		func(t store.Timer) bool { return strings.ToLower(t.Label) == want },
		func(t store.Timer) bool { return strings.Contains(" "+strings.ToLower(t.Label)+" ", " "+want+" ") },
		func(t store.Timer) bool { return t.Kind == store.KindTimer && t.Length == length },
		func(t store.Timer) bool { return t.Kind == want || t.Kind+"s" == want },
	} {
		var out []store.Timer
		for _, t := range all {
			if fits(t) {
				out = append(out, t)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// look has Run look again.
func (s *Service) look() {
	select {
	case s.poke <- struct{}{}:
	default:
	}
}
