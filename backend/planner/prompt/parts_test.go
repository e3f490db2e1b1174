package prompt_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/planner"
	"pace/backend/planner/prompt"
	"pace/backend/proof"
)

func TestEachEffectHasItsOwnWords(t *testing.T) {
	seen := map[string]proof.Effect{}
	for _, e := range []proof.Effect{proof.Confirmed, proof.Unchanged, proof.Partial, proof.Unverifiable, proof.Refused, proof.Failed, proof.Cancelled, proof.NotAttempted, "somethingNew"} {
		in := prompt.Input{Prompt: planner.Prompt{Text: "go on", Steps: []planner.Step{{Tool: "press", Effect: string(e)}}}, Nonces: nonces()}
		content := last(build(t, in))
		require.NotContains(t, content, string(e)+".", "not the word of the program")
		require.NotContains(t, seen, content, "%s reads like %s", e, seen[content])
		seen[content] = e
		if e != proof.Confirmed {
			require.NotContains(t, content, "seen to have happened")
		}
	}
}

func TestSurroundingsThatAreNotKnownAreNotTold(t *testing.T) {
	c := build(t, prompt.Input{Prompt: planner.Prompt{Text: "hello"}})
	require.Equal(t, "The person says:\nhello", last(c))
	for want, now := range map[string]planner.Now{
		"Now: Sunday.\n\n":                               {Weekday: "Sunday"},
		"Now: night.\n\n":                                {Part: "night"},
		"Now: one display.\n\n":                          {Displays: 1},
		"Now: the clipboard has changed once.\n\n":       {Copied: 1},
		"Now: focus mode is on.\n\n":                     {Focus: "on"},
		"Now: the window in front holds 2 buttons.\n\n":  {Summary: "2 buttons"},
		"Now: Monday evening; the clipboard has changed": {Weekday: "Monday", Part: "evening", Copied: 2},
	} {
		c := build(t, prompt.Input{Prompt: planner.Prompt{Text: "hello", Now: now}})
		require.Contains(t, last(c), want)
	}
}
