package pim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// dues lists the occasions of a stretch as "title time".
func dues(t *testing.T, x *FileReminders, from, to time.Time) (out []string) {
	t.Helper()
	got, err := x.Occasions(t.Context(), from, to)
	require.NoError(t, err)
	for _, o := range got.Items {
		at := o.Due.Format("02 15:04")
		if o.AllDay {
			at = o.Due.Format("02")
		}
		out = append(out, o.Title+" "+at)
	}
	return out
}

func TestEveryTimeAtWhichAnOpenReminderIsDueIsListed(t *testing.T) {
	c := config(t, "Europe/Zurich", "2026-10-05 14:00")
	x := NewReminders(t.TempDir(), c)
	put(t, x.shelf.dir, "a.ics", todo("UID:1", "SUMMARY:once", "DUE:20261006T100000Z"))
	put(t, x.shelf.dir, "b.ics", todo("UID:2", "SUMMARY:done", "DUE:20261006T100000Z", "STATUS:COMPLETED"))
	put(t, x.shelf.dir, "c.ics", todo("UID:3", "SUMMARY:off", "DUE:20261006T100000Z", "STATUS:CANCELLED"))
	put(t, x.shelf.dir, "d.ics", todo("UID:4", "SUMMARY:day", "DUE;VALUE=DATE:20261007"))
	put(t, x.shelf.dir, "e.ics", todo("UID:5", "SUMMARY:never"))
	put(t, x.shelf.dir, "f.ics", todo("UID:6", "SUMMARY:daily", "DTSTART;TZID=Europe/Zurich:20200101T180000", "DUE;TZID=Europe/Zurich:20200101T183000", "RRULE:FREQ=DAILY"))
	put(t, x.shelf.dir, "g.ics", todo("UID:7", "SUMMARY:days", "DTSTART;VALUE=DATE:20261006", "DUE;VALUE=DATE:20261006", "RRULE:FREQ=DAILY;COUNT=2"))
	require.ElementsMatch(t, []string{"once 06 12:00", "day 07", "daily 06 18:30", "daily 07 18:30", "days 06", "days 07"},
		dues(t, x, dayAt(t, c, "2026-10-06"), dayAt(t, c, "2026-10-08")))
	require.Equal(t, []string{"once 06 12:00"}, dues(t, x, dayAt(t, c, "2026-10-06").Add(12*time.Hour), dayAt(t, c, "2026-10-06").Add(12*time.Hour+time.Second)))
}

func TestAnOccurrenceThatWasMovedOrDoneIsDueAsItSays(t *testing.T) {
	c := config(t, "UTC", "2026-10-05 14:00")
	x := NewReminders(t.TempDir(), c)
	put(t, x.shelf.dir, "a.ics", ical("BEGIN:VTODO", "UID:1", "SUMMARY:bins", "DTSTART:20261005T080000Z", "DUE:20261005T080000Z", "RRULE:FREQ=DAILY", "EXDATE:20261009T080000Z", "END:VTODO",
		"BEGIN:VTODO", "UID:1", "SUMMARY:bins", "RECURRENCE-ID:20261006T080000Z", "DTSTART:20261006T170000Z", "DUE:20261006T170000Z", "END:VTODO",
		"BEGIN:VTODO", "UID:1", "SUMMARY:bins", "RECURRENCE-ID:20261007T080000Z", "DUE:20261007T080000Z", "STATUS:COMPLETED", "END:VTODO"))
	require.ElementsMatch(t, []string{"bins 06 17:00", "bins 08 08:00", "bins 10 08:00"}, dues(t, x, dayAt(t, c, "2026-10-06"), dayAt(t, c, "2026-10-11")))
	got, err := x.Occasions(t.Context(), dayAt(t, c, "2026-10-06"), dayAt(t, c, "2026-10-07"))
	require.NoError(t, err)
	require.Equal(t, "FREQ=DAILY", got.Items[len(got.Items)-1].Repeats, "it is still one of a series")
}

// A bell that rings more than once a minute can't be answered: of the times in one minute the first is told. The longer of
// what is asked for changes nothing in that, else what rings would be taken for gone.
func TestAReminderIsDueAtMostOnceAMinute(t *testing.T) {
	c := config(t, "UTC", "2026-10-05 14:00")
	from := dayAt(t, c, "2026-10-02")
	for name, x := range map[string]struct {
		lines []string
		days  int
		times int
		next  string
	}{
		"every minute":            {[]string{"DTSTART:20261001T000000Z", "RRULE:FREQ=MINUTELY"}, 8, 8 * 24 * 60, "00:01:00"},
		"every second":            {[]string{"DTSTART:20261001T000000Z", "RRULE:FREQ=SECONDLY"}, 8, 8 * 24 * 60, "00:01:00"},
		"every second, due later": {[]string{"DTSTART:20261001T000000Z", "DUE:20261001T010000Z", "RRULE:FREQ=SECONDLY"}, 8, 8 * 24 * 60, "00:01:00"},
		"every seven seconds":     {[]string{"DTSTART:20261001T000000Z", "RRULE:FREQ=SECONDLY;INTERVAL=7"}, 1, 24 * 60, "00:01:04"},
		"every ninety seconds":    {[]string{"DTSTART:20261001T000000Z", "RRULE:FREQ=SECONDLY;INTERVAL=90"}, 1, 16 * 60, "00:01:30"},
		"dates by themselves":     {[]string{"DUE:20261002T000000Z", "DTSTART:20261002T000000Z", "RDATE:20261002T000001Z,20261002T000059Z,20261002T000100Z,20261002T000101Z"}, 1, 2, "00:01:00"},
	} {
		t.Run(name, func(t *testing.T) {
			cal := NewReminders(t.TempDir(), c)
			put(t, cal.shelf.dir, "a.ics", todo(append([]string{"UID:1", "SUMMARY:x"}, x.lines...)...))
			got, err := cal.Occasions(t.Context(), from, from.AddDate(0, 0, x.days))
			require.NoError(t, err)
			require.Empty(t, got.Troubles)
			require.Len(t, got.Items, x.times)
			require.Equal(t, x.next, got.Items[1].Due.Format("15:04:05"))
			less, err := cal.Occasions(t.Context(), from.Add(30*time.Second), from.Add(91*time.Second))
			require.NoError(t, err)
			require.Equal(t, got.Items[1].Due, less.Items[len(less.Items)-1].Due)

			open, err := cal.Reminders(t.Context(), time.Time{}, time.Time{})
			require.NoError(t, err)
			require.Empty(t, open.Troubles)
			require.LessOrEqual(t, len(open.Items), 1, "what repeats is one reminder, however often")
		})
	}
}

func TestRemindersWithoutAnIdAreToldApart(t *testing.T) {
	c := config(t, "UTC", "2026-10-05 14:00")
	x := NewReminders(t.TempDir(), c)
	put(t, x.shelf.dir, "a.ics", todo("SUMMARY:one", "DUE:20261006T100000Z"))
	put(t, x.shelf.dir, "b.ics", todo("SUMMARY:two", "DUE:20261006T100000Z"))
	got, err := x.Occasions(t.Context(), dayAt(t, c, "2026-10-06"), dayAt(t, c, "2026-10-07"))
	require.NoError(t, err)
	require.Len(t, got.Items, 2)
	require.NotEqual(t, got.Items[0].Key, got.Items[1].Key)
	require.Empty(t, got.Items[0].ID)
}

func TestAWholeDayThatRepeatsIsListedOnItsDay(t *testing.T) {
	c := config(t, "Europe/Zurich", "2026-10-05 08:00")
	x := NewReminders(t.TempDir(), c)
	_, err := x.AddReminder(t.Context(), Reminder{Title: "bins", Due: dayAt(t, c, "2026-10-06"), AllDay: true, Repeats: "FREQ=WEEKLY"})
	require.NoError(t, err)
	got, err := x.Reminders(t.Context(), time.Time{}, time.Time{})
	require.NoError(t, err)
	require.Equal(t, "2026-10-06", got.Items[0].Due.Format("2006-01-02"))
}

func TestAReminderInAZoneThatNobodyKnowsIsListedAndNoTrouble(t *testing.T) {
	c := config(t, "Europe/Zurich", "2026-10-05 08:00")
	x := NewReminders(t.TempDir(), c)
	put(t, x.shelf.dir, "a.ics", todo("UID:1", "SUMMARY:a", "DUE;TZID=Own Zone:20261006T100000"))
	got, err := x.Occasions(t.Context(), dayAt(t, c, "2026-10-06"), dayAt(t, c, "2026-10-07"))
	require.NoError(t, err)
	require.Empty(t, got.Troubles)
	require.Len(t, got.Items, 1)
}

// dayAt is the beginning of a day.
func dayAt(t *testing.T, c Config, name string) time.Time {
	t.Helper()
	from, _ := day(t, c, name)
	return from
}
