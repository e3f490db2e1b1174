package observe

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

// page makes a snapshot of a window with these elements in it, one below the other.
func page(es ...desktop.Element) desktop.Snapshot {
	win := desktop.Element{Ref: desktop.Ref{ID: "w"}, Role: desktop.WindowRole, Name: "W", State: desktop.Visible, Bounds: desktop.Rect{W: 800, H: 600}}
	s := desktop.Snapshot{Elements: []desktop.Element{win}}
	for i, e := range es {
		if e.Ref.Zero() {
			e.Ref = desktop.Ref{ID: fmt.Sprint(i)}
		}
		if e.Parent.Zero() {
			e.Parent = win.Ref
		}
		if e.Bounds == (desktop.Rect{}) {
			e.Bounds = desktop.Rect{X: 10, Y: 20 * float64(i), W: 50, H: 16}
		}
		e.State |= desktop.Visible
		e.Path = []desktop.Step{{Role: desktop.WindowRole, Name: "W"}, {Role: e.Role, Name: e.Name}}
		s.Elements = append(s.Elements, e)
	}
	return s
}

func told(s desktop.Snapshot) (names []string, sc Screen) {
	l := choose(s, nil)
	l.finish(Config{Lines: 100, Bytes: 1 << 20}, &sc)
	for _, line := range sc.Lines {
		parts := strings.Split(line, "|")
		names = append(names, strings.Trim(parts[2]+" "+parts[3], " "))
	}
	return names, sc
}

func TestElementsAreRankedByWhatTheyAreGoodFor(t *testing.T) {
	on := desktop.Enabled
	names, sc := told(page(
		desktop.Element{Role: desktop.Label, Name: "a label"},
		desktop.Element{Role: desktop.Heading, Name: "a heading"},
		desktop.Element{Role: desktop.Button, Name: "greyed"},
		desktop.Element{Role: desktop.SpinButton, Value: "5", State: on},
		desktop.Element{Role: desktop.Cell, Name: "a cell", Verbs: []desktop.Verb{desktop.Press}, State: on},
		desktop.Element{Role: desktop.ListItem, Name: "a row", State: on},
		desktop.Element{Role: desktop.Group, Name: "pressable group", Verbs: []desktop.Verb{desktop.Press}, State: on},
		desktop.Element{Role: desktop.Group, Name: "plain group", State: on},
		desktop.Element{Role: desktop.Image, Name: "a picture", State: on},
		desktop.Element{Role: desktop.Button, Name: "a button", State: on},
		desktop.Element{Role: desktop.TextField, Name: "where the caret is", State: on | desktop.Focused},
		desktop.Element{Role: desktop.TextField, State: on | desktop.Editable},
		desktop.Element{Role: desktop.Button, State: on},
	))
	require.Equal(t, []string{"where the caret is (focused)", "pressable group", "a button", "a cell", "a row", "5", "", "greyed (disabled)",
		"a heading", "a label", "a picture"}, names)
	require.Equal(t, 1, sc.Unseen)
}

func TestWhatIsOutOfSightIsNotTold(t *testing.T) {
	on, list := desktop.Enabled, desktop.Ref{ID: "list"}
	names, _ := told(page(
		desktop.Element{Ref: list, Role: desktop.List, Name: "Files", Bounds: desktop.Rect{X: 10, Y: 100, W: 100, H: 50}},
		desktop.Element{Role: desktop.ListItem, Name: "in sight", Parent: list, State: on, Bounds: desktop.Rect{X: 10, Y: 110, W: 100, H: 20}},
		desktop.Element{Role: desktop.ListItem, Name: "half in sight", Parent: list, State: on, Bounds: desktop.Rect{X: 10, Y: 140, W: 100, H: 20}},
		desktop.Element{Role: desktop.ListItem, Name: "scrolled off", Parent: list, State: on, Bounds: desktop.Rect{X: 10, Y: 160, W: 100, H: 20}},
		desktop.Element{Role: desktop.Button, Name: "outside the window", State: on, Bounds: desktop.Rect{X: 900, Y: 10, W: 10, H: 10}},
		desktop.Element{Role: desktop.Button, Name: "place unknown", State: on, Bounds: desktop.Rect{X: 5}},
	))
	require.Equal(t, []string{"place unknown", "in sight", "half in sight"}, names)
}

func TestTheSameTextIsToldOnce(t *testing.T) {
	on := desktop.Enabled
	names, _ := told(page(
		desktop.Element{Role: desktop.Label, Name: "Name:", State: on},
		desktop.Element{Role: desktop.TextField, Name: "Name", State: on},
		desktop.Element{Role: desktop.Label, Name: "twice", State: on},
		desktop.Element{Role: desktop.Label, Name: "Twice ", State: on},
	))
	require.Equal(t, []string{"Name", "twice"}, names)
}

func TestWhatIsInsideASecretFieldIsSecret(t *testing.T) {
	field := desktop.Ref{ID: "field"}
	inner := desktop.Ref{ID: "inner"}
	names, _ := told(page(
		desktop.Element{Ref: field, Role: desktop.Password, Name: "Password", State: desktop.Enabled | desktop.Secure},
		desktop.Element{Ref: inner, Role: desktop.Group, Parent: field},
		desktop.Element{Role: desktop.Label, Name: "hunter2", Parent: inner},
	))
	require.Equal(t, []string{"Password hidden"}, names)

	l := choose(page(desktop.Element{Role: desktop.Password, Name: "Password", Bounds: desktop.Rect{X: 1}}), nil)
	require.True(t, l.blur, "nobody knows where it is")
}

func TestASummaryCountsTheMostFrequentKinds(t *testing.T) {
	var es []desktop.Element
	for i, role := range []desktop.Role{desktop.Button, desktop.CheckBox, desktop.Link, desktop.Tab, desktop.Slider, desktop.Combo, desktop.Radio} {
		for range 7 - i {
			es = append(es, desktop.Element{Role: role, Name: "x", State: desktop.Enabled})
		}
	}
	l := choose(page(es...), nil)
	require.Equal(t, "7 buttons, 6 check boxes, 5 links, 4 tabs, 3 sliders", l.summary())
	l = choose(page(desktop.Element{Role: desktop.Radio, Name: "x"}), nil)
	require.Equal(t, "1 radio button", l.summary())
	require.Empty(t, (&listing{}).summary())
}
