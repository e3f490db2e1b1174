package proof

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sends is an act whose message leaves at once and is answered only after a while, as by a slow program.
func sends(w *world, did func(), answer func() error) func(context.Context) (Means, error) {
	return func(ctx context.Context) (Means, error) {
		w.mu.Lock()
		w.acts++
		w.mu.Unlock()
		left := Sending(Act(ctx))
		did()
		left()
		return Semantic, answer()
	}
}

func after(d time.Duration, err error) func() error {
	return func() error { time.Sleep(d); return err } // virtual
}

func TestALookMayFollowTheMessageBeforeItsAnswer(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		start := time.Now()
		o := Until(t.Context(), w, sends(w, func() { w.set("on") }, after(100*time.Millisecond, nil)), time.Second)
		require.Equal(t, Confirmed, o.Effect())
		require.Equal(t, Semantic, o.Means())
		require.Zero(t, *o.Timing().Proven, "seen while the answer was on its way")
		require.Equal(t, 100*time.Millisecond, time.Since(start), "the answer is waited for all the same")
	})
}

func TestWhatTheEarlyLookDidNotSeeIsLookedForAgain(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		o := Until(t.Context(), w, sends(w, later(50*time.Millisecond, func() { w.set("on") }), after(60*time.Millisecond, nil)), time.Second)
		require.Equal(t, Confirmed, o.Effect())
		require.Equal(t, 60*time.Millisecond, *o.Timing().Proven, "when the answer came, without any signal")
	})
}

func TestAnActThatWasRefusedIsNotConfirmedByTheEarlyLook(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		refused := &Problem{Reason: ReasonUnsupported, Text: "It does not do that."}
		o := Until(t.Context(), w, sends(w, func() { w.set("on") }, after(time.Millisecond, refused)), time.Second)
		require.Equal(t, Refused, o.Effect())
	})
}

func TestAnActWithoutAnAnswerIsConfirmedByWhatTheEarlyLookSaw(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		o := Until(t.Context(), w, sends(w, func() { w.set("on") }, after(time.Millisecond, errors.Join(ErrDispatched, context.DeadlineExceeded))), time.Second)
		require.Equal(t, Confirmed, o.Effect())
	})
}

func TestAnEarlyLookThatHangsEndsWithTheBudget(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		start := time.Now()
		o := Until(t.Context(), hangsAfter{w}, sends(w, func() {}, after(time.Millisecond, nil)), time.Second)
		require.Equal(t, Unverifiable, o.Effect())
		require.LessOrEqual(t, time.Since(start), time.Second+lastLook)
	})
}

// hangsAfter reads until the act was sent; after that no read ends by itself.
type hangsAfter struct{ *world }

func (h hangsAfter) Check(ctx context.Context) (Verdict, Evidence, error) {
	h.mu.Lock()
	h.hangs = h.acts > 0
	h.mu.Unlock()
	return h.world.Check(ctx)
}

func TestWhatIsSentOnTheWayToTheActProvesNothing(t *testing.T) {
	for name, way := range map[string]func(context.Context) context.Context{
		"unmarked": func(ctx context.Context) context.Context { return ctx },
		"aside":    func(ctx context.Context) context.Context { return Act(Aside(ctx)) },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := newWorld("off")
				o := Until(t.Context(), w, func(ctx context.Context) (Means, error) {
					left := Sending(way(ctx))
					w.set("on") // scrolling to it made it so
					left()
					time.Sleep(10 * time.Millisecond) // virtual
					w.set("off")
					Dispatching(ctx)
					return Pointer, nil
				}, time.Second)
				require.Equal(t, Unchanged, o.Effect())
			})
		})
	}
}

func TestCancellingWhileTheAnswerIsAwaitedIsCancelled(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		ctx, cancel := context.WithCancel(t.Context())
		o := Until(ctx, w, sends(w, cancel, func() error { <-ctx.Done(); return ctx.Err() }), time.Second)
		require.Equal(t, Cancelled, o.Effect())
	})
}

// held is a goal that tells from the reading before the act whether it holds.
type held struct {
	compares
	now bool
}

func (held) Goal() bool { return true }

func (h held) Held() (Verdict, Evidence) {
	if h.now {
		return Satisfied, Evidence{Kind: StateRead, What: "Lamp", Before: "on", After: "on"}
	}
	return Unsatisfied, Evidence{}
}

func TestAGoalThatHoldsByTheReadingBeforeIsNotActedFor(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("on")
		o := Until(t.Context(), held{compares{world: w}, true}, w.act(nil), time.Second)
		require.Equal(t, Confirmed, o.Effect())
		require.Equal(t, AlreadySo, o.Evidence()[0].Kind)
		require.Equal(t, []string{"arm", "before"}, w.log, "one reading is enough")
	})
}

func TestAGoalThatDidNotHoldIsReadOnlyOnceBeforeTheAct(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		o := Until(t.Context(), held{compares{world: w}, false}, w.act(func() { w.set("on") }), time.Second)
		require.Equal(t, Confirmed, o.Effect())
		require.Equal(t, []string{"arm", "before", "act", "check"}, w.log)
	})
}

func TestARuleThatStandsInTheWayBeforeTheActIsARefusal(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld("off")
		secret := &Problem{Reason: ReasonSecret, Text: "Passwords are not read."}
		o := Until(t.Context(), compares{world: w, err: secret}, w.act(nil), time.Second)
		require.Equal(t, Refused, o.Effect())
		require.Zero(t, w.acts)
	})
}
