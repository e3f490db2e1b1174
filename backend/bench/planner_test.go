package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/planner"
	"pace/backend/reply"
	"pace/backend/tool"
)

func TestThePlannerBenchMeasuresAllItsArms(t *testing.T) {
	o := here(t)
	o.Quick = true
	n, err := Planner(t.Context(), o)
	require.NoError(t, err)
	for name, s := range map[string]Stat{
		"small": n.Asking.Small, "small bare": n.Asking.SmallBare, "large": n.Asking.Large, "large bare": n.Asking.LargeBare,
		"one frame": n.First.OneFrame, "tokens": n.First.Tokens, "prose": n.First.Prose, "bare": n.First.Bare,
		"1": n.Plan.One, "4": n.Plan.Four, "16": n.Plan.Sixteen,
	} {
		require.Equal(t, o.plannerRuns().ask, s.N, name)
		require.Positive(t, s.Min, "%s: nothing comes before its cause", name)
	}
	require.Len(t, n.Read, 3)
	for _, r := range n.Read {
		require.Zero(t, r.Differing, r.What)
		require.Positive(t, r.Whole.P50)
		require.NotNil(t, r.Ratio)
	}
	require.Greater(t, n.Asking.LargeBytes, n.Asking.SmallBytes+80*40, "the large prompt really holds its lines")
	require.Greater(t, n.Prompt[1].Tokens, n.Prompt[0].Tokens)
	require.Less(t, n.Prompt[2].Tokens, n.Prompt[0].Tokens)
	for _, b := range n.Bars {
		require.NotNil(t, b.Met, b.Key)
	}

	var out bytes.Buffer
	n.Print(&out)
	for _, want := range []string{"load before", "16 steps", "200 µs", "80 lines", "quick", "any chunking"} {
		require.Contains(t, out.String(), want)
	}
	raw, err := json.Marshal(n)
	require.NoError(t, err)
	require.Contains(t, string(raw), `"steps16"`)
}

func TestAPlannerBenchThatIsStoppedSaysSoAndKeepsWhatItHad(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	n, err := Planner(ctx, Options{Quick: true})
	require.ErrorIs(t, err, context.Canceled)
	var out bytes.Buffer
	n.Print(&out)
	require.Contains(t, out.String(), "not measured", "a bar that was not measured is never met")
	require.NotContains(t, out.String(), " met  ")
}

func TestABarOfReadingIsMissedWhenItIsMissed(t *testing.T) {
	slow := Stat{N: 1, P95: 0.3}
	bars := plannerBars(&PlannerNumbers{Read: []PlannerRead{{What: "x", Whole: slow, Pieces: Stat{N: 1, P95: 0.1}, Differing: 1}}})
	require.Len(t, bars, 3)
	require.False(t, *bars[0].Met)
	require.InDelta(t, 300, *bars[0].Got, 1e-9)
	require.True(t, *bars[1].Met)
	require.False(t, *bars[2].Met, "another result in other pieces")
}

func TestThePlayedPlansAreWhatTheRegistryTakes(t *testing.T) {
	reg, err := app.Registry()
	require.NoError(t, err)
	for _, steps := range []int{1, 4, 16} {
		r := reply.Read(planOf(steps), reply.Options{})
		require.Empty(t, r.Problems)
		plan, problems := reg.Plan(r.Calls, tool.OfferPlanner)
		require.Empty(t, problems)
		require.Len(t, plan.Steps(), steps)
	}
	require.Equal(t, planner.Prompt{}.Screen, largePrompt(0).Screen)
	require.Len(t, largePrompt(80).Screen, 80)
}
