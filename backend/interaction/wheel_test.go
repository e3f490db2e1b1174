package interaction

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

// unrevealing is a program whose rows show themselves to nobody who asks, as in Qt: only the wheel helps.
type unrevealing struct{ desktop.Actor }

func (d unrevealing) Do(ctx context.Context, r desktop.Ref, v desktop.Verb, a desktop.Arg) error {
	if v == desktop.Reveal || v == desktop.Focus || v == desktop.SetValue {
		return desktop.ErrUnsupported
	}
	return d.Actor.Do(ctx, r, v, a)
}

func plainRows(r *rig, n int) *dt.Control {
	list := r.win.List("Rows", n)
	r.plat.Actor = unrevealing{r.plat.Actor}
	r.reopen(Config{})
	r.idle(0)
	return list
}

func TestTheWheelIsTurnedUntilAFarRowShows(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		row := plainRows(r, 60).Row("Row 50")
		status := r.win.Label("ready")
		row.On(dt.SetLabel(status, "row 50"))
		o, _ := r.x.Press(r.ctx, 0, desktop.Target{Label: "Row 50"}, nil, 2, 0) // a double click needs the pointer
		r.step++
		effect(t, proof.Confirmed, o)
		require.Equal(t, "row 50", status.Name())
	})
}

func TestBringingARowIntoViewIsNoEffectOfPressingIt(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		row := plainRows(r, 60).Row("Row 50").Ignore()
		o, _ := r.x.Press(r.ctx, 0, desktop.Target{Label: "Row 50"}, nil, 2, 0)
		r.step++
		require.False(t, r.last(o).OK(), "%+v", o.Evidence())
		require.True(t, row.Element().Bounds.Y < frame.Y+frame.H, "it shows now")
	})
}
