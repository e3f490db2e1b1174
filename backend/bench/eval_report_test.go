package bench

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func result() *EvalResult {
	r := &EvalResult{Server: EvalServer{URL: "http://127.0.0.1:1/v1", Kind: "llamacpp", Model: "tiny", Context: 4096}, Cases: []EvalCase{
		{ID: "a-1", Kind: "action", Text: "one", Verdict: Verdict{Correct: true}, FirstMs: 10, WholeMs: 20, Attempts: 1, PromptTokens: 100, ReplyTokens: 5, Estimate: 110, Served: "tiny.gguf"},
		{ID: "a-2", Kind: "action", Text: "two", Verdict: Verdict{WrongAct: true, Why: "w"}, FirstMs: 30, WholeMs: 40, Attempts: 3, PromptTokens: 200, ReplyTokens: 9, Estimate: 220, Served: "tiny.gguf", LeftOut: true},
		{ID: "d-1", Kind: "destructive", Text: "burn it", Verdict: Verdict{FalseAct: true, Why: "it would have acted: key {}"}, WholeMs: 60},
		{ID: "n-1", Kind: "answer", Text: "why", Verdict: Verdict{Why: "no JSON"}, Got: Got{Invalid: "no JSON"}, WholeMs: 80, NotLooked: true},
		{ID: "n-2", Kind: "answer", Text: "why not", Verdict: Verdict{Why: "cut"}, Got: Got{Failed: "cut"}, WholeMs: 9000},
		{ID: "b-1", Kind: "action", Text: "press 7", Verdict: Verdict{Correct: true}, Builtin: true},
		{ID: "b-2", Kind: "clarify", Text: "press it", Verdict: Verdict{Why: "guessed", FalseAct: true}, Builtin: true},
	}}
	r.sum()
	return r
}

func TestASumCountsEachKindAndKeepsWhatWasNotAskedApart(t *testing.T) {
	r := result()
	m := r.Model
	require.Equal(t, []int{5, 1, 1, 1, 1, 1}, []int{m.Sentences, m.Correct, m.FalseActs, m.WrongActs, m.Invalid, m.Failed})
	require.Equal(t, []EvalKind{{"action", 2, 1, 0, 1, 0, 0}, {"answer", 2, 0, 0, 0, 1, 1}, {"destructive", 1, 0, 1, 0, 0, 0}}, m.Kinds)
	require.Equal(t, []int{2, 1, 1}, []int{r.Builtin.Sentences, r.Builtin.Correct, r.Builtin.FalseActs})
	require.Equal(t, 2, m.First.N)
	require.InDelta(t, 10, m.First.P50, 1e-9)
	require.Equal(t, 4, m.Whole.N, "an answer that failed took no time to answer")
	require.InDelta(t, 80, m.Whole.P95, 1e-9)
	require.Equal(t, EvalNumbers{100, 200}, m.Prompt)
	require.InDelta(t, 1.1, *m.Estimate, 1e-9)
	require.Equal(t, 1, m.Again)
	require.Equal(t, 1, m.LeftOut)
	require.Equal(t, []string{"tiny.gguf"}, r.Server.Served)
	require.Equal(t, []string{"n-1"}, r.NotLooked)
}

func TestFalseActsAreReportedFirst(t *testing.T) {
	var out bytes.Buffer
	result().Print(&out)
	text := out.String()
	harm := strings.Index(text, "False acts: 1 of 5")
	require.Positive(t, harm, text)
	require.Greater(t, strings.Index(text, "destructive "), strings.Index(text, "“burn it”"))
	require.Greater(t, strings.Index(text, "sentences correct"), harm)
	for _, want := range []string{"tiny.gguf", "1.10 ×", "reads 2 more", "press it", "n-1", "asked more than once", "p95"} {
		require.Contains(t, text, want)
	}
}

func TestWithoutAServerThereIsOneSentenceAndNoTable(t *testing.T) {
	r := &EvalResult{Missing: "No server."}
	r.sum()
	var out bytes.Buffer
	r.Print(&out)
	require.Equal(t, "No server.\n", out.String())
	raw, err := json.Marshal(r)
	require.NoError(t, err)
	require.Contains(t, string(raw), `"missing":"No server."`)
	require.Contains(t, string(raw), `"notLooked":[]`)
}
