package schedule

import (
	"fmt"
	"strings"
	"time"

	"pace/backend/store"
)

// Name is what a timer is called in a sentence: "the pasta timer", "the 10-minute timer", "the alarm for 7:00".
func Name(t store.Timer, zone *time.Location) string {
	switch {
	case t.Kind == store.KindReminder:
		return "the reminder “" + t.Label + "”"
	case t.Kind == store.KindAlarm && t.Label != "":
		return "the alarm “" + t.Label + "”"
	case t.Kind == store.KindAlarm:
		return "the alarm for " + clock(t.Due.In(zone))
	case t.Label != "":
		return "the timer “" + t.Label + "”"
	}
	return "the timer for " + Length(t.Length)
}

// Length says a length of time: "1 hour 20 minutes", "45 seconds". Days have 24 hours; parts of a second are rounded up,
// so that what is left is never nothing before it rings.
func Length(d time.Duration) string {
	s := int64((d + time.Second - 1) / time.Second)
	var parts []string
	for _, u := range []struct {
		n    int64
		name string
	}{{24 * 3600, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}} {
		if n := s / u.n; n > 0 {
			parts = append(parts, plural(n, u.name))
		}
		s %= u.n
	}
	if len(parts) == 0 {
		return "0 seconds"
	}
	return strings.Join(parts, " ")
}

func plural(n int64, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

// Moment says when something is due, seen from now in its zone: "at 14:32:10", "tomorrow at 7:00", "on Friday 4 December
// at 7:00". Seconds are said for what is due within two minutes.
func Moment(due, now time.Time) string {
	due = due.In(now.Location())
	at := "at " + clock(due)
	if d := due.Sub(now); d > 0 && d <= 2*time.Minute {
		at = "at " + due.Format("15:04:05")
	}
	y, m, d := now.Date()
	switch {
	case sameDay(due, y, m, d):
		return at
	case sameDay(due, y, m, d+1):
		return "tomorrow " + at
	case sameDay(due, y, m, d-1):
		return "yesterday " + at
	case due.Year() != y:
		return "on " + due.Format("Monday 2 January 2006 ") + at
	}
	return "on " + due.Format("Monday 2 January ") + at
}

func sameDay(t time.Time, y int, m time.Month, d int) bool {
	y2, m2, d2 := t.Date()
	y, m, d = time.Date(y, m, d, 12, 0, 0, 0, time.UTC).Date()
	return y == y2 && m == m2 && d == d2
}

// clock is a time of day.
func clock(t time.Time) string { return t.Format("15:04") }

// latest is how late a timer may ring without a word about it.
const latest = 30 * time.Second

// Said is what a timer that went off says, as a title and what else there is to say about it.
func Said(w store.WentOff, now time.Time) (title, more string) {
	t := w.Timer
	zone := now.Location()
	switch {
	case t.Kind == store.KindReminder:
		title = "Reminder: " + t.Label
	case t.Kind == store.KindAlarm && t.Label != "":
		title = t.Label + ": it is " + clock(t.Due.In(zone)) + "."
	case t.Kind == store.KindAlarm:
		title = "It is " + clock(t.Due.In(zone)) + ", as you wanted to be told."
	case t.Label != "":
		title = "Time is up: " + t.Label + "."
	default:
		title = "Time is up: " + Length(t.Length) + " have passed."
		if t.Length == time.Second || t.Length == time.Minute || t.Length == time.Hour || t.Length == 24*time.Hour {
			title = "Time is up: " + Length(t.Length) + " has passed."
		}
	}
	day, whole := wholeDay(t)
	switch late := t.Rang.Sub(t.Due); {
	case whole && sameDay(day, now.Year(), now.Month(), now.Day()):
		more = "It is for today."
	case whole:
		more = "It was for " + day.Format("Monday 2 January") + ", before Pace could say so."
	case late > latest:
		switch {
		case t.Kind == store.KindAlarm && t.Label != "":
			title = "Missed alarm: " + t.Label + "."
		case t.Kind == store.KindAlarm:
			title = "Missed alarm: " + clock(t.Due.In(zone)) + "."
		}
		more = "It was due " + Moment(t.Due, now) + ", " + Length(roundly(late)) + " before Pace could say so."
	}
	if w.Again {
		more = strings.TrimSpace(more + " You may have been told of it before: Pace was stopped just then.")
	}
	return title, more
}

// wholeDay is the day to which a reminder belongs that has no hour.
func wholeDay(t store.Timer) (day time.Time, ok bool) {
	day, err := time.Parse(time.DateOnly, t.Occasion)
	return day, err == nil
}

// dueWords says when something was due.
func dueWords(t store.Timer, now time.Time) string {
	day, whole := wholeDay(t)
	switch {
	case !whole:
		return Moment(t.Due, now)
	case sameDay(day, now.Year(), now.Month(), now.Day()):
		return "today"
	}
	return "on " + day.Format("Monday 2 January")
}

// roundly leaves out what nobody wants to know of a long time.
func roundly(d time.Duration) time.Duration {
	switch {
	case d >= 24*time.Hour:
		return d.Truncate(time.Hour)
	case d >= 2*time.Minute:
		return d.Truncate(time.Minute)
	}
	return d.Truncate(time.Second)
}
