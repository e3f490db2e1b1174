package local

import (
	"strings"
	"unicode"
)

// shown is how much of a server's words a person is shown, in characters.
const shown = 300

// safe makes a server's words fit for one line on a screen, in a log or in a terminal: no control characters, nothing
// invisible or that turns the direction of writing, and a bounded length.
func safe(text string) string {
	var b strings.Builder
	count, gap := 0, false
	for _, r := range text {
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			gap = count > 0
			continue
		case r == unicode.ReplacementChar || unicode.Is(unicode.Cf, r) || !unicode.IsPrint(r):
			continue
		}
		if gap {
			b.WriteByte(' ')
			count, gap = count+1, false
		}
		if count++; count > shown {
			return strings.TrimRight(b.String(), " ") + "…"
		}
		b.WriteRune(r)
	}
	return b.String()
}
