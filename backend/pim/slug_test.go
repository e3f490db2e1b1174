package pim

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestATitleBecomesANameThatAPersonCanRead(t *testing.T) {
	for title, want := range map[string]string{
		"call Anna": "call-anna", "Zürich: Hauptbahnhof!": "zürich-hauptbahnhof", "  --x--  ": "x", "": "untitled", "???": "untitled", "../../etc/passwd": "etc-passwd",
		".hidden": "hidden", "a/b\\c": "a-b-c", "牛乳を買う": "牛乳を買う", "🙂": "untitled", "a\u0301b": "áb", "\u0301": "untitled", "con\x00trol\n": "con-trol",
		strings.Repeat("long ", 40): "long-long-long-long-long-long-long-long-long-long-long-long",
	} {
		require.Equal(t, want, slugOf(title), "%q", title)
	}
}

func TestNoTitleLeavesTheFolder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := slugOf(rapid.String().Draw(t, "title"))
		if s == "" || len(s) > maxSlug || filepath.Base(s) != s || s[0] == '.' || s[0] == '-' || !utf8.ValidString(s) || strings.ContainsAny(s, "\x00/\\ \n") {
			t.Fatalf("got %q", s)
		}
	})
}

func TestWordsAreComparedWithoutCaseAndAccents(t *testing.T) {
	require.Equal(t, []string{"zurich", "hb", "17"}, words("ZÜRICH-HB, (17)"))
	require.Equal(t, words("Müller"), words("Mu\u0308ller"))
	require.True(t, begin(words("The Shopping list"), words("shop LIST")))
	require.False(t, begin(words("Shopping"), words("hop")))
	require.False(t, begin(words("Shopping"), nil), "nothing fits everything")
}
