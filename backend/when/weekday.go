package when

import "time"

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

// weekday reads the names of days:
//
//	Tuesday, on Tuesday    the nearest ahead; on a Tuesday it is refused
//	this Tuesday           the same, and on a Tuesday it is today
//	coming Tuesday         the same, and on a Tuesday it is a week from today
//	next Tuesday           the nearest ahead when it is in the coming week; while it is in this week, some
//	                       mean it and some the one after, and it is refused
//	last Tuesday           the latest one before today
//	Tuesday next week      the one of the week after this; weeks begin on Monday
//	Tuesday week           a week after the nearest ahead
func (p *parser) weekday() (day, bool, error) {
	week, inWeek := p.weekPhrase()
	p.take("on")
	which := "" // said before the name
	switch {
	case inWeek:
	case p.sequence("this", "coming"), p.sequence("the", "coming"), p.take("coming"):
		which = "coming"
	default:
		for _, w := range []string{"this", "next", "last"} {
			if p.take(w) {
				which = w
				break
			}
		}
	}
	name, ok := choose(p, weekdays)
	if !ok {
		return day{}, false, nil
	}
	if which == "" && !inWeek {
		p.take("of")
		if week, inWeek = p.weekPhrase(); !inWeek && p.tokens[p.at-1].text == "of" {
			p.at--
		}
	}
	if inWeek {
		d := week.onOrAfter(name)
		if d.before(p.today()) && week == monday(p.today()) {
			return day{}, false, refuse(Past, "%s of this week is over.", name)
		}
		return d, true, nil
	}
	today := p.today()
	nearest := p.from.add(1).onOrAfter(name)
	switch which {
	case "next":
		if nearest = today.add(1).onOrAfter(name); monday(nearest) == monday(today) {
			return day{}, false, refuse(Ambiguous, "“Next %s” can be %s of this week or of the next; say “this %s” or “%s next week”.", name, name, name, name)
		}
		return nearest, true, nil
	case "last":
		return today.onOrAfter(name).add(-7), true, nil
	case "coming":
		return today.add(1).onOrAfter(name), true, nil
	case "this":
		return p.from.onOrAfter(name), true, nil
	}
	if p.from.weekday() == name {
		if p.from == today {
			return day{}, false, refuse(Ambiguous, "Today is %s; say “today” or “%s next week”.", name, name)
		}
		return day{}, false, refuse(Ambiguous, "That can be the same %s or the one after.", name)
	}
	if p.take("week") {
		return nearest.add(7), true, nil
	}
	return nearest, true, nil
}

// weekPhrase reads this week and next week, and gives their Monday.
func (p *parser) weekPhrase() (day, bool) {
	switch this := monday(p.today()); {
	case p.sequence("this", "week"):
		return this, true
	case p.sequence("next", "week"):
		return this.add(7), true
	}
	return day{}, false
}

// nthInMonth is the nth such weekday of the month that begins with first; -1 is the last.
func nthInMonth(first day, nth int, name time.Weekday) (day, bool) {
	if nth < 0 {
		return first.addMonths(1).add(-7).onOrAfter(name), true
	}
	d := first.onOrAfter(name).add(7 * (nth - 1))
	return d, d.month == first.month
}

// nthWeekday reads "the first Monday", "last Friday"; -1 is the last.
func (p *parser) nthWeekday() (nth int, name time.Weekday, ok bool) {
	p.take("the")
	nth, ok = -1, p.take("last")
	if !ok {
		if nth, ok = p.ordinal(); !ok || nth > 5 || nth < 1 {
			return 0, 0, false
		}
	}
	name, ok = choose(p, weekdays)
	return nth, name, ok
}

// nthWeekdayOfMonth reads "the first Monday of June", "the last Friday of the month".
func (p *parser) nthWeekdayOfMonth() (day, bool, error) {
	p.take("on")
	nth, name, ok := p.nthWeekday()
	if !ok || !p.take("of", "in") {
		return day{}, false, nil
	}
	first, rolls, ok := p.monthPhrase()
	if !ok {
		return day{}, false, nil
	}
	d, ok := nthInMonth(first, nth, name)
	switch {
	case !ok:
		return day{}, false, refuse(Impossible, "%s %d has no %s number %d.", first.month, first.year, name, nth)
	case d.before(p.from) && (rolls || first == p.today().firstOfMonth()):
		return day{}, false, p.over(d)
	}
	return d, true, nil
}

// over refuses a part of the present month that lies behind; with a month by name it may be meant of the
// next year.
func (p *parser) over(d day) error { return refuse(Past, "%d %s is over.", d.day, d.month) }

func (d day) firstOfMonth() day { return day{d.year, d.month, 1} }
