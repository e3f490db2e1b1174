package bench

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheJudgementOfRoutesNamesEveryFileAndHalf(t *testing.T) {
	j, err := EvalRoute(Options{Version: "test"})
	require.NoError(t, err)
	var out bytes.Buffer
	j.Print(&out)
	for _, want := range []string{"intents, held-out half", "commands, tuning half", "talk, held-out half", "precision", "false fires", "calls exactly right"} {
		require.Contains(t, out.String(), want)
	}
}
