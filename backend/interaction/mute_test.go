package interaction

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

func TestAWindowThatOpensWhileItsProgramIsTooBusyToAnswerIsSeen(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Button("Save as").On(func(c *dt.Control) {
			dt.OpenDialog("Save as", nil)(c)
			r.app.Hang(20 * time.Second)
		})
		o := r.press("Save as")
		effect(t, proof.Confirmed, o)
		require.Equal(t, proof.WindowNew, o.Evidence()[0].Kind)
	})
}
