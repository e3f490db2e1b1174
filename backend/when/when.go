// Package when turns an English phrase for a time into an instant, a span, a duration or a recurrence.
//
// It promises one meaning or a reason: what is vague, unknown or fits two readings is refused with a
// sentence for a person, never guessed. Where English leaves a choice that people make the same way,
// the rule is written at the function that applies it (half-days at parser.resolve, weekdays at
// parser.weekday) and all of them are in docs/dates.md. The reference time comes in, and its location
// is the zone of the answer. Parse takes a text that is wholly one time; Tail and Head find one at an
// edge of a sentence. Nothing is ever looked for in the middle.
package when

import (
	"fmt"
	"time"
)

// Kind says what a phrase names.
type Kind string

// The kinds of results.
const (
	Instant    Kind = "instant"    // Start
	Span       Kind = "span"       // Start until End (exclusive); AllDay: whole days, both at midnight
	Duration   Kind = "duration"   // Length
	Recurrence Kind = "recurrence" // Repeats, with Start (and End, AllDay) of the first occurrence after now
)

// Result is what a phrase means. Fields that its Kind does not name are zero.
type Result struct {
	Kind    Kind
	Start   time.Time
	End     time.Time
	AllDay  bool
	Length  time.Duration
	Repeats string // the value of an RRULE (RFC 5545 §3.3.10), without the name
}

// Cause is the kind of a refusal.
type Cause string

// The causes of a refusal.
const (
	NotATime   Cause = "notATime"   // these words name no time, or not only a time
	Vague      Cause = "vague"      // a time, but no exact one
	Ambiguous  Cause = "ambiguous"  // two readings, and people differ
	Impossible Cause = "impossible" // no such day or time of day
	Past       Cause = "past"       // the moment of today that was named is over
)

// Refused says why a phrase is no time, in a sentence for a person.
type Refused struct {
	Cause Cause
	Why   string
}

func (r *Refused) Error() string { return r.Why }

func refuse(cause Cause, format string, args ...any) error {
	return &Refused{cause, fmt.Sprintf(format, args...)}
}

// Bounds of what is taken for a time at all. They also keep arithmetic from overflowing.
const (
	maxText  = 200
	minYear  = 1900
	maxYear  = 2199
	maxCount = 100_000
)

// Parse reads the whole text as one time, seen from ref. An error is always *Refused.
//
// A time without a date is the next one after ref. A date without a time is whole days. A time that
// the clocks skip on its day is refused; one that they show twice is the first (RFC 5545 §3.3.5).
func Parse(text string, ref time.Time) (Result, error) {
	if y := ref.Year(); y < minYear || y > maxYear {
		return Result{}, refuse(Impossible, "The present time, year %d, is out of range.", y)
	}
	tokens, err := tokenize(text)
	if err != nil {
		return Result{}, err
	}
	if len(tokens) == 0 {
		return Result{}, refuse(NotATime, "There is no time in an empty phrase.")
	}
	p := &parser{tokens: tokens, ref: ref, from: dayOf(ref)}
	for _, form := range []func() (Result, bool, error){
		p.duration, p.recurrence, p.span, p.moment,
	} {
		p.at = 0
		result, ok, err := form()
		if err != nil {
			return Result{}, err
		}
		if ok && p.done() {
			if err := inRange(result); err != nil {
				return Result{}, err
			}
			return result, nil
		}
	}
	return Result{}, p.complain()
}

func inRange(r Result) error {
	for _, t := range []time.Time{r.Start, r.End} {
		if y := t.Year(); !t.IsZero() && (y < minYear || y > maxYear) {
			return refuse(Impossible, "The year %d is out of range.", y)
		}
	}
	if !r.End.IsZero() && !r.End.After(r.Start) {
		return refuse(Impossible, "The calendar skips that day here.") // as Samoa did on 30 December 2011
	}
	return nil
}
