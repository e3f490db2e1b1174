package when

import (
	"testing"
	"time"
)

func TestPeriods(t *testing.T) {
	check(t, wednesday(t), []phrase{
		{"this week", "2026-03-02 .. 2026-03-09"},
		{"next week", "2026-03-09 .. 2026-03-16"},
		{"this weekend", "2026-03-07 .. 2026-03-09"},
		{"next month", "2026-04-01 .. 2026-05-01"},
		{"last year", "2025-01-01 .. 2026-01-01"},
		{"in May 2027", "2027-05-01 .. 2027-06-01"},
		{"this week", "2026-03-02 .. 2026-03-09"},
		{"the week after next", "2026-03-16 .. 2026-03-23"},
		{"the week before last", "2026-02-16 .. 2026-02-23"},
		{"this quarter", "2026-01-01 .. 2026-04-01"},
		{"next quarter", "2026-04-01 .. 2026-07-01"},
		{"last weekend", "2026-02-28 .. 2026-03-02"},
		{"over the weekend", "2026-03-07 .. 2026-03-09"},
		{"next weekend", "!of this week or of the next"},
		{"the end of the month", "2026-03-31 .. 2026-04-01"},
		{"at the end of next month", "2026-04-30 .. 2026-05-01"},
		{"end of february", "2027-02-28 .. 2027-03-01"},
		{"the last day of May", "2026-05-31 .. 2026-06-01"},
		{"the first day of next month", "2026-04-01 .. 2026-04-02"},
		{"the last week of May", "2026-05-25 .. 2026-06-01"},
		{"the first week of march", "2026-03-01 .. 2026-03-08"},
		{"the second week of may", "!can't be sure"},
		{"the end of the week", "!“end” names no exact time"},
		{"the end of the year", "!“end” names no exact time"},
		{"Q3", "2026-07-01 .. 2026-10-01"},
		{"in Q1 2027", "2027-01-01 .. 2027-04-01"},
		{"the third quarter of next year", "2027-07-01 .. 2027-10-01"},
		{"Q5", "!can't be sure"},
		{"in May", "2026-05-01 .. 2026-06-01"},
		{"in March", "2026-03-01 .. 2026-04-01"},
		{"in February", "2027-02-01 .. 2027-03-01"},
		{"this may", "2026-05-01 .. 2026-06-01"},
		{"this january", "!31 January is over"},
		{"December 2026", "2026-12-01 .. 2027-01-01"},
		{"may", "!can't be sure"}, // a word too
		{"next may", "!can't be sure"},
		{"in 2027", "2027-01-01 .. 2028-01-01"},
		{"2027", "!can't be sure"},
		{"early may", "!“early” names no exact time"},
		{"in summer", "!“summer” names no exact time"},
		{"all day tomorrow", "2026-03-05 .. 2026-03-06"},
		{"all day tomorrow at five", "!can't be sure"},
	})
}

func TestNamedPeriodsThatAreOver(t *testing.T) {
	check(t, time.Date(2026, 5, 30, 9, 0, 0, 0, time.UTC), []phrase{ // a Saturday
		{"Q1", "!Quarter 1 of this year is over"},
		{"Q2", "2026-04-01 .. 2026-07-01"},
		{"the first week of May", "!7 May is over"},
		{"the last week of May", "2026-05-25 .. 2026-06-01"},
		{"in April", "2027-04-01 .. 2027-05-01"},
		{"this weekend", "2026-05-30 .. 2026-06-01"},
		{"next weekend", "2026-06-06 .. 2026-06-08"},
		{"last weekend", "2026-05-23 .. 2026-05-25"},
	})
}
