package tools

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"pace/backend/pim"
	"pace/backend/proof"
	"pace/backend/when"
)

// linking are words that lead to a time and are no part of it.
var linking = [...]string{"by ", "for ", "on ", "at ", "due ", "starting ", "from "}

// written is a date and a time on a clock of 24 hours. A person's "at 8:15" may be in the evening; this never is.
var written = regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$`)

// readTime resolves a phrase for a time when it is needed, seen from now. The problem carries the reason that the reader of
// times gives.
func readTime(text string, now time.Time) (when.Result, *proof.Problem) {
	text = strings.TrimSpace(text)
	if written.MatchString(text) {
		text = strings.Replace(text, " ", "T", 1)
	}
	r, err := when.Parse(text, now)
	if err == nil {
		return r, nil
	}
	low := strings.ToLower(text)
	for _, l := range linking {
		if rest, ok := strings.CutPrefix(low, l); ok {
			if r, e := when.Parse(rest, now); e == nil {
				return r, nil
			}
		}
	}
	var refused *when.Refused
	if errors.As(err, &refused) {
		return when.Result{}, unclear("%s", refused.Why)
	}
	return when.Result{}, unclear("%s", err)
}

// remindTime is readTime for a reminder, which may be for a part of a day that names no hour: nine in the morning, three in
// the afternoon, seven in the evening, eight at night. It is a choice, so it is shown before it is approved, and told
// behind it.
func remindTime(text string, now time.Time) (when.Result, *proof.Problem) {
	r, p := readTime(text, now)
	if p == nil {
		return r, nil
	}
	low := strings.ToLower(strings.TrimSpace(text))
	hour, ok := map[string]string{"morning": "9", "afternoon": "3", "evening": "7", "night": "8", "tonight": "8"}[low[strings.LastIndexByte(low, ' ')+1:]]
	if ok {
		if r, p := readTime(low+" at "+hour, now); p == nil {
			return r, nil
		}
	}
	return when.Result{}, p
}

func unclear(format string, args ...any) *proof.Problem {
	return &proof.Problem{Reason: proof.ReasonInvalid, Text: fmt.Sprintf(format, args...)}
}

// dayStart is the beginning of the day of t, or of the one so many days later.
func dayStart(t time.Time, later int) time.Time {
	y, m, d := t.Date()
	r, err := when.Parse(time.Date(y, m, d+later, 12, 0, 0, 0, time.UTC).Format(time.DateOnly), t)
	if err != nil {
		return time.Date(y, m, d+later, 0, 0, 0, 0, t.Location())
	}
	return r.Start
}

// sameDay reports whether both are on one day of a's zone.
func sameDay(a, b time.Time) bool {
	y, m, d := a.Date()
	yy, mm, dd := b.In(a.Location()).Date()
	return y == yy && m == mm && d == dd
}

// dayWords names a day: "today", "tomorrow, Tuesday 6 October", "Friday 9 October", with the year when it is another.
func dayWords(t, now time.Time) string {
	s := t.Format("Monday 2 January")
	if t.Year() != now.Year() {
		s += t.Format(" 2006")
	}
	switch {
	case sameDay(now, t):
		return "today, " + s
	case sameDay(dayStart(now, 1), t):
		return "tomorrow, " + s
	}
	return s
}

// clockWords names a time of day, seconds only when there are some.
func clockWords(t time.Time) string {
	if t.Second() != 0 {
		return t.Format("15:04:05")
	}
	return t.Format("15:04")
}

// momentWords names a day, or a day and a time.
func momentWords(t time.Time, allDay bool, now time.Time) string {
	if allDay {
		return dayWords(t, now)
	}
	return dayWords(t, now) + ", at " + clockWords(t)
}

// spanWords names the time of an event.
func spanWords(start, end time.Time, allDay bool, now time.Time) string {
	if allDay {
		if last := end.Add(-time.Second); !sameDay(start, last) {
			return dayWords(start, now) + " until " + dayWords(last, now)
		}
		return dayWords(start, now) + ", all day"
	}
	if sameDay(start, end) {
		return fmt.Sprintf("%s, from %s to %s", dayWords(start, now), clockWords(start), clockWords(end))
	}
	return momentWords(start, false, now) + ", until " + momentWords(end, false, now)
}

// repeatWords names how something repeats, "" when it does not. A rule that has no short name is called by its kind. How
// often it comes in all is left out.
func repeatWords(rule string) string {
	if rule == "" {
		return ""
	}
	parts := map[string]string{}
	for _, part := range strings.Split(strings.ToUpper(rule), ";") {
		if k, v, ok := strings.Cut(part, "="); ok && k != "COUNT" && k != "UNTIL" && k != "WKST" {
			parts[k] = v
		}
	}
	unit := map[string]string{"YEARLY": "year", "MONTHLY": "month", "WEEKLY": "week", "DAILY": "day", "HOURLY": "hour", "MINUTELY": "minute", "SECONDLY": "second"}[parts["FREQ"]]
	every, days := parts["INTERVAL"], parts["BYDAY"]
	for _, k := range []string{"FREQ", "INTERVAL", "BYDAY"} {
		delete(parts, k)
	}
	n, err := strconv.Atoi(every)
	named := weekdayWords(days)
	switch {
	case unit == "" || len(parts) > 0 || every != "" && (err != nil || n < 1) || days != "" && (unit != "week" || named == ""):
		return "repeating"
	case days != "" && n > 1:
		return fmt.Sprintf("every %d weeks on %s", n, named)
	case days != "":
		return "every " + named
	case n > 1:
		return fmt.Sprintf("every %d %ss", n, unit)
	}
	return "every " + unit
}

// weekdayWords names the days of a rule's BYDAY, "" when it says more of them than which.
func weekdayWords(days string) string {
	names := map[string]string{"MO": "Monday", "TU": "Tuesday", "WE": "Wednesday", "TH": "Thursday", "FR": "Friday", "SA": "Saturday", "SU": "Sunday"}
	var out []string
	for _, d := range strings.Split(days, ",") {
		if names[d] == "" {
			return ""
		}
		out = append(out, names[d])
	}
	if n := len(out); n > 1 {
		return strings.Join(out[:n-1], ", ") + " and " + out[n-1]
	}
	return out[0]
}

// manyWords tells of the occurrences of an event that comes many times a day.
func manyWords(e pim.Event, now time.Time) string {
	m := e.Many
	s := "again and again"
	if m.Every > 0 {
		s = "every " + everyWords(m.Every)
	}
	if m.More {
		return fmt.Sprintf("%s: more than %d times", s, m.Times)
	}
	last := "at " + clockWords(m.Last)
	if !sameDay(e.Start, m.Last) {
		last = "on " + momentWords(m.Last, false, now)
	}
	return fmt.Sprintf("%s: %d times, the last %s", s, m.Times, last)
}

// everyWords is "10 minutes", or "hour".
func everyWords(d time.Duration) string {
	for _, u := range []struct {
		of   time.Duration
		name string
	}{{time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"}} {
		switch n := d / u.of; {
		case d%u.of != 0:
		case n == 1:
			return u.name
		default:
			return counted(int(n), u.name)
		}
	}
	return d.String()
}

// stretch is a part of time that records are asked for.
type stretch struct {
	from, to time.Time
	words    string // "tomorrow", as it stands behind what is told
}

// parts of a day by the hours at which they begin and end.
var dayParts = map[string][2]int{"morning": {5, 12}, "afternoon": {12, 18}, "evening": {17, 24}, "night": {17, 24}}

var nextSome = regexp.MustCompile(`^(?:next|coming) (.+ (?:days?|weeks?|hours?))$`)

// stretchOf reads a part of time, seen from now.
func stretchOf(text string, now time.Time) (stretch, *proof.Problem) {
	words := strings.Join(strings.Fields(strings.ToLower(strings.ReplaceAll(text, "_", " "))), " ")
	low := words
	for _, lead := range []string{"for ", "on ", "in ", "my ", "the "} {
		low = strings.TrimPrefix(low, lead)
	}
	low = strings.TrimSuffix(strings.TrimSuffix(low, "'s"), "’s")
	day := func(n int) time.Time { return dayStart(now, n) }
	of := func(from, to time.Time) (stretch, *proof.Problem) { return stretch{from, to, words}, nil }
	part := func(n int, name string) (stretch, *proof.Problem) {
		hours := dayParts[name]
		d := day(n)
		at := func(h int) time.Time {
			if h == 24 {
				return day(n + 1)
			}
			return time.Date(d.Year(), d.Month(), d.Day(), h, 0, 0, 0, d.Location())
		}
		return of(at(hours[0]), at(hours[1]))
	}
	switch low {
	case "", "today", "day":
		words = "today"
		return of(day(0), day(1))
	case "rest of the day", "rest of today":
		return of(now, day(1))
	case "tonight":
		return part(0, "night")
	case "this morning", "this afternoon", "this evening":
		return part(0, strings.TrimPrefix(low, "this "))
	case "tomorrow morning", "tomorrow afternoon", "tomorrow evening", "tomorrow night":
		return part(1, strings.TrimPrefix(low, "tomorrow "))
	case "week", "next 7 days", "next seven days":
		words = "in the next seven days"
		return of(now, now.AddDate(0, 0, 7))
	case "next few days":
		words = "in the next three days"
		return of(day(0), day(3))
	case "weekend":
		low = "this weekend"
	case "month":
		low = "this month"
	case "rest of the week", "rest of this week":
		r, p := readTime("this week", now)
		if p != nil {
			return stretch{}, p
		}
		return of(now, r.End)
	}
	if m := nextSome.FindStringSubmatch(low); m != nil {
		if r, err := when.Parse(m[1], now); err == nil && r.Kind == when.Duration {
			words = "in the next " + m[1]
			if strings.Contains(m[1], "hour") {
				return of(now, now.Add(r.Length))
			}
			return of(day(0), day(int(r.Length/(24*time.Hour))))
		}
	}
	r, p := readTime(low, now)
	if p != nil {
		return stretch{}, p
	}
	switch r.Kind {
	case when.Span:
		if r.AllDay && sameDay(r.Start, r.End.Add(-time.Second)) {
			words = "on " + dayWords(r.Start, now)
			if sameDay(now, r.Start) || sameDay(day(1), r.Start) || sameDay(day(-1), r.Start) {
				words = low
			}
		}
		return of(r.Start, r.End)
	case when.Instant:
		words = "in the hour from " + momentWords(r.Start, false, now)
		return of(r.Start, r.Start.Add(time.Hour))
	case when.Duration:
		words = "in the next " + low
		return of(now, now.Add(r.Length))
	}
	return stretch{}, unclear("“%s” is no part of time that has a beginning and an end.", clip(text, 60))
}
