package when

import (
	"testing"
	"time"
)

func TestSoManyDaysAhead(t *testing.T) {
	check(t, wednesday(t), []phrase{
		{"in 3 days", "2026-03-07 .. 2026-03-08"},
		{"in a week", "2026-03-11 .. 2026-03-12"},
		{"two weeks from tomorrow", "2026-03-19 .. 2026-03-20"},
		{"a month from now", "2026-04-04 .. 2026-04-05"},
		{"3 days ago", "2026-03-01 .. 2026-03-02"},
		{"in 300 years", "!too far"},
		{"in two weeks' time", "2026-03-18 .. 2026-03-19"},
		{"in two weeks from now", "2026-03-18 .. 2026-03-19"},
		{"a fortnight from today", "2026-03-18 .. 2026-03-19"},
		{"a hundred days from now", "2026-06-12 .. 2026-06-13"},
		{"in a year and a day", "2027-03-05 .. 2027-03-06"},
		{"a week today", "2026-03-11 .. 2026-03-12"},
		{"a week tomorrow", "2026-03-12 .. 2026-03-13"},
		{"a week on Monday", "2026-03-16 .. 2026-03-17"},
		{"two weeks on friday at noon", "2026-03-20 12:00 +0100"},
		{"three days from friday", "2026-03-09 .. 2026-03-10"},
		{"two days before march 20", "2026-03-18 .. 2026-03-19"},
		{"a week after next", "!“after”"},
		{"in a week or two", "!“or” leaves a choice"},
		{"in a day and a half", "!can't be sure"},
		{"in 1.5 days", "!whole days or exactly 36 hours"},
		{"in 2 days and a week", "!can't be sure"},
		{"in 0 days", "!longer than nothing"},
		{"in half a year", "!no fixed length"},
	})
}

func TestAMonthFromItsLastDayIsTheLastDayOfAShorterOne(t *testing.T) {
	check(t, time.Date(2026, 1, 31, 9, 0, 0, 0, time.UTC), []phrase{
		{"in a month", "2026-02-28 .. 2026-03-01"},
		{"in 2 months", "2026-03-31 .. 2026-04-01"},
		{"the 30th", "2026-03-30 .. 2026-03-31"},
	})
}
