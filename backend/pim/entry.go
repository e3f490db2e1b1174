package pim

import (
	"errors"
	"fmt"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"pace/backend/untrusted"
)

// moment is a time as a calendar file has it: on the wall, with the zone it belongs to.
type moment struct {
	wall wall
	day  bool // a whole day
	zone zone
}

// in gives the instant as the reader's clock shows it; whole days begin where the reader is.
func (m moment) in(here *time.Location) time.Time {
	if m.day {
		return zone{loc: here}.instant(m.wall)
	}
	return m.zone.instant(m.wall).In(here)
}

func (m moment) add(d time.Duration) moment {
	if m.day {
		m.wall = m.wall.Add(d)
		return m
	}
	t := m.zone.instant(m.wall).Add(d)
	if m.wall = m.zone.wall(t); !m.zone.instant(m.wall).Equal(t) { // the second time that its clocks show it
		m.wall, m.zone = wallOf(t.UTC()), zone{loc: time.UTC}
	}
	return m
}

// entry is a VEVENT or VTODO.
type entry struct {
	kind     string
	uid      string
	title    string
	location string
	notes    string
	list     string
	start    *moment
	end      *moment // of an event; when a reminder is due
	length   time.Duration
	repeats  string
	extra    []moment // RDATE
	excluded []moment // EXDATE
	instead  *moment  // RECURRENCE-ID: which occurrence of its series this one stands for
	over     bool     // done, or cancelled
	off      bool     // cancelled
	sequence string
}

// readEntries reads the events or reminders of a file. What is wrong with some does not hide the others.
func readEntries(f file, kind string, here *time.Location) ([]entry, []Trouble) {
	roots, problems := readComponents(f.data)
	var out []entry
	count := 0
	for i := range roots {
		if roots[i].name != "VCALENDAR" {
			problems = append(problems, "there is something else than a calendar in it")
			continue
		}
		zs := readZones(&roots[i], here)
		for j := range roots[i].parts {
			c := &roots[i].parts[j]
			if c.name != kind {
				continue
			}
			count++
			e, err := readEntry(c, zs)
			if err != nil {
				problems = append(problems, fmt.Sprintf("entry %d: %v", count, err))
			}
			if e != nil {
				out = append(out, *e)
			}
		}
	}
	var bad []Trouble
	for i, p := range problems {
		if i == 3 {
			bad = append(bad, Trouble{shown(f.name), fmt.Sprintf("and %d more places", len(problems)-i)})
			break
		}
		bad = append(bad, Trouble{shown(f.name), p})
	}
	return out, bad
}

// readEntry reads one. An entry beside an error is worth showing all the same.
func readEntry(c *component, zs zones) (*entry, error) {
	e := &entry{kind: c.name, uid: c.text("UID"), title: line(c.text("SUMMARY")), location: line(c.text("LOCATION")),
		notes: untrusted.Clean(c.text("DESCRIPTION")), list: line(c.text("CATEGORIES")), repeats: c.text("RRULE"), sequence: c.text("SEQUENCE")}
	var odd error
	read := func(name string) *moment {
		p := c.get(name)
		if p == nil || odd != nil && !errors.Is(odd, errZone) {
			return nil
		}
		m, err := readMoment(p, p.Value, zs)
		if err != nil {
			odd = err
		}
		return m
	}
	e.start, e.instead = read("DTSTART"), read("RECURRENCE-ID")
	if e.kind == "VTODO" {
		e.end = read("DUE")
	} else {
		e.end = read("DTEND")
	}
	if odd != nil && !errors.Is(odd, errZone) {
		return nil, odd
	}
	if e.kind == "VEVENT" && e.start == nil {
		return nil, errors.New("it has no beginning")
	}
	if d := c.text("DURATION"); d != "" && e.end == nil {
		var ok bool
		if e.length, ok = durationOf(d); !ok {
			return nil, fmt.Errorf("%q is no length of time", clip(d, 40))
		}
		if e.kind == "VTODO" && e.start != nil {
			due := e.start.add(e.length)
			e.end = &due
		}
	}
	for i := range c.props {
		p := &c.props[i]
		if p.IANAToken != "RDATE" && p.IANAToken != "EXDATE" {
			continue
		}
		for _, v := range strings.Split(p.Value, ",") {
			v, _, _ = strings.Cut(v, "/")
			m, err := readMoment(p, v, zs)
			if m == nil {
				odd = err
				continue
			}
			if p.IANAToken == "RDATE" {
				e.extra = append(e.extra, *m)
			} else {
				e.excluded = append(e.excluded, *m)
			}
		}
	}
	status := strings.ToUpper(c.text("STATUS"))
	e.off = status == "CANCELLED"
	e.over = e.off || status == "COMPLETED" || c.get("COMPLETED") != nil
	return e, odd
}

// Plain is a title, a place or a name as it is read from a file: one line, without what can't be seen in it, such as the
// joiners in the picture of a family.
func Plain(s string) string { return line(s) }

func line(s string) string {
	return strings.Join(strings.Fields(untrusted.Clean(s)), " ")
}

var errZone = errors.New("nobody knows its time zone, so yours was taken")

// readMoment reads one value of a property. A moment beside errZone is in the reader's zone.
func readMoment(p *ics.BaseProperty, value string, zs zones) (*moment, error) {
	value = strings.ToUpper(strings.TrimSpace(value))
	if t, err := time.Parse(stampDay, value); err == nil {
		return bounded(moment{t, true, zone{loc: zs.here}})
	}
	if t, err := time.Parse(stampUTC, value); err == nil {
		return bounded(moment{t, false, zone{loc: time.UTC}})
	}
	t, err := time.Parse(stampLocal, value)
	if err != nil {
		return nil, fmt.Errorf("%q is no time", clip(value, 40))
	}
	z, known := zs.find(param(p, "TZID"))
	m, err := bounded(moment{t, false, z})
	if err == nil && !known {
		err = errZone
	}
	return m, err
}

func bounded(m moment) (*moment, error) {
	if y := m.wall.Year(); y < 1600 || y > 2400 {
		return nil, fmt.Errorf("the year %d is out of range", y)
	}
	return &m, nil
}

// longest is the most that something in a calendar takes: ten years.
const longest = 10 * 366 * 24 * time.Hour

// durationOf reads "P1DT2H30M" or "-PT15M" (RFC 5545 §3.3.6).
func durationOf(s string) (time.Duration, bool) {
	s = strings.ToUpper(strings.TrimSpace(s))
	sign := time.Duration(1)
	if strings.HasPrefix(s, "-") {
		sign = -1
	}
	s = strings.TrimLeft(s, "+-")
	s, ok := strings.CutPrefix(s, "P")
	if !ok || s == "" {
		return 0, false
	}
	units := map[byte]time.Duration{'W': 7 * 24 * time.Hour, 'D': 24 * time.Hour, 'H': time.Hour, 'M': time.Minute, 'S': time.Second}
	var d, n time.Duration
	digits := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			n = n*10 + time.Duration(c-'0')
			if digits++; digits > 5 {
				return 0, false
			}
		case c == 'T' && digits == 0:
		case units[c] > 0 && digits > 0:
			if d += n * units[c]; d > longest {
				return 0, false
			}
			n, digits = 0, 0
		default:
			return 0, false
		}
	}
	return sign * d, digits == 0
}

// lasts gives the end of an occurrence that begins at start.
func (e *entry) lasts(start moment) moment {
	switch {
	case e.end != nil && e.start != nil && e.start.day == e.end.day:
		if e.start.day {
			least := 24 * time.Hour // a day that ends where it begins is one
			if e.kind == "VTODO" {
				least = 0 // the day on which it is due belongs to it
			}
			return start.add(max(e.end.wall.Sub(e.start.wall), least))
		}
		return start.add(max(e.end.zone.instant(e.end.wall).Sub(e.start.zone.instant(e.start.wall)), 0))
	case e.end == nil && e.length > 0:
		return start.add(e.length)
	case start.day:
		return start.add(24 * time.Hour)
	}
	return start
}

func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
