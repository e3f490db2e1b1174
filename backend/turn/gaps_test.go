package turn

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/proof"
)

// pressed counts what the one tool of the bench was told to press.
func pressed(b *bench) *[]string {
	var out []string
	b.press = func(_ context.Context, label string) proof.Outcome {
		out = append(out, label)
		return seen
	}
	return &out
}

func TestAMissingPieceIsAskedForAndTheNextSentenceIsTheAnswer(t *testing.T) {
	b := newBench(t)
	got := pressed(b)
	end := b.ask(t, "press")
	require.Equal(t, event.Blocked, end.Status)
	require.Equal(t, "What should I press?", end.Question.Text)
	require.Empty(t, *got)

	require.Equal(t, event.Done, b.ask(t, "Save").Status)
	require.Equal(t, []string{"Save"}, *got)
	// the question is answered: the same word again is a word of its own
	b.ask(t, "Harbour")
	require.Equal(t, []string{"Save"}, *got)
}

func TestAnAnswerThatIsACommandOfItsOwnIsDoneAsSuch(t *testing.T) {
	b := newBench(t)
	got := pressed(b)
	b.ask(t, "press")
	require.Equal(t, event.Done, b.ask(t, "press Harbour").Status)
	require.Equal(t, []string{"Harbour"}, *got)
}

func TestTheQuestionForAMissingPieceIsLetGo(t *testing.T) {
	for name, leave := range map[string]func(b *bench){
		"by saying no":      func(b *bench) { require.Equal(t, event.Done, b.ask(t, "no").Status) },
		"after a while":     func(b *bench) { b.later(3 * time.Minute) },
		"by something else": func(b *bench) { require.Equal(t, event.Done, b.ask(t, "press Harbour").Status) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.ask(t, "press")
			leave(b)
			got := pressed(b)
			end := b.ask(t, "Mill")
			require.Equal(t, event.NotUnderstood, end.Status, end.Spoken)
			require.Empty(t, *got)
		})
	}
}

func TestADryRunOrSomebodyElseLeavesNoQuestionBehind(t *testing.T) {
	b := newBench(t)
	got := pressed(b)
	for _, r := range []Request{{Text: "press", Origin: "ask", Attended: true, DryRun: true}, {Text: "press", Origin: "schedule"}} {
		x, err := b.Submit(context.Background(), r)
		require.NoError(t, err)
		rows(t, x)
		require.Equal(t, event.Blocked, x.Wait().Status)
		require.Equal(t, event.NotUnderstood, b.ask(t, "Mill").Status)
	}
	require.Empty(t, *got)
}

func TestWhatPaceNeverDoesIsRefusedByTheBuiltInPlanner(t *testing.T) {
	b := newBench(t)
	for _, text := range []string{"delete all my files", "shut down the computer", "send the mail", "press Harbour and then empty the trash"} {
		got := pressed(b)
		end := b.ask(t, text)
		require.Equal(t, event.NotUnderstood, end.Status, text)
		require.Contains(t, end.Spoken, "by myself", text)
		require.Empty(t, *got, text)
	}
}

// Whatever the second sentence is, it closes the question of the first: none is swallowed later.
func TestAQuestionIsForTheNextSentenceOnly(t *testing.T) {
	for _, first := range []string{"take a note", "remind me later", "set a timer", "press"} {
		for _, second := range []string{"delete report.pdf", "what is the capital of France?", "set Level", "buy milk", "hello", "never mind", "cancel", "no", "stop", "mute", "yes"} {
			b := newBench(t)
			b.ask(t, first)
			b.ask(t, second)
			got := pressed(b)
			end := b.ask(t, "press Harbour")
			require.Equal(t, event.Done, end.Status, "%q, %q: %s", first, second, end.Spoken)
			require.Equal(t, []string{"Harbour"}, *got)
			end = b.ask(t, "Mill")
			require.NotEqual(t, event.Done, end.Status, "%q, %q", first, second)
			require.Equal(t, []string{"Harbour"}, *got, "%q, %q", first, second)
		}
	}
}

func TestNeverMindIsNoAnswer(t *testing.T) {
	for _, first := range []string{"take a note", "remind me tomorrow at 5", "type", "type in Name", "set Level", "set the volume", "press"} {
		for _, no := range []string{"never mind", "no", "cancel", "stop", "don't", "forget it", "Never mind, thanks.", "nope"} {
			b := newBench(t)
			require.NotNil(t, b.ask(t, first).Question, first)
			end := b.ask(t, no)
			require.Equal(t, event.Done, end.Status, "%q, %q: %s", first, no, end.Spoken)
			require.Contains(t, end.Spoken, "leave it", "%q, %q", first, no)
			require.Empty(t, end.Steps)
		}
	}
}

func TestWhatIsDictatedMayAskOrForbidSomething(t *testing.T) {
	b := newBench(t)
	require.Equal(t, "What should I write down?", b.ask(t, "dictate a letter").Question.Text)
	for _, said := range []string{"How are you?", "delete all my files", "I am late."} {
		require.Equal(t, "dictate: "+said, b.Whole(t.Context(), said))
	}
	require.Equal(t, "press Harbour", b.Whole(t.Context(), "press Harbour"), "a command is one")
	require.Equal(t, "never mind", b.Whole(t.Context(), "never mind"))
}

// The bench has no calendar, so that the call that comes of a choice is refused by its name.
func TestASentenceThatMeansTwoThingsIsAskedAboutAndChosenInEveryWay(t *testing.T) {
	asked := func(t *testing.T) (*bench, event.Ended) {
		b := newBench(t)
		end := b.ask(t, "put zahnarzt on friday at 5")
		require.Equal(t, event.Blocked, end.Status)
		require.Equal(t, "As an event in your calendar, or as a reminder?", end.Question.Text)
		require.Len(t, end.Question.Options, 2)
		return b, end
	}
	for answer, tool := range map[string]string{"an event": "calendar_create", "a reminder": "reminder", "As a reminder": "reminder", "the first one": "calendar_create", "number 2": "reminder", "in my calendar please": "calendar_create",
		"as a reminder, please": "reminder"} {
		b, _ := asked(t)
		end := b.ask(t, answer)
		require.Equal(t, event.Failed, end.Status, answer)
		require.Contains(t, end.Spoken, tool, answer)
	}
	b, end := asked(t)
	x, err := b.Submit(t.Context(), Request{Option: end.Question.Options[1].Path, Origin: "interface", Attended: true})
	require.NoError(t, err)
	rows(t, x)
	require.Contains(t, x.Wait().Spoken, "reminder")

	x, err = b.Submit(t.Context(), Request{Option: []string{"say", "remind me of what nobody offered tomorrow"}, Origin: "interface", Attended: true})
	require.NoError(t, err)
	rows(t, x)
	require.Equal(t, event.NotUnderstood, x.Wait().Status, "only what was offered may be chosen")

	b, _ = asked(t)
	require.Equal(t, event.Blocked, b.ask(t, "yes").Status, "yes chooses nothing")
	require.Contains(t, b.ask(t, "no").Spoken, "leave it")
	require.Equal(t, event.NotUnderstood, b.ask(t, "a reminder").Status)
}

func TestAWishThatIsClearAndCanNotBeFulfilledSaysWhatToSayInstead(t *testing.T) {
	b := newBench(t)
	for text, want := range map[string]string{
		"add five minutes to the pasta timer": "A timer that runs can't be changed yet. Cancel it and set another: say “cancel the pasta timer”, and then “set a pasta timer for …”.",
		"pause the timer":                     "say “cancel the timer”",
		"extend the timer by 2 minutes":       "say “cancel the timer”",
		"snooze the alarm":                    "An alarm that is set can't be changed yet. Cancel it and set another: say “cancel the alarm”, and then “set an alarm for …”.",
	} {
		end := b.ask(t, text)
		require.Equal(t, event.NotUnderstood, end.Status, text)
		require.Contains(t, end.Spoken, want, text)
		require.Nil(t, end.Question)
	}
	require.Contains(t, b.ask(t, "fold the laundry").Spoken, "Ask me “what can you do”")
}
