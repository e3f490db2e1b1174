package when

import "time"

var months = map[string]time.Month{
	"january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4, "may": 5, "june": 6, "jun": 6,
	"july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sep": 9, "sept": 9, "october": 10, "oct": 10,
	"november": 11, "nov": 11, "december": 12, "dec": 12,
}

// days is a run of whole days; last is its last day.
type days struct{ first, last day }

func monthOf(first day) days { return days{first, first.addMonths(1).add(-1)} }

// period reads a run of days: this week, the weekend, a month or a quarter by name, and the named ends
// of months.
func (p *parser) period() (days, bool, error) {
	if p.take("at", "on", "over") { // "at the end of the month", "over the weekend"
		if run, ok, err := try(p, p.weekend); ok || err != nil {
			return run, ok, err
		}
		return p.edgeOfMonth()
	}
	in := p.take("in", "during")
	for _, form := range []func() (days, bool, error){
		p.counted, p.weekend, p.edgeOfMonth, p.quarter, func() (days, bool, error) { return p.monthOrYear(in) },
	} {
		if run, ok, err := try(p, form); ok || err != nil {
			return run, ok, err
		}
	}
	return days{}, false, nil
}

// counted reads this, next and last week, month, quarter and year, and the ones after and before those.
func (p *parser) counted() (days, bool, error) {
	today := p.today()
	run := func(unit string, n int) days {
		switch unit {
		case "week":
			week := monday(today).addWeeks(n)
			return days{week, week.add(6)}
		case "month":
			return monthOf(today.firstOfMonth().addMonths(n))
		case "quarter":
			return quarterOf(today.year, (int(today.month)-1)/3+n)
		}
		return days{day{today.year + n, 1, 1}, day{today.year + n, 12, 31}}
	}
	for _, unit := range []string{"week", "month", "quarter", "year"} {
		for i, which := range []string{"last", "this", "next"} {
			if p.sequence(which, unit) {
				return run(unit, i-1), true, nil
			}
		}
		if p.sequence("the", unit, "after", "next") {
			return run(unit, 2), true, nil
		}
		if p.sequence("the", unit, "before", "last") {
			return run(unit, -2), true, nil
		}
	}
	return days{}, false, nil
}

// weekend reads this, the, next and last weekend: Saturday and Sunday. "Next" is the one after this,
// which on a working day people disagree about.
func (p *parser) weekend() (days, bool, error) {
	saturday := monday(p.today()).add(5)
	switch {
	case p.sequence("this", "weekend"), p.sequence("the", "weekend"), p.sequence("this", "coming", "weekend"):
	case p.sequence("last", "weekend"):
		saturday = saturday.add(-7)
	case p.sequence("next", "weekend"):
		if p.today().before(saturday) {
			return days{}, false, refuse(Ambiguous, "“Next weekend” can be the one of this week or of the next; say “this weekend” or the date.")
		}
		saturday = saturday.add(7)
	default:
		return days{}, false, nil
	}
	return days{saturday, saturday.add(1)}, true, nil
}

// monthPhrase reads the month that something is a part of: "the month", "next month", "May", "May 2027".
// rolls: it was named without a year, and is the next one that is not over.
func (p *parser) monthPhrase() (first day, rolls, ok bool) {
	this := p.today().firstOfMonth()
	switch {
	case p.sequence("the", "month"), p.sequence("this", "month"), p.take("month"):
		return this, false, true
	case p.sequence("next", "month"):
		return this.addMonths(1), false, true
	case p.sequence("last", "month"):
		return this.addMonths(-1), false, true
	}
	m, ok := choose(p, months)
	if !ok {
		return day{}, false, false
	}
	if year, dated := p.year(); dated {
		return day{year, m, 1}, false, true
	}
	first = day{p.from.year, m, 1}
	if first.before(p.from.firstOfMonth()) {
		first.year++
	}
	return first, true, true
}

// edgeOfMonth reads "the end of the month" and "the last day of May", which are its last day, "the first
// day of", and "the first week of" and "the last week of", which are seven days.
func (p *parser) edgeOfMonth() (days, bool, error) {
	p.take("the")
	run := func(whole days) days { return days{whole.last, whole.last} }
	switch {
	case p.take("end"), p.sequence("last", "day"):
	case p.sequence("first", "day"):
		run = func(whole days) days { return days{whole.first, whole.first} }
	case p.sequence("first", "week"):
		run = func(whole days) days { return days{whole.first, whole.first.add(6)} }
	case p.sequence("last", "week"):
		run = func(whole days) days { return days{whole.last.add(-6), whole.last} }
	default:
		return days{}, false, nil
	}
	if !p.take("of", "in") {
		return days{}, false, nil
	}
	first, rolls, ok := p.monthPhrase()
	if !ok {
		return days{}, false, nil
	}
	found := run(monthOf(first))
	if rolls && found.last.before(p.today()) {
		return days{}, false, p.over(found.last)
	}
	return found, true, nil
}

// quarterOf counts from the first quarter of the year, 0; it may lie in another year.
func quarterOf(year, n int) days {
	first := day{year, 1, 1}.addMonths(3 * n)
	return days{first, first.addMonths(3).add(-1)}
}

// quarter reads "Q3", "Q1 2027", "the third quarter of next year". Without a year it is that of this
// year; when it is over it is refused.
func (p *parser) quarter() (days, bool, error) {
	n, ok := 0, p.take("q")
	if ok {
		if n, ok = p.count(); !ok || n < 1 || n > 4 || p.tokens[p.at-1].kind != number {
			return days{}, false, nil
		}
	} else {
		p.take("the")
		if n, ok = p.ordinal(); !ok || n < 1 || n > 4 || !p.take("quarter") {
			return days{}, false, nil
		}
	}
	if year, dated := p.year(); dated {
		return quarterOf(year, n-1), true, nil
	}
	run := quarterOf(p.today().year, n-1)
	if run.last.before(p.today()) {
		return days{}, false, refuse(Ambiguous, "Quarter %d of this year is over; say which year.", n)
	}
	return run, true, nil
}

// monthOrYear reads "in May", "May 2027", "this May" and "in 2027". Without "in", "this" or a year a
// month may be a word or a name. Without a year it is this year's, unless that is over.
func (p *parser) monthOrYear(in bool) (days, bool, error) {
	this := !in && p.take("this")
	if _, month := months[p.peek().text]; month {
		first, rolls, _ := p.monthPhrase()
		if rolls && this && first.year != p.today().year {
			return days{}, false, p.over(monthOf(day{p.today().year, first.month, 1}).last)
		}
		return monthOf(first), in || this || !rolls, nil
	}
	if t := p.peek(); in && t.kind == number && len(t.text) == 4 {
		if year, ok := p.year(); ok {
			return days{day{year, 1, 1}, day{year, 12, 31}}, true, nil
		}
	}
	return days{}, false, nil
}
