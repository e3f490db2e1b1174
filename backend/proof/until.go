package proof

import (
	"context"
	"errors"
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

// Holder is a Baseliner that can tell from what Before just read whether it holds already. It saves the second reading
// before the act; a third of what a text took was spent on reading the same field twice.
type Holder interface {
	Held() (Verdict, Evidence)
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

	w := &vigil{e: e, wake: wake, start: time.Now(), budget: budget}
	means, seen, err := w.carryOut(ctx, act)
	lost := errors.Is(err, ErrDispatched)
	if err != nil && !lost {
		return actFailed(ctx, means, err)
	}
	var o Outcome
	if w.means = means; seen != nil {
		o = *seen
		o.means = means
	} else {
		o = w.watch(ctx)
	}
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
	var v Verdict
	var ev Evidence
	var err error
	if h, ok := e.(Holder); ok && compares {
		v, ev = h.Held()
	} else {
		v, ev, err = e.Check(bctx)
	}
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
	if o := refused(err); o != nil {
		return *o
	}
	return FailWith(err)
}

// refused is the outcome when what stands in the way is a rule or a precondition, and not a fault.
func refused(err error) *Outcome {
	var p *Problem
	if !errors.As(err, &p) {
		return nil
	}
	switch p.Reason {
	case ReasonDisabled, ReasonAmbiguous, ReasonNotPermitted, ReasonInvalid, ReasonSecret, ReasonNotFound, ReasonUnavailable,
		ReasonObstructed, ReasonUnsupported:
		o := RefuseFor(p)
		return &o
	}
	return nil
}

// actFailed: nothing went out.
func actFailed(ctx context.Context, m Means, err error) Outcome {
	if o := refused(err); o != nil {
		return *o
	}
	var p *Problem
	if errors.As(err, &p) && (p.Reason == ReasonUserInput || p.Reason == ReasonCancelled) {
		return Cancel(p.Reason, p.Text)
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
