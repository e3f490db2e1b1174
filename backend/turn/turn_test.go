package turn

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/planner"
	"pace/backend/proof"
	"pace/backend/reply"
)

func TestEveryEndingIsOneWholeRowOfEvents(t *testing.T) {
	for _, c := range []struct {
		name, text string
		press      []proof.Outcome
		want       event.Status
		kinds      []event.Type
	}{
		{"done", "press A", []proof.Outcome{seen}, event.Done,
			[]event.Type{event.TurnStarted, event.Routed, event.PlanReady, event.StepStarted, event.StepEnded, event.Spoken, event.TurnEnded}},
		{"failed", "press A", []proof.Outcome{nothing}, event.Failed,
			[]event.Type{event.TurnStarted, event.Routed, event.PlanReady, event.StepStarted, event.StepEnded, event.Spoken, event.TurnEnded}},
		{"partial", "press A and then press B", []proof.Outcome{seen, nothing}, event.Partial,
			[]event.Type{event.TurnStarted, event.Routed, event.PlanReady, event.StepStarted, event.StepStarted, event.StepEnded, event.StepEnded, event.Spoken, event.TurnEnded}},
		{"blocked", "press A", []proof.Outcome{which}, event.Blocked,
			[]event.Type{event.TurnStarted, event.Routed, event.PlanReady, event.StepStarted, event.StepEnded, event.Spoken, event.TurnEnded}},
		{"unverified", "press A", []proof.Outcome{unproven}, event.Unverified,
			[]event.Type{event.TurnStarted, event.Routed, event.PlanReady, event.StepStarted, event.StepEnded, event.Spoken, event.TurnEnded}},
		{"not understood", "frobnicate the flux", nil, event.NotUnderstood,
			[]event.Type{event.TurnStarted, event.Routed, event.TokenDelta, event.Spoken, event.TurnEnded}},
		{"answered", "hello", nil, event.Done,
			[]event.Type{event.TurnStarted, event.Routed, event.TokenDelta, event.Spoken, event.TurnEnded}},
		{"nothing said", "", nil, event.NotUnderstood,
			[]event.Type{event.TurnStarted, event.Routed, event.TokenDelta, event.Spoken, event.TurnEnded}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			next := 0
			b.press = func(context.Context, string) proof.Outcome { next++; return c.press[next-1] }
			x := b.begin(t, c.text)
			got := rows(t, x)
			require.Equal(t, c.kinds, types(got))
			require.Equal(t, c.want, x.Wait().Status)
			require.NotEmpty(t, x.Wait().Spoken)
			require.Equal(t, len(c.press), next)
		})
	}
}

func TestOneAttendedTurnAtATimeAndUnattendedOnesBesideIt(t *testing.T) {
	b := newBench(t)
	at, on := make(chan string), make(chan struct{})
	b.press = func(_ context.Context, label string) proof.Outcome { at <- label; <-on; return seen }
	first := b.begin(t, "press A")
	require.Equal(t, "A", <-at)

	_, err := b.Submit(context.Background(), Request{Text: "press B", Attended: true})
	require.ErrorIs(t, err, ErrBusy)

	beside, err := b.Submit(context.Background(), Request{Text: "press C", Origin: "schedule"})
	require.NoError(t, err)
	for e := range beside.Events() {
		if e.Type == event.PlanReady { // it is worked on, and waits with its hand off the mouse
			break
		}
	}
	on <- struct{}{}
	require.Equal(t, "C", <-at)
	close(on)
	rows(t, first)
	for range beside.Events() {
	}
	require.Equal(t, event.Done, beside.Wait().Status)
	require.Equal(t, event.Done, first.Wait().Status)

	b.press = func(context.Context, string) proof.Outcome { return seen }
	require.Equal(t, event.Done, b.ask(t, "press B").Status, "the next is admitted once the first has ended")
}

func TestWhoSeesTheEndOfATurnMayBeginTheNext(t *testing.T) {
	b := newBench(t)
	all, stop := b.Events.Subscribe(false)
	defer stop()
	for i := range 50 {
		x := b.begin(t, "press A")
		go func() {
			for range x.Events() {
			}
		}()
		for e := range all {
			if e.Type == event.TurnEnded {
				break
			}
		}
		_ = i
	}
}

func TestCancellingEndsATurnAtEveryMoment(t *testing.T) {
	t.Run("before it plans", func(t *testing.T) {
		b := newBench(t)
		ctx, stop := context.WithCancel(context.Background())
		stop()
		b.press = func(context.Context, string) proof.Outcome { t.Error("nothing may be pressed"); return seen }
		x, err := b.Submit(ctx, Request{Text: "press A", Attended: true})
		require.NoError(t, err)
		rows(t, x)
		require.Equal(t, event.Cancelled, x.Wait().Status)
	})
	t.Run("while it acts", func(t *testing.T) {
		b := newBench(t)
		begun := make(chan struct{})
		b.press = func(ctx context.Context, _ string) proof.Outcome {
			close(begun)
			<-ctx.Done()
			return proof.Cancel(proof.ReasonCancelled, context.Cause(ctx).Error())
		}
		x := b.begin(t, "press A and then press B")
		<-begun
		require.True(t, b.Cancel(x.ID, "interface"))
		rows(t, x)
		end := x.Wait()
		require.Equal(t, event.Cancelled, end.Status)
		require.Equal(t, "cancelled", end.Steps[0].Outcome.Effect)
		require.Equal(t, "notAttempted", end.Steps[1].Outcome.Effect)
		require.Contains(t, end.Spoken, "as you asked")
		require.False(t, b.Cancel(x.ID, "interface"), "there is nothing left to cancel")
	})
	t.Run("between two steps", func(t *testing.T) {
		b := newBench(t)
		var x *Turn
		ready := make(chan struct{})
		b.press = func(context.Context, string) proof.Outcome {
			<-ready
			b.Cancel(x.ID, "terminal")
			return seen
		}
		x = b.begin(t, "press A and then press B")
		close(ready)
		rows(t, x)
		end := x.Wait()
		require.Equal(t, event.Cancelled, end.Status)
		require.Equal(t, 1, end.Status.ExitCode())
		require.Contains(t, end.Spoken, "1 of 2 steps was confirmed", "what was seen is not taken back")
	})
	t.Run("while it waits for approval", func(t *testing.T) {
		b := newBench(t)
		b.asks = true
		b.press = func(context.Context, string) proof.Outcome { t.Error("nothing may be pressed"); return seen }
		x := b.begin(t, "press A")
		for e := range x.Events() {
			if q, ok := e.Body.(*event.Approval); ok {
				b.Cancel(x.ID, "terminal")
				for range x.Events() {
				}
				require.False(t, b.approve.Decide(q.ID, true, "interface"), "too late")
			}
		}
		require.Equal(t, event.Cancelled, x.Wait().Status)
	})
	t.Run("while a planner thinks", func(t *testing.T) {
		b := newBench(t)
		ctx, stop := context.WithCancel(context.Background())
		x, err := b.Submit(ctx, Request{Text: "what is a lighthouse", Attended: true})
		require.NoError(t, err)
		stop()
		rows(t, x)
		require.Contains(t, []event.Status{event.Cancelled, event.NotUnderstood}, x.Wait().Status)
	})
	t.Run("an unknown turn", func(t *testing.T) {
		require.False(t, newBench(t).Cancel("t-none", "interface"))
	})
}

func TestClosingEndsARunningTurnAndAdmitsNoOther(t *testing.T) {
	b := newBench(t)
	begun := make(chan struct{})
	b.press = func(ctx context.Context, _ string) proof.Outcome {
		close(begun)
		<-ctx.Done()
		return proof.Cancel(proof.ReasonCancelled, context.Cause(ctx).Error())
	}
	x := b.begin(t, "press A")
	<-begun
	b.Close()
	rows(t, x)
	require.Equal(t, event.Cancelled, x.Wait().Status)
	require.Contains(t, x.Wait().Spoken, "closed")
	_, err := b.Submit(context.Background(), Request{Text: "press A", Attended: true})
	require.ErrorIs(t, err, context.Canceled)
	b.Close()
}

func TestAPanicAnywhereStillEndsTheTurn(t *testing.T) {
	t.Run("in a tool", func(t *testing.T) {
		b := newBench(t)
		b.press = func(context.Context, string) proof.Outcome { panic("a defect") }
		end := b.ask(t, "press A")
		require.Equal(t, event.Unverified, end.Status, "what it did is not known")
		require.NotContains(t, end.Spoken, "a defect")
	})
	t.Run("in the conductor", func(t *testing.T) {
		b := newBench(t)
		b.Executor.Policy = func() executor.Policy { panic("a defect") }
		end := b.ask(t, "press A")
		require.Equal(t, event.Failed, end.Status)
		require.NotContains(t, end.Spoken, "a defect")
		require.Equal(t, event.Done, b.ask(t, "hello").Status, "the next turn is admitted")
	})
}

func TestNothingFollowsTheEndOfATurn(t *testing.T) {
	b := newBench(t)
	x := b.begin(t, "hello")
	all := rows(t, x)
	common, stop := b.Events.Subscribe(false)
	x.emit(&event.Transfer{State: "ended", Target: "example.org", Bytes: 3})
	b.OffDevice(x.ID, event.Transfer{State: "ended"})
	stop()
	for e := range common {
		t.Fatalf("after %v came %v", all[len(all)-1].Type, e.Type)
	}
}

func TestBytesThatLeaveAreShownInTheTurnThatSendsThem(t *testing.T) {
	b := newBench(t)
	id := make(chan string, 1)
	b.press = func(context.Context, string) proof.Outcome {
		b.OffDevice(<-id, event.Transfer{State: "started", Target: "example.org", Bytes: 19})
		return seen
	}
	x := b.begin(t, "press A")
	id <- x.ID
	require.Contains(t, types(rows(t, x)), event.OffDevice)
	b.OffDevice("t-none", event.Transfer{})
}

func TestAnApprovalIsAskedAndDefaultsToNo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		defer b.Close()
		b.asks = true
		pressed := 0
		b.press = func(context.Context, string) proof.Outcome { pressed++; return seen }

		begun := time.Now()
		end := b.ask(t, "press A")
		require.Equal(t, event.Blocked, end.Status, "nobody answered")
		require.Nil(t, end.Question)
		require.Equal(t, 2*time.Minute, time.Since(begun))
		require.Zero(t, pressed)

		for _, allow := range []bool{false, true} {
			x := b.begin(t, "press A")
			for e := range x.Events() {
				if q, ok := e.Body.(*event.Approval); ok {
					require.True(t, b.approve.Decide(q.ID, allow, "terminal"))
					require.False(t, b.approve.Decide(q.ID, !allow, "interface"), "the first answer counts")
				}
			}
			require.Equal(t, map[bool]event.Status{false: event.Blocked, true: event.Done}[allow], x.Wait().Status)
		}
		require.Equal(t, 1, pressed)

		x, err := b.Submit(context.Background(), Request{Text: "press A", Attended: true, Yes: true})
		require.NoError(t, err)
		rows(t, x)
		require.Equal(t, event.Done, x.Wait().Status, "--yes")

		x, err = b.Submit(context.Background(), Request{Text: "press A", Yes: true})
		require.NoError(t, err)
		rows(t, x)
		require.Equal(t, event.Blocked, x.Wait().Status, "nobody is there, whatever a flag says")
		require.Equal(t, 2, pressed)
	})
}

func TestOfManyAnswersAtOnceExactlyOneCounts(t *testing.T) {
	b := newBench(t)
	b.asks = true
	for range 20 {
		x := b.begin(t, "press A")
		for e := range x.Events() {
			q, ok := e.Body.(*event.Approval)
			if !ok {
				continue
			}
			var wg sync.WaitGroup
			var counted, allowed atomic.Int32
			for i := range 8 {
				wg.Go(func() {
					if b.approve.Decide(q.ID, i%2 == 0, "interface") {
						counted.Add(1)
						if i%2 == 0 {
							allowed.Add(1)
						}
					}
				})
			}
			wg.Wait()
			require.EqualValues(t, 1, counted.Load())
			want := event.Blocked
			if allowed.Load() == 1 {
				want = event.Done
			}
			for range x.Events() {
			}
			require.Equal(t, want, x.Wait().Status, "and it is the one that was said to count")
		}
	}
}

func TestADryRunTouchesNothingAndKeepsNothing(t *testing.T) {
	b := newBench(t)
	b.press = func(context.Context, string) proof.Outcome { t.Error("touched"); return seen }
	x, err := b.Submit(context.Background(), Request{Text: "press A", Attended: true, DryRun: true})
	require.NoError(t, err)
	got := rows(t, x)
	require.Equal(t, []event.Type{event.TurnStarted, event.Routed, event.PlanReady, event.Spoken, event.TurnEnded}, types(got))
	require.Equal(t, event.Done, x.Wait().Status)
	require.Contains(t, x.Wait().Spoken, "Nothing was touched")
	require.Empty(t, b.recorded)
	require.Empty(t, b.thread.rows)
}

func TestMoreStepsThanAllowedAreRefusedAsAWhole(t *testing.T) {
	b := newBench(t)
	pressed := 0
	b.press = func(context.Context, string) proof.Outcome { pressed++; return seen }
	do := func(most int) event.Ended {
		x, err := b.Submit(context.Background(), Request{Text: "press A and then press B and then press C", Attended: true, MaxSteps: most})
		require.NoError(t, err)
		rows(t, x)
		return x.Wait()
	}
	end := do(2)
	require.Equal(t, event.Blocked, end.Status)
	require.Contains(t, end.Spoken, "3 steps")
	require.Zero(t, pressed)
	require.Equal(t, event.Done, do(3).Status)
	require.Equal(t, event.Done, do(0).Status)
	require.Equal(t, event.Done, do(-1).Status)
}

func TestTextBeyondEveryMeasureIsRefusedInOneSentence(t *testing.T) {
	b := newBench(t)
	end := b.ask(t, "press "+strings.Repeat("a", MaxSentence))
	require.Equal(t, event.NotUnderstood, end.Status)
	require.Less(t, len(end.Spoken), 200)
	require.Equal(t, event.NotUnderstood, b.ask(t, strings.Repeat("word ", 20_000)).Status)
}

func TestSentencesInOtherLanguagesAreNotGuessedAt(t *testing.T) {
	b := newBench(t)
	b.press = func(_ context.Context, label string) proof.Outcome { t.Errorf("pressed %q", label); return seen }
	for _, text := range []string{"drücke die Taste sieben", "appuie sur le bouton OK", "нажми кнопку", "按下七", "اضغط على الزر", "🙂", "\u202eappuie", "\x00", "  \n\t "} {
		end := b.ask(t, text)
		require.Equal(t, event.NotUnderstood, end.Status, "%q: %s", text, end.Spoken)
		require.NotEmpty(t, end.Spoken)
	}
}

func TestAnUnknownTierStillDoesWhatNeedsNoModelAndSaysWhatItLacks(t *testing.T) {
	b := newBench(t)
	for _, tier := range []string{"builtin", "local", "directAPI", "no such tier"} {
		x, err := b.Submit(context.Background(), Request{Text: "press A", Attended: true, Tier: tier})
		require.NoError(t, err)
		rows(t, x)
		require.Equal(t, event.Done, x.Wait().Status, tier)
		x, err = b.Submit(context.Background(), Request{Text: "who was Ada Lovelace", Attended: true, Tier: tier})
		require.NoError(t, err)
		rows(t, x)
		require.Equal(t, event.NotUnderstood, x.Wait().Status, tier)
		require.Equal(t, tier != "builtin", strings.Contains(x.Wait().Spoken, tier), x.Wait().Spoken)
	}
}

func TestWhatAPlannerAnsweredBecomesTheEnd(t *testing.T) {
	for _, c := range []struct {
		r    reply.Reply
		err  error
		want event.Status
		says string
	}{
		{reply.Reply{Intent: reply.Answer, Spoken: "42."}, nil, event.Done, "42."},
		{reply.Reply{Intent: reply.Refuse, Spoken: "I can't."}, nil, event.NotUnderstood, "I can't."},
		{reply.Reply{Intent: reply.Clarify, Spoken: "Which one?"}, nil, event.Blocked, "Which one?"},
		{reply.Reply{}, errors.New("the model server went away"), event.NotUnderstood, "The model server went away."},
		{reply.Reply{Spoken: "No model."}, fmt.Errorf("plan: %w", planner.ErrNoPlanner), event.NotUnderstood, "No model."},
	} {
		end := ending(c.r, c.err)
		require.Equal(t, c.want, end.Status)
		require.Equal(t, c.says, end.Spoken)
		require.Equal(t, c.want == event.Blocked, end.Question != nil)
	}
}
