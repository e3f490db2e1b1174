package pim

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
)

// FileCalendar keeps events as VEVENT in the .ics files of a folder, each new one in a file of its own. Calendars that
// were put there whole are read as well.
type FileCalendar struct{ entries }

// NewCalendar keeps them in dir, which need not be there.
func NewCalendar(dir string, c Config) *FileCalendar {
	return &FileCalendar{entries{shelf{dir: dir, ext: ".ics"}, c, "VEVENT"}}
}

var _ Calendar = (*FileCalendar)(nil)

// event makes a record of an occurrence.
func (e *entry) event(s span, here *time.Location) Event {
	x := Event{ID: e.uid, Title: e.title, Location: e.location, Notes: e.notes, Calendar: e.list, Repeats: e.repeats,
		Start: s.start.in(here), End: s.end.in(here), AllDay: s.start.day}
	if x.Title == "" {
		x.Title = "(no title)"
	}
	return x
}

// Events lists occurrences.
func (x *FileCalendar) Events(ctx context.Context, from, to time.Time) (Found[Event], error) {
	here := from.Location()
	var out []Event
	bad, err := x.all(ctx, from, to, func(f file, _ []entry, got expanded) (bad []Trouble) {
		for of, spans := range byEntry(got.spans) {
			var es []Event
			for _, s := range spans {
				e := of.event(s, here)
				// What has no length is at its instant; everything else ends before its end.
				if !e.Start.Before(to) || !e.End.After(from) && !(e.End.Equal(e.Start) && !e.Start.Before(from)) {
					continue
				}
				es = append(es, e)
			}
			folded := bundle(es, from, got.cut[of])
			if got.cut[of] && len(folded) == len(es) {
				bad = append(bad, Trouble{shown(f.name), why(errTooMany)})
			}
			out = append(out, folded...)
		}
		return bad
	})
	if err != nil {
		return Found[Event]{}, err
	}
	slices.SortStableFunc(out, func(a, b Event) int {
		switch {
		case !a.Start.Equal(b.Start):
			return a.Start.Compare(b.Start)
		case a.AllDay != b.AllDay:
			if a.AllDay {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Title+"\x00"+a.ID, b.Title+"\x00"+b.ID)
	})
	// The same calendar lies here twice when somebody has copied it.
	out = slices.CompactFunc(out, func(a, b Event) bool {
		return a.ID != "" && a.ID == b.ID && a.Start.Equal(b.Start) && a.End.Equal(b.End) && a.Title == b.Title && a.Location == b.Location && (a.Many == nil) == (b.Many == nil)
	})
	return Found[Event]{out, bad}, nil
}

// Event reads one.
func (x *FileCalendar) Event(ctx context.Context, id string) (Event, Ref, error) {
	f, e, err := x.at(ctx, id)
	if err != nil {
		return Event{}, Ref{}, err
	}
	return e.event(span{*e.start, e.lasts(*e.start), &e}, x.cfg.here()), Ref{id, f.stamp()}, nil
}

// AddEvent writes a VEVENT.
func (x *FileCalendar) AddEvent(ctx context.Context, e Event) (Ref, error) {
	id := x.cfg.NewID()
	e.Start, e.End = whole(e.Start), whole(e.End)
	part, err := x.cfg.newPart(id, e.Title, e.Notes, e.Calendar)
	if err != nil {
		return Ref{}, err
	}
	if e.Start.IsZero() || !e.End.After(e.Start) {
		return Ref{}, errors.New("an event must end after it begins")
	}
	x.cfg.put(&part, "DTSTART", e.Start, e.AllDay)
	x.cfg.put(&part, "DTEND", e.End, e.AllDay)
	if e.Location != "" {
		if err := Line("place", e.Location); err != nil {
			return Ref{}, err
		}
		part.AddProperty("LOCATION", e.Location)
	}
	if e.Repeats != "" {
		if err := checkRule(e.Repeats, e.Start, e.AllDay); err != nil {
			return Ref{}, err
		}
		part.AddProperty("RRULE", e.Repeats)
	}
	zoned := []time.Time{e.Start, e.End}
	if e.AllDay {
		zoned = nil
	}
	data, err := x.cfg.calendarOf(&ics.VEvent{ComponentBase: part}, e.Repeats != "", zoned...)
	if err != nil {
		return Ref{}, err
	}
	if _, err := x.shelf.add(ctx, e.Title, data); err != nil {
		return Ref{}, err
	}
	return Ref{id, stamp(data)}, nil
}
