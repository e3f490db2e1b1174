package turn

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/reply"
)

// follows runs a link's sentence to its end; every approval is answered with allow.
func (b *bench) follows(t *testing.T, text string, allow bool) (end event.Ended, asked []*event.Approval) {
	t.Helper()
	return b.does(t, Request{Text: text, Origin: Link, Attended: true}, allow)
}

func (b *bench) does(t *testing.T, r Request, allow bool) (end event.Ended, asked []*event.Approval) {
	t.Helper()
	x, err := b.Submit(context.Background(), r)
	require.NoError(t, err)
	var all []event.Event
	for e := range x.Events() {
		all = append(all, e)
		if q, ok := e.Body.(*event.Approval); ok {
			asked = append(asked, q)
			b.approve.Decide(q.ID, allow, "interface")
		}
	}
	requireWhole(t, x.ID, all)
	return x.Wait(), asked
}

// pressing makes a bench that keeps what was pressed.
func pressing(t *testing.T) (b *bench, pressed *[]string) {
	b, pressed = newBench(t), new([]string)
	b.press = func(_ context.Context, label string) proof.Outcome {
		*pressed = append(*pressed, label)
		return seen
	}
	return b, pressed
}

func TestWhatALinkWantsDoneIsAskedFirstAndAFlagIsNoAnswer(t *testing.T) {
	b, pressed := pressing(t)
	for _, yes := range []bool{false, true} {
		end, asked := b.does(t, Request{Text: "press A and then press B", Origin: Link, Attended: true, Yes: yes}, false)
		require.Len(t, asked, 1)
		require.True(t, asked[0].Tainted)
		require.Len(t, asked[0].Calls, 2)
		require.True(t, asked[0].Calls[0].Asks && asked[0].Calls[1].Asks)
		require.Equal(t, event.Blocked, end.Status)
		require.Empty(t, *pressed)
	}
	end, _ := b.follows(t, "press A", true)
	require.Equal(t, event.Done, end.Status)
	require.Equal(t, []string{"A"}, *pressed)
}

func TestALinkWithNobodyThereDoesNothing(t *testing.T) {
	b, pressed := pressing(t)
	end, asked := b.does(t, Request{Text: "press A", Origin: Link, Yes: true}, true)
	require.Equal(t, event.Blocked, end.Status)
	require.Empty(t, asked)
	require.Empty(t, *pressed)
}

func TestALinkNeitherAnswersNorRefersToWhatThePersonDid(t *testing.T) {
	b, pressed := asking(t)
	require.Equal(t, event.Done, b.ask(t, "press B").Status)
	require.Equal(t, event.Blocked, b.ask(t, "press A").Status, "which of two is asked")
	*pressed = nil
	for _, text := range []string{"yes", "no", "allow it", "go ahead", "the second one", "number 1", "again", "try again", "press it", "close it", "that one"} {
		end, asked := b.follows(t, text, true)
		require.Equal(t, event.Blocked, end.Status, text)
		require.Contains(t, end.Spoken, "Say it yourself", text)
		require.Empty(t, asked, text)
		require.Empty(t, end.Steps, text)
	}
	for _, r := range []Request{{Option: []string{"C", "A"}}, {Undo: 1}} {
		r.Origin, r.Attended = Link, true
		end, _ := b.does(t, r, true)
		require.Equal(t, event.NotUnderstood, end.Status)
	}
	require.Empty(t, *pressed)
	require.Equal(t, event.Done, b.ask(t, "the second one").Status, "the question is open as before")
	require.Equal(t, []string{"A in C"}, *pressed)
}

func TestALinkLeavesNothingThatThePersonCouldReferTo(t *testing.T) {
	b, pressed := pressing(t)
	require.Equal(t, event.Done, b.ask(t, "press B").Status)
	end, _ := b.follows(t, "press Evil", true)
	require.Equal(t, event.Done, end.Status)
	require.Equal(t, event.Done, b.ask(t, "again").Status)
	require.Equal(t, []string{"B", "Evil", "B"}, *pressed)
}

func TestALinksQuestionIsNotLeftOpen(t *testing.T) {
	b, pressed := asking(t)
	end, _ := b.follows(t, "press A", true)
	require.Equal(t, event.Blocked, end.Status)
	require.Nil(t, end.Question)
	require.Contains(t, end.Spoken, "A link can't be answered.")
	for _, text := range []string{"yes", "the second one"} {
		require.Equal(t, event.NotUnderstood, b.ask(t, text).Status, text)
	}
	require.Empty(t, *pressed)
	require.True(t, b.Free(t.Context()))
}

func TestAPlannerIsToldOfALinkAloneAndLaterOfNoneOfIt(t *testing.T) {
	b, brain := talking(t, sayings(reply.Answer, "Mine."), sayings(reply.Clarify, "Which one?"), sayings(reply.Answer, "Fine."))
	b.ask(t, vague)
	end, _ := b.follows(t, vague+" for everybody", true)
	require.Nil(t, end.Question)
	require.Equal(t, "Which one? A link can't be answered. Say it yourself if you want it.", end.Spoken)
	require.Equal(t, event.NotUnderstood, b.ask(t, "yes").Status, "nobody asked the person")
	b.ask(t, vague+" again please")
	require.Len(t, brain.asked, 3)
	require.Empty(t, brain.asked[1].Thread)
	require.Equal(t, "Mine.", brain.asked[2].Thread[0].Answered)
	require.Len(t, brain.asked[2].Thread, 1)
}

func TestWhatAPlannerProposesForALinkIsAskedInEveryRound(t *testing.T) {
	b, brain := talking(t, reads(), presses("A"), presses("B"), sayings(reply.Answer, "Done."))
	end, asked := b.does(t, Request{Text: vague, Origin: Link, Attended: true, Yes: true}, true)
	require.Len(t, asked, 1, "reading needs no leave, and what was confirmed ends it")
	require.Len(t, brain.asked, 2)
	require.Equal(t, event.Done, end.Status, end.Spoken)
}

func TestOnlyWhenNothingIsUnderWayOrAskedIsPaceFree(t *testing.T) {
	b, _ := asking(t)
	ctx := t.Context()
	require.True(t, b.Free(ctx))
	b.asks = true
	x := b.begin(t, "press B")
	for e := range x.Events() {
		if q, ok := e.Body.(*event.Approval); ok {
			require.False(t, b.Free(ctx), "an approval is open")
			b.approve.Decide(q.ID, false, "interface")
		}
	}
	require.True(t, b.Free(ctx))
	b.asks = false
	b.ask(t, "press A")
	require.False(t, b.Free(ctx), "a question is open")
	b.later(OpenFor - time.Second)
	require.False(t, b.Free(ctx))
	b.later(time.Second)
	require.True(t, b.Free(ctx), "it is over")
	b.Close()
	require.False(t, b.Free(ctx))
}

func TestAPlannersQuestionKeepsPaceFromBeingFree(t *testing.T) {
	b, _ := talking(t, sayings(reply.Clarify, "Which one?"))
	b.ask(t, vague)
	require.False(t, b.Free(t.Context()))
	b.later(OpenFor)
	require.True(t, b.Free(t.Context()))
}

func TestALinkNeitherFillsAGapNorLeavesOne(t *testing.T) {
	b, pressed := pressing(t)
	require.NotNil(t, b.ask(t, "press").Question, "what to press is asked")
	require.False(t, b.Free(t.Context()), "a question for a missing piece is one too")
	for _, text := range []string{"Evil", "no", "yes"} {
		end, asked := b.follows(t, text, true)
		require.NotEqual(t, event.Done, end.Status, text)
		require.Empty(t, asked, text)
	}
	require.Empty(t, *pressed)
	require.Equal(t, event.Done, b.ask(t, "Save").Status, "the person's own word fills it")
	require.Equal(t, []string{"Save"}, *pressed)

	end, _ := b.follows(t, "press", true)
	require.Nil(t, end.Question)
	require.Contains(t, end.Spoken, "A link can't be answered.")
	require.True(t, b.Free(t.Context()))
	require.NotEqual(t, event.Done, b.ask(t, "Save").Status, "nobody asked the person")
	require.Len(t, *pressed, 1)
}
