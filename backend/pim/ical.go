package pim

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
)

// Config is what the file stores are given.
type Config struct {
	Now   func() time.Time // in the zone of the user
	NewID func() string    // unique among all records everywhere
	Zone  string           // the name of that zone in the zone database, "" when it is not known
}

func (c Config) here() *time.Location { return c.Now().Location() }

// Bounds of what is written.
const (
	MaxTitle = 500     // bytes
	MaxText  = 1 << 20 // bytes of a note, or of what belongs to an event
)

// Line checks text that must be one line. The error is one plain sentence.
func Line(what, s string) error {
	switch {
	case Plain(s) == "":
		return fmt.Errorf("the %s is empty", what)
	case len(s) > MaxTitle:
		return fmt.Errorf("the %s is longer than %d bytes", what, MaxTitle)
	case strings.ContainsAny(s, "\r\n"):
		return fmt.Errorf("the %s has more than one line", what)
	}
	return Text(what, s)
}

// Text checks text of several lines.
func Text(what, s string) error {
	switch {
	case len(s) > MaxText:
		return fmt.Errorf("the %s is longer than %d KB", what, MaxText>>10)
	case !utf8.ValidString(s):
		return fmt.Errorf("the %s is not text", what)
	case strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }):
		return fmt.Errorf("the %s holds control characters", what)
	case strings.ContainsFunc(s, func(r rune) bool { return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }):
		return fmt.Errorf("the %s holds characters that turn the direction of writing", what)
	}
	return nil
}

// calendarOf makes a calendar of one component, with the zone that its times name.
func (c Config) calendarOf(part ics.Component, repeats bool, zoned ...time.Time) ([]byte, error) {
	cal := &ics.Calendar{}
	cal.SetVersion("2.0")
	cal.SetProductId("-//Pace//Records//EN")
	for _, t := range zoned { // all are in one zone
		if name := c.zoneOf(t); name != "" {
			cal.Components = append(cal.Components, timezone(name, t, repeats))
			break
		}
	}
	cal.Components = append(cal.Components, part)
	var b bytes.Buffer
	if err := cal.SerializeTo(&b, ics.WithNewLineWindows); err != nil {
		return nil, fmt.Errorf("write iCalendar: %w", err)
	}
	return b.Bytes(), nil
}

// zoneOf names the zone under which a time is written: "" for UTC, for a zone whose name nobody knows, and for a time that
// the zone's clocks show twice when it is the second: a wall time always means the first.
func (c Config) zoneOf(t time.Time) string {
	name := t.Location().String()
	if t.Location() == time.Local || name == "Local" {
		name = c.Zone
	}
	if t.IsZero() || name == "" || name == "UTC" {
		return ""
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return ""
	}
	if _, offset := t.In(loc).Zone(); offset == 0 {
		if from, to := t.In(loc).ZoneBounds(); from.IsZero() && to.IsZero() {
			return "" // Etc/UTC by any name
		}
	}
	if !(zone{loc: loc}).instant(wallOf(t.In(loc))).Equal(t) {
		return ""
	}
	return name
}

// put writes a time as a property: a day, a wall time with its zone, or UTC.
func (c Config) put(part *ics.ComponentBase, name ics.ComponentProperty, t time.Time, day bool) {
	switch zone := c.zoneOf(t); {
	case day:
		part.AddProperty(name, t.Format(stampDay), ics.WithValue("DATE"))
	case zone != "":
		loc, _ := time.LoadLocation(zone) // zoneOf has loaded it
		part.AddProperty(name, t.In(loc).Format(stampLocal), ics.WithTZID(zone))
	default:
		part.AddProperty(name, t.UTC().Format(stampUTC))
	}
}

// newPart begins a component with what every one has.
func (c Config) newPart(id, title, notes, list string) (ics.ComponentBase, error) {
	if err := Line("title", title); err != nil {
		return ics.ComponentBase{}, err
	}
	if list != "" {
		if err := Line("list", list); err != nil {
			return ics.ComponentBase{}, err
		}
	}
	if err := Text("text", notes); err != nil {
		return ics.ComponentBase{}, err
	}
	if id == "" {
		return ics.ComponentBase{}, errors.New("a record needs an id")
	}
	part := ics.NewComponent(id)
	now := c.Now().UTC().Format(stampUTC)
	part.AddProperty("DTSTAMP", now)
	part.AddProperty("CREATED", now)
	part.AddProperty("SUMMARY", title)
	if notes != "" {
		part.AddProperty("DESCRIPTION", notes)
	}
	if list != "" {
		part.AddProperty("CATEGORIES", list)
	}
	return part, nil
}

// whole cuts what a calendar file can't hold off a time.
func whole(t time.Time) time.Time { return t.Truncate(time.Second) }
