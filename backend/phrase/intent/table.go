package intent

import (
	"strings"
	"sync"
)

// how says where a row's patterns are looked for.
type how uint8

const (
	whole   how = iota // the sentence is one of them
	starts             // the sentence begins with one
	clause             // a clause begins with one
	has                // one occurs anywhere
	endings            // the sentence ends with one
)

// mood is the form of a sentence, or of one of its clauses.
type mood uint8

const (
	asking  mood = 1 << iota // "what is …", "is the …", or a question mark
	orders                   // begins with a verb in its base form
	wishing                  // "I need …", "I'd like …"
	telling                  // anything else

	all = asking | orders | wishing | telling
)

// row is one rule: what a sentence is when one of its patterns is found. The first row that fits wins.
type row struct {
	class      Class
	confidence float64
	moods      mood // the sentence has a clause of one of these moods
	but        mood // and none of these
	how        how
	what       string // patterns
	unless     string // patterns; one of them anywhere forbids the row
}

// doubt lowers the confidence of whatever was found.
type doubt struct {
	by   float64
	how  how
	what string
}

// table is the rules in the form in which they are asked.
type table struct {
	words   *vocabulary
	fillers []filler
	repairs patterns
	leads   []lead
	tails   patterns
	finite  patterns // what shows that a first word, although it could be a verb, is none
	embeds  patterns // where a question begins without a stop, from the word before it
	asks    patterns // how a question begins
	wishes  patterns
	rows    []rule
	doubts  []rule
	joins   classes
	does    classes
	opens   classes
}

type rule struct {
	row
	by           float64
	what, unless patterns
}

type filler struct {
	what        patterns
	keep, leave int
	parts       bool
}

type lead struct {
	what           patterns
	before         classes
	polite, gerund bool
}

// tables compiles the rows once: some milliseconds, which only those pay who ask about a sentence that is no command.
var tables = sync.OnceValue(func() *table {
	v := newVocabulary(wordClasses)
	v.plurals()
	v.spell(spokenForms)
	t := &table{words: v}
	of := func(names string) (c classes) {
		for n := range strings.FieldsSeq(names) {
			c |= v.class(n)
		}
		return c
	}
	t.joins, t.does = of("joins"), of("act tell reads inquire")
	v.num, v.poss, v.person, v.verbs, v.short = of("num"), of("poss"), of("person"), t.does, of("wh he it that there")
	t.opens = of("act tell reads inquire wh be aux i")
	for _, f := range fillers {
		t.fillers = append(t.fillers, filler{v.compile(f.what), f.keep, f.leave, f.parts})
	}
	for _, l := range leads {
		t.leads = append(t.leads, lead{v.compile(l.what), of(l.before), l.polite, l.gerund})
	}
	t.repairs, t.tails = v.compile(repairs), v.compile(tails)
	t.finite = v.compile(finite)
	t.embeds, t.asks, t.wishes = v.compile(embeds), v.compile(asks), v.compile(wishes)
	for _, r := range rows() {
		if r.moods == 0 {
			r.moods = all
		}
		t.rows = append(t.rows, rule{row: r, what: v.compile(r.what), unless: v.compile(r.unless)})
	}
	for _, d := range doubts {
		t.doubts = append(t.doubts, rule{row: row{moods: all, how: d.how}, by: d.by, what: v.compile(d.what)})
	}
	return t
})

// fits reports whether r holds for s.
func (r *rule) fits(s *said, moods mood, clauses []int) bool {
	if r.moods&moods == 0 || r.but&moods != 0 {
		return false
	}
	found := false
	switch r.how {
	case whole:
		found = r.what.at(s.toks, 0, true)
	case starts:
		found = r.what.at(s.toks, 0, false)
	case clause:
		for _, i := range clauses {
			if found = r.what.at(s.toks, i, false); found {
				break
			}
		}
	case has:
		found = r.what.anywhere(s.toks)
	case endings:
		for i := max(0, len(s.toks)-6); i < len(s.toks) && !found; i++ {
			found = r.what.at(s.toks, i, true)
		}
	}
	return found && !r.unless.anywhere(s.toks)
}
