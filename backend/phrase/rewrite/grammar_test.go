package rewrite

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCommonSlipsAreMended(t *testing.T) {
	becomes(t, FixGrammar,
		"he dont know , she have no idea", "He doesn't know, she has no idea",
		"This is a apple and an unicorn. its very nice", "This is an apple and a unicorn. It's very nice.",
		"The the cat sat on on the mat.", "The cat sat on the mat.",
		"we could of won. but they was better then us", "We could have won. But they were better than us.",
		"i went to london on monday", "I went to London on Monday",
		"hello,world  and more", "Hello, world and more",
		"Dear Bo,\n\nim late. see you on friday\n\nAnna", "Dear Bo,\n\nI'm late. See you on Friday\n\nAnna",
		"an hour, a honest man, a useful tool, an European", "An hour, an honest man, a useful tool, a European",
		"alot of people use to be here", "A lot of people used to be here",
		"their is a problem. your welcome", "There is a problem. You're welcome",
		"what ? no !", "What? No!",
		"teh café crème is a a good drink 🙂", "The café crème is a good drink 🙂",
		"Untill tommorow we recieve nothing.", "Until tomorrow we receive nothing.",
	)
}

func TestWhatIsRightOrNoProseStays(t *testing.T) {
	becomes(t, FixGrammar,
		"Open README.md and the .git folder, e.g. at example.com.", "=",
		"eggs\nmilk\nbread", "=",
		"iPhone users love it. eBay too.", "=",
		"The U.S. economy, i.e. the market, grew 3.5 percent.", "=",
		"I had had enough. It is what it is.", "=",
		"She has an A in maths.", "=",
		"The dog wagged its tail.", "=",
		"We ate, then left.", "=",
		"Anna\nBerlin", "=",
		"const x = a , b", "Const x = a, b", // it can't tell code from prose: whoever asks for grammar means prose
	)
}

func TestAPieceFromTheMiddleOfASentenceBeginsSmall(t *testing.T) {
	got := Apply(FixGrammar, Piece{Text: "and we was late", Before: "It rained ", After: " for school."})
	require.Equal(t, "and we were late", got.Text)
	got = Apply(FixGrammar, Piece{Text: "it rained. we was late", Before: "Hello. ", After: " for school."})
	require.Equal(t, "It rained. We were late", got.Text, "the sentence goes on behind it")
	got = Apply(FixGrammar, Piece{Text: "it rained. we was late", Before: "Hello.\n", After: "\nAnna"})
	require.Equal(t, "It rained. We were late.", got.Text)
	got = Apply(Shorten, Piece{Text: "I think it is really good", Before: "He said that "})
	require.Equal(t, "I think it is good", got.Text)
}

func TestNoSlipIsMendedIntoAnother(t *testing.T) {
	for from, to := range spellings {
		again, ok := spellings[plain(to)]
		require.True(t, !ok || again == to, from)
	}
}
