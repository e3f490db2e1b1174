package rewrite

import (
	"bytes"
	"slices"
	"strings"
)

// Dictated writes down what was said to be typed: spoken marks become marks ("comma", "new line", "open paren"), "i", "im"
// and "lets" get their proper spelling. Text that was written with its marks keeps its words ("the Oxford comma"), save for
// line ends. What begins by naming a way of writing code ("snake case user name", "function call …") is left to Code.
func Dictated(text string) string {
	toks := lex(Piece{Text: text})
	if codes(toks) {
		return Code(text)
	}
	w := writer{toks: toks, marks: spokenMarks}
	if marked(toks) {
		w.marks = lineMarks
	}
	w.guard = true
	return w.write(func(i int) string { return personal(toks, i) })
}

// glue says which side of a mark has no blank.
type glue uint8

const (
	loose glue = iota
	toLeft
	toRight
	toBoth
)

// spoken is a mark as it is said.
type spoken struct {
	mark string
	glue glue
	ends bool // a sentence ends with it
	free bool // these words are nothing but the mark
}

type said struct {
	spoken
	words []string
}

// voice finds marks by the first word of their names, longer names first.
type voice map[string][]said

func voiceOf(tables ...map[string]spoken) voice {
	v := voice{}
	for _, t := range tables {
		for names, s := range t {
			for _, n := range strings.Split(names, "|") {
				w := strings.Fields(n)
				v[w[0]] = append(v[w[0]], said{s, w})
			}
		}
	}
	for _, all := range v {
		slices.SortFunc(all, func(a, b said) int { return len(b.words) - len(a.words) })
	}
	return v
}

var lineNames = map[string]spoken{
	"new line|newline|next line": {"\n", toBoth, true, true},
	"new paragraph":              {"\n\n", toBoth, true, true},
}

var markNames = map[string]spoken{
	"comma":                  {mark: ",", glue: toLeft},
	"period|full stop":       {mark: ".", glue: toLeft, ends: true},
	"question mark":          {mark: "?", glue: toLeft, ends: true},
	"exclamation mark":       {mark: "!", glue: toLeft, ends: true},
	"exclamation point":      {mark: "!", glue: toLeft, ends: true},
	"colon":                  {mark: ":", glue: toLeft},
	"semicolon|semi colon":   {mark: ";", glue: toLeft},
	"ellipsis|dot dot dot":   {mark: "…", glue: toLeft},
	"hyphen":                 {mark: "-", glue: toBoth},
	"dash":                   {mark: "–"},
	"underscore":             {mark: "_", glue: toBoth},
	"slash|forward slash":    {mark: "/", glue: toBoth},
	"backslash|back slash":   {mark: `\`, glue: toBoth},
	"dot":                    {mark: ".", glue: toBoth},
	"apostrophe":             {mark: "'", glue: toBoth},
	"at sign":                {mark: "@", glue: toBoth},
	"percent sign":           {mark: "%", glue: toLeft},
	"dollar sign":            {mark: "$", glue: toRight},
	"hash sign|pound sign":   {mark: "#", glue: toRight},
	"ampersand":              {mark: "&"},
	"asterisk":               {mark: "*"},
	"plus sign":              {mark: "+"},
	"equals sign|equal sign": {mark: "="},
	"open paren|open parenthesis|open parentheses|left paren|left parenthesis":      {mark: "(", glue: toRight, free: true},
	"close paren|close parenthesis|close parentheses|right paren|right parenthesis": {mark: ")", glue: toLeft, free: true},
	"open bracket|open square bracket|left bracket":                                 {mark: "[", glue: toRight, free: true},
	"close bracket|close square bracket|right bracket":                              {mark: "]", glue: toLeft, free: true},
	"open brace|open curly|open curly brace|open curly bracket|left brace":          {mark: "{", glue: toRight, free: true},
	"close brace|close curly|close curly brace|close curly bracket|right brace":     {mark: "}", glue: toLeft, free: true},
	"open quote|open quotes|begin quote":                                            {mark: "“", glue: toRight, free: true},
	"close quote|close quotes|end quote|unquote":                                    {mark: "”", glue: toLeft, free: true},
}

var (
	lineMarks   = voiceOf(lineNames)
	spokenMarks = voiceOf(lineNames, markNames)
)

// plainWord are words before which the name of a mark is a word: "a comma", "the trial period".
var plainWord = union(definite, set("a each every any first last next same oxford serial decimal trial time grace notice waiting cooling long short brief this of in during period small big red blue green black white polka mad"))

// marked reports whether a text was written with its marks: one stands inside it, before a blank.
func marked(toks []token) bool {
	for i, t := range toks {
		if t.kind == mark && strings.Contains(",.;:!?", t.s) && right(toks, i+1) < len(toks) && toks[i+1].kind == space {
			return true
		}
	}
	return false
}

// writer puts a text together from tokens of which some are spoken marks.
type writer struct {
	toks  []token
	marks voice
	guard bool // names of marks may be words

	b    []byte
	tied bool // what comes next has no blank before it
	cap  bool // what comes next begins a sentence
}

func (w *writer) write(spell func(i int) string) string {
	stops := false // some spoken mark ends a sentence
	for i := 0; i < len(w.toks); i++ {
		if s, end, ok := w.spoken(i); ok {
			stops = stops || s.ends && s.mark != "\n" && s.mark != "\n\n"
			i = end - 1
		}
	}
	w.cap = stops
	for i := 0; i < len(w.toks); i++ {
		t := w.toks[i]
		if t.kind == space {
			if !w.tied && len(w.b) > 0 {
				w.b = append(w.b, t.s...)
				w.tied = true // one blank is enough
			}
			continue
		}
		if s, end, ok := w.spoken(i); ok {
			w.put(s)
			i = end - 1
			continue
		}
		out := t.s
		if t.kind == word {
			if out = spell(i); w.cap {
				out = capital(out)
			}
			w.cap = false
		}
		w.b, w.tied = append(w.b, out...), false
	}
	return string(bytes.TrimRight(w.b, " "))
}

// put writes a mark. The blank before one that is tied to the left was written already.
func (w *writer) put(s spoken) {
	if s.glue == toLeft || s.glue == toBoth {
		w.b = bytes.TrimRight(w.b, " ")
	} else if !w.tied && len(w.b) > 0 && w.b[len(w.b)-1] != ' ' {
		w.b = append(w.b, ' ')
	}
	w.b = append(w.b, s.mark...)
	w.tied = s.glue == toRight || s.glue == toBoth
	if s.ends {
		w.cap = w.guard
	}
}

// spoken reports whether a mark is named at i, and where its name ends.
func (w *writer) spoken(i int) (s spoken, end int, ok bool) {
	t := w.toks[i]
	if t.kind != word || t.quoted || t.s != t.low && !t.first {
		return s, 0, false
	}
	for _, m := range w.marks[t.low] {
		end, ok := matches(w.toks, i, m.words)
		if !ok || w.guard && !m.free && !w.meant(m, i, end) {
			continue
		}
		return m.spoken, end, true
	}
	return s, 0, false
}

// meant reports whether the name of a mark stands for it, and is not a word of the sentence.
func (w *writer) meant(m said, i, end int) bool {
	prev, following := before(w.toks, i), after(w.toks, end)
	if i == 0 || plainWord[prev] || following == "of" || following == "'s" || i > 0 && w.toks[i-1].kind != space {
		return false
	}
	if m.glue == toBoth {
		return right(w.toks, end) < len(w.toks) && w.toks[right(w.toks, end)].kind == word // "example dot com"
	}
	return true
}

// personal spells one word of dictated prose.
func personal(toks []token, i int) string {
	t := toks[i]
	switch {
	case t.s == "i" && !webby(toks, i), t.s == "im", t.s == "Im":
		return spellings[t.low]
	case t.low == "lets" && t.s != "LETS" && letUs(before(toks, i), after(toks, i+1), t.first):
		return t.s[:3] + "'s"
	}
	return t.s
}

// letUs tells "let us" from what somebody lets somebody do.
func letUs(prev, following string, first bool) bool {
	switch {
	case together[following]:
		return !lets[prev]
	case persons[following] || definite[following]:
		return false
	}
	return first || leadsIn[prev] || connects[prev]
}

var (
	// leadsIn are words behind which "lets" is "let us".
	leadsIn = set(", . please ok okay now then well alright right yes yeah maybe")
	// together are things that are proposed, and lets those who let somebody.
	together = set("go see try do make take get have start talk meet not use keep look say begin move call wait just be discuss leave eat play work stay buy find think ask check")
	lets     = set("he she it who that which this one everyone nobody")
)
