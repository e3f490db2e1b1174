package phrase

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAVerbKeepsItsObjectEvenWhenItIsAFillerWord(t *testing.T) {
	for text, want := range map[string][]string{
		"press Now":                      {"Now"},
		"press Agree and then press Now": {"Agree", "Now"},
		"press Now and then press Now":   {"Now", "Now"},
		"click Thanks":                   {"Thanks"},
		"press OK and click Now, please": {"OK", "Now"},
	} {
		p := Read(text)
		var got []string
		for _, g := range p.Steps {
			for _, c := range g {
				var a struct{ Label string }
				require.NoError(t, json.Unmarshal(c.Args, &a))
				got = append(got, a.Label)
			}
		}
		require.True(t, p.Complete(), "%q: rest %q, why %q", text, p.Rest, p.Why)
		require.Equal(t, want, got, text)
	}
}

func TestAWindowCanBeClosedAndNothingElse(t *testing.T) {
	for text, app := range map[string]string{"close this window": "", "Close the window.": "", "please close the Calculator window": "Calculator"} {
		p := Read(text)
		require.True(t, p.Complete(), "%q: rest %q, why %q", text, p.Rest, p.Why)
		require.Equal(t, "window_close", p.Steps[0][0].Tool)
		var a closeArgs
		require.NoError(t, json.Unmarshal(p.Steps[0][0].Args, &a))
		require.Equal(t, app, a.App)
	}
	for _, text := range []string{"close the deal", "close your eyes", "close the door", "should I close this window?", "don't close the window", "she said close the window", "close"} {
		require.False(t, Read(text).Complete(), text)
	}
}

func TestAnOrdinalWithAKindSaysWhichOfSeveral(t *testing.T) {
	for text, want := range map[string]clickArgs{
		"press the second Save button": {Label: "Save", Role: "button", Nth: 2},
		"click the first Same button":  {Label: "Same", Role: "button", Nth: 1},
		`press the third "Delete"`:     {Label: "Delete", Nth: 3},
	} {
		p := Read(text)
		require.True(t, p.Complete(), "%q: rest %q, why %q", text, p.Rest, p.Why)
		var got clickArgs
		require.NoError(t, json.Unmarshal(p.Steps[0][0].Args, &got))
		require.Equal(t, want, got, text)
	}
}
