package proof

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// Verdict is the answer of one fresh read.
type Verdict int

const (
	Unknown     Verdict = iota // could not be read; never counts as success
	Unsatisfied                // read, and it is not so
	Satisfied                  // read, and it is so
)

// Expectation is what would prove an act.
//
// Check reads afresh on each call and never from a cache. Wake returns a channel on which a value means "look
// again"; it is a reason to look, never proof. The channel is closed when ctx ends. Both may be called from one
// goroutine at a time. A Baseliner is told to read the state before the act.
type Expectation interface {
	Check(ctx context.Context) (Verdict, Evidence, error)
	Wake(ctx context.Context) (<-chan struct{}, error)
}

// Baseliner is an Expectation about a change: Before reads what the later Checks compare with. Until calls it
// after arming and before acting.
type Baseliner interface {
	Before(ctx context.Context) error
}

// Relative is a Baseliner about a difference from what Before read. It can't hold already: what changes between the
// baseline and the act is no reason to doubt, so it is not checked beforehand.
type Relative interface {
	Relative()
}

// Goaler is an Expectation about a state that may already hold. When Goal is true and the state holds before the
// act, Until answers Confirmed with evidence AlreadySo and does not act. Without it, a state that holds before the
// act proves nothing, and the outcome is at most Unverifiable.
type Goaler interface {
	Goal() bool
}

// Finisher lets an Expectation that was never satisfied say what a last look showed, e.g. that a text was
// rewritten. It returns nil to leave Until's own answer.
type Finisher interface {
	Finish(ctx context.Context, m Means) *Outcome
}

// ErrDispatched is wrapped by act's error when the act went out although no answer came, so that the effect is
// Unverifiable and not Failed.
var ErrDispatched = errors.New("dispatched without an answer")

// DefaultBudget is used when a budget is ≤ 0.
const DefaultBudget = 2 * time.Second

// wakeLossProbe bounds how long a lost signal can hide a change: Until looks once more at these shares of the
// budget even if nothing woke it. They are looks, not waits: a signal is always taken first.
var wakeLossProbe = [...]time.Duration{40 * time.Millisecond, 160 * time.Millisecond, 640 * time.Millisecond}

// Until arms e, reads the state before, calls act once, and re-reads on each wake-up until e is satisfied or the
// budget has passed since dispatch; then it looks one last time.
//
// It is Confirmed only by a Check that ran after act began. act's error before dispatch gives Failed (or Refused,
// when the error is a *Problem made by a refusal), after dispatch (wrapping ErrDispatched) the loop goes on, because
// the effect may still be seen. Cancelling ctx gives Cancelled at once, and act is not called when ctx has ended.
// Reading before the act may take as long as the budget once more; act bounds itself.
func Until(ctx context.Context, e Expectation, act func(context.Context) (Means, error), budget time.Duration) Outcome {
	if budget <= 0 {
		budget = DefaultBudget
	}
	wctx, stop := context.WithCancel(ctx)
	defer stop()
	wake, err := e.Wake(wctx)
	if err != nil {
		return beforeFailed(ctx, err)
	}
	was, end := before(ctx, e, budget)
	if end != nil {
		return *end
	}
	drain(wake)

	start := time.Now()
	var sent dispatch
	means, err := act(context.WithValue(ctx, dispatchKey{}, &sent))
	if at := sent.at.Load(); at != nil {
		start = *at
	}
	lost := errors.Is(err, ErrDispatched)
	if err != nil && !lost {
		return actFailed(ctx, means, err)
	}
	o := watch(ctx, e, wake, means, start, budget)
	switch {
	case o.effect == Confirmed && was != nil:
		u := Deliver(means, was)
		u.timing = o.timing
		return u
	case o.effect == Unchanged && lost:
		// The answer never came, so the application may still act on it later.
		u := Deliver(means, &Problem{Reason: ReasonTimeout, Text: "It was sent, but the application did not answer.", Err: err})
		u.timing = o.timing
		return u
	}
	return o
}

// before reads the state that the act is to change. was tells why satisfaction after the act would prove nothing: it
// was so already, or nobody knows whether it was. end is the outcome when the act is not to be done.
func before(ctx context.Context, e Expectation, budget time.Duration) (was *Problem, end *Outcome) {
	bctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	b, compares := e.(Baseliner)
	if compares {
		if err := b.Before(bctx); err != nil {
			o := beforeFailed(ctx, err)
			return nil, &o
		}
	}
	if _, ok := e.(Relative); ok && compares {
		if ctx.Err() != nil {
			o := stopped(ctx)
			return nil, &o
		}
		return nil, nil
	}
	v, ev, err := e.Check(bctx)
	if ctx.Err() != nil {
		o := stopped(ctx)
		return nil, &o
	}
	g, ok := e.(Goaler)
	goal := ok && g.Goal()
	switch {
	case v == Satisfied && err == nil && goal:
		ev.Kind = AlreadySo
		return nil, &Outcome{effect: Confirmed, means: Semantic, evidence: []Evidence{ev}, report: describe(ev)}
	case v == Satisfied && err == nil:
		return &Problem{Reason: ReasonAlready, Text: "What was expected was already so before, so it proves nothing."}, nil
	case (v == Unknown || err != nil) && !goal && !compares:
		// A goal is reached whoever reached it, and a Baseliner has its own reading to compare with. For the rest a
		// state that was there all along would pass for an effect.
		return &Problem{Reason: ReasonNoEvidence, Text: "It is so now, but whether it was so before could not be read.", Err: err}, nil
	}
	return nil, nil
}

func watch(ctx context.Context, e Expectation, wake <-chan struct{}, means Means, start time.Time, budget time.Duration) Outcome {
	deadline := time.NewTimer(budget - time.Since(start))
	defer deadline.Stop()
	// A read never outlives the budget by more than a last look: a hung application must not hold the loop. An act
	// that itself took longer than the budget still gets that look.
	end := start.Add(budget)
	if now := time.Now(); now.After(end) {
		end = now
	}
	end = end.Add(lastLook)

	var timing Timing
	probes := wakeLossProbe[:]
	probe := time.NewTimer(probes[0])
	defer probe.Stop()
	known := false // the latest look gave an answer
	var lastErr error
	look := func(last bool) (Outcome, bool) {
		lctx, cancel := context.WithDeadline(ctx, end)
		defer cancel()
		if last {
			lctx = context.WithValue(lctx, lastLookKey{}, true)
		}
		v, ev, err := e.Check(lctx)
		if v == Satisfied && ev.empty() {
			v = Unknown // a word without anything to show
		}
		known, lastErr = v != Unknown && err == nil, err
		if v == Satisfied && err == nil {
			d := time.Since(start)
			timing.Proven = &d
			return Outcome{effect: Confirmed, means: means, evidence: []Evidence{ev}, report: describe(ev), timing: timing}, true
		}
		return Outcome{}, false
	}
	signalled := func() {
		if timing.FirstSignal == nil {
			d := time.Since(start)
			timing.FirstSignal = &d
		}
	}
	// A signal may have come before the act was answered.
	select {
	case _, open := <-wake:
		if open {
			signalled()
		} else {
			wake = nil
		}
	default:
	}
	if o, ok := look(false); ok {
		return o
	}
	for {
		if ctx.Err() != nil {
			o := stopped(ctx)
			o.means, o.timing = means, timing
			return o
		}
		select {
		case <-ctx.Done():
			continue
		case _, open := <-wake:
			if !open {
				wake = nil
				continue
			}
			signalled()
			if o, ok := look(false); ok {
				return o
			}
		case <-probe.C:
			if len(probes) > 1 {
				probes = probes[1:]
			}
			probe.Reset(probes[0])
			if o, ok := look(false); ok {
				return o
			}
		case <-deadline.C:
			if o, ok := look(true); ok {
				return o
			}
			if ctx.Err() != nil {
				continue
			}
			o := unproven(ctx, e, means, known, lastErr)
			o.timing = timing
			return o
		}
	}
}

// unproven is the outcome when the last look did not satisfy: what e has to say to it, or nothing changed, or nobody
// knows.
func unproven(ctx context.Context, e Expectation, means Means, known bool, err error) Outcome {
	if f, ok := e.(Finisher); ok {
		fctx, cancel := context.WithTimeout(ctx, lastLook)
		o := f.Finish(fctx, means)
		cancel()
		if o != nil {
			// Only a satisfied Check confirms.
			return o.Doubt(&Problem{Reason: ReasonNoEvidence, Text: "It was delivered, but what was expected was not seen."})
		}
	}
	if !known {
		return Deliver(means, unreadable(err))
	}
	return NoEffect(means, nil)
}

// lastLook is what a last read may take beyond the budget. A page of some thousand elements takes most of a second.
const lastLook = time.Second

// dispatch is when the act really left: looking at the target and bringing its window to the front are no part of
// what its application takes.
type dispatch struct{ at atomic.Pointer[time.Time] }

type dispatchKey struct{}

// Dispatching is called by whoever sends an act, right before the first message leaves. Timing counts from there;
// without a call it counts from the beginning of act.
func Dispatching(ctx context.Context) {
	if d, ok := ctx.Value(dispatchKey{}).(*dispatch); ok {
		now := time.Now()
		d.at.CompareAndSwap(nil, &now)
	}
}

type lastLookKey struct{}

// LastLook reports whether a Check is the last one of its budget, so that an Expectation that trusts signals so far
// should now read everything.
func LastLook(ctx context.Context) bool { return ctx.Value(lastLookKey{}) != nil }

// Settle re-reads a confirmed outcome: still satisfied sets Settled; taken back makes it Unchanged; unreadable
// makes it Unverifiable. since is the time of dispatch. Other effects are returned as they are.
func Settle(ctx context.Context, o Outcome, e Expectation, since time.Time) Outcome {
	if o.effect != Confirmed {
		return o
	}
	sctx, cancel := context.WithTimeout(ctx, DefaultBudget)
	defer cancel()
	v, ev, err := e.Check(sctx)
	switch {
	case v == Satisfied && err == nil:
		return o.MarkSettled(time.Since(since))
	case v == Unsatisfied && err == nil:
		last := o.evidence[len(o.evidence)-1]
		return o.TakeBack(Evidence{Kind: Reverted, What: last.What, Before: last.After, After: ev.After})
	}
	p := unreadable(err)
	o.effect, o.problem, o.report = Unverifiable, p, p.Error()
	return o
}

// MarkSettled records that a confirmed outcome was still so after d.
func (o Outcome) MarkSettled(d time.Duration) Outcome {
	if o.effect == Confirmed {
		o.timing.Settled = &d
	}
	return o
}

// TakeBack turns a confirmed outcome into Unchanged, because a later read showed that it did not last.
func (o Outcome) TakeBack(ev Evidence) Outcome {
	if o.effect != Confirmed {
		return o
	}
	p := &Problem{Reason: ReasonReverted, Text: ev.What + " changed, and changed back."}
	o.effect, o.problem, o.report = Unchanged, p, p.Text
	o.evidence = append(o.Evidence(), ev)
	return o
}

// Doubt turns a confirmed outcome into Unverifiable for the given reason.
func (o Outcome) Doubt(p *Problem) Outcome {
	if o.effect == Confirmed {
		o.effect, o.problem, o.report = Unverifiable, p, p.Error()
	}
	return o
}

// Timed returns the outcome with timing measured by the caller, for acts that do not go through Until.
func (o Outcome) Timed(t Timing) Outcome { o.timing = t; return o }

func unreadable(err error) *Problem {
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	return &Problem{Reason: ReasonNoEvidence, Text: "It was sent, but what came of it could not be read.", Err: err}
}

func beforeFailed(ctx context.Context, err error) Outcome {
	if ctx.Err() != nil {
		return stopped(ctx)
	}
	return FailWith(err)
}

// actFailed: nothing went out. A Problem whose reason is a rule or a precondition is a refusal.
func actFailed(ctx context.Context, m Means, err error) Outcome {
	var p *Problem
	if errors.As(err, &p) {
		switch p.Reason {
		case ReasonDisabled, ReasonAmbiguous, ReasonNotPermitted, ReasonInvalid, ReasonSecret, ReasonNotFound, ReasonUnavailable,
			ReasonObstructed, ReasonUnsupported:
			return RefuseFor(p)
		case ReasonUserInput, ReasonCancelled:
			return Cancel(p.Reason, p.Text)
		}
	}
	if ctx.Err() != nil {
		return stopped(ctx)
	}
	o := FailWith(err)
	o.means = m
	return o
}

// stopped names why ctx ended; a cause that is a Problem (the user's own hand, Esc) is kept.
func stopped(ctx context.Context) Outcome {
	var p *Problem
	if errors.As(context.Cause(ctx), &p) {
		return Outcome{effect: Cancelled, problem: p, report: p.Error()}
	}
	return Cancel(ReasonCancelled, "Stopped.")
}

func drain(c <-chan struct{}) {
	for {
		select {
		case _, ok := <-c:
			if !ok {
				return
			}
		default:
			return
		}
	}
}
