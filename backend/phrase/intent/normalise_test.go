package intent

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestWhatCarriesNoMeaningIsDropped(t *testing.T) {
	for in, want := range map[string]string{
		"":                                   "",
		"Hey Pace, open Safari!":             "open safari",
		"hey pace":                           "hey pace",
		"uh open um safari":                  "open safari",
		"could you please scroll?":           "scroll",
		"Would you mind closing it":          "close it",
		"open no close the lid":              "close the lid",
		"open the, no wait, the second link": "open the second link",
		"the the menu":                       "the menu",
		"what’s up":                          "what is up",
		"I can't see it":                     "i can not see it",
		"Anna's phone":                       "anna's phone",
		"the door's open":                    "the door's open",
		"opne the e-mail":                    "open the email",
		"pop-up":                             "popup",
		"double-click":                       "double click",
		"at 5:45, please":                    "at 5:45",
		"read budget.ods.":                   "read budget.ods",
		"can you tell me who is it?":         "who is it",
		"mute it, thanks mate":               "mute it",
		"like how big is it":                 "how big is it",
		"do you like it":                     "do you like it",
		"🙂 ok 🙈":                             "okay",
		"one one two":                        "one one two",
		"yes; no":                            "yes, no",
	} {
		require.Equal(t, want, Normalise(in), "%q", in)
	}
}

// FuzzNormalisingTwiceChangesNothing also sees that no text, however odd, breaks the reading off.
func FuzzNormalisingTwiceChangesNothing(f *testing.F) {
	for _, s := range []string{"hey pace, could you um open the, no wait, the second link?", "what's Anna's 'e-mail'?", "would you mind mind closing closing it", "İ ǅ ß ﬁ", "a-*b --c-'d'", "¿qué? ... – x", "pace pace pace please please",
		"so so and and you know what, i mean, like, so", "don't can't won't i'd've", "no sorry no sorry no the no the", "\xff\xfe", "thanks thanks cheers"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Normalise(s)
		require.Equal(t, once, Normalise(once), "%q", s)
		Of(s)
	})
}

// Random words of the tables hit the rules of dropping far more often than random bytes do.
func TestSentencesOfKnownWordsAreNormalisedOnce(t *testing.T) {
	words := tables().words.list[1:]
	pieces := []string{"could you", "um", "no wait", "i mean", "please", ", ", "? ", "thanks", "hey pace", "like", "would you mind", "tell me", "and", "so", "when you get a second", "opne", "don't", "what's"}
	rapid.Check(t, func(t *rapid.T) {
		s := ""
		for range rapid.IntRange(1, 14).Draw(t, "length") {
			if rapid.Bool().Draw(t, "piece") {
				s += " " + rapid.SampledFrom(pieces).Draw(t, "a piece")
			} else {
				s += " " + rapid.SampledFrom(words).Draw(t, "a word")
			}
		}
		once := Normalise(s)
		require.Equal(t, once, Normalise(once), "%q", s)
	})
}
