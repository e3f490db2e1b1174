package rewrite

import (
	"slices"
	"strings"
	"unicode"
)

// swap is a phrase, what takes its place, and what must not stand around it. An empty place drops the phrase.
type swap struct {
	from string
	to   string
	// at says where it may stand: anywhere, at the beginning of a sentence or clause, or before a word.
	at where
	// notAfter and notBefore are words that change its meaning. "," stands for a comma, "." for the end of the sentence.
	notAfter, notBefore map[string]bool
	// only, when not nil, holds the words before which alone it may stand.
	only map[string]bool
}

type where uint8

const (
	anywhere where = iota
	opening        // at the beginning of a sentence
	clause         // there, behind a comma, and behind "and", "but", "so", "because"
)

// book finds swaps by the first word of their phrase, longer ones first.
type book map[string][]entry

type entry struct {
	swap
	words []string
}

func bookOf(rows ...[]swap) book {
	b := book{}
	for _, r := range slices.Concat(rows...) {
		for _, from := range strings.Split(r.from, "|") {
			w := strings.Fields(from)
			b[w[0]] = append(b[w[0]], entry{r, w})
		}
	}
	for _, es := range b {
		slices.SortStableFunc(es, func(a, b entry) int { return len(b.words) - len(a.words) })
	}
	return b
}

// apply takes the phrases of b out of toks or puts others in their place, sentence by sentence. A sentence of which
// nothing would be left stays as it is.
func (b book) apply(toks []token) []token {
	for i := 0; i < len(toks); i++ {
		if toks[i].kind != word || toks[i].gone || toks[i].quoted {
			continue
		}
		twice(b, toks, i)
		for _, e := range b[toks[i].low] {
			end, ok := matches(toks, i, e.words)
			if !ok || !e.fits(toks, i, end) {
				continue
			}
			if e.to == "" {
				drop(toks, i, end)
			} else {
				put(toks, i, end, e.to)
			}
			i = end - 1
			break
		}
	}
	return toks
}

// twice takes the second of "really, really" out, so that what is left can be dropped whole.
func twice(b book, toks []token, i int) {
	for i+3 < len(toks) && len(b[toks[i].low]) > 0 && toks[i+1].s == "," && toks[i+2].kind == space && toks[i+3].low == toks[i].low && !toks[i+3].gone {
		for j := i + 1; j <= i+3; j++ {
			toks[j].gone = true
		}
		return
	}
}

// matches reports whether words stand at i, with one blank between each two, and where they end.
func matches(toks []token, i int, words []string) (end int, ok bool) {
	for n, w := range words {
		if n > 0 {
			if w == "," {
				if i >= len(toks) || toks[i].s != "," {
					return 0, false
				}
				i++
				continue
			}
			if i >= len(toks) || toks[i].kind != space {
				return 0, false
			}
			i++
		}
		if i >= len(toks) || toks[i].kind != word || toks[i].low != w || toks[i].gone || toks[i].quoted {
			return 0, false
		}
		i++
	}
	return i, true
}

// reach is how many tokens back is looked, so that a text of nothing but fillers costs no more than another.
const reach = 200

// before and after are the nearest words of the same sentence, "," or "." where it is cut there.
func before(toks []token, i int) string {
	if toks[i].first {
		return "."
	}
	for j := i - 1; j >= max(0, i-reach); j-- {
		switch t := toks[j]; {
		case t.gone || t.kind == space || t.kind == line:
		case t.kind == word:
			return t.low
		case strings.Contains(",;:–—(", t.s):
			return ","
		case strings.Contains(".!?…", t.s):
			return "."
		default:
			return t.s
		}
	}
	return "."
}

func after(toks []token, end int) string {
	for j := end; j < len(toks); j++ {
		switch t := toks[j]; {
		case t.gone || t.kind == space:
		case t.kind == word && t.first:
			return "."
		case t.kind == word:
			return t.low
		case t.kind == line && ends(toks, j):
			return "."
		case t.kind == line:
		case strings.Contains(",;:–—)", t.s):
			return ","
		case strings.Contains(".!?…", t.s):
			return "."
		default:
			return t.s
		}
	}
	return "."
}

func (s swap) fits(toks []token, i, end int) bool {
	prev, following := before(toks, i), after(toks, end)
	switch s.at {
	case opening:
		if !toks[i].first {
			return false
		}
	case clause:
		if !toks[i].first && prev != "," && !connects[prev] {
			return false
		}
	}
	aside := prev == "," && (following == "," || following == ".") // ", I think,"
	if s.notAfter[prev] || s.notBefore[following] && !aside || s.only != nil && !s.only[following] {
		return false
	}
	return s.to != "" || !alone(toks, i, end)
}

var connects = set("and but so because although though since that if")

// alone reports whether i..end is all that its sentence says.
func alone(toks []token, i, end int) bool {
	for j := i - 1; j >= max(0, i-reach) && !toks[j+1].first; j-- {
		if toks[j].kind == word && !toks[j].gone {
			return false
		}
	}
	for j := end; j < len(toks); j++ {
		if toks[j].kind == word && !toks[j].gone {
			return toks[j].first
		}
	}
	return true
}

// drop takes i..end out, and the commas and blanks that were there for it. What becomes the first word of the sentence
// gets its capital letter.
func drop(toks []token, i, end int) {
	first := toks[i].first
	capitals := unicode.IsUpper(firstRune(toks[i].s))
	for j := i; j < end; j++ {
		toks[j].gone = true
	}
	l, r := left(toks, i), right(toks, end)
	commaL := l >= 0 && toks[l].s == ","
	commaR := r < len(toks) && toks[r].s == ","
	stop := r >= len(toks) || strings.Contains(".!?…;:)", toks[r].s) || toks[r].kind == line
	switch {
	case first && commaR:
		toks[r].gone = true
		blank(toks, r+1, len(toks), 1)
	case first:
		blank(toks, end, len(toks), 1)
	case commaL && commaR && l > 0 && toks[l-1].first: // "Well, I think, he left."
		toks[r].gone = true
		blank(toks, end, len(toks), 1)
	case commaR && l >= 0 && toks[l].kind == mark && !commaL: // "done; honestly, it was"
		toks[r].gone = true
		blank(toks, end, len(toks), 1)
	case commaL && (commaR || stop):
		toks[l].gone = true
		if commaR {
			toks[r].gone = true
		}
		blank(toks, i-1, l, -1)
	case commaR || stop || r-end == 0 && r < len(toks) && toks[r].kind == mark:
		blank(toks, i-1, -1, -1)
	default:
		blank(toks, end, len(toks), 1)
	}
	if first {
		for j := end; j < len(toks); j++ {
			if toks[j].kind == word && !toks[j].gone {
				toks[j].first = true
				if capitals {
					toks[j].s = capital(toks[j].s)
				}
				break
			}
		}
	}
}

// blank takes out the one blank that stands at from, if one does.
func blank(toks []token, from, end, step int) {
	for j := from; j != end && j >= 0 && j < len(toks); j += step {
		if toks[j].gone {
			continue
		}
		if toks[j].kind == space {
			toks[j].gone = true
		}
		return
	}
}

func left(toks []token, i int) int {
	for j := i - 1; j >= max(0, i-reach); j-- {
		if !toks[j].gone && toks[j].kind != space {
			return j
		}
	}
	return -1
}

func right(toks []token, i int) int {
	for j := i; j < len(toks); j++ {
		if !toks[j].gone && toks[j].kind != space {
			return j
		}
	}
	return len(toks)
}

// put writes to in the place of i..end, with a capital letter where one stood.
func put(toks []token, i, end int, to string) {
	if unicode.IsUpper(firstRune(toks[i].s)) && toks[i].first {
		to = capital(to)
	}
	toks[i].s, toks[i].low = to, plain(to)
	for j := i + 1; j < end; j++ {
		toks[j].gone = true
	}
}

func shorter(p Piece) string { return join(shortBook.apply(lex(p))) }
func direct(p Piece) string {
	toks := lex(p)
	for i := range toks {
		request(toks, i)
	}
	return join(directBook.apply(toks))
}

// request makes "Could you please send it?" an imperative with a full stop.
func request(toks []token, i int) {
	if !toks[i].first || toks[i].quoted {
		return
	}
	for _, ask := range requests {
		end, ok := matches(toks, i, ask)
		if !ok || end+1 >= len(toks) || toks[end].kind != space || toks[end+1].kind != word || notAsked[toks[end+1].low] {
			continue
		}
		for j := end; j < len(toks) && !(j > end && toks[j].first); j++ {
			if toks[j].s == "?" {
				toks[j].s = "."
				break
			}
		}
		put(toks, i, end, "please")
		return
	}
}
