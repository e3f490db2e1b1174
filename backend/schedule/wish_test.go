package schedule

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/store"
)

// wednesday is 4 March 2026, 14:30 in Berlin.
func wednesday(t *testing.T) time.Time {
	t.Helper()
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	return time.Date(2026, 3, 4, 14, 30, 0, 0, berlin)
}

func TestALengthIsReadAsItWasSaid(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"ten minutes": 10 * time.Minute, "10 minute": 10 * time.Minute, "10 minutes": 10 * time.Minute, "half an hour": 30 * time.Minute,
		"90 seconds": 90 * time.Second, "an hour and a half": 90 * time.Minute, "1h30m": 90 * time.Minute, "30s": 30 * time.Second, "5m": 5 * time.Minute,
		"2 hours": 2 * time.Hour, "1 hour 30 minutes": 90 * time.Minute, "for 20 minutes": 20 * time.Minute, "7 days": Longest, "1 second": time.Second,
		"90": 90 * time.Second, "ninety": 90 * time.Second, " 5 ": 5 * time.Second, "1.5": 1500 * time.Millisecond, "twenty five": 25 * time.Second, "5.": 5 * time.Second,
	} {
		w, err := In(text, "", wednesday(t))
		require.NoError(t, err, text)
		require.Equal(t, want, w.Length, text)
		require.Equal(t, wednesday(t).Add(want), w.Due, text)
		require.Equal(t, store.KindTimer, w.kind())
	}
}

func TestWhatIsNoLengthIsRefusedWithTheReason(t *testing.T) {
	for text, why := range map[string]string{
		"": "no time", "0 minutes": "longer than nothing", "0": "longer than nothing", "8 days": "seven days", "2 weeks": "seven days", "0.1 seconds": "at least a second",
		"31 bananas": "bananas", "at 5 pm": "no length", "tomorrow": "no length", "a while": "exact", "2 minutes 30": "sure", "every day": "", "5:00": "", "-5 minutes": "longer than nothing", "−5 minutes": "longer than nothing",
		"5 minutes; rm -rf": "", "99999999999999999999": "", strings.Repeat("1", 500): "",
	} {
		_, err := In(text, "", wednesday(t))
		var no *Refused
		require.ErrorAs(t, err, &no, text)
		require.Contains(t, no.Why, why, text)
		require.Regexp(t, `^[\p{Lu}“].*[.]$`, no.Why, text)
	}
}

func TestAnAlarmIsReadInTheZoneOfTheClock(t *testing.T) {
	now := wednesday(t)
	day := func(d, h, m int) time.Time { return time.Date(2026, 3, d, h, m, 0, 0, now.Location()) }
	for text, want := range map[string]time.Time{
		"7 am": day(5, 7, 0), "at 7 am": day(5, 7, 0), "6:30 pm": day(4, 18, 30), "tomorrow at 6:30 am": day(5, 6, 30), "friday at noon": day(6, 12, 0),
		"in 20 minutes": day(4, 14, 50), "29 march at 3:30 am": time.Date(2026, 3, 29, 1, 30, 0, 0, time.UTC),
	} {
		w, err := At(text, "", now)
		require.NoError(t, err, text)
		require.True(t, want.Equal(w.Due), "%s: %s", text, w.Due)
		require.Zero(t, w.Length, text)
		require.Equal(t, store.KindAlarm, w.kind())
	}
	w, err := At("20 minutes", "", now)
	require.NoError(t, err)
	require.Equal(t, store.KindTimer, w.kind(), "a length under the wrong name")
}

func TestWhatIsNoMomentIsRefusedWithTheReason(t *testing.T) {
	for text, why := range map[string]string{
		"tomorrow": "whole day", "every day at 7": "rings once", "from 9 to 10": "stretch", "yesterday at 5 pm": "passed", "4 march 2026 at 9 am": "", "1 may 2027 at 9 am": "a year ahead",
		"29 march at 2:30 am": "", "later": "", "tomorrow morning": "", "": "",
	} {
		_, err := At(text, "", wednesday(t))
		var no *Refused
		require.ErrorAs(t, err, &no, text)
		require.Contains(t, no.Why, why, text)
	}
}

func TestALabelIsOneShortLine(t *testing.T) {
	for text, want := range map[string]string{
		"  pasta\n al  dente ": "pasta al dente", "a\u202eb": "a b", "tab\there": "tab here", "Grüße 🍝": "Grüße 🍝", "": "", "\x00": "",
		strings.Repeat("ü", 80): strings.Repeat("ü", 59) + "…",
	} {
		require.Equal(t, want, Label(text))
	}
}

func FuzzWish(f *testing.F) {
	for _, s := range []string{"10 minutes", "7 am", "half an hour", "90", "tomorrow", "\u202e5 minutes"} {
		f.Add(s)
	}
	now := time.Date(2026, 3, 4, 14, 30, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		if w, err := In(text, text, now); err == nil && (w.Length < shortest || w.Length > Longest || !w.Due.Equal(now.Add(w.Length))) {
			t.Fatalf("%q: %+v", text, w)
		}
		if w, err := At(text, text, now); err == nil && (!w.Due.After(now) || w.Due.Sub(now) > Horizon) {
			t.Fatalf("%q: %+v", text, w)
		}
		if l := Label(text); strings.ContainsAny(l, "\n\r\t\x00") || len([]rune(l)) > longLabel {
			t.Fatalf("%q: %q", text, l)
		}
	})
}
