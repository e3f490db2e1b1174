package when

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// parser walks over the tokens. A form that does not fit gives ok = false and may leave the position
// anywhere; its caller puts it back. An error ends the reading: the form fits and can't be right.
type parser struct {
	tokens []token
	at     int
	ref    time.Time
	from   day // weekdays and dates that come again are the next ones from here: today, or the beginning of a span
	said   int // the year of the last date that was read, 0 when it came without one
	far    int // the furthest position that was looked at, for the complaint
}

// otherDate is the year of a date that is told by no number: tomorrow, Friday.
const otherDate = -1

func (p *parser) done() bool { return p.at == len(p.tokens) }

func (p *parser) today() day { return dayOf(p.ref) }

func (p *parser) peek() token {
	p.far = max(p.far, p.at)
	if p.done() {
		return token{}
	}
	return p.tokens[p.at]
}

// take moves on if the next word is one of these.
func (p *parser) take(words ...string) bool {
	t := p.peek()
	if t.kind == word && t.text != "" && slices.Contains(words, t.text) {
		p.at++
		return true
	}
	return false
}

// sequence moves on if exactly these words follow.
func (p *parser) sequence(words ...string) bool {
	start := p.at
	for _, w := range words {
		if !p.take(w) {
			p.at = start
			return false
		}
	}
	return true
}

// try runs a form and puts the position back when it does not fit.
func try[T any](p *parser, form func() (T, bool, error)) (T, bool, error) {
	start := p.at
	value, ok, err := form()
	if !ok {
		p.at = start
	}
	return value, ok, err
}

// choose looks the next word up in a table and moves on if it is there.
func choose[T any](p *parser, table map[string]T) (T, bool) {
	t := p.peek()
	value, ok := table[t.text]
	if !ok || t.kind != word {
		var none T
		return none, false
	}
	p.at++
	return value, true
}

// complain says what stood in the way: a vague word before all, then a choice, then the first word that
// no form knew.
func (p *parser) complain() error {
	for _, t := range p.tokens {
		if t.kind != word {
			continue
		}
		switch t.text {
		case "later", "soon", "sometime", "eventually", "someday", "recently", "around", "about", "approximately", "roughly", "ish", "whenever",
			"early", "late", "mid", "dawn", "dusk", "sunrise", "sunset", "before", "after", "since", "until", "by",
			"spring", "summer", "autumn", "fall", "winter", "beginning", "start", "middle", "end", "rest", "most", "always":
			return refuse(Vague, "“%s” names no exact time.", t.text)
		case "few", "several", "some", "couple", "many", "bit", "while", "moment", "twice", "times", "often":
			return refuse(Vague, "“%s” is no exact number.", t.text)
		case "morning", "afternoon", "evening", "night", "tonight", "lunch", "lunchtime", "dinner", "breakfast", "mornings", "afternoons", "evenings", "nights":
			return refuse(Vague, "“%s” is no exact time; say the hour.", t.text)
		case "or":
			return refuse(Ambiguous, "“or” leaves a choice; say one time.")
		case "biweekly", "bimonthly":
			return refuse(Ambiguous, "“%s” can be twice in one or once in two; say “every 2 weeks” or “every 2 months”.", t.text)
		}
	}
	if n := len(p.tokens); n > 1 && slices.Contains([]string{"month", "months", "year", "years"}, p.tokens[n-1].text) &&
		!slices.Contains([]string{"the", "of", "this", "next", "last"}, p.tokens[n-2].text) {
		return refuse(Vague, "A %s has no fixed length; say how many days.", strings.TrimSuffix(p.tokens[n-1].text, "s"))
	}
	if p.far < len(p.tokens) {
		return refuse(NotATime, "I can't be sure which time is meant; I don't understand “%s” there.", shown(p.tokens[p.far].text))
	}
	return refuse(NotATime, "I can't be sure which time is meant.")
}

// shown is a word of the text as a sentence may hold it: no control characters, and not endless.
func shown(word string) string {
	clean := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return '�'
		}
		return r
	}, word))
	if len(clean) > 40 {
		return string(clean[:40]) + "…"
	}
	return string(clean)
}
