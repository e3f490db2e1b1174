package when

import "time"

// span reads "from 3 to 4 pm", "tomorrow 17:30-19:00", "Monday to Friday", "March 5 to 8".
func (p *parser) span() (Result, bool, error) {
	if r, ok, err := try(p, p.timeSpan); err != nil || ok && p.done() {
		return r, ok, err
	}
	p.at = 0
	return p.daySpan()
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
		if name := p.peek().text; w.part.name == "" && p.take("morning", "afternoon", "evening") {
			w.part = parts[name]
		}
	}
	first, last, ok, err := p.clockPair()
	if err != nil || !ok {
		return Result{}, false, err
	}
	if !w.haveDay {
		if err := p.wantDay(&w); err != nil {
			return Result{}, false, err
		}
	}
	if !p.done() {
		return Result{}, false, nil
	}
	if w.part.name != "" {
		if first, err = first.within(w.part); err != nil {
			return Result{}, false, err
		}
	}
	return p.spanOf(first, last, w)
}

// clockPair reads two times of day. A pair of bare hours needs "from" or "between".
func (p *parser) clockPair() (first, last spoken, ok bool, err error) {
	opened, and := p.between()
	first, ok, bare, err := p.looseClock(false)
	if err != nil || !ok || !p.join(and) {
		return first, last, false, err
	}
	last, ok, bareLast, err := p.looseClock(false)
	if err != nil || !ok || bare && bareLast && !opened {
		return first, last, false, err
	}
	return first, last, true, nil
}

// spanOf fits the two times together: an open time takes the reading that makes the span shorter
// ("11 to 1 pm" is two hours); when both are open the first is read as if it stood alone. An end at or
// before the beginning is on the next day.
func (p *parser) spanOf(first, last spoken, w wanted) (Result, bool, error) {
	if first.endOfDay {
		first = spoken{half: fixed} // the beginning of a span is the beginning of its day
	}
	if first.half == open && last.half == fixed {
		early, late := first.readings()
		first = spoken{clock: early, half: fixed}
		if gap(late, last.clock) < gap(early, last.clock) {
			first.clock = late
		}
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
		return Result{}, false, refuse("A span must end after it begins.")
	case gap(begins, ends) != ends.minutes()*60+ends.second-begins.minutes()*60-begins.second:
		d = d.add(1)
	}
	end, err := p.instant(d, ends)
	if err != nil {
		return Result{}, false, err
	}
	if !end.After(start) { // both within an hour that the clocks show twice
		return Result{}, false, refuse("A span must end after it begins.")
	}
	return Result{Kind: Span, Start: start, End: end}, true, nil
}

// gap is the seconds from one clock time to the next time the clock shows the other, a whole day when
// they are the same.
func gap(from, to clock) int {
	const whole = int(24 * time.Hour / time.Second)
	n := (to.minutes()*60 + to.second - from.minutes()*60 - from.second + whole) % whole
	if n == 0 {
		return whole
	}
	return n
}

// daySpan is two dates, both included.
func (p *parser) daySpan() (Result, bool, error) {
	_, and := p.between()
	first, ok, err := p.date()
	if err != nil || !ok || !p.join(and) {
		return Result{}, false, err
	}
	// The second date is seen from the first: "Friday to Monday" ends on the Monday after that Friday.
	later := &parser{tokens: p.tokens, at: p.at, ref: first.start(p.ref.Location())}
	last, ok, err := try(later, later.date)
	if err != nil {
		return Result{}, false, err
	}
	p.at, p.far = later.at, max(p.far, later.far)
	if !ok { // "March 5 to 8"
		n, is := p.ordinal()
		if !is {
			n, is = p.count()
		}
		last = day{first.year, first.month, n}
		if !is || !last.valid() {
			return Result{}, false, nil
		}
	}
	if !p.done() {
		return Result{}, false, nil
	}
	if last.before(first) {
		return Result{}, false, refuse("A span must end after it begins.")
	}
	return p.wholeDays(days{first, last}), true, nil
}
