package rewrite

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

var operations = []Operation{Shorten, MakeDirect, FixGrammar, DeleteLastSentence, MakeBullets}

// becomes runs pairs of a text and what an operation makes of it; "=" means that it is left alone and said why.
func becomes(t *testing.T, op Operation, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		want := pairs[i+1]
		got := Apply(op, Piece{Text: pairs[i]})
		if want == "=" {
			want = pairs[i]
			require.NotEmpty(t, got.Why, "%s of %q", op, pairs[i])
		} else {
			require.Empty(t, got.Why, "%s of %q", op, pairs[i])
		}
		require.Equal(t, want, got.Text, "%s of %q", op, pairs[i])
	}
}

func TestATextWithNothingToDoIsToldAsSuch(t *testing.T) {
	require.False(t, Apply(Shorten, Piece{Text: "See you at five."}).Already, "it was not made shorter")
	require.False(t, Apply(MakeDirect, Piece{Text: "See you at five."}).Already)
	require.True(t, Apply(FixGrammar, Piece{Text: "See you at five."}).Already)
	require.True(t, Apply(MakeBullets, Piece{Text: "- a\n- b"}).Already)
	for _, op := range operations {
		for _, empty := range []string{"", "  \n", "...", "🙂"} {
			require.Equal(t, Change{Text: empty, Why: "There are no words in it."}, Apply(op, Piece{Text: empty}))
		}
	}
	require.Equal(t, "Pace has no rule for that.", Apply("translate", Piece{Text: "hello"}).Why)
}

func TestWhatStandsInQuotationMarksIsNotTouched(t *testing.T) {
	for _, op := range []Operation{Shorten, MakeDirect, FixGrammar} {
		for _, quote := range []string{`"i think its really teh best"`, "“could you please , dont”"} {
			got := Apply(op, Piece{Text: "He said " + quote + " to us and we left."})
			require.Contains(t, got.Text, quote, op)
		}
	}
}

func TestReplacingTakesWholeWords(t *testing.T) {
	for _, c := range []struct {
		text, old, now, want string
		n                    int
	}{
		{"start art Art", "art", "craft", "start craft Art", 1},
		{"start Art", "art", "craft", "start craft", 1},
		{"Monday, monday", "Monday", "Tuesday", "Tuesday, monday", 1},
		{"a-b a", "a", "x", "x-b x", 2},
		{"Grüße GRÜSSE grüße", "grüße", "Hallo", "Grüße GRÜSSE Hallo", 1},
		{"e\u0301 e", "e", "x", "e\u0301 x", 1},
		{"👩‍👩‍👧 and 👩", "👩", "🙂", "👩‍👩‍👧 and 🙂", 1},
		{"one  two", "one two", "x", "one  two", 0},
		{"$5 and $50", "$5", "€5", "€5 and $50", 1},
		{"aaa", "", "x", "aaa", 0},
		{"keep", "gone", "x", "keep", 0},
		{"İstanbul", "i", "x", "İstanbul", 0},
	} {
		got, n := Replaced(c.text, c.old, c.now)
		require.Equal(t, c.want, got, c.text)
		require.Equal(t, c.n, n, c.text)
	}
}

func TestAVeryLongTextIsWorkedThrough(t *testing.T) {
	long := strings.Repeat("I think we really should of gone, basically, in order to see the the sea. ", 20_000) // 1.5 MB
	for _, op := range operations {
		require.NotEqual(t, long, Apply(op, Piece{Text: long}).Text, op)
	}
	endless := strings.Repeat("really ", 50_000) // one sentence without an end
	Apply(Shorten, Piece{Text: endless})
	require.NotEmpty(t, Dictated(strings.Repeat("one comma ", 50_000)))
	require.NotEmpty(t, Code(strings.Repeat("camel case a b comma ", 20_000)))
}

// FuzzApply holds what is true of every text: nothing breaks, characters stay whole, and it comes to the same again.
func FuzzApply(f *testing.F) {
	for _, s := range []string{"I think, really.", "\"", "“ ”", "a, b and c", "- a\n1. b", "e.g. i.e. Mr. A. B.", "e\u0301 👩‍👧", "it's own then", "open paren", "camel case x", "really, really", "\xff really", "\u2029a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, op := range operations {
			c := Apply(op, Piece{Text: s})
			require.Equal(t, c, Apply(op, Piece{Text: s}))
			require.Equal(t, c.Text == s, c.Why != "")
			require.False(t, utf8.ValidString(s) && !utf8.ValidString(c.Text), "%s of %q gives %q", op, s, c.Text)
			if op == Shorten || op == DeleteLastSentence {
				require.LessOrEqual(t, len(c.Text), len(s), "%s of %q gives %q", op, s, c.Text)
			}
		}
		for _, out := range []string{Dictated(s), Code(s)} {
			require.False(t, utf8.ValidString(s) && !utf8.ValidString(out), "%q gives %q", s, out)
		}
		require.Equal(t, s, join(lex(Piece{Text: s})), "tokens are the text")
	})
}
