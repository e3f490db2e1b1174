package rewrite

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSentencesEndWhereAReaderWouldSay(t *testing.T) {
	for text, want := range map[string][]string{
		"One. Two! Three?":                            {"One.", "Two!", "Three?"},
		"Hello Mr. Smith. How are you?":               {"Hello Mr. Smith.", "How are you?"},
		"It is e.g. this. And i.e. that.":             {"It is e.g. this.", "And i.e. that."},
		"I paid 3.50. At example.com. Fine":           {"I paid 3.50.", "At example.com.", "Fine"},
		"We meet at 5 p.m. Bring it.":                 {"We meet at 5 p.m.", "Bring it."},
		"We meet at 5 p.m. tomorrow.":                 {"We meet at 5 p.m. tomorrow."},
		"He said “Stop.” Then he left.":               {"He said “Stop.”", "Then he left."},
		"He left. \"Go!\" she said.":                  {"He left.", "\"Go!\" she said."},
		"First (yes). Second (no.)":                   {"First (yes).", "Second (no.)"},
		"J. R. Smith came. I did, too. So do I. Now.": {"J. R. Smith came.", "I did, too.", "So do I.", "Now."},
		"A heading\nand its\n\nText. More":            {"A heading\nand its", "Text.", "More"},
		"wrapped at the\nend of the line. Next":       {"wrapped at the\nend of the line.", "Next"},
		"Wait... what?!":                              {"Wait...", "what?!"},
		"- one\n- two":                                {"- one", "- two"},
		"  ":                                          nil,
		"Schön. 🙂 Gut.":                               {"Schön.", "🙂 Gut."},
	} {
		var got []string
		for _, s := range sentences(text) {
			got = append(got, text[s[0]:s[1]])
		}
		require.Equal(t, want, got, text)
	}
}

func TestTheLastSentenceIsCutOff(t *testing.T) {
	becomes(t, DeleteLastSentence,
		"One. Two. Three.", "One. Two.",
		"One.", "",
		"A\nB", "A",
		"He said “Stop.” Then he left.\n", "He said “Stop.”\n",
		"Wait... what? Ok", "Wait... what?",
		"Eins. Zwei 🙂.", "Eins.",
		"e\u0301. n\u0303.", "e\u0301.",
	)
}
