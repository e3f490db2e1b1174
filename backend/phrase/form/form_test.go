package form

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// wordsOf makes words of a sentence; digits are numbers.
func wordsOf(s string) []Word {
	var out []Word
	for _, f := range strings.Fields(s) {
		w := Word{Low: f}
		if strings.Trim(f, "0123456789") == "" {
			w.Number = 1
		}
		out = append(out, w)
	}
	return out
}

// fits tries a pattern and shows what fills its slots: "n=3 x=the tea".
func fits(pattern, sentence string) (string, bool) {
	words := wordsOf(sentence)
	var got []string
	ok := Compile(pattern).Match(words, func(m Match) bool {
		got = nil
		for i, n := range m.names {
			var fill []string
			for _, w := range words[m.spans[i].From:m.spans[i].To] {
				fill = append(fill, w.Low)
			}
			got = append(got, n+"="+strings.Join(fill, " "))
		}
		return true
	})
	return strings.Join(got, " "), ok
}

func TestAPatternFitsAWholeSentenceWithSmallWordsBetween(t *testing.T) {
	for _, c := range []struct{ pattern, sentence, want string }{
		{"turn up volume", "turn up the volume", ""},
		{"turn up volume", "turn my the up volume please", ""},
		{"(turn|crank) [right] up (volume|sound)", "crank up sound", ""},
		{"(turn|crank) [right] up (volume|sound)", "turn right up the sound now", ""},
		{"set volume to <n:num>", "set the volume to 30", "n=30"},
		{"set volume to <n:num> [percent]", "set volume to a 30 percent", "n=30"},
		{"remind me <x>", "remind me the tea is hot", "x=the tea is hot"},
		{"add <x> to calendar", "add lunch with to bo to my calendar", "x=lunch with to bo"},
		{"<n:num> minute timer [for <x>]", "5 minute timer for the tea", "n=5 x=the tea"},
		{"<n:num> minute timer [for <x>]", "5 minute timer", "n=5"},
		{"note (that|that says) <x>", "note that says hello", "x=hello"},
		{"(stop|do not) it", "do not it", ""},
	} {
		got, ok := fits(c.pattern, c.sentence)
		require.True(t, ok, "%q on %q", c.pattern, c.sentence)
		require.Equal(t, c.want, got, "%q on %q", c.pattern, c.sentence)
	}
	for _, c := range []struct{ pattern, sentence string }{
		{"turn up volume", "turn up the volume and dance"},
		{"turn up volume", "turn volume up"},
		{"set volume to <n:num>", "set volume to loud"},
		{"set volume to <n:num>", "set volume to"},
		{"remind me <x>", "remind me"},
		{"lock", "lock that"},
		{"lock", "lock my"},
	} {
		got, ok := fits(c.pattern, c.sentence)
		require.False(t, ok, "%q on %q: %s", c.pattern, c.sentence, got)
	}
}

func TestAFormIsTriedUntilItsCallerAcceptsWhatFillsTheSlots(t *testing.T) {
	var seen []string
	words := wordsOf("replace a with b with c")
	ok := Compile("replace <old> with <new>").Match(words, func(m Match) bool {
		old, _ := m.Slot("old")
		seen = append(seen, words[old.To-1].Low)
		return len(seen) == 2
	})
	require.True(t, ok)
	require.Equal(t, []string{"a", "b"}, seen)
	_, there := Match{}.Slot("old")
	require.False(t, there)
}

func TestHeadsAreTheWordsASentenceMayBeginWith(t *testing.T) {
	require.ElementsMatch(t, []string{"turn up volume", "raise volume"}, Compile("(turn up|raise) volume [<x>]").Heads())
	require.ElementsMatch(t, []string{"set"}, Compile("set <x> to <n:num>").Heads())
	require.ElementsMatch(t, []string{"stop the big", "stop big music"}, Compile("stop [the] big music").Heads())
	require.True(t, Compile("add <x>").EndsOpen())
	require.True(t, Compile("add <x> [please]").EndsOpen())
	require.False(t, Compile("add <n:num>").EndsOpen())
	require.False(t, Compile("add <x> (here|there)").EndsOpen())
}

func TestAWrongPatternIsAMistakeOfTheProgram(t *testing.T) {
	for _, bad := range []string{"", "a (b", "a [b)", "a )", "a <", "a <>", "a <n:date>", "a | b"} {
		require.Panics(t, func() { Compile(bad) }, "%q", bad)
	}
}

// Two slots and choices over a sentence of 20,000 words: what is not bounded would not come back.
func TestAVeryLongSentenceEndsSoon(t *testing.T) {
	long := wordsOf("add " + strings.Repeat("to calendar for ", 7000) + "x")
	for _, p := range []string{"add <x> to calendar [for <y>] now then", "(add|put) [a] <x> (to|for) <y> (to|for) <z>", "add <x> to <y> to <z> [to <w>] never"} {
		tried := 0
		Compile(p).Match(long, func(Match) bool { tried++; return false })
		require.Less(t, tried, 100_000)
	}
}
