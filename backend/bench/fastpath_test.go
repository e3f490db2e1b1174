//go:build linux

package bench

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// The shape of a run, on a real desktop; how long anything takes is not asserted anywhere.
func TestAQuickRunFillsEveryPartOfTheReport(t *testing.T) {
	need(t, append(DeskPrograms(), "/usr/bin/python3", "chromium", "xdotool", "import", "gnome-calculator")...)
	o := here(t)
	o.Quick = true
	n, err := Fastpath(t.Context(), o)
	require.NoError(t, err)
	require.NotZero(t, n.Machine.Cores)
	require.NotEmpty(t, n.Machine.LoadBefore)
	require.NotEmpty(t, n.Machine.LoadAfter)
	require.NotEmpty(t, n.Machine.Programs["GTK 3"])
	for name, s := range map[string]Stat{
		"bare signal": n.Press.BareSignal, "declared": n.Press.Declared, "default": n.Press.ByDefault, "form": n.Form8.Pace, "one sentence": n.Form8.PaceTurn,
		"fixed 200": n.Form8.Fixed200, "fixed 600": n.Form8.Fixed600, "pictures": n.Form8.Pictures, "edit": n.Edit.Pace, "calculator": n.Calc.Pace,
		"calculator's signal": n.Calc.BareSignal, "alone": n.Hung.Alone, "beside": n.Hung.Beside, "capture": n.Capture.Window, "diff": n.Capture.Diff, "route": n.Route,
	} {
		require.NotZero(t, s.N, "%s: %s", name, s)
	}
	require.NotNil(t, n.Form8.Ratio200)
	require.NotNil(t, n.Large.Chromium)
	require.NotEmpty(t, n.Large.Chromium.Truncated, "5,000 rows are not read whole, and it says so")
	require.NotNil(t, n.Large.GTK3)
	require.NotEmpty(t, n.Bars)
	for _, s := range n.Skipped {
		require.Regexp(t, "^(ask: this is not Pace's own binary|suite and apart: )", s)
	}
	var human, machine bytes.Buffer
	n.Print(&human)
	require.Contains(t, human.String(), "8-step form")
	require.NoError(t, json.NewEncoder(&machine).Encode(n))
}
