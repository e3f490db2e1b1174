package when

import (
	"testing"
)

func TestMoments(t *testing.T) {
	check(t, wednesday(t), []phrase{
		{"in 20 minutes", "2026-03-04 10:20 +0100"},
		{"in half an hour", "2026-03-04 10:30 +0100"},
		{"in an hour and a half", "2026-03-04 11:30 +0100"},
		{"20 minutes from now", "2026-03-04 10:20 +0100"},
		{"in 90 seconds", "2026-03-04 10:01:30 +0100"},
		{"two hours ago", "2026-03-04 08:00 +0100"},
		{"tomorrow at 5 pm", "2026-03-05 17:00 +0100"},
		{"tomorrow at five", "2026-03-05 17:00 +0100"},
		{"tomorrow at seven", "2026-03-05 07:00 +0100"},
		{"at five tomorrow", "2026-03-05 17:00 +0100"},
		{"5 pm on friday", "2026-03-06 17:00 +0100"},
		{"next tuesday at half past seven", "2026-03-10 07:30 +0100"},
		{"friday, 17:30", "2026-03-06 17:30 +0100"},
		{"today at nine", "2026-03-04 21:00 +0100"},
		{"today at 9 am", "2026-03-04 09:00 +0100"},
		{"tonight at eight", "2026-03-04 20:00 +0100"},
		{"at eight tonight", "2026-03-04 20:00 +0100"},
		{"tonight at 12", "2026-03-05 00:00 +0100"},
		{"tonight at midnight", "2026-03-05 00:00 +0100"},
		{"tonight at 2", "!don't fit"},
		{"this evening at 7", "2026-03-04 19:00 +0100"},
		{"this morning at nine", "2026-03-04 09:00 +0100"},
		{"tomorrow morning at eight", "2026-03-05 08:00 +0100"},
		{"tomorrow evening at eight", "2026-03-05 20:00 +0100"},
		{"friday night at ten", "2026-03-06 22:00 +0100"},
		{"tomorrow at 8 in the evening", "2026-03-05 20:00 +0100"},
		{"tomorrow at midnight", "!beginning or its end"},
		{"tomorrow at 0:00", "2026-03-05 00:00 +0100"},
		{"march 5 at noon", "2026-03-05 12:00 +0100"},
		{"in 3 days at 5 pm", "2026-03-07 17:00 +0100"},
		{"2026-03-09 at 17:30", "2026-03-09 17:30 +0100"},
		{"2026-03-09 17:30", "2026-03-09 17:30 +0100"},
		{"2026-03-09T17:30", "2026-03-09 17:30 +0100"},
		{"2026-03-09T17:30:00Z", "2026-03-09 18:30 +0100"},
		{"2026-03-09T17:30:00-05:00", "2026-03-09 23:30 +0100"},
		{"2026-03-09T25:30", "!no date and time"},
		{"tomorrow at noon for 45 minutes", "2026-03-05 12:00 +0100 .. 2026-03-05 12:45 +0100"},
		{"tomorrow for an hour", "!can't be sure"},
		{"tomorrow friday", "!can't be sure"},
		{"at five at six", "!can't be sure"},
	})
}
