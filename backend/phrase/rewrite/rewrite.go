// Package rewrite makes one English text of another by rule: shorter, more direct, corrected, as a list, without its last
// sentence; and it writes down what was dictated. It is pure and asks no model. It changes only what a rule of its tables
// covers, says plainly when there is nothing of the kind, and never touches what stands in double quotation marks.
package rewrite

import (
	"strings"
	"unicode"
)

// Operation is what is to be done to a text.
type Operation string

// The operations, as tools print them. Replace needs to be told what by what: see Replaced.
const (
	Shorten            Operation = "shorten"
	MakeDirect         Operation = "makeDirect"
	FixGrammar         Operation = "fixGrammar"
	DeleteLastSentence Operation = "deleteLastSentence"
	MakeBullets        Operation = "makeBullets"
	Replace            Operation = "replace"
)

// Piece is a text, and what stands before and after it where it was taken from: a piece out of the middle of a sentence
// begins with no capital letter and needs no full stop.
type Piece struct{ Text, Before, After string }

// Change is what became of a piece. When Text is what it was, Why says so in one plain sentence, and Already that the text
// is as the operation would have it.
type Change struct {
	Text    string
	Why     string
	Already bool
}

// Apply does one operation. Text without any letters or figures is left alone.
func Apply(op Operation, p Piece) Change {
	if !worded(p.Text) {
		return Change{Text: p.Text, Why: "There are no words in it."}
	}
	var out string
	c := Change{Text: p.Text}
	switch op {
	case Shorten:
		out, c.Why = shorter(p), "It holds none of the words that Pace's rules can do without, so it was left as it is."
	case MakeDirect:
		out, c.Why = direct(p), "It holds none of the roundabout phrases that Pace's rules know, so it was left as it is."
	case FixGrammar:
		out, c.Why, c.Already = corrected(p), "Pace's rules find no mistake in it; they know the common ones only.", true
	case MakeBullets:
		out, c.Why, c.Already = bulleted(p.Text), "It is a list of bullet points already.", true
	case DeleteLastSentence:
		out = withoutLast(p.Text)
	default:
		return Change{Text: p.Text, Why: "Pace has no rule for that."}
	}
	if out == p.Text {
		return c
	}
	return Change{Text: out}
}

// Replaced puts now in the place of old wherever it stands, and counts. Where old begins or ends like a word it has to
// stand as one ("art" is not in "start"); when its very spelling is nowhere, other capitals are taken for it.
func Replaced(text, old, now string) (string, int) {
	if old == "" {
		return text, 0
	}
	if out, n := replaced(text, old, now, func(a, b string) bool { return a == b }); n > 0 {
		return out, n
	}
	return replaced(text, old, now, strings.EqualFold)
}

func replaced(text, old, now string, same func(a, b string) bool) (string, int) {
	var b strings.Builder
	n, from := 0, 0
	for at := 0; at < len(text); {
		end, ok := stands(text, at, old, same)
		if !ok {
			at += width(text[at:])
			continue
		}
		b.WriteString(text[from:at])
		b.WriteString(now)
		n++
		at, from = end, end
	}
	b.WriteString(text[from:])
	return b.String(), n
}

// stands reports whether old stands at a place of text as a word of its own, and where it ends. Other capitals may take
// another number of bytes, so characters are counted.
func stands(text string, at int, old string, same func(a, b string) bool) (end int, ok bool) {
	end = at
	for i := 0; i < len(old); i += width(old[i:]) {
		if end >= len(text) {
			return 0, false
		}
		end += width(text[end:])
	}
	if !same(text[at:end], old) {
		return 0, false
	}
	if inWord(firstRune(old)) && at > 0 && inWord(lastRune(text[:at])) {
		return 0, false
	}
	if at > 0 && lastRune(text[:at]) == joiner || end < len(text) && continues(firstRune(text[end:])) {
		return 0, false // a part of a character that people see as one
	}
	if inWord(lastRune(old)) && end < len(text) && inWord(firstRune(text[end:])) {
		return 0, false
	}
	return end, true
}

// joiner makes one picture of the two beside it.
const joiner = '\u200d'

// continues reports whether a character belongs to the one before it.
func continues(r rune) bool {
	return r == joiner || unicode.IsMark(r) || r >= 0x1f3fb && r <= 0x1f3ff
}
