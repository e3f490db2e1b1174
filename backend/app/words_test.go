package app_test

import (
	"bufio"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/phrase"
	"pace/backend/route"
	"pace/backend/tool"
)

// Whatever a sentence is read into, there is a tool for it that takes these arguments, if only to say what is missing.
func TestWhatTheGrammarSaysTheToolsTake(t *testing.T) {
	reg, err := app.Registry()
	require.NoError(t, err)
	said := 0
	for _, file := range []string{"commands", "strangers"} {
		f, err := route.Sentences().Open("testdata/" + file + ".jsonl")
		require.NoError(t, err)
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var c struct{ Text string }
			require.NoError(t, json.Unmarshal(lines.Bytes(), &c))
			p := phrase.Read(c.Text)
			if !p.Complete() {
				continue
			}
			_, problems := reg.Plan(p.Steps, tool.OfferAll)
			require.Empty(t, problems, "a sentence of %s.jsonl comes to %s", file, p.Steps)
			said++
		}
		require.NoError(t, f.Close())
	}
	require.Greater(t, said, 600)
}
