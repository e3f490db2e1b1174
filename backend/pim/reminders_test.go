package pim

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func todo(lines ...string) string {
	return ical(append(append([]string{"BEGIN:VTODO"}, lines...), "END:VTODO")...)
}

func titles(rs []Reminder) []string {
	out := []string{}
	for _, r := range rs {
		out = append(out, r.Title)
	}
	return out
}

func TestOpenRemindersAreListedByTime(t *testing.T) {
	c := config(t, "Europe/Zurich", "2026-10-05 14:00")
	x := NewReminders(t.TempDir(), c)
	put(t, x.shelf.dir, "a.ics", todo("UID:1", "SUMMARY:overdue", "DUE:20261004T100000Z"))
	put(t, x.shelf.dir, "b.ics", todo("UID:2", "SUMMARY:done", "DUE:20261005T100000Z", "STATUS:COMPLETED"))
	put(t, x.shelf.dir, "c.ics", todo("UID:3", "SUMMARY:done too", "COMPLETED:20261005T100000Z"))
	put(t, x.shelf.dir, "d.ics", todo("UID:4", "SUMMARY:called off", "DUE:20261005T100000Z", "STATUS:CANCELLED"))
	put(t, x.shelf.dir, "e.ics", todo("UID:5", "SUMMARY:today", "DUE;VALUE=DATE:20261005"))
	put(t, x.shelf.dir, "f.ics", todo("UID:6", "SUMMARY:some day"))
	put(t, x.shelf.dir, "g.ics", todo("UID:7", "SUMMARY:every day", "DTSTART;TZID=Europe/Zurich:20200101T180000", "DUE;TZID=Europe/Zurich:20200101T183000", "RRULE:FREQ=DAILY"))
	put(t, x.shelf.dir, "h.ics", todo("UID:8", "SUMMARY:tomorrow", "DTSTART:20261006T070000Z", "DURATION:PT1H"))
	put(t, x.shelf.dir, "i.ics", todo("UID:9", "DUE:20261007T070000Z"))
	put(t, x.shelf.dir, "j.ics", "no calendar")
	list := func(from, to time.Time) []string {
		got, err := x.Reminders(t.Context(), from, to)
		require.NoError(t, err)
		require.Len(t, got.Troubles, 1)
		return titles(got.Items)
	}
	var none time.Time
	today, tomorrow := day(t, c, "2026-10-05")
	require.Equal(t, []string{"overdue", "today", "every day", "tomorrow", "(no title)", "some day"}, list(none, none))
	require.Equal(t, []string{"overdue", "today", "every day"}, list(none, tomorrow))
	require.Equal(t, []string{"today", "every day"}, list(today, tomorrow))
	require.Equal(t, []string{"tomorrow", "every day"}, list(tomorrow, tomorrow.AddDate(0, 0, 1)))
	got, err := x.Reminders(t.Context(), none, tomorrow)
	require.NoError(t, err)
	require.Equal(t, "2026-10-05 18:30", got.Items[2].Due.Format("2006-01-02 15:04"))
	require.True(t, got.Items[1].AllDay)
}

func TestEveryReminderIsReadBackAsItWasWritten(t *testing.T) {
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		name := rapid.SampledFrom([]string{"UTC", "Europe/Zurich", "America/New_York", "Asia/Tokyo"}).Draw(r, "zone")
		loc := load(t, name)
		n++
		x := NewReminders(filepath.Join(dir, slugOf(time.Unix(int64(n), 0).Format(time.RFC3339))), config(t, name, "2026-10-05 08:00"))
		want := Reminder{Title: drawLine(r, "title"), Notes: drawText(r, "notes")}
		if rapid.Bool().Draw(r, "listed") {
			want.List = drawLine(r, "list")
		}
		if rapid.Bool().Draw(r, "timed") {
			want.Due = time.Unix(rapid.Int64Range(1_790_000_000, 2_500_000_000).Draw(r, "due"), 0).In(loc)
			if want.AllDay = rapid.Bool().Draw(r, "allDay"); want.AllDay {
				want.Due = zone{loc: loc}.instant(wallOf(want.Due).Truncate(24 * time.Hour))
			}
			if rapid.Bool().Draw(r, "repeats") {
				want.Repeats = "FREQ=WEEKLY;INTERVAL=3"
			}
		}
		ref, err := x.AddReminder(t.Context(), want)
		if err != nil {
			r.Fatalf("write %+v: %v", want, err)
		}
		want.ID = ref.ID
		got, found, err := x.Reminder(t.Context(), ref.ID)
		if err != nil || found != ref || !got.Due.Equal(want.Due) {
			r.Fatalf("read: %+v %v %v", got, found, err)
		}
		got.Due = want.Due
		if got != want {
			r.Fatalf("\ngot  %+v\nwant %+v", got, want)
		}
		all, err := x.Reminders(t.Context(), time.Time{}, time.Time{})
		if err != nil || len(all.Items) != 1 || len(all.Troubles) > 0 {
			r.Fatalf("listed: %+v %v", all, err)
		}
	})
}

func TestAReminderWithoutAKnownZoneIsAnInstant(t *testing.T) {
	c := config(t, "Europe/Zurich", "2026-10-05 08:00")
	c.Zone = ""
	at := c.Now()
	c.Now = func() time.Time { return at.In(time.FixedZone("", 2*3600)) }
	x := NewReminders(t.TempDir(), c)
	_, err := x.AddReminder(t.Context(), Reminder{Title: "x", Due: c.Now()})
	require.NoError(t, err)
	f, err := x.shelf.read("x.ics")
	require.NoError(t, err)
	require.Contains(t, string(f.data), "DUE:20261005T060000Z\r\n")
	require.NotContains(t, string(f.data), "VTIMEZONE")
}

func TestWhatRepeatsNeedsAFirstTime(t *testing.T) {
	x := NewReminders(t.TempDir(), config(t, "UTC", "2026-10-05 08:00"))
	_, err := x.AddReminder(t.Context(), Reminder{Title: "x", Repeats: "FREQ=DAILY"})
	require.Error(t, err)
}

// Who is to drink something every hour is not late for all the hours of today.
func TestAReminderOfEveryFewHoursIsListedWithTheNext(t *testing.T) {
	c := config(t, "Europe/Zurich", "2026-10-05 14:20")
	for rule, want := range map[string]string{"FREQ=HOURLY": "05 15:00", "FREQ=SECONDLY": "05 14:20", "FREQ=HOURLY;INTERVAL=30": "06 09:00", "FREQ=MINUTELY;INTERVAL=7": "05 14:23",
		"FREQ=DAILY": "05 09:00", "FREQ=HOURLY;UNTIL=20261005T100000Z": "05 00:00", "FREQ=SECONDLY;INTERVAL=-1": "01 09:00"} {
		x := NewReminders(t.TempDir(), c)
		put(t, x.shelf.dir, "a.ics", todo("UID:1", "SUMMARY:x", "DTSTART;TZID=Europe/Zurich:20261001T090000", "RRULE:"+rule))
		for _, to := range []time.Time{{}, dayAt(t, c, "2026-10-07")} {
			got, err := x.Reminders(t.Context(), time.Time{}, to)
			require.NoError(t, err)
			if rule == "FREQ=SECONDLY;INTERVAL=-1" { // what can't be followed is at its beginning, which is over
				require.Len(t, got.Troubles, 1)
				continue
			}
			require.Len(t, got.Items, 1, rule)
			require.Equal(t, want, got.Items[0].Due.Format("02 15:04"), rule)
			require.Empty(t, got.Troubles)
		}
	}
}
