// Package form matches sentences against patterns that are written as data: the words of a command with choices,
// options and slots. A pattern is compiled once and never changes; matching takes time linear in the length of the
// sentence, allocates little and keeps no state. It knows words only: what a match means, and whether what fills a slot
// makes sense, its caller decides.
//
// The notation: words stand for themselves, (a|b c) is a choice, [x] may be absent, <name> is a slot of one or more
// tokens and <name:num> a slot that holds a number. Small words (the, my, a, please …) may stand between any two parts.
package form

import (
	"fmt"
	"slices"
	"strings"
)

// Word is one token of a sentence as the matcher sees it.
type Word struct {
	Low    string // lower case; "" for quoted text, which no literal matches
	Number int    // how many tokens from here make one number; 0 = none
}

// Span is what fills a slot: tokens From until To.
type Span struct{ From, To int }

// Match is what fills the slots of a form, by name.
type Match struct {
	names []string
	spans []Span
}

// Slot gives what fills a slot. False when the form has no such slot, or it was optional and absent.
func (m Match) Slot(name string) (Span, bool) {
	for i, n := range m.names {
		if n == name {
			return m.spans[i], true
		}
	}
	return Span{}, false
}

// inner bounds a slot that is not the last part of its form, in tokens. It keeps matching linear.
const inner = 40

// Form is a compiled pattern.
type Form struct {
	source string
	seq    []node
}

type node struct {
	word   string   // a literal
	alts   [][]node // a choice; an option has an empty alternative last
	slot   string
	number bool
}

// Compile reads a pattern. It panics on a wrong one: patterns are part of the program.
func Compile(pattern string) *Form {
	p := &reader{in: pattern}
	seq := p.sequence()
	if p.at != len(p.in) || len(seq) == 0 {
		panic(fmt.Sprintf("form: %q is no pattern (at %d)", pattern, p.at))
	}
	return &Form{pattern, seq}
}

// String is the pattern.
func (f *Form) String() string { return f.source }

// Heads lists how the sentences of this form begin: up to three literal words, and fewer where a slot or an option
// follows.
func (f *Form) Heads() []string {
	var out []string
	for _, h := range heads(f.seq, nil) {
		if len(h.words) > 0 {
			out = append(out, strings.Join(h.words, " "))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// EndsOpen reports whether the form may end in a slot for words.
func (f *Form) EndsOpen() bool { return open(f.seq) }

func open(seq []node) bool {
	for i := len(seq) - 1; i >= 0; i-- {
		n := seq[i]
		if n.slot != "" {
			return !n.number
		}
		if n.alts == nil {
			return false
		}
		optional := false
		for _, a := range n.alts {
			if len(a) == 0 {
				optional = true
			} else if open(a) {
				return true
			}
		}
		if !optional {
			return false
		}
	}
	return false
}

type head struct {
	words []string
	open  bool // nothing but literals so far, and room for more
}

func heads(seq []node, so []head) []head {
	if so == nil {
		so = []head{{open: true}}
	}
	for _, n := range seq {
		var next []head
		for _, h := range so {
			switch {
			case !h.open || len(h.words) == 3:
				h.open = false
				next = append(next, h)
			case n.slot != "":
				h.open = false
				next = append(next, h)
			case n.alts != nil:
				for _, a := range n.alts {
					next = append(next, heads(a, []head{{append([]string(nil), h.words...), true}})...)
				}
			default:
				next = append(next, head{append(append([]string(nil), h.words...), n.word), true})
			}
		}
		so = next
	}
	return so
}

// Match reads all of words. accept is asked for each way in which the form fits, the shortest slots first, until it says
// yes; it must not keep the Match.
func (f *Form) Match(words []Word, accept func(Match) bool) bool {
	return NewRun(words).Match(f, accept)
}

// Run tries one sentence on one form after the other. It is for one goroutine.
type Run struct {
	words  []Word
	accept func(Match) bool
	m      Match
	rests  [16]rest // those in use, so that a try allocates nothing
	used   int
}

// NewRun takes the words of a sentence, which must not change while it is used.
func NewRun(words []Word) *Run { return &Run{words: words} }

// Match is Form.Match.
func (r *Run) Match(f *Form, accept func(Match) bool) bool {
	r.accept, r.used = accept, 0
	r.m.names, r.m.spans = r.m.names[:0], r.m.spans[:0]
	return r.seq(f.seq, 0, nil)
}

// after makes what has to fit behind a choice.
func (r *Run) after(seq []node, then *rest) *rest {
	if r.used == len(r.rests) {
		return &rest{seq, then}
	}
	p := &r.rests[r.used]
	r.used++
	*p = rest{seq, then}
	return p
}

// rest is what has to fit after a part: a list, so that choices can go on with what stands behind them.
type rest struct {
	seq  []node
	next *rest
}

func (r *Run) seq(seq []node, at int, then *rest) bool {
	for len(seq) == 0 {
		if then == nil {
			return r.end(at) && r.accept(r.m)
		}
		seq, then = then.seq, then.next
	}
	n := seq[0]
	switch {
	case n.alts != nil:
		used, next := r.used, then
		if len(seq) > 1 {
			next = r.after(seq[1:], then)
		}
		for _, a := range n.alts {
			if r.seq(a, at, next) {
				return true
			}
		}
		r.used = used
		return false
	case n.slot != "":
		return r.slot(n, seq[1:], at, then)
	}
	for {
		if at < len(r.words) && r.words[at].Low == n.word {
			if r.seq(seq[1:], at+1, then) {
				return true
			}
		}
		if at >= len(r.words) || !Small(r.words[at].Low) {
			return false
		}
		at++
	}
}

func (r *Run) slot(n node, after []node, at int, then *rest) bool {
	last := len(after) == 0 && then.empty()
	k := len(r.m.names)
	defer func() { r.m.names, r.m.spans = r.m.names[:k], r.m.spans[:k] }()
	fill := func(from, to int) bool {
		r.m.names, r.m.spans = append(r.m.names[:k], n.slot), append(r.m.spans[:k], Span{from, to})
		return r.seq(after, to, then)
	}
	if n.number {
		for ; at < len(r.words); at++ {
			if w := r.words[at].Number; w > 0 {
				return fill(at, at+w)
			}
			if !Small(r.words[at].Low) {
				return false
			}
		}
		return false
	}
	if last {
		return at < len(r.words) && fill(at, len(r.words))
	}
	for to := at + 1; to <= len(r.words) && to <= at+inner; to++ {
		if fill(at, to) {
			return true
		}
	}
	return false
}

func (t *rest) empty() bool {
	for ; t != nil; t = t.next {
		if len(t.seq) > 0 {
			return false
		}
	}
	return true
}

// end reports whether nothing but politeness stands from at on. "lock that" does not end in "lock".
func (r *Run) end(at int) bool {
	for ; at < len(r.words); at++ {
		switch w := r.words[at].Low; {
		case w == "please", w == "just", w == "now", w == "thanks", w == ".", w == "!", w == ",", w == "um", w == "uh":
		default:
			return false
		}
	}
	return true
}

// Small reports whether a word is one that carries no meaning between the parts of a command.
func Small(w string) bool {
	switch w {
	case "the", "my", "a", "an", "please", "just", "this", "that", "our", "some", ",", "teh", "um", "uh", "erm", "uhm", "er", "hmm":
		return true
	}
	return false
}
