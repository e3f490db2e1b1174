package when

import (
	"testing"
	"time"
)

func TestClockTimes(t *testing.T) {
	check(t, wednesday(t), []phrase{ // at 10:00
		{"at five", "2026-03-04 17:00 +0100"},
		{"at 5", "2026-03-04 17:00 +0100"},
		{"at eleven", "2026-03-04 11:00 +0100"},
		{"at nine", "2026-03-04 21:00 +0100"},
		{"at ten", "2026-03-04 22:00 +0100"},
		{"at twelve", "2026-03-04 12:00 +0100"},
		{"5 pm", "2026-03-04 17:00 +0100"},
		{"5pm", "2026-03-04 17:00 +0100"},
		{"5 p.m.", "2026-03-04 17:00 +0100"},
		{"at 5:15 PM", "2026-03-04 17:15 +0100"},
		{"5 am", "2026-03-05 05:00 +0100"},
		{"12 pm", "2026-03-04 12:00 +0100"},
		{"12 am", "2026-03-05 00:00 +0100"},
		{"17:30", "2026-03-04 17:30 +0100"},
		{"17:30:05", "2026-03-04 17:30:05 +0100"},
		{"09:30", "2026-03-05 09:30 +0100"},
		{"9:30", "2026-03-04 21:30 +0100"},
		{"at 7.30", "2026-03-04 19:30 +0100"},
		{"0:15", "2026-03-05 00:15 +0100"},
		{"at 17", "2026-03-04 17:00 +0100"},
		{"half past seven", "2026-03-04 19:30 +0100"},
		{"half-past seven", "2026-03-04 19:30 +0100"},
		{"quarter past five", "2026-03-04 17:15 +0100"},
		{"a quarter to five", "2026-03-04 16:45 +0100"},
		{"quarter to one", "2026-03-04 12:45 +0100"},
		{"ten past eleven", "2026-03-04 11:10 +0100"},
		{"at ten to eleven", "2026-03-04 10:50 +0100"},
		{"ten minutes to eleven", "2026-03-04 10:50 +0100"},
		{"twenty-five past one", "2026-03-04 13:25 +0100"},
		{"five o'clock", "2026-03-04 17:00 +0100"},
		{"5 o’clock sharp", "2026-03-04 17:00 +0100"},
		{"five thirty", "2026-03-04 17:30 +0100"},
		{"five oh five", "2026-03-04 17:05 +0100"},
		{"six forty five", "2026-03-04 18:45 +0100"},
		{"noon", "2026-03-04 12:00 +0100"},
		{"at midnight", "2026-03-05 00:00 +0100"},
		{"8 in the evening", "2026-03-04 20:00 +0100"},
		{"eight in the morning", "2026-03-05 08:00 +0100"},
		{"at nine at night", "2026-03-04 21:00 +0100"},
		{"3 in the afternoon", "2026-03-04 15:00 +0100"},
		{"at 2 at night", "!don't fit"},
		{"17 am", "!don't fit"},
		{"17:00 in the morning", "!don't fit"},
		{"25:00", "!no time of day"},
		{"5:60", "!no time of day"},
		{"5:5", "!no time of day"},
		{"1:2:3:4", "!no time of day"},
		{"at 25", "!can't be sure"},
		{"half seven", "!can't be sure"},
		{"half to seven", "!can't be sure"},
		{"five to six", "!can't be sure"}, // 5:55, or a span
		{"at 7.3", "!can't be sure"},
	})
}

func TestLateInTheDayAnOpenTimeIsTomorrowsByTheRule(t *testing.T) {
	check(t, wednesday(t).Add(13*time.Hour), []phrase{ // at 23:00
		{"at five", "2026-03-05 17:00 +0100"},
		{"at seven", "2026-03-05 07:00 +0100"},
		{"at half past eleven", "2026-03-04 23:30 +0100"},
		{"at eleven", "2026-03-05 11:00 +0100"}, // this very moment is over
		{"at twelve", "!noon or midnight"},
		{"today at five", "!today is over"},
		{"today at 17:00", "2026-03-04 17:00 +0100"},
	})
}
