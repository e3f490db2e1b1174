package when

import (
	"strconv"
	"strings"
	"time"
)

// date reads a phrase for one day. A weekday beside it must be that of the day.
func (p *parser) date() (day, bool, error) {
	if d, ok, err := try(p, p.weekdayAndDate); ok || err != nil {
		return d, ok, err
	}
	if d, ok, err := try(p, p.nthWeekdayOfMonth); ok || err != nil {
		return d, ok, err
	}
	if d, ok, err := try(p, p.namedDate); ok || err != nil {
		if name, beside := choose(p, weekdays); ok && beside {
			err = agree(d, name)
		}
		return d, ok && err == nil, err
	}
	if d, ok, err := try(p, p.weekday); ok || err != nil {
		return d, ok, err
	}
	return try(p, p.ahead)
}

// namedDate reads a date that is neither a weekday nor so many days from another.
func (p *parser) namedDate() (day, bool, error) {
	for _, form := range []func() (day, bool, error){p.relativeDay, p.numericDate, p.monthDate, p.ordinalDate} {
		if d, ok, err := try(p, form); ok || err != nil {
			return d, ok, err
		}
	}
	return day{}, false, nil
}

// weekdayAndDate reads "Thursday, December 24", "Friday the 13th", "Monday 9th".
func (p *parser) weekdayAndDate() (day, bool, error) {
	p.take("on")
	name, ok := choose(p, weekdays)
	if !ok {
		return day{}, false, nil
	}
	d, ok, err := try(p, p.namedDate)
	if !ok && err == nil {
		number, is := p.ordinal()
		if !is || p.take("of") {
			return day{}, false, nil
		}
		d, ok, err = p.nextNumbered(number)
	}
	if ok {
		err = agree(d, name)
	}
	return d, ok && err == nil, err
}

func agree(d day, name time.Weekday) error {
	if d.weekday() == name {
		return nil
	}
	return refuse(Impossible, "%d %s %d is a %s, no %s.", d.day, d.month, d.year, d.weekday(), name)
}

// relativeDay reads today, tomorrow and the like.
func (p *parser) relativeDay() (day, bool, error) {
	today := p.today()
	switch {
	case p.sequence("today", "week"):
		return today.add(7), true, nil
	case p.sequence("tomorrow", "week"):
		return today.add(8), true, nil
	case p.take("today"):
		return today, true, nil
	case p.take("tomorrow"):
		return today.add(1), true, nil
	case p.take("yesterday"):
		return today.add(-1), true, nil
	case p.sequence("the", "day", "after", "tomorrow"), p.sequence("day", "after", "tomorrow"):
		return today.add(2), true, nil
	case p.sequence("the", "day", "before", "yesterday"), p.sequence("day", "before", "yesterday"):
		return today.add(-2), true, nil
	}
	return day{}, false, nil
}

// numericDate reads 2026-03-04 and, where only one reading exists, 25/12/2026 and 12/25. With dots the
// day is first.
func (p *parser) numericDate() (day, bool, error) {
	p.take("on")
	t := p.peek()
	if t.kind != dateText || strings.Contains(t.text, "t") {
		return day{}, false, nil
	}
	p.at++
	if t.text == "24/7" {
		return day{}, false, refuse(Vague, "“24/7” is no exact time.")
	}
	mark := t.text[strings.IndexAny(t.text, "-/."):][:1]
	texts := strings.Split(t.text, mark)
	var n [3]int
	for i, text := range texts {
		n[i], _ = strconv.Atoi(text) // digits, as the tokenizer saw
	}
	year := 0 // none
	switch {
	case len(texts) == 3 && len(texts[0]) == 4:
		p.said = n[0]
		return checked(day{n[0], time.Month(n[1]), n[2]}, t.text)
	case len(texts) == 2 && len(texts[0]) == 4:
		return day{}, false, refuse(Vague, "%q names no day.", t.text)
	case len(texts) == 3 && len(texts[2]) != 4 || len(texts[0]) > 2 || len(texts[1]) > 2:
		return day{}, false, refuse(Ambiguous, "Say the year of %q with four digits.", t.text)
	case len(texts) == 3:
		year = n[2]
	}
	p.said = year
	orders := [][2]int{{n[0], n[1]}} // day and month
	if mark != "." && n[0] != n[1] {
		orders = append(orders, [2]int{n[1], n[0]})
	}
	var found []day
	for _, o := range orders {
		if d, ok := p.dated(year, time.Month(o[1]), o[0]); ok {
			found = append(found, d)
		}
	}
	switch len(found) {
	case 0:
		return day{}, false, refuse(Impossible, "%q is no date of the calendar.", t.text)
	case 1:
		return found[0], true, nil
	}
	return day{}, false, refuse(Ambiguous, "%q can be %d %s or %d %s.", t.text, n[0], time.Month(n[1]), n[1], time.Month(n[0]))
}

func checked(d day, said string) (day, bool, error) {
	if !d.valid() {
		return day{}, false, refuse(Impossible, "%q is no date of the calendar.", said)
	}
	return d, true, nil
}

// dated is the day of a year, or without one (0) the next such day, p.from included.
func (p *parser) dated(year int, m time.Month, d int) (day, bool) {
	if year != 0 {
		c := day{year, m, d}
		return c, c.valid()
	}
	for year := p.from.year; year <= p.from.year+8; year++ { // 29 February may be eight years away
		if c := (day{year, m, d}); c.valid() && !c.before(p.from) {
			return c, true
		}
	}
	return day{}, false
}

// dayInMonth reads "March 5", "March the 5th", "the 5th of March", "5 March".
func (p *parser) dayInMonth() (m time.Month, d int, ok bool) {
	the, named := p.take("the"), false
	if !the {
		if m, named = choose(p, months); named {
			the = p.take("the")
		}
	}
	if d, ok = p.ordinal(); !ok {
		if the {
			return 0, 0, false
		}
		if t := p.peek(); t.kind == number && len(t.text) == 4 {
			return 0, 0, false // "December 2026"
		}
		if d, ok = p.count(); !ok {
			return 0, 0, false
		}
	}
	if !named {
		p.take("of")
		m, named = choose(p, months)
	}
	return m, d, named
}

// monthDate reads "March 5" and its other forms, with or without a year.
func (p *parser) monthDate() (day, bool, error) {
	p.take("on")
	m, d, ok := p.dayInMonth()
	if !ok {
		return day{}, false, nil
	}
	said := strconv.Itoa(d) + " " + m.String()
	year, dated := p.year()
	p.said = year
	if dated {
		said += " " + strconv.Itoa(year)
	}
	found, ok := p.dated(year, m, d)
	if !ok {
		return day{}, false, refuse(Impossible, "%s is no date of the calendar.", said)
	}
	return found, true, nil
}

// ordinalDate reads "the 5th": the next day of that number.
func (p *parser) ordinalDate() (day, bool, error) {
	p.take("on")
	if !p.take("the") {
		return day{}, false, nil
	}
	number, ok := p.ordinal()
	if !ok {
		return day{}, false, nil
	}
	if p.take("of") {
		m, rolls, ok := p.monthPhrase()
		if !ok || rolls {
			return day{}, false, nil
		}
		d, ok, err := checked(day{m.year, m.month, number}, strconv.Itoa(number)+" "+m.month.String())
		if ok && d.before(p.today()) && m == p.today().firstOfMonth() {
			return day{}, false, p.over(d)
		}
		return d, ok, err
	}
	if _, ok := choose(p, weekdays); ok {
		return day{}, false, nil // "the first Monday"
	}
	return p.nextNumbered(number)
}

// nextNumbered is the next day of that number, p.from included.
func (p *parser) nextNumbered(number int) (day, bool, error) {
	for m := 0; m <= 12; m++ {
		first := (day{p.from.year, p.from.month, 1}).addMonths(m)
		if d := (day{first.year, first.month, number}); d.valid() && !d.before(p.from) {
			return d, true, nil
		}
	}
	return day{}, false, refuse(Impossible, "No month has a day %d.", number)
}
