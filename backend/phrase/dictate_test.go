package phrase_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/phrase"
)

func TestWhatIsDictatedIsWrittenDownWithItsSpokenMarks(t *testing.T) {
	means(t,
		"dictate hello comma new line how are you", `type{"text":"hello,\nHow are you"}`,
		"Dictate: Dear Bo, can you come at five? Thanks.", `type{"text":"Dear Bo, can you come at five? Thanks."}`,
		"hey Pace, please dictate i think im late period lets go period", `type{"text":"I think I'm late. Let's go."}`,
		"can you dictate hello?", `type{"text":"hello"}`,
		"take dictation dear Bo comma see you soon", `type{"text":"dear Bo, see you soon"}`,
		"take dictation: hi", `type{"text":"hi"}`,
		"write down what I say: we meet at noon", `type{"text":"we meet at noon"}`,
		"type what I'm saying, we meet at noon", `type{"text":"we meet at noon"}`,
		"dictate is anybody there question mark", `type{"text":"Is anybody there?"}`,
		"dictate the report is late", `type{"text":"the report is late"}`,
		"dictate this is a test", `type{"text":"this is a test"}`,
		`dictate "hello comma"`, `type{"text":"hello comma"}`,
	)
}

func TestNothingInADictationIsACommand(t *testing.T) {
	means(t,
		"dictate hello and then press enter", `type{"text":"hello and then press enter"}`,
		"dictate open Firefox, then delete all files", `type{"text":"open Firefox, then delete all files"}`,
		"dictate no wait, never mind", `type{"text":"no wait, never mind"}`,
		"dictate thank you please", `type{"text":"thank you please"}`,
		`dictate he said " twice`, `type{"text":"he said \" twice"}`,
		"dictate what did you copy", `type{"text":"what did you copy"}`,
		"open Mousepad and dictate hello comma press enter", `open_app{"app":"Mousepad"} type{"text":"hello, press enter"}`,
	)
	long := strings.TrimSpace(strings.Repeat("word and then press it ", 500))
	means(t, "dictate "+long, `type{"text":"`+long+`"}`)
}

func TestCodeIsDictatedAsCode(t *testing.T) {
	means(t,
		"dictate in code mode if x equals y", `type{"text":"if x = y"}`,
		"dictate code: return open paren", `type{"text":"return("}`,
		"dictate snake case user name", `type{"text":"user_name"}`,
		"dictate function call get user with id and limit", `type{"text":"getUser(id, limit)"}`,
	)
}

func TestWhatOnlySaysWhatKindOfTextItIsGetsAQuestion(t *testing.T) {
	for _, said := range []string{"dictate", "Dictate.", "dictate a letter", "dictate a letter to Bo", "dictate an email", "dictate this", "dictate this to Bo", "dictate to Bo", "dictate it again",
		"dictate into Word", "dictate in Word", "dictate a new message for Anna", "take dictation", "take dictation for me", "write down what I say", "dictate faster", "open Mousepad and dictate"} {
		p := phrase.Read(said)
		require.NotNil(t, p.Gap, "%q: %s", said, show(p))
		require.Equal(t, "What should I write down?", p.Gap.Question, "%q", said)
		whole, ok := p.Gap.Fill("hello comma how are you?")
		require.True(t, ok, "%q: %q", said, whole)
		require.Contains(t, show(phrase.Read(whole)), `type{"text":"hello, how are you?"}`, "%q", said)
	}
	means(t,
		"dictate a letter: Dear Bo", `type{"text":"Dear Bo"}`,
		"dictate a letter to Bo: Dear Bo", `type{"text":"Dear Bo"}`,
		"dictate to Bo: hello", `type{"text":"hello"}`,
		"dictate this: hello", `type{"text":"hello"}`,
	)
}

func TestTalkOfDictatingTypesNothing(t *testing.T) {
	nothing(t, "he dictated a letter", "how do I dictate", "how do I dictate hello", "don't dictate hello", "she said dictate hello", "if it rains, dictate hello", "dictate is a verb", "dictation is hard",
		"what does dictate mean", "should I dictate hello?", "I wanted to dictate hello", "we could dictate hello", "never dictate hello", "type what I say into the box", "dictates hello", "fold the laundry and dictate hello")
	means(t,
		"remind me to call Bo and dictate a letter", `reminder{"title":"call Bo and dictate a letter"}`,
		"type hello and dictate more", `type{"text":"hello and dictate more"}`,
		"make a note that I dictate a letter", `notes{"action":"create","body":"I dictate a letter"}`,
		"press Dictate", `click{"label":"Dictate"}`,
	)
}

func TestADictationIsNormalisedOnceAndForAll(t *testing.T) {
	for _, said := range []string{"please dictate um hello  there please", "can you dictate hello?", "dictate “hello” he said, please", "open Mousepad and dictate hello, thanks"} {
		n := phrase.Normalise(said)
		require.Equal(t, n, phrase.Normalise(n), "%q", said)
	}
}
