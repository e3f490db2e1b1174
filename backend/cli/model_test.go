package cli_test

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/planner/local/localtest"
	"pace/backend/planner/local/localtest/tinymodel"
)

// served starts a model server that gives these answers, and has x ask it.
func (x *term) served(t *testing.T, answers ...string) *localtest.Double {
	t.Helper()
	double := localtest.New()
	var all []localtest.Answer
	for _, text := range answers {
		a := localtest.Answer{Type: "text/event-stream"}
		for _, piece := range strings.SplitAfter(text, " ") {
			row, err := json.Marshal(map[string]any{"model": "m", "choices": []any{map[string]any{"delta": map[string]any{"content": piece}}}})
			require.NoError(t, err)
			a.Frames = append(a.Frames, localtest.Frame{Text: "data: " + string(row) + "\n\n"})
		}
		a.Frames = append(a.Frames, localtest.Frame{Text: `data: {"model":"m","choices":[{"delta":{},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"})
		all = append(all, a)
	}
	double.On("/v1/chat/completions", all...)
	double.On("/v1/models", localtest.Text(200, "application/json", `{"object":"list","data":[{"id":"m"}]}`))
	server := httptest.NewServer(double)
	t.Cleanup(server.Close)
	x.asks(t, server.URL+"/v1")
	return double
}

// asks lets x's planner be the server at url.
func (x *term) asks(t *testing.T, url string) {
	t.Helper()
	x.environ = append(x.environ, "PACE_PLANNER_URL="+url)
	require.NoError(t, os.WriteFile(filepath.Join(x.home, "settings.json"), []byte(`{"BudgetPress":"200ms","BudgetText":"200ms"}`), 0o600))
}

func TestAModelAnswersAndItsWordsArriveOneByOne(t *testing.T) {
	x := open(t)
	x.served(t, `{"intent": "answer", "spokenText": "Light scatters. Blue scatters most.", "payload": {}}`)
	got := x.run("", "ask", "--json", "explain to me how the sky gets its colour")
	require.Equal(t, 0, got.code, got.out)
	all := rows(t, got.out)
	var said []string
	for _, e := range all {
		if d, ok := e.Body.(*event.Delta); ok && d.Text != "" {
			said = append(said, d.Text)
		}
	}
	require.Greater(t, len(said), 1)
	require.Equal(t, end(all).Spoken, strings.Join(said, ""))
}

func TestAModelsPlanIsApprovedDoneAndProven(t *testing.T) {
	x := open(t)
	double := x.served(t, `{"intent": "action", "spokenText": "", "payload": {"name": "AX.press", "args": {"label": "OK"}}}`)
	x.terminal = true
	got := x.run("y\n", "ask", "get that okay thing pressed for me")
	require.Equal(t, 0, got.code, got.out+got.err)
	require.Contains(t, got.out, "OK")
	require.Equal(t, 1, x.ok.Pressed())
	sent := double.Asked("/v1/chat/completions")[0].Body
	require.Contains(t, sent, "[1] ", "it was told what is on the screen")

	got = x.run("\n", "ask", "get that okay thing pressed for me")
	require.Equal(t, 3, got.code, "no answer is no")
	require.Equal(t, 1, x.ok.Pressed())

	got = x.run("", "ask", "--yes", "get that okay thing pressed for me")
	require.Equal(t, 3, got.code, "the flag does not answer for text from the screen")
	require.Equal(t, 1, x.ok.Pressed())
}

func TestWhatNeedsNoModelAsksNone(t *testing.T) {
	x := open(t)
	double := x.served(t, `{"intent": "refuse", "spokenText": "No.", "payload": {}}`)
	require.Equal(t, 0, x.run("", "ask", "press OK").code)
	require.Empty(t, double.Asked(""))
}

func TestASentenceTellsWhyNoModelCouldBeAsked(t *testing.T) {
	x := open(t)
	x.asks(t, "http://127.0.0.1:1/v1")
	got := x.run("", "ask", "explain to me how the sky gets its colour")
	require.Equal(t, 4, got.code)
	require.Contains(t, got.out, "The model server at 127.0.0.1:1 does not answer")
	require.Contains(t, got.out, "what can you do")

	x = open(t)
	x.asks(t, "http://192.0.2.7:1234/v1")
	got = x.run("", "ask", "explain to me how the sky gets its colour")
	require.Equal(t, 4, got.code)
	require.Contains(t, got.out, "192.0.2.7 was not asked: it is not on this machine")
	require.Equal(t, 0, x.run("", "ask", "press OK").code, "and what needs no model is done")
}

func TestARealModelServerIsAskedThroughTheWholeOfPace(t *testing.T) {
	real := localtest.StartReal(t, tinymodel.Brief())
	x := open(t)
	x.asks(t, real.URL)
	got := x.run("", "ask", "--json", "explain to me how the sky gets its colour")
	all := rows(t, got.out)
	// What the tiny model writes is valid and means nothing: nearly always it answers, and now and then it proposes something.
	require.NotContains(t, end(all).Spoken, "does not answer")
	require.Positive(t, end(all).Timing.PlanMs, "it was asked, and its answer read")
	require.Contains(t, []event.Status{event.Done, event.Partial, event.Unverified, event.NotUnderstood, event.Blocked, event.Failed}, end(all).Status, "and it came to an end")
}
