package executor

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/tool"
)

// fetcher takes something that has to come from a person: the word "this".
type fetcher struct{ own }

func (fetcher) FromPerson(sentence string, _ json.RawMessage) bool {
	return strings.Contains(sentence, "this")
}

func TestWhatReachesOutsideAndWhatThePersonDidNotNameAreAlwaysAskedFor(t *testing.T) {
	outside := own{name: "fetch", risk: tool.External, asks: tool.Approval{Mode: tool.Always}, run: did("fetched")}
	named := fetcher{own{name: "take", run: did("taken")}}
	for _, c := range []struct {
		name, call string
		set        func(r *rig, in *Input)
		runs       bool
		asked      int
		why        string
	}{
		{"outside", "fetch", func(*rig, *Input) {}, false, 1, "beyond this computer"},
		{"outside, asking switched off", "fetch", func(r *rig, _ *Input) { r.policy.Asking = false }, false, 1, "beyond this computer"},
		{"outside, the flag answers", "fetch", func(_ *rig, in *Input) { in.Yes = true }, true, 0, ""},
		{"outside, nobody is there", "fetch", func(_ *rig, in *Input) { in.Attended, in.Yes = false, true }, false, 0, ""},
		{"named by the person", "take", func(_ *rig, in *Input) { in.Said = "take this" }, true, 0, ""},
		{"not named", "take", func(_ *rig, in *Input) { in.Said = "take it" }, false, 1, "does not stand in your sentence"},
		{"not named, the flag does not answer", "take", func(_ *rig, in *Input) { in.Yes = true }, false, 1, "does not stand in your sentence"},
		{"not named, asking switched off", "take", func(r *rig, _ *Input) { r.policy.Asking = false }, false, 1, "does not stand in your sentence"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				in := r.input(r.plan([]string{c.call}))
				c.set(r, &in)
				res := r.x.Run(r.ctx, in)
				require.Equal(t, c.runs, res.Stopped == nil)
				require.Len(t, r.asked, c.asked)
				for _, a := range r.asked {
					require.Contains(t, a.Why, c.why)
				}
			}, outside, named)
		})
	}
}

func TestTheWordThatOnlyAPersonMayAnswerIsTheOneThatIsShown(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		in := r.input(r.plan([]string{"risky"}, []string{"take"}))
		in.Yes = true
		require.NotNil(t, r.x.Run(r.ctx, in).Stopped)
		require.Equal(t, askedForeign, r.asked[0].Why)
		require.True(t, r.asked[0].Tainted, "no flag may answer")
	}, risky, fetcher{own{name: "take", run: did("taken")}})
}

func TestAPlanThatDoesNotWorkTheScreenGoesOnWhileTheUserDoes(t *testing.T) {
	long := func(uses ...tool.Resource) own {
		return own{name: "load", uses: uses, run: func(ctx context.Context) (proof.Outcome, tool.Output) {
			select {
			case <-time.After(time.Minute):
				return did("loaded")(ctx)
			case <-ctx.Done():
				return proof.Cancel(proof.ReasonCancelled, "Stopped."), tool.Output{}
			}
		}}
	}
	moves := func(r *rig) {
		r.desk.After(time.Second, func() { r.desk.UserMoves(); r.desk.UserMoves(); r.desk.UserMoves() })
	}
	bubble(t, func(t *testing.T, r *rig) {
		moves(r)
		require.Equal(t, []proof.Effect{proof.Confirmed}, effects(r.run([]string{"load"})))
	}, long())
	bubble(t, func(t *testing.T, r *rig) {
		moves(r)
		require.Equal(t, []proof.Effect{proof.Cancelled}, effects(r.run([]string{"load"})))
	}, long(tool.UsesFocus))
	bubble(t, func(t *testing.T, r *rig) { // whoever cancels is heard in any case
		ctx, cancel := context.WithCancel(r.ctx)
		r.desk.After(time.Second, cancel)
		require.Equal(t, []proof.Effect{proof.Cancelled}, effects(r.x.Run(ctx, r.input(r.plan([]string{"load"})))))
	}, long())
}

// teller tells how far it is.
type teller struct{ own }

func (t teller) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	st.Tell("1 of 2")
	st.Tell("")
	return t.own.Run(ctx, st, raw)
}

func TestHowFarAStepIsReachesWhoeverWatches(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.run([]string{"tell"})
		deltas := count[*event.Delta](r)
		require.Len(t, deltas, 2)
		require.Equal(t, []string{"1 of 2", ""}, []string{deltas[0].Waiting, deltas[1].Waiting})
	}, teller{own{name: "tell", run: did("x")}})
}

// foreseen is a tool that knows beforehand what is in its way.
type foreseen struct {
	own
	problem *proof.Problem
}

func (f foreseen) Preview(context.Context, tool.Step, json.RawMessage) (string, *proof.Problem) {
	return "", f.problem
}

func TestNobodyIsAskedToApproveWhatCertainlyCannotBeDone(t *testing.T) {
	for _, c := range []struct {
		problem proof.Problem
		asked   int
	}{
		{proof.Problem{Reason: proof.ReasonAmbiguous, Text: "Which one?", Candidates: []proof.Candidate{{Label: "a"}, {Label: "b"}}}, 0},
		{proof.Problem{Reason: proof.ReasonNotFound, Text: "Or one of these?", Candidates: []proof.Candidate{{Label: "a"}}}, 0},
		{proof.Problem{Reason: proof.ReasonInvalid, Text: "There is no such day."}, 0},
		{proof.Problem{Reason: proof.ReasonNotPermitted, Text: "It was changed since."}, 0},
		{proof.Problem{Reason: proof.ReasonUnavailable, Text: "There is none."}, 0},
		{proof.Problem{Reason: proof.ReasonUnsupported, Text: "Not that way."}, 0},
		{proof.Problem{Reason: proof.ReasonSecret, Text: "A password field."}, 0},
		{proof.Problem{Reason: proof.ReasonNotFound, Text: "It is not there yet."}, 1},
		{proof.Problem{Reason: proof.ReasonHung, Text: "It does not answer yet."}, 1},
		{proof.Problem{Reason: proof.ReasonDisabled, Text: "It can't be used yet."}, 1},
	} {
		ran := false
		late := foreseen{own{name: "late", asks: tool.Approval{Mode: tool.Always}, run: func(ctx context.Context) (proof.Outcome, tool.Output) {
			ran = true
			return did("it")(ctx)
		}}, &c.problem}
		bubble(t, func(t *testing.T, r *rig) {
			r.answer = func(_ context.Context, a event.Approval) event.Resolved {
				return event.Resolved{ID: a.ID, Allowed: true, By: "terminal"}
			}
			res := r.x.Run(r.ctx, r.input(r.plan([]string{"late"})))
			require.Len(t, r.asked, c.asked, c.problem.Text)
			require.Equal(t, c.asked == 1, ran, c.problem.Text)
			if c.asked == 0 {
				require.Equal(t, &c.problem, res.Stopped)
			}
		}, late)
	}
}
