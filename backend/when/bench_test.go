package when

import "testing"

// A phrase is read before every command; it must not be felt.
func BenchmarkParse(b *testing.B) {
	for _, text := range []string{"tomorrow at five", "every second monday from half past seven to a quarter to nine in the evening", "open the settings and turn on the big text"} {
		b.Run(text, func(b *testing.B) {
			ref := wednesday(b)
			for b.Loop() {
				_, _ = Parse(text, ref)
			}
		})
	}
}
