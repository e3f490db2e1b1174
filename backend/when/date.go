package when

import (
	"strconv"
	"strings"
	"time"
)

// days is a run of whole days; last is its last day.
type days struct{ first, last day }

// date reads a phrase for one day.
func (p *parser) date() (day, bool, error) {
	start := p.at
	for _, form := range []func() (day, bool, error){
		p.relativeDay, p.weekday, p.numericDate, p.monthDate, p.ordinalDate, p.ahead,
	} {
		d, ok, err := form()
		if ok || err != nil {
			return d, ok, err
		}
		p.at = start
	}
	return day{}, false, nil
}

// relativeDay reads today, tomorrow and the like.
func (p *parser) relativeDay() (day, bool, error) {
	today := p.today()
	switch {
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

// monday is the Monday of the week of d: weeks begin on Monday.
func monday(d day) day { return d.add(-(int(d.weekday()) + 6) % 7) }

// weekday reads the names of days:
//
//	Tuesday        the next one to come; on a Tuesday it is refused
//	this Tuesday   the one of this week; when it is over it is refused
//	next Tuesday   the one of the week after this, as "next week" is
//	last Tuesday   the latest one before today
func (p *parser) weekday() (day, bool, error) {
	p.take("on")
	which := "" // said before the name
	for _, w := range []string{"this", "next", "last", "coming"} {
		if p.take(w) || w == "coming" && p.sequence("the", "coming") {
			which = w
			break
		}
	}
	name, ok := choose(p, weekdays)
	if !ok {
		return day{}, false, nil
	}
	today := p.today()
	inWeek := monday(today).add((int(name) + 6) % 7)
	if which == "" {
		switch {
		case p.sequence("next", "week"), p.sequence("of", "next", "week"):
			which = "next"
		case p.sequence("this", "week"), p.sequence("of", "this", "week"):
			which = "this"
		}
	}
	switch which {
	case "next":
		return inWeek.add(7), true, nil
	case "last":
		ahead := (int(name) - int(today.weekday()) + 7) % 7
		return today.add(ahead - 7), true, nil
	case "this":
		if inWeek.before(today) {
			return day{}, false, refuse("%s of this week is over.", name)
		}
		return inWeek, true, nil
	case "coming":
		ahead := (int(name) - int(today.weekday()) + 6) % 7
		return today.add(ahead + 1), true, nil
	}
	ahead := (int(name) - int(today.weekday()) + 7) % 7
	if ahead == 0 {
		return day{}, false, refuse("Today is %s; say “today” or “next %s”.", name, name)
	}
	return today.add(ahead), true, nil
}

// numericDate reads 2026-03-04 and, where only one reading exists, 25/12/2026 and 12/25.
func (p *parser) numericDate() (day, bool, error) {
	p.take("on")
	t := p.peek()
	if t.kind != dateText || strings.Contains(t.text, "t") {
		return day{}, false, nil
	}
	p.at++
	if strings.Contains(t.text, "-") {
		parsed, err := time.Parse("2006-01-02", t.text)
		if err != nil {
			return day{}, false, refuse("%q is no date.", t.text)
		}
		return dayOf(parsed), true, nil
	}
	var n []int
	for _, part := range strings.Split(t.text, "/") {
		v, err := strconv.Atoi(part)
		if err != nil {
			return day{}, false, refuse("%q is no date.", t.text)
		}
		n = append(n, v)
	}
	if len(strings.Split(t.text, "/")[0]) == 4 && len(n) == 3 {
		return p.checked(day{n[0], time.Month(n[1]), n[2]}, t.text)
	}
	switch {
	case len(n) == 3 && n[2] < minYear:
		return day{}, false, refuse("Say the year of %q with four digits.", t.text)
	case n[0] <= 12 && n[1] <= 12 && n[0] != n[1]:
		return day{}, false, refuse("%q can be %d %s or %d %s.", t.text, n[0], time.Month(max(1, n[1])), n[1], time.Month(max(1, n[0])))
	}
	d, m := n[0], time.Month(n[1])
	if n[1] > 12 {
		d, m = n[1], time.Month(n[0])
	}
	if len(n) == 3 {
		return p.checked(day{n[2], m, d}, t.text)
	}
	return p.upcoming(m, d, t.text)
}

func (p *parser) checked(d day, said string) (day, bool, error) {
	if !d.valid() {
		return day{}, false, refuse("%q is no date of the calendar.", said)
	}
	return d, true, nil
}

// upcoming is the next such day, today included.
func (p *parser) upcoming(m time.Month, d int, said string) (day, bool, error) {
	today := p.today()
	for year := today.year; year <= today.year+8; year++ { // 29 February may be eight years away
		if c := (day{year, m, d}); c.valid() && !c.before(today) {
			return c, true, nil
		}
	}
	return day{}, false, refuse("%q is no date of the calendar.", said)
}

// monthDate reads "March 5", "March 5th 2027", "the 5th of March", "5 March 2027".
func (p *parser) monthDate() (day, bool, error) {
	p.take("on")
	p.take("the")
	month, named := choose(p, months)
	if named {
		p.take("the")
	}
	number, ok := p.ordinal()
	if !ok {
		if number, ok = p.count(); !ok {
			return day{}, false, nil
		}
	}
	if !named {
		p.take("of")
		if month, named = choose(p, months); !named {
			return day{}, false, nil
		}
	}
	said := month.String() + " " + strconv.Itoa(number)
	start := p.at
	if year, ok := p.count(); ok && year >= minYear && year <= maxYear {
		return p.checked(day{year, month, number}, said+" "+strconv.Itoa(year))
	}
	p.at = start
	return p.upcoming(month, number, said)
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
	if p.sequence("of", "the", "month") || p.sequence("of", "this", "month") {
		today := p.today()
		return p.checked(day{today.year, today.month, number}, strconv.Itoa(number)+" of this month")
	}
	if p.sequence("of", "next", "month") {
		next := day{p.today().year, p.today().month, 1}.addMonths(1)
		return p.checked(day{next.year, next.month, number}, strconv.Itoa(number)+" of next month")
	}
	if t := p.peek(); t.text == "of" {
		return day{}, false, nil
	}
	for d := p.today(); ; d = (day{d.year, d.month, 1}).addMonths(1) {
		if c := (day{d.year, d.month, number}); c.valid() && !c.before(p.today()) {
			return c, true, nil
		}
		if d.year > p.today().year+1 {
			return day{}, false, refuse("No month has a day %d.", number)
		}
	}
}

var calendarUnits = map[string]func(day, int) day{
	"day": day.add, "days": day.add,
	"week":  func(d day, n int) day { return d.add(7 * n) },
	"weeks": func(d day, n int) day { return d.add(7 * n) },
	"month": day.addMonths, "months": day.addMonths,
	"year":  func(d day, n int) day { return d.addMonths(12 * n) },
	"years": func(d day, n int) day { return d.addMonths(12 * n) },
}

// ahead reads "in 3 days", "two weeks from now", "a month from tomorrow" and "3 days ago": calendar
// days, whatever the clocks do in between.
func (p *parser) ahead() (day, bool, error) {
	in := p.take("in")
	n, ok := p.count()
	if !ok {
		if !p.take("a", "an") {
			return day{}, false, nil
		}
		n = 1
	}
	move, ok := choose(p, calendarUnits)
	if !ok {
		return day{}, false, nil
	}
	from := p.today()
	switch {
	case in:
	case p.take("ago"):
		n = -n
	case p.sequence("from", "now"), p.sequence("from", "today"):
	case p.sequence("from", "tomorrow"), p.sequence("after", "tomorrow"):
		from = from.add(1)
	default:
		return day{}, false, nil
	}
	if n > 400*366 || n < -400*366 {
		return day{}, false, refuse("That is too far away.")
	}
	d := move(from, n)
	if !d.valid() {
		return day{}, false, refuse("That is too far away.")
	}
	return d, true, nil
}

// period reads a run of days: this week, next month, the weekend, a month by name.
func (p *parser) period() (days, bool, error) {
	today := p.today()
	week := monday(today)
	first := day{today.year, today.month, 1}
	month := func(n int) days {
		m := first.addMonths(n)
		return days{m, m.addMonths(1).add(-1)}
	}
	year := func(n int) days {
		return days{day{today.year + n, 1, 1}, day{today.year + n, 12, 31}}
	}
	switch {
	case p.sequence("this", "week"):
		return days{week, week.add(6)}, true, nil
	case p.sequence("next", "week"):
		return days{week.add(7), week.add(13)}, true, nil
	case p.sequence("last", "week"):
		return days{week.add(-7), week.add(-1)}, true, nil
	case p.sequence("this", "weekend"), p.sequence("the", "weekend"):
		return days{week.add(5), week.add(6)}, true, nil
	case p.sequence("next", "weekend"):
		return days{week.add(12), week.add(13)}, true, nil
	case p.sequence("last", "weekend"):
		return days{week.add(-2), week.add(-1)}, true, nil
	case p.sequence("this", "month"):
		return month(0), true, nil
	case p.sequence("next", "month"):
		return month(1), true, nil
	case p.sequence("last", "month"):
		return month(-1), true, nil
	case p.sequence("this", "year"):
		return year(0), true, nil
	case p.sequence("next", "year"):
		return year(1), true, nil
	case p.sequence("last", "year"):
		return year(-1), true, nil
	}
	start := p.at
	p.take("in")
	if m, ok := choose(p, months); ok {
		if y, ok := p.count(); ok && y >= minYear && y <= maxYear {
			f := day{y, m, 1}
			return days{f, f.addMonths(1).add(-1)}, true, nil
		}
	}
	p.at = start
	return days{}, false, nil
}
