package proof

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// bubble runs a test on a virtual clock that starts with the test.
func bubble(t *testing.T, fn func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, fn)
}

func TestConfirmedComesFromAReadThatRanAfterTheAct(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		o := Until(t.Context(), compares{world: w}, w.act(func() { w.set("on"); w.poke() }), time.Second)
		require.Equal(t, Confirmed, o.Effect())
		require.Equal(t, []string{"arm", "before", "check", "act", "check"}, w.log)
		require.Equal(t, []Evidence{{Kind: StateRead, What: "Lamp", Before: "off", After: "on"}}, o.Evidence())
		require.Equal(t, Semantic, o.Means())
		require.Equal(t, "Lamp changed from off to on.", o.Report())
		require.Zero(t, *o.Timing().Proven)
		require.Zero(t, *o.Timing().FirstSignal, "the signal came before the act was answered, and still counts as one")
		<-w.gone
	})
}

func TestASignalAloneIsNoProof(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		start := time.Now()
		o := Until(t.Context(), w, w.act(later(10*time.Millisecond, w.poke)), time.Second)
		require.Equal(t, Unchanged, o.Effect())
		require.Equal(t, ReasonNoEffect, o.Reason())
		require.Equal(t, 10*time.Millisecond, *o.Timing().FirstSignal)
		require.Nil(t, o.Timing().Proven)
		require.Equal(t, time.Second, time.Since(start), "the budget is waited for to the end, and no longer")
	})
}

func TestAnActThatReturnsWithoutErrorIsNoEvidence(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		o := Until(t.Context(), w, w.act(nil), time.Second)
		require.Equal(t, Unchanged, o.Effect())
		require.Nil(t, o.Timing().FirstSignal)
		require.Equal(t, 1, w.acts)
	})
}

func TestASignalLeadsToAReadAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		o := Until(t.Context(), w, w.act(later(350*time.Millisecond, func() { w.set("on"); w.poke() })), time.Second)
		require.Equal(t, Confirmed, o.Effect())
		require.Equal(t, 350*time.Millisecond, *o.Timing().Proven)
		require.Equal(t, 350*time.Millisecond, *o.Timing().FirstSignal)
	})
}

func TestSignalsFromBeforeTheActAreForgotten(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		e := pokesOnCheck{w}
		o := Until(t.Context(), e, w.act(nil), 30*time.Millisecond)
		require.Equal(t, Unchanged, o.Effect())
		require.Nil(t, o.Timing().FirstSignal)
	})
}

// pokesOnCheck signals at the read before the act only.
type pokesOnCheck struct{ *world }

func (p pokesOnCheck) Check(ctx context.Context) (Verdict, Evidence, error) {
	if p.acts == 0 {
		p.poke()
	}
	return p.world.Check(ctx)
}

func TestALostSignalDoesNotHideAChange(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		o := Until(t.Context(), w, w.act(later(100*time.Millisecond, func() { w.set("on") })), 2*time.Second)
		require.Equal(t, Confirmed, o.Effect())
		require.Less(t, *o.Timing().Proven, 2*time.Second, "found before the last look")
		require.Nil(t, o.Timing().FirstSignal)
	})
}

func TestAStreamOfSignalsThatEndsDoesNotEndTheWaiting(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		o := Until(t.Context(), w, w.act(func() {
			close(w.wakes[0])
			w.wakes = nil
			time.AfterFunc(500*time.Millisecond, func() { w.set("on") })
		}), time.Second)
		require.Equal(t, Confirmed, o.Effect())
	})
}

func TestTheLastLookComesAtTheBudget(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		// After the last probe that fits, without a signal.
		o := Until(t.Context(), w, w.act(later(999*time.Millisecond, func() { w.set("on") })), time.Second)
		require.Equal(t, Confirmed, o.Effect())
		require.Equal(t, time.Second, *o.Timing().Proven)
	})
}

func TestWhatComesAfterTheBudgetIsNotSeen(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		o := Until(t.Context(), w, w.act(later(1001*time.Millisecond, func() { w.set("on"); w.poke() })), time.Second)
		require.Equal(t, Unchanged, o.Effect())
	})
}

func TestABudgetOfNothingMeansTheDefault(t *testing.T) {
	for _, budget := range []time.Duration{0, -time.Second} {
		bubble(t, func(t *testing.T) {
			w := newWorld("off")
			start := time.Now()
			Until(t.Context(), w, w.act(nil), budget)
			require.Equal(t, DefaultBudget, time.Since(start))
		})
	}
}

func TestAnActLongerThanTheBudgetStillGetsALook(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		o := Until(t.Context(), respectful{w}, w.act(func() {
			time.Sleep(5 * time.Second) // virtual: typing a long text
			w.set("on")
		}), time.Second)
		require.Equal(t, Confirmed, o.Effect())
		require.Equal(t, 5*time.Second, *o.Timing().Proven)
	})
}

// respectful reads only while its context lasts, as real readers do.
type respectful struct{ *world }

func (r respectful) Check(ctx context.Context) (Verdict, Evidence, error) {
	if err := ctx.Err(); err != nil {
		return Unknown, Evidence{}, err
	}
	return r.world.Check(ctx)
}

func TestAReaderThatHangsIsCutOffAndProvesNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		start := time.Now()
		o := Until(t.Context(), w, w.act(func() {
			w.mu.Lock()
			w.hangs = true
			w.mu.Unlock()
		}), time.Second)
		require.Equal(t, Unverifiable, o.Effect())
		require.Equal(t, time.Second+lastLook, time.Since(start))
	})
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		w.hangs = true
		start := time.Now()
		o := Until(t.Context(), w, w.act(nil), time.Second)
		require.Equal(t, Unverifiable, o.Effect())
		require.Equal(t, 2*time.Second+lastLook, time.Since(start), "the read before the act is bounded too")
	})
}

func TestUnknownIsNeverSuccess(t *testing.T) {
	hung := &Problem{Reason: ReasonHung, Text: "Notes does not answer."}
	for name, c := range map[string]struct {
		do   func(w *world)
		mute bool
		want Effect
		why  Reason
	}{
		"no read gives an answer":                {func(w *world) { w.fail(errors.New("x")) }, false, Unverifiable, ReasonNoEvidence},
		"the reason of the reader is kept":       {func(w *world) { w.fail(fmt.Errorf("read: %w", hung)) }, false, Unverifiable, ReasonHung},
		"it was read once and is unreadable now": {func(w *world) { time.AfterFunc(500*time.Millisecond, func() { w.fail(hung) }) }, false, Unverifiable, ReasonHung},
		"it was unreadable once and is read now": {func(w *world) { w.fail(hung); time.AfterFunc(500*time.Millisecond, func() { w.fail(nil) }) }, false, Unchanged, ReasonNoEffect},
		"satisfied, and nothing to show":         {func(w *world) { w.set("on") }, true, Unverifiable, ReasonNoEvidence},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := newWorld("off")
				w.mute = c.mute
				o := Until(t.Context(), w, w.act(func() { c.do(w) }), time.Second)
				require.Equal(t, c.want, o.Effect())
				require.Equal(t, c.why, o.Reason())
				require.NotEmpty(t, o.Report())
			})
		})
	}
}

func TestSatisfiedWithAnErrorIsNotSatisfied(t *testing.T) {
	for _, goal := range []bool{false, true} {
		bubble(t, func(t *testing.T) {
			e := &liar{goal: goal}
			acts := 0
			o := Until(t.Context(), e, func(context.Context) (Means, error) { acts++; return API, nil }, time.Second)
			require.Equal(t, Unverifiable, o.Effect())
			require.Equal(t, 1, acts)
		})
	}
}

type liar struct{ goal bool }

func (*liar) Check(context.Context) (Verdict, Evidence, error) {
	return Satisfied, Evidence{Kind: ValueRead, What: "x", After: "y"}, errors.New("cut off")
}
func (*liar) Wake(context.Context) (<-chan struct{}, error) { return nil, nil }
func (l *liar) Goal() bool                                  { return l.goal }

func TestAGoalThatHoldsIsAnsweredAndNothingIsDone(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("on")
		o := Until(t.Context(), goal{w}, w.act(nil), time.Second)
		require.Equal(t, Confirmed, o.Effect())
		require.Equal(t, AlreadySo, o.Evidence()[0].Kind)
		require.Zero(t, w.acts)
		require.Equal(t, "Lamp is already on.", o.Report())
	})
}

func TestAPressIsDoneThoughWhatItShouldDoHoldsAndProvesNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("on")
		o := Until(t.Context(), w, w.act(w.poke), time.Second)
		require.Equal(t, Unverifiable, o.Effect())
		require.Equal(t, ReasonAlready, o.Reason())
		require.Equal(t, 1, w.acts)
	})
}

func TestAGoalThatSaysItIsNoneIsAPress(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("on")
		o := Until(t.Context(), notGoal{w}, w.act(nil), time.Second)
		require.Equal(t, Unverifiable, o.Effect())
		require.Equal(t, 1, w.acts)
	})
}

type notGoal struct{ *world }

func (notGoal) Goal() bool { return false }

func TestWhatHeldBeforeAndFailedAfterIsUnchangedNotAlready(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("on")
		o := Until(t.Context(), w, w.act(func() { w.set("off") }), time.Second)
		require.Equal(t, Unchanged, o.Effect())
	})
}

func TestAStateNobodyCouldReadBeforeProvesNothingUnlessItIsAGoalOrCompares(t *testing.T) {
	for name, c := range map[string]struct {
		e    func(*world) Expectation
		want Effect
	}{
		"plain":    {func(w *world) Expectation { return w }, Unverifiable},
		"goal":     {func(w *world) Expectation { return goal{w} }, Confirmed},
		"compares": {func(w *world) Expectation { return compares{world: w} }, Confirmed},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := newWorld("on") // it may have been on all along
				w.err = errors.New("hung")
				o := Until(t.Context(), c.e(w), w.act(func() { w.fail(nil) }), time.Second)
				require.Equal(t, c.want, o.Effect())
				require.Equal(t, 1, w.acts)
			})
		})
	}
}

func TestAnErrorBeforeDispatchMeansNothingWasDone(t *testing.T) {
	plain := errors.New("no such key")
	for name, c := range map[string]struct {
		err  error
		want Effect
		why  Reason
	}{
		"an error":        {plain, Failed, ReasonInternal},
		"gone":            {&Problem{Reason: ReasonGone, Text: "It is gone."}, Failed, ReasonGone},
		"hung":            {&Problem{Reason: ReasonHung, Text: "It hangs."}, Failed, ReasonHung},
		"disabled":        {fmt.Errorf("press: %w", &Problem{Reason: ReasonDisabled, Text: "It can't be used."}), Refused, ReasonDisabled},
		"ambiguous":       {&Problem{Reason: ReasonAmbiguous, Text: "Two fit."}, Refused, ReasonAmbiguous},
		"not permitted":   {&Problem{Reason: ReasonNotPermitted, Text: "No."}, Refused, ReasonNotPermitted},
		"invalid":         {&Problem{Reason: ReasonInvalid, Text: "No."}, Refused, ReasonInvalid},
		"secret":          {&Problem{Reason: ReasonSecret, Text: "No."}, Refused, ReasonSecret},
		"not found":       {&Problem{Reason: ReasonNotFound, Text: "No."}, Refused, ReasonNotFound},
		"unavailable":     {&Problem{Reason: ReasonUnavailable, Text: "No."}, Refused, ReasonUnavailable},
		"the user's hand": {&Problem{Reason: ReasonUserInput, Text: "You took over."}, Cancelled, ReasonUserInput},
		"cancelled":       {&Problem{Reason: ReasonCancelled, Text: "Stopped."}, Cancelled, ReasonCancelled},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := newWorld("off")
				start := time.Now()
				o := Until(t.Context(), w, func(context.Context) (Means, error) {
					w.set("on") // somebody else's doing: it is not looked at
					return Pointer, c.err
				}, time.Second)
				require.Equal(t, c.want, o.Effect())
				require.Equal(t, c.why, o.Reason())
				require.Equal(t, []string{"arm", "check"}, w.log, "nothing went out, so nothing is read")
				require.Zero(t, time.Since(start))
				require.Empty(t, o.Evidence())
				require.NotEmpty(t, o.Report())
			})
		})
	}
}

func TestAnActWithoutAnswerIsConfirmedOnlyWhenSeen(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(*world) func()
		want Effect
		why  Reason
	}{
		"seen at once": {func(w *world) func() { return func() { w.set("on") } }, Confirmed, ""},
		"seen later":   {func(w *world) func() { return later(time.Second, func() { w.set("on"); w.poke() }) }, Confirmed, ""},
		"never seen":   {func(w *world) func() { return nil }, Unverifiable, ReasonTimeout},
		"unreadable":   {func(w *world) func() { return func() { w.fail(errors.New("hung")) } }, Unverifiable, ReasonNoEvidence},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := newWorld("off")
				act := w.act(c.do(w))
				o := Until(t.Context(), w, func(ctx context.Context) (Means, error) {
					m, _ := act(ctx)
					return m, fmt.Errorf("press: %w", ErrDispatched)
				}, 2*time.Second)
				require.Equal(t, c.want, o.Effect())
				require.Equal(t, c.why, o.Reason())
				require.Equal(t, 1, w.acts)
				require.Equal(t, Semantic, o.Means())
			})
		})
	}
}

func TestCancellingStopsAtOnceAndKeepsItsCause(t *testing.T) {
	hand := &Problem{Reason: ReasonUserInput, Text: "You took the mouse."}
	for name, c := range map[string]struct {
		cause error
		why   Reason
	}{
		"the user's hand": {hand, ReasonUserInput},
		"wrapped":         {fmt.Errorf("paused: %w", hand), ReasonUserInput},
		"no cause":        {nil, ReasonCancelled},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				w := newWorld("off")
				start := time.Now()
				o := Until(ctx, w, w.act(later(300*time.Millisecond, func() { cancel(c.cause) })), 2*time.Second)
				require.Equal(t, Cancelled, o.Effect())
				require.Equal(t, c.why, o.Reason())
				require.Equal(t, 300*time.Millisecond, time.Since(start))
				require.Equal(t, Semantic, o.Means(), "it had gone out by these means")
				<-w.gone
			})
		})
	}
}

func TestNothingIsDoneWhenStoppedBeforeTheAct(t *testing.T) {
	bubble(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for _, value := range []string{"off", "on"} {
			w := newWorld(value)
			o := Until(ctx, goal{w}, w.act(nil), time.Second)
			require.Equal(t, Cancelled, o.Effect())
			require.Zero(t, w.acts)
		}
	})
}

func TestAnActThatGoesWrongBecauseItWasStoppedIsCancelled(t *testing.T) {
	bubble(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		w := newWorld("off")
		o := Until(ctx, w, func(ctx context.Context) (Means, error) {
			cancel(&Problem{Reason: ReasonUserInput, Text: "You pressed Esc."})
			return Keys, ctx.Err()
		}, time.Second)
		require.Equal(t, Cancelled, o.Effect())
		require.Equal(t, ReasonUserInput, o.Reason())
	})
}

func TestWithoutSignalsOrWithoutABaselineNothingIsDone(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		o := Until(t.Context(), deaf{w}, w.act(nil), time.Second)
		require.Equal(t, Failed, o.Effect())
		require.ErrorIs(t, o.Problem(), errDeaf)
		require.Zero(t, w.acts)

		w = newWorld("off")
		gone := &Problem{Reason: ReasonGone, Text: "It is gone."}
		o = Until(t.Context(), compares{w, gone}, w.act(nil), time.Second)
		require.Equal(t, Failed, o.Effect())
		require.Equal(t, ReasonGone, o.Reason())
		require.Zero(t, w.acts)
	})
}

func TestAFinisherMaySayWhatTheLastLookShowedButNeverConfirm(t *testing.T) {
	rewritten := NoEffect(Semantic, &Problem{Reason: ReasonRewritten, Text: "It became something else."})
	lie := Confirm(Semantic, Evidence{Kind: ValueRead, What: "x", After: "y"})
	for name, c := range map[string]struct {
		say  *Outcome
		do   string
		want Effect
		why  Reason
	}{
		"its own answer":           {&rewritten, "off", Unchanged, ReasonRewritten},
		"nothing to say":           {nil, "off", Unchanged, ReasonNoEffect},
		"a lie":                    {&lie, "off", Unverifiable, ReasonNoEvidence},
		"not asked when satisfied": {&rewritten, "on", Confirmed, ""},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := newWorld("off")
				o := Until(t.Context(), finishes{w, c.say}, w.act(func() { w.set(c.do) }), time.Second)
				require.Equal(t, c.want, o.Effect())
				require.Equal(t, c.why, o.Reason())
			})
		})
	}
}
