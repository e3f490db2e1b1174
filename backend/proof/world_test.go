package proof

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// world is one value that an act should make "on". Changes and signals are told apart: set changes without a word,
// poke signals without a change.
type world struct {
	mu    sync.Mutex
	value string
	err   error // every read ends in it
	hangs bool  // every read lasts until its context ends
	mute  bool  // a read that satisfies has nothing to show
	log   []string
	wakes []chan struct{}
	acts  int
	gone  chan struct{} // closed when the last Wake has ended
}

func newWorld(value string) *world { return &world{value: value, gone: make(chan struct{})} }

func (w *world) note(s string) { w.log = append(w.log, s) }

func (w *world) set(v string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.value = v
}

func (w *world) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.err = err
}

func (w *world) poke() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.wakes {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

func (w *world) Check(ctx context.Context) (Verdict, Evidence, error) {
	w.mu.Lock()
	w.note("check")
	hangs := w.hangs
	w.mu.Unlock()
	if hangs {
		<-ctx.Done()
		return Unknown, Evidence{}, ctx.Err()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return Unknown, Evidence{}, w.err
	}
	if w.value != "on" {
		return Unsatisfied, Evidence{Kind: StateRead, What: "Lamp", After: w.value}, nil
	}
	if w.mute {
		return Satisfied, Evidence{}, nil
	}
	return Satisfied, Evidence{Kind: StateRead, What: "Lamp", Before: "off", After: "on"}, nil
}

func (w *world) Wake(ctx context.Context) (<-chan struct{}, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.note("arm")
	c := make(chan struct{}, 1)
	w.wakes = append(w.wakes, c)
	context.AfterFunc(ctx, func() { close(w.gone) })
	return c, nil
}

// act dispatches and then does.
func (w *world) act(do func()) func(context.Context) (Means, error) {
	return func(context.Context) (Means, error) {
		w.mu.Lock()
		w.note("act")
		w.acts++
		w.mu.Unlock()
		if do != nil {
			do()
		}
		return Semantic, nil
	}
}

// later runs fn on the bubble's clock.
func later(d time.Duration, fn func()) func() { return func() { time.AfterFunc(d, fn) } }

// goal is a world whose state is a goal; compares one that reads a baseline.
type goal struct{ *world }

func (goal) Goal() bool { return true }

type compares struct {
	*world
	err error
}

func (c compares) Before(context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.note("before")
	return c.err
}

type finishes struct {
	*world
	o *Outcome
}

func (f finishes) Finish(_ context.Context, m Means) *Outcome { return f.o }

type deaf struct{ *world }

func (deaf) Wake(context.Context) (<-chan struct{}, error) { return nil, errDeaf }

var errDeaf = errors.New("no bus")
