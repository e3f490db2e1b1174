package brain

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/egress"
	"pace/backend/planner"
	"pace/backend/planner/local"
	"pace/backend/planner/local/localtest"
	"pace/backend/planner/prompt"
	"pace/backend/proof"
	"pace/backend/reply"
	"pace/backend/tool"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	chatPath   = "/v1/chat/completions"
	modelsPath = "/v1/models"
)

// press is the one thing that can be proposed here.
type press struct{}

func (press) Spec() tool.Spec {
	return tool.Spec{Name: "click", Aliases: []string{"AX.press"}, Summary: "Presses something.", Example: "press Save", ExampleArg: `{"label":"Save"}`,
		Args: tool.SchemaOf[struct {
			Label string `json:"label" max:"500"`
		}](), Risk: tool.InputInjection, Approval: tool.Approval{Mode: tool.Never}, Offer: tool.OfferAll}
}

func (press) Describe(json.RawMessage) string { return "Press" }

func (press) Run(context.Context, tool.Step, json.RawMessage) (proof.Outcome, tool.Output) {
	panic("a planner only proposes")
}

// rig is a brain with a server double on a real port.
type rig struct {
	*Local
	t      *testing.T
	double *localtest.Double
	url    string
	set    Settings
	now    time.Time
	heard  []string
	waits  []string
}

func newRig(t *testing.T, answers ...localtest.Answer) *rig {
	t.Helper()
	r := &rig{t: t, double: localtest.New(), now: time.Now(), set: Settings{Stall: 5 * time.Second, Window: 4}}
	server := httptest.NewServer(r.double)
	t.Cleanup(server.Close)
	r.url = server.URL + "/v1"
	r.set.URL = r.url
	r.double.On(modelsPath, listing("some-chat-model"))
	r.double.On(chatPath, answers...)
	door := egress.New(egress.Config{Audit: egress.NewAudit(filepath.Join(t.TempDir(), "audit.jsonl"))})
	t.Cleanup(door.Close)
	reg, err := tool.NewRegistry(press{})
	require.NoError(t, err)
	r.Local = New(Config{HTTP: door.Client(egress.Lane{Subsystem: "planner", Operation: "chat"}), Prompts: prompt.New(reg),
		Check: Checks(reg), Set: func() Settings { return r.set },
		Nonces: strings.NewReader(strings.Repeat("nonce", 100)), Now: func() time.Time { return r.now }, Usual: []string{r.url}})
	return r
}

func listing(models ...string) localtest.Answer {
	var rows []string
	for _, m := range models {
		rows = append(rows, fmt.Sprintf(`{"id":%q,"object":"model"}`, m))
	}
	return localtest.Text(200, "application/json", `{"object":"list","data":[`+strings.Join(rows, ",")+`]}`)
}

// answer streams pieces as the model some-chat-model would.
func answer(pieces ...string) localtest.Answer { return answerOf("some-chat-model", "stop", pieces...) }

func answerOf(model, finish string, pieces ...string) localtest.Answer {
	a := localtest.Answer{Type: "text/event-stream"}
	frame := func(delta map[string]any, finish any) {
		row, _ := json.Marshal(map[string]any{"model": model, "choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}})
		a.Frames = append(a.Frames, localtest.Frame{Text: "data: " + string(row) + "\n\n"})
	}
	for _, p := range pieces {
		frame(map[string]any{"content": p}, nil)
	}
	if finish != "" {
		frame(map[string]any{"content": ""}, finish)
		a.Frames = append(a.Frames, localtest.Frame{Text: "data: [DONE]\n\n"})
	}
	return a
}

func (r *rig) plan(p planner.Prompt) (reply.Reply, error) {
	r.heard, r.waits = nil, nil
	return r.Plan(r.t.Context(), p, planner.Hear{Say: func(s string) { r.heard = append(r.heard, s) }, Wait: func(s string) { r.waits = append(r.waits, s) }})
}

func TestAnEnvelopeBecomesCallsAndNothingOfItIsSpoken(t *testing.T) {
	r := newRig(t, answer(`{"intent":"action","spok`, `enText":"Pressing it.","payload":{"name":"AX.press","args":{"label":"Save"}}}`))
	got, err := r.plan(planner.Prompt{Text: "store my work"})
	require.NoError(t, err)
	require.Equal(t, reply.Envelope, got.Source)
	require.Len(t, got.Calls, 1)
	require.Empty(t, r.heard, "evidence is spoken instead")
	sent := r.double.Asked(chatPath)[0].Body
	require.Contains(t, sent, `"json_schema"`)
	require.Contains(t, sent, "store my work")
	require.Contains(t, sent, `"model":"some-chat-model"`)
}

func TestAnAnswerIsHeardWhileItArrivesAndOnlyOnce(t *testing.T) {
	r := newRig(t, answer(`{"intent":"answer","spokenText":"Paris. `, `It lies on the Seine."`, `,"payload":{}}`))
	got, err := r.plan(planner.Prompt{Text: "which city should I see first"})
	require.NoError(t, err)
	require.Equal(t, "Paris. It lies on the Seine.", got.Spoken)
	require.Equal(t, got.Spoken, strings.Join(r.heard, ""))
	require.Greater(t, len(r.heard), 1, "sentence by sentence")
}

func TestAWordyAnswerIsHeldUntilTheModelIsKnownToOpenItsThinking(t *testing.T) {
	r := newRig(t, answer("It is ", "four. ", "Really."), answer("It is ", "five. ", "Really."), answer("no way </think>", "Six. ", "Yes."), answer("Seven. ", "Yes."))
	brief := planner.Prompt{Text: "what is two and two", Brief: true}
	got, err := r.plan(brief)
	require.NoError(t, err)
	require.Equal(t, "It is four. Really.", got.Spoken)
	require.Len(t, r.heard, 1, "at first it might have been thinking")
	require.NotContains(t, r.double.Asked(chatPath)[0].Body, "json_schema")

	_, err = r.plan(brief)
	require.NoError(t, err)
	require.Greater(t, len(r.heard), 1)
	require.Equal(t, "It is five. Really.", strings.Join(r.heard, ""))

	_, _ = r.plan(brief) // its template opens the thinking after all
	got, err = r.plan(brief)
	require.NoError(t, err)
	require.Equal(t, "Seven. Yes.", got.Spoken)
	require.Len(t, r.heard, 1, "so it is held again")
}

func TestThinkingIsNeverHeard(t *testing.T) {
	for _, text := range []string{"<think>secret plan</think>Done thinking.", "secret plan</think>Done thinking.", "<THINK>secret <think>plan</think> plan</THINK>Done thinking."} {
		r := newRig(t, answer(strings.Split(text, "")...))
		got, err := r.plan(planner.Prompt{Text: "think hard", Brief: true})
		require.NoError(t, err)
		require.Equal(t, "Done thinking.", got.Spoken)
		require.Equal(t, got.Spoken, strings.Join(r.heard, ""))
	}
}

func TestEveryFailureIsOneSentenceAndNothingIsDone(t *testing.T) {
	envelope := `{"intent":"action","spokenText":"","payload":{"name":"AX.press","args":{"label":"Save"}}}`
	for name, c := range map[string]struct {
		with localtest.Answer
		err  error
		says string
	}{
		"cut":          {answerOf("some-chat-model", "", envelope), local.ErrCut, "broke off"},
		"length":       {answerOf("some-chat-model", "length", envelope[:40]), local.ErrLength, "length limit"},
		"filtered":     {answerOf("some-chat-model", "content_filter", envelope), local.ErrFinish, "another reason"},
		"other model":  {answerOf("other-model", "stop", envelope), local.ErrWrongModel, "“other-model” instead of “some-chat-model”"},
		"no envelope":  {answer(`{"intent":"action","spokenText":"","payload":{}}`), local.ErrInvalid, "could not be used (payload"},
		"unknown tool": {answer(`{"intent":"action","spokenText":"","payload":{"name":"Disk.format","args":{}}}`), local.ErrInvalid, "could not be used (calls[0]"},
		"server error": {localtest.Text(500, "application/json", `{"error":{"message":"out of memory"}}`), nil, "out of memory"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, c.with)
			got, err := r.plan(planner.Prompt{Text: "store my work"})
			var failed *planner.Failure
			require.ErrorAs(t, err, &failed)
			if c.err != nil {
				require.ErrorIs(t, err, c.err)
			}
			require.Contains(t, failed.Why, c.says)
			require.Regexp(t, `^[A-Z][^\n]*[^.]$`, failed.Why)
			require.Empty(t, got.Calls)
			require.Empty(t, r.heard)
		})
	}
}

func TestWithoutAServerTheBuiltInPlannerAnswersAndSaysWhy(t *testing.T) {
	r := newRig(t)
	for url, why := range map[string]string{
		"":                         "No model server with a chat model answers on this machine",
		"http://127.0.0.1:1/v1":    "The model server at 127.0.0.1:1 does not answer",
		"http://192.0.2.1:1234/v1": "192.0.2.1 was not asked: it is not on this machine",
	} {
		r.set.URL = url
		r.cfg.Usual = nil
		got, err := r.plan(planner.Prompt{Text: "why is the sky blue"})
		require.ErrorIs(t, err, planner.ErrNoPlanner, url)
		require.Contains(t, got.Spoken, why)
		require.Contains(t, got.Spoken, "what can you do", "what it can do itself")
		require.Equal(t, got.Spoken, strings.Join(r.heard, ""))

		got, err = r.plan(planner.Prompt{Text: "press Save"})
		require.NoError(t, err)
		require.True(t, got.Acts(), "what it can do itself it does")
	}
	require.Empty(t, r.double.Asked(chatPath))
}

func TestAnAddressThatIsNoneIsSaidAndNoOtherServerIsAsked(t *testing.T) {
	r := newRig(t, answer("Ok."))
	r.set.URL, r.set.NoURL = "", "must be an http or https address"
	got, err := r.plan(planner.Prompt{Text: "why is the sky blue"})
	require.ErrorIs(t, err, planner.ErrNoPlanner)
	require.Contains(t, got.Spoken, "The address of the model server that is set can't be used: it must be an http or https address, and the built-in")
	require.Empty(t, r.double.Asked(""))
}

func TestWhatTurnsOutToBeNoModelServerIsSaidAndNobodyIsAskedAgain(t *testing.T) {
	r := newRig(t, localtest.Text(200, "text/html", "<html>hello</html>"))
	got, err := r.plan(planner.Prompt{Text: "why is the sky blue"})
	require.ErrorIs(t, err, planner.ErrNoPlanner)
	require.Contains(t, got.Spoken, "is no model server, and the built-in planner did not get it: ")
	require.Len(t, r.double.Asked(chatPath), 1)
}

func TestWhoHasNotChosenIsNotToldOfServersThatAreNotThere(t *testing.T) {
	r := newRig(t, answer(`{"intent":"answer","spokenText":"Because.","payload":{}}`))
	r.set.URL, r.cfg.Usual = "", []string{"http://127.0.0.1:1/v1"}
	found := Found{r.Local}
	got, err := found.Plan(t.Context(), planner.Prompt{Text: "why is the sky blue"}, planner.Hear{})
	require.ErrorIs(t, err, planner.ErrNoPlanner)
	require.NotContains(t, got.Spoken, "server")

	r.cfg.Usual, r.now = []string{r.url}, r.now.Add(missingFor)
	got, err = found.Plan(t.Context(), planner.Prompt{Text: "why is the sky blue"}, planner.Hear{})
	require.NoError(t, err)
	require.Equal(t, "Because.", got.Spoken, "one that was started meanwhile is found")
}

func TestTheModelThatIsSetIsAskedOrNone(t *testing.T) {
	r := newRig(t, answerOf("b", "stop", `{"intent":"answer","spokenText":"Hi.","payload":{}}`))
	r.double.On(modelsPath, listing("a", "b", "nomic-embed-text"))
	r.set.Model = "b"
	_, err := r.plan(planner.Prompt{Text: "say hi to me"})
	require.NoError(t, err)
	require.Contains(t, r.double.Asked(chatPath)[0].Body, `"model":"b"`)

	r.set.Model = "c"
	got, err := r.plan(planner.Prompt{Text: "why is the sky blue"})
	require.ErrorIs(t, err, planner.ErrNoPlanner)
	require.Contains(t, got.Spoken, "does not have the model that is set")
	require.Len(t, r.double.Asked(chatPath), 1, "no other was asked in its place")

	r.set.Model = ""
	r.double.On(modelsPath, listing("nomic-embed-text"))
	_, err = r.Find(t.Context(), true)
	require.ErrorIs(t, err, ErrNoServer, "what only makes vectors is no brain")
}

func TestALookHoldsForAWhileAndANewSettingLooksAgain(t *testing.T) {
	r := newRig(t)
	looks := func() int { return len(r.double.Asked(modelsPath)) }
	_, err := r.Find(t.Context(), false)
	require.NoError(t, err)
	first := looks()
	r.now = r.now.Add(foundFor - time.Second)
	_, _ = r.Find(t.Context(), false)
	require.Equal(t, first, looks())
	r.now = r.now.Add(2 * time.Second)
	_, _ = r.Find(t.Context(), false)
	require.Greater(t, looks(), first)
	second := looks()
	r.set.Model = "some-chat-model"
	_, _ = r.Find(t.Context(), false)
	require.Greater(t, looks(), second)
}

func TestAReplyThatIsNoPlanIsAskedForAgainAndTheNextOneCounts(t *testing.T) {
	r := newRig(t, answer(`{"intent":"action","spokenText":"","payload":{"name":"Disk.format","args":{}}}`),
		answer(`{"intent":"action","spokenText":"","payload":{"name":"AX.press","args":{"label":"Save"}}}`))
	got, err := r.plan(planner.Prompt{Text: "store my work"})
	require.NoError(t, err)
	require.JSONEq(t, `{"label":"Save"}`, string(got.Calls[0][0].Args))
	require.Len(t, r.double.Asked(chatPath), 2)
	require.Contains(t, r.waits, "asking again")
}

func TestNumbersOfLinesBecomeElementsBeforeAnybodySeesTheCalls(t *testing.T) {
	good := answer(`{"intent":"action","spokenText":"","payload":{"name":"AX.press","args":{"element":1}}}`)
	made := answer(`{"intent":"action","spokenText":"","payload":{"name":"AX.press","args":{"element":7}}}`)
	p := planner.Prompt{Text: "the blue one", Screen: []string{"[1] button|10,10|Save|"}, Bind: func(listed int, calls [][]tool.Call) ([][]tool.Call, []tool.Problem) {
		if string(calls[0][0].Args) != `{"element":1}` {
			return nil, []tool.Problem{{Place: "calls[0].args.element", Reason: "is not on the screen"}}
		}
		return [][]tool.Call{{{Tool: calls[0][0].Tool, Args: json.RawMessage(fmt.Sprintf(`{"label":"Save, one of %d"}`, listed))}}}, nil
	}}
	r := newRig(t, made, good)
	got, err := r.plan(p)
	require.NoError(t, err)
	require.JSONEq(t, `{"label":"Save, one of 1"}`, string(got.Calls[0][0].Args))
	require.Len(t, r.double.Asked(chatPath), 2, "a number that it made up is asked for again")

	r = newRig(t, made)
	_, err = r.plan(p)
	require.ErrorIs(t, err, local.ErrInvalid)
	require.Contains(t, err.Error(), "is not on the screen")
}

func TestAServerThatIsSetSaysWhatItLacks(t *testing.T) {
	r := newRig(t)
	r.double.On(modelsPath, listing("nomic-embed-text"))
	got, err := r.plan(planner.Prompt{Text: "why is the sky blue"})
	require.ErrorIs(t, err, planner.ErrNoPlanner)
	require.Contains(t, got.Spoken, "has no model that can chat")
}

func TestStoppingIsNoFailure(t *testing.T) {
	r := newRig(t, answer("never").With(1, localtest.Silent))
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := r.Plan(ctx, planner.Prompt{Text: "store my work"}, planner.Hear{})
		done <- err
	}()
	require.Eventually(t, func() bool { return len(r.double.Asked(chatPath)) == 1 }, 10*time.Second, time.Millisecond)
	stop()
	require.ErrorIs(t, <-done, context.Canceled)
	<-r.double.Left()
}

func TestOllamaIsToldToMakeRoomAndOthersAreGivenNoMoreThanTheyHave(t *testing.T) {
	r := newRig(t)
	r.double.On("/api/version", localtest.Recorded("ollama-version"))
	r.double.On("/api/tags", localtest.Text(200, "application/json", `{"models":[{"name":"tiny","details":{"family":"llama"}}]}`))
	r.double.On("/api/ps", localtest.Recorded("ollama-ps"))
	r.double.On("/api/chat", localtest.Text(200, "application/x-ndjson", `{"model":"tiny","message":{"role":"assistant","content":"Ok."},"done":false}
{"model":"tiny","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":300,"eval_count":3}
`))
	r.set.Context, r.set.KeepAlive = 8192, time.Minute
	got, err := r.plan(planner.Prompt{Text: "say something", Brief: true})
	require.NoError(t, err)
	require.NotEmpty(t, got.Spoken)
	asked := r.double.Asked("/api/chat")
	require.Len(t, asked, 1)
	require.Contains(t, asked[0].Body, `"num_ctx":8192`)
	require.Contains(t, asked[0].Body, `"keep_alive":60`)

	small := newRig(t, answer("Ok."))
	small.set.Context = 300
	_, err = small.plan(planner.Prompt{Text: "say something about " + strings.Repeat("everything there is ", 200), Brief: true})
	var failed *planner.Failure
	require.ErrorAs(t, err, &failed)
	require.Equal(t, "That is too long for this model", failed.Why)
	require.Empty(t, small.double.Asked(chatPath), "it is not cut in silence")
}
