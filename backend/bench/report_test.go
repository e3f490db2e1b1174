package bench

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func many(ms ...int) Stat {
	var s Stat
	for _, v := range ms {
		s.took(time.Duration(v) * time.Millisecond)
	}
	return s.finish()
}

func TestABarThatIsMissedIsSaidToBeMissed(t *testing.T) {
	fast, slow := 1.2, 4.3
	wrong := 0.5
	n := &Numbers{Press: Press{Ratio: &slow}, Form8: Form8{Ratio200: &fast}, Route: many(1), Suite: &Score{FalseSuccesses: 1, Rate: &wrong}}
	n.Ask.Host = &AskArm{Proven: many(100, 120)}
	n.Ask.NoHost = &AskArm{}
	n.Bars = bars(n)
	met := map[string]*bool{}
	for _, b := range n.Bars {
		met[b.Key] = b.Met
	}
	require.False(t, *met["press.ratioToSignal"])
	require.False(t, *met["form8.ratioToFixed200"])
	require.True(t, *met["ask.host.proven.p95"])
	require.Nil(t, met["ask.noHost.proven.p95"], "what was not measured is neither met nor missed")
	require.False(t, *met["route.p95"])
	require.False(t, *met["suite.falseSuccesses"])
	require.False(t, *met["suite.confirmedRate"])
	var out bytes.Buffer
	n.Print(&out)
	require.Contains(t, out.String(), "NOT met")
	require.Contains(t, out.String(), "not measured")
}

func TestTheKeysThatScriptsReadStay(t *testing.T) {
	b, err := json.Marshal(&Numbers{Bars: []Bar{}, Skipped: []string{}})
	require.NoError(t, err)
	var keys map[string]any
	require.NoError(t, json.Unmarshal(b, &keys))
	for _, k := range []string{"version", "at", "quick", "machine", "press", "form8", "calculator", "edit1000", "snapshot5000", "hung", "capture", "ask", "route", "suite", "apart", "bars", "skipped"} {
		require.Contains(t, keys, k)
	}
	form := keys["form8"].(map[string]any)
	for _, k := range []string{"pace", "fixed200", "fixed600", "pictures", "ratioToFixed200"} {
		require.Contains(t, form, k)
	}
	press := keys["press"].(map[string]any)
	for _, k := range []string{"bareSignal", "declared", "byDefault", "ratioToSignal"} {
		require.Contains(t, press, k)
	}
}

func TestProofIsDatedByTheStepsEndLessItsSettling(t *testing.T) {
	const row = `{"v":1,"turn":"t","seq":4,"at":"2026-01-31T12:00:02Z","type":"stepEnded","step":0,"tool":"click","args":{},"describe":"","outcome":{"effect":"confirmed","means":"semantic","evidence":[],"report":"","reason":"","timing":{"firstSignalMs":1,"provenMs":4,"settledMs":1504}}}`
	at, why := provenAt(row + "\n")
	require.Empty(t, why)
	require.Equal(t, time.Date(2026, 1, 31, 12, 0, 0, 5e8, time.UTC), at.UTC())
	_, why = provenAt(`{"v":1,"turn":"t","seq":4,"at":"2026-01-31T12:00:02Z","type":"stepEnded","step":0,"tool":"click","args":{},"describe":"","outcome":{"effect":"failed","means":"","evidence":[],"report":"It is gone.","reason":"gone","timing":{"firstSignalMs":null,"provenMs":null,"settledMs":null}}}`)
	require.Contains(t, why, "It is gone.")
	_, why = provenAt("")
	require.NotEmpty(t, why)
}

func TestAThousandCharactersAreExactlyThatAndDiffer(t *testing.T) {
	for _, of := range []string{"Grüße, Ω 你好 🙂 ", "plain words and 123 "} {
		a, b := []rune(thousand(1, of)), []rune(thousand(2, of))
		require.Len(t, a, 1000)
		require.Len(t, b, 1000)
		require.NotEqual(t, a, b)
		require.NotEqual(t, ' ', a[999], "an end of spaces would be lost in comparing")
	}
	require.Equal(t, 3, common("abcd", "abcx"))
}
