package intent_test

import (
	"strings"
	"testing"

	"pace/backend/phrase"
	"pace/backend/phrase/intent"
)

func BenchmarkFrom(b *testing.B) {
	for name, text := range map[string]string{
		"question":  "could you tell me what the second paragraph of this article is about",
		"nothing":   "my sister lives in Leeds and her neighbour keeps three old bicycles in the hall",
		"last rule": "I've always wondered how the people of that island came to have their own calendar",
		"long":      strings.Repeat("and then we went on talking about the same old thing ", 8),
	} {
		p := phrase.Read(text)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				intent.From(text, p)
			}
		})
	}
}
