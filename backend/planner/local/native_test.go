package local

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/planner/local/localtest"
)

func nativeOllama(c *Config) { c.Kind, c.Window = Ollama, 8192 }

func TestTheNativeRequestSetsWindowAndStay(t *testing.T) {
	r := Request{Messages: []Message{{"user", "hi"}}, MaxTokens: 50, Schema: json.RawMessage(`{"type":"object"}`), NoThinking: true}
	require.JSONEq(t, `{"model":"tiny","messages":[{"role":"user","content":"hi"}],"stream":true,"format":{"type":"object"},
		"options":{"temperature":0,"num_predict":50,"num_ctx":8192},"keep_alive":90,"think":false}`,
		encoded(t, native{}, Config{Model: "tiny", Window: 8192, KeepAlive: 90 * time.Second}, plan{stream: true, schema: true}, r))
	text := encoded(t, native{}, Config{}, plan{}, Request{})
	for _, absent := range []string{"format", "keep_alive", "think", "num_ctx"} {
		require.NotContains(t, text, absent)
	}
	require.Contains(t, encoded(t, native{}, Config{KeepAlive: -time.Second}, plan{}, Request{}), `"keep_alive":-1`)
	require.Contains(t, encoded(t, native{}, Config{KeepAlive: time.Millisecond}, plan{}, Request{}), `"keep_alive":1`, "0 would unload it")
}

func TestTheNativeProtocolIsUsedOnlyWhereItIsNeeded(t *testing.T) {
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{Kind: Ollama}, chatPath},
		{Config{Kind: Ollama, Window: 4096}, "/api/chat"},
		{Config{Kind: Ollama, KeepAlive: time.Minute}, "/api/chat"},
		{Config{Kind: LMStudio, Window: 4096, KeepAlive: time.Minute}, chatPath},
		{Config{}, chatPath},
	} {
		c.config.URL = "http://127.0.0.1:1/v1"
		client, err := New(nil, c.config)
		require.NoError(t, err)
		require.Equal(t, c.want, client.dialect().path(), "%+v", c.config)
	}
}

func TestANativeAnswerIsRead(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On("/api/chat", localtest.Recorded("ollama-native"))
		got, err := b.chat(b.client(nativeOllama), ask("hi"))
		require.NoError(b, err)
		require.Equal(b, []string{"O", "k", "."}, b.deltas)
		require.Equal(b, "stop", got.Finish)
		require.Equal(b, Usage{Prompt: 21, Completion: 4}, got.Usage)
		require.Equal(b, ServedSame, got.Model)
	})
}

func TestANativeFailureIsOne(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.spoken = never
		b.double.On("/api/chat", localtest.Recorded("ollama-native-broken"))
		_, err := b.chat(b.client(nativeOllama), ask("hi"))
		require.EqualError(b, err, "the model server reports: model runner has unexpectedly stopped")

		b.double.On("/api/chat", localtest.Recorded("ollama-native-error"))
		_, err = b.chat(b.client(nativeOllama), ask("hi"))
		require.ErrorIs(b, err, ErrNoModel)

		b.double.On("/api/chat", localtest.Recorded("ollama-native").With(3, localtest.Complete))
		got, err := b.chat(b.client(nativeOllama), ask("hi"))
		require.ErrorIs(b, err, ErrCut, "no line said that it was done")
		require.Len(b, got.Attempts, 4)

		b.double.On("/api/chat", localtest.Recorded("web-page"))
		_, err = b.chat(b.client(nativeOllama), ask("hi"))
		require.ErrorIs(b, err, ErrNotAServer)

		whole := localtest.Recorded("ollama-native")
		whole.Frames[3].Text = `{"model":"tiny","message":{"content":""},"done":true,"done_reason":"stop","prompt_eval_count":8192}` + "\n"
		b.double.On("/api/chat", whole)
		_, err = b.chat(b.client(nativeOllama), ask("hi"))
		require.ErrorIs(b, err, ErrPromptCut, "the window that was asked for is full")
	})
}

func TestNativeThinkingIsNoPartOfTheAnswer(t *testing.T) {
	inBubble(t, func(b *bubble) {
		b.double.On("/api/chat", localtest.Text(200, "application/x-ndjson",
			`{"message":{"content":"","thinking":"hm"},"done":false}`+"\r\n\r\n"+`{"message":{"content":"Ok."},"done":true,"done_reason":"stop"}`))
		got, err := b.chat(b.client(nativeOllama), ask("hi"))
		require.NoError(b, err)
		require.Equal(b, "Ok.", got.Content)
	})
}
