package prompt_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pace/backend/planner/prompt"
)

// The counts were made by the real vocabularies, see the comment of Tokens.
func TestTheEstimateIsNearWhatRealVocabulariesCount(t *testing.T) {
	raw, err := os.ReadFile("testdata/tokens.json")
	require.NoError(t, err)
	var rows []struct {
		Name, Text string
		Other      bool // names and languages that vocabularies know unequally
		Counts     map[string]int
	}
	require.NoError(t, json.Unmarshal(raw, &rows))
	require.Len(t, rows, 38)
	for _, r := range rows {
		require.Len(t, r.Counts, 4)
		most := 0
		for _, n := range r.Counts {
			most = max(most, n)
		}
		low, high := 0.9, 1.45
		if r.Other {
			low, high = 0.8, 2
		}
		ratio := float64(prompt.Tokens(r.Text)) / float64(most)
		require.GreaterOrEqual(t, ratio, low, r.Name)
		require.LessOrEqual(t, ratio, high, r.Name)
	}
}

func TestTheEstimateFollowsItsRule(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 1, "eightlet": 1, "nineletter": 2, "two words": 2, "two  words": 3, "camelCaseWord": 3, "URL": 1, "CAPITALS": 2, "2026": 4,
		"a,b": 3, "{}": 1, "{}}": 2, "\n\n": 2, "für": 2, "да": 2, "日本": 2, "🎉": 3, "\xff": 3, "x\u202ey": 5,
	} {
		require.Equal(t, want, prompt.Tokens(text), "%q", text)
	}
}

func TestAnEstimateGrowsWithTheTextAndIsNeverAbsurd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		n := prompt.Tokens(a + "\n" + b)
		require.GreaterOrEqual(t, n, prompt.Tokens(a))
		require.LessOrEqual(t, n, 3*len(a+"\n"+b), "no byte is more than three tokens")
	})
	require.Equal(t, 10000, prompt.Tokens(strings.Repeat("word ", 10000)))
}

func BenchmarkTokens(b *testing.B) {
	text := strings.Repeat("[12] button|412,96|Save as…|\n", 300)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		prompt.Tokens(text)
	}
}
