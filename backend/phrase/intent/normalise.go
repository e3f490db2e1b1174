package intent

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is one word of a sentence: lower case, without stops, contractions taken apart.
type token struct {
	text    string
	id      uint16
	classes classes
	mark    byte // the stop behind it: 0, ',' for any that parts clauses, '?'
}

// maxWords bounds what is judged: what a sentence wants is said before that.
const maxWords = 120

// said is a sentence prepared for judging.
type said struct {
	toks    []token
	asks    bool // somewhere a question mark
	quotes  bool // begins with a quotation
	foreign bool // has letters of another script, more than of this
	long    bool // longer than maxWords
}

// Normalise is a sentence as it is judged: lower case, one space between words, contractions taken apart, and without
// wake phrase, politeness, fillers, false starts and doubled words. Commas and question marks stay, since they part
// clauses. It is idempotent.
func Normalise(text string) string {
	var buf [maxWords]token
	s := tables().prepare(text, buf[:0])
	var b strings.Builder
	for i, t := range s.toks {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
		if t.mark == '?' || t.mark != 0 && i+1 < len(s.toks) {
			b.WriteByte(t.mark)
		}
	}
	return b.String()
}

// prepare reads text into toks, which has room for maxWords.
func (t *table) prepare(text string, toks []token) said {
	s := said{toks: toks}
	s.split(t.words, strings.ToLower(text))
	if n := len(s.toks); n > 0 {
		s.toks[n-1].mark &= '?' // a full stop says nothing
		if s.toks[n-1].mark != '?' {
			s.toks[n-1].mark = 0
		}
	}
	for t.trim(&s) { // ends: each round drops a word
	}
	return s
}

// split cuts low into words.
func (s *said) split(v *vocabulary, low string) {
	latin, other := 0, 0
	first := true
	for i := 0; i < len(low); {
		r, w := utf8.DecodeRuneInString(low[i:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			s.stop(low, i, r, w)
			if first && (r == '"' || r == '“' || r == '„' || r == '«') {
				s.quotes = true
			}
			first = first && unicode.IsSpace(r)
			i += w
			continue
		}
		first = false
		j := i
		for j < len(low) {
			r, w := utf8.DecodeRuneInString(low[j:])
			if unicode.IsSpace(r) || r == '"' || r == '“' || r == '”' || r == '—' || r == '–' || r == '…' || r == '(' || r == ')' || r == '[' || r == ']' {
				break
			}
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && ends(low[j+w:]) {
				break
			}
			if r < 0x250 {
				latin++
			} else if unicode.IsLetter(r) {
				other++
			}
			j += w
		}
		s.word(v, low[i:j])
		if s.long {
			break
		}
		i = j
	}
	s.foreign = other > latin
}

// ends reports whether a stop before rest ends a word, rather than standing inside one: "budget.ods", "5:45".
func ends(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '/' && r != '-'
}

// stop notes a stop behind the last word.
func (s *said) stop(low string, i int, r rune, w int) {
	n := len(s.toks)
	switch r {
	case '?', '¿':
		s.asks = s.asks || n > 0
		if n > 0 && r == '?' {
			s.toks[n-1].mark = '?'
		}
	case ',', ';', ':', '!', '.', '—', '–', '…', '\n':
		if n > 0 && s.toks[n-1].mark == 0 {
			s.toks[n-1].mark = ','
		}
	case '-':
		if n > 0 && s.toks[n-1].mark == 0 && strings.HasPrefix(low[i+w:], " ") && i > 0 && low[i-1] == ' ' {
			s.toks[n-1].mark = ','
		}
	}
}

// word adds one written word, which may be several: "what's", "double-click".
func (s *said) word(v *vocabulary, w string) {
	if strings.ContainsRune(w, '’') {
		w = strings.ReplaceAll(w, "’", "'")
	}
	w = strings.Trim(w, "'-")
	for w != "" && !s.long {
		part := w
		if i := strings.IndexByte(w, '-'); i > 0 {
			joined := w[:i] + w[i+1:]
			if e, ok := v.words[joined]; ok {
				s.add(v.list[e.id], e)
				return
			}
			part, w = w[:i], strings.TrimLeft(w[i+1:], "-")
		} else {
			w = ""
		}
		part = strings.TrimFunc(part, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if part == "" {
			continue
		}
		if long, ok := v.spoken[part]; ok {
			for _, p := range long {
				s.add(p, v.words[p])
			}
			continue
		}
		if i := strings.LastIndexByte(part, '\''); i > 0 {
			if s.contraction(v, part[:i], part[i+1:]) {
				continue
			}
		}
		text, e := v.find(part)
		if c := part[0]; c >= '0' && c <= '9' {
			e.classes |= v.num
		}
		s.add(text, e)
	}
}

// contraction takes "what's", "don't", "i'm" apart. Behind another word "'s" is a possessive.
func (s *said) contraction(v *vocabulary, head, tail string) bool {
	full := ""
	switch tail {
	case "m":
		full = "am"
	case "re":
		full = "are"
	case "ve":
		full = "have"
	case "ll":
		full = "will"
	case "d":
		full = "would"
	case "t":
		if h, ok := strings.CutSuffix(head, "n"); ok {
			head, full = h, "not"
		}
	case "s":
		e := v.words[head]
		if e.classes&v.short == 0 {
			s.add(head+"'s", entry{classes: v.poss | e.classes&v.person})
			return true
		}
		full = "is"
	}
	if full == "" {
		return false
	}
	s.word(v, head)
	s.add(full, v.words[full])
	return true
}

func (s *said) add(text string, e entry) {
	if s.long = s.long || len(s.toks) == maxWords; s.long {
		return
	}
	s.toks = append(s.toks, token{text: text, id: e.id, classes: e.classes})
}

// cut removes the words from i to j. A stop behind them goes to the word before, unless they began the sentence.
func (s *said) cut(i, j int) {
	if i > 0 && s.toks[j-1].mark != 0 && s.toks[i-1].mark != '?' {
		s.toks[i-1].mark = s.toks[j-1].mark
	}
	s.toks = append(s.toks[:i], s.toks[j:]...)
}

// trim does one round of dropping what carries no meaning, and reports whether there was something.
func (t *table) trim(s *said) bool {
	n := len(s.toks)
	t.fill(s)
	t.repair(s)
	for i := 1; i < len(s.toks); i++ { // doubled words: "the the"
		if s.toks[i].text == s.toks[i-1].text && s.toks[i].classes&t.words.num == 0 && s.toks[i-1].mark == 0 {
			s.cut(i-1, i)
			i--
		}
	}
	for i := 0; i < len(s.toks); i++ {
		if i == 0 || s.toks[i-1].mark != 0 || s.toks[i-1].classes&t.joins != 0 {
			t.lead(s, i)
		}
	}
	t.tail(s)
	return len(s.toks) != n
}

// fill drops fillers.
func (t *table) fill(s *said) {
	for i := 0; i < len(s.toks); i++ {
		for _, f := range t.fillers {
			if m := f.what.longest(s.toks, i) - f.leave; m > f.keep && m-f.keep < len(s.toks) {
				if f.parts && i+f.keep > 0 && s.toks[i+f.keep-1].mark == 0 {
					s.toks[i+f.keep-1].mark = ','
				}
				s.cut(i+f.keep, i+m)
			}
			if i >= len(s.toks) {
				break
			}
		}
	}
}

// lead drops what leads to a wish at i: wake phrases always, politeness when a wish follows.
func (t *table) lead(s *said, i int) {
	for _, l := range t.leads {
		for {
			m := l.what.longest(s.toks, i)
			if m <= 0 || i+m >= len(s.toks) {
				break
			}
			next := &s.toks[i+m]
			if l.gerund {
				verb, ok := t.words.gerund(next.text)
				if !ok {
					break
				}
				e := t.words.words[verb]
				next.text, next.id, next.classes = verb, e.id, e.classes
			} else if l.before != 0 && next.classes&l.before == 0 {
				break
			}
			if l.polite {
				s.unask(i + m)
			}
			s.cut(i, i+m)
		}
	}
}

// unask takes the question mark off a request that was dressed as a question.
func (s *said) unask(from int) {
	for i := from; i < len(s.toks); i++ {
		if s.toks[i].mark != 0 {
			if s.toks[i].mark == '?' {
				s.toks[i].mark = ','
				if i+1 == len(s.toks) {
					s.toks[i].mark, s.asks = 0, false
				}
			}
			return
		}
	}
}

// tail drops politeness at the end.
func (t *table) tail(s *said) {
	for {
		cut := false
		for i := max(1, len(s.toks)-4); i < len(s.toks) && !cut; i++ {
			if t.tails.at(s.toks, i, true) {
				s.toks = s.toks[:i]
				if s.toks[i-1].mark != '?' {
					s.toks[i-1].mark = 0
				}
				cut = true
			}
		}
		if !cut {
			return
		}
	}
}

// repair drops a false start: what was said before "no wait", "sorry", "I mean" and is said anew behind it.
func (t *table) repair(s *said) {
	for i := 1; i < len(s.toks); i++ {
		m := t.repairs.longest(s.toks, i)
		j := i + m
		if m <= 0 || j >= len(s.toks) {
			continue
		}
		from := -1
		for k := i - 1; k >= max(0, i-4); k-- { // "the no wait the second"
			if s.toks[k].text == s.toks[j].text {
				from = k
				break
			}
		}
		if from < 0 && i <= 3 && s.toks[0].classes&t.does != 0 && s.toks[j].classes&t.does != 0 { // "open no close"
			from = 0
		}
		if from < 0 {
			continue
		}
		var mark byte
		if from > 0 {
			mark = s.toks[from-1].mark
		}
		s.cut(from, j)
		if from > 0 {
			s.toks[from-1].mark = mark // what was taken back ends no clause
		}
		i = from
	}
}
