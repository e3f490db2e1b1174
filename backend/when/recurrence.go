package when

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// rule is a recurrence in the terms of RFC 5545.
type rule struct {
	freq     string
	interval int
	weekdays []time.Weekday
	nth      int // with one weekday, FREQ=MONTHLY: the nth of the month, -1 the last
	monthDay int
	month    time.Month
}

var weekdayNames = map[time.Weekday]string{time.Monday: "MO", time.Tuesday: "TU", time.Wednesday: "WE",
	time.Thursday: "TH", time.Friday: "FR", time.Saturday: "SA", time.Sunday: "SU"}

var (
	workdays = []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}
	weekend  = []time.Weekday{time.Saturday, time.Sunday}
)

func (r rule) String() string {
	parts := []string{"FREQ=" + r.freq}
	if r.interval > 1 {
		parts = append(parts, fmt.Sprintf("INTERVAL=%d", r.interval))
	}
	if r.month > 0 {
		parts = append(parts, fmt.Sprintf("BYMONTH=%d", r.month))
	}
	if r.monthDay > 0 {
		parts = append(parts, fmt.Sprintf("BYMONTHDAY=%d", r.monthDay))
	}
	if len(r.weekdays) > 0 {
		var names []string
		for i := range 7 {
			if d := time.Weekday((i + 1) % 7); slices.Contains(r.weekdays, d) { // from Monday
				name := weekdayNames[d]
				if r.nth != 0 {
					name = fmt.Sprint(r.nth) + name
				}
				names = append(names, name)
			}
		}
		parts = append(parts, "BYDAY="+strings.Join(names, ","))
	}
	return strings.Join(parts, ";")
}

// matches says whether the rule can fall on a day. The interval is not looked at: the first occurrence
// is what it counts from.
func (r rule) matches(d day) bool {
	if r.month > 0 && d.month != r.month || r.monthDay > 0 && d.day != r.monthDay {
		return false
	}
	if len(r.weekdays) > 0 && !slices.Contains(r.weekdays, d.weekday()) {
		return false
	}
	switch {
	case r.nth > 0:
		return (d.day-1)/7+1 == r.nth
	case r.nth < 0:
		return d.add(7).month != d.month
	}
	return true
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
		return Result{}, false, refuse("I can't repeat something every %d times.", r.interval)
	}
	if unit, within := map[string]time.Duration{"SECONDLY": time.Second, "MINUTELY": time.Minute, "HOURLY": time.Hour}[r.freq]; within {
		if timed || !p.done() {
			return Result{}, false, nil
		}
		return Result{Kind: Recurrence, Start: p.ref.Add(time.Duration(r.interval) * unit), Repeats: r.String()}, true, nil
	}
	first, last, paired := lead, spoken{}, false
	if !timed {
		start := p.at
		if first, timed, err = p.clockTime(); err != nil {
			return Result{}, false, err
		}
		if !timed {
			if first, last, paired, err = p.clockPair(); err != nil {
				return Result{}, false, err
			}
			if timed = paired; !paired {
				p.at = start
			}
		}
	}
	var length time.Duration
	if timed && !paired && p.take("for") {
		var ok bool
		if length, ok, err = p.length(); err != nil || !ok {
			return Result{}, false, err
		}
	}
	if !p.done() {
		return Result{}, false, nil
	}
	if r.freq != "DAILY" && len(r.weekdays) == 0 && r.monthDay == 0 {
		return Result{}, false, refuse("Say on which day.")
	}
	if !timed {
		if window.name != "" {
			return Result{}, false, nil // "every morning": complain asks for the hour
		}
		d, ok := p.firstDay(r, func(day) bool { return true })
		if !ok {
			return Result{}, false, refuse("That day never comes.")
		}
		result := p.wholeDays(days{d, d})
		result.Kind, result.Repeats = Recurrence, r.String()
		return result, true, nil
	}
	return p.timedRule(r, window, first, last, paired, length)
}

// timedRule finds the first occurrence after now.
func (p *parser) timedRule(r rule, window part, first, last spoken, paired bool, length time.Duration) (Result, bool, error) {
	if first.endOfDay || last.endOfDay {
		return Result{}, false, refuse("Midnight of a day can be its beginning or its end; say 0:00.")
	}
	if window.name != "" {
		fitted, err := first.within(window)
		if err != nil {
			return Result{}, false, err
		}
		first = fitted
	}
	if paired && first.half == open && last.half == fixed {
		early, late := first.readings()
		first = spoken{clock: early, half: fixed}
		if gap(late, last.clock) < gap(early, last.clock) {
			first.clock = late
		}
	}
	c := first.byRule() // on no day in particular, so today is none either
	d, ok := p.firstDay(r, func(d day) bool {
		t, ok := at(d, c, p.ref.Location())
		return ok && t.After(p.ref)
	})
	if !ok {
		return Result{}, false, refuse("That day never comes.")
	}
	start, err := p.instant(d, c)
	if err != nil {
		return Result{}, false, err
	}
	result := Result{Kind: Recurrence, Start: start, Repeats: r.String()}
	if paired {
		span, ok, err := p.spanOf(spoken{clock: c, half: fixed}, last, wanted{day: d, haveDay: true})
		if err != nil || !ok {
			return Result{}, false, err
		}
		result.End = span.End
	} else if length > 0 {
		result.End = start.Add(length)
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

var frequencies = map[string]string{"second": "SECONDLY", "seconds": "SECONDLY", "minute": "MINUTELY", "minutes": "MINUTELY", "min": "MINUTELY",
	"mins": "MINUTELY", "hour": "HOURLY", "hours": "HOURLY", "day": "DAILY", "days": "DAILY", "week": "WEEKLY", "weeks": "WEEKLY",
	"month": "MONTHLY", "months": "MONTHLY", "year": "YEARLY", "years": "YEARLY"}

var adverbs = map[string]string{"hourly": "HOURLY", "daily": "DAILY", "weekly": "WEEKLY", "monthly": "MONTHLY", "yearly": "YEARLY", "annually": "YEARLY"}

// rule reads what repeats, without the time of day. window is a part of the day that was named.
func (p *parser) rule() (r rule, window part, ok bool, err error) {
	r.interval = 1
	if freq, is := choose(p, adverbs); is {
		r.freq = freq
		return p.ruleDetail(r)
	}
	start := p.at
	p.take("on")
	if p.take("weekdays") {
		return rule{freq: "WEEKLY", interval: 1, weekdays: workdays}, window, true, nil
	}
	if p.take("weekends") {
		return rule{freq: "WEEKLY", interval: 1, weekdays: weekend}, window, true, nil
	}
	if list := p.weekdayList(weekdaysPlural); len(list) > 0 {
		return rule{freq: "WEEKLY", interval: 1, weekdays: list}, window, true, nil
	}
	p.at = start
	if nth, is := p.nthWeekday(); is && p.take("of") && p.take("every", "each", "the") && p.take("month") {
		nth.freq, nth.interval = "MONTHLY", 1
		return nth, window, true, nil
	}
	p.at = start
	if !p.take("every", "each") {
		return r, window, false, nil
	}
	if p.sequence("half", "hour") || p.sequence("half", "an", "hour") {
		return rule{freq: "MINUTELY", interval: 30}, window, true, nil
	}
	if nth, is := p.nthWeekday(); is && p.take("of") && p.take("the", "every", "each") && p.take("month") {
		nth.freq, nth.interval = "MONTHLY", 1
		return nth, window, true, nil
	}
	p.at = start + 1
	if n, is := p.ordinal(); is && p.sequence("of", "the", "month") {
		return rule{freq: "MONTHLY", interval: 1, monthDay: n}, window, true, nil
	}
	p.at = start + 1
	if p.take("other") {
		r.interval = 2
	} else if n, is := p.count(); is {
		r.interval = n
	}
	switch name := p.peek().text; {
	case p.take("weekday", "workday") && r.interval == 1:
		return rule{freq: "WEEKLY", interval: 1, weekdays: workdays}, window, true, nil
	case p.take("weekend") && r.interval == 1:
		return rule{freq: "WEEKLY", interval: 1, weekdays: weekend}, window, true, nil
	case p.take("morning", "afternoon", "evening", "night") && r.interval == 1:
		return rule{freq: "DAILY", interval: 1}, parts[name], true, nil
	}
	if list := p.weekdayList(weekdays); len(list) > 0 {
		r.freq, r.weekdays = "WEEKLY", list
		if name := p.peek().text; p.take("morning", "afternoon", "evening", "night") {
			window = parts[name]
		}
		return r, window, true, nil
	}
	freq, is := choose(p, frequencies)
	if !is {
		return r, window, false, nil
	}
	r.freq = freq
	return p.ruleDetail(r)
}

// ruleDetail reads the day after "every week", "every month" and "every year".
func (p *parser) ruleDetail(r rule) (rule, part, bool, error) {
	start := p.at
	if !p.take("on") {
		return r, part{}, true, nil
	}
	switch r.freq {
	case "WEEKLY":
		r.weekdays = p.weekdayList(weekdays)
		return r, part{}, len(r.weekdays) > 0, nil
	case "MONTHLY":
		if nth, ok := p.nthWeekday(); ok {
			nth.freq, nth.interval = r.freq, r.interval
			return nth, part{}, true, nil
		}
		p.at = start + 1
		p.take("the")
		n, ok := p.ordinal()
		if !ok || n > 31 {
			return r, part{}, false, nil
		}
		r.monthDay = n
		return r, part{}, true, nil
	case "YEARLY":
		d, ok, err := p.monthDate()
		if err != nil || !ok {
			return r, part{}, false, err
		}
		r.month, r.monthDay = d.month, d.day
		return r, part{}, true, nil
	}
	return r, part{}, false, nil
}

// nthWeekday reads "the first Monday", "last Friday".
func (p *parser) nthWeekday() (rule, bool) {
	p.take("the")
	nth, ok := -1, p.take("last")
	if !ok {
		if nth, ok = p.ordinal(); !ok || nth > 5 {
			return rule{}, false
		}
	}
	name, ok := choose(p, weekdays)
	return rule{weekdays: []time.Weekday{name}, nth: nth}, ok
}

// weekdayList reads "Monday", "Monday and Wednesday", "Monday, Wednesday and Friday".
func (p *parser) weekdayList(names map[string]time.Weekday) (list []time.Weekday) {
	for {
		start := p.at
		if len(list) > 0 {
			p.take("and")
		}
		name, ok := choose(p, names)
		if !ok {
			p.at = start
			return list
		}
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
}
