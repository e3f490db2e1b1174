package phrase

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumbersAreReadFromDigitsAndWordsUpToAThousand(t *testing.T) {
	for text, want := range map[string]int{"0": 0, "seven": 7, "twelve": 12, "twenty": 20, "twenty five": 25, "ninety-nine": 99, "one hundred": 100,
		"two hundred and seven": 207, "three hundred twelve": 312, "one thousand": 1000, "123456789": 123456789} {
		toks, _ := tokenise(text)
		n, w := number(toks)
		require.Equal(t, want, n, "%q", text)
		require.Equal(t, len(toks), w, "%q", text)
	}
	for _, text := range []string{"", "ok", "1234567890123", "hundred", "and"} {
		toks, _ := tokenise(text)
		_, w := number(toks)
		require.Zero(t, w, "%q", text)
	}
}

func TestNumeralsKeepWhatWasWrittenAndWriteOutWhatWasSaid(t *testing.T) {
	for text, want := range map[string]string{"twelve": "12", "007": "007", "zero point five": "0.5", "minus three": "-3", "seventy percent": "70%", "70 per cent": "70%", "3 point 14": "3.14"} {
		toks, _ := tokenise(text)
		got, ok := numeral(toks)
		require.True(t, ok, "%q", text)
		require.Equal(t, want, got)
	}
	for _, text := range []string{"twelve monkeys", "point", "one two", "minus"} {
		toks, _ := tokenise(text)
		_, ok := numeral(toks)
		require.False(t, ok, "%q", text)
	}
}
