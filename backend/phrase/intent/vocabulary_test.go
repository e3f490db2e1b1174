package intent

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPluralsBelongToTheClassOfTheirWord(t *testing.T) {
	v := newVocabulary("thing+s: box key story menu")
	v.plurals()
	for _, w := range []string{"box", "boxes", "key", "keys", "story", "stories", "menus"} {
		require.Equal(t, v.class("thing"), v.words[w].classes, w)
	}
}

func TestSwappedLettersAreReadAsTheKnownWordOnly(t *testing.T) {
	v := newVocabulary("verb: open form from")
	for in, want := range map[string]string{"opne": "open", "oepn": "open", "form": "form", "from": "from", "opened": "opened", "on": "on", "nope": "nope"} {
		got, _ := v.find(in)
		require.Equal(t, want, got, in)
	}
}

func TestAVerbIsFoundInItsGerund(t *testing.T) {
	v := tables().words
	for in, want := range map[string]string{"closing": "close", "opening": "open", "putting": "put", "turning": "turn"} {
		got, ok := v.gerund(in)
		require.True(t, ok, in)
		require.Equal(t, want, got)
	}
	for _, in := range []string{"king", "ing", "ceiling", "open"} {
		_, ok := v.gerund(in)
		require.False(t, ok, in)
	}
}
