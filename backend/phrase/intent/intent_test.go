package intent_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/phrase/intent"
)

func TestSentencesAreClassified(t *testing.T) {
	for class, texts := range map[intent.Class][]string{
		intent.Chitchat:   {"hello", "Hey Pace!", "thanks a lot", "how are you doing?", "good morning to you", "who are you?", "thank you for your help", "help"},
		intent.Knowledge:  {"what is the capital of France", "explain photosynthesis", "how many legs does a spider have?", "who wrote Faust?", "what did I do yesterday?", "why is the sky blue"},
		intent.Screen:     {"what's on my screen?", "what am I looking at", "describe this", "read this", "summarise this page", "which app am I in?", "what is this?"},
		intent.Action:     {"press 7", "open Calculator and type 5", "drag the file to the bin", "order a pizza", "hey pace, could you rename this file?", "type"},
		intent.Research:   {"research electric cars", "compare Rust and Go", "look into solar panels", "Rust vs Go", "what's the latest on fusion?"},
		intent.LargeModel: {"ask the big model about this", "think deeply about my plan", "use a stronger model"},
		intent.Unknown:    {"", "don't press OK", "I pressed 7 yesterday", "she said press OK", "the Save button", "if a dialog shows up, press OK", "press freedom matters", "drücke OK", "I researched this"},
	} {
		for _, s := range texts {
			got, conf := intent.Of(s)
			require.Equal(t, class, got, "%q", s)
			if class == intent.Unknown {
				require.Zero(t, conf)
			} else {
				require.GreaterOrEqual(t, conf, 0.9)
			}
		}
	}
}

func TestAVeryLongSentenceIsNotSearched(t *testing.T) {
	got, _ := intent.Of(strings.Repeat("hello there ", 5000))
	require.Equal(t, intent.Unknown, got)
}
