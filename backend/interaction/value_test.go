package interaction

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

func TestANumberIsSetAndReadBack(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		level, copies := r.win.Slider("Level", 0, 100, 50), r.win.Spin("Copies", 1, 9, 1)
		for _, v := range []string{"70", "80%", " 12.5 "} {
			o := r.last(r.set("Level", v))
			effect(t, proof.Confirmed, o)
			saw(t, proof.ValueRead, "Level", o)
		}
		require.Equal(t, "12.5", level.Content())
		effect(t, proof.Confirmed, r.set("Copies", "4"))
		require.Equal(t, "4", copies.Content())
		n := len(r.desk.Acts())
		o := r.set("Copies", "4.0")
		saw(t, proof.AlreadySo, "4", o)
		require.Len(t, r.desk.Acts(), n)
	})
}

func TestANumberThatCanNotBeIsRefused(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Slider("Level", 0, 100, 50)
		r.win.Spin("Copies", 1, 9, 1)
		r.win.Slider("Free", 0, 0, 0)
		for _, label := range []string{"Level", "Copies", "Free"} {
			for _, v := range []string{"many", "", "NaN", "inf", "-Inf", "1e999", "1,5"} {
				o := r.set(label, v)
				effect(t, proof.Refused, o)
				require.Equal(t, proof.ReasonInvalid, o.Reason(), v)
			}
		}
		for label, v := range map[string]string{"Level": "101", "Copies": "0"} {
			o := r.set(label, v)
			require.Equal(t, proof.ReasonInvalid, o.Reason())
			require.Contains(t, o.Report(), "goes from")
		}
		require.Empty(t, r.desk.Acts())
	})
}

func TestAControlThatTakesAnotherValueSaysWhich(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		level := r.win.Slider("Level", 0, 100, 50)
		level.On(func(c *dt.Control) { c.SetContent("35") }) // in steps of five
		o := r.set("Level", "33")
		effect(t, proof.Partial, o)
		require.Equal(t, proof.ReasonRewritten, o.Reason())
		require.Contains(t, o.Report(), "35")

		colour := r.win.Combo("Colour", "Red", "Green", "Blue")
		colour.On(func(c *dt.Control) { c.SetContent("Blue") })
		o = r.set("Colour", "Green")
		effect(t, proof.Partial, o)
		require.Contains(t, o.Report(), "Blue")
		require.Equal(t, 1, colour.Row("Green").Pressed())
	})
}

func TestABoxIsTickedOrCleared(t *testing.T) {
	for _, c := range []struct {
		start desktop.State
		value string
		want  bool
		press int
	}{
		{0, "true", true, 1}, {desktop.Checked, "true", true, 0}, {desktop.Checked, "off", false, 1}, {0, "no", false, 0},
		{desktop.Mixed, "yes", true, 1}, {desktop.Mixed, "false", false, 2}, {desktop.Mixed | desktop.Checked, "false", false, 2},
	} {
		bubble(t, func(t *testing.T, r *rig) {
			b := r.win.Check("Wrap", false)
			b.SetState(c.start, true)
			o := r.last(r.set("Wrap", c.value))
			effect(t, proof.Confirmed, o)
			require.Equal(t, c.want, b.Is(desktop.Checked))
			require.False(t, b.Is(desktop.Mixed))
			require.Equal(t, c.press, b.Pressed(), "%+v", c)
			if c.press == 0 {
				saw(t, proof.AlreadySo, "", o)
			}
		})
	}
	bubble(t, func(t *testing.T, r *rig) {
		b := r.win.Check("Wrap", false)
		o := r.set("Wrap", "perhaps")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonInvalid, o.Reason())
		tog := r.win.Toggle("Bold", false)
		effect(t, proof.Confirmed, r.set("Bold", "on"))
		effect(t, proof.Confirmed, r.set("Bold", "on"))
		require.Equal(t, 1, tog.Pressed())
		require.Zero(t, b.Pressed())
	})
}

func TestAChoiceIsPickedFromItsOptions(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		colour := r.win.Combo("Colour", "Red", "Green")
		o := r.last(r.set("Colour", "green"))
		effect(t, proof.Confirmed, o)
		require.Equal(t, "Green", colour.Content())
		require.False(t, colour.Is(desktop.Expanded))
		saw(t, proof.AlreadySo, "Green", r.set("Colour", "Green"))
		o = r.set("Colour", "Mauve")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonNotFound, o.Reason())
		require.Contains(t, o.Report(), "Red, Green")
	})
}

// lazy is a choice that has its options only while it is open.
func lazy(r *rig, options ...string) *dt.Control {
	c := r.win.Combo("Colour")
	c.Every(30*time.Millisecond, func(c *dt.Control) {
		open := c.Is(desktop.Expanded)
		for _, o := range options {
			row := c.Row(o)
			switch {
			case open && row == nil:
				c.Add(desktop.ListItem, o, desktop.Enabled|desktop.Selectable, desktop.Select, desktop.Press)
			case !open && row != nil:
				row.Vanish()
			}
		}
	})
	return c
}

func TestAChoiceThatHasOptionsOnlyWhileOpenIsOpened(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		fruit := r.win.Rows("Fruit", "Green", "Pear")
		c := lazy(r, "Red", "Green")
		o := r.last(r.set("Colour", "Green"))
		effect(t, proof.Confirmed, o)
		require.Equal(t, "Green", c.Content())
		require.Empty(t, fruit.Row("Green").Acts(), "a row of the same name elsewhere is not an option")
		c.Vanish()
	})
}

func TestAnOptionThatIsNotThereClosesTheChoiceAgain(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		c := lazy(r, "Red", "Green")
		o := r.set("Colour", "Mauve")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonNotFound, o.Reason())
		require.Contains(t, o.Report(), "Mauve")
		require.False(t, c.Is(desktop.Expanded))
		c.Vanish()
	})
}

func TestAChoiceWithVeryManyOptionsIsReadToItsEnd(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		zones := make([]string, 300)
		for i := range zones {
			zones[i] = "Zone " + string(rune('A'+i/26)) + string(rune('a'+i%26))
		}
		c := r.win.Combo("Time zone", zones...)
		effect(t, proof.Confirmed, r.set("Time zone", zones[280]))
		require.Equal(t, zones[280], c.Content())
		require.Equal(t, proof.ReasonNotFound, r.set("Time zone", "Zone 9").Reason())
	})
}

func TestACallsOwnExpectationDecidesForEachKindOfControl(t *testing.T) {
	for name, build := range map[string]func(r *rig) (*dt.Control, string){
		"Wrap":   func(r *rig) (*dt.Control, string) { return r.win.Check("Wrap", false), "true" },
		"Level":  func(r *rig) (*dt.Control, string) { return r.win.Slider("Level", 0, 9, 1), "7" },
		"Colour": func(r *rig) (*dt.Control, string) { return r.win.Combo("Colour", "Red", "Green"), "Green" },
		"Name":   func(r *rig) (*dt.Control, string) { return r.win.Text("Name", ""), "Ada" },
	} {
		for _, works := range []bool{true, false} {
			bubble(t, func(t *testing.T, r *rig) {
				status := r.win.Label("ready").Describe("status")
				c, v := build(r)
				if works {
					c.On(dt.SetLabel(status, "saved"))
				}
				o, _ := r.x.SetValue(r.ctx, 0, desktop.Target{Label: name}, v, nil, &desktop.Expect{Kind: desktop.TextContains, Target: desktop.Target{Label: "status"}, Value: "saved"})
				require.Equal(t, works, o.OK(), "%s: %s", name, o.Report())
			})
		}
	}
}

func TestAValueIsSetOnlyIfItIsStillWhatItWas(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		f := r.win.Text("Name", "Ada")
		box := r.win.Check("Wrap", true)
		for _, c := range []struct {
			label, value, only string
			done               bool
		}{{"Name", "Eve", "Bob", false}, {"Name", "Eve", "Ada", true}, {"Wrap", "off", "off", false}, {"Wrap", "off", "on", true}} {
			o, _ := r.x.SetValue(r.ctx, 0, desktop.Target{Label: c.label}, c.value, &c.only, nil)
			require.Equal(t, c.done, o.OK(), o.Report())
			if !c.done {
				effect(t, proof.Refused, o)
				require.Contains(t, o.Report(), "changed since")
			}
		}
		require.Equal(t, "Eve", f.Content())
		require.False(t, box.Is(desktop.Checked))
	})
}

func TestAnOptionThatOnlyThePointerChoosesIsClicked(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		c := r.win.Combo("Colour")
		for _, name := range []string{"Red", "Green", "Blue"} {
			c.Add(desktop.ListItem, name, desktop.Enabled|desktop.Selectable)
		}
		effect(t, proof.Confirmed, r.last(r.set("Colour", "Blue")))
		require.Equal(t, "Blue", c.Content())
		require.Equal(t, 1, c.Pressed())

		c.SetState(desktop.Expanded, true) // the user has opened it: pressing it again would close it
		effect(t, proof.Confirmed, r.last(r.set("Colour", "Green")))
		require.Equal(t, "Green", c.Content())
		require.Equal(t, 1, c.Pressed())
	})
}

func TestARowIsPointedAtWhereItsListShowsIt(t *testing.T) {
	fd := found{f: finder{byRef: map[desktop.Ref]desktop.Element{}}}
	list := desktop.Element{Ref: desktop.Ref{ID: "list"}, Role: desktop.List, Bounds: desktop.Rect{X: 10, Y: 10, W: 60, H: 100}}
	fd.f.byRef[list.Ref] = list
	row := desktop.Element{Role: desktop.ListItem, Parent: list.Ref, Bounds: desktop.Rect{X: 10, Y: 20, W: 700, H: 20}}
	require.Equal(t, desktop.Point{X: 40, Y: 30}, fd.middle(row), "wider than its list")
	row.Bounds.W = 20
	require.Equal(t, desktop.Point{X: 20, Y: 30}, fd.middle(row))
}

func TestATargetWithoutANameIsTheFieldThatTheCaretIsIn(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		one, two := r.win.Text("One", "a"), r.win.Text("Two", "b")
		two.SetState(desktop.Focused, true)
		effect(t, proof.Confirmed, r.last(r.set("", "c")))
		require.Equal(t, []string{"a", "c"}, []string{one.Content(), two.Content()})
		two.SetState(desktop.Focused, false)
		o := r.set("", "d")
		require.Equal(t, proof.ReasonAmbiguous, o.Reason(), "nobody says which")
	})
}
