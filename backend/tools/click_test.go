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
		require.Contains(t, got, "17")
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
