package tools

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
	"pace/backend/tool"
)

func TestAClickNamesALabelAPlaceOrGuesses(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		box := r.win.Check("Wrap", false)
		px := box.Pixel()
		for i, args := range []string{`{"label":"Wrap"}`, fmt.Sprintf(`{"x":%d,"y":%d}`, px.X, px.Y), fmt.Sprintf(`{"x":%d,"y":"%d","screen":0}`, px.X, px.Y),
			`{"candidates":[{"label":"Wrap","confidence":0.9}]}`, `{"path":["application:Notes","window:Notes","checkbox:Wrap"]}`} {
			o, out := r.run("click", args)
			effect(t, proof.Confirmed, o)
			require.Equal(t, i+1, box.Pressed(), args)
			if i == 0 {
				require.Equal(t, "Wrap", out.Target.Label)
			}
		}
		for _, args := range []string{`{}`, `{"x":1}`, `{"candidates":[]}`, `{"candidates":[{"x":1}]}`, `{"candidates":[{"confidence":1}]}`, `{"label":"a","nth":-1}`, `{"label":"a","where":"b"}`} {
			require.NotEmpty(t, r.refused("click", args), args)
		}
	})
}

func TestADoubleClickIsTwoClicks(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		n := 0
		r.win.Button("Go").On(func(*dt.Control) { n++ }, dt.SetLabel(r.win.Label("ready"), "done"))
		o, _ := r.run("double_click", `{"label":"Go"}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, 2, n)
	})
}

func TestGuessesAreTriedByTheirLikelihoodUntilOneWorks(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		dead, good := r.win.Button("Dead"), r.win.Check("Good", false)
		o, out := r.run("click", `{"candidates":[{"label":"Good","confidence":0.3},{"label":"Dead","confidence":0.6},{"label":"Nowhere","confidence":0.9}]}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, []int{1, 1}, []int{dead.Pressed(), good.Pressed()})
		require.Equal(t, "Good", out.Target.Label)
	})
}

func TestAGuessWhoseEffectIsUnknownEndsTheTrying(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Button("Lost").AnswerLate(false)
		next := r.win.Check("Next", false)
		o, _ := r.run("click", `{"candidates":[{"label":"Lost","confidence":0.9},{"label":"Next","confidence":0.1}]}`)
		effect(t, proof.Unverifiable, o)
		require.Zero(t, next.Pressed())
	})
}

func TestAtMostThreeGuessesAreTried(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for i := range 4 {
			r.win.Button(fmt.Sprint("B", i))
		}
		r.run("click", `{"candidates":[{"label":"B0","confidence":0.9},{"label":"B1","confidence":0.7},{"label":"B2","confidence":0.5},{"label":"B3","confidence":0.3}]}`)
		require.Len(t, r.desk.Acts(), 3)
	})
}

func TestGuessesThatAreAboutAsLikelyAreAskedAbout(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Check("A", false)
		r.win.Check("B", false)
		o, _ := r.run("click", `{"candidates":[{"label":"A","confidence":0.8},{"label":"B","confidence":0.75}]}`)
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonAmbiguous, o.Reason())
		require.Len(t, o.Problem().Candidates, 2)
		require.Empty(t, r.desk.Acts())
		o, _ = r.run("click", `{"candidates":[{"label":"A","confidence":0.8},{"label":"A","confidence":0.75}]}`)
		effect(t, proof.Confirmed, o)
	})
}

// calculator has a key for each digit and shows what was pressed.
func calculator(r *rig, keys string) (display *dt.Control) {
	display = r.win.Label("Display")
	text := ""
	for _, k := range keys {
		r.win.Button(string(k)).On(func(*dt.Control) { text += string(k); display.SetLabel(text) })
	}
	return display
}

func TestANumberIsSpelledWhenNothingIsCalledSo(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		d := calculator(r, "0123456789.")
		o, _ := r.run("click", `{"label":"42.5"}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, "42.5", d.Name())
		b := r.bound("click", `{"label":"17"}`)
		got, p := b.Tool.(tool.Previewer).Preview(t.Context(), tool.Step{Turn: "t"}, b.Call.Args)
		require.Nil(t, p)
		require.Equal(t, "button “1”, then button “7” in “Notes”", got)
	})
}

func TestANumberIsSpelledWholeOrNotAtAll(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		calculator(r, "01234")
		o, _ := r.run("click", `{"label":"42.5"}`)
		effect(t, proof.Refused, o)
		require.Empty(t, r.desk.Acts())
	})
	bubble(t, func(t *testing.T, r *rig) { // a key of its own comes first
		d := calculator(r, "42")
		key := r.win.Check("42", false)
		o, _ := r.run("click", `{"label":"42"}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, 1, key.Pressed())
		require.Equal(t, "Display", d.Name())
	})
}

func TestANumberWhoseKeyFailsSaysHowFarItCame(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		calculator(r, "425")
		r.win.Row("2").Ignore()
		o, _ := r.run("click", `{"label":"425"}`)
		effect(t, proof.Partial, o)
		require.Contains(t, o.Report(), "first 1 of 3")
		require.Zero(t, r.win.Row("5").Pressed())
	})
}

func TestACallsOwnBudgetAndExpectationReachThePress(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Button("Go").On(dt.SetLabel(r.win.Label("ready"), "done")).Delay(4 * time.Second)
		b := r.bound("click", `{"label":"Go"}`)
		o, _ := b.Tool.Run(t.Context(), tool.Step{Turn: "t", Budget: 5 * time.Second, Expect: &desktop.Expect{Kind: desktop.Appears, Target: desktop.Target{Label: "done"}}}, b.Call.Args)
		effect(t, proof.Confirmed, o)
	})
}

// previewed is what a dry run would say, and the problem it would show.
func (r *rig) previewed(name, args string) (string, *proof.Problem) {
	b := r.bound(name, args)
	return b.Tool.(tool.Previewer).Preview(r.t.Context(), tool.Step{Turn: "t"}, b.Call.Args)
}

func TestAPreviewPromisesWhatTheRunDoesAndRefusesWhatItRefuses(t *testing.T) {
	build := func(r *rig) {
		calculator(r, "42")
		r.win.Text("Name", "Ada")
		r.win.Password("PIN")
		r.win.Slider("Level", 0, 100, 20)
		r.win.Check("Wrap", false)
		dead := r.win.Button("Dead")
		dt.SetState(dead, desktop.Enabled, false)(dead)
		r.win.Check("A", false)
		r.win.Check("B", false)
		r.desk.Install(desktop.Entry{ID: "org.example.Mail.desktop", Name: "Mail"})
	}
	for _, c := range []struct {
		tool, args string
		ok         bool
	}{
		{"click", `{"label":"42"}`, true},
		{"click", `{"label":"10"}`, false},
		{"click", `{"label":"20"}`, false},
		{"double_click", `{"label":"42"}`, false},
		{"double_click", `{"label":"4"}`, true},
		{"click", `{"label":"Dead"}`, false},
		{"click", `{"label":"Nowhere"}`, false},
		{"click", `{"role":"button","nth":2}`, true},
		{"click", `{"role":"button","nth":9}`, false},
		{"click", `{"role":"tab","nth":1}`, false},
		{"click", `{"x":300,"y":110}`, true},
		{"click", `{"x":9000,"y":20}`, false},
		{"click", `{"x":5,"y":5}`, false},
		{"click", `{"candidates":[{"label":"A","confidence":0.8},{"label":"B","confidence":0.79}]}`, false},
		{"click", `{"candidates":[{"label":"Nowhere","confidence":0.9},{"label":"A","confidence":0.5}]}`, true},
		{"click", `{"candidates":[{"label":"Nowhere","confidence":0.9},{"x":9000,"y":1,"confidence":0.5}]}`, false},
		{"type", `{"text":"x","into":"Name"}`, true},
		{"type", `{"text":"x","into":"PIN"}`, false},
		{"type", `{"text":"two\nlines","into":"Name"}`, false},
		{"set_value", `{"target":"Name","value":"Bob"}`, true},
		{"set_value", `{"target":"PIN","value":"1234"}`, false},
		{"set_value", `{"target":"Level","value":"70"}`, true},
		{"set_value", `{"target":"Level","value":"170"}`, false},
		{"set_value", `{"target":"Level","value":"loud"}`, false},
		{"set_value", `{"target":"Wrap","value":"true"}`, true},
		{"set_value", `{"target":"Wrap","value":"perhaps"}`, false},
		{"key", `{"key":"f5"}`, true},
		{"key", `{"key":"flux"}`, false},
		{"scroll", `{"in":"Nowhere"}`, false},
		{"window_snap", `{"position":"left"}`, true},
		{"window_snap", `{"position":"minimize","app":"Nowhere"}`, false},
		{"window_close", `{"app":"Nowhere"}`, false},
		{"open_app", `{"app":"Nowhere"}`, false},
	} {
		t.Run(c.tool+c.args, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				build(r)
				got, p := r.previewed(c.tool, c.args)
				require.Empty(t, r.desk.Acts(), "a preview touches nothing")
				require.Equal(t, c.ok, p == nil, "%q %v", got, p)
				require.Equal(t, c.ok, got != "", "%q", got)
				o, _ := r.run(c.tool, c.args)
				require.Equal(t, !c.ok, o.Effect() == proof.Refused, "%s %s", o.Effect(), o.Report())
			})
		})
	}
}

func TestTheSecondButtonIsCountedAsItIsRead(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Toggle("One", false)
		two := r.win.Toggle("Two", false)
		hidden := r.win.Button("Hidden")
		dt.SetState(hidden, desktop.Visible, false)(hidden)
		in := r.win.Group("Right")
		in.Toggle("Three", false)
		four := in.Toggle("Four", false)
		o, _ := r.run("click", `{"role":"button","nth":2}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, 1, two.Pressed())
		o, _ = r.run("click", `{"role":"button","nth":2,"container":"Right"}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, 1, four.Pressed())
		b := r.bound("click", `{"role":"button","nth":2}`)
		require.Equal(t, "Press the 2nd button", b.Tool.Describe(b.Call.Args))
		require.NotEmpty(t, r.refused("click", `{"role":"button"}`))
		require.NotEmpty(t, r.refused("click", `{"nth":2}`))
	})
}
