package phrase

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type kind uint8

const (
	word kind = iota
	quoted
	punct   // one of , ; : . ! ? at the end of a word
	newline // a line break
)

// token is one piece of a sentence. Text that is to be typed is never put together from tokens: it is cut out of
// the sentence by their offsets.
type token struct {
	kind       kind
	raw        string // of a quoted token: what is inside the quotes
	low        string // lower case, straight apostrophes; empty for quoted
	start, end int    // with quotes
	gap        bool   // there was space before it
}

func (t token) in(s set) bool        { return t.kind == word && s.has(t.low) }
func (t token) stop(p string) bool   { return t.kind == punct && t.low == p }
func (t token) lowerCase() bool      { return t.kind == word && startsLower(t.raw) }
func (t token) isWord(w string) bool { return t.kind == word && t.low == w }

// determines reports whether a token is one of the little words before a thing: "the", "my", "a".
func (t token) determines() bool {
	return t.in(articles) || t.in(possessives) || t.isWord("a") || t.isWord("an")
}

func startsLower(s string) bool {
	for _, r := range s {
		if unicode.IsLetter(r) {
			return unicode.IsLower(r)
		}
	}
	return false
}

// closers maps an opening quotation mark to those that close it.
var closers = map[rune]string{'"': `"`, '“': "”“\"", '„': "“”\"", '«': "»", '‘': "’‘", '\'': "'", '`': "`"}

// space also covers control and direction characters, so that nothing invisible hides in a word.
func space(r rune) bool {
	switch {
	case unicode.IsSpace(r), unicode.IsControl(r):
		return true
	case r == 0x200B, r == 0xFEFF, r == 0x200E, r == 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
		return true
	}
	return false
}

const stops = ",;:.!?"

// tokenise cuts s into tokens. unclosed is the offset of a double quotation mark that nothing closes, or -1.
func tokenise(s string) (toks []token, unclosed int) {
	unclosed = -1
	toks = make([]token, 0, len(s)/4+2)
	var hopeless map[rune]bool // marks without a closer further on; asked once, so time stays linear
	gap := true
	for i := 0; i < len(s); {
		r, w := utf8.DecodeRuneInString(s[i:])
		if space(r) {
			if r == '\n' && len(toks) > 0 && toks[len(toks)-1].kind != newline {
				toks = append(toks, token{kind: newline, raw: "\n", low: "\n", start: i, end: i + w, gap: true})
			}
			i += w
			gap = true
			continue
		}
		if ends, ok := closers[r]; ok && !hopeless[r] {
			if inner, end := quotedEnd(s, i+w, r, ends); end > 0 {
				toks = append(toks, token{kind: quoted, raw: s[i+w : inner], start: i, end: end, gap: gap})
				i, gap = end, false
				continue
			}
			if hopeless == nil {
				hopeless = map[rune]bool{}
			}
			hopeless[r] = true
			if unclosed < 0 && r != '\'' && r != '‘' && r != '`' {
				unclosed = i
			}
		}
		j := i + w
		for j < len(s) {
			r, w := utf8.DecodeRuneInString(s[j:])
			if space(r) {
				break
			}
			j += w
		}
		toks = cutStops(toks, s, i, j, gap)
		i, gap = j, false
	}
	return toks, unclosed
}

// quotedEnd finds the closing mark: where the quoted text ends, and where the token ends. Single marks close only
// at the end of a word, since they are apostrophes too.
func quotedEnd(s string, from int, open rune, ends string) (inner, end int) {
	for i, r := range s[from:] {
		if !strings.ContainsRune(ends, r) {
			continue
		}
		at := from + i
		next := at + utf8.RuneLen(r)
		if next < len(s) && (open == '\'' || open == '‘') {
			n, _ := utf8.DecodeRuneInString(s[next:])
			if !space(n) && !strings.ContainsRune(stops, n) {
				continue
			}
		}
		return at, next
	}
	return 0, 0
}

// cutStops appends the word s[i:j], with the stops at its end split off.
func cutStops(out []token, s string, i, j int, gap bool) []token {
	k := j
	for k > i+1 && strings.IndexByte(stops, s[k-1]) >= 0 {
		k--
	}
	if k < j && strings.IndexByte(stops, s[i]) >= 0 && k == i+1 {
		k = i // nothing but stops
	}
	before := len(out)
	if k > i {
		out = append(out, token{word, s[i:k], fold(s[i:k]), i, k, gap})
		gap = false
	}
	for ; k < j; k++ {
		out = append(out, token{punct, s[k : k+1], s[k : k+1], k, k + 1, gap})
		gap = false
	}
	if len(out) == before+1 && len(out[before].raw) == 1 && strings.Contains(stops, out[before].raw) {
		out[before].kind = punct
	}
	return out
}

func fold(s string) string {
	if strings.ContainsRune(s, '’') {
		s = strings.ReplaceAll(s, "’", "'")
	}
	return strings.ToLower(s)
}

// lows joins the lower-case words of toks; quoted text appears as a mark that fits no word.
func lows(toks []token) string {
	var b strings.Builder
	for i, t := range toks {
		if i > 0 {
			b.WriteByte(' ')
		}
		if t.kind == quoted {
			b.WriteString("\x00")
		} else {
			b.WriteString(t.low)
		}
	}
	return b.String()
}

// trimStops drops stops and line breaks from both ends.
func trimStops(toks []token) []token {
	for len(toks) > 0 && (toks[0].kind == newline || toks[0].kind == punct && len(toks) > 1 && toks[0].low != ".") {
		toks = toks[1:]
	}
	for n := len(toks); n > 0 && (toks[n-1].kind == newline || toks[n-1].kind == punct && !toks[n-1].gap); n = len(toks) {
		toks = toks[:n-1]
	}
	return toks
}
