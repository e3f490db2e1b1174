package phrase_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/phrase"
)

// A question, an answer, and what the two come to.
func TestTheAnswerToTheQuestionMakesTheSentenceWhole(t *testing.T) {
	for _, c := range []struct{ said, question, answer, means string }{
		{"press", "What should I press?", "Save", `click{"label":"Save"}`},
		{"open", "What should I open?", "Firefox", `open_app{"app":"Firefox"}`},
		{"please type", "What should I type?", "hello", `type{"text":"hello"}`},
		{"type in Name", "What should I type into “Name”?", "Anna", `type{"text":"Anna","into":"Name"}`},
		{"go to", "Where to?", "example.org", `open_url{"url":"https://example.org"}`},
		{"press ctrl+", "Which key goes with ctrl?", "s", `key{"key":"ctrl+s"}`},
		{"press OK and", "What comes next?", "press Save", `click{"label":"OK"} click{"label":"Save"}`},
		{"put this window", "Where to?", "left", `window_snap{"position":"left"}`},
		{"scroll", "Which direction?", "up", `scroll{"direction":"up","amount":3}`},
		{"set Level", "To what?", "70", `set_value{"target":"Level","value":"70"}`},
		{"set Level to", "To what?", "70", `set_value{"target":"Level","value":"70"}`},
		{"set the volume", "To how much, in percent?", "30", `volume{"level":30}`},
		{"set a timer", "For how long?", "ten minutes", `start_timer{"duration":"ten minutes"}`},
		{"set a timer for later", "For how long?", "ten minutes", ``},
		{"set an alarm", "For what time?", "6:30", `start_timer{"at":"6:30"}`},
		{"wake me up", "At what time?", "at seven", `start_timer{"at":"seven"}`},
		{"remind me later to water the plants", "When exactly?", "at five", `reminder{"title":"water the plants","when":"at five"}`},
		{"remind me to water the plants later", "When exactly?", "at five", `reminder{"title":"water the plants","when":"at five"}`},
		{"remind me tomorrow", "What should I remind you of?", "the dentist", ``},
		{"remind me tomorrow at five", "What should I remind you of?", "call Bo", `reminder{"title":"call Bo","when":"tomorrow at five"}`},
		{"remind me", "What should I remind you of, and when?", "call Bo at five", `reminder{"title":"call Bo","when":"at five"}`},
		{"remind me later", "What should I remind you of, and when?", "call Bo at five", `reminder{"title":"call Bo","when":"at five"}`},
		{"remind me to pay the rent on 31 February", "31 February is no date of the calendar. When exactly?", "on 28 February", `reminder{"title":"pay the rent","when":"on 28 February"}`},
		{"schedule a meeting", "When exactly?", "tomorrow at 3", `calendar_create{"start":"tomorrow at 3","title":"meeting"}`},
		{"make a note", "What should the note say?", "the key is here", `notes{"action":"create","body":"the key is here"}`},
		{"draft a message", "To whom?", "Priya", `messages{"recipient":"Priya"}`},
		{"run the skill", "Which skill?", "invoices", `skill{"action":"run","name":"invoices"}`},
		{"open Firefox and set a timer", "For how long?", "5 minutes", `open_app{"app":"Firefox"} start_timer{"duration":"5 minutes"}`},
		{"set a timer and then mute the sound", "For how long?", "5 minutes", `start_timer{"duration":"5 minutes"} volume{"mute":true}`},
	} {
		p := phrase.Read(c.said)
		require.False(t, p.Complete(), "%q", c.said)
		require.NotNil(t, p.Gap, "%q: %s", c.said, show(p))
		require.Equal(t, c.question, p.Gap.Question, "%q", c.said)
		if c.means != "" {
			whole, ok := p.Gap.Fill(c.answer)
			require.True(t, ok, "%q, answered %q: %q", c.said, c.answer, whole)
			require.Equal(t, c.means, show(phrase.Read(whole)), "%q, answered %q: %q", c.said, c.answer, whole)
		}
	}
}

func TestAPartOfAnAnswerLeadsToTheNextQuestion(t *testing.T) {
	g := phrase.Read("remind me").Gap
	whole, ok := g.Fill("tomorrow at 5")
	require.True(t, ok)
	g = phrase.Read(whole).Gap
	require.Equal(t, "What should I remind you of?", g.Question)
	whole, ok = g.Fill("call Bo")
	require.True(t, ok)
	require.Equal(t, `reminder{"title":"call Bo","when":"tomorrow at 5"}`, show(phrase.Read(whole)))
	_, ok = phrase.Read("press").Gap.Fill("")
	require.False(t, ok)
}

func TestOnlyATimeAnswersWhen(t *testing.T) {
	for _, said := range []string{"remind me to call at 25:00", "remind me later to water the plants", "remind me to pay the rent on 31 February", "schedule a meeting", "add lunch to my calendar on 31 June"} {
		g := phrase.Read(said).Gap
		require.NotNil(t, g, said)
		for _, answer := range []string{"add zahnarzt on friday", "call Bo", "the dentist at five", "blah", "buy milk tomorrow", "put the kettle on at 5"} {
			_, ok := g.Fill(answer)
			require.False(t, ok, "%q, answered %q", said, answer)
		}
		for _, answer := range []string{"tomorrow at five", "on friday at 3", "in ten minutes", "at 5 pm", "next monday at noon", "Friday at 3."} {
			whole, ok := g.Fill(answer)
			require.True(t, ok, "%q, answered %q: %q", said, answer, whole)
			require.True(t, phrase.Read(whole).Complete(), whole)
		}
	}
}

func TestWhatIsNoCommandHasNoGap(t *testing.T) {
	for _, text := range []string{"", "hello", "don't press", "she said press", "what is a timer", "the timer", "delete it", "how do I set a timer", "press OK"} {
		require.Nil(t, phrase.Read(text).Gap, "%q", text)
	}
}
