package phrase_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/phrase"
)

func TestSentencesThatReferToTheTurnBefore(t *testing.T) {
	for text, want := range map[string]phrase.Followup{
		"again": {Kind: phrase.Again}, "do that again, please": {Kind: phrase.Again}, "once more": {Kind: phrase.Again},
		"that one": {Kind: phrase.That}, "press it": {Kind: phrase.That, Text: "press"}, "open it again please": {Kind: phrase.That, Text: "open"},
		"the second one": {Kind: phrase.Ordinal, N: 2}, "click the last one": {Kind: phrase.Ordinal, N: -1}, "number 3": {Kind: phrase.Ordinal, N: 3}, "2nd": {Kind: phrase.Ordinal, N: 2},
		"close it": {Kind: phrase.CloseIt}, "Close that.": {Kind: phrase.CloseIt},
		"yes": {Kind: phrase.Answer, Text: "yes"}, "Yes, do it": {Kind: phrase.Answer, Text: "yes"}, "no thanks": {Kind: phrase.Answer, Text: "no"}, "No!": {Kind: phrase.Answer, Text: "no"},
	} {
		p := phrase.Read(text)
		require.NotNil(t, p.Followup, "%q", text)
		require.Equal(t, want, *p.Followup, "%q", text)
		require.False(t, p.Complete())
		require.Empty(t, p.Why)
	}
}

func TestACommandWithItsOwnObjectIsNoFollowup(t *testing.T) {
	for _, text := range []string{"press OK again", "undo that", "press 2", "click Again", "the second Save button"} {
		require.Nil(t, phrase.Read(text).Followup, "%q", text)
	}
}
