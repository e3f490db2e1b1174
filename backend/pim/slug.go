package pim

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// maxSlug is how many bytes of a title a name has: enough to tell notes apart in a list of files.
const maxSlug = 60

// slugOf makes a title into the name of a file that a person can read: letters and digits of any script, hyphens
// between. It never names a hidden file or another folder.
func slugOf(title string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFC.String(strings.ToLower(title)) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) || r == utf8.RuneError {
			gap = true
			continue
		}
		if b.Len() == 0 && unicode.IsMark(r) {
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		if b.Len()+utf8.RuneLen(r) > maxSlug {
			break
		}
		b.WriteRune(r)
	}
	if s := strings.Trim(b.String(), "-"); s != "" {
		return s
	}
	return "untitled"
}

// fold makes words comparable: case, accents and compatible forms don't matter.
func fold(s string) string {
	t := transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn)), norm.NFKC)
	out, _, err := transform.String(t, strings.ToLower(s))
	if err != nil {
		return strings.ToLower(s)
	}
	return out
}

// words splits into letters and digits.
func words(s string) []string {
	return strings.FieldsFunc(fold(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// begin reports whether every word of want begins a word of have.
func begin(have, want []string) bool {
	for _, w := range want {
		ok := false
		for _, h := range have {
			if strings.HasPrefix(h, w) {
				ok = true
				break
			}
		}
		if !ok {
			return false
		}
	}
	return len(want) > 0
}
