package intent_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/phrase"
	"pace/backend/phrase/intent"
)

func TestSentencesAreClassified(t *testing.T) {
	for class, texts := range map[intent.Class][]string{
		intent.Chitchat:   {"hello", "Hey Pace!", "thanks a lot", "how are you doing?", "good morning to you", "who are you?", "thank you for your help", "help", "do you sleep at night?", "I'm so happy today", "you made my day"},
		intent.Knowledge:  {"what is the capital of France", "explain photosynthesis", "how many legs does a spider have?", "who wrote Faust?", "what did I do yesterday?", "why is the sky blue", "how do I mute a laptop?", "can you tell me how tides work", "translate goodbye into Finnish"},
		intent.Screen:     {"what's on my screen?", "what am I looking at", "describe this", "read this", "summarise this page", "which app am I in?", "what is this?", "why is the button greyed out", "who is the mail from?"},
		intent.Action:     {"press 7", "open Calculator and type 5", "drag the file to the bin", "order a pizza", "hey pace, could you rename this file?", "type", "when you get a second, archive these mails", "what's Bo's phone number", "it's much too loud"},
		intent.Research:   {"research electric cars", "compare Rust and Go", "look into solar panels", "Rust vs Go", "what's the latest on fusion?", "find three studies about naps"},
		intent.LargeModel: {"ask the big model about this", "think deeply about my plan", "use a stronger model"},
		intent.Unknown: {"", "don't press OK", "I pressed 7 yesterday", "she said press OK", "the Save button", "if a dialog shows up, press OK", "press freedom matters", "drücke OK", "I researched this",
			"open the", "dad can you close the door"},
	} {
		for _, s := range texts {
			got, conf := intent.Of(s)
			require.Equal(t, class, got, "%q", s)
			if class == intent.Unknown {
				require.Zero(t, conf)
			} else {
				require.GreaterOrEqual(t, conf, 0.9, "%q", s)
			}
		}
	}
}

func TestACompleteParseIsAnActionWhateverTheWordsSay(t *testing.T) {
	p := phrase.Read("press 7")
	require.True(t, p.Complete())
	got, conf := intent.From("good morning", p)
	require.Equal(t, intent.Action, got)
	require.Equal(t, 0.95, conf)
}

func TestSpokenAndWrittenFormsAreTheSameWish(t *testing.T) {
	for _, texts := range [][]string{
		{"rename the folder", "hey pace, rename the folder please", "uh rename um the folder", "could you rename the folder?", "would you mind renaming the folder", "RENAME THE FOLDER!", "reanme teh folder",
			"delete no rename the folder", "rename the the folder", "i'd like you to rename the folder", "if you don't mind, rename the folder for me, thanks"},
		{"what does this chart show", "What’s this chart show?", "can you tell me what this chart shows", "so like what does this chart show", "sorry, quick question, what does this chart show?"},
	} {
		want, _ := intent.Of(texts[0])
		require.NotEqual(t, intent.Unknown, want)
		for _, s := range texts {
			got, _ := intent.Of(s)
			require.Equal(t, want, got, "%q", s)
		}
	}
}

func TestASentenceThatBreaksOffOrIsTakenBackIsUnknown(t *testing.T) {
	for _, s := range []string{"rename the", "close this and", "archive the mails or perhaps not", "archive the mails, no, forget it"} {
		got, _ := intent.Of(s)
		require.Equal(t, intent.Unknown, got, "%q", s)
	}
}

func TestOtherLanguagesAndNoiseAreNeverAWish(t *testing.T) {
	for _, s := range []string{"mach das Fenster zu", "spiele Musik", "öffne den Browser bitte", "ferme la fenêtre", "joue de la musique", "abre el navegador por favor", "apri il browser", "zet de muziek uit",
		"stäng fönstret", "otwórz przeglądarkę", "pencereyi kapat", "открой почту", "打开音乐", "文を読んで", "افتح النافذة", "🙂", "🎵🎵🎵", "???", "...", "zzxqv", "\x00\xff", "　"} {
		got, conf := intent.Of(s)
		require.Equal(t, intent.Unknown, got, "%q", s)
		require.Zero(t, conf)
	}
}

func TestAVeryLongSentenceIsNotSearched(t *testing.T) {
	got, _ := intent.Of(strings.Repeat("hello there ", 5000))
	require.Equal(t, intent.Unknown, got)
	require.True(t, intent.Judge(strings.Repeat("hello there ", 5000), phrase.Parse{Why: phrase.TooLong}).Complex)
}

func TestALongSentenceIsComplex(t *testing.T) {
	long := "what is the capital of France" + strings.Repeat(" and of the country beside it", 8)
	require.True(t, intent.Judge(long, phrase.Read(long)).Complex)
	require.False(t, intent.Judge("what is the capital of France", phrase.Parse{Why: phrase.IsQuestion}).Complex)
}

func TestEveryClassIsListedOnce(t *testing.T) {
	require.Len(t, intent.Classes(), 7)
	require.Contains(t, intent.Classes(), intent.Unknown)
}
