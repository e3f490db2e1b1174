package app_test

import (
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
)

func TestPaceTellsAboutItselfWithoutAModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		for ask, want := range map[string]string{
			"what can you do":          "I can open programs",
			"which model answers":      "the built-in planner answers",
			"which displays are there": "the default sound output (at ",
			"what did you just do":     "Nothing that I did is on record.",
		} {
			end := r.Ask(t, ask)
			require.Equal(t, event.Done, end.Status, "%s: %s", ask, end.Spoken)
			require.Contains(t, end.Spoken, want)
		}
	})
}

func TestWhatWasDoneIsToldAndUndoneInTheSameWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		did := r.Ask(t, "type Bob in Name")
		require.Equal(t, event.Done, did.Status, did.Spoken)
		end := r.Ask(t, "what did you just do")
		require.Contains(t, end.Spoken, "Type 3 characters into “Name” – seen.")
		require.Contains(t, end.Spoken, did.Spoken)
		require.Greater(t, len(end.Steps[0].Outcome.Evidence), 1, "the evidence of the step is told with it")
		require.Equal(t, event.Done, r.Ask(t, "undo that").Status, "asking changed nothing that could be undone")
		require.Contains(t, r.Ask(t, "what did you just do").Spoken, "Name")
	})
}

func TestAnotherProcessTellsTheSameFromTheRecords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		did := r.Ask(t, "type Bob in Name")
		require.NoError(t, r.Close())
		second := r.Second(t)
		end := second.Ask(t, "what did you just do")
		require.Contains(t, end.Spoken, did.Spoken)
		require.Greater(t, len(end.Steps[0].Outcome.Evidence), 1)
		require.NoError(t, second.Close())
	})
}

func TestWhatWasDoneIsNotForgottenOverQuestions(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		require.Equal(t, event.Done, r.Ask(t, "type hello in Name").Status)
		for range 60 {
			r.Ask(t, "what time is it")
		}
		require.NotContains(t, r.Ask(t, "what did you just do").Spoken, "Nothing that I did")
		require.Equal(t, event.Done, r.Ask(t, "undo that").Status)
	})
}
