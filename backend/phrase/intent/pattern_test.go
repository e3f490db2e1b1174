package intent

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPatternsMatchWordByWord(t *testing.T) {
	v := newVocabulary("fruit+s: apple berry\nverb: eat peel\nnum: two")
	v.plurals()
	v.spell("gimme=give me; appel=apple")
	v.num = v.class("num")
	for _, c := range []struct {
		pattern, text string
		whole, want   bool
	}{
		{"eat <fruit>", "eat berries", true, true},
		{"eat <fruit>", "eat two berries", false, false},
		{"eat .. <fruit>", "eat two very ripe apples", false, true},
		{"eat .. <fruit>", "eat two very ripe red apples", false, false},
		{"eat ... <fruit>", "eat two very ripe red apples", false, true},
		{"eat the? <fruit>", "eat the apple", true, true},
		{"eat the? <fruit>", "eat apple", true, true},
		{"eat|<num> <fruit>", "two apples", true, true},
		{"eat !<fruit>", "eat apples", false, false},
		{"eat !<fruit>", "eat bread", false, true},
		{"eat !<fruit>", "eat", false, false},
		{"eat $", "eat", false, true},
		{"eat $", "eat apples", false, false},
		{"eat , peel", "eat, peel", false, true},
		{"eat , peel", "eat peel", false, false},
		{", peel", "peel", false, false},
		{"eat", "eat apples", true, false},
		{"peel; eat <fruit>", "eat apples", true, true},
		{"appel", "apple", true, true},
		{"gimme", "give me", true, true},
		{"", "eat", false, false},
	} {
		ps := v.compile(c.pattern)
		var s said
		s.split(v, c.text)
		require.Equal(t, c.want, ps.at(s.toks, 0, c.whole), "%q in %q", c.pattern, c.text)
	}
}

func TestAPatternIsFoundAnywhereAndItsLongestMatchIsTaken(t *testing.T) {
	v := newVocabulary("a: x")
	ps := v.compile("b; b c; b c d e")
	var s said
	s.split(v, "a b c d")
	require.True(t, ps.anywhere(s.toks))
	require.Equal(t, 2, ps.longest(s.toks, 1))
	require.Equal(t, -1, ps.longest(s.toks, 0))
	require.Equal(t, -1, ps.longest(s.toks, 4))
}

func TestAPatternThatCanNeverBeMetIsAMistakeOfTheTables(t *testing.T) {
	v := newVocabulary("a: x")
	v.spell("gimme=give me")
	require.Panics(t, func() { v.compile("<nothing>") })
	require.Panics(t, func() { v.compile("x|gimme") })
	require.Panics(t, func() { v.class("nothing") })
}
