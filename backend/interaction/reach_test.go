package interaction

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

func TestAnEntryDeepInAMenuIsReachedThroughItsMenus(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		done := false
		pdf := r.win.Menu("File", "Export", "PDF…").On(func(*dt.Control) { done = true }, dt.SetLabel(r.win.Label("ready"), "exported"))
		o := r.last(r.press("PDF"))
		effect(t, proof.Confirmed, o)
		require.True(t, done)
		require.Equal(t, 1, pdf.Pressed())
		require.False(t, pdf.Is(desktop.Visible))
		require.Equal(t, 1, r.win.Row("").Row("File").Pressed())
	})
}

func TestAHiddenTabIsOpenedFirst(t *testing.T) {
	for _, late := range []time.Duration{0, 300 * time.Millisecond} {
		bubble(t, func(t *testing.T, r *rig) {
			pages := r.win.Tabs("General", "Network", "Power")
			box := pages[2].Group("Sleep").Check("Wake on mouse", false)
			pages[2].Delay(late)
			effect(t, proof.Confirmed, r.last(r.press("Wake on mouse")))
			require.Equal(t, []int{0, 0, 1}, []int{pages[0].Pressed(), pages[1].Pressed(), pages[2].Pressed()})
			require.True(t, box.Is(desktop.Checked))
		})
	}
}

func TestATabApartFromItsPageIsOpenedByItsPlace(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		tabs := r.win.Tabs("General", "Network", "Power")
		book := r.win.Group("")
		var pages []*dt.Control
		for i := range tabs {
			p := book.Group("")
			p.SetHidden(i > 0)
			pages = append(pages, p)
		}
		for i, tab := range tabs {
			tab.On(func(*dt.Control) {
				for j, p := range pages {
					p.SetHidden(i != j)
				}
			})
		}
		box := pages[2].Group("Sleep").Check("Wake on mouse", false)
		effect(t, proof.Confirmed, r.last(r.press("Wake on mouse")))
		require.Equal(t, []int{0, 0, 1}, []int{tabs[0].Pressed(), tabs[1].Pressed(), tabs[2].Pressed()}, "no other tab is opened on the way")
		require.True(t, box.Is(desktop.Checked))
	})
}

func TestAnExpanderIsOpenedFirst(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		more := r.win.Add(desktop.Other, "More", desktop.Enabled|desktop.Expandable, desktop.Expand, desktop.Collapse)
		box := more.Check("Wrap", false)
		box.SetHidden(true)
		more.On(dt.Show(box))
		effect(t, proof.Confirmed, r.last(r.press("Wrap")))
		require.True(t, more.Is(desktop.Expanded))
		require.True(t, box.Is(desktop.Checked))
	})
}

func TestAMenuThatFillsWhenItOpensIsOpenedWhenItIsNamed(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Menu("File", "Quit")
		file := r.win.Row("").Row("File")
		var recent *dt.Control
		done := false
		status := r.win.Label("ready")
		file.On(func(*dt.Control) {
			if recent == nil {
				recent = r.win.Menu("File", "Recent")
				recent.On(func(*dt.Control) { done = true }, dt.SetLabel(status, "opened"))
			}
		})
		effect(t, proof.Confirmed, r.last(r.pressTarget(desktop.Target{Label: "Recent", Container: "File menu"})))
		require.True(t, done)
		o := r.pressTarget(desktop.Target{Label: "Nowhere", Container: "File"})
		require.Equal(t, proof.ReasonNotFound, o.Reason())
	})
}

func TestAGateThatDoesNotOpenEndsTheStep(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		save := r.win.Menu("File", "Save")
		r.win.Row("").Row("File").Ignore()
		o := r.press("Save")
		require.False(t, o.OK())
		require.Contains(t, o.Report(), "did not open")
		require.Zero(t, save.Pressed())
	})
}

func TestWhatIsHiddenForNoReasonIsRefused(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Button("Secret").SetHidden(true)
		o := r.press("Secret")
		effect(t, proof.Refused, o)
		require.Contains(t, o.Report(), "hidden")
		require.Empty(t, r.desk.Acts())
	})
}

func TestARowThatWasScrolledAwayIsBroughtIntoViewForAClick(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		list := r.win.List("Things", 50)
		row := list.Row("Row 40")
		hit := 0
		row.On(func(*dt.Control) { hit++ })
		o, _ := r.x.Press(r.ctx, 0, desktop.Target{Label: "Row 40"}, nil, 2, 0)
		r.step++
		effect(t, proof.Confirmed, o)
		require.GreaterOrEqual(t, hit, 1)
		require.Equal(t, desktop.Pixel{X: 960, Y: 540}, r.desk.Pointer(), "the pointer goes back")
	})
}

// stacked lists Pace's own windows last, as they float over the one in front.
type stacked struct{ desktop.Windows }

func (w stacked) List(ctx context.Context) ([]desktop.Window, error) {
	ws, err := w.Windows.List(ctx)
	slices.SortStableFunc(ws, func(a, b desktop.Window) int {
		switch {
		case a.Own == b.Own:
			return 0
		case a.Own:
			return 1
		}
		return -1
	})
	return ws, err
}

func TestACoveredTargetIsNotClicked(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		box := r.win.Add(desktop.CheckBox, "Wrap", desktop.Enabled|desktop.Checkable)
		r.desk.OwnWindow("Pace", frame)
		r.plat.Windows = stacked{r.plat.Windows}
		r.reopen(Config{})
		o := r.press("Wrap")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonObstructed, o.Reason())
		require.Zero(t, box.Pressed())
	})
}

func TestThePointerIsNotTakenFromTheUser(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		box := r.win.Add(desktop.CheckBox, "Wrap", desktop.Enabled|desktop.Checkable)
		stop := r.busy()
		o := r.press("Wrap")
		effect(t, proof.Cancelled, o)
		require.Equal(t, proof.ReasonUserInput, o.Reason())
		stop()
		require.Zero(t, box.Pressed())
		r.idle(time.Second)
		effect(t, proof.Confirmed, r.press("Wrap"))
	})
}

func TestAnEntryIsFoundByAllOfItsPathAndNotByTheLastMenuAlone(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		text := r.win.Menu("File", "Export", "As text")
		wrong := r.win.Menu("Edit", "Export", "As image")
		o := r.pressTarget(desktop.Target{Label: "As image", Container: "File > Export"})
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonNotFound, o.Reason())
		require.Zero(t, wrong.Pressed())
		require.Zero(t, text.Pressed())

		right := r.win.Menu("File", "Export", "As image")
		_ = r.pressTarget(desktop.Target{Label: "As image", Container: "File > Export"})
		require.Equal(t, []int{1, 0}, []int{right.Pressed(), wrong.Pressed()}, "both have the name, one has the path")
	})
}
