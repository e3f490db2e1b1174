package phrase_test

import (
	"strings"
	"testing"

	"pace/backend/phrase"
)

func BenchmarkRead(b *testing.B) {
	for name, text := range map[string]string{
		"press":    "press 7",
		"polite":   "hey pace, could you please open Calculator and then press 7 plus 5 equals, thanks",
		"form":     "click Name, type Bob, press tab and type Smith, then choose Blue from Colour and press OK",
		"question": "what would happen if I click Save in the Details panel of that window?",
		"prose":    "the quick brown fox jumps over the lazy dog while nobody is looking at the clock on the wall",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				phrase.Read(text)
			}
		})
	}
}

func BenchmarkReadLong(b *testing.B) {
	for name, unit := range hostile {
		text := strings.Repeat(unit, 100_000/len(unit))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				phrase.Read(text)
				phrase.Read("type " + text)
			}
		})
	}
}
