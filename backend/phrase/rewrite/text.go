package rewrite

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

func width(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return max(n, 1)
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
func lastRune(s string) rune  { r, _ := utf8.DecodeLastRuneInString(s); return r }

// inWord reports whether a character is a part of words. Marks belong to the letter before them.
func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_'
}

func worded(s string) bool { return strings.ContainsFunc(s, inWord) }

// kind is what a token is.
type kind uint8

const (
	word  kind = iota
	space      // blanks within a line
	line       // a line end, with the blanks around it
	mark       // any other single character
)

// token is a stretch of a text. All of them together are the text, byte for byte.
type token struct {
	kind   kind
	s, low string
	first  bool // the first word of a sentence
	quoted bool // stands in double quotation marks
	gone   bool
}

// lex cuts a text into tokens. "don't", "e-mail" and "3.5" are one word each.
func lex(p Piece) []token {
	var out []token
	s := p.Text
	for at := 0; at < len(s); {
		t := next(s[at:])
		out = append(out, t)
		at += len(t.s)
	}
	begin := p.begins()
	quote := false
	for i := range out {
		t := &out[i]
		switch {
		case t.s == `"` && quote, t.s == "”":
			quote = false
		case t.s == `"`, t.s == "“", t.s == "„":
			quote = true
		case t.kind == word:
			t.first, begin = begin, false
		case ends(out, i):
			begin = true
		}
		if t.kind == line && strings.Count(t.s, "\n") > 1 {
			quote = false // a quotation mark that was never closed
		}
		t.quoted = quote
	}
	return out
}

func next(s string) token {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case inWord(r):
		for n < len(s) {
			c, w := utf8.DecodeRuneInString(s[n:])
			after, _ := utf8.DecodeRuneInString(s[n+w:])
			joins := strings.ContainsRune("'’-", c) && inWord(after) || (c == '.' || c == ',' || c == ':') && unicode.IsDigit(after) && unicode.IsDigit(lastRune(s[:n])) || c == '@' && inWord(after)
			if !inWord(c) && !joins {
				break
			}
			n += w
		}
		return token{kind: word, s: s[:n], low: plain(s[:n])}
	case unicode.IsSpace(r):
		for n < len(s) {
			c, w := utf8.DecodeRuneInString(s[n:])
			if !unicode.IsSpace(c) {
				break
			}
			n += w
		}
		if strings.ContainsAny(s[:n], "\n\u2028\u2029") {
			return token{kind: line, s: s[:n]}
		}
		return token{kind: space, s: s[:n]}
	}
	return token{kind: mark, s: s[:max(n, 1)]}
}

// plain is a word as tables hold it.
func plain(s string) string { return strings.ReplaceAll(strings.ToLower(s), "’", "'") }

// abbreviations end with a point that ends no sentence.
var abbreviations = set("mr mrs ms dr prof st sr jr vs etc e.g i.e eg ie cf no nos fig approx dept est inc ltd co corp a.m p.m am pm jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k")

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// begins reports whether a piece begins a sentence where it stands.
func (p Piece) begins() bool {
	head := strings.TrimRight(p.Before, " \t\u00a0\"“‘(['*-•–—>#")
	return head == "" || strings.ContainsRune(".!?…\n\u2028\u2029", lastRune(head))
}

// closes reports whether nothing of the last sentence or line follows a piece.
func (p Piece) closes() bool {
	tail := strings.TrimLeft(p.After, " \t")
	return tail == "" || strings.HasPrefix(tail, "\n")
}

// ends reports whether a sentence ends with token i. A line end ends one unless the next line goes on in lower case.
func ends(toks []token, i int) bool {
	t := toks[i]
	switch {
	case t.kind == line:
		if strings.Count(t.s, "\n")+strings.Count(t.s, "\u2029") > 1 || i+1 >= len(toks) || i == 0 {
			return true
		}
		return !(toks[i+1].kind == word && unicode.IsLower(firstRune(toks[i+1].s)) && toks[i-1].kind == word || toks[i-1].s == ",")
	case t.kind != mark || !strings.Contains(".!?…", t.s):
		return false
	case i+1 < len(toks) && toks[i+1].kind == word:
		return false // example.com, the first point of "e.g."
	case i+3 < len(toks) && strings.Contains("\"”’'", toks[i+1].s) && toks[i+2].kind == space && unicode.IsLower(firstRune(toks[i+3].s)):
		return false // "Go!" she said.
	}
	if t.s != "." {
		return true
	}
	if i == 0 || toks[i-1].kind != word {
		return true
	}
	w := toks[i-1].low
	if i >= 3 && toks[i-2].s == "." && toks[i-3].kind == word {
		w = toks[i-3].low + "." + w // "e.g."
	}
	single := utf8.RuneCountInString(toks[i-1].s) == 1 && unicode.IsUpper(firstRune(toks[i-1].s)) && toks[i-1].s != "I" // initials
	if !abbreviations[w] && !single {
		return true
	}
	for j := i + 1; j < len(toks); j++ { // "etc." and "p.m." may end one all the same
		if toks[j].kind == word {
			return (w == "etc" || strings.HasSuffix(w, "m")) && unicode.IsUpper(firstRune(toks[j].s))
		}
	}
	return true
}

// sentences gives where each sentence begins and ends, without the blanks between them.
func sentences(text string) [][2]int {
	toks := lex(Piece{Text: text})
	var out [][2]int
	at, from, end, open := 0, -1, 0, false
	cut := func() {
		if from >= 0 && worded(text[from:end]) {
			out = append(out, [2]int{from, end})
			from = -1
		} else if from >= 0 && len(out) > 0 {
			out[len(out)-1][1], from = end, -1 // a quotation mark or bracket behind the point, or a mark alone
		}
	}
	for i, t := range toks {
		blank := t.kind == space || t.kind == line
		if blank && open {
			cut()
			open = false
		}
		if !blank {
			if from < 0 {
				from = at
			}
			end = at + len(t.s)
		}
		if ends(toks, i) {
			if t.kind == line {
				cut()
				open = false
			} else {
				open = true
			}
		}
		at += len(t.s)
	}
	cut()
	return out
}

// withoutLast cuts the last sentence off, and the blanks before it. What ends the text (its line end) stays.
func withoutLast(text string) string {
	all := sentences(text)
	if len(all) == 0 {
		return text
	}
	last := all[len(all)-1]
	return strings.TrimRight(text[:last[0]], " \t\n\u00a0\u2029") + text[last[1]:]
}

func join(toks []token) string {
	var b strings.Builder
	for _, t := range toks {
		if !t.gone {
			b.WriteString(t.s)
		}
	}
	return b.String()
}

// capital begins a word with a capital letter.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
