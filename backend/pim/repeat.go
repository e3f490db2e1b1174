package pim

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/teambition/rrule-go"
)

// Formats of RFC 5545.
const (
	stampDay   = "20060102"
	stampLocal = "20060102T150405"
	stampUTC   = "20060102T150405Z"
)

var (
	errRule    = errors.New("how it repeats can't be read")
	errTooMany = errors.New("it repeats too often")
)

// Bounds of a recurrence. A rule that never comes true is followed to the year 9999, which takes up to a second.
const (
	maxInterval = 40_000 // days in a century
	maxPerDay   = 100    // times of day that a rule lists
)

// occurrences gives the wall times of a rule from its start on that lie in [from, to], at most limit. The start itself is
// one of them whether it fits the rule or not, as calendars take it. Times below the day are reckoned here, since a rule
// like "every second of February 30th" would keep the library busy for good.
func occurrences(rule string, start, from, to wall, z zone, limit int) (out []wall, err error) {
	defer func() {
		if v := recover(); v != nil { // the library indexes tables by what stands in the rule
			out, err = nil, fmt.Errorf("%w: %v", errRule, v)
		}
	}()
	opt, err := ruleOf(rule, start, z)
	if err != nil {
		return nil, err
	}
	end := to
	if !opt.Until.IsZero() && opt.Until.Before(end) {
		end = opt.Until
	}
	keep := func(w wall) bool { return !w.Before(from) && !w.After(end) }
	if !start.Before(from) && !start.After(to) {
		out = append(out, start)
	}
	if unit, below := belowDay[opt.Freq]; below {
		return steps(out, opt, unit, start, from, end, limit)
	}
	opt.Until = end
	r, err := rrule.NewRRule(*opt)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errRule, err)
	}
	for next := r.Iterator(); ; {
		w, ok := next()
		if !ok || w.After(end) {
			return out, nil
		}
		if !keep(w) || w.Equal(start) {
			continue
		}
		if len(out) >= limit {
			return out, errTooMany
		}
		out = append(out, w)
	}
}

var belowDay = map[rrule.Frequency]time.Duration{rrule.HOURLY: time.Hour, rrule.MINUTELY: time.Minute, rrule.SECONDLY: time.Second}

// steps are occurrences at a fixed distance.
func steps(out []wall, opt *rrule.ROption, unit time.Duration, start, from, end wall, limit int) ([]wall, error) {
	if len(opt.Bymonth)+len(opt.Bymonthday)+len(opt.Byyearday)+len(opt.Byweekno)+len(opt.Byweekday)+len(opt.Byhour)+len(opt.Byminute)+len(opt.Bysecond)+len(opt.Bysetpos)+len(opt.Byeaster) > 0 {
		return out, errRule
	}
	step := time.Duration(max(opt.Interval, 1)) * unit
	n := int64(1)
	if from.After(start) {
		n = max(1, (from.Unix()-start.Unix())/int64(step/time.Second))
	}
	for ; opt.Count == 0 || n < int64(opt.Count); n++ {
		w := time.Unix(start.Unix()+n*int64(step/time.Second), 0).UTC()
		if w.After(end) {
			break
		}
		if w.Before(from) {
			continue
		}
		if len(out) >= limit {
			return out, errTooMany
		}
		out = append(out, w)
	}
	return out, nil
}

// ruleOf reads a rule with its bounds.
func ruleOf(rule string, start wall, z zone) (*rrule.ROption, error) {
	rule = strings.ToUpper(strings.TrimSpace(rule))
	if len(rule) > 2000 || strings.ContainsAny(rule, "\r\n") {
		return nil, errRule
	}
	opt, err := rrule.StrToROption(rule)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errRule, err)
	}
	if opt.Interval < 0 || opt.Interval > maxInterval || max(1, len(opt.Byhour))*max(1, len(opt.Byminute))*max(1, len(opt.Bysecond)) > maxPerDay {
		return nil, errRule
	}
	if opt.Count < 0 || len(opt.Byweekday) > 400 || len(opt.Bysetpos) > 400 {
		return nil, errRule
	}
	opt.Dtstart = start
	if _, until, ok := strings.Cut(rule, "UNTIL="); ok {
		until, _, _ = strings.Cut(until, ";")
		switch {
		case strings.HasSuffix(until, "Z"):
			opt.Until = z.wall(opt.Until)
		case len(until) == len(stampDay): // the whole of that day
			opt.Until = opt.Until.Add(24*time.Hour - time.Second)
		}
	}
	return opt, nil
}

// checkRule tells whether a rule can be followed from a time on.
func checkRule(rule string, start time.Time) error {
	_, err := ruleOf(rule, wallOf(start), zone{loc: start.Location()})
	return err
}
