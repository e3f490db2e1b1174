package smoke

import (
	"context"
	"fmt"

	"pace/backend/phrase"
	"pace/backend/planner"
	"pace/backend/reply"
	"pace/backend/tool"
	"pace/backend/tools"
)

// Tier is that of the planner that answers the hooks. Nobody can choose it in the settings or by a flag.
const Tier = "smoke"

// Planners gives a brain for a tier.
type Planners interface {
	For(tier string) planner.Planner
}

// With adds the planner of the hooks to others.
func With(others Planners) Planners { return choice{others} }

type choice struct{ others Planners }

func (c choice) For(tier string) planner.Planner {
	if tier == Tier {
		return scripted{}
	}
	return c.others.For(tier)
}

// scripted knows the sentences of the hooks and what they stand for, and nothing else.
type scripted struct{}

func (scripted) Name() string { return Tier }

func (scripted) Plan(ctx context.Context, p planner.Prompt, _ planner.Hear) (reply.Reply, error) {
	if err := ctx.Err(); err != nil {
		return reply.Reply{}, fmt.Errorf("plan: %w", err)
	}
	name, ok := map[string]string{sayApprove: tools.SmokeMarker, sayDraw: tools.SmokeDrawing}[p.Text]
	switch {
	case !ok:
		return reply.Reply{Source: Tier, Intent: reply.Refuse, Spoken: "No hook says that."}, &planner.NotUnderstood{Rest: p.Text, Why: phrase.Unsupported}
	case len(p.Steps) > 0: // asked again, it has no more to say
		return reply.Reply{Source: Tier, Intent: reply.Answer}, nil
	}
	return reply.Reply{Source: Tier, Intent: reply.Action, Calls: [][]tool.Call{{{Tool: name}}}}, nil
}
