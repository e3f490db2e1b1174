package desktoptest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestEachBuilderMakesWhatItsNameSays(t *testing.T) {
	_, _, w := form(t)
	for _, c := range []struct {
		c     *Control
		role  desktop.Role
		state desktop.State
		not   desktop.State
		value string
		verbs []desktop.Verb
	}{
		{w.Button("a"), desktop.Button, desktop.Focusable, desktop.Checkable, "", []desktop.Verb{desktop.Press, desktop.Focus, desktop.Reveal}},
		{w.Toggle("a", true), desktop.Toggle, desktop.Pressed, 0, "", []desktop.Verb{desktop.Press}},
		{w.Link("a"), desktop.Link, desktop.Focusable, 0, "", []desktop.Verb{desktop.Press}},
		{w.Label("a"), desktop.Label, desktop.Enabled, desktop.Focusable, "a", nil},
		{w.Text("a", "x"), desktop.TextField, desktop.Editable, desktop.MultiLine, "x", []desktop.Verb{desktop.SetText, desktop.Insert, desktop.Focus}},
		{w.TextArea("a", "x"), desktop.TextField, desktop.Editable | desktop.MultiLine, 0, "x", []desktop.Verb{desktop.SetText, desktop.Insert}},
		{w.Password("a"), desktop.Password, desktop.Secure | desktop.Editable, 0, "", nil},
		{w.Check("a", true), desktop.CheckBox, desktop.Checkable | desktop.Checked, 0, "", []desktop.Verb{desktop.Press}},
		{w.Radio("a", false), desktop.Radio, desktop.Checkable, desktop.Checked, "", []desktop.Verb{desktop.Press}},
		{w.Combo("a", "x", "y"), desktop.Combo, desktop.Expandable, desktop.Expanded, "x", []desktop.Verb{desktop.Press, desktop.Expand, desktop.Collapse}},
		{w.Slider("a", 1, 9, 4), desktop.Slider, desktop.Focusable, desktop.Editable, "4", []desktop.Verb{desktop.SetValue}},
		{w.Spin("a", 1, 9, 4.5), desktop.SpinButton, desktop.Editable, 0, "4.5", []desktop.Verb{desktop.SetValue, desktop.SetText}},
		{w.List("a", 3), desktop.List, desktop.Focusable, 0, "", nil},
		{w.Menu("File", "a"), desktop.MenuItem, desktop.Enabled, desktop.Visible, "", []desktop.Verb{desktop.Press}},
		{w.Tabs("a", "b")[1], desktop.Tab, desktop.Selectable, desktop.Selected, "", []desktop.Verb{desktop.Select, desktop.Press}},
		{w.Group("a"), desktop.Group, desktop.Enabled, desktop.Focusable, "", nil},
		{w.Progress("a", 0), desktop.Progress, desktop.Enabled, desktop.Focusable, "0", nil},
		{w.Ticker("a", 0), desktop.Label, desktop.Enabled, desktop.Focusable, "a 0", nil},
	} {
		e := c.c.Element()
		require.Equal(t, c.role, e.Role)
		require.True(t, e.Has(c.state|desktop.Enabled), "%s: %v", e.Role, e.State)
		require.Zero(t, e.State&c.not, "%s: %v", e.Role, e.State)
		require.Equal(t, c.value, e.Value, e.Role)
		require.NotEmpty(t, e.Native)
		for _, v := range c.verbs {
			require.True(t, e.Can(v), "%s %s", e.Role, v)
		}
	}
}

func TestControlsThatAreSeenDoNotOverlap(t *testing.T) {
	d, _, w := form(t)
	g := w.Group("Address")
	g.Text("Street", "")
	g.Check("Work", false)
	w.List("Things", 30)
	pages := w.Tabs("General", "Network")
	pages[0].Check("Sound", true)
	pages[1].Check("Wi-Fi", true)
	w.Menu("File", "Open…")
	w.Menu("Edit", "Cut")
	w.Slider("Level", 0, 1, 0)
	w.Text("Name", "").Unnamed()
	for range 12 {
		w.Button("more")
	}
	var leaves []desktop.Element
	for _, e := range snapshot(t, d, desktop.Scope{}, desktop.Limits{}).Elements {
		switch {
		case e.Role == desktop.ListItem, e.Role == desktop.Group, e.Role == desktop.WindowRole, e.Role == desktop.MenuBar, e.Role == desktop.TabList:
		default:
			leaves = append(leaves, e)
		}
	}
	for i, a := range leaves {
		require.Equal(t, a.Bounds, w.Element().Bounds.Intersect(a.Bounds), "%s lies in its window", a.Describe())
		for _, b := range leaves[i+1:] {
			require.Zero(t, a.Bounds.Intersect(b.Bounds), "%s and %s", a.Describe(), b.Describe())
		}
	}
}

func TestANameMayBeKnownFromTheLabelBesideIt(t *testing.T) {
	_, _, w := form(t)
	f := w.Text("Name", "").Unnamed()
	l := w.Find(desktop.Label, "Name")
	require.Empty(t, f.Name())
	require.Equal(t, desktop.NameNone, f.Element().NameFrom)
	require.Equal(t, l.Element().Bounds.Y, f.Element().Bounds.Y)
	require.Less(t, l.Element().Bounds.X, f.Element().Bounds.X)
	require.Equal(t, desktop.NameLabel, w.Text("City", "").NamedBy(desktop.NameLabel).Element().NameFrom)
	require.Equal(t, "where you live", w.Text("Town", "").Describe("where you live").Element().Desc)
}

func TestFindLooksAnywhereBelowAndRowJustBelow(t *testing.T) {
	_, _, w := form(t)
	in := w.Group("G").Button("In")
	require.Same(t, in, w.Find(desktop.Button, "In"))
	require.Nil(t, w.Row("In"))
	require.Nil(t, w.Find(desktop.Label, "In"))
	list := w.Rows("Fruit", "Apple")
	require.Same(t, list.AddRow("Pear"), list.Row("Pear"))
}
