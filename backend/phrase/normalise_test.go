package phrase_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/phrase"
)

func TestNormaliseCutsWhatCarriesNoMeaningAndIsIdempotent(t *testing.T) {
	for text, want := range map[string]string{
		"  PRESS   ok  ":                      "PRESS ok",
		"hey pace, could you please press OK": "press OK",
		"Pace, scroll down please":            "scroll down",
		"would you mind pressing 3?":          "press 3",
		"can you click Save?":                 "click Save",
		"can you see Save?":                   "can you see Save?",
		"I'd like you to tick Agree":          "tick Agree",
		"go ahead and click Install!":         "click Install",
		"press OK 👍":                          "press OK",
		"click “Keep both”":                   `click "Keep both"`,
		"press 'a  b'":                        "press 'a  b'",
		"type  two  spaces":                   "type  two  spaces",
		"type hello, thanks.":                 "type hello",
		"type “Straße 12”":                    "type “Straße 12”",
		"hey pace":                            "hey pace",
		"right click the desktop":             "right click the desktop",
		"please don't press OK":               "don't press OK",
		"so am I":                             "so am I",
		"press\u200b OK\x00":                  "press OK",
		"open Calculator for me, thank you":   "open Calculator",
		"um, please, please just hit enter":   "hit enter",
		"press OK.":                           "press OK",
		"press .":                             "press .",
		"\xff press":                          "\uFFFD press",
		"":                                    "",
	} {
		got := phrase.Normalise(text)
		require.Equal(t, want, got, "%q", text)
		require.Equal(t, got, phrase.Normalise(got), "%q", text)
	}
	for _, c := range readCases(t, "testdata/cases.jsonl") {
		n := phrase.Normalise(c.Text)
		require.Equal(t, n, phrase.Normalise(n), "%q", c.Text)
	}
}
