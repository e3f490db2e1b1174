package pim

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
)

// FileReminders keeps reminders as VTODO in the .ics files of a folder, each new one in a file of its own.
type FileReminders struct{ entries }

// NewReminders keeps them in dir, which need not be there.
func NewReminders(dir string, c Config) *FileReminders {
	return &FileReminders{entries{shelf{dir: dir, ext: ".ics", alike: tickedAlike}, c, "VTODO"}}
}

var _ Reminders = (*FileReminders)(nil)

// entries is a folder of calendar files.
type entries struct {
	shelf shelf
	cfg   Config
	kind  string
}

// at finds an entry by its id.
func (es entries) at(ctx context.Context, id string) (file, entry, error) {
	files, _, err := es.shelf.files(ctx)
	if err != nil {
		return file{}, entry{}, err
	}
	for _, f := range files {
		if id == "" || !strings.Contains(string(f.data), "BEGIN:"+es.kind) {
			continue
		}
		found, _ := readEntries(f, es.kind, es.cfg.here())
		for _, e := range found {
			if e.uid == id && e.instead == nil {
				return f, e, nil
			}
		}
	}
	return file{}, entry{}, ErrGone
}

// Stamp reads the stamp of the file that holds the record.
func (es entries) Stamp(ctx context.Context, id string) (string, error) {
	f, _, err := es.at(ctx, id)
	return f.stamp(), err
}

// Remove deletes the file of a record that is still as ref says. A file is what Pace wrote or it is not: one to which
// something was added has another stamp.
func (es entries) Remove(ctx context.Context, ref Ref) error {
	f, _, err := es.at(ctx, ref.ID)
	if err != nil {
		return err
	}
	if f.stamp() != ref.Stamp {
		return ErrChanged
	}
	return es.shelf.remove(ctx, f.name, ref.Stamp)
}

// all reads every file and expands what is in it.
func (es entries) all(ctx context.Context, from, to time.Time, take func(file, []entry, expanded) []Trouble) ([]Trouble, error) {
	files, bad, err := es.shelf.files(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		found, troubles := readEntries(f, es.kind, from.Location())
		bad = append(bad, troubles...)
		got := expand(ctx, found, within{from: from, to: to, limit: maxOccurrences})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, err := range got.bad {
			bad = append(bad, Trouble{shown(f.name), why(err)})
		}
		bad = append(bad, take(f, found, got)...)
	}
	return sortTroubles(bad), nil
}

// reminder makes a record of an occurrence.
func (e *entry) reminder(s *span, here *time.Location) Reminder {
	r := Reminder{ID: e.uid, Title: e.title, Notes: e.notes, List: e.list, Repeats: e.repeats, Done: e.over}
	if r.Title == "" {
		r.Title = "(no title)"
	}
	if s == nil {
		return r
	}
	due := s.start
	if e.repeats != "" && e.start != nil && e.end != nil {
		due = s.end
	}
	r.Due, r.AllDay = due.in(here), due.day
	return r
}

// due is when a reminder is due the first time, or nil.
func (e *entry) due() *moment {
	if e.end != nil {
		return e.end
	}
	return e.start
}

// Reminders lists what is open.
func (x *FileReminders) Reminders(ctx context.Context, from, to time.Time) (Found[Reminder], error) {
	now := x.cfg.Now()
	low := from // of what repeats: yesterday's is over
	if from.IsZero() {
		y, m, d := now.Date()
		low = time.Date(y, m, d, 0, 0, 0, 0, now.Location())
	}
	high := to
	if to.IsZero() {
		high = low.AddDate(1, 0, 0)
	}
	var out []Reminder
	bad, err := x.all(ctx, low, high, func(_ file, found []entry, got expanded) []Trouble {
		spans := got.spans
		listed := map[*entry]bool{}
		if from.IsZero() {
			for _, s := range nexts(found, now, high) {
				if r := s.of.reminder(&s, low.Location()); to.IsZero() || r.Due.Before(to) {
					listed[s.of] = true
					out = append(out, r)
				}
			}
		}
		slices.SortStableFunc(spans, func(a, b span) int { return a.start.in(low.Location()).Compare(b.start.in(low.Location())) })
		for i := range spans {
			e := spans[i].of
			r := e.reminder(&spans[i], low.Location())
			switch {
			case e.over, listed[e]:
				continue
			case e.repeats != "" && r.Due.Before(low), !from.IsZero() && r.Due.Before(from), !to.IsZero() && !r.Due.Before(to):
				continue
			}
			listed[e] = true
			out = append(out, r)
		}
		for i := range found {
			switch e := &found[i]; {
			case !to.IsZero() || e.over || listed[e] || e.instead != nil:
			case e.start == nil && e.end == nil:
				out = append(out, e.reminder(nil, low.Location()))
			default:
				if due := e.due(); !due.in(low.Location()).Before(high) { // a series that begins later than anybody looks
					out = append(out, e.reminder(&span{*due, *due, e}, low.Location()))
				}
			}
		}
		return nil
	})
	if err != nil {
		return Found[Reminder]{}, err
	}
	slices.SortStableFunc(out, func(a, b Reminder) int {
		switch {
		case a.Due.IsZero() != b.Due.IsZero():
			if a.Due.IsZero() {
				return 1
			}
			return -1
		case !a.Due.Equal(b.Due):
			return a.Due.Compare(b.Due)
		}
		return strings.Compare(a.Title, b.Title)
	})
	return Found[Reminder]{out, bad}, nil
}

// nexts are the next occurrences of what comes many times a day: nobody is late for all those of today.
func nexts(es []entry, now, to time.Time) (out []span) {
	moved := movedOf(es, now.Location())
	for i := range es {
		e := &es[i]
		first := e.start
		if first == nil {
			first = e.end
		}
		if e.over || e.instead != nil || first == nil || !finerThanADay(e.repeats) {
			continue
		}
		ms, _ := e.series(*first, within{from: now, to: to, limit: 1}, moved[e.uid]) // what is wrong with it, all says
		for _, m := range ms {
			if s := (span{m, e.lasts(m), e}); !e.reminder(&s, now.Location()).Due.Before(now) {
				out = append(out, s)
				break
			}
		}
	}
	return out
}

// Reminder reads one.
func (x *FileReminders) Reminder(ctx context.Context, id string) (Reminder, Ref, error) {
	f, e, err := x.at(ctx, id)
	if err != nil {
		return Reminder{}, Ref{}, err
	}
	here := x.cfg.here()
	if e.start == nil && e.end == nil {
		return e.reminder(nil, here), Ref{id, f.stamp()}, nil
	}
	due := e.due()
	return e.reminder(&span{*due, *due, &e}, here), Ref{id, f.stamp()}, nil
}

// AddReminder writes a VTODO with an alarm at the time it is due, for programs that show alarms.
func (x *FileReminders) AddReminder(ctx context.Context, r Reminder) (Ref, error) {
	id := x.cfg.NewID()
	r.Due = whole(r.Due)
	part, err := x.cfg.newPart(id, r.Title, r.Notes, r.List)
	if err != nil {
		return Ref{}, err
	}
	part.AddProperty("STATUS", "NEEDS-ACTION")
	todo := &ics.VTodo{ComponentBase: part}
	switch {
	case r.Due.IsZero() && r.Repeats != "":
		return Ref{}, errors.New("what repeats needs a first time")
	case r.Repeats != "":
		if err := checkRule(r.Repeats, r.Due, r.AllDay); err != nil {
			return Ref{}, err
		}
		x.cfg.put(&todo.ComponentBase, "DTSTART", r.Due, r.AllDay)
		todo.AddProperty("RRULE", r.Repeats)
		fallthrough
	case !r.Due.IsZero():
		x.cfg.put(&todo.ComponentBase, "DUE", r.Due, r.AllDay)
	}
	zoned := r.Due
	if r.AllDay {
		zoned = time.Time{}
	} else if !r.Due.IsZero() {
		alarm := ics.ComponentBase{}
		alarm.AddProperty("ACTION", "DISPLAY")
		alarm.AddProperty("DESCRIPTION", r.Title)
		alarm.AddProperty("TRIGGER", "PT0S", &ics.KeyValues{Key: "RELATED", Value: []string{"END"}})
		todo.Components = append(todo.Components, &ics.VAlarm{ComponentBase: alarm})
	}
	data, err := x.cfg.calendarOf(todo, r.Repeats != "", zoned)
	if err != nil {
		return Ref{}, err
	}
	if _, err := x.shelf.add(ctx, r.Title, data); err != nil {
		return Ref{}, err
	}
	return Ref{id, stamp(data)}, nil
}

// Folder is the name of the folder, for a person.
func (es entries) Folder() string { return filepath.Base(es.shelf.dir) }
