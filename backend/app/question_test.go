package app

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/restraint"
)

func TestAPartThatHangsIsNotAskedAgainUntilItAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q question[bool]
		var late sync.WaitGroup
		within := func() context.Context {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			t.Cleanup(cancel)
			return ctx
		}
		release := make(chan struct{})
		var asked atomic.Int32
		hangs := func(context.Context) (bool, error) { asked.Add(1); <-release; return true, nil }
		for range 3 {
			require.Equal(t, restraint.Known[bool]{}, q.ask(within(), &late, hangs))
		}
		require.EqualValues(t, 1, asked.Load())
		close(release)
		late.Wait()
		require.Equal(t, restraint.Is(true), q.ask(within(), &late, hangs), "its late answer is of another moment, so it is asked afresh")
		require.Equal(t, restraint.Known[bool]{}, q.ask(within(), &late, func(context.Context) (bool, error) { return true, errors.New("no") }))
		late.Wait()
	})
}
