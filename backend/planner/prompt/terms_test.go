package prompt

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestFormsOfOneWordAreOneTerm(t *testing.T) {
	for _, forms := range [][]string{
		{"remind", "reminds", "reminder", "reminders", "reminding", "reminded"},
		{"stop", "stops", "stopped", "stopping"},
		{"close", "closes", "closed", "closing"},
		{"bright", "brighter", "brightest"},
		{"note", "notes", "noted"},
		{"address", "addresses"},
		{"automation", "automations"},
		{"copy", "copies", "copied"},
		{"skip", "skips", "skipping"},
		{"watch", "watches", "watching"},
	} {
		for _, f := range forms[1:] {
			require.Equal(t, stem(forms[0]), stem(f), f)
		}
	}
	for _, two := range [][2]string{{"mail", "main"}, {"sound", "second"}, {"copy", "cop"}, {"window", "wind"}} {
		require.NotEqual(t, stem(two[0]), stem(two[1]), two)
	}
}

func TestTermsAreWordsThatSaySomethingInOrderAndOnce(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                      nil,
		"what can you do":                       nil,
		"Please open the Window, open it":       {"open", "window"},
		"what's on my calendar":                 {"calendar"},
		"AX.doublePress press_key window-close": {"ax", "doubl", "press", "key", "window", "clos"},
		"go to example.org.":                    {"url", "websit", "exampl", "org"},
		"mail ada@example.org":                  {"mail", "ada", "exampl", "org"},
		"at 7.30 or 1,5":                        {"30"},
		"Zürich\u0308 天気 \xff\xfe":              {"zürich\u0308", "天気"},
	} {
		require.Equal(t, want, terms(text, nil), "%q", text)
	}
	require.Equal(t, []string{"thing"}, terms("the things", map[string]bool{"things": true}))
}

func TestAnAddressIsToldFromASentence(t *testing.T) {
	for text, want := range map[string]bool{
		"example.org": true, "https://x": true, "news.ycombinator.com/item?id=1": true, "go.dev/doc,": true, "debian.org!": true,
		"end.": false, "report.": false, "7.30": false, "e.g.": false, "ada@example.org": false, "://": false, "": false, "...": false, "…": false,
	} {
		require.Equal(t, want, addressed(text), text)
	}
}

func TestALetterOfSeveralBytesIsNeverCutInTwo(t *testing.T) {
	require.Equal(t, []string{"a\U0001079e"}, terms("A\U0001079e", nil)) // its last two bytes are the same
}

func TestAnyTextHasTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		seen := map[string]bool{}
		for _, w := range terms(text, nil) {
			require.NotEmpty(t, w)
			require.False(t, seen[w])
			require.True(t, utf8.ValidString(w))
			seen[w] = true
		}
	})
}

// A row that nobody can reach, or that leads nowhere, is a slip.
func TestEachKinRowLeadsSomewhere(t *testing.T) {
	kin := kinship()
	require.Greater(t, len(kin), 100)
	for said, of := range kin {
		require.NotEmpty(t, said)
		require.NotEmpty(t, of, said)
		require.NotContains(t, of, said)
	}
	require.Contains(t, kin[stem("unmute")], stem("volume"))
	require.Contains(t, kin[stem("todo")], stem("things"))
}

func TestStepsPartWhereAFurtherWishMayBegin(t *testing.T) {
	require.Equal(t, []string{"open Thunderbird", "then check mail", "mute the sound"}, steps("open Thunderbird, then check mail and mute the sound"))
	require.Empty(t, steps("  "))
	require.Equal(t, []string{"go to example.org"}, steps("go to example.org"))
}
