package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/bench"
)

func TestTheKeyWatcherTakesTheArgumentsItIsStartedWith(t *testing.T) {
	ran := false
	var errs bytes.Buffer
	code := Main([]string{"__guard", ":7", "/run/authority"}, Std{In: strings.NewReader(""), Out: io.Discard, Err: &errs},
		Build{Version: "test", Guard: func(context.Context, io.Reader, []string) error { ran = true; return nil }})
	require.Zero(t, code, errs.String())
	require.True(t, ran)
}

func TestABenchThatLacksProgramsSaysWhich(t *testing.T) {
	var out, errs bytes.Buffer
	code := Main([]string{"bench", "suite", "--json"}, Std{In: strings.NewReader(""), Out: &out, Err: &errs, Environ: []string{"PATH=" + t.TempDir()}}, Build{Version: "test"})
	require.Equal(t, 1, code)
	require.Contains(t, errs.String(), "Xvfb")
	require.Empty(t, out.String(), "numbers of nothing are no numbers")
}

func TestABenchThatBreaksOffShowsWhatItHad(t *testing.T) {
	var out bytes.Buffer
	err := benchFlags{JSON: true}.show(&out, &bench.Score{Cases: 3}, errors.New("the desktop went away"))
	require.ErrorContains(t, err, "did not come to its end")
	require.Contains(t, out.String(), `"cases": 3`)
}

func TestTheEvaluationFailsForNoModelAndNoneThere(t *testing.T) {
	var out, errs bytes.Buffer
	code := Main([]string{"bench", "eval", "--url", "http://127.0.0.1:1"}, Std{In: strings.NewReader(""), Out: &out, Err: &errs}, Build{Version: "test"})
	require.Zero(t, code, errs.String())
	require.Contains(t, out.String(), "nothing to evaluate")
	require.Equal(t, 1, strings.Count(out.String(), "\n"), "one sentence")
	out.Reset()
	code = Main([]string{"bench", "eval", "--json", "--url", "http://127.0.0.1:1"}, Std{In: strings.NewReader(""), Out: &out, Err: &errs}, Build{Version: "test"})
	require.Zero(t, code, errs.String())
	require.Contains(t, out.String(), `"missing": "There is nothing to evaluate`)
}

func TestThePlannerBenchPrintsItsBars(t *testing.T) {
	var out, errs bytes.Buffer
	code := Main([]string{"bench", "planner", "--quick"}, Std{In: strings.NewReader(""), Out: &out, Err: &errs}, Build{Version: "test"})
	require.Zero(t, code, errs.String())
	require.Regexp(t, `(?m)^  (met|NOT met) +read and validate`, out.String())
	require.NotContains(t, out.String(), "not measured")
}
