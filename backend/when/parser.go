package when

import (
	"slices"
	"strconv"
	"time"
)

// parser walks over the tokens. A form that does not fit gives ok = false and may leave the position
// anywhere; its caller puts it back. An error ends the reading: the form fits and can't be right.
type parser struct {
	tokens []token
	at     int
	ref    time.Time
	far    int // the furthest position that was looked at, for the complaint
}

func (p *parser) done() bool { return p.at == len(p.tokens) }

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

var units = map[string]int{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}

var small = map[string]int{"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
	"sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19}

var tens = map[string]int{"twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60,
	"seventy": 70, "eighty": 80, "ninety": 90}

// count reads a whole number in digits or words, up to ninety-nine in words.
func (p *parser) count() (int, bool) {
	if t := p.peek(); t.kind == number {
		n, err := strconv.Atoi(t.text)
		if err != nil || n > maxCount {
			return 0, false
		}
		p.at++
		return n, true
	}
	if n, ok := choose(p, small); ok {
		return n, true
	}
	n, ok := choose(p, tens)
	if m, more := choose(p, units); more {
		return n + m, true
	}
	return n, ok
}

var ordinals = map[string]int{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
	"eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14,
	"fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30}

// ordinal reads "5th", "fifth" or "twenty first".
func (p *parser) ordinal() (int, bool) {
	start := p.at
	if p.peek().kind == number {
		n, ok := p.count()
		if ok && p.take("st", "nd", "rd", "th") {
			return n, true
		}
		p.at = start
		return 0, false
	}
	if n, ok := choose(p, ordinals); ok {
		return n, true
	}
	if n, ok := choose(p, tens); ok {
		if m, ok := choose(p, ordinals); ok && m < 10 {
			return n + m, true
		}
	}
	p.at = start
	return 0, false
}

var weekdays = map[string]time.Weekday{
	"sunday": time.Sunday, "sun": time.Sunday, "monday": time.Monday, "mon": time.Monday,
	"tuesday": time.Tuesday, "tue": time.Tuesday, "tues": time.Tuesday, "wednesday": time.Wednesday, "wed": time.Wednesday,
	"thursday": time.Thursday, "thu": time.Thursday, "thur": time.Thursday, "thurs": time.Thursday,
	"friday": time.Friday, "fri": time.Friday, "saturday": time.Saturday, "sat": time.Saturday,
}

var weekdaysPlural = map[string]time.Weekday{
	"sundays": time.Sunday, "mondays": time.Monday, "tuesdays": time.Tuesday, "wednesdays": time.Wednesday,
	"thursdays": time.Thursday, "fridays": time.Friday, "saturdays": time.Saturday,
}

var months = map[string]time.Month{
	"january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4, "may": 5, "june": 6, "jun": 6,
	"july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sep": 9, "sept": 9, "october": 10, "oct": 10,
	"november": 11, "nov": 11, "december": 12, "dec": 12,
}

// complain says what stood in the way: a vague word before all, then the first word that no form knew.
func (p *parser) complain() error {
	for _, t := range p.tokens {
		switch t.text {
		case "later", "soon", "sometime", "eventually", "someday", "recently", "around", "about", "approximately", "roughly", "ish":
			return refuse("“%s” names no exact time.", t.text)
		case "few", "several", "some", "couple", "many", "bit", "while", "moment":
			return refuse("“%s” is no exact number.", t.text)
		case "morning", "afternoon", "evening", "night", "tonight", "lunch", "lunchtime", "dinner", "breakfast":
			return refuse("“%s” is no exact time; say the hour.", t.text)
		}
	}
	if p.far < len(p.tokens) {
		return refuse("I can't be sure which time is meant; I don't understand “%s” there.", p.tokens[p.far].text)
	}
	return refuse("I can't be sure which time is meant.")
}
