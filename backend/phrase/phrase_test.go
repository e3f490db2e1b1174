package phrase_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/phrase"
)

// show writes what a sentence means in one line: its calls, or the reason and the part that was not understood.
func show(p phrase.Parse) string {
	if p.Followup != nil {
		return "followup " + string(p.Followup.Kind)
	}
	if !p.Complete() {
		return string(p.Why) + ": " + p.Rest
	}
	var out []string
	for _, step := range p.Steps {
		for _, c := range step {
			out = append(out, c.Tool+string(c.Args))
		}
	}
	return strings.Join(out, " ")
}

func means(t *testing.T, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		require.Equal(t, pairs[i+1], show(phrase.Read(pairs[i])), "%q", pairs[i])
	}
}

func refuses(t *testing.T, why phrase.Refusal, texts ...string) {
	t.Helper()
	for _, s := range texts {
		p := phrase.Read(s)
		require.False(t, p.Complete(), "%q fires: %s", s, show(p))
		require.Equal(t, why, p.Why, "%q", s)
		require.NotEmpty(t, p.Rest, "%q", s)
	}
}

func TestAnEmptySentenceAndOneOfSpacesAreEmpty(t *testing.T) {
	require.Equal(t, phrase.Empty, phrase.Read("").Why)
	require.Equal(t, phrase.Empty, phrase.Read(" \n\t\x00 ").Why)
}

func TestACommandThatIsTooLongIsRefusedAndLongTypedTextIsNot(t *testing.T) {
	long := strings.Repeat("word ", 2000)
	require.Equal(t, phrase.TooLong, phrase.Read("press "+long).Why)
	require.Equal(t, phrase.TooLong, phrase.Read(long).Why)
	require.Equal(t, phrase.TooLong, phrase.Read(strings.Repeat("x", phrase.MaxBytes+1)).Why)
	require.True(t, phrase.Read("type "+long).Complete())
	require.True(t, phrase.Read(`type "`+long+`" in Notes`).Complete())
	require.True(t, phrase.Read(`press "`+long+`"`).Complete())
	require.Equal(t, phrase.TooLong, phrase.Read(strings.Repeat("press 7 then ", 100)+"press 7").Why)
}

func TestThePartThatIsNotUnderstoodIsNamedAndTheStepsBeforeItAreNotActedOn(t *testing.T) {
	p := phrase.Read("press 7 and then order a pizza")
	require.Equal(t, "order a pizza", p.Rest)
	require.Equal(t, phrase.Unsupported, p.Why)
	require.Len(t, p.Steps, 1)
	require.False(t, p.Complete())

	p = phrase.Read("open Calculator, then press")
	require.Equal(t, "what to press", p.Missing)
	require.False(t, p.Complete())
}

func TestSecondThoughtsStopTheWholeSentence(t *testing.T) {
	refuses(t, phrase.IsNegation, "press OK, no wait", "press OK no wait", "press OK, no wait, don't", "type hello, never mind", "press OK, never mind")
	refuses(t, phrase.Unsupported, "press OK, actually Cancel", "press OK - Cancel", "press Yes, Delete", "press OK. Actually, press Cancel")
}

func TestConditionsChoicesAndTimesNeverFire(t *testing.T) {
	refuses(t, phrase.IsHypothetic, "press OK if you see it", "press OK until it works", "click Save before closing", "press OK when it is done")
	refuses(t, phrase.Unsupported, "press OK or Cancel", "press OK tomorrow", "press OK at noon", "press OK in 5 minutes", "press OK every day",
		"press all buttons", "press any key", "click Save next to Name", "click the second Save button", "click on the third link", "press OK to continue")
}

func TestWordsThatOnlyLookLikeCommandsNeverFire(t *testing.T) {
	refuses(t, phrase.NotImperative, "press release notes", "Press Freedom Matters", "PRESS FREEDOM MATTERS NOW", "hit the road", "push the envelope",
		"tap water is safe", "Open Source Software Is Free", "check mate", "check engine light", "start over", "press the advantage", "type A personality is stressful",
		"type 2 diabetes is common", "type safety matters", "push to main", "pick me up", "choose wisely", "enter the room", "scroll lock", "let's go")
	refuses(t, phrase.Unsupported, "open the door", "turn off the lights", "turn on the TV", "set sail to France", "fill the bath with water",
		"write a poem about cats", "write it down", "go to sleep", "visit my mother", "launch the rocket", "start recording", "minimise the window", "maximise profits")
}

func TestReportedSpeechAndQuotationsNeverFire(t *testing.T) {
	refuses(t, phrase.IsReported, `"press OK"`, `he said "press OK"`, `press "OK" he said`, `type "hi" she said`, "type hello, he said")
}

func TestOtherLanguagesNeverFire(t *testing.T) {
	refuses(t, phrase.NotEnglish, "öffne den Rechner", "drücke OK", "ouvre la calculatrice", "open de deur", "日本語を開いて", "нажми ОК", "abre la calculadora")
}

func TestQuestionsNeverFireAndRequestsDressedAsQuestionsDo(t *testing.T) {
	refuses(t, phrase.IsQuestion, "press OK?", "can you see the Save button?", "will you ever press OK?", "set Name to Who?", "what's on the screen", "write or type?")
	means(t, "could you click Save?", `click{"label":"Save"}`, "would you mind pressing 3?", `click{"label":"3"}`,
		"what's on my clipboard?", `clipboard_read{}`)
}
