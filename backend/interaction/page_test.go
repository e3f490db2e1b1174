package interaction

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

func TestWhatABrowserChangesAroundAPageIsNotThePagesDoing(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		tab := r.win.Label("Example")
		page := r.win.Add(desktop.Document, "Example", desktop.Enabled)
		dead := page.Button("Dismiss").On(func(*dt.Control) {
			r.desk.After(100*time.Millisecond, func() { tab.SetLabel("Example - Memory usage - 13 MB") })
		})
		o := r.press("Dismiss")
		for _, o := range r.settle(o) {
			require.NotEqual(t, proof.Confirmed, o.Effect(), o.Report())
		}
		require.Equal(t, 1, dead.Pressed())
	})
}

func TestWhatAPageChangesInItselfIsItsDoing(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		page := r.win.Add(desktop.Document, "Example", desktop.Enabled)
		status := page.Label("idle")
		page.Button("Go").On(dt.SetLabel(status, "gone"))
		o := r.press("Go")
		for _, o := range r.settle(o) {
			effect(t, proof.Confirmed, o)
		}
	})
}
