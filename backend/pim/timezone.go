package pim

import (
	"fmt"
	"time"

	ics "github.com/arran4/golang-ical"
)

// turn is one change of the clocks.
type turn struct {
	at       time.Time // the instant
	from, to int       // seconds east of UTC
	name     string
	summer   bool
}

// wall is when it happens on the clocks as they were before.
func (t turn) wall() wall { return t.at.UTC().Add(time.Duration(t.from) * time.Second) }

// Years that a definition reaches before and behind the time it is for.
const (
	yearsBefore  = 1
	yearsOnce    = 2
	yearsForGood = 12
	maxTurns     = 100
)

// timezone defines a zone of the zone database for programs that have none (RFC 5545 §3.6.5): as yearly rules when the
// next years follow some, else each change of the clocks by itself.
func timezone(name string, t time.Time, repeats bool) *ics.VTimezone {
	z := ics.NewTimezone(name)
	loc, err := time.LoadLocation(name)
	if err != nil {
		return z
	}
	years := yearsOnce
	if repeats {
		years = yearsForGood
	}
	t = t.In(loc)
	turns := turnsOf(t.AddDate(-yearsBefore, 0, 0), t.AddDate(years, 0, 0))
	if len(turns) == 0 {
		abbreviation, offset := t.Zone()
		addOnset(z, turn{at: time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC).Add(-time.Duration(offset) * time.Second), from: offset, to: offset, name: abbreviation}, "")
		return z
	}
	for _, summer := range []bool{false, true} {
		var of []turn
		for _, x := range turns {
			if x.summer == summer {
				of = append(of, x)
			}
		}
		if rule := yearly(of); rule != "" {
			addOnset(z, of[0], rule)
			continue
		}
		for _, x := range of {
			addOnset(z, x, "")
		}
	}
	return z
}

// turnsOf lists the changes of the clocks between two times.
func turnsOf(from, to time.Time) (out []turn) {
	for t := from; len(out) < maxTurns; {
		_, end := t.ZoneBounds()
		if end.IsZero() || end.After(to) || !end.After(t) { // far ahead the bounds of a zone are not always ahead
			return out
		}
		_, before := end.Add(-time.Second).Zone()
		name, after := end.Zone()
		if t = end; before != after { // the tables end with a change that changes nothing
			out = append(out, turn{end, before, after, name, end.IsDST()})
		}
	}
	return out
}

// yearly finds the rule by which changes come every year, "" when there is none.
func yearly(ts []turn) string {
	if len(ts) < 3 {
		return ""
	}
	first := ts[0].wall()
	nth, last := (first.Day()-1)/7+1, true
	for i, x := range ts {
		w := x.wall()
		if w.Year() != first.Year()+i || w.Month() != first.Month() || w.Weekday() != first.Weekday() || w.Format("150405") != first.Format("150405") ||
			x.from != ts[0].from || x.to != ts[0].to {
			return ""
		}
		if (w.Day()-1)/7+1 != nth {
			nth = 0
		}
		last = last && w.AddDate(0, 0, 7).Month() != w.Month()
	}
	switch {
	case last:
		nth = -1
	case nth == 0:
		return ""
	}
	return fmt.Sprintf("FREQ=YEARLY;BYMONTH=%d;BYDAY=%d%s", first.Month(), nth, [...]string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}[first.Weekday()])
}

func addOnset(z *ics.VTimezone, t turn, rule string) {
	part := ics.ComponentBase{}
	part.AddProperty("DTSTART", t.wall().Format(stampLocal))
	part.AddProperty("TZOFFSETFROM", offset(t.from))
	part.AddProperty("TZOFFSETTO", offset(t.to))
	part.AddProperty("TZNAME", t.name)
	if rule != "" {
		part.AddProperty("RRULE", rule)
	}
	if t.summer {
		z.Components = append(z.Components, &ics.Daylight{ComponentBase: part})
	} else {
		z.Components = append(z.Components, &ics.Standard{ComponentBase: part})
	}
}

func offset(seconds int) string {
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	s := fmt.Sprintf("%c%02d%02d", sign, seconds/3600, seconds/60%60)
	if seconds%60 != 0 {
		s += fmt.Sprintf("%02d", seconds%60)
	}
	return s
}
