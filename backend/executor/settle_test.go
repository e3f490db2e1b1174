package executor

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/tool"
)

// settled is a screen that claims in the end whatever a test makes it claim.
type settled struct{ claims map[int]proof.Outcome }

func (s settled) Settle(context.Context, string) map[int]proof.Outcome { return s.claims }
func (settled) Guard(ctx context.Context, _ string) (context.Context, context.CancelFunc) {
	return context.WithCancel(ctx)
}

func TestNoCallBecomesConfirmedAfterItHasEnded(t *testing.T) {
	after := 250 * time.Millisecond
	lasted := outcomes[0].MarkSettled(after)
	ends := append([]proof.Outcome{lasted, proof.Confirm(proof.Pointer, proof.Evidence{Kind: proof.Nearby, What: "x"})}, outcomes...)
	rapid.Check(t, func(rt *rapid.T) {
		s := newStage()
		claims := map[int]proof.Outcome{}
		var plan [][]string
		n := rapid.IntRange(1, 6).Draw(rt, "steps")
		for i := range n {
			plan = append(plan, one("u0"))
			s.script[i] = rapid.SampledFrom(ends).Draw(rt, "outcome")
			if rapid.Bool().Draw(rt, "claimed") {
				claims[i] = rapid.SampledFrom(ends).Draw(rt, "claim")
			}
		}
		var res Result
		var told []*event.StepResult
		var offers int
		var kept []Record
		bubble(t, func(_ *testing.T, r *rig) {
			r.x.Screen = settled{claims}
			res = r.run(plan...)
			told, offers, kept = count[*event.StepResult](r), len(count[*event.Undo](r)), r.records
		}, troupe(s)...)
		require.Zero(rt, offers, "none of these can be taken back")
		require.Len(rt, told, n)
		for i, d := range res.Steps {
			ran, claim := s.script[i], claims[i]
			_, claimed := claims[i]
			want := ran.OK() && (!claimed || claim.OK())
			require.Equal(rt, want, d.Outcome.OK(), "step %d: %s, then %s", i, ran.Effect(), claim.Effect())
			require.Equal(rt, want, told[i].Outcome.Effect == "confirmed")
			require.Equal(rt, want, kept[i].Outcome.OK())
		}
	})
}

func TestNothingIsOfferedToBeTakenBackThatIsNotConfirmedInTheEnd(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		ran, claim := rapid.SampledFrom(outcomes).Draw(rt, "ran"), rapid.SampledFrom(outcomes).Draw(rt, "claim")
		var res Result
		var offers, undos int
		bubble(t, func(_ *testing.T, r *rig) {
			r.x.Screen = settled{map[int]proof.Outcome{0: claim}}
			res = r.run(one("back"))
			offers = len(count[*event.Undo](r))
			for _, rec := range r.records {
				if rec.Undo != nil {
					undos++
				}
			}
		}, back{own{name: "back", run: func(context.Context) (proof.Outcome, tool.Output) { return ran, tool.Output{} }}})
		want := 0
		if ran.OK() && claim.OK() {
			want = 1
		}
		require.Equal(rt, want, offers)
		require.Equal(rt, want, undos)
		require.Equal(rt, want == 1, res.Steps[0].Undo != nil)
	})
}

// back is a tool that is always ready to take itself back.
type back struct{ own }

func (b back) Spec() tool.Spec {
	s := b.own.Spec()
	s.Reversible = true
	return s
}
func (back) Undo(c tool.Call, _ proof.Outcome) (tool.Call, bool) { return c, true }
