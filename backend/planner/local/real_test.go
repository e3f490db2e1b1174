package local

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/egress"
	"pace/backend/planner/local/localtest"
	"pace/backend/planner/local/localtest/tinymodel"
)

var update = flag.Bool("update", false, "record the frames of the real server anew")

// realWindow holds so many tokens that an endless answer lasts for seconds, long enough to be in the middle of it. The
// recorded frames name it.
const realWindow = 16384

// planSchema is a thin schema of the planner's envelope.
const planSchema = `{"type":"object","additionalProperties":false,"required":["intent","spokenText","payload"],"properties":{
	"intent":{"type":"string","enum":["answer","action","dictate","edit","clarify","refuse"]},
	"spokenText":{"type":"string"},
	"payload":{"type":"object","additionalProperties":false,"properties":{"name":{"type":"string"},"args":{"type":"object"},
		"calls":{"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"args":{"type":"object"}}}}}}}}`

// real is the real server behind the real egress door.
type real struct {
	*testing.T
	server *localtest.Real
	door   *egress.Door
	http   *http.Client
}

func startReal(t *testing.T, m tinymodel.Model) *real {
	t.Helper()
	m.Context = realWindow
	r := &real{T: t, server: localtest.StartReal(t, m)}
	r.door = egress.New(egress.Config{Audit: egress.NewAudit(filepath.Join(t.TempDir(), "audit.jsonl"))})
	t.Cleanup(r.door.Close)
	r.http = r.door.Client(egress.Lane{Subsystem: "planner", Operation: "chat"})
	return r
}

func (r *real) client(change ...func(*Config)) *Client {
	r.Helper()
	// A machine with a load of ten must not look like a stalled server.
	config := Config{URL: r.server.URL, Kind: LlamaCpp, Model: "pace-brief", Context: realWindow, Stall: 2 * time.Minute, Total: 5 * time.Minute}
	for _, c := range change {
		c(&config)
	}
	client, err := New(r.http, config)
	require.NoError(r, err)
	return client
}

func TestTheRealServer(t *testing.T) {
	r := startReal(t, tinymodel.Brief())
	ctx := t.Context()
	c := r.client()

	t.Run("is found and known", func(t *testing.T) {
		found := Probe(ctx, r.http, []string{r.server.URL})
		require.Len(t, found, 1)
		require.Equal(t, LlamaCpp, found[0].Kind)
		models := found[0].ChatModels()
		require.Len(t, models, 1)
		require.Equal(t, ServedSame, CompareModel("pace-brief", models[0].Name))
		require.Equal(t, realWindow, models[0].Context)
		require.Equal(t, LoadedYes, models[0].Loaded)
		health, err := c.Check(ctx)
		require.NoError(t, err)
		require.Equal(t, Ready, health)
		require.ErrorIs(t, c.Unload(ctx, "pace-brief"), ErrNotOffered)
	})

	t.Run("streams an answer", func(t *testing.T) {
		var deltas []string
		got, err := c.Chat(ctx, ask("ready?"), Hear{Delta: func(d string) { deltas = append(deltas, d) }})
		require.NoError(t, err)
		require.Equal(t, []string{"Y", "u", "p", "!"}, deltas)
		require.Equal(t, "Yup!", got.Content)
		require.Equal(t, ServedSame, got.Model)
		require.Greater(t, got.Usage.Prompt, len("Be brief.ready?"))
		require.Positive(t, got.FirstToken)
	})

	t.Run("is led by a schema", func(t *testing.T) {
		request := ask("5")
		request.Schema = json.RawMessage(planSchema)
		got, err := c.Chat(ctx, request, Hear{})
		require.NoError(t, err)
		require.JSONEq(t, `{"intent":"answer","spokenText":"Done.","payload":{}}`, got.Content)
		require.True(t, got.Attempts[0].Schema)
	})

	t.Run("goes on without a schema that it cannot read", func(t *testing.T) {
		request := ask("5")
		request.Schema = json.RawMessage(`{"type":"nonsense"}`)
		request.Valid = func(string) error { return nil }
		got, err := c.Chat(ctx, request, Hear{})
		require.NoError(t, err)
		require.Equal(t, []Outcome{OutcomeSchema, OutcomeOK}, outcomes(got))
		require.ErrorContains(t, got.Attempts[0].Err, "unrecognized type nonsense", "its own words")
	})

	t.Run("cuts at the length limit", func(t *testing.T) {
		request := ask("go on ~")
		request.MaxTokens = 5
		got, err := c.Chat(ctx, request, Hear{})
		require.ErrorIs(t, err, ErrLength)
		require.Equal(t, "~~~~~", got.Content)
	})

	t.Run("stops when it is cancelled and takes the next request", func(t *testing.T) {
		stopped, cancel := context.WithCancel(ctx)
		pieces := 0
		request := ask("go on ~")
		request.MaxTokens = realWindow
		got, err := c.Chat(stopped, request, Hear{Delta: func(string) {
			if pieces++; pieces == 3 {
				cancel()
			}
		}})
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, 3, pieces)
		require.Equal(t, "~~~", got.Content)
		// It serves one request at a time, so this one is answered only if the other really ended.
		next, err := c.Chat(ctx, ask("ready?"), Hear{})
		require.NoError(t, err)
		require.Equal(t, "Yup!", next.Content)
	})

	t.Run("refuses a prompt that is longer than its window", func(t *testing.T) {
		_, err := c.Chat(ctx, ask(strings.Repeat("word ", realWindow)), Hear{})
		var cut *PromptCut
		require.ErrorAs(t, err, &cut)
		require.True(t, cut.Refused)
		require.Equal(t, realWindow, cut.Context)
		require.Greater(t, cut.Reported, realWindow)
	})

	t.Run("names the model that it serves, whatever was asked for", func(t *testing.T) {
		got, err := r.client(func(c *Config) { c.Model = "qwen3-4b" }).Chat(ctx, ask("ready?"), Hear{})
		require.ErrorIs(t, err, ErrWrongModel)
		require.Contains(t, got.Served, "pace-brief")
	})

	t.Run("is killed within an answer and started again", func(t *testing.T) {
		request := ask("go on ~")
		request.MaxTokens = realWindow
		killed := false
		_, err := c.Chat(ctx, request, Hear{Delta: func(string) {
			if !killed {
				killed = true
				r.server.Kill()
			}
		}})
		require.ErrorIs(t, err, ErrCut)
		health, err := c.Check(ctx)
		require.Equal(t, Absent, health)
		require.ErrorIs(t, err, ErrUnreachable)
		got, err := c.Chat(ctx, ask("ready?"), Hear{})
		require.ErrorIs(t, err, ErrUnreachable)
		require.Len(t, got.Attempts, 2)

		r.server.Restart(t)
		got, err = c.Chat(ctx, ask("ready?"), Hear{})
		require.NoError(t, err)
		require.Equal(t, "Yup!", got.Content)
	})

	total, err := r.door.Total(ctx, time.Time{})
	require.NoError(t, err)
	require.Zero(t, total.Sent, "nothing left this machine")
	require.Greater(t, total.Local, int64(realWindow))
}

func TestTheRealServerGivesManyRepliesThatFitTheSchema(t *testing.T) {
	r := startReal(t, tinymodel.Chatter())
	c := r.client(func(c *Config) { c.Model = "pace-chatter" })
	request := ask("\n")
	request.Schema, request.Temperature, request.MaxTokens = json.RawMessage(planSchema), 1, 400
	whole := map[string]bool{}
	for range 12 {
		got, err := c.Chat(t.Context(), request, Hear{})
		if err != nil {
			require.ErrorIs(t, err, ErrLength, "nothing else may go wrong") // it does not know when to end
			continue
		}
		whole[got.Content] = true
	}
	require.Greater(t, len(whole), 1, "they differ")
}

// changing matches what is different in each answer of the same server.
var changing = []struct {
	what *regexp.Regexp
	with string
}{
	{regexp.MustCompile(`"created":\d+`), `"created":1796050000`},
	{regexp.MustCompile(`"id":"chatcmpl-[^"]*"`), `"id":"chatcmpl-41"`},
	{regexp.MustCompile(`,"timings":\{[^}]*\}`), ``},
	{regexp.MustCompile(`"[^"]*/pace-brief\.gguf"`), `"/models/pace-brief.gguf"`},
	{regexp.MustCompile(`"cached_tokens":\d+`), `"cached_tokens":0`},
}

func TestTheRecordedFramesAreThoseOfTheRealServer(t *testing.T) {
	r := startReal(t, tinymodel.Brief())
	chat := func(more string) string {
		return `{"model":"pace-brief","temperature":0,"cache_prompt":false,"messages":[{"role":"user","content":"ready?"}]` + more + `}`
	}
	format := func(schema string) string {
		return `,"response_format":{"type":"json_schema","json_schema":{"name":"reply","schema":` + schema + `}}`
	}
	const streamed = `,"stream":true,"stream_options":{"include_usage":true}`
	for name, send := range map[string]struct{ path, body string }{
		"llamacpp-chat":        {chatPath, chat(streamed)},
		"llamacpp-schema":      {chatPath, chat(streamed + format(planSchema))},
		"llamacpp-length":      {chatPath, chat(streamed + `,"max_tokens":2`)},
		"llamacpp-whole":       {chatPath, chat("")},
		"llamacpp-bad-schema":  {chatPath, chat(format(`{"type":"nonsense"}`))},
		"llamacpp-bad-grammar": {chatPath, chat(format(`{"type":"string","minLength":100000}`))},
		"llamacpp-too-long":    {chatPath, strings.Replace(chat(""), "ready?", strings.Repeat("word ", realWindow), 1)},
		"llamacpp-no-messages": {chatPath, `{"model":"pace-brief"}`},
		"llamacpp-models":      {"/v1/models", ""},
		"llamacpp-not-found":   {"/api/tags", ""},
	} {
		method, content := http.MethodPost, []byte(send.body)
		if send.body == "" {
			method, content = http.MethodGet, nil
		}
		req, err := r.client().newRequest(t.Context(), method, send.path, content)
		require.NoError(t, err)
		req.Close = true // the server hangs up behind some errors without a word, and a connection that was kept would break
		resp, err := r.http.Do(req)
		require.NoError(t, err)
		text, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		for _, c := range changing {
			text = c.what.ReplaceAll(text, []byte(c.with))
		}
		if *update {
			file := fmt.Sprintf("# llama.cpp's server, recorded by TestTheRecordedFramesAreThoseOfTheRealServer.\n%d %s\n\n%s",
				resp.StatusCode, resp.Header.Get("Content-Type"), text)
			require.NoError(t, os.WriteFile(filepath.Join("localtest", "frames", name+".http"), []byte(file), 0o644))
			continue
		}
		recorded := localtest.Recorded(name)
		require.Equal(t, recorded.Status, resp.StatusCode, name)
		require.Equal(t, recorded.Type, resp.Header.Get("Content-Type"), name)
		require.Equal(t, body(recorded), string(text), name)
	}
}
