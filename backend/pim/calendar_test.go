package pim

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func day(t testing.TB, c Config, s string) (from, to time.Time) {
	t.Helper()
	from, err := time.ParseInLocation(time.DateOnly, s, c.here())
	require.NoError(t, err)
	return from, from.AddDate(0, 0, 1)
}

// told prints events as "09:00+0200 title", whole days as "day title".
func lines(c Config, es []Event) []string {
	var out []string
	for _, e := range es {
		switch {
		case e.AllDay:
			out = append(out, e.Start.Format("0102")+"-"+e.End.Format("0102")+" "+e.Title)
		default:
			out = append(out, e.Start.Format("15:04-0700")+" "+e.End.Format("15:04")+" "+e.Title)
		}
	}
	return out
}

// The calendar of another program: a zone that only it defines, a series across the change of the clocks with a day left
// out and one moved, whole days, something called off, folded and escaped text.
func TestACalendarThatWasPutThereIsReadInTheReadersZone(t *testing.T) {
	c := config(t, "Europe/London", "2026-10-01 08:00")
	x := NewCalendar(t.TempDir(), c)
	golden, err := os.ReadFile("testdata/team.ics")
	require.NoError(t, err)
	put(t, x.shelf.dir, "team.ics", string(golden))
	for d, want := range map[string][]string{
		"2026-10-19": {"08:00+0100 08:15 Standup"}, // nine in the summer of the office
		"2026-10-26": {"1026-1028 Company holiday", "07:00+0000 07:45 A title that was folded by another program in the middle of a word, with \"quotes\"; and a line break here", "08:00+0000 08:15 Standup"},
		"2026-10-27": {"1026-1028 Company holiday"},
		"2026-10-28": nil,
		"2026-11-02": nil,
		"2026-11-09": {"10:00+0000 10:15 Standup, later this once"},
		"2026-11-16": {"08:00+0000 08:15 Standup"},
	} {
		from, to := day(t, c, d)
		got, err := x.Events(t.Context(), from, to)
		require.NoError(t, err)
		require.Empty(t, got.Troubles)
		require.Equal(t, want, lines(c, got.Items), d)
	}
}

func TestOneBadFileHidesNoneOfTheOthersAndIsNamed(t *testing.T) {
	c := config(t, "UTC", "2026-10-05 08:00")
	x := NewCalendar(t.TempDir(), c)
	event := func(extra ...string) string {
		return ical(append(append([]string{"BEGIN:VEVENT", "UID:" + strings.Join(extra, ""), "SUMMARY:" + extra[0]}, extra[1:]...), "END:VEVENT")...)
	}
	put(t, x.shelf.dir, "good.ics", event("good", "DTSTART:20261005T090000Z"))
	put(t, x.shelf.dir, "broken.ics", "this is no calendar")
	put(t, x.shelf.dir, "binary.ics", "\x00\x01\xff")
	put(t, x.shelf.dir, "cut.ics", strings.TrimSuffix(event("whole", "DTSTART:20261005T100000Z"), "END:VCALENDAR\r\n")+"BEGIN:VEVENT\r\nSUMM")
	put(t, x.shelf.dir, "rule.ics", event("odd rule", "DTSTART:20261005T110000Z", "RRULE:FREQ=SOMETIMES"))
	put(t, x.shelf.dir, "zone.ics", event("odd zone", "DTSTART;TZID=Nowhere:20261005T120000"))
	put(t, x.shelf.dir, "time.ics", event("no time", "DTSTART:soon"))
	put(t, x.shelf.dir, "none.ics", event("no beginning"))
	put(t, x.shelf.dir, "far.ics", event("far", "DTSTART:99990101T000000Z"))
	put(t, x.shelf.dir, "bell\x07.ics", "")
	from, to := day(t, c, "2026-10-05")
	got, err := x.Events(t.Context(), from, to)
	require.NoError(t, err)
	require.Equal(t, []string{"09:00+0000 09:00 good", "10:00+0000 10:00 whole", "11:00+0000 11:00 odd rule", "12:00+0000 12:00 odd zone"}, lines(c, got.Items))
	var files []string
	for _, b := range got.Troubles {
		require.NotEmpty(t, b.Why)
		files = append(files, b.File)
	}
	require.Equal(t, []string{"bell[U+0007].ics", "binary.ics", "broken.ics", "cut.ics", "far.ics", "none.ics", "rule.ics", "time.ics", "zone.ics"}, files)
}

func TestASeriesStaysAtItsHourWhenTheClocksChange(t *testing.T) {
	c := config(t, "Europe/Zurich", "2026-10-19 08:00")
	x := NewCalendar(t.TempDir(), c)
	start := time.Date(2026, 10, 19, 9, 0, 0, 0, c.here())
	ref, err := x.AddEvent(t.Context(), Event{Title: "Standup", Start: start, End: start.Add(15 * time.Minute), Repeats: "FREQ=WEEKLY;BYDAY=MO"})
	require.NoError(t, err)
	for _, d := range []string{"2026-10-19", "2026-10-26", "2027-03-22", "2027-03-29", "2027-07-05"} {
		from, to := day(t, c, d)
		got, err := x.Events(t.Context(), from, to)
		require.NoError(t, err)
		require.Len(t, got.Items, 1, d)
		require.Equal(t, "09:00", got.Items[0].Start.Format("15:04"), d)
		require.Equal(t, 15*time.Minute, got.Items[0].End.Sub(got.Items[0].Start))
		require.Equal(t, ref.ID, got.Items[0].ID)
	}
	// Somebody elsewhere sees it at the hour that this is there.
	away := NewCalendar(x.shelf.dir, config(t, "America/New_York", "2026-10-19 08:00"))
	from := time.Date(2026, 10, 26, 0, 0, 0, 0, away.cfg.here())
	got, err := away.Events(t.Context(), from, from.AddDate(0, 0, 1))
	require.NoError(t, err)
	require.Equal(t, []string{"04:00-0400 04:15 Standup"}, lines(c, got.Items))
}

func TestWholeDaysAreDaysWhereverTheReaderIs(t *testing.T) {
	c := config(t, "Pacific/Auckland", "2026-10-05 08:00")
	x := NewCalendar(t.TempDir(), c)
	from, to := day(t, c, "2026-10-07")
	_, err := x.AddEvent(t.Context(), Event{Title: "Fair", Start: from, End: to.AddDate(0, 0, 1), AllDay: true})
	require.NoError(t, err)
	away := NewCalendar(x.shelf.dir, config(t, "America/Los_Angeles", "2026-10-05 08:00"))
	for d, n := range map[string]int{"2026-10-06": 0, "2026-10-07": 1, "2026-10-08": 1, "2026-10-09": 0} {
		for _, cal := range []*FileCalendar{x, away} {
			from, to := day(t, cal.cfg, d)
			got, err := cal.Events(t.Context(), from, to)
			require.NoError(t, err)
			require.Len(t, got.Items, n, "%s %s", d, cal.cfg.Zone)
		}
	}
}

func TestAnEventIsTakenBackOnlyAsItWasLeft(t *testing.T) {
	c := config(t, "UTC", "2026-10-05 08:00")
	x := NewCalendar(t.TempDir(), c)
	start := c.Now().Add(time.Hour)
	ref, err := x.AddEvent(t.Context(), Event{Title: "Tea", Start: start, End: start.Add(time.Hour)})
	require.NoError(t, err)
	path := filepath.Join(x.shelf.dir, "tea.ics")
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(data), "Tea", "Tea and cake", 1)), 0o600))
	require.ErrorIs(t, x.Remove(t.Context(), ref), ErrChanged)
	require.FileExists(t, path)
	require.NoError(t, os.WriteFile(path, data, 0o600))
	require.NoError(t, os.Rename(path, filepath.Join(x.shelf.dir, "renamed.ics")), "a name is no content")
	require.NoError(t, x.Remove(t.Context(), ref))
	require.Empty(t, seen(t, x.shelf.dir))
	require.ErrorIs(t, x.Remove(t.Context(), ref), ErrGone)
	_, err = x.Stamp(t.Context(), ref.ID)
	require.ErrorIs(t, err, ErrGone)
}

func TestWhatCannotBeWrittenDownIsRefused(t *testing.T) {
	c := config(t, "UTC", "2026-10-05 08:00")
	x := NewCalendar(t.TempDir(), c)
	start := c.Now()
	for _, e := range []Event{
		{Title: "", Start: start, End: start.Add(1)}, {Title: "x\nDTSTART:1", Start: start, End: start.Add(time.Hour)}, {Title: "x", Start: start, End: start},
		{Title: "x", Start: start, End: start.Add(-time.Hour)}, {Title: "x", End: start}, {Title: "bell\x07", Start: start, End: start.Add(time.Hour)},
		{Title: "x", Start: start, End: start.Add(time.Hour), Location: "a\r\nb"}, {Title: "x", Start: start, End: start.Add(time.Hour), Repeats: "FREQ=X"},
		{Title: "x", Start: start, End: start.Add(time.Hour), Repeats: "FREQ=DAILY\r\nATTACH:file:///etc/passwd"}, {Title: strings.Repeat("x", MaxTitle+1), Start: start, End: start.Add(time.Hour)},
		{Title: "x", Start: start, End: start.Add(time.Hour), Notes: "\u202egnp.exe"}, {Title: "\xff", Start: start, End: start.Add(time.Hour)},
	} {
		_, err := x.AddEvent(t.Context(), e)
		require.Error(t, err, "%+v", e)
	}
	require.NoDirExists(t, filepath.Join(x.shelf.dir, "x"))
	require.Empty(t, seen(t, x.shelf.dir))
}

func TestAnEventThatEndsInTheHourThatIsShownTwiceEndsInTheSecond(t *testing.T) {
	loc := load(t, "America/New_York")
	x := NewCalendar(t.TempDir(), config(t, "America/New_York", "2026-10-05 08:00"))
	start := time.Date(2026, 11, 1, 5, 59, 0, 0, time.UTC).In(loc) // 1:59 in summer, a minute before it is one again
	ref, err := x.AddEvent(t.Context(), Event{Title: "watch the clock", Start: start, End: start.Add(2 * time.Minute)})
	require.NoError(t, err)
	got, _, err := x.Event(t.Context(), ref.ID)
	require.NoError(t, err)
	require.Equal(t, start.Add(2*time.Minute).UTC(), got.End.UTC())
}

// What was written is read back equal: any text, any zone, any time, whole days, series.
func TestEveryEventIsReadBackAsItWasWritten(t *testing.T) {
	zonesToTry := []string{"UTC", "Europe/Zurich", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Casablanca", "America/Sao_Paulo"}
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		name := rapid.SampledFrom(zonesToTry).Draw(r, "zone")
		loc := load(t, name)
		n++
		c := config(t, name, "2026-10-05 08:00")
		x := NewCalendar(filepath.Join(dir, slugOf(time.Unix(int64(n), 0).Format(time.RFC3339))), c)
		e := Event{Title: drawLine(r, "title"), Notes: drawText(r, "notes"), AllDay: rapid.Bool().Draw(r, "allDay")}
		if rapid.Bool().Draw(r, "placed") {
			e.Location, e.Calendar = drawLine(r, "location"), drawLine(r, "calendar")
		}
		if rapid.Bool().Draw(r, "repeats") {
			e.Repeats = rapid.SampledFrom([]string{"FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=YEARLY;COUNT=4", "FREQ=HOURLY;INTERVAL=5"}).Draw(r, "rule")
		}
		e.Start = time.Unix(rapid.Int64Range(0, 4e9).Draw(r, "start"), 0).In(loc)
		if turns := turnsOf(e.Start, e.Start.AddDate(1, 0, 0)); len(turns) > 0 && rapid.Bool().Draw(r, "at a change of the clocks") {
			e.Start = turns[0].at.Add(time.Duration(rapid.IntRange(-7200, 7200).Draw(r, "off")) * time.Second).In(loc)
		}
		e.End = e.Start.Add(time.Duration(rapid.Int64Range(1, 1e6).Draw(r, "length")) * time.Second)
		if e.AllDay {
			z := zone{loc: loc}
			first := wallOf(e.Start).Truncate(24 * time.Hour)
			e.Start, e.End = z.instant(first), z.instant(first.AddDate(0, 0, rapid.IntRange(1, 9).Draw(r, "days")))
			if strings.HasPrefix(e.Repeats, "FREQ=HOURLY") {
				if _, err := x.AddEvent(t.Context(), e); err == nil {
					r.Fatalf("a whole day was written that comes again within it")
				}
				e.Repeats = ""
			}
		}
		ref, err := x.AddEvent(t.Context(), e)
		if err != nil {
			r.Fatalf("write %+v: %v", e, err)
		}
		got, found, err := x.Event(t.Context(), ref.ID)
		if err != nil || found != ref {
			r.Fatalf("read: %v %v %v", found, ref, err)
		}
		e.ID = ref.ID
		if !got.Start.Equal(e.Start) || !got.End.Equal(e.End) {
			r.Fatalf("times: got %v – %v, want %v – %v", got.Start, got.End, e.Start, e.End)
		}
		got.Start, got.End = e.Start, e.End
		if got != e {
			r.Fatalf("\ngot  %+v\nwant %+v", got, e)
		}
		all, err := x.Events(t.Context(), e.Start.Add(-time.Second), e.Start.Add(time.Second))
		if err != nil || len(all.Items) == 0 || len(all.Troubles) > 0 {
			r.Fatalf("listed: %+v %v", all, err)
		}
	})
}

// drawLine makes text of one line as people and other programs write it, with what a calendar file escapes and folds.
func drawLine(t *rapid.T, label string) string {
	s := line(rapid.StringOfN(rapid.RuneFrom([]rune(`abc ,;:\"'=-n N%üß牛🙂é`)), 1, 200, -1).Draw(t, label))
	if s == "" {
		return "x"
	}
	return s
}

func drawText(t *rapid.T, label string) string {
	return rapid.StringOfN(rapid.RuneFrom([]rune("abc ,;:\\\"'=-nN\n\tü牛🙂 ")), 0, 400, -1).Draw(t, label)
}
