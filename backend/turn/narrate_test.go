package turn

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/proof"
	"pace/backend/tool"
)

// Outcomes as tools make them, for tables.
var (
	seen      = proof.Confirm(proof.Semantic, proof.Evidence{Kind: proof.OwnChange, What: "Button “A”", Before: "off", After: "on"})
	weak      = proof.Confirm(proof.Semantic, proof.Evidence{Kind: proof.Nearby, What: "Text", Before: "0", After: "7"})
	unproven  = proof.Deliver(proof.Semantic, nil)
	nothing   = proof.NoEffect(proof.Semantic, nil)
	some      = proof.Some(proof.Semantic, &proof.Problem{Reason: proof.ReasonRewritten, Text: "Only half of it arrived."})
	broken    = proof.Fail(proof.ReasonHung, "The application does not answer.", nil)
	gone      = proof.Refuse(proof.ReasonNotFound, "There is no “A”.")
	denied    = proof.Refuse(proof.ReasonNotPermitted, "It was not approved.")
	blind     = proof.Refuse(proof.ReasonUnavailable, "There is no screen to work on.")
	secret    = proof.Refuse(proof.ReasonSecret, "Pace does not fill in password fields.")
	which     = proof.RefuseFor(&proof.Problem{Reason: proof.ReasonAmbiguous, Text: "Two things are called A. Which one?", Candidates: []proof.Candidate{{Label: "A in B", Path: []string{"B", "A"}}, {Label: "A in C", Path: []string{"C", "A"}}}})
	suggests  = proof.RefuseFor(&proof.Problem{Reason: proof.ReasonNotFound, Text: "There is no “A”. Do you mean “B”?", Candidates: []proof.Candidate{{Label: "B", Path: []string{"B"}}}})
	wrapped   = proof.FailWith(&proof.Problem{Reason: proof.ReasonInternal, Text: "It could not be reached.", Err: which.Problem()})
	stoppedAt = proof.Cancel(proof.ReasonCancelled, "Stopped, as you asked.")
	skipped   = proof.Skip("Not done, because step 1 was not confirmed.")
)

func ran(os ...proof.Outcome) executor.Result {
	var r executor.Result
	for i, o := range os {
		r.Steps = append(r.Steps, executor.Done{Index: i, Call: tool.Call{Tool: "click", Args: []byte(`{}`)}, Outcome: o, Describe: "Press “A”"})
	}
	return r
}

func stoppedBy(reason proof.Reason, candidates ...proof.Candidate) executor.Result {
	r := ran(skipped)
	r.Stopped = &proof.Problem{Reason: reason, Text: "It was stopped.", Candidates: candidates}
	return r
}

// later is a turn whose first plan ran, and whose second was not approved.
func later(os ...proof.Outcome) executor.Result {
	r := ran(os...)
	p := *denied.Problem()
	p.Err = executor.ErrNotApproved
	r.Stopped = &p
	return r
}

func cutBy(reason proof.Reason, os ...proof.Outcome) executor.Result {
	r := ran(os...)
	r.Cut = &proof.Problem{Reason: reason, Text: "You moved the mouse, so Pace stopped."}
	return r
}

func dry(os ...proof.Outcome) executor.Result {
	r := ran(os...)
	r.DryRun = true
	return r
}

func TestTheStatusAndExitCodeFollowFromWhatIsKnownOfTheSteps(t *testing.T) {
	for _, c := range []struct {
		name string
		of   executor.Result
		want event.Status
		exit int
	}{
		{"every step confirmed", ran(seen, seen), event.Done, 0},
		{"nothing to do", ran(), event.Done, 0},
		{"confirmed by weak evidence", ran(weak), event.Done, 0},
		{"nothing changed", ran(nothing), event.Failed, 1},
		{"not there", ran(gone), event.Failed, 1},
		{"an application that hangs", ran(broken), event.Failed, 1},
		{"half of one step", ran(some), event.Partial, 1},
		{"the first of two", ran(seen, nothing), event.Partial, 1},
		{"the first of three, the third not begun", ran(seen, broken, skipped), event.Partial, 1},
		{"the first failed, the second not begun", ran(nothing, skipped), event.Failed, 1},
		{"delivered and unknown", ran(unproven), event.Unverified, 5},
		{"one confirmed, one unknown", ran(seen, unproven), event.Unverified, 5},
		{"unknown, so the next was not begun", ran(unproven, skipped), event.Failed, 1},
		{"unknown and known wrong", ran(unproven, nothing), event.Failed, 1},
		{"a question", ran(which), event.Blocked, 3},
		{"a question after a step", ran(seen, which), event.Blocked, 3},
		{"a suggestion", ran(suggests), event.Blocked, 3},
		{"a question inside another error", ran(wrapped), event.Blocked, 3},
		{"not permitted", ran(denied), event.Blocked, 3},
		{"no screen", ran(blind), event.Blocked, 3},
		{"a password field", ran(secret), event.Blocked, 3},
		{"a question that came after a failure", ran(nothing, which), event.Failed, 1},
		{"cancelled in a step", ran(stoppedAt, skipped), event.Cancelled, 1},
		{"cancelled between two steps", cutBy(proof.ReasonCancelled, seen, skipped), event.Cancelled, 1},
		{"cancelled before it was known to last", cutBy(proof.ReasonCancelled, unproven), event.Cancelled, 1},
		{"cancelled when all was known already", cutBy(proof.ReasonCancelled, seen), event.Done, 0},
		{"the user took the mouse", cutBy(proof.ReasonUserInput, seen, skipped), event.Cancelled, 1},
		{"stopped: not approved", stoppedBy(proof.ReasonNotPermitted), event.Blocked, 3},
		{"stopped: no bus", stoppedBy(proof.ReasonUnavailable), event.Blocked, 3},
		{"stopped: cancelled while it asked", stoppedBy(proof.ReasonCancelled), event.Cancelled, 1},
		{"stopped: nothing to undo", stoppedBy(proof.ReasonNotFound), event.Failed, 1},
		{"stopped: which one", stoppedBy(proof.ReasonAmbiguous, proof.Candidate{Label: "A"}), event.Blocked, 3},
		{"planned only", dry(skipped), event.Done, 0},
		{"planned only, but not there", dry(skipped, gone), event.Failed, 1},
		{"planned only, but which one", dry(which), event.Blocked, 3},
		{"planned only, but no screen", dry(blind), event.Blocked, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := narrate(c.of)
			require.Equal(t, c.want, got.Status, got.Spoken)
			require.Equal(t, c.exit, got.Status.ExitCode())
			require.NotNil(t, got.Steps)
			require.Len(t, got.Steps, len(c.of.Steps))
			require.Equal(t, c.want == event.Blocked && asksBack(c.of), got.Question != nil, "a question goes with a blocked turn that has options")
		})
	}
}

func asksBack(r executor.Result) bool { return question(r) != nil }

func TestAQuestionKeepsTheOptionsInTheirOrder(t *testing.T) {
	got := narrate(ran(which))
	require.Equal(t, &event.Question{Text: "Two things are called A. Which one?", Options: []event.Option{
		{Label: "A in B", Path: []string{"B", "A"}}, {Label: "A in C", Path: []string{"C", "A"}}}}, got.Question)
}

func TestTheWordsSayWhatWasSeenAndWhatWasNot(t *testing.T) {
	for want, r := range map[string]executor.Result{
		"Button “A” changed from off to on.":                                                                                            ran(seen),
		"Button “A” changed from off to on. Text changed from 0 to 7.":                                                                  ran(seen, weak),
		"All 4 steps are confirmed. Text changed from 0 to 7.":                                                                          ran(seen, seen, seen, weak),
		"1 of 3 steps was confirmed. Nothing changed. 1 was not attempted. Look whether the window waits for something else first.":     ran(seen, nothing, skipped),
		"2 of 5 steps were confirmed. Nothing changed. 2 were not attempted. Look whether the window waits for something else first.":   ran(seen, seen, nothing, skipped, skipped),
		"You moved the mouse, so Pace stopped. 1 of 2 steps was confirmed. 1 was not attempted. Say it again when your hands are free.": cutBy(proof.ReasonUserInput, seen, skipped),
		"It was stopped. Run pace doctor to see which permission is missing, and where it is given.":                                    stoppedBy(proof.ReasonNotPermitted),
		"It was not approved. 1 of 2 steps was confirmed. 1 was not attempted.":                                                         later(seen, skipped),
		"It was not approved. Nothing changed. 1 was not attempted.":                                                                    later(nothing, skipped),
		"It was not approved. 1 of 2 steps was confirmed.":                                                                              later(seen, denied),
		"This would be done: Press “A”; Press “A”. Nothing was touched.":                                                                dry(skipped, skipped),
		"There is no “A”.": dry(skipped, gone),
		"":                 ran(),
	} {
		require.Equal(t, want, narrate(r).Spoken)
	}
}

// claims are words that say something happened. They may only stand in what was made from evidence.
var claims = regexp.MustCompile(`(?i)\b(done|changed|opened|closed|pressed|typed|success\w*|finished|completed)\b`)

func TestNoOutcomeThatIsNotConfirmedIsSpokenOfAsIfItWere(t *testing.T) {
	pool := []proof.Outcome{unproven, nothing, some, broken, gone, denied, blind, secret, which, stoppedAt, skipped,
		proof.Confirm(proof.Keys), proof.Deliver(proof.Keys, nil), proof.NoEffect(proof.Keys, nil), {}}
	rapid.Check(t, func(t *rapid.T) {
		os := rapid.SliceOfN(rapid.SampledFrom(pool), 1, 6).Draw(t, "outcomes")
		r := ran(os...)
		if rapid.Bool().Draw(t, "cut") {
			r.Cut = &proof.Problem{Reason: proof.ReasonUserInput, Text: "You moved the mouse, so Pace stopped."}
		}
		got := narrate(r)
		require.NotEqual(t, event.Done, got.Status)
		require.NotEqual(t, 0, got.Status.ExitCode())
		words := strings.NewReplacer("Not done, because", "", "Nothing changed", "").Replace(got.Spoken)
		require.NotRegexp(t, claims, words)
		require.NotRegexp(t, `(steps are|steps were|steps was) confirmed`, got.Spoken)
		require.NotEmpty(t, strings.TrimSpace(got.Spoken), "a failure has words")
	})
}

func TestAConfirmedStepIsSpokenOfEvenWhenAnotherFailed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "confirmed")
		os := make([]proof.Outcome, 0, n+1)
		for range n {
			os = append(os, seen)
		}
		got := narrate(ran(append(os, rapid.SampledFrom([]proof.Outcome{nothing, broken, gone}).Draw(t, "then"))...))
		require.Equal(t, event.Partial, got.Status)
		require.Contains(t, got.Spoken, "confirmed")
	})
}
