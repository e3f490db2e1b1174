package schedule

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"pace/backend/store"
	"pace/backend/when"
)

// Bounds of what is kept.
const (
	Most    = 100 // timers that run at once
	Longest = 7 * 24 * time.Hour
	Horizon = 366 * 24 * time.Hour // of an alarm

	shortest  = time.Second
	longLabel = 60  // characters
	longTitle = 200 // of a reminder
)

// Refused says why a wish can't be kept, in a sentence for a person.
type Refused struct{ Why string }

func (r *Refused) Error() string { return r.Why }

// Wish is a timer that somebody wants. Due is the moment; Length is 0 for an alarm.
type Wish struct {
	Label  string
	Length time.Duration
	Due    time.Time
}

// In reads a length of time as it was said ("ten minutes", "10 minute", "half an hour", "90s"); a bare number is seconds.
func In(text, label string, now time.Time) (Wish, error) {
	length, err := lengthOf(text, now)
	if err != nil {
		return Wish{}, err
	}
	switch {
	case length < shortest:
		return Wish{}, &Refused{"A timer takes at least a second."}
	case length > Longest:
		return Wish{}, &Refused{"A timer takes seven days at most; for later, say the date and the time."}
	}
	return Wish{Label: Label(label), Length: length, Due: now.Add(length)}, nil
}

// At reads a time as it was said ("7 am", "tomorrow at half past six"), seen from now in its zone.
func At(text, label string, now time.Time) (Wish, error) {
	r, err := when.Parse(text, now)
	var no *when.Refused
	switch {
	case errors.As(err, &no):
		return Wish{}, &Refused{no.Why}
	case err != nil:
		return Wish{}, err
	}
	switch {
	case r.Kind == when.Duration: // "for 20 minutes" under the wrong name means what it says
		return In(text, label, now)
	case r.Kind == when.Recurrence:
		return Wish{}, &Refused{fmt.Sprintf("An alarm rings once; “%s” comes again and again.", shown(text))}
	case r.AllDay:
		return Wish{}, &Refused{fmt.Sprintf("“%s” is a whole day; say the hour too.", shown(text))}
	case r.Kind != when.Instant:
		return Wish{}, &Refused{fmt.Sprintf("“%s” is a stretch of time; say one moment.", shown(text))}
	case !r.Start.After(now):
		return Wish{}, &Refused{fmt.Sprintf("“%s” has passed already.", shown(text))}
	case r.Start.Sub(now) > Horizon:
		return Wish{}, &Refused{"An alarm is set for a year ahead at most."}
	}
	return Wish{Label: Label(label), Due: r.Start}, nil
}

func lengthOf(text string, now time.Time) (time.Duration, error) {
	if t := strings.TrimSpace(text); strings.HasPrefix(t, "-") || strings.HasPrefix(t, "−") || t != "" && strings.Trim(t, "0.") == "" {
		return 0, &Refused{"A length of time must be longer than nothing."}
	}
	r, err := when.Parse(text, now)
	if err == nil && r.Kind == when.Duration {
		return r.Length, nil
	}
	if n, ok := bare(text, now); ok {
		return n, nil
	}
	var no *when.Refused
	if err == nil {
		return 0, &Refused{fmt.Sprintf("“%s” is no length of time.", shown(text))}
	}
	if errors.As(err, &no) {
		return 0, &Refused{no.Why}
	}
	return 0, err
}

// bare reads a number without a unit as seconds. It is one when any unit can stand behind it: "90", "ninety", but not
// "2 minutes 30".
func bare(text string, now time.Time) (time.Duration, bool) {
	number := strings.TrimRight(strings.TrimSpace(text), ".")
	s, err := when.Parse(number+" seconds", now)
	if err != nil || s.Kind != when.Duration {
		return 0, false
	}
	m, err := when.Parse(number+" minutes", now)
	return s.Length, err == nil && m.Kind == when.Duration && m.Length == 60*s.Length
}

// Label is a label as it is kept: one line, without control characters, not too long.
func Label(text string) string { return clean(text, longLabel) }

func clean(text string, long int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, text)
	r := []rune(strings.Join(strings.Fields(text), " "))
	if len(r) > long {
		return strings.TrimSpace(string(r[:long-1])) + "…"
	}
	return string(r)
}

func shown(text string) string { return Label(text) }

// kind is the kind that a wish is kept as.
func (w Wish) kind() string {
	if w.Length == 0 {
		return store.KindAlarm
	}
	return store.KindTimer
}
