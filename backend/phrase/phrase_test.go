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

// nothing may come of these; why is not the point.
func nothing(t *testing.T, texts ...string) {
	t.Helper()
	for _, s := range texts {
		require.False(t, phrase.Read(s).Complete(), "%q fires: %s", s, show(phrase.Read(s)))
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
	p := phrase.Read("press 7 and then fold a crane")
	require.Equal(t, "fold a crane", p.Rest)
	require.Equal(t, phrase.Unsupported, p.Why)
	require.False(t, p.Complete())

	p = phrase.Read("press 7 and then order a pizza")
	require.Equal(t, "order a pizza", p.Rest)
	require.Equal(t, phrase.Destructive, p.Why)
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
		"press all buttons", "press any key", "click Save next to Name", "press OK to continue")
}

func TestWordsThatOnlyLookLikeCommandsNeverFire(t *testing.T) {
	refuses(t, phrase.NotImperative, "press release notes", "Press Freedom Matters", "PRESS FREEDOM MATTERS NOW", "hit the road", "push the envelope",
		"tap water is safe", "Open Source Software Is Free", "check mate", "check engine light", "start over", "press the advantage", "type A personality is stressful",
		"type 2 diabetes is common", "type safety matters", "push to main", "pick me up", "choose wisely", "enter the room", "scroll lock", "let's go")
	refuses(t, phrase.Unsupported, "open the door", "turn off the lights", "turn on the TV", "set sail to France", "fill the bath with water",
		"write a poem about cats", "write it down", "go to sleep", "visit my mother", "launch the rocket", "minimise the risk", "maximise profits")
}

// These idioms and headlines begin like commands. Each fired, or nearly did, in some version of the grammar.
func TestIdiomsAndHeadlinesNeverFire(t *testing.T) {
	for _, text := range strings.Split(strings.TrimSpace(idioms), "\n") {
		p := phrase.Read(text)
		require.False(t, p.Complete(), "%q fires: %s", text, show(p))
	}
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

const idioms = `
press coverage of the event was poor
press your luck
press ahead with the plan
press for answers
press charges against him
push comes to shove
push harder
push the limits of science
hit songs of the eighties
hit it off
hit and run accident
hit the nail on the head
tap into your potential
tap dancing is fun
click rates are falling
click bait everywhere
click together
check in at the hotel
check the oil before the trip
check your privilege
check whether it works
check that the door is closed
check with Bob
check back later
check please
tick bites are dangerous
turn left at the corner
turn around
turn on a dime
turn off at the next exit
turn on the charm
turn over a new leaf
switch off from work
switch to decaf
choose your battles
choose a password
select few people
select committee hearings
pick a side
pick up the kids at three
pick on someone your own size
open minded people
open your heart
open with a joke
open the floodgates
open up to me
open the letter from Bob
open a bank account
open at nine
open daily
open until late
launch a campaign
launch into a speech
start a family
start with the basics
start from scratch
start early
start somewhere
start believing
go to bed
go to church
go to the gym with Anna
go to plan B
visit Paris in spring
visit grandma
set the record straight
set the table for four
set an example to follow
set boundaries
set aside some time
change is hard
change your mind
change the world
fill the tank with petrol
fill me in
clear the table
clear the air
clear my head
clear skies tomorrow
clear and present danger
type of person
types of error
type fast
type like a pro
write like Hemingway
write home
write to your senator
write soon
write about cats
write a letter to the editor
write what you know
enter the dragon
enter at your own risk
enter through the back door
scroll saw
scroll through the list
scroll past the ads
maximise your potential
centre of the universe
center stage
snap decision
snap out of it
put the kettle on
put on a coat
put the book on the left
put it in the middle of the table
move to the left
move the sofa to the left
make the bed
make the window sill clean
undo the knot
undo my shirt
revert to type
take it back to the store
change it back to blue
read the room
read me the riot act
show me the money
show the way
tell me a secret
page down the stairs
press play on the tape
press start on the washing machine
open sesame
open season on ducks
open house this Sunday
Open House This Sunday
Press Conference At Noon
Start Date
Launch Party
Set Theory
Hit List
Push Notifications
press release
click farm
start button
the button press was late
press OK she whispered
press OK, the manual says
press OK as the manual says
click Next like he said
click Next like a pro
press Next, thought Tom
type hello as I said
type what he said
write what he tells you
`
