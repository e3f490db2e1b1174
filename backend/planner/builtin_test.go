package planner_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/phrase"
	"pace/backend/planner"
	"pace/backend/reply"
)

var _ planner.Planner = planner.Builtin{}

func plan(t *testing.T, text string) (reply.Reply, error) {
	t.Helper()
	var said strings.Builder
	r, err := planner.Builtin{}.Plan(context.Background(), planner.Prompt{Text: text}, planner.Hear{Say: func(d string) { said.WriteString(d) }})
	require.Equal(t, r.Spoken, said.String(), "what was said on the way is what is in the reply")
	require.Equal(t, reply.Builtin, r.Source)
	return r, err
}

func TestACompleteCommandBecomesCallsAndNothingIsSaidYet(t *testing.T) {
	r, err := plan(t, "please open Calculator and then press 7")
	require.NoError(t, err)
	require.Equal(t, reply.Action, r.Intent)
	require.Len(t, r.Calls, 2)
	require.Equal(t, "open_app", r.Calls[0][0].Tool)
	require.Empty(t, r.Spoken)
}

func TestWhatIsNotUnderstoodIsNamedAndNothingIsCalled(t *testing.T) {
	for _, c := range []struct {
		text, spoken, rest string
		why                phrase.Refusal
	}{
		{"press 7 and then order a pizza", "“order a pizza”", "order a pizza", phrase.Destructive},
		{"press 7 and then drag it", "“drag it”", "drag it", phrase.Unsupported},
		{"drag report.pdf to the bin", "“drag report.pdf to the bin”", "drag report.pdf to the bin", phrase.Unsupported},
		{"press", "what to press", "press", phrase.Incomplete},
		{"don't press OK", "I did nothing", "don't press OK", phrase.IsNegation},
		{"she said press OK", "somebody's words", "she said press OK", phrase.IsReported},
		{"I pressed 7 yesterday", "what has happened", "I pressed 7 yesterday", phrase.IsPast},
		{"if a dialog shows up, press OK", "condition", "if a dialog shows up, press OK", phrase.IsHypothetic},
		{"drücke OK", "English", "drücke OK", phrase.NotEnglish},
		{"the Save button", "quotation marks", "the Save button", phrase.NotImperative},
		{"again", "refers to", "again", phrase.Incomplete},
		{"yes", "not asked", "yes", phrase.Incomplete},
		{"", "nothing", "", phrase.Empty},
	} {
		r, err := plan(t, c.text)
		require.ErrorIs(t, err, planner.ErrNotUnderstood, "%q", c.text)
		var not *planner.NotUnderstood
		require.True(t, errors.As(err, &not))
		require.Equal(t, c.why, not.Why, "%q", c.text)
		require.Equal(t, c.rest, not.Rest, "%q", c.text)
		require.Contains(t, r.Spoken, c.spoken, "%q", c.text)
		require.Contains(t, []string{reply.Clarify, reply.Refuse}, r.Intent)
		require.Empty(t, r.Calls)
	}
}

func TestQuestionsThatNeedAModelAreNotAnswered(t *testing.T) {
	for _, text := range []string{"what is the capital of France?", "where is the Save button", "what's on my screen?", "research electric cars", "ask the big model why", "is Agree checked?"} {
		r, err := plan(t, text)
		require.ErrorIs(t, err, planner.ErrNoPlanner, "%q", text)
		require.Equal(t, reply.Refuse, r.Intent)
		require.Contains(t, r.Spoken, "without a model")
		require.Contains(t, r.Spoken, "what can you do")
		require.Empty(t, r.Calls)
	}
}

func TestChatGetsAShortHonestAnswer(t *testing.T) {
	for text, want := range map[string]string{"hello": "Hello", "thanks a lot": "welcome", "who are you?": "program", "help": "what can you do", "Hey Pace!": "Hello",
		"are you there?": "here", "good night": "Goodbye", "tell me a joke": "no jokes"} {
		r, err := plan(t, text)
		require.NoError(t, err, "%q", text)
		require.Equal(t, reply.Answer, r.Intent)
		require.Contains(t, r.Spoken, want, "%q", text)
		require.Empty(t, r.Calls)
	}
}

func TestAskedAgainItProposesNothingTwice(t *testing.T) {
	r, err := planner.Builtin{}.Plan(context.Background(), planner.Prompt{Text: "read the clipboard", Steps: []planner.Step{{Tool: "clipboard_read", Effect: "confirmed"}}}, planner.Hear{})
	require.NoError(t, err)
	require.Equal(t, reply.Answer, r.Intent)
	require.Empty(t, r.Calls)
}

func TestACancelledTurnIsNotPlanned(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := planner.Builtin{}.Plan(ctx, planner.Prompt{Text: "press 7"}, planner.Hear{})
	require.ErrorIs(t, err, context.Canceled)
}
