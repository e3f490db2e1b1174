package phrase_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/phrase"
)

func TestSomethingForATimeIsAnEventOrAReminder(t *testing.T) {
	for _, c := range []struct{ said, event, reminder string }{
		{"add zahnarzt on friday", `calendar_create{"start":"on friday","title":"zahnarzt"}`, `reminder{"title":"zahnarzt","when":"on friday"}`},
		{"put Zahnarzt on monday at 5", `calendar_create{"start":"on monday at 5","title":"Zahnarzt"}`, `reminder{"title":"Zahnarzt","when":"on monday at 5"}`},
		{"book haircut tomorrow at 3 pm", `calendar_create{"start":"tomorrow at 3 pm","title":"haircut"}`, `reminder{"title":"haircut","when":"tomorrow at 3 pm"}`},
		{"add the tax return on 3 May", `calendar_create{"start":"on 3 May","title":"tax return"}`, `reminder{"title":"tax return","when":"on 3 May"}`},
	} {
		p := phrase.Read(c.said)
		require.NotNil(t, p.Gap, "%q: %s", c.said, show(p))
		require.Len(t, p.Gap.Choices, 2, "%q", c.said)
		require.Empty(t, p.Hint)
		for answer, want := range map[string]string{"event": c.event, "As an event.": c.event, "the calendar": c.event, "a reminder": c.reminder, "Remind me of it": c.reminder} {
			whole, ok := p.Gap.Fill(answer)
			require.True(t, ok, "%q, %q", c.said, answer)
			require.Equal(t, want, show(phrase.Read(whole)), "%q, %q: %q", c.said, answer, whole)
		}
		for _, answer := range []string{"both", "yes", "an event and a reminder", "tomorrow", ""} {
			_, ok := p.Gap.Fill(answer)
			require.False(t, ok, "%q, %q", c.said, answer)
		}
	}
	for _, said := range []string{"add salt", "add 5 on monday", "put it back tomorrow", "put the window on the left", "put the window on the left on friday", "book a table for two on friday", "book tickets on friday", "add milk to my list on friday",
		"she put zahnarzt on monday", "don't add zahnarzt on friday", "should I add zahnarzt on friday?"} {
		p := phrase.Read(said)
		require.True(t, p.Gap == nil || len(p.Gap.Choices) == 0, "%q", said)
		require.Empty(t, p.Hint, "%q", said)
	}
	means(t,
		"schedule zahnarzt on friday", `calendar_create{"start":"on friday","title":"zahnarzt"}`,
		"add lunch with Bo on friday at noon", `calendar_create{"start":"on friday at noon","title":"lunch with Bo"}`,
		"put milk on my shopping list note", `notes{"action":"append","body":"milk","title":"shopping list"}`,
	)
}

// Why a time can't be is said before it is asked for.
func TestAnImpossibleTimeIsSaidToBeOne(t *testing.T) {
	for _, c := range []struct{ said, question, answer, means string }{
		{"remind me to call at 25:00", `"25:00" is no time of day. When exactly?`, "at 5 pm", `reminder{"title":"call","when":"at 5 pm"}`},
		{"remind me to call on 31 February", "31 February is no date of the calendar. When exactly?", "on 3 March", `reminder{"title":"call","when":"on 3 March"}`},
		{"remind me at 13 pm to call", "13:00 and “pm” don't fit. When exactly?", "at 1 pm", `reminder{"title":"call","when":"at 1 pm"}`},
		{"remind me to call at 13 pm", "13:00 and “pm” don't fit. When exactly?", "at 1 pm", `reminder{"title":"call","when":"at 1 pm"}`},
		{"set an alarm for 25:00", `"25:00" is no time of day. At what time?`, "7 am", `start_timer{"at":"7 am"}`},
		{"wake me up at 25:00", `"25:00" is no time of day. At what time?`, "at 7", `start_timer{"at":"7"}`},
		{"set a timer for 25:00", `"25:00" is no time of day. For how long?`, "25 minutes", `start_timer{"duration":"25 minutes"}`},
		{"put lunch in my calendar on 31 February", "31 February is no date of the calendar. When exactly?", "on 3 March", `calendar_create{"start":"on 3 March","title":"lunch"}`},
		{"what's on my calendar on 31 February", "31 February is no date of the calendar. Which day?", "tomorrow", `calendar{"range":"tomorrow"}`},
		{"remind me to call later", "When exactly?", "at 5 pm", `reminder{"title":"call","when":"at 5 pm"}`},
	} {
		p := phrase.Read(c.said)
		require.NotNil(t, p.Gap, "%q: %s", c.said, show(p))
		require.Equal(t, c.question, p.Gap.Question, "%q", c.said)
		whole, ok := p.Gap.Fill(c.answer)
		require.True(t, ok, "%q: %q", c.said, whole)
		require.Equal(t, c.means, show(phrase.Read(whole)), "%q: %q", c.said, whole)
	}
}
