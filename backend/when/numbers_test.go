package when

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumbersInDigitsAndWords(t *testing.T) {
	read := func(text string, number func(*parser) (int, bool)) (int, bool) {
		tokens, err := tokenize(text)
		require.NoError(t, err)
		p := &parser{tokens: tokens, ref: wednesday(t)}
		n, ok := number(p)
		return n, ok && p.done()
	}
	for text, want := range map[string]int{"7": 7, "seven": 7, "twenty": 20, "twenty-five": 25, "ninety nine": 99, "eleven": 11,
		"a hundred": 100, "two hundred and fifty": 250, "nine hundred one": 901, "100000": 100_000} {
		got, ok := read(text, (*parser).quantity)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "a", "hundred", "two hundred and", "twenty ten", "1.5", "100001", "99999999999999999999", "five six", "twelve hundred"} {
		_, ok := read(text, (*parser).quantity)
		require.False(t, ok, text)
	}
	for text, want := range map[string]int{"5th": 5, "fifth": 5, "twenty-first": 21, "thirty first": 31, "2nd": 2} {
		got, ok := read(text, (*parser).ordinal)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for text, want := range map[string]int{"2027": 2027, "of 2027": 2027, "twenty twenty-seven": 2027, "twenty ten": 2010, "next year": 2027, "of last year": 2025, "this year": 2026} {
		got, ok := read(text, (*parser).year)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"27", "1750", "3000", "twenty seven", "of", "in", "the year"} {
		_, ok := read(text, (*parser).year)
		require.False(t, ok, text)
	}
}
