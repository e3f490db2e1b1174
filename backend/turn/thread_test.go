package turn

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/store"
)

// asking makes a bench whose first press asks which of two A is meant; after that it presses what it is told.
func asking(t *testing.T) (b *bench, pressed *[]string) {
	b, pressed = newBench(t), new([]string)
	asked := false
	b.press = func(_ context.Context, label string) proof.Outcome {
		if label == "A" && !asked {
			asked = true
			return which
		}
		*pressed = append(*pressed, label)
		return seen
	}
	return b, pressed
}

func TestAQuestionIsAnsweredByOrdinalOrPath(t *testing.T) {
	for answer, want := range map[string]string{"the second one": "A in C", "the first": "A in B", "the last one": "A in C", "number 1": "A in B"} {
		b, pressed := asking(t)
		end := b.ask(t, "press A")
		require.Equal(t, event.Blocked, end.Status)
		require.Len(t, end.Question.Options, 2)
		require.Equal(t, event.Done, b.ask(t, answer).Status)
		require.Equal(t, []string{want}, *pressed, answer)
		require.Equal(t, event.NotUnderstood, b.ask(t, answer).Status, "the question is closed")
	}
	b, pressed := asking(t)
	b.ask(t, "press A")
	x, err := b.Submit(context.Background(), Request{Option: []string{"C", "A"}, Attended: true})
	require.NoError(t, err)
	got := rows(t, x)
	require.Equal(t, event.Done, x.Wait().Status)
	require.Equal(t, []string{"A in C"}, *pressed)
	r := got[1].Body.(*event.Route)
	require.Equal(t, "answer", r.By)
	require.Len(t, r.Calls, 1)
}

func TestAnAnswerThatNoQuestionOffersDoesNothing(t *testing.T) {
	b, pressed := asking(t)
	for _, before := range []bool{false, true} {
		if before {
			b.ask(t, "press A")
		}
		for _, path := range [][]string{{"X"}, {"C"}, {"C", "A", "B"}} {
			x, err := b.Submit(context.Background(), Request{Option: path, Attended: true})
			require.NoError(t, err)
			got := rows(t, x)
			require.Equal(t, event.NotUnderstood, x.Wait().Status)
			require.NotNil(t, got[1].Body.(*event.Route).Calls)
		}
		require.Equal(t, event.NotUnderstood, b.ask(t, "the seventh one").Status)
	}
	require.Empty(t, *pressed)
	require.Equal(t, event.Done, b.ask(t, "the first one").Status, "a wrong answer leaves the question open")
}

func TestAQuestionIsForgottenAfterTwoMinutes(t *testing.T) {
	b, pressed := asking(t)
	b.ask(t, "press A")
	b.later(2*time.Minute - time.Second)
	require.Equal(t, event.Blocked, b.ask(t, "yes").Status, "it is still open, and yes does not say which")
	b.later(time.Second)
	for _, text := range []string{"the second one", "yes", "no"} {
		require.Equal(t, event.NotUnderstood, b.ask(t, text).Status, text)
	}
	require.Empty(t, *pressed)
}

func TestYesTakesTheOnlyOptionAndNeverChoosesAmongSeveral(t *testing.T) {
	b, pressed := asking(t)
	b.ask(t, "press A")
	end := b.ask(t, "yes")
	require.Equal(t, event.Blocked, end.Status)
	require.Len(t, end.Question.Options, 2)
	require.Empty(t, *pressed)

	b, pressed = asking(t)
	press := b.press
	b.press = func(ctx context.Context, label string) proof.Outcome {
		if o := press(ctx, label); o.Reason() == proof.ReasonAmbiguous {
			return suggests
		}
		return seen
	}
	b.ask(t, "press A")
	require.Equal(t, event.Done, b.ask(t, "yes").Status)
	require.Equal(t, []string{"B"}, *pressed)
}

func TestNoClosesTheQuestionWithoutClaimingAnything(t *testing.T) {
	b, pressed := asking(t)
	b.ask(t, "press S and then press A")
	end := b.ask(t, "no")
	require.Equal(t, event.Done, end.Status)
	require.NotContains(t, end.Spoken, "nothing was done", "the step before the question was")
	require.Equal(t, event.NotUnderstood, b.ask(t, "the first one").Status)
	require.Equal(t, []string{"S"}, *pressed)
}

func TestAnAnswerGoesOnAfterTheStepsThatAreDone(t *testing.T) {
	b, pressed := asking(t)
	b.ask(t, "press S and then press A and then press T")
	require.Equal(t, event.Done, b.ask(t, "the second one").Status)
	require.Equal(t, []string{"S", "A in C", "T"}, *pressed)
}

func TestADryRunLeavesAnOpenQuestionOpen(t *testing.T) {
	b, pressed := asking(t)
	b.ask(t, "press A")
	for _, text := range []string{"no", "the second one", "press B"} {
		x, err := b.Submit(context.Background(), Request{Text: text, Attended: true, DryRun: true})
		require.NoError(t, err)
		rows(t, x)
		require.Equal(t, event.Done, x.Wait().Status)
	}
	require.Empty(t, *pressed)
	require.Equal(t, event.Done, b.ask(t, "the second one").Status)
}

func TestAgainRepeatsTheLastPlanAlsoOneThatWasRefused(t *testing.T) {
	b := newBench(t)
	var tried []string
	there := false
	b.press = func(_ context.Context, label string) proof.Outcome {
		tried = append(tried, label)
		if label == "Save" && !there {
			return gone
		}
		return seen
	}
	require.Equal(t, event.NotUnderstood, b.ask(t, "again").Status, "there is nothing yet")
	b.ask(t, "press Cut")
	b.ask(t, "press Save")
	there = true
	require.Equal(t, event.Done, b.ask(t, "try again").Status)
	require.Equal(t, []string{"Cut", "Save", "Save"}, tried, "and never what was done before that")
	b.ask(t, "again")
	require.Equal(t, "Save", tried[3])
	b.later(memory)
	require.Equal(t, event.NotUnderstood, b.ask(t, "again").Status)
}

func TestWhatNobodyAskedForInPersonChangesNoFollowUp(t *testing.T) {
	b, pressed := asking(t)
	b.ask(t, "press A")
	x, err := b.Submit(context.Background(), Request{Text: "press Z", Origin: "schedule"})
	require.NoError(t, err)
	rows(t, x)
	require.Equal(t, event.Done, b.ask(t, "the first one").Status)
	require.Equal(t, event.Done, b.ask(t, "again").Status)
	require.Equal(t, []string{"Z", "A in B", "A in B"}, *pressed)
}

func TestAThreadThatCannotBeKeptCostsFollowUpsAndNotTheTurn(t *testing.T) {
	b := newBench(t)
	b.Thread = brokenThread{}
	require.Equal(t, event.Done, b.ask(t, "press A").Status)
	for _, text := range []string{"again", "yes", "the first one", "press it"} {
		require.Equal(t, event.NotUnderstood, b.ask(t, text).Status, text)
	}
}

type brokenThread struct{}

func (brokenThread) Get(context.Context, string, time.Time, any) (bool, error) {
	return false, store.ErrReadOnly
}
func (brokenThread) Put(context.Context, string, any, time.Time, time.Duration) error {
	return store.ErrReadOnly
}
func (brokenThread) Drop(context.Context, string) error { return store.ErrReadOnly }
