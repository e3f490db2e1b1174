package when

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestATimeIsFoundAtTheEndOfASentence(t *testing.T) {
	for _, c := range []struct{ text, before, phrase, want string }{
		{"remind me to call Anna tomorrow at five", "remind me to call Anna", "tomorrow at five", "2026-03-05 17:00 +0100"},
		{"Remind me to stretch in 20 minutes.", "Remind me to stretch", "in 20 minutes.", "2026-03-04 10:20 +0100"},
		{"set a timer for 20 minutes", "set a timer", "for 20 minutes", "20m0s"},
		{"wait an hour and a half", "wait", "an hour and a half", "1h30m0s"},
		{"send the report by Friday", "send the report", "by Friday", "2026-03-06 .. 2026-03-07"},
		{"add lunch with Jo for tomorrow at noon", "add lunch with Jo", "for tomorrow at noon", "2026-03-05 12:00 +0100"},
		{"water the plants, every Monday at 9", "water the plants", "every Monday at 9", "2026-03-09 09:00 +0100 FREQ=WEEKLY;BYDAY=MO"},
		{"meet Sam on Friday from 3 to 5", "meet Sam", "on Friday from 3 to 5", "2026-03-06 15:00 +0100 .. 2026-03-06 17:00 +0100"},
		{"turn the light on tomorrow", "turn the light on", "tomorrow", "2026-03-05 .. 2026-03-06"},
		{"move the meeting to friday", "move the meeting to", "friday", "2026-03-06 .. 2026-03-07"},
		{"call April tomorrow", "call April", "tomorrow", "2026-03-05 .. 2026-03-06"},
		{"set the volume to 30 in ten minutes", "set the volume to 30", "in ten minutes", "2026-03-04 10:10 +0100"},
		{"set the volume to 30 at half past five", "set the volume to 30", "at half past five", "2026-03-04 17:30 +0100"},
		{"tomorrow at five", "", "tomorrow at five", "2026-03-05 17:00 +0100"},
		{"grüße  Änne\tmorgen — tomorrow", "grüße  Änne\tmorgen", "tomorrow", "2026-03-05 .. 2026-03-06"},
		{strings.Repeat("word ", 30_000) + "tomorrow", strings.TrimSpace(strings.Repeat("word ", 30_000)), "tomorrow", "2026-03-05 .. 2026-03-06"},
	} {
		t.Run(c.text[:min(len(c.text), 50)], func(t *testing.T) {
			before, r, phrase, ok := Tail(c.text, wednesday(t))
			require.True(t, ok, "%q", phrase)
			require.Equal(t, []string{c.before, c.phrase, c.want}, []string{before, phrase, show(r)})
		})
	}
}

func TestATimeIsFoundAtTheBeginningOfASentence(t *testing.T) {
	for _, c := range []struct{ text, phrase, after, want string }{
		{"tomorrow at five remind me to call Anna", "tomorrow at five", "remind me to call Anna", "2026-03-05 17:00 +0100"},
		{"In 20 minutes, remind me to stretch", "In 20 minutes,", "remind me to stretch", "2026-03-04 10:20 +0100"},
		{"every weekday at 8:30 open my mail", "every weekday at 8:30", "open my mail", "2026-03-05 08:30 +0100 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"},
		{"by friday send the report", "by friday", "send the report", "2026-03-06 .. 2026-03-07"},
		{"for 20 minutes play music", "for 20 minutes", "play music", "20m0s"},
		{"tomorrow at five remind me to leave at six", "tomorrow at five", "remind me to leave at six", "2026-03-05 17:00 +0100"},
		{"tomorrow at the office say hello", "tomorrow", "at the office say hello", "2026-03-05 .. 2026-03-06"},
		{"tomorrow at five", "tomorrow at five", "", "2026-03-05 17:00 +0100"},
		{"tomorrow " + strings.Repeat("word ", 30_000), "tomorrow", strings.Repeat("word ", 30_000), "2026-03-05 .. 2026-03-06"},
	} {
		t.Run(c.text[:min(len(c.text), 50)], func(t *testing.T) {
			phrase, r, after, ok := Head(c.text, wednesday(t))
			require.True(t, ok, "%q", phrase)
			require.Equal(t, []string{c.phrase, c.after, c.want}, []string{phrase, after, show(r)})
		})
	}
}

func TestAPartOfALongerTimeIsNotTakenForAllOfIt(t *testing.T) {
	for text, found := range map[string]string{
		"call Anna around five pm":                  "around five pm",
		"call Anna around 5:30 tomorrow":            "around 5:30 tomorrow",
		"stretch every few days at five":            "every few days at five",
		"call Anna after tomorrow":                  "after tomorrow",
		"meet at five or six pm":                    "at five or six pm",
		"call on monday and tuesday":                "on monday and tuesday",
		"tomorrow call Anna at five":                "at five",
		"tomorrow write to Anna at 5 pm":            "at 5 pm",
		"remind me on friday to leave at five":      "at five",
		"remind me at five to call tomorrow":        "tomorrow",
		"ask Anna about friday":                     "about friday",
		"pay in march at five":                      "in march at five",
		"do it in two or three hours from tomorrow": "in two or three hours from tomorrow",
		"call Anna next friday":                     "next friday",
		"call Anna tomorrow morning":                "tomorrow morning",
		"call Anna in a few minutes":                "in a few minutes",
		"call Anna on friday at 25:00":              "on friday at 25:00",
		"call Anna later today":                     "later today",
		"call Anna today at 9 am":                   "today at 9 am",
	} {
		before, r, phrase, ok := Tail(text, wednesday(t))
		require.False(t, ok, "%q: %s", text, show(r))
		require.Equal(t, []string{text, found}, []string{before, phrase})
	}
	for text, found := range map[string]string{
		"every monday morning remind me":      "every monday morning",
		"at five minutes after the call":      "at five minutes",
		"tomorrow in the morning remind me":   "tomorrow in the morning",
		"tomorrow before lunch remind me":     "tomorrow before lunch",
		"at five or six call Anna":            "at five or six",
		"at five call Anna tomorrow":          "at five",
		"tomorrow call Anna at five":          "tomorrow",
		"every day until june play music":     "every day",
		"tomorrow the second monday is a day": "tomorrow the second monday",
		"next friday call Anna":               "next friday",
		"in a few minutes call Anna":          "in a few minutes",
		"today at 9 am call Anna":             "today at 9 am",
	} {
		phrase, r, after, ok := Head(text, wednesday(t))
		require.False(t, ok, "%q: %s", text, show(r))
		require.Equal(t, []string{found, text}, []string{phrase, after})
	}
}

func TestASentenceWithoutATimeHasNone(t *testing.T) {
	for _, text := range []string{"", "   ", "open the mail", "call Anna", "press five", "say good morning", "put a full stop at the end", "five", "in", "at the top", "for", "every window", "\x00\x01 \xff", "🙂 🙂"} {
		before, r, phrase, ok := Tail(text, wednesday(t))
		require.False(t, ok, text)
		require.Zero(t, r)
		require.Equal(t, []string{text, ""}, []string{before, phrase})
		phrase, r, after, ok := Head(text, wednesday(t))
		require.False(t, ok, text)
		require.Zero(t, r)
		require.Equal(t, []string{"", text}, []string{phrase, after})
	}
}

// FuzzEdges: what is found is a piece of the sentence and is what Parse makes of it; nothing is lost.
func FuzzEdges(f *testing.F) {
	for _, seed := range []string{"remind me to call Anna tomorrow at five", "every monday at 9 water the plants", "for 20 minutes play", "at five or six",
		"by friday", "for", "tomorrow — go", "1 1 1 1 1 1", "in a a a hour"} {
		f.Add(seed)
	}
	ref := wednesday(f)
	f.Fuzz(func(t *testing.T, text string) {
		before, r, phrase, ok := Tail(text, ref)
		if !ok && (before != text || r != Result{}) || ok && (!strings.HasPrefix(text, before) || !strings.HasSuffix(text, phrase) || r.Kind == "") {
			t.Fatalf("%q: %q, %+v, %q, %v", text, before, r, phrase, ok)
		}
		phrase, r, after, ok := Head(text, ref)
		if !ok && (after != text || r != Result{}) || ok && (!strings.Contains(text, phrase) || !strings.HasSuffix(text, after) || r.Kind == "") {
			t.Fatalf("%q: %q, %+v, %q, %v", text, phrase, r, after, ok)
		}
	})
}
