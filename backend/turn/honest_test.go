package turn

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/reply"
)

// every way in which a press may end.
var every = []proof.Outcome{seen, seen, weak, unproven, nothing, some, broken, gone, denied, blind, secret, which, suggests, wrapped, stoppedAt, skipped,
	proof.Confirm(proof.Keys), proof.Deliver(proof.Keys, nil), {}}

// bragging are what a model says of its own work.
var bragging = []string{"", "Done!", "I have pressed everything, all done.", "Everything is finished successfully."}

// Whatever becomes of the steps, and whatever a model says of them: only what was seen is called done.
func TestNoPathLeadsFromWhatIsNotKnownToDone(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var replies []reply.Reply
		for range rapid.IntRange(1, 3).Draw(rt, "rounds") {
			labels := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"A", "B", "C", "D", "E", "F", "G"}), 1, 4, rapid.ID).Draw(rt, "labels")
			r := presses(labels...)
			r.More, r.Spoken = rapid.Bool().Draw(rt, "more"), rapid.SampledFrom(bragging).Draw(rt, "boast")
			replies = append(replies, r)
		}
		replies = append(replies, sayings(rapid.SampledFrom([]string{reply.Answer, reply.Refuse, reply.Clarify}).Draw(rt, "last"), rapid.SampledFrom(bragging).Draw(rt, "words")))
		b, _ := talking(t, replies...)
		comes := rapid.SliceOfN(rapid.SampledFrom(every), 12, 12).Draw(rt, "outcomes")
		next := 0
		b.press = func(context.Context, string) proof.Outcome { next++; return comes[(next-1)%len(comes)] }
		b.Executor.Approver = says(rapid.Bool().Draw(rt, "approved"))
		x := b.begin(t, vague)
		all := rows(t, x)
		end := x.Wait()
		b.Close()

		honest(rt, end, all)
	})
}

// honest checks the end of a turn, and what was said on the way, against what is known of its steps.
func honest(rt *rapid.T, end event.Ended, all []event.Event) {
	confirmed := 0
	for _, s := range end.Steps {
		if s.Outcome.Effect == string(proof.Confirmed) {
			confirmed++
		}
	}
	require.NotEmpty(rt, end.Spoken)
	if confirmed == len(end.Steps) {
		return
	}
	require.NotEqual(rt, event.Done, end.Status)
	require.NotZero(rt, end.Status.ExitCode())
	said := end.Spoken
	for _, s := range end.Steps { // what was seen may be told
		if s.Outcome.Effect == string(proof.Confirmed) {
			said = strings.ReplaceAll(said, s.Outcome.Report, "")
		}
	}
	said = strings.NewReplacer("Not done, because", "", "so it was not done", "", "so it was not carried out", "", "Nothing changed", "").Replace(said)
	require.NotRegexp(rt, claims, said)
	for _, e := range all {
		if d, ok := e.Body.(*event.Delta); ok {
			require.NotRegexp(rt, claims, d.Text, "nor on the way")
		}
	}
}

// says answers every approval at once.
type says bool

func (s says) Ask(_ context.Context, q event.Approval, show func()) event.Resolved {
	show()
	return event.Resolved{ID: q.ID, Allowed: bool(s), By: "terminal"}
}

func TestAReplyThatOnlyBoastsIsNeverDone(t *testing.T) {
	for _, words := range []string{"I have pressed Save.", "It is done.", "All done!", "Done!", "Finished."} {
		b, _ := talking(t, sayings(reply.Answer, words))
		end := b.ask(t, vague)
		require.Equal(t, event.Unverified, end.Status, words)
		require.Contains(t, end.Spoken, "Pace itself has done nothing")
	}
}
