package when

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAroundTheSpringChange(t *testing.T) {
	// 29 March 2026: 2:00 becomes 3:00 in Berlin.
	check(t, time.Date(2026, 3, 28, 20, 0, 0, 0, zone(t, "Europe/Berlin")), []phrase{
		{"tomorrow at 2:30 am", "!The clocks skip 2:30 on 29 March 2026"},
		{"tomorrow at 3 am", "2026-03-29 03:00 +0200"},
		{"tomorrow", "2026-03-29 .. 2026-03-30"},
		{"in 24 hours", "2026-03-29 21:00 +0200"},
		{"in a day", "2026-03-29 .. 2026-03-30"},
		{"tomorrow at 20:00", "2026-03-29 20:00 +0200"},
		{"tomorrow from 1 am to 4 am", "2026-03-29 01:00 +0100 .. 2026-03-29 04:00 +0200"},
		{"every day at 2:30 am", "2026-03-30 02:30 +0200 FREQ=DAILY"},
	})
	got, err := Parse("tomorrow", time.Date(2026, 3, 28, 20, 0, 0, 0, zone(t, "Europe/Berlin")))
	require.NoError(t, err)
	require.Equal(t, 23*time.Hour, got.End.Sub(got.Start), "that day has 23 hours")
}

func TestAroundTheAutumnChange(t *testing.T) {
	// 25 October 2026: 3:00 becomes 2:00 in Berlin.
	check(t, time.Date(2026, 10, 24, 20, 0, 0, 0, zone(t, "Europe/Berlin")), []phrase{
		{"tomorrow at 2:30 am", "2026-10-25 02:30 +0200"}, // the first of the two
		{"tomorrow at 3 am", "2026-10-25 03:00 +0100"},
		{"in 24 hours", "2026-10-25 19:00 +0100"},
		{"tomorrow at 20:00", "2026-10-25 20:00 +0100"},
	})
	// Between the two, the first is over.
	check(t, time.Date(2026, 10, 25, 0, 45, 0, 0, time.UTC).In(zone(t, "Europe/Berlin")), []phrase{
		{"2:30 am", "!twice today, and the first is over"},
		{"2:50 am", "2026-10-25 02:50 +0200"},
		{"in an hour", "2026-10-25 02:45 +0100"},
	})
}

func TestADayWithoutMidnightBeginsWhenItCan(t *testing.T) {
	// 5 September 2026 in Santiago de Chile ends at midnight, which becomes 1:00.
	loc := zone(t, "America/Santiago")
	d := day{2026, 9, 6}
	_, ok := at(d, clock{}, loc)
	require.False(t, ok, "the case must be real")
	start := d.start(loc)
	require.Equal(t, d, dayOf(start))
	require.Equal(t, 1, start.Hour())
	require.Equal(t, day{2026, 9, 5}, dayOf(start.Add(-time.Second)))
}

func TestEveryInstantOfAYearIsFoundAgainByItsClock(t *testing.T) {
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Asia/Kathmandu"} {
		loc := zone(t, name)
		for at0 := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); at0.Year() == 2026; at0 = at0.Add(15 * time.Minute) {
			local := at0.In(loc)
			h, m, s := local.Clock()
			got, ok := at(dayOf(local), clock{h, m, s}, loc)
			require.True(t, ok, "%v", local)
			if !got.Equal(local) { // shown twice: the first was found
				require.True(t, got.Before(local), "%v", local)
				gh, gm, gs := got.Clock()
				require.Equal(t, clock{h, m, s}, clock{gh, gm, gs})
			}
		}
	}
}

func TestMondayIsTheFirstDayOfItsWeek(t *testing.T) {
	for i := range 7 {
		require.Equal(t, day{2026, 3, 2}, monday(day{2026, 3, 2 + i}))
	}
}
