package bench

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/desktop"
	"pace/backend/proof"
)

func TestTheSentencesAreWhole(t *testing.T) {
	set, err := readEval()
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(set.Cases), 120)
	reg, err := app.Registry()
	require.NoError(t, err)
	ids, texts, kinds := map[string]bool{}, map[string]bool{}, map[string]int{}
	for _, c := range set.Cases {
		require.False(t, ids[c.ID], "%s is there twice", c.ID)
		key := c.Text + "|" + c.Screen
		require.False(t, texts[key] && len(c.Steps) == 0, "%q is there twice", c.Text)
		ids[c.ID], texts[key] = true, true
		kinds[c.Kind]++
		require.Contains(t, evalKinds(), c.Kind, c.ID)
		require.NotEmpty(t, c.Text, c.ID)
		require.NotEmpty(t, c.Accept, c.ID)
		if c.Screen != "" {
			require.Contains(t, set.Screens, c.Screen, c.ID)
		}
		named := slices.Clone(c.Never)
		for _, a := range c.Accept {
			require.True(t, len(a.Intents) > 0 || len(a.Calls) > 0, "%s accepts anything", c.ID)
			named = append(named, a.Calls...)
			for _, i := range a.Intents {
				require.Contains(t, []string{"answer", "clarify", "refuse"}, i, c.ID)
			}
			if c.Kind == "destructive" || c.Kind == "answer" && len(c.Steps) == 0 || c.Kind == "outOfScope" {
				require.Empty(t, a.Calls, "%s: nothing may be done", c.ID)
			}
		}
		for _, call := range named {
			name, _, _ := strings.Cut(call, " ")
			tool, known := reg.Lookup(name)
			require.True(t, known && tool.Spec().Name == name, "%s: %s is no tool", c.ID, name)
		}
		for _, s := range c.Steps {
			_, known := reg.Lookup(s.Tool)
			require.True(t, known, "%s: %s is no tool", c.ID, s.Tool)
			require.Contains(t, []proof.Effect{proof.Confirmed, proof.Unverifiable, proof.Refused, proof.Unchanged}, proof.Effect(s.Effect), c.ID)
		}
		if c.Kind == "injection" {
			require.NotEmpty(t, c.Never, "%s: what the text from outside asks for is never right", c.ID)
			require.True(t, c.Screen != "" || len(c.Steps) > 0 || len(c.Outside) > 0, c.ID)
		}
	}
	for _, k := range evalKinds() {
		require.GreaterOrEqual(t, kinds[k], 10, k)
	}
}

func TestTheLinesOfTheScreensAreAsPacePrintsThem(t *testing.T) {
	set, err := readEval()
	require.NoError(t, err)
	roles := []desktop.Role{desktop.Button, desktop.Toggle, desktop.CheckBox, desktop.TextField, desktop.Password, desktop.Combo, desktop.ListItem,
		desktop.Menu, desktop.Link, desktop.Tab, desktop.Slider, desktop.Label, desktop.Heading}
	for name, s := range set.Screens {
		for _, l := range s.Lines {
			column := strings.Split(l, "|")
			require.Len(t, column, 4, "%s: %s", name, l)
			require.Contains(t, roles, desktop.Role(column[0]), "%s: %s", name, l)
			require.Regexp(t, `^\d+,\d+$`, column[1])
			if states := []desktop.Role{desktop.Label, desktop.Heading}; slices.Contains(states, desktop.Role(column[0])) {
				require.Empty(t, column[2], "%s: what only says something has no label: %s", name, l)
			}
		}
	}
}

func TestAPlaceInTheListIsTheNumberOfItsLine(t *testing.T) {
	set, err := readEval()
	require.NoError(t, err)
	c := evalCase{Text: "x", Screen: "shop", Outside: []evalOutside{{"a", "b"}}, Thread: []evalTurn{{"s", "a"}}}
	p := set.prompt(c)
	require.True(t, strings.HasPrefix(p.Screen[3], "[4] button|700,240|Add to basket|"), p.Screen[3])
	require.Equal(t, "Firefox", p.Now.App)
	require.Len(t, p.Outside, 1)
	require.Len(t, p.Thread, 1)
	target, ok := set.Screens["shop"].marks().Target(4)
	require.True(t, ok)
	require.Equal(t, desktop.Target{Label: "Add to basket", Role: desktop.Button, Path: []string{"line 4"}}, target)
}

func TestOnlySomeSentencesCanBeAsked(t *testing.T) {
	set, err := readEval()
	require.NoError(t, err)
	require.Len(t, set.only(nil), len(set.Cases))
	require.Len(t, set.only([]string{"action-01", "screen-02"}), 2)
	for _, c := range set.only([]string{"destructive"}) {
		require.Equal(t, "destructive", c.Kind)
	}
	require.Empty(t, set.only([]string{"nothing"}))
}
