package interaction

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

func TestADeclaredExpectationIsProvenByWhatItNames(t *testing.T) {
	status := desktop.Target{Label: "status"}
	for _, c := range []struct {
		e     desktop.Expect
		does  func(r *rig, status *dt.Control) dt.Effect
		proof string
	}{
		{desktop.Expect{Kind: desktop.TextEquals, Target: status, Value: "saved"}, func(_ *rig, s *dt.Control) dt.Effect { return dt.SetLabel(s, "saved ") }, "saved"},
		{desktop.Expect{Kind: desktop.TextContains, Target: status, Value: "saved"}, func(_ *rig, s *dt.Control) dt.Effect { return dt.SetLabel(s, "all saved now") }, "all saved now"},
		{desktop.Expect{Kind: desktop.ValueIs, Target: desktop.Target{Label: "Level"}, Value: "70.0"}, func(r *rig, _ *dt.Control) dt.Effect { return dt.SetContent(r.win.Row("Level"), "70") }, "70"},
		{desktop.Expect{Kind: desktop.StateIs, Target: status, Value: "!enabled"}, func(_ *rig, s *dt.Control) dt.Effect { return dt.Disable(s) }, "!enabled"},
		{desktop.Expect{Kind: desktop.StateIs, Target: desktop.Target{Label: "Wrap"}, Value: "checked"}, func(r *rig, _ *dt.Control) dt.Effect { return dt.SetState(r.win.Row("Wrap"), desktop.Checked, true) }, "checked"},
		{desktop.Expect{Kind: desktop.Appears, Target: desktop.Target{Label: "Undo"}}, func(r *rig, _ *dt.Control) dt.Effect { return func(*dt.Control) { r.win.Button("Undo") } }, "there"},
		{desktop.Expect{Kind: desktop.Appears, Target: desktop.Target{Role: desktop.Link}}, func(r *rig, _ *dt.Control) dt.Effect { return func(*dt.Control) { r.win.Link("More") } }, "there"},
		{desktop.Expect{Kind: desktop.Disappears, Target: status}, func(_ *rig, s *dt.Control) dt.Effect { return dt.Vanish(s) }, "not there"},
		{desktop.Expect{Kind: desktop.Disappears, Target: desktop.Target{Path: []string{"application:Notes", "window:Notes", "label:ready"}}}, func(_ *rig, s *dt.Control) dt.Effect { return dt.Vanish(s) }, "not there"},
		{desktop.Expect{Kind: desktop.WindowOpens, Value: "options"}, func(*rig, *dt.Control) dt.Effect { return dt.OpenWindow("Options", nil) }, "Options"},
		{desktop.Expect{Kind: desktop.TitleHas, Value: "saved"}, func(*rig, *dt.Control) dt.Effect { return dt.Retitle("Notes – saved") }, "saved"},
		{desktop.Expect{Kind: desktop.Changes}, func(_ *rig, s *dt.Control) dt.Effect { return dt.SetLabel(s, "saved") }, "saved"},
	} {
		for _, delay := range []time.Duration{0, 700 * time.Millisecond, -1} {
			t.Run(fmt.Sprintf("%s %v %v %v", c.e.Kind, c.e.Target.Role, len(c.e.Target.Path), delay), func(t *testing.T) {
				bubble(t, func(t *testing.T, r *rig) {
					s := r.win.Label("ready").Describe("status")
					r.win.Slider("Level", 0, 100, 50)
					r.win.Check("Wrap", false)
					b := r.win.Button("Go").Delay(max(delay, 0))
					if delay >= 0 {
						b.On(c.does(r, s))
					}
					o, _ := r.x.Press(r.ctx, r.step, desktop.Target{Label: "Go"}, &c.e, 1, 0)
					r.step++
					require.Equal(t, 1, b.Pressed(), o.Report())
					if delay < 0 {
						effect(t, proof.Unchanged, o)
						return
					}
					o = r.last(o)
					effect(t, proof.Confirmed, o)
					saw(t, o.Evidence()[0].Kind, c.proof, o)
				})
			})
		}
	}
}

func TestWhatWasExpectedAndIsAlreadySoProvesNothing(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Label("saved").Describe("status")
		b := r.win.Button("Go")
		for _, e := range []desktop.Expect{
			{Kind: desktop.TextEquals, Target: desktop.Target{Label: "status"}, Value: "saved"}, {Kind: desktop.Appears, Target: desktop.Target{Label: "Go"}},
			{Kind: desktop.TitleHas, Value: "Notes"}, {Kind: desktop.Disappears, Target: desktop.Target{Label: "Undo"}},
		} {
			o, _ := r.x.Press(r.ctx, 0, desktop.Target{Label: "Go"}, &e, 1, 0)
			effect(t, proof.Unverifiable, o)
			require.Equal(t, proof.ReasonAlready, o.Reason())
		}
		require.Equal(t, 4, b.Pressed())
	})
}

func TestAnExpectationThatCanNotBeLookedForStopsThePress(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		b := r.win.Button("Go")
		for _, e := range []desktop.Expect{
			{Kind: desktop.TextEquals, Target: desktop.Target{Label: "nowhere"}, Value: "x"}, {Kind: desktop.StateIs, Value: "happy"}, {Kind: "glows"},
		} {
			o, _ := r.x.Press(r.ctx, 0, desktop.Target{Label: "Go"}, &e, 1, 0)
			effect(t, proof.Refused, o)
		}
		require.Zero(t, b.Pressed())
	})
}

func TestALongTextIsComparedWhole(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		long := fmt.Sprintf("%03000d", 7)
		f := r.win.TextArea("Body", "")
		r.win.Button("Fill").On(dt.SetContent(f, long))
		for _, k := range []desktop.ExpectKind{desktop.TextEquals, desktop.TextContains} {
			f.SetContent("")
			o, _ := r.x.Press(r.ctx, r.step, desktop.Target{Label: "Fill"}, &desktop.Expect{Kind: k, Target: desktop.Target{Label: "Body"}, Value: long}, 1, 0)
			r.step++
			effect(t, proof.Confirmed, r.last(o))
		}
	})
}

func TestAnExpectationOnAnElementMadeAnewHolds(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		s := r.win.Check("Wrap", false)
		r.win.Button("Go").On(dt.Rebuild(s), dt.SetState(s, desktop.Checked, true))
		o, _ := r.x.Press(r.ctx, r.step, desktop.Target{Label: "Go"}, &desktop.Expect{Kind: desktop.StateIs, Target: desktop.Target{Label: "Wrap"}, Value: "checked"}, 1, 0)
		r.step++
		effect(t, proof.Confirmed, r.last(o))
	})
}

func TestATitleIsThatOfTheWindowInFront(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		other := r.desk.App("Chat", desktop.GTK3).WindowBehind("Chat", frame)
		r.win.Button("Go").On(func(*dt.Control) { other.Retitle("saved") })
		o, _ := r.x.Press(r.ctx, 0, target("Go"), &desktop.Expect{Kind: desktop.TitleHas, Value: "saved"}, 1, 0)
		effect(t, proof.Unchanged, o)
	})
}
