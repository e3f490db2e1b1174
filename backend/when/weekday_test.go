package when

import (
	"testing"
	"time"
)

func TestWeekdays(t *testing.T) {
	check(t, wednesday(t), []phrase{
		{"friday", "2026-03-06 .. 2026-03-07"},
		{"on Monday", "2026-03-09 .. 2026-03-10"},
		{"this friday", "2026-03-06 .. 2026-03-07"},
		{"this monday", "2026-03-09 .. 2026-03-10"},
		{"next Tuesday", "2026-03-10 .. 2026-03-11"},
		{"next friday", "!of this week or of the next"},
		{"friday next week", "2026-03-13 .. 2026-03-14"},
		{"the coming wednesday", "2026-03-11 .. 2026-03-12"},
		{"wednesday", "!Today is Wednesday"},
		{"this wednesday", "2026-03-04 .. 2026-03-05"},
		{"next wednesday", "2026-03-11 .. 2026-03-12"},
		{"last wednesday", "2026-02-25 .. 2026-02-26"},
		{"last tuesday", "2026-03-03 .. 2026-03-04"},
		{"last friday", "2026-02-27 .. 2026-02-28"},
		{"monday this week", "!Monday of this week is over"},
		{"this week friday", "2026-03-06 .. 2026-03-07"},
		{"next week on friday at 5", "2026-03-13 17:00 +0100"},
		{"friday week", "2026-03-13 .. 2026-03-14"},
		{"this coming wednesday", "2026-03-11 .. 2026-03-12"},
		{"wednesday at 5 pm", "!Today is Wednesday"},
		{"monday next", "!can't be sure"},
		{"the first monday of june", "2026-06-01 .. 2026-06-02"},
		{"the last friday of the month", "2026-03-27 .. 2026-03-28"},
		{"the second tuesday of next month at noon", "2026-04-14 12:00 +0200"},
		{"the first monday of march", "!2 March is over"},
		{"the first monday of february", "2027-02-01 .. 2027-02-02"},
		{"the fifth monday of april", "!has no Monday number 5"},
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

func TestNextNamesAWeekdayOnceTheNearestIsInTheComingWeek(t *testing.T) {
	for i := range 7 {
		now := wednesday(t).AddDate(0, 0, i-2) // Monday to Sunday of that week
		for name := range 7 {
			w := time.Weekday(name)
			got, err := Parse("next "+w.String(), now)
			nearest := now.AddDate(0, 0, (name-int(now.Weekday())+6)%7+1)
			if !monday(dayOf(nearest)).before(monday(dayOf(now)).add(7)) {
				if err != nil || dayOf(got.Start) != dayOf(nearest) {
					t.Errorf("next %s on %s: %v, %v", w, now.Weekday(), got, err)
				}
			} else if err == nil {
				t.Errorf("next %s on %s: %v", w, now.Weekday(), got)
			}
		}
	}
}
