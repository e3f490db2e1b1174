package when

import "time"

// hours is the time of day of something that repeats, and how long it lasts.
type hours struct {
	first, last   spoken
	timed, paired bool // paired: until last
	length        time.Duration
}

// recurrence reads "every weekday at 8:30", "at nine every Monday and Wednesday", "every 30 minutes",
// "the first Monday of every month".
func (p *parser) recurrence() (Result, bool, error) {
	lead, timed, err := p.clockTime()
	if err != nil {
		return Result{}, false, nil // another form may make sense of it
	}
	r, window, ok, err := p.rule()
	if err != nil || !ok {
		return Result{}, false, err
	}
	if r.interval < 1 || r.interval > 1000 {
		return Result{}, false, refuse(Impossible, "I can't repeat something every %d times.", r.interval)
	}
	if unit, within := map[string]time.Duration{"SECONDLY": time.Second, "MINUTELY": time.Minute, "HOURLY": time.Hour}[r.freq]; within {
		if timed || !p.done() {
			return Result{}, false, nil
		}
		return Result{Kind: Recurrence, Start: p.ref.Add(time.Duration(r.interval) * unit), Repeats: r.String()}, true, nil
	}
	h, err := p.hours(hours{first: lead, timed: timed})
	if err != nil || !p.done() {
		return Result{}, false, err
	}
	switch {
	case r.freq != "DAILY" && len(r.weekdays) == 0 && len(r.monthDays) == 0:
		return Result{}, false, refuse(Vague, "Say on which day.")
	case h.timed:
		return p.timedRule(r, window, h)
	case window.name != "":
		return Result{}, false, nil // "every morning": complain asks for the hour
	}
	d, ok := p.firstDay(r, p.today().before)
	if !ok {
		return Result{}, false, refuse(Impossible, "That day never comes.")
	}
	result := p.wholeDays(days{d, d})
	result.Kind, result.Repeats = Recurrence, r.String()
	return result, true, nil
}

// hours reads the time of day after a rule, unless it stood before it, and the length.
func (p *parser) hours(h hours) (hours, error) {
	var err error
	if start := p.at; !h.timed {
		pair, ok, err := p.clockPair()
		switch {
		case err != nil:
			return h, err
		case ok && pair.doubtful:
			return h, refuse(Ambiguous, "That can be one time or two; say “from” before the first.")
		case ok:
			return hours{first: pair.first, last: pair.last, timed: true, paired: true}, nil
		}
		p.at = start
		if h.first, h.timed, err = p.clockTime(); err != nil {
			return h, err
		}
	}
	if start := p.at; h.timed && p.take("for") {
		var ok bool
		if h.length, ok, err = p.length(); !ok {
			p.at = start
		}
	}
	return h, err
}

// timedRule finds the first occurrence after now.
func (p *parser) timedRule(r rule, window part, h hours) (Result, bool, error) {
	first := h.first
	if window.name != "" {
		fitted, err := first.within(window)
		if err != nil {
			return Result{}, false, err
		}
		first = fitted
	}
	if first.endOfDay {
		if r.freq != "DAILY" || r.interval > 1 { // of every day it makes no difference
			return Result{}, false, refuse(Ambiguous, "Midnight of a day can be its beginning or its end; say 0:00.")
		}
		first = fixedAt(clock{})
	}
	if h.paired && first.half == open && h.last.half == fixed {
		first = fixedAt(first.shorter(h.last.clock))
	}
	c := first.byRule() // on no day in particular, so today is none either
	d, ok := p.firstDay(r, func(d day) bool {
		t, ok := at(d, c, p.ref.Location())
		return ok && t.After(p.ref)
	})
	if !ok {
		return Result{}, false, refuse(Impossible, "That day never comes.")
	}
	start, err := p.instant(d, c)
	if err != nil {
		return Result{}, false, err
	}
	result := Result{Kind: Recurrence, Start: start, Repeats: r.String()}
	if h.paired {
		span, ok, err := p.spanOf(fixedAt(c), h.last, wanted{day: d, haveDay: true, wasOpen: first.half == open})
		if err != nil || !ok {
			return Result{}, false, err
		}
		result.End = span.End
	} else if h.length > 0 {
		result.End = start.Add(h.length)
	}
	return result, true, nil
}

// firstDay looks day by day, at most over the eight years between two leap days (1896 to 1904).
func (p *parser) firstDay(r rule, good func(day) bool) (day, bool) {
	d := p.today()
	for range 9 * 366 {
		if r.matches(d) && good(d) {
			return d, true
		}
		d = d.add(1)
	}
	return day{}, false
}
