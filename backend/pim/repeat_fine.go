package pim

import (
	"slices"
	"strings"
	"time"

	"github.com/teambition/rrule-go"
)

// belowDay are the frequencies that come more than once a day. They are reckoned here: the library would go through every
// second of the years between, and be kept busy for good by a rule like "every second of February 30th".
var belowDay = map[rrule.Frequency]time.Duration{rrule.HOURLY: time.Hour, rrule.MINUTELY: time.Minute, rrule.SECONDLY: time.Second}

// finerThanADay reports whether a rule counts hours, minutes or seconds.
func finerThanADay(rule string) bool {
	_, freq, _ := strings.Cut(strings.ToUpper(rule), "FREQ=")
	freq, _, _ = strings.Cut(freq, ";")
	f, err := rrule.StrToFreq(freq)
	return err == nil && belowDay[f] > 0
}

// sieve is what a rule says about the hours, minutes or seconds that it comes back to (RFC 5545 §3.3.10): those in which
// it does not come, and the times at which it comes in each of the others.
type sieve struct {
	opt  *rrule.ROption
	unit time.Duration
	at   []time.Duration // since the beginning of the hour, minute or second
	bare bool            // it comes in each, once
}

func sieveOf(opt *rrule.ROption, unit time.Duration, start wall) (sieve, error) {
	if len(opt.Byweekno)+len(opt.Bysetpos)+len(opt.Byeaster) > 0 || slices.ContainsFunc(opt.Byweekday, func(d rrule.Weekday) bool { return d.N() != 0 }) {
		return sieve{}, errRule
	}
	for _, x := range []struct {
		values   []int
		from, to int
		back     bool // counted from the end too
	}{{opt.Bymonth, 1, 12, false}, {opt.Bymonthday, 1, 31, true}, {opt.Byyearday, 1, 366, true}, {opt.Byhour, 0, 23, false}, {opt.Byminute, 0, 59, false}, {opt.Bysecond, 0, 59, false}} {
		for _, v := range x.values {
			if x.back && v < 0 {
				v = -v
			}
			if v < x.from || v > x.to {
				return sieve{}, errRule
			}
		}
	}
	x := sieve{opt: opt, unit: unit}
	minutes, seconds := []int{0}, []int{0}
	or := func(list []int, usual int) []int {
		if len(list) == 0 {
			return []int{usual}
		}
		list = slices.Clone(list)
		slices.Sort(list)
		return slices.Compact(list)
	}
	if unit > time.Minute {
		minutes = or(opt.Byminute, start.Minute())
	}
	if unit > time.Second {
		seconds = or(opt.Bysecond, start.Second())
	}
	for _, m := range minutes {
		for _, s := range seconds {
			x.at = append(x.at, time.Duration(m)*time.Minute+time.Duration(s)*time.Second)
		}
	}
	x.bare = len(opt.Bymonth)+len(opt.Bymonthday)+len(opt.Byyearday)+len(opt.Byweekday)+len(opt.Byhour)+len(opt.Byminute)+len(opt.Bysecond) == 0
	return x, nil
}

// next is w itself when the rule comes in the hour, minute or second that begins with w, else the first time after it at
// which it might.
func (x sieve) next(w wall) wall {
	out := func(list []int, values ...int) bool {
		return len(list) > 0 && !slices.ContainsFunc(values, func(v int) bool { return slices.Contains(list, v) })
	}
	y, m, d := w.Date()
	last := time.Date(y, m+1, 0, 0, 0, 0, 0, time.UTC).Day()
	year := time.Date(y, 12, 31, 0, 0, 0, 0, time.UTC).YearDay()
	weekday := func(d rrule.Weekday) bool { return d.Day() == (int(w.Weekday())+6)%7 }
	switch o := x.opt; {
	case out(o.Bymonth, int(m)), out(o.Bymonthday, d, d-last-1), out(o.Byyearday, w.YearDay(), w.YearDay()-year-1),
		len(o.Byweekday) > 0 && !slices.ContainsFunc(o.Byweekday, weekday):
		return time.Date(y, m, d+1, 0, 0, 0, 0, time.UTC)
	case out(o.Byhour, w.Hour()):
		return w.Truncate(time.Hour).Add(time.Hour)
	case x.unit < time.Hour && out(o.Byminute, w.Minute()):
		return w.Truncate(time.Minute).Add(time.Minute)
	case x.unit < time.Minute && out(o.Bysecond, w.Second()):
		return w.Add(time.Second)
	}
	return w
}

// fine takes the occurrences of a rule of hours, minutes or seconds. What lies before the first that is wanted is leapt
// over, unless the rule counts its times and does not come at each step.
func (c *collector) fine(opt *rrule.ROption, unit time.Duration, start wall) error {
	x, err := sieveOf(opt, unit, start)
	if err != nil {
		return err
	}
	first := start.Truncate(unit)
	step := int64(max(opt.Interval, 1)) * int64(unit/time.Second)
	// to is the number of the first step at or behind a time.
	to := func(w wall) int64 { return max(0, (w.Unix()-first.Unix()+step-1)/step) }
	n := int64(0)
	if x.bare || opt.Count == 0 {
		n = max(0, to(c.from)-1)
	}
	come := int64(1)
	if x.bare {
		come = max(1, n)
	}
	for range maxTries {
		w := time.Unix(first.Unix()+n*step, 0).UTC()
		if w.After(c.to) {
			return nil
		}
		if then := x.next(w); then.After(w) {
			n = max(n+1, to(then))
			continue
		}
		for _, at := range x.at {
			at := w.Add(at)
			if !at.After(start) {
				continue
			}
			if come++; opt.Count > 0 && come > int64(opt.Count) || !c.take(at) {
				return nil
			}
		}
		n++
		if k := len(c.out); x.bare && c.apart > 0 && k > 0 && !c.out[k-1].Before(w) {
			next := to(c.out[k-1].Truncate(c.apart).Add(c.apart).Add(-unit))
			if next > n {
				come += next - n
				n = next
			}
		}
	}
	return errLost
}
