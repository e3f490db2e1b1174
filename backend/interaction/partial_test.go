package interaction

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

func TestALookThatWasCutShortIsNoReasonToSayThatSomethingChangedBack(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		b := r.win.Button("Equals")
		for i := range 300 {
			r.win.Label(fmt.Sprint("filler ", i))
		}
		display := r.win.Label("7×6")
		b.On(func(c *dt.Control) {
			dt.SetLabel(display, "42")(c)
			r.app.SlowReads(20 * time.Millisecond) // the machine gets busy: a snapshot no longer reaches the display
		})
		o := r.press("Equals")
		require.NotEqual(t, proof.ReasonReverted, o.Reason(), o.Report())
		for _, o := range r.settle(o) {
			require.NotEqual(t, proof.ReasonReverted, o.Reason(), o.Report())
			require.NotEqual(t, proof.Unchanged, o.Effect(), o.Report())
		}
	})
}
