package executor

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
)

func TestTheFirstAnswerCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a Approvals
		got := make(chan event.Resolved, 1)
		go func() { got <- a.Ask(t.Context(), event.Approval{ID: "1"}, func() {}) }()
		synctest.Wait()
		require.False(t, a.Decide("2", true, "terminal"), "another question")
		require.True(t, a.Decide("1", true, "interface"))
		require.False(t, a.Decide("1", false, "terminal"), "answered already")
		require.Equal(t, event.Resolved{ID: "1", Allowed: true, By: "interface"}, <-got)
	})
}

func TestNoAnswerIsNo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a Approvals
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		start := time.Now()
		require.Equal(t, event.Resolved{ID: "1", By: "timeout"}, a.Ask(ctx, event.Approval{ID: "1"}, func() {}))
		require.Equal(t, time.Minute, time.Since(start))
		require.False(t, a.Decide("1", true, "terminal"), "too late")
	})
}

func TestSeveralQuestionsWaitAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a Approvals
		got := make(chan event.Resolved, 2)
		for _, id := range []string{"1", "2"} {
			go func() { got <- a.Ask(t.Context(), event.Approval{ID: id}, func() {}) }()
		}
		synctest.Wait()
		require.True(t, a.Decide("2", true, "terminal"))
		require.Equal(t, "2", (<-got).ID)
		require.True(t, a.Decide("1", false, "terminal"))
		require.False(t, (<-got).Allowed)
	})
}

func TestAnAnswerThatComesWhileTheQuestionIsBeingShownCounts(t *testing.T) {
	var a Approvals
	got := a.Ask(t.Context(), event.Approval{ID: "1"}, func() { require.True(t, a.Decide("1", true, "terminal")) })
	require.True(t, got.Allowed)
}
