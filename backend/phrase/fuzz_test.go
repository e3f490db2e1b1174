package phrase_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"pace/backend/phrase"
)

// hostile are pieces that a careless reader would take quadratic time for when they are repeated.
var hostile = map[string]string{
	"please":   "please ",
	"polite":   "can you ",
	"and":      "and ",
	"press":    "and press b ",
	"sure":     "then press 7 ",
	"typing":   "and type it ",
	"quote":    `"`,
	"single":   "'a ",
	"openings": `“"«'`,
	"commas":   ", ",
	"stops":    "a. ",
	"thanks":   ", please",
	"into":     "into Name ",
	"letters":  "a",
	"lines":    "press 7\n",
	"emoji":    "👍",
	"sets":     "set A to B and ",
	"remind":   "remind me to ",
	"calendar": "add x to calendar ",
	"timer":    "set a timer for 5 minutes ",
	"times":    "at five on monday ",
	"volume":   "turn the volume up by ",
	"mail":     "draft an email to a about b saying ",
	"replace":  "replace a with ",
	"every":    "every 5 minutes ",
	"um":       "um ",
}

func FuzzRead(f *testing.F) {
	for _, c := range []string{"press 7", `type "a" in Notes`, "hey pace, could you please press OK 👍", "press ctrl+", "File > Export", "set A to B",
		"would you mind pressing 3?", "type hello, please.", "remind me tomorrow at five to call Bo", "set a 5 minute timer and mute the sound", "add lunch on friday from 12 to 1 at Leo's",
		"every 10 minutes check my inbox", "make a note that a, b and c", "run morning setup", "um uh what's on my calendar?", "replace \"a\" with b", "in the background, sort it", "\x00\xff press\u200b OK", "in Notes, type 'x'", "press „Speichern“ twice"} {
		f.Add(c)
	}
	for _, h := range hostile {
		f.Add(strings.Repeat(h, 5))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return
		}
		n := phrase.Normalise(text)
		if again := phrase.Normalise(n); again != n {
			t.Fatalf("normalised twice differs: %q → %q → %q", text, n, again)
		}
		p := phrase.Read(text)
		if p.Complete() == (p.Why != phrase.None || p.Followup != nil) {
			t.Fatalf("%q is neither complete nor refused, or both: %+v", text, p)
		}
		if len(p.Steps) > phrase.MaxSteps && p.Complete() {
			t.Fatalf("%q makes %d steps", text, len(p.Steps))
		}
		for _, step := range p.Steps {
			for _, c := range step {
				var args map[string]any
				if err := json.Unmarshal(c.Args, &args); err != nil {
					t.Fatalf("%q: args %s: %v", text, c.Args, err)
				}
			}
		}
		if !utf8.ValidString(p.Rest) {
			t.Fatalf("%q: rest %q is no text", text, p.Rest)
		}
	})
}

func TestHostileInputIsReadWithoutEndlessWork(t *testing.T) {
	for name, unit := range hostile {
		text := strings.Repeat(unit, 100_000/len(unit))
		for _, s := range []string{text, "type " + text} {
			p := phrase.Read(s)
			if p.Complete() && !strings.HasPrefix(s, "type") && !strings.HasPrefix(s, "set") {
				require.LessOrEqual(t, len(p.Steps), phrase.MaxSteps, name)
			}
		}
	}
}
