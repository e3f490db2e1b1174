package pim

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestRulesAreFollowed(t *testing.T) {
	for _, c := range []struct{ rule, start, from, to, want string }{
		{"FREQ=DAILY", "2026-10-05 09:00", "2026-10-07 00:00", "2026-10-09 00:00", "7 8"},
		{"FREQ=DAILY;COUNT=3", "2026-10-05 09:00", "2026-10-01 00:00", "2026-12-01 00:00", "5 6 7"},
		{"FREQ=DAILY;INTERVAL=10", "2026-10-05 09:00", "2026-10-01 00:00", "2026-10-31 00:00", "5 15 25"},
		{"freq=weekly;byday=mo,th", "2026-10-05 09:00", "2026-10-01 00:00", "2026-10-16 00:00", "5 8 12 15"},
		{"FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-10-06 09:00", "2026-10-01 00:00", "2026-10-31 00:00", "6 20"},
		{"FREQ=MONTHLY;BYDAY=-1FR", "2026-10-30 09:00", "2026-10-01 00:00", "2026-12-31 00:00", "30 27 25"},
		{"FREQ=MONTHLY;BYMONTHDAY=31", "2026-10-31 09:00", "2026-10-01 00:00", "2027-02-01 00:00", "31 31 31"},
		{"FREQ=YEARLY", "2024-02-29 09:00", "2024-01-01 00:00", "2032-12-31 00:00", "29 29 29"},
		{"FREQ=WEEKLY;BYDAY=MO;UNTIL=20261012T070000Z", "2026-10-05 09:00", "2026-10-01 00:00", "2026-10-31 00:00", "5 12"}, // nine there is seven in UTC
		{"FREQ=WEEKLY;BYDAY=MO;UNTIL=20261012T065900Z", "2026-10-05 09:00", "2026-10-01 00:00", "2026-10-31 00:00", "5"},
		{"FREQ=WEEKLY;BYDAY=MO;UNTIL=20261012", "2026-10-05 09:00", "2026-10-01 00:00", "2026-10-31 00:00", "5 12"},
		{"FREQ=WEEKLY;BYDAY=TU", "2026-10-05 09:00", "2026-10-01 00:00", "2026-10-16 00:00", "5 6 13"}, // the start counts though it is a Monday
		{"FREQ=HOURLY;INTERVAL=6", "2026-10-05 09:00", "2026-10-06 00:00", "2026-10-06 23:59", "6 6 6 6"},
		{"FREQ=MINUTELY;INTERVAL=30;COUNT=3", "2026-10-05 09:00", "2026-10-01 00:00", "2026-10-31 00:00", "5 5 5"},
		{"FREQ=SECONDLY;INTERVAL=40000", "1970-01-01 00:00", "2026-10-05 00:00", "2026-10-06 00:00", "5 5 5"},
	} {
		got, err := occurrences(c.rule, moment{at(t, c.start), false, zone{loc: load(t, "Europe/Zurich")}}, wish{from: at(t, c.from), to: at(t, c.to), limit: 100})
		require.NoError(t, err, c.rule)
		var days []string
		for _, w := range got {
			days = append(days, w.Format("2"))
		}
		require.Equal(t, c.want, strings.Join(days, " "), "%s: %v", c.rule, got)
	}
}

// A rule of a file that somebody sent must neither hold Pace up nor bring it down.
func TestHostileRulesAreRefusedOrCutShort(t *testing.T) {
	start := moment{at(t, "1601-01-01 00:00"), false, zone{loc: time.UTC}}
	want := wish{from: at(t, "2026-10-05 00:00"), to: at(t, "2026-10-06 00:00"), limit: 100}
	for _, rule := range []string{"", "nonsense", "FREQ=NEVER", "FREQ=DAILY;INTERVAL=-1", "FREQ=DAILY;INTERVAL=999999999", "FREQ=SECONDLY;BYSETPOS=1", "FREQ=HOURLY;BYDAY=1MO", "FREQ=SECONDLY;BYMONTH=13",
		"FREQ=MINUTELY;BYHOUR=25", "FREQ=DAILY;BYHOUR=" + numbers(24) + ";BYMINUTE=" + numbers(60) + ";BYSECOND=" + numbers(60), "FREQ=YEARLY;BYEASTER=100000",
		"FREQ=MONTHLY;BYDAY=99MO", "FREQ=YEARLY;BYWEEKNO=99", "FREQ=DAILY;COUNT=-5", "FREQ=DAILY\r\nX:Y", strings.Repeat("FREQ=DAILY;", 1000), "FREQ=DAILY;UNTIL=x", "FREQ=MONTHLY;BYSETPOS=0;BYDAY=MO"} {
		_, err := occurrences(rule, start, want)
		require.ErrorIs(t, err, errRule, clip(rule, 80))
	}
	got, err := occurrences("FREQ=MINUTELY", moment{at(t, "2026-10-05 00:00"), false, zone{loc: time.UTC}}, want)
	require.ErrorIs(t, err, errTooMany)
	require.Len(t, got, 100)
	for _, rule := range []string{"FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"} {
		got, err = occurrences(rule, start, want)
		require.NoError(t, err, rule)
		require.Empty(t, got, "a day that never comes")
	}
}

func numbers(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(time.Date(2000, 1, 1, 0, 0, i, 0, time.UTC).Format("5"))
	}
	return b.String()
}
