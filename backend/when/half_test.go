package when

import (
	"testing"
	"time"
)

func TestPartsOfTheDayChooseTheHalf(t *testing.T) {
	check(t, wednesday(t), []phrase{ // at 10:00
		{"8 in the evening", "2026-03-04 20:00 +0100"},
		{"eight in the morning", "2026-03-05 08:00 +0100"},
		{"at nine at night", "2026-03-04 21:00 +0100"},
		{"3 in the afternoon", "2026-03-04 15:00 +0100"},
		{"at 2 at night", "!don't fit"},
		{"17 am", "!don't fit"},
		{"17:00 in the morning", "!don't fit"},
		{"eight tonight", "2026-03-04 20:00 +0100"},
		{"a quarter past eight tomorrow morning", "2026-03-05 08:15 +0100"},
		{"five tomorrow", "!can't be sure"},
		{"12 at night", "2026-03-05 00:00 +0100"},
		{"12:30 at night", "!don't fit"},
		{"05:30 pm", "2026-03-04 17:30 +0100"},
		{"17:30 pm", "!don't fit"},
		{"0 am", "!don't fit"},
		{"12:30 am tomorrow", "2026-03-05 00:30 +0100"},
		{"midnight am", "!don't fit"},
		{"this morning at 11", "2026-03-04 11:00 +0100"},
		{"this morning at 9", "!9:00 today is over"},
		{"today at 9", "2026-03-04 21:00 +0100"},
		{"friday at midnight", "2026-03-07 00:00 +0100"},
		{"friday at 0:00", "2026-03-06 00:00 +0100"},
		{"friday 12 am", "2026-03-06 00:00 +0100"},
	})
}

func TestLateInTheDayAnOpenTimeIsTheNextOfItsReadings(t *testing.T) {
	check(t, wednesday(t).Add(13*time.Hour), []phrase{ // at 23:00
		{"at five", "2026-03-05 05:00 +0100"},
		{"at seven", "2026-03-05 07:00 +0100"},
		{"at half past eleven", "2026-03-04 23:30 +0100"},
		{"at eleven", "2026-03-05 11:00 +0100"}, // this very moment is over
		{"at twelve", "2026-03-05 00:00 +0100"},
		{"tomorrow at five", "2026-03-05 17:00 +0100"},
		{"today at five", "!today is over"},
		{"today at 17:00", "!today is over"},
		{"tonight at 10", "!today is over"},
		{"from 3 to 5", "!on which day"},
		{"from 3 to 5 pm", "2026-03-05 15:00 +0100 .. 2026-03-05 17:00 +0100"},
	})
}
