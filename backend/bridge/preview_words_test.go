package bridge

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/route"
	"pace/backend/tool"
)

func TestEveryRowOfTheChainHasWordsForWhereItComesFrom(t *testing.T) {
	for _, by := range route.Chain() {
		require.NotEmpty(t, origins[by], "say in origins where a claim of %q comes from", by)
	}
	for want, r := range map[string]event.Route{
		"built-in phrase":  {Route: route.FastAction, By: "phrase"},
		"the turn before":  {Route: route.Command, By: "followup"},
		"your automations": {Route: route.Automation, By: "somebody new"},
		"your flows":       {Route: route.Command, By: "flow"},
		"built-in command": {Route: route.Command, By: "somebody new"},
	} {
		require.Equal(t, want, origin(r))
	}
}

func TestACallThatNoToolDescribesIsNamedByItself(t *testing.T) {
	for want, c := range map[string]tool.Call{
		"start timer 300":    {Tool: "Timer.start", Args: json.RawMessage(`{"seconds":300}`)},
		"set volume “up” 10": {Tool: "set_volume", Args: json.RawMessage(`{"direction":"up","by":10,"quiet":true,"more":{"x":1}}`)},
		"note create “Milk”": {Tool: "noteCreate", Args: json.RawMessage(`{"text":"Milk"}`)},
		"lock":               {Tool: "lock"},
		"lock screen":        {Tool: "lock-screen", Args: json.RawMessage(`nonsense`)},
	} {
		require.Equal(t, want, plainCall(c))
	}
	long := plainCall(tool.Call{Tool: "note", Args: json.RawMessage(`{"text":"` + strings.Repeat("a", 80) + `"}`)})
	require.LessOrEqual(t, len([]rune(long)), 80)
	require.Contains(t, long, "…")
}

func TestAStepWhoseToolIsMissingIsSaidToBeNotAvailableYet(t *testing.T) {
	reg, err := tool.NewRegistry()
	require.NoError(t, err)
	words, _, not := (&Turns{Parts{Registry: reg}}).step(tool.Call{Tool: "Timer.start", Args: json.RawMessage(`{"seconds":300}`)})
	require.Equal(t, "start timer 300", words)
	require.Equal(t, "not available yet", not)
}

func TestASentenceBecomesAPartOfAnother(t *testing.T) {
	for in, want := range map[string]string{
		"There is no display.":              "there is no display",
		"There is no bus. Run pace doctor.": "there is no bus",
		"Open URL":                          "open URL",
		"AT-SPI is off.":                    "AT-SPI is off",
		"":                                  "",
	} {
		require.Equal(t, want, clause(in))
	}
}
