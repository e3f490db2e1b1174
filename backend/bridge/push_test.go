package bridge

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
)

func delta(n int) event.Event {
	e := event.Of(&event.Delta{Text: "x"})
	e.Seq = n
	return e
}

func other(n int) event.Event {
	e := event.Of(&event.Speech{})
	e.Seq = n
	return e
}

// batched runs Batch on what feed sends and gives the pushes with the time at which each came.
func batched(t *testing.T, feed func(chan<- event.Event)) (pushes [][]int, at []time.Duration) {
	synctest.Test(t, func(t *testing.T) {
		in := make(chan event.Event)
		begun := time.Now()
		done := make(chan struct{})
		go func() {
			defer close(done)
			Batch(in, func(es []event.Event) {
				var seqs []int
				for _, e := range es {
					seqs = append(seqs, e.Seq)
				}
				pushes, at = append(pushes, seqs), append(at, time.Since(begun))
			})
		}()
		feed(in)
		close(in)
		<-done
	})
	return pushes, at
}

func TestTokenDeltasAreGatheredForTwoFramesAndNoLonger(t *testing.T) {
	pushes, at := batched(t, func(in chan<- event.Event) {
		for n := range 10 {
			in <- delta(n)
			time.Sleep(10 * time.Millisecond)
		}
	})
	require.Equal(t, [][]int{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9}}, pushes)
	require.Equal(t, []time.Duration{32 * time.Millisecond, 72 * time.Millisecond, 100 * time.Millisecond}, at, "the last at the end of the stream")
}

func TestAnythingElseIsPushedAtOnceBehindWhatWasGathered(t *testing.T) {
	pushes, at := batched(t, func(in chan<- event.Event) {
		in <- other(1)
		in <- delta(2)
		in <- delta(3)
		time.Sleep(5 * time.Millisecond)
		in <- other(4)
		time.Sleep(time.Second)
		in <- other(5)
	})
	require.Equal(t, [][]int{{1}, {2, 3, 4}, {5}}, pushes)
	require.Equal(t, []time.Duration{0, 5 * time.Millisecond, 1005 * time.Millisecond}, at)
}

func TestNothingIsLostWhenTheStreamEnds(t *testing.T) {
	pushes, _ := batched(t, func(in chan<- event.Event) {
		for n := range 1000 {
			in <- delta(n)
		}
	})
	next := 0
	for _, p := range pushes {
		for _, n := range p {
			require.Equal(t, next, n)
			next++
		}
	}
	require.Equal(t, 1000, next)
	pushes, _ = batched(t, func(chan<- event.Event) {})
	require.Empty(t, pushes)
}

func TestATurnWhoseProcessWasKilledIsShownAsEnded(t *testing.T) {
	of := func(turn string, seq int, b event.Body) event.Event {
		e := event.Of(b)
		e.Turn, e.Seq = turn, seq
		return e
	}
	rows := []event.Event{of("dead", 1, &event.Started{}), of("live", 1, &event.Started{}), of("dead", 2, &event.Route{}), of("over", 1, &event.Started{}), of("over", 2, &event.Ended{})}
	got := whole(rows, func(id string) bool { return id == "live" })
	require.Equal(t, rows, got[:len(rows)])
	require.Len(t, got, len(rows)+1)
	end := got[len(rows)]
	require.Equal(t, "dead", end.Turn)
	require.Equal(t, 3, end.Seq)
	require.Equal(t, event.Failed, end.Body.(*event.Ended).Status)
	require.Contains(t, end.Body.(*event.Ended).Spoken, "not known")
	require.NotNil(t, whole(nil, nil), "a list is never null")
}

func TestAPanicInAServiceIsAnError(t *testing.T) {
	_, err := Guarded(func() (any, error) { panic("a defect") })
	require.ErrorContains(t, err, "a defect")
	v, err := Guarded(func() (any, error) { return 7, nil })
	require.NoError(t, err)
	require.Equal(t, 7, v)
}
