package bench

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/bench/bare"
	"pace/backend/event"
)

func TestTheFortySentencesCanBeReadAndJudged(t *testing.T) {
	cases, err := apartCases()
	require.NoError(t, err)
	require.Len(t, cases, 40)
	programs := map[string]int{}
	for _, c := range cases {
		programs[c.Launch[0]]++
		require.NotEmpty(t, c.Text, c.ID)
		require.NotEmpty(t, c.Ready, c.ID)
		require.Contains(t, []string{"effect", "noEffect", "refuse", "ask"}, c.Expect, c.ID)
		switch c.Check.Kind {
		case "windowTitleContains", "windowCount", "windowState", "windowFrame":
			_, err = c.Check.windows(nil, bare.Area{})
		default:
			_, err = c.Check.elements(nil)
		}
		require.NoError(t, err, "%s: nobody can check %s", c.ID, c.Check.Kind)
	}
	require.Len(t, programs, 3)
}

func TestASentenceIsRightOnlyWhenWhatPaceSaidIsSo(t *testing.T) {
	question := event.Ended{Status: event.Blocked, Question: &event.Question{Options: []event.Option{{Label: "a"}, {Label: "b"}}}, Steps: []event.Result{}}
	for _, c := range []struct {
		name, expect string
		said         event.Ended
		so           bool
		kind         string
		real         bool
	}{
		{"done and so", "effect", ended(event.Done), true, "", true},
		{"done and not so", "effect", ended(event.Done), false, falseSuccess, false},
		{"so and not said", "effect", ended(event.Unverified), true, unconfirmed, true},
		{"neither", "effect", ended(event.Failed), false, notDone, false},
		{"nothing happened, told", "noEffect", ended(event.Failed), true, "", false},
		{"nothing happened, called done", "noEffect", ended(event.Done), true, falseSuccess, false},
		{"something happened that must not", "noEffect", ended(event.Failed), false, overdone, false},
		{"refused with a reason", "refuse", ended(event.Failed, step("refused", "disabled")), true, "", false},
		{"failed instead of refused", "refuse", ended(event.Failed, step("unchanged", "noEffect")), true, wrongAnswer, false},
		{"asked", "ask", question, true, "", false},
		{"not asked", "ask", ended(event.Failed, step("refused", "notFound")), true, wrongAnswer, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, real := apartCase{Expect: c.expect}.judge(c.said, seen{so: c.so})
			require.Equal(t, c.real, real)
			if c.kind == "" {
				require.Nil(t, m)
				return
			}
			require.NotNil(t, m)
			require.Equal(t, c.kind, m.Kind)
		})
	}
}

func TestChecksReadWindows(t *testing.T) {
	work := bare.Area{Y: 20, W: 1280, H: 780}
	left := bare.Window{Title: "*Untitled 1 - Mousepad", X: 3, Y: 25, W: 630, H: 772}
	for _, c := range []struct {
		kind, value string
		ws          []bare.Window
		so          bool
	}{
		{"windowTitleContains", `"Untitled 1"`, []bare.Window{left}, true},
		{"windowTitleContains", `"Untitled 2"`, []bare.Window{left}, false},
		{"windowCount", `2`, []bare.Window{left, left}, true},
		{"windowCount", `2`, []bare.Window{left}, false},
		{"windowState", `"maximized"`, []bare.Window{{MaximisedBoth: true}}, true},
		{"windowState", `"maximized"`, []bare.Window{left}, false},
		{"windowFrame", `"left"`, []bare.Window{left}, true},
		{"windowFrame", `"right"`, []bare.Window{left}, false},
		{"windowFrame", `"left"`, []bare.Window{{X: 0, Y: 20, W: 560, H: 780}}, false},
	} {
		s, err := check{Kind: c.kind, Value: json.RawMessage(c.value)}.windows(c.ws, work)
		require.NoError(t, err)
		require.Equal(t, c.so, s.so, "%s %s: %s", c.kind, c.value, s.tells)
	}
}

func TestChecksReadElements(t *testing.T) {
	const showing, checked, selected = 1 << bare.Showing, 1 << bare.Checked, 1 << bare.Selected
	items := []bare.Item{
		{Role: "application", Parent: -1}, {Role: "frame", Parent: 0, States: showing},
		{Role: "text", Parent: 1, Text: "alpha\n", States: showing}, {Role: "text", Parent: 1, Text: "hidden"},
		{Role: "check box", Name: "Wrap", Parent: 1, States: showing | checked},
		{Role: "menu item", Name: "Numbers", Parent: 1, States: checked},
		{Role: "page tab", Name: "Editor", Parent: 1, States: showing | selected}, {Role: "page tab", Name: "View", Parent: 1, States: showing},
	}
	for _, c := range []struct {
		kind, role, name, value string
		so                      bool
	}{
		{"textEquals", "text", "", `"alpha"`, true},
		{"textEquals", "text", "", `"hidden"`, false},
		{"textEquals", "text", "", `"alph"`, false},
		{"checked", "check box", "Wrap", `true`, true},
		{"checked", "check box", "Wrap", `false`, false},
		{"checked", "menu item", "Numbers", `true`, true},
		{"checked", "check box", "Absent", `false`, false},
		{"selected", "page tab", "Editor", ``, true},
		{"selected", "page tab", "View", ``, false},
		{"elementExists", "page tab", "View", ``, true},
		{"elementExists", "page tab", "Nowhere", ``, false},
		{"elementCount", "page tab", "", `2`, true},
		{"elementCount", "page tab", "", `3`, false},
	} {
		s, err := check{Kind: c.kind, Role: c.role, Name: c.name, Value: json.RawMessage(c.value)}.elements(items)
		require.NoError(t, err)
		require.Equal(t, c.so, s.so, "%+v: %s", c, s.tells)
	}
	// GTK 4 says of nothing inside a window that it shows: there presence stands for it.
	gtk4 := []bare.Item{{Role: "application", Parent: -1}, {Role: "frame", Parent: 0, States: showing}, {Role: "push button", Name: "Advanced", Parent: 1}}
	s, err := check{Kind: "elementExists", Role: "push button", Name: "Advanced"}.elements(gtk4)
	require.NoError(t, err)
	require.True(t, s.so)
	_, err = check{Kind: "tasteIs"}.elements(items)
	require.ErrorContains(t, err, "tasteIs")
}
