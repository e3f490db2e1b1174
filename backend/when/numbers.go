package when

import "strconv"

var units = map[string]int{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}

var small = map[string]int{"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
	"sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19}

var tens = map[string]int{"twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60,
	"seventy": 70, "eighty": 80, "ninety": 90}

var ordinals = map[string]int{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
	"eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14,
	"fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30}

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

// quantity is count and the hundreds: "two hundred", "a hundred and twenty". No clock time and no day
// has them.
func (p *parser) quantity() (int, bool) {
	start := p.at
	hundreds, ok := 1, p.take("a")
	if !ok {
		hundreds, ok = choose(p, units)
	}
	if !ok || !p.take("hundred") {
		p.at = start
		return p.count()
	}
	start = p.at
	p.take("and")
	if p.peek().kind == word {
		if n, ok := p.count(); ok {
			return 100*hundreds + n, true
		}
	}
	p.at = start
	return 100 * hundreds, true
}

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

// year reads the year after a date: "2027", "of 2027", "twenty twenty-seven", "next year".
func (p *parser) year() (int, bool) {
	start := p.at
	for i, which := range []string{"last", "this", "next"} {
		if p.sequence(which, "year") || p.sequence("of", which, "year") {
			return p.today().year + i - 1, true
		}
	}
	p.take("of", "in")
	if p.peek().kind == number && len(p.peek().text) == 4 {
		if n, ok := p.count(); ok && n >= minYear && n <= maxYear {
			return n, true
		}
	} else if p.take("twenty") {
		if n, ok := p.count(); ok && n >= 10 && p.tokens[p.at-1].kind == word {
			return 2000 + n, true
		}
	}
	p.at = start
	return 0, false
}
