package when

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// rule is a recurrence in the terms of RFC 5545.
type rule struct {
	freq      string
	interval  int
	weekdays  []time.Weekday
	nth       int   // with one weekday, FREQ=MONTHLY: the nth of the month, -1 the last
	monthDays []int // -1 is the last day of the month
	month     time.Month
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
	if len(r.monthDays) > 0 {
		var days []string
		for _, d := range r.monthDays {
			days = append(days, fmt.Sprint(d))
		}
		parts = append(parts, "BYMONTHDAY="+strings.Join(days, ","))
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
	if r.month > 0 && d.month != r.month {
		return false
	}
	if len(r.monthDays) > 0 && !slices.Contains(r.monthDays, d.day) && (r.monthDays[0] != -1 || d.add(1).day != 1) {
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

var frequencies = map[string]string{"second": "SECONDLY", "seconds": "SECONDLY", "sec": "SECONDLY", "secs": "SECONDLY", "minute": "MINUTELY",
	"minutes": "MINUTELY", "min": "MINUTELY", "mins": "MINUTELY", "hour": "HOURLY", "hours": "HOURLY", "day": "DAILY", "days": "DAILY",
	"week": "WEEKLY", "weeks": "WEEKLY", "fortnight": "WEEKLY", "month": "MONTHLY", "months": "MONTHLY", "year": "YEARLY", "years": "YEARLY"}

var adverbs = map[string]string{"hourly": "HOURLY", "daily": "DAILY", "weekly": "WEEKLY", "fortnightly": "WEEKLY", "monthly": "MONTHLY",
	"yearly": "YEARLY", "annually": "YEARLY"}

// rule reads what repeats, without the time of day. window is a part of the day that was named.
func (p *parser) rule() (r rule, window part, ok bool, err error) {
	for _, form := range []func() (rule, part, bool, error){p.adverbRule, p.pluralRule, p.monthlyRule, p.everyRule} {
		start := p.at
		if r, window, ok, err = form(); ok || err != nil {
			return r, window, ok, err
		}
		p.at = start
	}
	return rule{}, part{}, false, nil
}

// adverbRule reads "daily", "weekly on Friday", "once a month on the 5th".
func (p *parser) adverbRule() (rule, part, bool, error) {
	r := rule{interval: 1}
	if p.peek().text == "fortnightly" {
		r.interval = 2
	}
	freq, ok := choose(p, adverbs)
	if !ok && p.sequence("once", "a") {
		freq, ok = choose(p, map[string]string{"day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY"})
	}
	if !ok {
		return r, part{}, false, nil
	}
	r.freq = freq
	return p.ruleDetail(r)
}

// pluralRule reads "weekdays", "weekends", "Mondays and Thursdays", "Friday evenings".
func (p *parser) pluralRule() (rule, part, bool, error) {
	p.take("on")
	r := rule{freq: "WEEKLY", interval: 1}
	switch {
	case p.take("weekdays", "workdays"):
		r.weekdays = workdays
	case p.take("weekends"):
		r.weekdays = weekend
	default:
		if r.weekdays = p.weekdayList(weekdaysPlural); len(r.weekdays) > 0 {
			break
		}
		if p.take("weekday") {
			r.weekdays = workdays
		} else if p.take("weekend") {
			r.weekdays = weekend
		} else {
			r.weekdays = p.weekdayList(weekdays)
		}
		if name, ok := choose(p, pluralParts); ok && len(r.weekdays) > 0 {
			return r, parts[name], true, nil
		}
		return r, part{}, false, nil
	}
	return r, part{}, true, nil
}

// monthlyRule reads "the first Monday of every month", "on the 1st and 15th of each month", "the last day
// of every month"; after "every" also "… of the month".
func (p *parser) monthlyRule() (rule, part, bool, error) {
	p.take("on")
	every := p.take("every", "each")
	r, ok := p.dayOfMonth()
	if !ok || !p.take("of", "in") {
		return rule{}, part{}, false, nil
	}
	if each := p.take("every", "each"); !each && !(every && p.take("the")) {
		return rule{}, part{}, false, nil
	}
	r.freq, r.interval = "MONTHLY", 1
	return r, part{}, p.take("month"), nil
}

// dayOfMonth reads which day of a month it is: by weekday, by number, or the last.
func (p *parser) dayOfMonth() (r rule, ok bool) {
	start := p.at
	if nth, name, ok := p.nthWeekday(); ok {
		return rule{weekdays: []time.Weekday{name}, nth: nth}, true
	}
	p.at = start
	p.take("the")
	if p.sequence("last", "day") {
		return rule{monthDays: []int{-1}}, true
	}
	for {
		n, is := p.ordinal()
		if !is || n < 1 || n > 31 {
			p.at = start
			break
		}
		p.take("day")
		if !slices.Contains(r.monthDays, n) {
			r.monthDays = append(r.monthDays, n)
		}
		if start = p.at; !p.take("and") {
			break
		}
		p.take("the")
	}
	slices.Sort(r.monthDays)
	return r, len(r.monthDays) > 0
}

// everyRule reads "every other day", "every 2 weeks on Friday", "every weekday", "every Friday evening",
// "every December 25".
func (p *parser) everyRule() (r rule, window part, ok bool, err error) {
	if !p.take("every", "each") {
		return r, window, false, nil
	}
	if r, ok := p.everyLength(); ok {
		return r, window, true, nil
	}
	start := p.at
	if m, d, ok := p.dayInMonth(); ok {
		if !(day{2028, m, d}).valid() {
			return r, window, false, refuse(Impossible, "%d %s is no date of the calendar.", d, m)
		}
		return rule{freq: "YEARLY", interval: 1, month: m, monthDays: []int{d}}, window, true, nil
	}
	p.at = start
	r.interval = 1
	counted := false // which before a weekday may count the weeks or the days of the month
	switch n, ordinal := p.ordinal(); {
	case !ordinal && p.take("other"):
		r.interval = 2
	case ordinal && !p.done():
		r.interval, counted = n, n != 2
	default: // also "every second"
		p.at = start
		if n, is := p.count(); is {
			r.interval, counted = n, true
		}
	}
	switch name := p.peek().text; {
	case r.interval == 1 && p.take("weekday", "workday"):
		r.freq, r.weekdays = "WEEKLY", workdays
		return r, p.window(), true, nil
	case r.interval == 1 && p.take("weekend"):
		r.freq, r.weekdays = "WEEKLY", weekend
		return r, p.window(), true, nil
	case r.interval == 1 && p.take("morning", "afternoon", "evening", "night"):
		return rule{freq: "DAILY", interval: 1}, parts[name], true, nil
	}
	if list := p.weekdayList(weekdays); len(list) > 0 {
		if counted {
			return r, window, false, refuse(Ambiguous, "That can count the weeks or the %ss of a month; say “every %d weeks on %s” or “of the month”.", list[0], r.interval, list[0])
		}
		r.freq, r.weekdays = "WEEKLY", list
		return r, p.window(), true, nil
	}
	if p.peek().text == "fortnight" {
		r.interval *= 2
	}
	if r.freq, ok = choose(p, frequencies); !ok {
		return r, window, false, nil
	}
	return p.ruleDetail(r)
}

// window reads the part of the day that belongs to what repeats.
func (p *parser) window() part {
	if name := p.peek().text; p.take("morning", "afternoon", "evening", "night") {
		return parts[name]
	}
	return part{}
}

// everyLength reads the lengths that are said without a number.
func (p *parser) everyLength() (rule, bool) {
	minutes := 0
	switch {
	case p.sequence("half", "hour"), p.sequence("half", "an", "hour"):
		minutes = 30
	case p.sequence("quarter", "hour"), p.sequence("quarter", "of", "an", "hour"):
		minutes = 15
	case p.sequence("hour", "and", "a", "half"):
		minutes = 90
	case p.sequence("hour", "and", "a", "quarter"):
		minutes = 75
	}
	return rule{freq: "MINUTELY", interval: minutes}, minutes > 0
}

// ruleDetail reads the day after "every week", "every month" and "every year".
func (p *parser) ruleDetail(r rule) (rule, part, bool, error) {
	start := p.at
	on := p.take("on")
	switch r.freq {
	case "WEEKLY":
		if r.weekdays = p.weekdayList(weekdays); len(r.weekdays) > 0 {
			return r, p.window(), true, nil
		}
	case "MONTHLY":
		if detail, ok := p.dayOfMonth(); ok && on {
			r.weekdays, r.nth, r.monthDays = detail.weekdays, detail.nth, detail.monthDays
			return r, part{}, true, nil
		}
	case "YEARLY":
		if m, d, ok := p.dayInMonth(); ok && on {
			if !(day{2028, m, d}).valid() {
				return r, part{}, false, refuse(Impossible, "%d %s is no date of the calendar.", d, m)
			}
			r.month, r.monthDays = m, []int{d}
			return r, part{}, true, nil
		}
	}
	p.at = start
	return r, part{}, true, nil
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
