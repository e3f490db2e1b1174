package when

import (
	"slices"
	"time"
)

// span reads "from 3 to 4 pm", "tomorrow 17:30-19:00", "Monday to Friday", "March 5 to 8".
func (p *parser) span() (Result, bool, error) {
	for _, form := range []func() (Result, bool, error){p.weekdaysOfWeek, p.timeSpan, p.momentSpan, p.daysOfMonth, p.daySpan, p.monthSpan} {
		p.at = 0
		if r, ok, err := form(); err != nil || ok && p.done() {
			return r, ok, err
		}
	}
	return Result{}, false, nil
}

// between reads the word that opens a span, and join the one in its middle.
func (p *parser) between() (opened, and bool) {
	if p.take("between") {
		return true, true
	}
	return p.take("from"), false
}

func (p *parser) join(and bool) bool {
	if p.peek().kind == dash {
		p.at++
		return true
	}
	return p.take("to", "until", "till", "through") || and && p.take("and")
}

// timeSpan is two times of one day, with the date before or after them.
func (p *parser) timeSpan() (Result, bool, error) {
	var w wanted
	if err := p.wantDay(&w); err != nil {
		return Result{}, false, err
	}
	if w.haveDay {
		if name := p.peek().text; w.part.name == "" && p.take("morning", "afternoon", "evening", "night") {
			w.part = parts[name]
		}
	}
	pair, ok, err := p.clockPair()
	if err != nil || !ok {
		return Result{}, false, err
	}
	if !w.haveDay {
		if err := p.wantDay(&w); err != nil {
			return Result{}, false, err
		}
	}
	if !p.done() || pair.bare && !w.haveDay {
		return Result{}, false, nil
	}
	if pair.doubtful {
		return Result{}, false, refuse(Ambiguous, "That can be one time or two; say “from” before the first.")
	}
	if w.part.name != "" {
		if pair.first, err = pair.first.within(w.part); err != nil {
			return Result{}, false, err
		}
	}
	return p.spanOf(pair.first, pair.last, w)
}

// clockPair is two times of day as they were said.
type clockPair struct {
	first, last spoken
	bare        bool // two plain numbers: a day must stand beside them
	doubtful    bool // "10 to 6" can be ten minutes to six
}

// clockPair reads two times of day.
func (p *parser) clockPair() (pair clockPair, ok bool, err error) {
	opened, and := p.between()
	after := alone
	if opened {
		after = afterFrom
	}
	start := p.at
	first, ok, bare, err := p.looseClock(after)
	if err != nil || !ok {
		return pair, false, err
	}
	plain := bare && p.at == start+1 && slices.Contains([]string{"5", "10", "20"}, p.tokens[start].text)
	to := p.peek().text == "to"
	if !p.join(and) {
		return pair, false, nil
	}
	last, ok, bareLast, err := p.looseClock(alone)
	return clockPair{first, last, bare && bareLast && !opened, plain && to && !opened}, ok, err
}

// spanOf fits the two times together: an open time takes the reading that makes the span shorter
// ("11 to 1 pm" is two hours); when both are open the first is read as if it stood alone. An end at or
// before the beginning is on the next day.
func (p *parser) spanOf(first, last spoken, w wanted) (Result, bool, error) {
	if first.endOfDay && w.haveDay && w.part.name != "night" {
		return Result{}, false, refuse(Ambiguous, "Midnight of a day can be its beginning or its end; say 0:00.")
	}
	if first.half == open && last.half == fixed {
		first = fixedAt(first.shorter(last.clock))
	}
	start, err := p.resolve(first, w.day, w.haveDay)
	if err != nil {
		return Result{}, false, err
	}
	h, m, s := start.Clock()
	begins, ends := clock{h, m, s}, last.clock
	if last.half == open {
		early, late := last.readings()
		ends = early
		if gap(begins, late) < gap(begins, early) {
			ends = late
		}
	}
	d := dayOf(start)
	switch {
	case ends == begins:
		return Result{}, false, refuse(Impossible, "A span must end after it begins.")
	case ends.seconds() < begins.seconds():
		d = d.add(1)
		// "from 3 to 2", "from 14:00 to 13:00": an hour that was said wrongly is likelier than so long a night
		if hours := gap(begins, ends) / 3600; w.haveDay && w.part.name == "" && (first.half == open || w.wasOpen) && last.half == open || hours > 12 {
			return Result{}, false, refuse(Ambiguous, "That would end on the next day; say on which day it ends, or am and pm.")
		}
	}
	today := !w.haveDay || w.day == p.today()
	if first.half == open && last.half == open && today && (d != dayOf(start) || d != p.today() && begins != first.byRule()) {
		return Result{}, false, refuse(Ambiguous, "Say on which day, or am and pm.") // hours of the night that nobody named
	}
	end, err := p.instant(d, ends)
	if err != nil {
		return Result{}, false, err
	}
	return timed(start, end)
}

// shorter is the reading of an open time from which it is less far to the end.
func (s spoken) shorter(end clock) clock {
	early, late := s.readings()
	if gap(late, end) < gap(early, end) {
		return late
	}
	return early
}

func timed(start, end time.Time) (Result, bool, error) {
	if !end.After(start) { // also both within an hour that the clocks show twice
		return Result{}, false, refuse(Impossible, "A span must end after it begins.")
	}
	return Result{Kind: Span, Start: start, End: end}, true, nil
}

// gap is the seconds from one clock time to the next time the clock shows the other, a whole day when
// they are the same.
func gap(from, to clock) int {
	const whole = int(24 * time.Hour / time.Second)
	n := (to.seconds() - from.seconds() + whole) % whole
	if n == 0 {
		return whole
	}
	return n
}

// momentSpan is two times with their days ("from tomorrow at noon until Friday at 3 pm"), or a time and
// the one until which it lasts ("tomorrow at five until seven").
func (p *parser) momentSpan() (Result, bool, error) {
	opened, and := p.between()
	if p.take("now") {
		return p.fromNow(and)
	}
	p.said = otherDate
	first, ok, err := p.dayAndTime()
	if err != nil || !ok || !first.haveTime || first.bare || first.allDay {
		return Result{}, false, nil // another form may make sense of it
	}
	until := slices.Contains([]string{"until", "till"}, p.peek().text)
	if !p.join(and) {
		return Result{}, false, nil
	}
	start, err := p.place(first)
	if err != nil {
		return Result{}, false, err
	}
	yearless := p.said == 0
	later := *p
	later.from, later.said = dayOf(start), 0
	last, ok, err := later.dayAndTime()
	p.at, p.far = later.at, max(p.far, later.far)
	if err != nil || !ok || !last.haveTime || last.bare && (last.haveDay || !opened && !until) || last.allDay || !p.done() {
		return Result{}, false, err
	}
	if last.haveDay {
		end, err := later.place(last)
		if err != nil {
			return Result{}, false, err
		}
		if yearless && later.said > 0 && end.Year() != start.Year() {
			return Result{}, false, refuse(Ambiguous, "Say the year of both days.")
		}
		return timed(start, end)
	}
	h, m, s := start.Clock()
	return p.spanOf(fixedAt(clock{h, m, s}), last.time, wanted{day: dayOf(start), haveDay: true, wasOpen: first.time.half == open})
}

// fromNow reads the end of "from now until five".
func (p *parser) fromNow(and bool) (Result, bool, error) {
	if !p.join(and) {
		return Result{}, false, nil
	}
	last, ok, err := p.dayAndTime()
	if err != nil || !ok || !last.haveTime || last.allDay || last.bare && last.haveDay || !p.done() {
		return Result{}, false, err
	}
	end, err := p.place(last)
	if err != nil {
		return Result{}, false, err
	}
	return timed(p.ref, end)
}

// daySpan is two dates, both included.
func (p *parser) daySpan() (Result, bool, error) {
	_, and := p.between()
	p.said = otherDate
	first, ok, err := p.date()
	if err != nil || !ok || !p.join(and) {
		return Result{}, false, err
	}
	yearless := p.said == 0
	// What comes again is seen from the first date: "Friday to Monday" ends on the Monday after that Friday.
	later := *p
	later.from = first
	last, ok, err := try(&later, later.date)
	if err != nil {
		return Result{}, false, err
	}
	p.at, p.far = later.at, max(p.far, later.far)
	if !ok { // "March 5 to 8"
		n, is := p.dayNumber()
		if !is || p.said == otherDate {
			return Result{}, false, nil
		}
		last = day{first.year, first.month, n}
		later.said, _ = p.year()
		if later.said > 0 {
			last.year = later.said
		}
	}
	if yearless && later.said > 0 { // "March 5 to March 8, 2027": the year is that of both
		if first.year = last.year; last.before(first) && first.addYears(-1).year >= p.today().year {
			first.year--
		}
	}
	if !first.valid() || !last.valid() {
		return Result{}, false, refuse(Impossible, "These are no dates of the calendar.")
	}
	return p.daysBetween(first, last)
}

func (p *parser) daysBetween(first, last day) (Result, bool, error) {
	if !p.done() {
		return Result{}, false, nil
	}
	if !first.before(last) {
		return Result{}, false, refuse(Impossible, "A span must end after it begins.")
	}
	return p.wholeDays(days{first, last}), true, nil
}

// dayNumber reads "8", "8th" and "the 8th".
func (p *parser) dayNumber() (int, bool) {
	p.take("the")
	if n, ok := p.ordinal(); ok {
		return n, true
	}
	return p.count()
}

// weekdaysOfWeek reads "Monday to Friday next week", in which the week is that of both.
func (p *parser) weekdaysOfWeek() (Result, bool, error) {
	_, and := p.between()
	first, ok := choose(p, weekdays)
	if !ok || !p.join(and) {
		return Result{}, false, nil
	}
	last, ok := choose(p, weekdays)
	if !ok {
		return Result{}, false, nil
	}
	p.take("of")
	week, ok := p.weekPhrase()
	if !ok {
		return Result{}, false, nil
	}
	from := week.onOrAfter(first)
	if from.before(p.today()) {
		return Result{}, false, refuse(Past, "%s of this week is over.", first)
	}
	return p.daysBetween(from, week.onOrAfter(last))
}

// daysOfMonth reads "5 to 8 June" and "the 5th to the 8th of June".
func (p *parser) daysOfMonth() (Result, bool, error) {
	_, and := p.between()
	from, ok := p.dayNumber()
	if !ok || !p.join(and) {
		return Result{}, false, nil
	}
	to, ok := p.dayNumber()
	if !ok {
		return Result{}, false, nil
	}
	p.take("of")
	m, rolls, ok := p.monthPhrase()
	if !ok {
		return Result{}, false, nil
	}
	first, last := day{m.year, m.month, from}, day{m.year, m.month, to}
	if rolls && last.before(p.today()) {
		first, last = first.addYears(1), last.addYears(1)
	}
	if !first.valid() || !last.valid() {
		return Result{}, false, refuse(Impossible, "%s %d has no days %d to %d.", m.month, m.year, from, to)
	}
	if rolls && first.before(p.today()) {
		return Result{}, false, refuse(Ambiguous, "%d %s is over and %d %s is not; say from today, or the year.", from, m.month, to, m.month)
	}
	return p.daysBetween(first, last)
}

// monthSpan is two months, both included: "from May to July".
func (p *parser) monthSpan() (Result, bool, error) {
	_, and := p.between()
	first, rolls, ok := p.monthPhrase()
	if !ok || !p.join(and) {
		return Result{}, false, nil
	}
	later := *p
	later.from = first
	last, lastRolls, ok := later.monthPhrase()
	p.at, p.far = later.at, max(p.far, later.far)
	if !ok || !p.done() {
		return Result{}, false, nil
	}
	today := p.today()
	switch {
	case rolls && !lastRolls: // "January to March 2027": the year is that of both
		first = day{last.year, first.month, 1}
	case rolls && first.year > today.year && last.month >= today.month:
		return Result{}, false, refuse(Ambiguous, "%s is over and %s is not; say of which year.", first.month, last.month)
	}
	return p.daysBetween(first, monthOf(last).last)
}
