package pim

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestLengthsOfTimeAreRead(t *testing.T) {
	for s, want := range map[string]time.Duration{"PT15M": 15 * time.Minute, "P1DT2H30M": 26*time.Hour + 30*time.Minute, "P2W": 14 * 24 * time.Hour, "-PT5S": -5 * time.Second, "+P1D": 24 * time.Hour, "pt1h": time.Hour} {
		got, ok := durationOf(s)
		require.True(t, ok, s)
		require.Equal(t, want, got, s)
	}
	for _, s := range []string{"", "P", "15M", "PT", "P1", "P1X", "PT99999999H", "P9999W9999W", "P1.5D", "P-1D"} {
		d, ok := durationOf(s)
		require.False(t, ok && d != 0, s)
	}
}

// One entry says when it is in many ways.
func TestAnOccurrenceLastsAsLongAsItsEntrySays(t *testing.T) {
	here := load(t, "Europe/Zurich")
	from, to := time.Date(2026, 10, 24, 0, 0, 0, 0, here), time.Date(2026, 10, 27, 0, 0, 0, 0, here)
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"an end":                    {[]string{"DTSTART:20261024T080000Z", "DTEND:20261024T093000Z"}, "24 10:00–24 11:30"},
		"a length":                  {[]string{"DTSTART:20261024T080000Z", "DURATION:PT2H"}, "24 10:00–24 12:00"},
		"nothing":                   {[]string{"DTSTART:20261024T080000Z"}, "24 10:00–24 10:00"},
		"a day":                     {[]string{"DTSTART;VALUE=DATE:20261025"}, "25 00:00–26 00:00"},
		"a day that ends at once":   {[]string{"DTSTART;VALUE=DATE:20261025", "DTEND;VALUE=DATE:20261025"}, "25 00:00–26 00:00"},
		"an end before it":          {[]string{"DTSTART:20261024T080000Z", "DTEND:20261024T070000Z"}, "24 10:00–24 10:00"},
		"without a zone":            {[]string{"DTSTART:20261024T080000", "DURATION:PT1H"}, "24 08:00–24 09:00"},
		"two zones":                 {[]string{"DTSTART;TZID=Europe/London:20261024T080000", "DTEND;TZID=Asia/Tokyo:20261024T180000"}, "24 09:00–24 11:00"},
		"over the hour shown twice": {[]string{"DTSTART;TZID=Europe/Zurich:20261025T013000", "DTEND;TZID=Europe/Zurich:20261025T033000"}, "25 01:30–25 03:30"},
		"more dates":                {[]string{"DTSTART:20261024T080000Z", "DURATION:PT1H", "RDATE:20261025T080000Z,20261026T080000Z/PT9H", "EXDATE:20261024T080000Z"}, "25 09:00–25 10:00, 26 09:00–26 10:00"},
		"a date left out by day":    {[]string{"DTSTART:20261024T080000Z", "RRULE:FREQ=DAILY", "EXDATE;VALUE=DATE:20261025"}, "24 10:00–24 10:00, 26 09:00–26 09:00"},
	} {
		text := ical(append(append([]string{"BEGIN:VEVENT", "UID:1"}, c.lines...), "END:VEVENT")...)
		es, bad := readEntries(file{name: "x.ics", data: []byte(text)}, "VEVENT", here)
		require.Empty(t, bad, name)
		x := expand(t.Context(), es, within{from: from, to: to, limit: maxOccurrences})
		require.Empty(t, x.bad, name)
		var got []string
		for _, s := range x.spans {
			e := s.of.event(s, here)
			if e.Start.Before(to) && !e.End.Before(from) {
				got = append(got, e.Start.Format("2 15:04")+"–"+e.End.Format("2 15:04"))
			}
		}
		require.Equal(t, c.want, strings.Join(got, ", "), name)
	}
}

func TestReadingStopsWithItsContext(t *testing.T) {
	c := config(t, "UTC", "2026-10-05 08:00")
	x := NewCalendar(t.TempDir(), c)
	put(t, x.shelf.dir, "a.ics", ical("BEGIN:VEVENT", "DTSTART:20261005T080000Z", "END:VEVENT"))
	ctx, cancel := contextCancelled(t)
	defer cancel()
	_, err := x.Events(ctx, c.Now(), c.Now().AddDate(0, 0, 1))
	require.Error(t, err)
}
