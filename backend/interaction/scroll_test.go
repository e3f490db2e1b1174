package interaction

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/proof"
)

func (r *rig) scroll(in string, dy int) proof.Outcome {
	o, _ := r.x.Scroll(r.ctx, r.step, desktop.Target{Label: in}, 0, dy)
	r.step++
	return o
}

func TestAScrolledListIsReadWhereItStands(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.List("Things", 40)
		o := r.last(r.scroll("", 3))
		effect(t, proof.Confirmed, o)
		saw(t, proof.StateRead, "Row", o)
		effect(t, proof.Confirmed, r.last(r.scroll("Things", 50)))
	})
}

func TestAListAtItsEndDoesNotMove(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.List("Things", 40)
		o := r.scroll("", -3)
		effect(t, proof.Unchanged, o)
		require.Contains(t, o.Report(), "at its end")
	})
}

func TestAScrollBarTellsWhereItStands(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.List("Things", 40).Ignore()
		bar := r.win.Add(desktop.ScrollBar, "", desktop.Enabled)
		effect(t, proof.Unchanged, r.scroll("", 3))
		r.win.Row("Things").Heed()
		_ = bar
		effect(t, proof.Confirmed, r.scroll("", 3))
	})
}

func TestTheWheelIsNotTakenFromTheUserOrThroughACover(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.List("Things", 40)
		stop := r.busy()
		effect(t, proof.Cancelled, r.scroll("", 3))
		stop()
		r.idle(1e9)
		r.desk.OwnWindow("Pace", frame)
		r.plat.Windows = stacked{r.plat.Windows}
		r.reopen(Config{})
		o := r.scroll("", 3)
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonObstructed, o.Reason())
		require.Empty(t, r.desk.Acts())
	})
}

func TestScrollingWhereNothingTellsIsUnverifiable(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		effect(t, proof.Unverifiable, r.scroll("", 3))
	})
}
