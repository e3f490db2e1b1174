package route

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/phrase"
	"pace/backend/phrase/intent"
)

func TestSentencesGoTheirWay(t *testing.T) {
	for _, c := range []struct{ text, route, by, intent string }{
		{"press 7", FastAction, "phrase", "screenAction"},
		{"hey pace, open Calculator and then press 7", FastAction, "phrase", "screenAction"},
		{"what's on my clipboard?", FastAction, "phrase", "screenAction"},
		{"undo that", FastAction, "phrase", "screenAction"},
		{"again", Command, "followup", "unknown"},
		{"press it", Command, "followup", "screenAction"},
		{"the second one", Command, "followup", "unknown"},
		{"close it", Command, "followup", "screenAction"},
		{"hello there", Chitchat, ByIntent, "chitchat"},
		{"what is the capital of France", Answer, ByIntent, "pureKnowledge"},
		{"what's on my screen?", ReadScreen, ByIntent, "screenDescription"},
		{"translate this page", Act, ByIntent, "screenAction"},
		{"press 7 and then translate this page", Act, ByIntent, "screenAction"},
		{"research electric cars", Research, ByIntent, "research"},
		{"ask the big model why", LargeModel, ByIntent, "phoneLargeModel"},
		{"don't press OK", FullPipeline, ByIntent, "unknown"},
		{"she said press OK", FullPipeline, ByIntent, "unknown"},
		{"", FullPipeline, ByIntent, "unknown"},
	} {
		r := Route(c.text)
		require.Equal(t, c.route, r.Route, "%q", c.text)
		require.Equal(t, c.by, r.By, "%q", c.text)
		require.Equal(t, c.intent, r.Intent, "%q", c.text)
		require.Equal(t, c.by != "followup" && (c.route == FastAction || c.route == Command), len(r.Calls) > 0, "%q", c.text)
		if r.Intent == "unknown" {
			require.Zero(t, r.Confidence)
		} else {
			require.GreaterOrEqual(t, r.Confidence, 0.9)
		}
	}
}

func TestCallsArePrintedAsAListEvenWhenThereAreNone(t *testing.T) {
	raw, err := json.Marshal(Route("hello"))
	require.NoError(t, err)
	require.JSONEq(t, `{"route":"chitchat","by":"intent","intent":"chitchat","confidence":0.95,"calls":[]}`, string(raw))
	raw, err = json.Marshal(Route("press 7, then scroll down"))
	require.NoError(t, err)
	require.JSONEq(t, `{"route":"fastAction","by":"phrase","intent":"screenAction","confidence":0.95,
		"calls":[[{"tool":"click","args":{"label":"7"}}],[{"tool":"scroll","args":{"direction":"down","amount":3}}]]}`, string(raw))
}

// The order in which claims are asked. A new row goes where no row before it takes its sentences; what each takes is
// pinned by phrase's tests of the rows.
func TestTheChainAsksFollowUpsThenTheRowsThenThePlainGrammar(t *testing.T) {
	require.Equal(t, []string{"followup",
		"watch", "annotations", "research", "listening", "memory", "automation", "shortcut", "create", "flow", "site", "cron", "background", "meeting", "skill", "find",
		"media", "sound", "light", "timer", "reminder", "calendar", "notes", "mail", "contacts", "files", "capture", "edit", "keys", "window", "self", "never",
		"phrase"}, Chain())
}

func TestARowNamesTheRouteAndWhoClaimed(t *testing.T) {
	for _, c := range []struct{ text, route, by, calls string }{
		{"start watch mode", Command, "watch", `[[{"tool":"watch_mode","args":{"enabled":true}}]]`},
		{"run the skill called play back my flow", Command, "skill", `[[{"tool":"skill","args":{"action":"run","name":"play back my flow"}}]]`},
		{"every 10 minutes check my inbox", Command, "cron", `[[{"tool":"cron","args":{"action":"add","every":"10 minutes","task":"check my inbox"}}]]`},
		{"where is total on my screen?", Command, "find", `[[{"tool":"find_on_screen","args":{"text":"total"}}]]`},
		{"set the volume to thirty percent", FastAction, "sound", `[[{"tool":"volume","args":{"level":30}}]]`},
		{"pause the music, then press Save", FastAction, "media", `[[{"tool":"music","args":{"command":"pause"}}],[{"tool":"click","args":{"label":"Save"}}]]`},
		{"press Save, then pause the music", FastAction, "phrase", `[[{"tool":"click","args":{"label":"Save"}}],[{"tool":"music","args":{"command":"pause"}}]]`},
		{"uh open um safari", FastAction, "phrase", `[[{"tool":"open_app","args":{"app":"safari"}}]]`},
		{"remind me later to water the plants", Act, ByIntent, `[]`},
		{"delete all my files", Act, ByIntent, `[]`},
		{"run morning setup", Act, ByIntent, `[]`},
		{"should I open Firefox?", Answer, ByIntent, `[]`},
		{"don't open Firefox", FullPipeline, ByIntent, `[]`},
		{"öffne Firefox", FullPipeline, ByIntent, `[]`},
	} {
		r := Route(c.text)
		require.Equal(t, c.route, r.Route, "%q", c.text)
		require.Equal(t, c.by, r.By, "%q", c.text)
		raw, err := json.Marshal(r.Calls)
		require.NoError(t, err)
		require.JSONEq(t, c.calls, string(raw), "%q", c.text)
	}
}

func TestAnUnclaimedSentenceIsWhatTheClassifierSays(t *testing.T) {
	_, p := Read("run the flow morning")
	r := Unclaimed(p)
	require.Equal(t, Act, r.Route)
	require.Equal(t, ByIntent, r.By)
	require.Empty(t, r.Calls)
}

func TestTheFirstClaimThatHoldsWinsAndOnlyThatOne(t *testing.T) {
	var asked []string
	row := func(name string, holds bool) Claim {
		return Claim{By: name, Route: Command, Claims: func(Sentence) ([][]event.Call, bool) {
			asked = append(asked, name)
			return nil, holds
		}}
	}
	r := along([]Claim{row("a", false), row("b", true), row("c", true)}, Sentence{"x", phrase.Read("x")})
	require.Equal(t, "b", r.By)
	require.Equal(t, []string{"a", "b"}, asked)
}

func BenchmarkRoute(b *testing.B) {
	for _, text := range []string{"press 7", "what is the capital of France", "click Name, type Bob, press tab and type Smith, then choose Blue from Colour and press OK"} {
		b.Run(text[:7], func(b *testing.B) {
			for b.Loop() {
				Route(text)
			}
		})
	}
}

func TestAWayThatDoesWithLessIsTakenOnlyWhenThatIsSureToBeEnough(t *testing.T) {
	for _, c := range []struct {
		in   intent.Reading
		want string
	}{
		{intent.Reading{Class: intent.Chitchat, Confidence: 0.95}, Chitchat},
		{intent.Reading{Class: intent.Knowledge, Confidence: 0.9}, Answer},
		{intent.Reading{Class: intent.Chitchat, Confidence: 0.8}, FullPipeline},
		{intent.Reading{Class: intent.Knowledge, Confidence: 0.89}, FullPipeline},
		{intent.Reading{Class: intent.Knowledge, Confidence: 0.95, Complex: true}, FullPipeline},
		{intent.Reading{Class: intent.Action, Confidence: 0.7, Complex: true}, Act},
		{intent.Reading{Class: intent.Screen, Confidence: 0.7}, ReadScreen},
		{intent.Reading{Class: intent.Research, Confidence: 0.7}, Research},
		{intent.Reading{Class: intent.Unknown}, FullPipeline},
	} {
		require.Equal(t, c.want, wayOf(c.in), "%+v", c.in)
	}
}
