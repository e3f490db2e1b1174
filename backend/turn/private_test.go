package turn

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// onlyKept is a thread that keeps what it was told to.
type onlyKept map[string]any

func (k onlyKept) Get(_ context.Context, key string, _ time.Time, _ any) (bool, error) {
	_, ok := k[key]
	return ok, nil
}

func (k onlyKept) Put(_ context.Context, key string, v any, _ time.Time, _ time.Duration) error {
	k[key] = v
	return nil
}

func (k onlyKept) Drop(_ context.Context, key string) error {
	delete(k, key)
	return nil
}

func TestWhatIsHeldIsThereForAWhileAndNotKept(t *testing.T) {
	kept := onlyKept{}
	h := Holding(kept)
	ctx, now := t.Context(), time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)
	there := func(at time.Time) string {
		var v string
		ok, err := h.Get(ctx, "k", at, &v)
		require.NoError(t, err)
		if !ok {
			return "nothing"
		}
		return v
	}
	require.NoError(t, h.Put(ctx, "k", "kept", now, time.Minute))
	require.NoError(t, h.(holder).hold(ctx, "k", "held", now, time.Minute))
	require.Empty(t, kept, "nor what was kept before, which it replaces")
	require.Equal(t, "held", there(now))
	require.Equal(t, "nothing", there(now.Add(time.Minute)))
	require.Equal(t, "nothing", there(now.Add(-time.Second)), "the clock was set back, so its age is unknown")
	require.NoError(t, h.Put(ctx, "k", "kept", now, time.Minute))
	require.Equal(t, onlyKept{"k": "kept"}, kept)
	require.Equal(t, "", there(now), "the kept one counts again")
	require.NoError(t, h.(holder).hold(ctx, "k", "held", now, time.Minute))
	require.NoError(t, h.Drop(ctx, "k"))
	require.Equal(t, "nothing", there(now))
	require.Error(t, h.(holder).hold(ctx, "k", make(chan int), now, time.Minute))
}
