package corpus

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/route"
)

func calls(tools ...string) [][]event.Call {
	out := [][]event.Call{}
	for _, t := range tools {
		out = append(out, []event.Call{{Tool: t, Args: json.RawMessage(`{"a":1,"b":[2]}`)}})
	}
	return out
}

func TestEachSentenceIsCountedForWhatIsExpectedOfIt(t *testing.T) {
	some, none := calls("key"), calls()
	c := Corpus{Name: "x", Cases: []Case{
		{Text: "right", Half: Tuning, Intent: "screenAction", Route: "fastAction", Calls: &some},
		{Text: "otherwise", Half: Tuning, Calls: &some},
		{Text: "missed", Half: Tuning, Calls: &some},
		{Text: "fires", Half: Tuning, Calls: &none},
		{Text: "claimed", Half: Tuning, Calls: &none},
		{Text: "refers back", Half: Tuning, Calls: &none},
		{Text: "acting", Half: Tuning, Calls: &none},
		{Text: "talk", Half: Tuning, Intent: "chitchat", Route: "chitchat", Calls: &none},
		{Text: "other half", Half: Held, Intent: "chitchat"},
	}}
	routed := func(text string) event.Route {
		r := event.Route{Route: "fullPipeline", By: "intent", Intent: "unknown", Calls: calls()}
		switch text {
		case "right":
			r = event.Route{Route: "fastAction", Intent: "screenAction", Calls: calls("key")}
		case "otherwise", "fires":
			r.Calls = calls("click")
		case "claimed":
			r.Route, r.By = "command", "cron"
		case "refers back":
			r.Route, r.By = "command", "followup"
		case "acting":
			r.Route, r.Intent = "act", "screenAction"
		}
		return r
	}
	s := judge(c, Tuning, routed)
	require.Equal(t, 8, s.Cases)
	require.Equal(t, Right{1, 2}, s.Intents.Right)
	require.Equal(t, map[string]map[string]int{"screenAction": {"screenAction": 1}, "chitchat": {"unknown": 1}}, s.Intents.Matrix)
	require.Equal(t, Right{1, 2}, *s.Routes)
	require.Equal(t, Calls{Exact: 1, Otherwise: 1, Missed: 1, Of: 3}, *s.Calls)
	require.Equal(t, Quiet{Fired: 2, Acting: 1, Of: 5}, *s.Quiet)
	require.InDelta(t, 0.4, s.Quiet.Rate(), 1e-9)
	require.Zero(t, Quiet{}.Rate())

	h := judge(c, Held, routed)
	require.Equal(t, 1, h.Cases)
	require.Nil(t, h.Calls)
}

func TestPrecisionAndRecallAreOfTheirOwnClass(t *testing.T) {
	var s Score
	for _, p := range [][2]string{{"chitchat", "chitchat"}, {"chitchat", "unknown"}, {"unknown", "chitchat"}, {"unknown", "chitchat"}} {
		s.intent(p[0], p[1])
	}
	s.Intents.finish()
	chat := s.Intents.Classes[0]
	require.Equal(t, "chitchat", chat.Class)
	require.InDelta(t, 1.0/3, *chat.Precision, 1e-9)
	require.InDelta(t, 0.5, *chat.Recall, 1e-9)
	require.Nil(t, s.Intents.Classes[1].Precision, "never found: no precision")
}

func TestCallsAreTheSameHoweverTheirArgumentsAreWritten(t *testing.T) {
	a := calls("key", "type")
	b := [][]event.Call{{{Tool: "key", Args: json.RawMessage(`{ "b": [2], "a": 1.0 }`)}}, {{Tool: "type", Args: json.RawMessage(`{"a":1,"b":[2]}`)}}}
	require.True(t, Same(a, b))
	require.False(t, Same(a, calls("key")))
	require.False(t, Same(a, calls("type", "key")))
	b[1][0].Args = json.RawMessage(`{"a":2,"b":[2]}`)
	require.False(t, Same(a, b))
	b[1] = append(b[1], b[1][0])
	require.False(t, Same(a, b))
	require.True(t, Same(calls(), nil))
}

func TestWhatIsPrintedHoldsNoSentence(t *testing.T) {
	all, err := Load()
	require.NoError(t, err)
	var out bytes.Buffer
	scores := Judge(all)
	Print(&out, scores)
	raw, err := json.Marshal(scores)
	require.NoError(t, err)
	require.Contains(t, out.String(), "held-out half")
	require.Contains(t, out.String(), "false fires")
	for _, c := range all {
		for _, k := range c.Cases {
			if len(k.Text) > 20 {
				require.False(t, bytes.Contains(out.Bytes(), []byte(k.Text)) || bytes.Contains(raw, []byte(k.Text)), "a sentence of %s is printed", c.Name)
			}
		}
	}
}

// The floors stand a few points under what was reached, so that a rule that costs more than it brings is seen. They are
// raised when it is better; nobody looks at the held-out half for that, only at these counts.
const (
	intentsHeld  = 0.88 // 0.909 reached
	commandsHeld = 0.92 // 0.952, intents of the commands
	routesHeld   = 0.88 // 0.908
	callsHeld    = 0.88 // 0.906 exactly right, by the grammar
	callsTuning  = 0.97 // 0.995
	callsWrong   = 0.03 // 0.025: something else would be done
	firesHeld    = 0.01 // 0.009 of the near misses
)

func TestRoutingDoesNotFallBehindWhatItReached(t *testing.T) {
	all, err := Load()
	require.NoError(t, err)
	seen := 0
	for _, s := range Judge(all) {
		name := s.Corpus + " " + string(s.Half)
		if q := s.Quiet; q != nil && s.Half == Tuning {
			require.Zero(t, q.Fired, "%s: false fires", name)
		}
		switch name {
		case "talk " + string(Held):
			require.Zero(t, s.Quiet.Fired, "%s: false fires", name)
		case "intents " + string(Held):
			require.GreaterOrEqual(t, s.Intents.Share(), intentsHeld, name)
		case "commands " + string(Tuning):
			require.GreaterOrEqual(t, share(s.Calls.Exact, s.Calls.Of), callsTuning, name)
		case "commands " + string(Held):
			require.GreaterOrEqual(t, s.Intents.Share(), commandsHeld, name)
			require.GreaterOrEqual(t, s.Routes.Share(), routesHeld, name)
			require.GreaterOrEqual(t, share(s.Calls.Exact, s.Calls.Of), callsHeld, name)
			require.LessOrEqual(t, share(s.Calls.Otherwise, s.Calls.Of), callsWrong, name)
			require.LessOrEqual(t, s.Quiet.Rate(), firesHeld, name)
		default:
			continue
		}
		seen++
	}
	require.Equal(t, 4, seen)
}

func TestAFollowUpFiresNothing(t *testing.T) {
	require.False(t, Fires(event.Route{Route: route.Command, By: "followup"}))
	require.True(t, Fires(event.Route{Route: route.Command, By: "cron"}))
}
