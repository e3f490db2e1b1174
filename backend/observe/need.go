package observe

import (
	"strings"
	"unicode"
)

// Reason says why a sentence needs the screen, or that it does not.
type Reason string

const (
	NotNeeded Reason = ""
	Always    Reason = "always"    // the user has set it so
	Acting    Reason = "acting"    // it names something that is done on the screen
	Looking   Reason = "looking"   // it asks to look or to find
	ThisThing Reason = "thisThing" // it points at something: this, that, here
	PartOfIt  Reason = "partOfIt"  // it names a part of the screen
)

// screenWords are the words that make a look at the screen worth its time. A sentence without any of them is answered,
// or carried out, without one: looking costs a second, and a vision model several.
var screenWords = []struct {
	reason Reason
	words  string
}{
	{Acting, "click tap press save delete type write enter fill paste copy scroll select choose drag tick untick check uncheck toggle set close double-click"},
	{Looking, "where find show point highlight see look read describe summarise summarize"},
	{ThisThing, "this that these those here there"},
	{PartOfIt, "screen window page menu button field tab panel icon toolbar sidebar dialog form file box list row link checkbox slider"},
}

// Needs decides whether a sentence needs the screen. always is the setting that makes every sentence need it. It goes
// by words alone and errs on the side of looking: a sentence that only seems to need the screen costs a moment.
func Needs(text string, always bool) Reason {
	if always {
		return Always
	}
	said := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '-'
	}) {
		for _, form := range forms(w) {
			said[form] = true
		}
	}
	for _, row := range screenWords {
		for w := range strings.FieldsSeq(row.words) {
			if said[w] {
				return row.reason
			}
		}
	}
	return NotNeeded
}

// forms are a word and what it may be an inflection of: "buttons", "dialogs", "pressing", "dragged", "saved".
func forms(w string) []string {
	out := []string{w}
	for _, suffix := range []string{"s", "es", "ing", "ed"} {
		stem, ok := strings.CutSuffix(w, suffix)
		if !ok || len(stem) < 3 {
			continue
		}
		out = append(out, stem)
		if suffix == "ing" || suffix == "ed" {
			out = append(out, stem+"e")
			if n := len(stem); stem[n-1] == stem[n-2] {
				out = append(out, stem[:n-1])
			}
		}
	}
	return out
}
