package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// answering is a program that answers each line with one, as pace inspect route --lines does.
func answering(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pace")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755)) //nolint:gosec // a program has to be executable
	return path
}

func TestTheRouteBenchMeasuresAllItsArms(t *testing.T) {
	o := here(t)
	o.Quick, o.Self = true, answering(t, `[ "$*" = "inspect route --lines" ] && exec sed 's/.*/{}/'`)
	n, err := Route(t.Context(), o)
	require.NoError(t, err)
	sum := 0
	for _, a := range n.Arms {
		require.Positive(t, a.Time.N, a.What)
		sum += a.Time.N
	}
	require.Equal(t, sum, n.All.N)
	require.GreaterOrEqual(t, len(n.Arms), 6)
	require.Len(t, n.Long, 5)
	for _, a := range n.Long {
		require.GreaterOrEqual(t, len(a.texts[0]), 100<<10-64, a.What)
		require.Positive(t, a.Time.Max, a.What)
	}
	require.Equal(t, 2000, n.Lines.Sentences)
	require.Equal(t, 3*2000, n.Lines.Bytes)
	for _, b := range n.Bars {
		require.NotNil(t, b.Met, b.Key)
	}
	var out bytes.Buffer
	n.Print(&out)
	for _, want := range []string{"load before", "heldOut", "100 KB", "a second", "100 µs", "max"} {
		require.Contains(t, out.String(), want)
	}
	raw, err := json.Marshal(n)
	require.NoError(t, err)
	require.Contains(t, string(raw), `"perSecond"`)
}

func TestARouteBenchWhoseProgramAnswersTooLittleSaysSo(t *testing.T) {
	n := &RouteNumbers{}
	err := n.stream(t.Context(), Options{Environ: os.Environ(), Self: answering(t, "head -n 3 | sed 's/.*/{}/'; cat >/dev/null")}, []string{"a"}, 10)
	require.ErrorContains(t, err, "answered 3 of 10 lines")
	require.Nil(t, n.Lines)
}

func TestARouteBenchWithoutPaceItselfNamesWhatIsLeftOut(t *testing.T) {
	n := &RouteNumbers{}
	require.NoError(t, n.stream(t.Context(), Options{}, nil, 10))
	require.Len(t, n.Skipped, 1)
	require.Nil(t, routeBars(n)[1].Met, "what was not measured is never met")
}

func TestARouteBenchThatIsStoppedKeepsWhatItHad(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	n, err := Route(ctx, Options{Quick: true})
	require.ErrorIs(t, err, context.Canceled)
	var out bytes.Buffer
	n.Print(&out)
	require.Contains(t, out.String(), "not measured")
}

func TestARouteThatIsTooSlowMissesItsBars(t *testing.T) {
	bars := routeBars(&RouteNumbers{All: Stat{N: 1, P95: 0.2}, Lines: &RouteLines{PerSecond: 9000}})
	require.False(t, *bars[0].Met)
	require.InDelta(t, 200, *bars[0].Got, 1e-9)
	require.False(t, *bars[1].Met)
}
