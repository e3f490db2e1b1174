// Package pim owns personal records: calendar events, reminders, notes, contacts, and drafts of mail and messages. It
// says what they are, what a platform must be able to do with them, and keeps them itself in plain files (.ics, .md,
// .vcf) that a person can read, copy and edit.
//
// The file stores promise that what is asked for is read from the disk each time; that a new record is there whole or not
// at all, also after kill -9; that a file which can't be read never hides the others, and is named; that what somebody
// wrote meanwhile is neither overwritten nor removed. They never send anything and never guess what a time means.
package pim

import (
	"context"
	"errors"
	"time"

	"pace/backend/untrusted"
)

// Sentinels that callers branch on.
var (
	// ErrGone says that no record has this id any more.
	ErrGone = errors.New("no such record")
	// ErrChanged says that the record is not as it was left.
	ErrChanged = errors.New("the record was changed meanwhile")
	// ErrRepeats says that something comes again, so that it is never done as a whole.
	ErrRepeats = errors.New("it repeats")
	// ErrBusy says that another Pace has kept the records for itself for too long.
	ErrBusy = errors.New("the records are in use")
)

// Ref names a record as it was left: ID finds it again, Stamp is another after every change of it.
type Ref struct{ ID, Stamp string }

// Trouble names what could not be read. File and Why are for a person.
type Trouble struct{ File, Why string }

// Found is what was read. Troubles name what else there may be.
type Found[T any] struct {
	Items    []T
	Troubles []Trouble
}

// Remover takes records away again. Its methods may be called by several at once.
type Remover interface {
	// Stamp reads the record's present stamp; ErrGone when there is none.
	Stamp(ctx context.Context, id string) (string, error)
	// Remove takes the record away when it still is as ref says, else ErrChanged or ErrGone. Nothing else is touched.
	Remove(ctx context.Context, ref Ref) error
}

// Event is something in the calendar, or one occurrence of it. Times are in the zone of the reader.
type Event struct {
	ID       string
	Title    string
	Location string
	Notes    string
	Calendar string // the name of the list it belongs to, "" for the usual one
	Start    time.Time
	End      time.Time // exclusive; a whole day ends at the next midnight
	AllDay   bool
	Repeats  string // the value of an RRULE (RFC 5545 §3.3.10), "" when it happens once
	Many     *Many  // of a list: it stands for more of its series than this one; else nil
}

// Reads reports whether an event reads as another was written. Their IDs, and what can't be seen in their texts, don't
// count.
func (e Event) Reads(x Event) bool {
	return line(e.Title) == line(x.Title) && line(e.Location) == line(x.Location) && untrusted.Clean(e.Notes) == untrusted.Clean(x.Notes) &&
		line(e.Calendar) == line(x.Calendar) && e.Start.Equal(x.Start) && e.End.Equal(x.End) && e.AllDay == x.AllDay && e.Repeats == x.Repeats
}

// Many tells of the occurrences of a series that comes so often that only the first of them is listed.
type Many struct {
	Times int           // how many of them begin in what was asked for, this one included
	More  bool          // and more than these
	Last  time.Time     // when the last of these begins
	Every time.Duration // from one beginning to the next, 0 when that is not always alike
}

// Calendar holds events.
type Calendar interface {
	Remover
	// Events lists the occurrences that touch [from, to), in order of their beginning. Days are those of from's zone. A
	// series that comes more than four times within a day is listed once, as Many.
	Events(ctx context.Context, from, to time.Time) (Found[Event], error)
	// Event reads one event, with its first occurrence.
	Event(ctx context.Context, id string) (Event, Ref, error)
	// AddEvent writes a new event. Its ID is ignored and given in the Ref.
	AddEvent(ctx context.Context, e Event) (Ref, error)
}

// Reminder is something to be remembered. Due is zero when no time belongs to it; with AllDay its clock is midnight.
type Reminder struct {
	ID      string
	Title   string
	Notes   string
	List    string
	Due     time.Time
	AllDay  bool
	Repeats string
	Done    bool
}

// Reads reports whether a reminder reads as another was written, as an event does.
func (r Reminder) Reads(x Reminder) bool {
	return line(r.Title) == line(x.Title) && untrusted.Clean(r.Notes) == untrusted.Clean(x.Notes) && line(r.List) == line(x.List) &&
		r.Due.Equal(x.Due) && r.AllDay == x.AllDay && r.Repeats == x.Repeats && r.Done == x.Done
}

// Reminders holds reminders.
type Reminders interface {
	Remover
	// Reminders lists what is not done and due in [from, to), by time; what repeats is listed once, with the first time
	// that is not before from or, without from, before today, and with the next where it comes every few hours or more
	// often. A zero bound is none; without to, what has no time is listed at the end.
	Reminders(ctx context.Context, from, to time.Time) (Found[Reminder], error)
	// Reminder reads one, with its first time.
	Reminder(ctx context.Context, id string) (Reminder, Ref, error)
	// AddReminder writes a new one. Its ID is ignored and given in the Ref.
	AddReminder(ctx context.Context, r Reminder) (Ref, error)
	// Occasions lists every time in [from, to) at which an open reminder is due, in no order. Of a reminder that comes more
	// than once a minute only the first time in each minute is listed: nobody can answer a bell that rings every second.
	// Troubles name what is left out, such as what repeats so often that its times can't be listed.
	Occasions(ctx context.Context, from, to time.Time) (Found[Occasion], error)
	// TickOff writes that a reminder is done, when it still is as ref says, else ErrChanged or ErrGone. One that repeats
	// is ErrRepeats.
	TickOff(ctx context.Context, ref Ref) (Ref, error)
}

// Occasion is one time at which a reminder is due.
type Occasion struct {
	Reminder
	Key string // finds the reminder again among all others, also one whose file gives it no id
}

// Note is a text with a title.
type Note struct {
	ID      string // the name of its file
	Title   string
	Text    string // all of it, heading included
	Changed time.Time
}

// Hit is a note that a search found.
type Hit struct {
	Note
	Line string // the first line that fits, or the beginning
}

// Notes holds notes.
type Notes interface {
	Remover
	// Note reads one.
	Note(ctx context.Context, id string) (Note, Ref, error)
	// Titled lists the notes of a title, whatever the case of its letters; failing that, the note of that file name.
	Titled(ctx context.Context, title string) (Found[Note], error)
	// Search lists the notes in which every word of the query begins a word, the best first, at most limit.
	Search(ctx context.Context, query string, limit int) (Found[Hit], error)
	// AddNote writes a new note.
	AddNote(ctx context.Context, title, body string) (Ref, error)
	// Append puts text behind the end of the note that ref names, as it was read. It gives the note's new stamp, and how
	// many bytes of it were there before.
	Append(ctx context.Context, ref Ref, text string) (now Ref, before int, err error)
	// Cut takes an Append back: all but the first bytes of the note that still is as ref says.
	Cut(ctx context.Context, ref Ref, keep int) (Ref, error)
}

// Field is one way to reach somebody. Label says which: "home", "work", "mobile"; it may be empty.
type Field struct{ Label, Value string }

// Contact is somebody.
type Contact struct {
	Name         string
	Nicknames    []string
	Organisation string
	Phones       []Field
	Emails       []Field
	Addresses    []Field // on one line
}

// Contacts holds contacts.
type Contacts interface {
	// Named lists those whom a name means: the whole name or nickname when there is one, else all of whose name every
	// word of it begins a word.
	Named(ctx context.Context, name string) (Found[Contact], error)
}
