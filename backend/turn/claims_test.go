package turn

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/reply"
)

func TestAModelThatSaysItHasActedIsNotBelieved(t *testing.T) {
	for _, words := range []string{"I pressed Transfer money for you.", "I've opened the file.", "Okay, I have just sent it!", "All done, it's saved.", "i deleted everything"} {
		require.True(t, claimsToHaveActed(words), words)
		b, _ := talking(t, sayings(reply.Answer, words))
		end := b.ask(t, vague)
		require.Equal(t, event.Unverified, end.Status)
		require.Contains(t, end.Spoken, "Pace itself has done nothing")
	}
	for _, words := range []string{"Paris opened its first line in 1900.", "Press Save, and it will be saved.", "I can press Save if you want.", "The door is closed by hand.", "Set it to 70."} {
		require.False(t, claimsToHaveActed(words), words)
	}
}

func TestWhatAModelClaimsAfterItOnlyReadIsNotBelievedEither(t *testing.T) {
	b, _ := talking(t, reads(), sayings(reply.Answer, "I pressed Transfer money for you."))
	end := b.ask(t, vague)
	require.Equal(t, event.Unverified, end.Status)
}
