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
