package proof

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// vigil is the watching over one act.
type vigil struct {
	e      Expectation
	wake   <-chan struct{}
	means  Means
	start  time.Time // of the dispatch
	budget time.Duration
	end    time.Time // of the longest read

	timing  Timing
	known   bool // the latest look gave an answer
	lastErr error
}

// carryOut calls act and, as soon as act tells that its message has left, looks without waiting for the answer: a
// program that works through its messages in order answers the look after it has acted, so that the proof costs no
// second way there and back (GTK 3: 0.3 ms of 0.7). It returns when act has returned.
func (w *vigil) carryOut(ctx context.Context, act func(context.Context) (Means, error)) (Means, *Outcome, error) {
	sent := dispatch{left: make(chan struct{})}
	type answer struct {
		means Means
		err   error
	}
	answered := make(chan answer, 1)
	go func() {
		var a answer
		defer func() { answered <- a }()
		a.means, a.err = act(context.WithValue(ctx, dispatchKey{}, &sent))
	}()
	var a answer
	var seen *Outcome
	select {
	case a = <-answered:
		w.begin(&sent)
	case <-sent.left:
		w.begin(&sent)
		if o, ok := w.look(ctx, false); ok {
			seen = &o
		}
		a = <-answered
	}
	return a.means, seen, a.err
}

// begin takes the time from the dispatch, when act told of it. A read never outlives the budget by more than a last
// look: a hung application must not hold the loop. An act that itself took longer than the budget still gets that look.
func (w *vigil) begin(sent *dispatch) {
	if at := sent.at.Load(); at != nil {
		w.start = *at
	}
	w.end = w.start.Add(w.budget)
	if now := time.Now(); now.After(w.end) {
		w.end = now
	}
	w.end = w.end.Add(lastLook)
}

// look reads once.
func (w *vigil) look(ctx context.Context, last bool) (Outcome, bool) {
	w.signalled(false)
	lctx, cancel := context.WithDeadline(ctx, w.end)
	defer cancel()
	if last {
		lctx = context.WithValue(lctx, lastLookKey{}, true)
	}
	v, ev, err := w.e.Check(lctx)
	if v == Satisfied && ev.empty() {
		v = Unknown // a word without anything to show
	}
	w.known, w.lastErr = v != Unknown && err == nil, err
	if v != Satisfied || err != nil {
		return Outcome{}, false
	}
	w.signalled(false)
	d := time.Since(w.start)
	w.timing.Proven = &d
	return Outcome{effect: Confirmed, means: w.means, evidence: []Evidence{ev}, report: describe(ev), timing: w.timing}, true
}

// signalled notes the first signal: got, or one that waits to be received.
func (w *vigil) signalled(got bool) {
	if w.timing.FirstSignal != nil {
		return
	}
	if !got {
		select {
		case _, got = <-w.wake:
			if !got {
				w.wake = nil // it ended; the looks at fixed shares of the budget remain
			}
		default:
		}
	}
	if got {
		d := time.Since(w.start)
		w.timing.FirstSignal = &d
	}
}

// watch re-reads on each wake-up until the budget has passed.
func (w *vigil) watch(ctx context.Context) Outcome {
	deadline := time.NewTimer(w.budget - time.Since(w.start))
	defer deadline.Stop()
	probes := wakeLossProbe[:]
	probe := time.NewTimer(probes[0])
	defer probe.Stop()
	if o, ok := w.look(ctx, false); ok {
		return o
	}
	for {
		if ctx.Err() != nil {
			o := stopped(ctx)
			o.means, o.timing = w.means, w.timing
			return o
		}
		last := false
		select {
		case <-ctx.Done():
			continue
		case _, open := <-w.wake:
			if !open {
				w.wake = nil
				continue
			}
			w.signalled(true)
		case <-probe.C:
			if len(probes) > 1 {
				probes = probes[1:]
			}
			probe.Reset(probes[0])
		case <-deadline.C:
			last = true
		}
		if o, ok := w.look(ctx, last); ok {
			return o
		}
		if last && ctx.Err() == nil {
			o := unproven(ctx, w.e, w.means, w.known, w.lastErr)
			o.timing = w.timing
			return o
		}
	}
}

// wakeLossProbe bounds how long a lost signal can hide a change: Until looks once more at these shares of the
// budget even if nothing woke it. They are looks, not waits: a signal is always taken first.
var wakeLossProbe = [...]time.Duration{40 * time.Millisecond, 160 * time.Millisecond, 640 * time.Millisecond}

// lastLook is what a last read may take beyond the budget. A page of some thousand elements takes most of a second.
const lastLook = time.Second

// dispatch is when the act really left: looking at the target and bringing its window to the front are no part of
// what its application takes.
type dispatch struct {
	at   atomic.Pointer[time.Time]
	once sync.Once
	left chan struct{}
}

type dispatchKey struct{}

// Dispatching is called by whoever sends an act, right before the first message leaves. Timing counts from there;
// without a call it counts from the beginning of act.
func Dispatching(ctx context.Context) {
	if d, ok := ctx.Value(dispatchKey{}).(*dispatch); ok {
		now := time.Now()
		d.at.CompareAndSwap(nil, &now)
	}
}

// Act marks the message that is the act itself. What is sent on the way to it (scrolling there, taking the focus, opening
// the list) is sent under an unmarked context: a change that it makes proves nothing.
func Act(ctx context.Context) context.Context { return context.WithValue(ctx, actKey{}, true) }

// Aside takes the mark away, and what would be done under ctx is no act of the outcome that waits for one.
func Aside(ctx context.Context) context.Context { return context.WithValue(ctx, dispatchKey{}, nil) }

type actKey struct{}

// Sending is called by whoever sends a single message, right before it leaves, and left once it has, before its answer is
// waited for. Under Act the time counts from here, and Until may read as soon as left was called; everything that is read
// must reach the program behind the message. Under any other context it does nothing.
func Sending(ctx context.Context) (left func()) {
	d, ok := ctx.Value(dispatchKey{}).(*dispatch)
	if marked, _ := ctx.Value(actKey{}).(bool); !ok || !marked {
		return func() {}
	}
	Dispatching(ctx)
	return func() { d.once.Do(func() { close(d.left) }) }
}

type lastLookKey struct{}

// LastLook reports whether a Check is the last one of its budget, so that an Expectation that trusts signals so far
// should now read everything.
func LastLook(ctx context.Context) bool { return ctx.Value(lastLookKey{}) != nil }
