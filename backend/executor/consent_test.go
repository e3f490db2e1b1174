package executor

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/tool"
)

func TestAnApprovalShowsTheRealStepsWithTargetRiskAndWhatCanBeTakenBack(t *testing.T) {
	macro := many{own{name: "macro", run: did("never")}, func() (tool.Expansion, error) {
		return tool.Expansion{Steps: [][]tool.Call{{call("press A")}, {call("risky")}}}, nil
	}}
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Text("Name", "")
		r.win.Check("A", false)
		r.run(one("macro"), one("write Name=x"))
		require.Len(t, r.asked, 1)
		var got [][]any
		for _, c := range r.asked[0].Calls {
			got = append(got, []any{c.Describe, c.Target, c.Risk, c.Asks, c.Undoable})
		}
		require.Equal(t, [][]any{
			{"Press A", "check box “A” in “Notes”", "inputInjection", false, false},
			{"Do risky", "", "changesAppOrSystem", true, false},
			{"Write Name", "", "inputInjection", false, true}, // what comes behind a change can't be told yet
		}, got)
		require.Equal(t, askedByPolicy, r.asked[0].Why)
	}, macro, risky)
}

func TestWhatIsInTheWayIsSaidBeforeAnybodyIsAsked(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for name, block := range map[string]func(){
			"switched off": func() { r.policy.Enabled = false },
			"missing":      func() { r.lacks[tool.NeedsTree] = &proof.Problem{Reason: proof.ReasonUnavailable, Text: "No tree."} },
		} {
			r.policy, r.lacks = Policy{Enabled: true, Asking: true}, map[tool.Capability]*proof.Problem{}
			block()
			res := r.run(one("risky"), one("press A"))
			require.NotNil(t, res.Stopped, name)
			require.Empty(t, r.asked, name)
			require.Empty(t, count[*event.Approval](r), name)
			require.Empty(t, r.begun, name)
		}
		require.Len(t, count[*event.Plan](r), 2, "shown all the same")
	}, risky)
}
