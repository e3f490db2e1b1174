package pim

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// bundled lists events as "title first times last every".
func bundled(t *testing.T, x *FileCalendar, from, to time.Time) (out []string) {
	t.Helper()
	got, err := x.Events(t.Context(), from, to)
	require.NoError(t, err)
	require.Empty(t, got.Troubles)
	for _, e := range got.Items {
		s := e.Title + " " + e.Start.Format("02 15:04:05")
		if m := e.Many; m != nil {
			s += fmt.Sprintf(" %d %v %s %s", m.Times, m.More, m.Last.Format("02 15:04:05"), m.Every)
		}
		out = append(out, s)
	}
	return out
}

// Whatever makes a series come so often, it is one line, and whatever does not is a line each.
func TestWhatComesManyTimesADayIsListedOnce(t *testing.T) {
	c := config(t, "Europe/Zurich", "2026-10-05 08:00")
	week := func(t *testing.T) (time.Time, time.Time) {
		from := dayAt(t, c, "2026-10-05")
		return from, from.AddDate(0, 0, 7)
	}
	var dates []string
	for h := range 6 {
		dates = append(dates, fmt.Sprintf("20261007T%02d0000Z", 10+h))
	}
	for name, x := range map[string]struct {
		lines []string
		want  string
	}{
		"every ten minutes":              {[]string{"DTSTART;TZID=Europe/Zurich:20260101T090000", "DURATION:PT5M", "RRULE:FREQ=MINUTELY;INTERVAL=10"}, "x 05 00:00:00 1008 false 11 23:50:00 10m0s"},
		"every second":                   {[]string{"DTSTART;TZID=Europe/Zurich:20260101T090000", "RRULE:FREQ=SECONDLY"}, "x 05 00:00:00 3000 true 05 00:49:59 1s"},
		"every second, an hour long":     {[]string{"DTSTART;TZID=Europe/Zurich:20260101T090000", "DURATION:PT1H", "RRULE:FREQ=SECONDLY"}, "x 05 00:00:00 3000 true 05 00:49:59 1s"},
		"for an hour":                    {[]string{"DTSTART;TZID=Europe/Zurich:20261006T090000", "RRULE:FREQ=MINUTELY;INTERVAL=10;COUNT=6"}, "x 06 09:00:00 6 false 06 09:50:00 10m0s"},
		"at hours of a day":              {[]string{"DTSTART;TZID=Europe/Zurich:20261008T090000", "RRULE:FREQ=DAILY;BYHOUR=9,10,11,12,14"}, "x 08 09:00:00 20 false 11 14:00:00 0s"},
		"dates by themselves":            {[]string{"DTSTART:20261007T100000Z", "RDATE:" + strings.Join(dates, ",")}, "x 07 12:00:00 6 false 07 17:00:00 1h0m0s"},
		"some left out":                  {[]string{"DTSTART:20261007T100000Z", "RRULE:FREQ=HOURLY;COUNT=8", "EXDATE:20261007T100000Z,20261007T120000Z"}, "x 07 13:00:00 6 false 07 19:00:00 0s"},
		"four times a day":               {[]string{"DTSTART:20261010T060000Z", "RRULE:FREQ=HOURLY;INTERVAL=6;COUNT=4"}, "x 10 08:00:00, x 10 14:00:00, x 10 20:00:00, x 11 02:00:00"},
		"every day":                      {[]string{"DTSTART:20261007T100000Z", "RRULE:FREQ=DAILY"}, "x 07 12:00:00, x 08 12:00:00, x 09 12:00:00, x 10 12:00:00, x 11 12:00:00"},
		"over by now, but not its times": {[]string{"DTSTART:20261004T100000Z", "DURATION:PT24H", "RRULE:FREQ=HOURLY;COUNT=6"}, "x 04 12:00:00 6 false 04 17:00:00 1h0m0s"},
	} {
		t.Run(name, func(t *testing.T) {
			cal := NewCalendar(t.TempDir(), c)
			put(t, cal.shelf.dir, "a.ics", ical(append(append([]string{"BEGIN:VEVENT", "UID:1", "SUMMARY:x"}, x.lines...), "END:VEVENT")...))
			from, to := week(t)
			require.Equal(t, x.want, strings.Join(bundled(t, cal, from, to), ", "))
			put(t, cal.shelf.dir, "copy.ics", ical(append(append([]string{"BEGIN:VEVENT", "UID:1", "SUMMARY:x"}, x.lines...), "END:VEVENT")...))
			require.Equal(t, x.want, strings.Join(bundled(t, cal, from, to), ", "), "a copy of it is no other event")
		})
	}
}

func TestOneTimeOfManyThatWasMovedIsListedByItself(t *testing.T) {
	c := config(t, "UTC", "2026-10-05 08:00")
	cal := NewCalendar(t.TempDir(), c)
	put(t, cal.shelf.dir, "a.ics", ical("BEGIN:VEVENT", "UID:1", "SUMMARY:x", "DTSTART:20261005T090000Z", "RRULE:FREQ=HOURLY;COUNT=8", "END:VEVENT",
		"BEGIN:VEVENT", "UID:1", "SUMMARY:moved", "RECURRENCE-ID:20261005T100000Z", "DTSTART:20261005T103000Z", "END:VEVENT"))
	from := dayAt(t, c, "2026-10-05")
	require.Equal(t, []string{"x 05 09:00:00 7 false 05 16:00:00 0s", "moved 05 10:30:00"}, bundled(t, cal, from, from.AddDate(0, 0, 1)))
}

// Where the clocks skip an hour, two times of the wall are one instant.
func TestWhatComesManyTimesADayComesOnceWhereAnHourIsSkipped(t *testing.T) {
	c := config(t, "Europe/Zurich", "2026-03-28 08:00")
	cal := NewCalendar(t.TempDir(), c)
	put(t, cal.shelf.dir, "a.ics", ical("BEGIN:VEVENT", "UID:1", "SUMMARY:x", "DTSTART;TZID=Europe/Zurich:20260101T000000", "RRULE:FREQ=HOURLY", "END:VEVENT"))
	from := dayAt(t, c, "2026-03-29")
	require.Equal(t, []string{"x 29 00:00:00 23 false 29 23:00:00 1h0m0s"}, bundled(t, cal, from, dayAt(t, c, "2026-03-30")))
	from = dayAt(t, c, "2026-10-25") // one is shown twice, and the hour stays on the wall
	require.Equal(t, []string{"x 25 00:00:00 24 false 25 23:00:00 1h0m0s"}, bundled(t, cal, from, dayAt(t, c, "2026-10-26")))
}
