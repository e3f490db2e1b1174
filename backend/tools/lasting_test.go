package tools

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/tool"
)

func TestOneStepAfterAnotherEachIsKnownToHaveLasted(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		steps := func(calls ...string) (out []proof.Outcome) {
			for i, args := range calls {
				b := r.bound("volume", args)
				o, _ := b.Tool.Run(t.Context(), tool.Step{Turn: "t", Index: i}, b.Call.Args)
				out = append(out, o)
			}
			for i, o := range r.last.Settle(t.Context(), "t") {
				out[i] = o
			}
			return out
		}
		for _, o := range steps(`{"level":30}`, `{"direction":"up"}`, `{"mute":true}`) {
			effect(t, proof.Confirmed, o)
			require.NotNil(t, o.Timing().Settled)
		}
		require.Equal(t, muted(40), r.machine.Volume.Now())
	})
}

func TestWhatDidNotLastStopsTheNextStepOnTheSamePart(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		b := r.bound("volume", `{"level":20}`)
		o, _ := b.Tool.Run(t.Context(), tool.Step{Turn: "u"}, b.Call.Args)
		effect(t, proof.Confirmed, o)
		r.machine.Volume.User(loud(70))
		o, _ = b.Tool.Run(t.Context(), tool.Step{Turn: "u", Index: 1}, json.RawMessage(`{"level":10}`))
		effect(t, proof.NotAttempted, o)
		require.Equal(t, loud(70), r.machine.Volume.Now())
		require.Equal(t, proof.Unchanged, r.last.Settle(t.Context(), "u")[0].Effect())
	})
}

func TestStoppingBeforeItLastedLeavesItOpen(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		b := r.bound("volume", `{"level":30}`)
		o, _ := b.Tool.Run(t.Context(), tool.Step{Turn: "t"}, b.Call.Args)
		effect(t, proof.Confirmed, o)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		o = r.last.Settle(ctx, "t")[0]
		effect(t, proof.Unverifiable, o)
		require.Equal(t, proof.ReasonCancelled, o.Reason())
		require.Empty(t, r.last.Settle(t.Context(), "t"), "a turn is settled once")
	})
}
