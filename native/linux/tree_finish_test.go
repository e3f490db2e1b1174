package linux

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

func TestNumbersAreWrittenWithoutTheNoiseOfFractions(t *testing.T) {
	for f, want := range map[float64]string{0: "0", 20: "20", 0.1 + 0.2: "0.3", -1.5: "-1.5", 1e6: "1000000", 99.9999999: "100"} {
		require.Equal(t, want, number(f))
	}
}

func TestLongTextsAreCutOnACharacter(t *testing.T) {
	for _, s := range []string{strings.Repeat("é", desktop.MaxValue), "a" + strings.Repeat("🙂", desktop.MaxValue), strings.Repeat("x", desktop.MaxValue+1)} {
		got := capped(s)
		require.LessOrEqual(t, len(got), desktop.MaxValue)
		require.Greater(t, len(got), desktop.MaxValue-utf8.UTFMax)
		require.True(t, utf8.ValidString(got))
		require.True(t, strings.HasPrefix(s, got))
	}
	require.Equal(t, "short", capped("short"))
}

func TestPathsLeaveOutBoxesAndCountEquals(t *testing.T) {
	box1, box2 := thing(desktop.Group, "", 0, 0, 9, 9), thing(desktop.Group, "", 0, 0, 9, 9)
	left := thing(desktop.Group, "Left", 0, 0, 9, 9)
	a, b, c := thing(desktop.Button, "Same", 0, 0, 9, 9), thing(desktop.Button, "Same", 0, 0, 9, 9), thing(desktop.Button, "Same", 0, 0, 9, 9)
	a.parent, b.parent, c.parent = box1, box2, left
	v := form(box1, box2, left, a, b, c)
	v.items[0].e.Name = "W"
	v.paths()
	require.Equal(t, []string{"window:W", "button:Same"}, desktop.PathString(a.e.Path))
	require.Equal(t, []string{"window:W", "button:Same#2"}, desktop.PathString(b.e.Path))
	require.Equal(t, []string{"window:W", "group:Left", "button:Same"}, desktop.PathString(c.e.Path))
	require.Equal(t, []string{"window:W", "group:#2"}, desktop.PathString(box2.e.Path))
}

func TestStatesAreTranslated(t *testing.T) {
	all := atspi.Sensitive | atspi.Focused | atspi.Checked | atspi.Indeterminate | atspi.Busy | atspi.Modal
	s := stateOf(atspi.Node{States: all}, desktop.CheckBox, true)
	require.Equal(t, desktop.Enabled|desktop.Focused|desktop.Checked|desktop.Checkable|desktop.Mixed|desktop.Busy|desktop.Modal|desktop.Visible, s)
	require.Equal(t, desktop.Secure, stateOf(atspi.Node{}, desktop.Password, false))
	require.Equal(t, desktop.ReadOnly, stateOf(atspi.Node{}, desktop.TextField, false))
	require.True(t, stateOf(atspi.Node{States: atspi.Checked}, desktop.Toggle, false).Has(desktop.Pressed))
	for native, name := range eventStates {
		_, known := desktop.ParseState(name)
		require.True(t, known, "%s → %s", native, name)
	}
}

func TestEveryRoleOfTheTableIsUsedAsNamed(t *testing.T) {
	require.Equal(t, desktop.Button, roleOf(atspi.Node{Role: atspi.RolePushButton}, false))
	require.Equal(t, desktop.Other, roleOf(atspi.Node{Role: atspi.RoleSeparator}, false))
	require.Equal(t, desktop.Dialog, roleOf(atspi.Node{Role: atspi.RoleAlert}, true), "a message box")
	require.Equal(t, desktop.Alert, roleOf(atspi.Node{Role: atspi.RoleAlert}, false))
	require.Equal(t, desktop.WindowRole, roleOf(atspi.Node{Role: atspi.RoleFiller}, true), "Qt's plain widget as a window")
	require.Equal(t, "push button", atspi.RolePushButton.String())
	require.Equal(t, "role 999", atspi.Role(999).String())
}

func TestVerbsFollowWhatIsOffered(t *testing.T) {
	q := quirks{desktop.GTK3}
	field := desktop.Element{Role: desktop.TextField, State: desktop.Editable | desktop.Focusable}
	offers := atspi.Node{Interfaces: atspi.HasEditable | atspi.HasText | atspi.HasComponent}
	require.Equal(t, []desktop.Verb{desktop.SetText, desktop.Insert, desktop.Focus}, verbsOf(q, field, offers, 0, nil, false))
	field.State |= desktop.Secure
	require.Equal(t, []desktop.Verb{desktop.Focus}, verbsOf(q, field, offers, 0, nil, false), "nothing is typed into a secret")

	button := desktop.Element{Role: desktop.Button}
	require.Equal(t, []desktop.Verb{desktop.Press}, verbsOf(q, button, atspi.Node{Interfaces: atspi.HasAction}, 0, nil, false))
	require.Empty(t, verbsOf(q, button, atspi.Node{Interfaces: atspi.HasAction}, 0, nil, true), "asked, and there is none")

	row := desktop.Element{Role: desktop.ListItem, State: desktop.Selectable}
	require.Equal(t, []desktop.Verb{desktop.Select}, verbsOf(q, row, atspi.Node{}, atspi.HasSelection, nil, true))
	require.Empty(t, verbsOf(q, row, atspi.Node{}, 0, nil, true))
}

func TestWhatIsMissingIsTold(t *testing.T) {
	v := form(thing(desktop.Button, "x", 0, 0, 1, 1))
	v.items[1].err = atspi.ErrHung
	var s desktop.Snapshot
	v.tell(&s, atspi.Stops{Nodes: true, Paged: true, Unreadable: 2}, true)
	require.Equal(t, []string{"nodes", "budget", "paged"}, s.Truncated)
	require.Equal(t, 3, s.Unreadable)
	s = desktop.Snapshot{}
	form().tell(&s, atspi.Stops{}, false)
	require.Empty(t, s.Truncated)
}
