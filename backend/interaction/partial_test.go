package interaction

import (
	"context"
	"testing"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

// hasty is a tree on a busy machine: its snapshots run out of time before they have read any content, and say so.
type hasty struct{ desktop.Tree }

func (h hasty) Snapshot(ctx context.Context, s desktop.Scope, l desktop.Limits) (desktop.Snapshot, error) {
	out, err := h.Tree.Snapshot(ctx, s, l)
	for i := range out.Elements {
		out.Elements[i].Value = ""
	}
	out.Truncated = append(out.Truncated, "budget")
	return out, err
}

func TestALookThatWasCutShortIsNoReasonToSayThatSomethingChangedBack(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		display := r.win.Text("Display", "7×6")
		r.win.Button("Equals").On(dt.SetContent(display, "42"))
		r.plat.Tree = hasty{r.plat.Tree}
		r.reopen(Config{})
		o := r.press("Equals")
		effect(t, proof.Confirmed, o)
		for _, o := range r.settle(o) {
			effect(t, proof.Confirmed, o)
		}
	})
}
