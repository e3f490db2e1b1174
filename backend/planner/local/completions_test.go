package local

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func encoded(t *testing.T, d dialect, c Config, p plan, r Request) string {
	t.Helper()
	text, err := d.encode(c, p, r)
	require.NoError(t, err)
	return string(text)
}

func TestARequestHoldsWhatItMust(t *testing.T) {
	r := Request{Messages: []Message{{"system", "Be brief."}, {"user", "hi"}}, MaxTokens: 1024, Schema: json.RawMessage(`{"type":"object"}`), SchemaName: "plan"}
	require.JSONEq(t, `{"model":"tiny","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"hi"}],
		"max_tokens":1024,"temperature":0,"stream":true,"stream_options":{"include_usage":true},"cache_prompt":true,
		"response_format":{"type":"json_schema","json_schema":{"name":"plan","strict":false,"schema":{"type":"object"}}}}`,
		encoded(t, completions{}, Config{Model: "tiny"}, plan{stream: true, cache: true, schema: true}, r))
}

func TestTheOrderOfASchemaIsKept(t *testing.T) {
	const schema = `{"properties":{"z":{},"a":{},"m":{}},"type":"object"}`
	r := Request{Schema: json.RawMessage(schema)}
	require.Contains(t, encoded(t, completions{}, Config{}, plan{schema: true}, r), schema, "servers write in the order of the schema")
	require.Contains(t, encoded(t, native{}, Config{}, plan{schema: true}, r), schema)
}

func TestATemperatureOfZeroIsSent(t *testing.T) {
	text := encoded(t, completions{}, Config{}, plan{}, Request{})
	require.Contains(t, text, `"temperature":0`, "left out, servers take their own")
	require.Contains(t, encoded(t, completions{}, Config{}, plan{}, Request{Temperature: 0.4}), `"temperature":0.4`)
}

func TestOnlyAServerThatKnowsItIsAskedNotToThink(t *testing.T) {
	r := Request{NoThinking: true}
	require.Contains(t, encoded(t, completions{}, Config{Kind: LlamaCpp}, plan{}, r), `"chat_template_kwargs":{"enable_thinking":false}`)
	require.NotContains(t, encoded(t, completions{}, Config{Kind: LMStudio}, plan{}, r), "thinking")
}

func TestSeveralChunksWithoutABlankLineBetweenAreRead(t *testing.T) {
	var text string
	err := completions{}.readEvent([]byte("{\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n{\"choices\":[{\"delta\":{\"content\":\"b\"}}]}\n[DONE]"), func(ch chunk) error {
		text += ch.text
		if ch.done {
			text += "!"
		}
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, "ab!", text)
}

func TestOneChunkOverSeveralLinesIsRead(t *testing.T) {
	var text string
	require.NoError(t, completions{}.readEvent([]byte("{\"choices\":[{\n\"delta\":{\"content\":\"a\"}}]}"), func(ch chunk) error {
		text += ch.text
		return nil
	}))
	require.Equal(t, "a", text)
}
