package turn

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/tool"
)

// back is an undo that always succeeds.
type back struct{}

func (back) Spec() tool.Spec {
	return tool.Spec{Name: "undo_last", Summary: "Takes back.", Example: "undo that", ExampleArg: `{}`, Args: tool.SchemaOf[struct{}](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Offer: tool.OfferAll}
}
func (back) Describe(json.RawMessage) string { return "Undo" }
func (back) Run(context.Context, tool.Step, json.RawMessage) (proof.Outcome, tool.Output) {
	return proof.Confirm(proof.API, proof.Evidence{Kind: proof.ValueRead, What: "The volume", Before: "30 %", After: "50 %"}), tool.Output{}
}

func TestAnUndoBehindASentenceThatDidNothingSaysWhatItTookBack(t *testing.T) {
	const took = "The volume changed from 30 % to 50 %."
	for name, c := range map[string]struct {
		before []string
		wait   time.Duration
		want   string
	}{
		"behind what was not understood": {[]string{"press Harbour", "fold the laundry"}, 0, "What you said last did nothing, so I took back what was done before it. " + took},
		"behind what was done":           {[]string{"fold the laundry", "press Harbour"}, 0, took},
		"behind nothing":                 {nil, 0, took},
		"long after":                     {[]string{"fold the laundry"}, 3 * time.Minute, took},
		"twice":                          {[]string{"press Harbour", "fold the laundry", "undo that"}, 0, took},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			reg, err := tool.NewRegistry(scripted{b}, back{})
			require.NoError(t, err)
			b.Registry, b.Executor.Registry = reg, reg
			for _, text := range c.before {
				b.ask(t, text)
			}
			b.later(c.wait)
			end := b.ask(t, "undo that")
			require.Equal(t, event.Done, end.Status)
			require.Equal(t, c.want, end.Spoken)
		})
	}
}
