package planner

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/reply"
)

func TestTheBuiltInPlannerStandsInForTiersThatAreNotThereAndSaysSo(t *testing.T) {
	for _, tier := range []string{"", "builtin", "local", "cliDirect", "directAPI", "whatever"} {
		p := Choice{}.For(tier)
		require.Equal(t, "builtin", p.Name())

		r, err := p.Plan(context.Background(), Prompt{Text: "press Save"}, Hear{})
		require.NoError(t, err)
		require.Equal(t, reply.Action, r.Intent, tier)
		require.Empty(t, r.Spoken, "what it can do it just does")

		var heard strings.Builder
		r, err = p.Plan(context.Background(), Prompt{Text: "why is the sky blue"}, Hear{Say: func(d string) { heard.WriteString(d) }})
		require.ErrorIs(t, err, ErrNoPlanner)
		require.Equal(t, r.Spoken, heard.String(), "what is said on the way is what is said in the end")
		require.Equal(t, tier != "" && tier != "builtin", strings.Contains(r.Spoken, "tier"), r.Spoken)
	}
}

func TestAStandInObeysItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	_, err := Choice{}.For("local").Plan(ctx, Prompt{Text: "press Save"}, Hear{})
	require.ErrorIs(t, err, context.Canceled)
}
