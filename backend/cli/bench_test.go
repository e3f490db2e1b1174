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
