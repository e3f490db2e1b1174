package app_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/turn"
)

func TestTheSelectedTextIsMadeShorterAndPutBackByTheNextProcess(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		body := r.win.TextArea("Body", "Hi.\nI think it is really good.\nReally, bye.")
		r.win.Focus(body)
		body.Select(4, 30)
		got := r.Ask(t, "make this shorter")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Equal(t, "The selected text of text field “Body” changed from “I think it is really good.” to “It is good.”.", got.Spoken)
		require.Equal(t, "Hi.\nIt is good.\nReally, bye.", body.Content())
		require.NotNil(t, got.Steps[0].Outcome.Timing.SettledMs, "it was seen to last")
		require.NotNil(t, got.Find(event.UndoOffered))
		require.NoError(t, r.Close())

		second := r.Second(t)
		got = second.Ask(t, "undo that")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Equal(t, "Hi.\nI think it is really good.\nReally, bye.", body.Content())
		require.NoError(t, second.Close())
	})
}

func TestEditsAreTakenBackStepByStep(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		body := r.win.TextArea("Body", "Hi. I really like tea. I dont like milk. Bye.")
		r.win.Focus(body)
		body.Select(4, 39)
		require.Equal(t, event.Done, r.Ask(t, "make this shorter").Status)
		require.Equal(t, event.Done, r.Ask(t, "fix the grammar and then turn it into bullet points").Status)
		require.Equal(t, "Hi. - I like tea\n- I don't like milk. Bye.", body.Content())
		for _, want := range []string{"Hi. I like tea. I don't like milk. Bye.", "Hi. I like tea. I dont like milk. Bye.", "Hi. I really like tea. I dont like milk. Bye."} {
			got := r.Ask(t, "undo that")
			require.Equal(t, event.Done, got.Status, got.Spoken)
			require.Equal(t, want, body.Content())
		}
	})
}

func TestTheWordSelectionInASentenceForbidsAllElse(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.name.SetContent("I really mean it")
		r.win.Focus(r.name)
		got := r.Ask(t, "shorten the selection")
		require.Equal(t, event.Failed, got.Status)
		require.Equal(t, "Nothing is selected in text field “Name”. Select the part that is meant, and say it again.", got.Spoken)
		got = r.Do(t, turn.Request{Text: "shorten the selection", Origin: "ask", Attended: true, DryRun: true})
		require.Equal(t, "Nothing is selected in text field “Name”.", got.Spoken)
		got = r.Ask(t, "shorten this")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Equal(t, "I mean it", r.name.Content())
	})
}

func TestAFollowingStepIsAboutThePartThatWasJustEdited(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		body := r.win.TextArea("Body", "Keep. I really like tea. I really like milk. Keep too.")
		r.win.Focus(body)
		body.Select(6, 44)
		got := r.Ask(t, "make this shorter and then turn it into bullet points")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Equal(t, "Keep. - I like tea\n- I like milk Keep too.", body.Content())
	})
}

func TestWhichFieldIsMeantIsAskedAndTheAnswerIsTaken(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Focus(r.ok)
		other := r.win.Text("Other", "I really mean it")
		got := r.Ask(t, "make this shorter")
		require.Equal(t, event.Blocked, got.Status, got.Spoken)
		require.Len(t, got.Question.Options, 2)
		got = r.Ask(t, "the second one")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Equal(t, "I mean it", other.Content())
	})
}

func TestWhatIsStillToBeBuiltIsAnsweredPlainlyAndAsksNothing(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for text, want := range map[string]string{
			"start watch mode":                       "I understood that, but watch mode is not available yet, so nothing was done.",
			"press OK and start watch mode":          "I understood that, but watch mode is not available yet, so nothing was done.",
			"run the shortcut Focus":                 "I understood that, but running Shortcuts is not available yet, so nothing was done.",
			"record a flow called Morning":           "I understood that, but recording and playing back flows is not available yet, so nothing was done.",
			"run the flow Morning":                   "I understood that, but recording and playing back flows is not available yet, so nothing was done.",
			"add buy milk to Things":                 "I understood that, but adding to Things is not available yet, so nothing was done.",
			"highlight the word total on the screen": "I understood that, but marking words on the screen is not available yet, so nothing was done.",
		} {
			got := r.Ask(t, text)
			require.Equal(t, event.Blocked, got.Status, text)
			require.Equal(t, want, got.Spoken)
			require.Nil(t, got.Find(event.ApprovalRequested), text)
			require.Nil(t, got.Question)
			require.Nil(t, got.Find(event.StepStarted), text)
		}
		got := r.Do(t, turn.Request{Text: "start watch mode", Origin: "ask", Attended: true, DryRun: true})
		require.Equal(t, "Watch mode is not available yet.", got.Spoken)
		require.Zero(t, r.ok.Pressed(), "a plan is done whole or not at all")

		got = r.Ask(t, "run morning setup")
		require.Equal(t, event.NotUnderstood, got.Status, "a bare name is nobody's yet, so that it goes on")
		require.NotContains(t, got.Spoken, "not available yet")
	})
}
