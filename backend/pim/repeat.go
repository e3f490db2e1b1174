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
	errLost    = errors.New("it repeats in a way that can't be followed so far")
)

// Bounds of a recurrence. A rule that never comes true is followed to the year 9999, which takes up to a second.
const (
	maxInterval = 40_000  // days in a century
	maxPerDay   = 100     // times of day that a rule lists
	maxTries    = 200_000 // times that are looked at
)

// wish says which occurrences of a series are wanted.
type wish struct {
	from, to wall            // none outside is looked at
	keep     func(wall) bool // of those within, the ones that count; nil: all
	limit    int             // the first so many
	apart    time.Duration   // of those in one such piece of the wall's time only the first; 0: all
}

// collector takes the occurrences that are wanted, in their order.
type collector struct {
	wish
	out  []wall
	full bool // there are more than the limit
}

// take looks at one, and reports whether another may be wanted.
func (c *collector) take(w wall) bool {
	switch n := len(c.out); {
	case w.Before(c.from) || w.After(c.to) || c.keep != nil && !c.keep(w):
	case c.apart > 0 && n > 0 && c.out[n-1].Truncate(c.apart).Equal(w.Truncate(c.apart)):
	case n >= c.limit:
		c.full = true
	default:
		c.out = append(c.out, w)
	}
	return !c.full
}

// occurrences gives the wall times of a rule from its start on that are wanted. The start itself is one of them whether it
// fits the rule or not, as calendars take it. errTooMany beside them says that there are more.
func occurrences(rule string, start moment, want wish) (out []wall, err error) {
	defer func() {
		if v := recover(); v != nil { // the library indexes tables by what stands in the rule
			out, err = nil, fmt.Errorf("%w: %v", errRule, v)
		}
	}()
	opt, err := ruleOf(rule, start)
	if err != nil {
		return nil, err
	}
	end := want.to
	if !opt.Until.IsZero() && opt.Until.Before(end) {
		end = opt.Until
	}
	c := &collector{wish: want}
	c.take(start.wall)
	c.to = end
	if unit, below := belowDay[opt.Freq]; below {
		err = c.fine(opt, unit, start.wall)
	} else {
		err = c.coarse(opt, start.wall)
	}
	if err == nil && c.full {
		err = errTooMany
	}
	return c.out, err
}

// coarse takes the occurrences of a rule of days or more.
func (c *collector) coarse(opt *rrule.ROption, start wall) error {
	opt.Until = c.to
	opt.Dtstart = later(opt, c.from)
	r, err := rrule.NewRRule(*opt)
	if err != nil {
		return fmt.Errorf("%w: %w", errRule, err)
	}
	next := r.Iterator()
	for range maxTries {
		w, ok := next()
		if !ok || w.After(c.to) || !w.Equal(start) && !c.take(w) {
			return nil
		}
	}
	return errLost
}

// later is a beginning from which a rule gives the same times from low on: one of whole turns of days or weeks later. The
// library counts from the beginning, which may lie a hundred years back.
func later(opt *rrule.ROption, low wall) wall {
	days, ok := map[rrule.Frequency]int{rrule.DAILY: 1, rrule.WEEKLY: 7}[opt.Freq]
	if days *= max(opt.Interval, 1); !ok || opt.Count > 0 {
		return opt.Dtstart
	}
	turns := int(low.Unix()-opt.Dtstart.Unix())/(days*24*60*60) - 2
	return opt.Dtstart.AddDate(0, 0, max(turns, 0)*days)
}

// ruleOf reads a rule with its bounds.
func ruleOf(rule string, start moment) (*rrule.ROption, error) {
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
	if _, below := belowDay[opt.Freq]; below && start.day {
		return nil, errRule // a whole day has no hours
	}
	opt.Dtstart = start.wall
	if _, until, ok := strings.Cut(rule, "UNTIL="); ok {
		until, _, _ = strings.Cut(until, ";")
		switch {
		case strings.HasSuffix(until, "Z"):
			opt.Until = start.zone.wall(opt.Until)
		case len(until) == len(stampDay): // the whole of that day
			opt.Until = opt.Until.Add(24*time.Hour - time.Second)
		}
	}
	return opt, nil
}

// checkRule tells whether a rule can be followed from a time on.
func checkRule(rule string, start time.Time, day bool) error {
	_, err := ruleOf(rule, moment{wallOf(start), day, zone{loc: start.Location()}})
	return err
}
