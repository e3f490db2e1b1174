package intent

import (
	"fmt"
	"strings"
)

// A pattern is a row of elements, matched word by word:
//
//	word       that word
//	<class>    a word of that class of words.go; <#> a number
//	a|<b>      one of these
//	!a|<b>     one word that is none of these
//	x?         x or nothing
//	..         up to three words, whatever they are
//	...        up to eight words
//	$          the end of the sentence (last element only)
//	,          the word before it ends a clause
//
// Patterns are compiled once. Matching allocates nothing, and takes time linear in the sentence: gaps are bounded.
type pattern []element

type element struct {
	words    wordSet
	classes  classes
	none     bool // any word but these
	optional bool
	gap      int // longest run of words that is passed over
	end      bool
	stop     bool
}

func (e *element) fits(t *token) bool {
	return e.none != (e.classes&t.classes != 0 || e.words.has(t.id))
}

// match tries p at the beginning of toks and answers how many words it took, or -1. before is the word in front.
func (p pattern) match(toks []token, before *token) int {
	for i := range p {
		e := &p[i]
		switch {
		case e.end:
			if len(toks) == 0 {
				return 0
			}
			return -1
		case e.stop:
			if before == nil || before.mark == 0 && len(toks) > 0 {
				return -1
			}
		case e.gap > 0:
			rest := p[i+1:]
			for n := 0; n <= e.gap && n <= len(toks); n++ {
				b := before
				if n > 0 {
					b = &toks[n-1]
				}
				if m := rest.match(toks[n:], b); m >= 0 {
					return n + m
				}
			}
			return -1
		case len(toks) > 0 && e.fits(&toks[0]):
			if e.optional { // also without it: "turn it? up"
				if m := p[i+1:].match(toks[1:], &toks[0]); m >= 0 {
					return m + 1
				}
				return p[i+1:].match(toks, before)
			}
			m := p[i+1:].match(toks[1:], &toks[0])
			if m < 0 {
				return -1
			}
			return m + 1
		case e.optional:
		default:
			return -1
		}
	}
	return 0
}

// wordSet is a set of vocabulary words, as bits.
type wordSet []uint64

func (s *wordSet) add(id uint16) {
	for int(id>>6) >= len(*s) {
		*s = append(*s, 0)
	}
	(*s)[id>>6] |= 1 << (id & 63)
}

func (s wordSet) has(id uint16) bool {
	return id != 0 && int(id>>6) < len(s) && s[id>>6]&(1<<(id&63)) != 0
}

// patterns are alternatives, and the words with which one of them can begin: most words begin none.
type patterns struct {
	list    []pattern
	words   wordSet
	classes classes
	anyhow  bool // one begins with whatever word
}

func (ps *patterns) add(p pattern) {
	ps.list = append(ps.list, p)
	for i := range p {
		e := &p[i]
		if e.gap > 0 || e.stop || e.end || e.none {
			ps.anyhow = true
			return
		}
		ps.classes |= e.classes
		for at, bits := range e.words {
			for len(ps.words) <= at {
				ps.words = append(ps.words, 0)
			}
			ps.words[at] |= bits
		}
		if !e.optional {
			return
		}
	}
	ps.anyhow = true
}

// begins reports whether one of them can begin there.
func (ps *patterns) begins(toks []token, from int) bool {
	if ps.anyhow || from >= len(toks) {
		return len(ps.list) > 0
	}
	t := &toks[from]
	return ps.classes&t.classes != 0 || ps.words.has(t.id)
}

// at reports whether one of them matches from there, to the end when whole.
func (ps *patterns) at(toks []token, from int, whole bool) bool {
	if !ps.begins(toks, from) {
		return false
	}
	for i := range ps.list {
		if n := ps.list[i].from(toks, from); n >= 0 && (!whole || n == len(toks)-from) {
			return true
		}
	}
	return false
}

// longest is the number of words of the longest match from there, or -1.
func (ps *patterns) longest(toks []token, from int) int {
	n := -1
	if !ps.begins(toks, from) {
		return n
	}
	for i := range ps.list {
		n = max(n, ps.list[i].from(toks, from))
	}
	return n
}

// from matches p there, after a look at its first element: most patterns end with it.
func (p pattern) from(toks []token, from int) int {
	if e := &p[0]; e.gap == 0 && !e.optional && !e.stop && !e.end && (from >= len(toks) || !e.fits(&toks[from])) {
		return -1
	}
	var before *token
	if from > 0 {
		before = &toks[from-1]
	}
	return p.match(toks[from:], before)
}

// anywhere reports whether one of them matches somewhere.
func (ps *patterns) anywhere(toks []token) bool {
	for i := range toks {
		if ps.at(toks, i, false) {
			return true
		}
	}
	return false
}

// compile reads alternatives that are parted by semicolons or line breaks.
func (v *vocabulary) compile(text string) patterns {
	var out patterns
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		var p pattern
		for _, f := range strings.Fields(line) {
			if full := v.spoken[f]; len(full) > 1 { // "gotta" is "have to"
				for _, w := range full {
					p = append(p, v.element(w))
				}
				continue
			}
			p = append(p, v.element(f))
		}
		if len(p) > 0 {
			out.add(p)
		}
	}
	return out
}

func (v *vocabulary) element(f string) element {
	switch f {
	case "..":
		return element{gap: 3}
	case "...":
		return element{gap: 8}
	case "$":
		return element{end: true}
	case ",":
		return element{stop: true}
	}
	var e element
	f, e.optional = strings.CutSuffix(f, "?")
	f, e.none = strings.CutPrefix(f, "!")
	for _, alt := range strings.Split(f, "|") {
		if name, ok := strings.CutPrefix(alt, "<"); ok {
			c, ok := v.names[strings.TrimSuffix(name, ">")]
			if !ok {
				panic(fmt.Sprintf("intent: pattern %q names no class of words", alt)) // a mistake in the tables, seen by every test
			}
			e.classes |= c
			continue
		}
		if full := v.spoken[alt]; len(full) > 1 {
			panic(fmt.Sprintf("intent: pattern %q would never be met: it is taken apart", alt))
		} else if len(full) == 1 {
			alt = full[0]
		}
		e.words.add(v.add(alt))
	}
	return e
}
