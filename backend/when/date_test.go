package when

import (
	"testing"
	"time"
)

func TestDates(t *testing.T) {
	check(t, wednesday(t), []phrase{
		{"today", "2026-03-04 .. 2026-03-05"},
		{"tomorrow", "2026-03-05 .. 2026-03-06"},
		{"yesterday", "2026-03-03 .. 2026-03-04"},
		{"the day after tomorrow", "2026-03-06 .. 2026-03-07"},
		{"day before yesterday", "2026-03-02 .. 2026-03-03"},
		{"friday", "2026-03-06 .. 2026-03-07"},
		{"on Monday", "2026-03-09 .. 2026-03-10"},
		{"this friday", "2026-03-06 .. 2026-03-07"},
		{"this monday", "!Monday of this week is over"},
		{"next Tuesday", "2026-03-10 .. 2026-03-11"},
		{"next friday", "2026-03-13 .. 2026-03-14"},
		{"friday next week", "2026-03-13 .. 2026-03-14"},
		{"the coming wednesday", "2026-03-11 .. 2026-03-12"},
		{"wednesday", "!Today is Wednesday"},
		{"this wednesday", "2026-03-04 .. 2026-03-05"},
		{"next wednesday", "2026-03-11 .. 2026-03-12"},
		{"last wednesday", "2026-02-25 .. 2026-02-26"},
		{"last tuesday", "2026-03-03 .. 2026-03-04"},
		{"last friday", "2026-02-27 .. 2026-02-28"},
		{"2026-12-24", "2026-12-24 .. 2026-12-25"},
		{"2026-02-30", "!no date"},
		{"2026/12/24", "2026-12-24 .. 2026-12-25"},
		{"25/12/2026", "2026-12-25 .. 2026-12-26"},
		{"12/25", "2026-12-25 .. 2026-12-26"},
		{"4/4/2026", "2026-04-04 .. 2026-04-05"},
		{"3/4/2026", "!can be 3 April or 4 March"},
		{"25/12/26", "!four digits"},
		{"March 5", "2026-03-05 .. 2026-03-06"},
		{"March 3", "2027-03-03 .. 2027-03-04"},
		{"5th of March", "2026-03-05 .. 2026-03-06"},
		{"the fifth of march, 2028", "2028-03-05 .. 2028-03-06"},
		{"Dec 24 2026", "2026-12-24 .. 2026-12-25"},
		{"24 December", "2026-12-24 .. 2026-12-25"},
		{"february 29", "2028-02-29 .. 2028-03-01"},
		{"february 30", "!no date of the calendar"},
		{"february 29 2027", "!no date of the calendar"},
		{"the 5th", "2026-03-05 .. 2026-03-06"},
		{"the 3rd", "2026-04-03 .. 2026-04-04"},
		{"the thirty first", "2026-03-31 .. 2026-04-01"},
		{"the 2nd of next month", "2026-04-02 .. 2026-04-03"},
		{"the 32nd", "!No month has a day 32"},
		{"in 3 days", "2026-03-07 .. 2026-03-08"},
		{"in a week", "2026-03-11 .. 2026-03-12"},
		{"two weeks from tomorrow", "2026-03-19 .. 2026-03-20"},
		{"a month from now", "2026-04-04 .. 2026-04-05"},
		{"3 days ago", "2026-03-01 .. 2026-03-02"},
		{"in 300 years", "!too far"},
		{"this week", "2026-03-02 .. 2026-03-09"},
		{"next week", "2026-03-09 .. 2026-03-16"},
		{"this weekend", "2026-03-07 .. 2026-03-09"},
		{"next month", "2026-04-01 .. 2026-05-01"},
		{"last year", "2025-01-01 .. 2026-01-01"},
		{"in May 2027", "2027-05-01 .. 2027-06-01"},
	})
}

func TestOnASundayTheWeekIsNearlyOver(t *testing.T) {
	sunday := wednesday(t).AddDate(0, 0, 4)
	check(t, sunday, []phrase{
		{"next monday", "2026-03-09 .. 2026-03-10"},
		{"monday", "2026-03-09 .. 2026-03-10"},
		{"this sunday", "2026-03-08 .. 2026-03-09"},
		{"next sunday", "2026-03-15 .. 2026-03-16"},
		{"this week", "2026-03-02 .. 2026-03-09"},
	})
}

func TestAMonthFromItsLastDayIsTheLastDayOfAShorterOne(t *testing.T) {
	check(t, time.Date(2026, 1, 31, 9, 0, 0, 0, time.UTC), []phrase{
		{"in a month", "2026-02-28 .. 2026-03-01"},
		{"in 2 months", "2026-03-31 .. 2026-04-01"},
		{"the 30th", "2026-03-30 .. 2026-03-31"},
	})
}
