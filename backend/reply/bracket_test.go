package reply

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// bracketed reads a text that begins with "[" up to where it is known what it is.
func bracketed(b *bracket, text string) (found, int) {
	b.begin()
	for i, c := range text[1:] {
		if f := b.step(c); f != open {
			return f, i + 1
		}
	}
	return open, len(text)
}

func TestABracketIsHeldOnlyAsLongAsItMayBeATag(t *testing.T) {
	for _, c := range []struct {
		text   string
		legacy bool
		want   found
		at     int // the byte that decided
		body   string
	}{
		{"[POINT:1,2]", false, tagged, 10, "1,2"},
		{"[point: none]", false, tagged, 12, " none"},
		{"[POINT:of]", false, words, 7, ""},
		{"[CLICK:1,2]", false, words, 1, ""},
		{"[CLICK:1,2]", true, tagged, 10, "1,2"},
		{"[Cl x", true, words, 3, ""},
		{"[done]", true, tagged, 5, ""},
		{"[DONE]", false, words, 1, ""},
		{"[DONE:x]", true, tagged, 7, "x"},
		{"[1]", true, words, 1, ""},
		{"[]", true, words, 1, ""},
		{"[[KEY:a]", true, tagged, 7, "a"},
		{"[TYPE:a[b]", true, tagged, 9, "a[b"},
		{"[TYPE:a", true, open, 7, "a"},
		{"[CLICKS:1]", true, words, 6, ""},
		{"[É", true, words, 1, ""},
	} {
		b := &bracket{legacy: c.legacy}
		got, at := bracketed(b, c.text)
		require.Equal(t, c.want, got, c.text)
		require.Equal(t, c.at, at, c.text)
		if got == tagged || b.cut() {
			require.Equal(t, c.body, b.body(), c.text)
		}
	}
}

func TestAListOfObjectsBeginsWithBracketsAndBlanks(t *testing.T) {
	for text, want := range map[string]found{"[{": jsonish, "[ \n [[{": jsonish, "[1": words, "[ x": words, "[ [KEY:a]": tagged, "[\"a\"": words} {
		b := &bracket{legacy: true, lists: true}
		got, _ := bracketed(b, text)
		require.Equal(t, want, got, text)
	}
	b := &bracket{}
	got, _ := bracketed(b, "[{")
	require.Equal(t, words, got, "where no value may begin")
}
