package pim

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // a calendar names zones, and the machine may have no list of them
)

// Wall is the time that a clock on a wall shows, without a zone. It is kept in a time.Time whose zone is UTC, since
// recurrences are reckoned on the wall: a meeting at nine stays at nine when the clocks change.
type wall = time.Time

func wallOf(t time.Time) wall {
	y, m, d := t.Date()
	h, mi, s := t.Clock()
	return time.Date(y, m, d, h, mi, s, 0, time.UTC)
}

// zone says which instant a wall time is.
type zone struct {
	loc   *time.Location
	rules []onset // of a VTIMEZONE whose name means nothing here, by wall; loc is nil then
}

// onset is when the clocks of a VTIMEZONE begin to show another offset.
type onset struct {
	at       wall // in the offset before
	from, to time.Duration
}

// instant finds it. A wall time that the clocks skip is taken in the offset before the gap; one that they show twice is
// the first (RFC 5545 §3.3.5).
func (z zone) instant(w wall) time.Time {
	if z.loc == nil {
		return w.Add(-z.offset(w)).UTC()
	}
	_, before := w.Add(-24 * time.Hour).In(z.loc).Zone()
	_, after := w.Add(24 * time.Hour).In(z.loc).Zone()
	early := w.Add(-time.Duration(max(before, after)) * time.Second).In(z.loc)
	late := w.Add(-time.Duration(min(before, after)) * time.Second).In(z.loc)
	switch {
	case wallOf(early).Equal(w):
		return early
	case wallOf(late).Equal(w):
		return late
	}
	return w.Add(-time.Duration(before) * time.Second).In(z.loc)
}

// wall is what the clocks of the zone show at an instant.
func (z zone) wall(t time.Time) wall {
	if z.loc != nil {
		return wallOf(t.In(z.loc))
	}
	for _, o := range z.rules {
		for _, off := range []time.Duration{o.to, o.from} {
			if w := t.UTC().Add(off); z.instant(w).Equal(t) {
				return w
			}
		}
	}
	return t.UTC().Add(z.offset(t.UTC()))
}

func (z zone) offset(w wall) time.Duration {
	i, ok := slices.BinarySearchFunc(z.rules, w, func(o onset, w wall) int { return o.at.Compare(w) })
	switch {
	case ok:
		return z.rules[i].to
	case i > 0:
		return z.rules[i-1].to
	case len(z.rules) > 0:
		return z.rules[0].from
	}
	return 0
}

// zones knows the zones that a file names. Times without a zone are those of the reader.
type zones struct {
	here  *time.Location
	named map[string]zone
}

// readZones collects what VTIMEZONE components define.
func readZones(root *component, here *time.Location) zones {
	zs := zones{here: here, named: map[string]zone{}}
	for i := range root.parts {
		c := &root.parts[i]
		if c.name != "VTIMEZONE" {
			continue
		}
		id := c.text("TZID")
		if loc := location(id); loc != nil {
			zs.named[id] = zone{loc: loc}
		} else if loc := location(c.text("X-LIC-LOCATION")); loc != nil {
			zs.named[id] = zone{loc: loc}
		} else if rules := onsets(c); len(rules) > 0 {
			zs.named[id] = zone{rules: rules}
		}
	}
	return zs
}

// find gives the zone of a TZID. ok is false when nobody knows it; then it is taken as the reader's own.
func (zs zones) find(id string) (z zone, ok bool) {
	if id == "" {
		return zone{loc: zs.here}, true
	}
	if z, ok := zs.named[id]; ok {
		return z, true
	}
	if loc := location(id); loc != nil {
		return zone{loc: loc}, true
	}
	return zone{loc: zs.here}, false
}

// location finds the zone that a name of the zone database means, also behind a prefix that some programs write
// ("/citadel.org/20240205_1/Europe/Paris").
func location(id string) *time.Location {
	if len(id) > 120 {
		return nil
	}
	parts := strings.Split(strings.Trim(id, "/"), "/")
	for from := max(0, len(parts)-3); from < len(parts); from++ {
		name := strings.Join(parts[from:], "/")
		if name == "" || strings.EqualFold(name, "Local") {
			continue
		}
		if loc, err := time.LoadLocation(name); err == nil {
			return loc
		}
	}
	return nil
}

// lastOnset is how far the rules of a VTIMEZONE are followed.
var lastOnset = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)

const maxOnsets = 1000

// onsets reads the rules of a VTIMEZONE.
func onsets(c *component) []onset {
	var out []onset
	for i := range c.parts {
		p := &c.parts[i]
		if p.name != "STANDARD" && p.name != "DAYLIGHT" {
			continue
		}
		from, okFrom := offsetOf(p.text("TZOFFSETFROM"))
		to, okTo := offsetOf(p.text("TZOFFSETTO"))
		start, err := time.Parse(stampLocal, p.text("DTSTART"))
		if !okFrom || !okTo || err != nil {
			continue
		}
		at := []wall{start}
		if r := p.text("RRULE"); r != "" {
			first := moment{start, false, zone{loc: time.FixedZone("", int(from/time.Second))}}
			if more, err := occurrences(r, first, wish{to: lastOnset, limit: maxOnsets}); err == nil {
				at = more
			}
		}
		for _, w := range at {
			out = append(out, onset{w, from, to})
		}
		if len(out) > maxOnsets {
			break
		}
	}
	slices.SortFunc(out, func(a, b onset) int { return a.at.Compare(b.at) })
	return out
}

// offsetOf reads "+0200" or "-033000".
func offsetOf(s string) (time.Duration, bool) {
	if len(s) != 5 && len(s) != 7 || s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[1:], 10, 32)
	if err != nil {
		return 0, false
	}
	if len(s) == 5 {
		n *= 100
	}
	d := time.Duration(n/10000)*time.Hour + time.Duration(n/100%100)*time.Minute + time.Duration(n%100)*time.Second
	if s[0] == '-' {
		d = -d
	}
	return d, d > -24*time.Hour && d < 24*time.Hour
}

// LocalZone finds the name in the zone database of the zone that this process's clock shows, "" when it can't be known:
// Go calls it only "Local".
func LocalZone(getenv func(string) string) string {
	name := strings.TrimPrefix(getenv("TZ"), ":")
	if name == "" {
		if target, err := os.Readlink("/etc/localtime"); err == nil {
			_, name, _ = strings.Cut(filepath.ToSlash(target), "zoneinfo/")
		}
	}
	if name == "" {
		if text, err := os.ReadFile("/etc/timezone"); err == nil {
			name = strings.TrimSpace(string(text))
		}
	}
	if name == "" || strings.EqualFold(name, "Local") {
		return ""
	}
	loc, err := time.LoadLocation(name)
	if err != nil || !alike(loc, time.Local) {
		return ""
	}
	return name
}

// alike reports whether two zones show the same time through the years around now.
func alike(a, b *time.Location) bool {
	for m := range 60 {
		t := time.Date(2015, time.Month(1+6*m), 1, 12, 0, 0, 0, time.UTC)
		_, x := t.In(a).Zone()
		_, y := t.In(b).Zone()
		if x != y {
			return false
		}
	}
	return true
}
