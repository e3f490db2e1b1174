package when

import "testing"

func TestRules(t *testing.T) {
	check(t, wednesday(t), []phrase{
		{"every second monday", "2026-03-09 .. 2026-03-10 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"},
		{"every third friday", "!say “every 3 weeks on Friday” or “of the month”"},
		{"every third friday of the month", "2026-03-20 .. 2026-03-21 FREQ=MONTHLY;BYDAY=3FR"},
		{"every 3rd day at noon", "2026-03-04 12:00 +0100 FREQ=DAILY;INTERVAL=3"},
		{"every third week on monday", "2026-03-09 .. 2026-03-10 FREQ=WEEKLY;INTERVAL=3;BYDAY=MO"},
		{"fortnightly on monday at 9", "2026-03-09 09:00 +0100 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"},
		{"every fortnight on monday", "2026-03-09 .. 2026-03-10 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"},
		{"biweekly on monday", "!twice in one or once in two"},
		{"monday mornings at 9", "2026-03-09 09:00 +0100 FREQ=WEEKLY;BYDAY=MO"},
		{"every weekday morning at 8", "2026-03-05 08:00 +0100 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"},
		{"the 1st and 15th of every month at 10", "2026-03-15 10:00 +0100 FREQ=MONTHLY;BYMONTHDAY=1,15"},
		{"on the first of each month", "2026-04-01 .. 2026-04-02 FREQ=MONTHLY;BYMONTHDAY=1"},
		{"the last day of every month", "2026-03-31 .. 2026-04-01 FREQ=MONTHLY;BYMONTHDAY=-1"},
		{"every month on the last day", "2026-03-31 .. 2026-04-01 FREQ=MONTHLY;BYMONTHDAY=-1"},
		{"every january 1 at noon", "2027-01-01 12:00 +0100 FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1"},
		{"every 4th of july", "2026-07-04 .. 2026-07-05 FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=4"},
		{"every 31 june", "!no date of the calendar"},
		{"yearly on february 30", "!no date of the calendar"},
		{"every hour and a half", "2026-03-04 11:30 +0100 FREQ=MINUTELY;INTERVAL=90"},
		{"every quarter of an hour", "2026-03-04 10:15 +0100 FREQ=MINUTELY;INTERVAL=15"},
		{"every second", "2026-03-04 10:00:01 +0100 FREQ=SECONDLY"},
		{"once a week on friday", "2026-03-06 .. 2026-03-07 FREQ=WEEKLY;BYDAY=FR"},
		{"twice a week", "!“twice” is no exact number"},
		{"every 60 monday", "!say “every 60 weeks on Monday”"},
		{"every five morning", "!“morning”"},
		{"every five morning days", "!“morning”"},
		{"monday and tuesday", "!can't be sure"},
		{"every 5th", "!can't be sure"},
		{"weekly", "!Say on which day"},
		{"every day except sunday", "!“except”"},
		{"every december 25 2027", "!can't be sure"},
	})
}
