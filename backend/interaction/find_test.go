package interaction

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

// twoPanes is a window with the same buttons in two groups.
func twoPanes(r *rig) (left, right *dt.Control) {
	return r.win.Group("Left").Check("Wrap", false), r.win.Group("Right").Check("Wrap", false)
}

func labels(o proof.Outcome) []string {
	var out []string
	for _, c := range o.Problem().Candidates {
		out = append(out, c.Label)
	}
	return out
}

func TestATargetThatFitsSeveralIsAskedAboutAndNotPressed(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		left, right := twoPanes(r)
		o := r.press("Wrap")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonAmbiguous, o.Reason())
		require.Equal(t, []string{"Wrap in Left", "Wrap in Right"}, labels(o))
		require.Empty(t, r.desk.Acts())
		for i, want := range []*dt.Control{left, right} {
			path := o.Problem().Candidates[i].Path
			require.Equal(t, "application:Notes", path[0])
			effect(t, proof.Confirmed, r.pressTarget(desktop.Target{Path: path}))
			require.Equal(t, 1, want.Pressed())
		}
	})
}

func TestEqualNeighboursAreToldApartByTheirPlace(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		a, b := r.win.Check("Wrap", false), r.win.Check("Wrap", false)
		o := r.press("Wrap")
		require.Equal(t, []string{"Wrap in Notes (1 of 2)", "Wrap in Notes (2 of 2)"}, labels(o))
		effect(t, proof.Confirmed, r.pressTarget(desktop.Target{Path: o.Problem().Candidates[1].Path}))
		require.Equal(t, []int{0, 1}, []int{a.Pressed(), b.Pressed()})
		effect(t, proof.Confirmed, r.pressTarget(desktop.Target{Label: "Wrap", Nth: 1}))
		require.Equal(t, []int{1, 1}, []int{a.Pressed(), b.Pressed()})
		o = r.pressTarget(desktop.Target{Label: "Wrap", Nth: 3})
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonNotFound, o.Reason())
	})
}

func TestTheFirstOfSeveralIsTheFirstInReadingOrder(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		below, above := r.win.Check("Wrap", false), r.win.Check("Wrap", false)
		below.Move(desktop.Rect{X: 120, Y: 400, W: 80, H: 28})
		above.Move(desktop.Rect{X: 120, Y: 200, W: 80, H: 28})
		r.pressTarget(desktop.Target{Label: "Wrap", Nth: 1})
		require.Equal(t, 1, above.Pressed())
	})
}

func TestAContainerOrARoleSaysWhichOneIsMeant(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		_, right := twoPanes(r)
		box, link := r.win.Check("Help", false), r.win.Link("Help")
		effect(t, proof.Confirmed, r.pressTarget(desktop.Target{Label: "Wrap", Container: "the Right group"[4:]}))
		require.Equal(t, 1, right.Pressed())
		r.pressTarget(desktop.Target{Label: "Help", Role: desktop.CheckBox})
		r.pressTarget(desktop.Target{Label: "help", Role: desktop.Link})
		require.Equal(t, []int{1, 1}, []int{box.Pressed(), link.Pressed()})
		o := r.pressTarget(desktop.Target{Label: "Wrap", Container: "Middle"})
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonNotFound, o.Reason())
		o = r.pressTarget(desktop.Target{Label: "Help", Role: desktop.Slider})
		require.Equal(t, proof.ReasonNotFound, o.Reason())
	})
}

func TestAPathMeansTheWindowItNames(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		one := r.win.Check("Wrap", false)
		other := r.app.Window("Letter", frame)
		two := other.Check("Wrap", false)
		r.idle(1)
		fd := found{at: place{app: desktop.App{Name: "Notes"}}, el: two.Element()}
		effect(t, proof.Confirmed, r.pressTarget(desktop.Target{Path: fd.path()}))
		fd.el = one.Element()
		effect(t, proof.Confirmed, r.pressTarget(desktop.Target{Path: fd.path()}))
		require.Equal(t, []int{1, 1}, []int{one.Pressed(), two.Pressed()})

		other.Close()
		gone := r.pressTarget(desktop.Target{Path: []string{"application:Notes", "window:Notes", "checkbox:Wide"}})
		require.Equal(t, proof.ReasonNotFound, gone.Reason())
		r.win.Retitle("Notes *")
		effect(t, proof.Confirmed, r.pressTarget(desktop.Target{Path: fd.path()}))
		require.Equal(t, 2, one.Pressed(), "a window that was retitled is the same window")
	})
}

func TestAPathIntoAWindowThatClosedMeansNothingInAnother(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		letter := r.app.Window("Letter", frame)
		two := letter.Check("Wrap", false)
		fd := found{at: place{app: desktop.App{Name: "Notes"}}, el: two.Element()}
		letter.Close()
		a, b := r.win.Check("Wrap", false), r.app.Window("Third", frame).Check("Wrap", false)
		o := r.pressTarget(desktop.Target{Path: fd.path()})
		effect(t, proof.Refused, o)
		require.Equal(t, []int{0, 0}, []int{a.Pressed(), b.Pressed()})
	})
}

func TestTheWindowInFrontComesFirst(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		behind := r.win.Check("Wrap", false)
		front := r.app.Window("Letter", frame).Check("Wrap", false)
		effect(t, proof.Confirmed, r.press("Wrap"))
		require.Equal(t, []int{0, 1}, []int{behind.Pressed(), front.Pressed()})
	})
}

func TestATargetInAWindowBehindIsClickedInThatWindow(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		only := r.win.Add(desktop.CheckBox, "Wrap", desktop.Enabled|desktop.Checkable) // takes the pointer only
		other := r.app.Window("Letter", frame)
		trap := other.Check("Trap", false)
		trap.Move(only.Element().Bounds)
		o := r.last(r.press("Wrap"))
		effect(t, proof.Confirmed, o)
		require.Zero(t, trap.Pressed())
		require.Equal(t, 1, only.Pressed())
	})
}

func TestANearMatchIsOnlyEverAQuestion(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Button("Save draft")
		r.win.Button("Save copy as")
		o := r.press("Save")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonNotFound, o.Reason())
		require.Equal(t, []string{"Save draft in Notes", "Save copy as in Notes"}, labels(o))
		require.Contains(t, o.Report(), "Did you mean")
		require.Empty(t, r.desk.Acts())
		require.Empty(t, labels(r.press("av")), "parts of words are no match")
	})
}

func TestWhatIsGreyedOutIsRefused(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Button("Save").Disable()
		r.win.Check("Wrap", false).Disable()
		r.win.Text("Name", "").Disable()
		for _, o := range []proof.Outcome{r.press("Save"), r.set("Wrap", "true"), r.set("Name", "x"), r.typed("Name", "x")} {
			effect(t, proof.Refused, o)
			require.Equal(t, proof.ReasonDisabled, o.Reason())
		}
		require.Empty(t, r.desk.Acts())
	})
}

func TestATabOrRadioButtonThatIsChosenIsLeftAlone(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Tabs("General", "Network")
		small, large := r.win.Radio("Small", true), r.win.Radio("Large", false)
		for _, l := range []string{"General", "Small"} {
			o := r.press(l)
			effect(t, proof.Confirmed, o)
			saw(t, proof.AlreadySo, l, o)
		}
		require.Empty(t, r.desk.Acts())
		effect(t, proof.Confirmed, r.press("Large"))
		require.Equal(t, []int{0, 1}, []int{small.Pressed(), large.Pressed()})
	})
}

func TestAPressIsNeverAlreadySo(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		list := r.win.Rows("Fruit", "Apple", "Pear")
		effect(t, proof.Confirmed, r.press("Pear"))
		o := r.press("Pear") // it is chosen already
		effect(t, proof.Unchanged, o)
		require.Equal(t, 2, list.Row("Pear").Pressed())
		tog := r.win.Toggle("Bold", true)
		effect(t, proof.Confirmed, r.press("Bold"))
		require.False(t, tog.Is(desktop.Pressed))
	})
}

func TestNamesAreComparedAsPeopleSayThem(t *testing.T) {
	for said, is := range map[string]string{"save": "Save…", "SAVE as": "Save  As...", "grüsse": "Grüße", "don't save": "Don’t Save", "-": "−", "*": "×"} {
		require.Equal(t, fold(is), fold(said))
	}
	require.NotEqual(t, fold("…"), fold(""))
}

func TestANameThatALabelGivesFindsTheField(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Text("Name", "").NamedBy(desktop.NameLabel)
		r.win.Text("Amount", "").NamedBy(desktop.NameGeometry)
		r.win.Button("").Describe("Print")
		effect(t, proof.Confirmed, r.set("Name", "Ada"))
		effect(t, proof.Confirmed, r.set("Amount", "3"))
		r.press("Print")
		require.Equal(t, 1, r.win.Row("").Pressed())
	})
}

func TestAProgramIsFoundBehindAnother(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		box := r.desk.App("Calculator", desktop.GTK3).WindowBehind("Calculator", frame).Check("7", false)
		effect(t, proof.Confirmed, r.pressTarget(desktop.Target{Label: "7", Container: "calculator"}))
		effect(t, proof.Confirmed, r.pressTarget(desktop.Target{Label: "7", App: "Calculator"}))
		require.Equal(t, 2, box.Pressed())
		o := r.pressTarget(desktop.Target{Label: "7", App: "Mail"})
		require.Equal(t, proof.ReasonNotFound, o.Reason())
	})
}

// paging counts what is asked of a tree.
type paging struct {
	desktop.Tree
	pages, shots int
	slow         time.Duration // what a page takes
}

func (p *paging) Page(ctx context.Context, c desktop.Ref, from, n int) ([]desktop.Element, error) {
	p.pages++
	if !until(ctx, time.Now().Add(p.slow)) {
		return nil, ctx.Err()
	}
	return p.Tree.Page(ctx, c, from, n)
}

func (p *paging) Snapshot(ctx context.Context, s desktop.Scope, l desktop.Limits) (desktop.Snapshot, error) {
	p.shots++
	return p.Tree.Snapshot(ctx, s, l)
}

func TestARowFarDownALongListTakesFewCalls(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		list := r.win.List("Things", 5000)
		tree := &paging{Tree: r.plat.Tree}
		r.plat.Tree = tree
		r.reopen(Config{})
		o := r.last(r.press("Row 4321"))
		effect(t, proof.Confirmed, o)
		require.True(t, list.Row("Row 4321").Is(desktop.Selected))
		require.Equal(t, 1, tree.pages)

		tree.pages = 0
		list.AddRow("The end")
		effect(t, proof.Confirmed, r.press("The end"))
		require.LessOrEqual(t, tree.pages, 30)

		tree.pages = 0
		o = r.press("Row 9999")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonNotFound, o.Reason())
		require.Contains(t, o.Report(), "goes by number")
		require.LessOrEqual(t, tree.pages, 4, "where it would be is looked at, not all")
	})
}

func TestARowThatIsNotInALongListIsRefusedInTimeAndSaysHowFarItLooked(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.List("Things", 900)
		o := r.press("Nowhere")
		require.Equal(t, proof.ReasonNotFound, o.Reason())
		require.Contains(t, o.Report(), "There is no")

		r.plat.Tree = &paging{Tree: r.plat.Tree, slow: 2 * time.Second}
		r.reopen(Config{})
		o = r.press("Nowhere")
		require.Equal(t, proof.ReasonNotFound, o.Reason(), "the time ended, which is no reason")
		require.Contains(t, o.Report(), "did not get through all")
	})
}

func TestARowFarDownIsBoundByTheSameRules(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		list := r.win.List("Things", 500)
		list.AddRow("Twin")
		list.AddRow("Twin")
		require.Equal(t, proof.ReasonAmbiguous, r.press("Twin").Reason())
		require.Equal(t, proof.ReasonNotFound, r.pressTarget(desktop.Target{Label: "Row 400", Role: desktop.Button}).Reason())
		require.Equal(t, proof.ReasonNotFound, r.pressTarget(desktop.Target{Label: "Row 400", Container: "Elsewhere"}).Reason())
		require.Equal(t, proof.ReasonNotFound, r.typed("Row 400", "x").Reason())
		effect(t, proof.Confirmed, r.pressTarget(desktop.Target{Label: "Row 400", Container: "Things"}))
		effect(t, proof.Confirmed, r.pressTarget(desktop.Target{Label: "Twin", Nth: 2}))
		require.Empty(t, list.Row("Twin").Acts(), "the first one")
	})
}

func TestASnapshotThatWasCutShortIsTakenAgainWider(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		g := r.win.Group("Many")
		for i := range 4000 {
			g.Label(fmt.Sprint("Line ", i))
		}
		for i := range 25 { // below the limit of paging, so that only the number of elements cuts
			h := g.Group(fmt.Sprint("Block ", i))
			for j := range 190 {
				h.Label(fmt.Sprint("Cell ", i, " ", j))
			}
		}
		_ = g
		box := r.win.Group("Deep").Group("Deeper").Check("Wrap", false)
		effect(t, proof.Confirmed, r.press("Wrap"))
		require.Equal(t, 1, box.Pressed())
	})
}
