//go:build linux

package bench

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The promise of the product, on real toolkits: never a false success, and real effects are recognised.
func TestPaceIsNeverWronglyCertainAndRecognisesRealEffects(t *testing.T) {
	need(t, append(DeskPrograms(), "/usr/bin/python3", "chromium")...)
	o := here(t)
	if only := os.Getenv("PACE_BENCH_ONLY"); only != "" {
		o.Only = strings.Split(only, ",")
	}
	s, err := Suite(t.Context(), o)
	require.NoError(t, err)
	if os.Getenv("CI") == "true" {
		require.Empty(t, s.Skipped, "every toolkit must be there")
	}
	require.Zero(t, s.FalseSuccesses, "%+v", s.Misses)
	require.NotNil(t, s.Rate, "something must have happened")
	require.GreaterOrEqual(t, *s.Rate, 0.98, "%+v", s.Misses)
	require.Greater(t, s.Real, 10)
}

func TestASuiteThatIsStoppedEndsAndCleansUp(t *testing.T) {
	need(t, DeskPrograms()...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Suite(ctx, here(t))
	require.ErrorIs(t, err, context.Canceled)
}
