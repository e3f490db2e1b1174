package interaction

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

// gtk4 opens another program in front, of a toolkit that uses the widgets of rows again.
func (r *rig) gtk4() *dt.Window {
	w := r.desk.App("New", desktop.GTK4).Window("New", frame)
	w.Raise()
	r.reopen(Config{})
	r.idle(10 * time.Second)
	return w
}

func TestARowIsProvenByWhatItDidElsewhere(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		w := r.gtk4()
		status := w.Label("ready")
		row := w.List("Rows", 5).Row("Row 3")
		row.On(dt.SetLabel(status, "row 3"), dt.After(100*time.Millisecond, dt.SetState(row, desktop.Selected, false)))
		o := r.last(r.press("Row 3"))
		effect(t, proof.Confirmed, o)
		saw(t, proof.Nearby, "row 3", o)
	})
}

func TestARowThatStaysChosenIsEnough(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.gtk4().List("Rows", 5)
		o := r.last(r.press("Row 3"))
		effect(t, proof.Confirmed, o)
		saw(t, proof.Nearby, "selected", o)
	})
}

func TestARowWhoseWidgetNowShowsAnotherProvesNothing(t *testing.T) {
	for name, becomes := range map[string]func(row *dt.Control) dt.Effect{
		"says something else": func(row *dt.Control) dt.Effect { return dt.SetLabel(row, "Row 77") },
		"is hidden":           func(row *dt.Control) dt.Effect { return func(*dt.Control) { row.SetHidden(true) } },
		"is gone":             func(row *dt.Control) dt.Effect { return dt.Vanish(row) },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				row := r.gtk4().List("Rows", 5).Row("Row 3").Ignore()
				row.On(becomes(row))
				time.AfterFunc(50*time.Millisecond, func() { becomes(row)(row) })
				o := r.last(r.press("Row 3"))
				require.NotEqual(t, proof.Confirmed, o.Effect(), "%+v", o.Evidence())
			})
		})
	}
}
