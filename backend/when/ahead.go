package when

var calendarUnits = map[string]func(day, int) day{
	"day": day.add, "days": day.add,
	"week": day.addWeeks, "weeks": day.addWeeks,
	"fortnight": day.addFortnights, "fortnights": day.addFortnights,
	"month": day.addMonths, "months": day.addMonths,
	"year": day.addYears, "years": day.addYears,
}

func (d day) addWeeks(n int) day      { return d.add(7 * n) }
func (d day) addFortnights(n int) day { return d.add(14 * n) }
func (d day) addYears(n int) day      { return d.addMonths(12 * n) }

// calendarRanks order the units.
var calendarRanks = map[string]int{"day": 1, "days": 1, "week": 2, "weeks": 2, "fortnight": 2, "fortnights": 2, "month": 3, "months": 3, "year": 4, "years": 4}

// step is a number of one calendar unit.
type step struct {
	n    int
	move func(day, int) day
	unit string
}

// steps reads "3 days", "a week and two days", "a year, 2 months": the bigger units first.
func (p *parser) steps() (all []step) {
	for {
		start := p.at
		if len(all) > 0 {
			p.take("and")
		}
		n, ok := p.quantity()
		if !ok {
			if ok = p.take("a", "an"); ok {
				n = 1
			}
		}
		unit := p.peek().text
		move, is := choose(p, calendarUnits)
		if !ok || !is || len(all) > 0 && calendarRanks[unit] >= calendarRanks[all[len(all)-1].unit] {
			p.at = start
			return all
		}
		all = append(all, step{n, move, unit})
	}
}

// ahead reads "in 3 days", "two weeks from now", "a month from tomorrow", "a week on Monday", "3 days
// ago": calendar days, whatever the clocks do in between.
func (p *parser) ahead() (day, bool, error) {
	in := p.take("in")
	all := p.steps()
	if len(all) == 0 {
		return day{}, false, nil
	}
	from, sign := p.today(), 1
	mark := p.at
	p.take("and")
	if _, _, hours := p.part(); hours {
		return day{}, false, nil // "in 1 day and 2 hours" is no whole day
	}
	p.at = mark
	last := all[len(all)-1].unit
	weeks := len(all) == 1 && (last == "week" || last == "weeks" || last == "fortnight" || last == "fortnights")
	switch {
	case in && p.sequence("'s", "time"):
	case in:
		p.sequence("from", "now")
	case p.take("ago"):
		sign = -1
	case p.sequence("from", "now"):
	case p.take("from", "after"):
		return p.stepFrom(all, 1)
	case p.take("before"):
		return p.stepFrom(all, -1)
	case weeks && p.take("today"):
	case weeks && p.take("tomorrow"):
		from = from.add(1)
	case weeks && p.peek().text == "on": // "a week on Monday"
		return p.stepFrom(all, 1)
	default:
		return day{}, false, nil
	}
	return walk(from, all, sign)
}

// stepFrom walks from the date that follows.
func (p *parser) stepFrom(all []step, sign int) (day, bool, error) {
	from, ok, err := try(p, p.namedDate)
	if !ok && err == nil {
		from, ok, err = try(p, p.weekday)
	}
	if !ok || err != nil {
		return day{}, false, err
	}
	return walk(from, all, sign)
}

func walk(d day, all []step, sign int) (day, bool, error) {
	for _, s := range all {
		if s.n == 0 {
			return day{}, false, refuse(Impossible, "A length of time must be longer than nothing.")
		}
		if s.n > 400*366 {
			return day{}, false, refuse(Impossible, "That is too far away.")
		}
		if d = s.move(d, sign*s.n); !d.valid() {
			return day{}, false, refuse(Impossible, "That is too far away.")
		}
	}
	return d, true, nil
}
