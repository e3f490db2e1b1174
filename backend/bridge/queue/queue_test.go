package queue_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/bridge/queue"
	"pace/backend/event"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// follow has a queue take rows to their end.
func follow(q *queue.Queue, rows ...event.Event) {
	c := make(chan event.Event, len(rows))
	for _, e := range rows {
		c <- e
	}
	close(c)
	q.Follow(c)
}

func row(turn string, b event.Body) event.Event {
	e := event.Of(b)
	e.Turn, e.At = turn, time.Unix(7, 0).UTC()
	return e
}

func ids(s queue.State) []string {
	out := []string{}
	for _, a := range s.Waiting {
		out = append(out, a.ID)
	}
	return out
}

func TestApprovalsWaitInTheOrderInWhichTheyWereAsked(t *testing.T) {
	var q queue.Queue
	require.Empty(t, q.State().Waiting)
	require.NotNil(t, q.State().Waiting)
	expires := time.Unix(100, 0).UTC()
	follow(&q,
		row("a", &event.Started{Text: "send it", Origin: "interface"}),
		row("b", &event.Started{Text: "tidy up", Origin: "schedule"}),
		row("b", &event.Approval{ID: "1", Calls: []event.Planned{{Describe: "Press Save", Risk: "external", Undoable: true}}, Why: "w", ExpiresAt: expires}),
		row("a", &event.Approval{ID: "2", Tainted: true}),
	)
	s := q.State()
	require.Equal(t, []string{"1", "2"}, ids(s))
	require.Equal(t, queue.Asked{ID: "1", Turn: "b", Said: "tidy up", Origin: "schedule", At: time.Unix(7, 0).UTC(),
		Calls: []event.Planned{{Describe: "Press Save", Risk: "external", Undoable: true}}, Why: "w", ExpiresAt: expires}, s.Waiting[0])
	require.True(t, s.Waiting[1].Tainted)
}

func TestWhatWasAnsweredOrHasEndedWaitsNoLonger(t *testing.T) {
	var q queue.Queue
	follow(&q,
		row("a", &event.Started{}), row("a", &event.Approval{ID: "1"}),
		row("b", &event.Started{}), row("b", &event.Approval{ID: "2"}),
		row("c", &event.Started{}), row("c", &event.Approval{ID: "3"}),
		row("b", &event.Resolved{ID: "2", By: "timeout"}),
		row("a", &event.Ended{}), // cancelled: no answer was told
		row("c", &event.Resolved{ID: "unknown"}),
	)
	require.Equal(t, []string{"3"}, ids(q.State()))
}

func TestEachChangeIsToldOnceAndNumbered(t *testing.T) {
	var q queue.Queue
	states, stop := q.States.Subscribe(false)
	defer stop()
	follow(&q,
		row("a", &event.Started{}), row("a", &event.Approval{ID: "1"}), row("a", &event.Step{}),
		row("a", &event.Resolved{ID: "1"}), row("a", &event.Ended{}))
	var got []queue.State
	for s := range states { // closed with the rows
		got = append(got, s)
	}
	require.Len(t, got, 2)
	require.Equal(t, []int{1, 2}, []int{got[0].N, got[1].N})
	require.Equal(t, []string{"1"}, ids(got[0]))
	require.Empty(t, got[1].Waiting)
}
