package when

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	require.NoError(t, err)
	return loc
}

// show writes a result as one line: what the tables below hold.
func show(r Result) string {
	stamp := func(t time.Time) string {
		if r.AllDay {
			return t.Format("2006-01-02")
		}
		return t.Format("2006-01-02 15:04:05 -0700")
	}
	var s []string
	if r.Kind == Duration {
		return r.Length.String()
	}
	s = append(s, stamp(r.Start))
	if !r.End.IsZero() {
		s = append(s, stamp(r.End))
	}
	line := strings.ReplaceAll(strings.Join(s, " .. "), ":00 +", " +")
	if r.Repeats != "" {
		line += " " + r.Repeats
	}
	return line
}

type phrase struct{ text, want string }

// check parses each phrase from the same moment. A want that begins with "!" is a part of the refusal.
func check(t *testing.T, ref time.Time, phrases []phrase) {
	t.Helper()
	for _, c := range phrases {
		t.Run(c.text, func(t *testing.T) {
			got, err := Parse(c.text, ref)
			if why, refused := strings.CutPrefix(c.want, "!"); refused {
				var r *Refused
				require.True(t, errors.As(err, &r), "got %s", show(got))
				require.Contains(t, r.Why, why)
				require.Zero(t, got)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, show(got))
		})
	}
}

// wednesday is Wednesday, 4 March 2026, 10:00 in Berlin.
func wednesday(t testing.TB) time.Time {
	return time.Date(2026, 3, 4, 10, 0, 0, 0, zone(t, "Europe/Berlin"))
}

func TestEmptyVagueAndForeignWordsAreRefusedWithTheirReason(t *testing.T) {
	check(t, wednesday(t), []phrase{
		{"", "!empty phrase"},
		{" . ", "!empty phrase"},
		{"later", "!“later” names no exact time"},
		{"around five", "!“around” names no exact time"},
		{"in a few minutes", "!“few” is no exact number"},
		{"in a couple of hours", "!“couple” is no exact number"},
		{"tomorrow morning", "!“morning” is no exact time"},
		{"tonight", "!“tonight” is no exact time"},
		{"every morning", "!“morning” is no exact time"},
		{"banana", "!“banana”"},
		{"tomorrow at five at the pub", "!I don't understand “the” there"},
		{"five", "!can't be sure"},
		{"5", "!can't be sure"},
		{"tomorrow 5", "!can't be sure"},
		{"2 months", "!no fixed length"},
		{"until five pm", "!“until”"},
		{"at 5 pm est", "!“est”"},
		{strings.Repeat("tomorrow ", 40), "!too long"},
	})
}

func TestAnythingIsAnswered(t *testing.T) {
	for name, text := range map[string]string{
		"100 KB of a time":   strings.Repeat("tomorrow at five ", 6_000),
		"100 KB of one word": strings.Repeat("x", 100_000),
		"only blanks":        strings.Repeat(" ", 100_000),
		"control characters": "tomorrow\x00at\x1bfive",
		"a bell":             "tomorrow at five\a",
		"broken bytes":       "tomorrow \xff\xfe at five",
		"emoji":              "tomorrow at five 🎉",
		"emoji as a number":  "at 5️⃣",
		"other digits":       "at ٥",
		"wide digits":        "at ５:３０",
		"nothing one sees":   "tomor\u200brow",
		"backwards":          "\u202etomorrow",
		"all dashes":         strings.Repeat("-", 200),
		"all colons":         strings.Repeat(":", 200),
		"all commas":         strings.Repeat(",", 200),
		"all apostrophes":    strings.Repeat("'", 200),
		"many numbers":       strings.Repeat("1 ", 100),
		"many halves":        strings.Repeat("half ", 40),
		"many links":         strings.Repeat("and ", 50),
		"many articles":      "in " + strings.Repeat("a ", 98),
		"many steps":         strings.Repeat("1 day ", 33),
		"many weekdays":      "every" + strings.Repeat(" mon", 48) + " at",
		"many days of one":   "the " + strings.Repeat("1st and ", 24),
	} {
		_, err := Parse(text, wednesday(t))
		var r *Refused
		require.True(t, errors.As(err, &r), name)
		require.NotEmpty(t, r.Why, name)
		require.Less(t, len(r.Why), 300, name)
		require.NotRegexp(t, `[[:cntrl:]\x{202e}\x{200b}]`, r.Why, name)
	}
	// A blank is a blank in every script.
	got, err := Parse("\u00a0tomorrow\u2003at\u202f5\u00a0pm\t\n", wednesday(t))
	require.NoError(t, err)
	require.Equal(t, "2026-03-05 17:00 +0100", show(got))
}

func TestAReferenceOutOfRangeIsRefused(t *testing.T) {
	_, err := Parse("tomorrow", time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC))
	require.ErrorContains(t, err, "out of range")
}

func TestTheAnswerIsInTheZoneOfTheReference(t *testing.T) {
	for _, name := range []string{"America/New_York", "Asia/Kolkata", "UTC"} {
		loc := zone(t, name)
		got, err := Parse("tomorrow at 5 pm", time.Date(2026, 3, 4, 10, 0, 0, 0, loc))
		require.NoError(t, err)
		require.Equal(t, time.Date(2026, 3, 5, 17, 0, 0, 0, loc), got.Start)
	}
}

// FuzzParse: no text makes it panic or loop, and what it accepts is well formed.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"in 20 minutes", "half past seven", "every other monday at 5 pm for an hour", "from 11 to 1 pm tomorrow",
		"March 5 to 8", "2026-03-04T17:30:00Z", "the last friday of every month at 9", "an hour and a half", "29 february", "25/12/2026",
		"three quarters of an hour", "tonight at 12", "1h30m", "every year on february 29th", "the last week of may", "end of the month", "q3 2027",
		"this time next week", "a week on monday", "friday the 13th", "in an hour's time", "from tomorrow at noon until friday at 3 pm", "5-8 march 2027",
		"the 1st and 15th of every month at 10", "for two hours from noon", "tomorrow at midnight", "ten to midnight", "at 19h30", "from now until five",
		"the second monday of june", "december 20 to january 5, 2027", "a year, two months and a day ago", "24.12.2026", "the week after next"} {
		f.Add(seed, int64(1_772_614_800))
	}
	f.Add("at 2:30", int64(1_774_740_000))
	loc := zone(f, "Europe/Berlin")
	f.Fuzz(func(t *testing.T, text string, unix int64) {
		ref := time.Unix(unix, 0).In(loc)
		got, err := Parse(text, ref)
		if err != nil {
			var r *Refused
			if !errors.As(err, &r) || r.Why == "" || !slices.Contains([]Cause{NotATime, Vague, Ambiguous, Impossible, Past}, r.Cause) {
				t.Fatalf("%q: %v is no refusal with a reason", text, err)
			}
			return
		}
		again, err := Parse(" "+strings.ToUpper(text)+" ", ref)
		if err == nil && show(again) != show(got) {
			t.Fatalf("%q: case and blanks change %s to %s", text, show(got), show(again))
		}
		switch got.Kind {
		case Duration:
			if got.Length <= 0 || got.Length > maxLength {
				t.Fatalf("%q: length %v", text, got.Length)
			}
		case Instant:
			if got.Start.IsZero() || !got.End.IsZero() || got.Repeats != "" || got.AllDay {
				t.Fatalf("%q: %+v", text, got)
			}
		case Span:
			if !got.End.After(got.Start) || got.Repeats != "" {
				t.Fatalf("%q: %+v", text, got)
			}
			if got.AllDay && (got.Start != dayOf(got.Start).start(loc) || got.End != dayOf(got.End).start(loc)) {
				t.Fatalf("%q: %+v are no whole days", text, got)
			}
		case Recurrence:
			if !strings.HasPrefix(got.Repeats, "FREQ=") || !got.AllDay && !got.Start.After(ref) {
				t.Fatalf("%q: %+v", text, got)
			}
			if got.AllDay && dayOf(got.Start).before(dayOf(ref)) || !got.End.IsZero() && !got.End.After(got.Start) {
				t.Fatalf("%q: %+v", text, got)
			}
		default:
			t.Fatalf("%q: kind %q", text, got.Kind)
		}
	})
}
