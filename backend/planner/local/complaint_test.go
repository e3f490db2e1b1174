package local

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/planner/local/localtest"
)

func body(a localtest.Answer) string {
	text := ""
	for _, f := range a.Frames {
		text += f.Text
	}
	return text
}

func complain(t *testing.T, recorded string) *ServerError {
	t.Helper()
	a := localtest.Recorded(recorded)
	var said *ServerError
	require.ErrorAs(t, complaintOf(a.Status, []byte(body(a))), &said)
	require.Equal(t, a.Status, said.Status)
	return said
}

func TestBothShapesOfErrorsAreRead(t *testing.T) {
	require.Equal(t, "invalid JSON schema in format", complain(t, "ollama-bad-schema").Message)
	require.Equal(t, "api_error", complain(t, "ollama-bad-schema").Type)
	require.Equal(t, "model 'other' not found", complain(t, "ollama-native-error").Message)
	require.Equal(t, "'response_format.type' must be 'json_schema' or 'text'", complain(t, "lmstudio-no-json-object").Message)
}

func TestWhateverStandsInAnErrorIsShown(t *testing.T) {
	for text, want := range map[string]string{
		`{"error":{"message":"too long","code":"length","type":7}}`: "too long", // a type that is no word hides nothing
		`{"error":{"message":"\u001b[2Jcleared"}}`:                  "[2Jcleared",
		`{"message":"on top"}`:                                      "on top",
		`{"detail":"of FastAPI"}`:                                   "of FastAPI",
		`{"error":null,"detail":"after null"}`:                      "after null",
		`{"error":"","message":"after empty"}`:                      "after empty",
		`{"error":["a","b"]}`:                                       `["a","b"]`,
		`{"error":{"code":500}}`:                                    `{"code":500}`,
		`{"error":{"message":{"deep":1}}}`:                          `{"message":{"deep":1}}`,
		`"a string"`:                                                "a string",
		"plain\ntext":                                               "plain text",
		`{"error":{"mess`:                                           `{"error":{"mess`,
		``:                                                          "",
		`{}`:                                                        "",
	} {
		var said *ServerError
		require.ErrorAs(t, complaintOf(500, []byte(text)), &said, text)
		require.Equal(t, want, said.Message, text)
		require.NotEmpty(t, said.Error())
	}
	require.EqualError(t, complaintOf(503, nil), "the model server answered 503: Service Unavailable")
	require.EqualError(t, complaintOf(502, []byte("<html>")), "the model server answered 502: Bad Gateway (a web page)")
	require.ErrorIs(t, complaintOf(200, []byte("<html>")), ErrNotAServer)
	require.EqualError(t, complaintOf(200, []byte(`{"error":"boom"}`)), "the model server reports: boom")
}

func TestFailuresAreToldApartByTheServersWords(t *testing.T) {
	require.ErrorIs(t, complain(t, "ollama-no-model"), ErrNoModel)
	require.ErrorIs(t, complain(t, "ollama-native-error"), ErrNoModel)
	require.ErrorIs(t, complain(t, "llamacpp-loading"), ErrLoading)
	require.ErrorIs(t, complain(t, "llamacpp-too-long"), ErrPromptCut)
	require.NotErrorIs(t, complain(t, "llamacpp-not-found"), ErrNoModel, "a path is no model")
	for _, other := range []string{"ollama-bad-request", "ollama-bad-schema", "ollama-embeddings-only"} {
		for _, kind := range []error{ErrNoModel, ErrLoading, ErrPromptCut} {
			require.NotErrorIs(t, complain(t, other), kind, other)
		}
	}
	require.NotErrorIs(t, errors.New("model not found"), ErrNoModel)
}

func TestAServerErrorMayBlameTheSchema(t *testing.T) {
	for name, want := range map[string]bool{
		"ollama-bad-schema": true, "ollama-runner-gone": true, "lmstudio-no-json-object": true,
		"llamacpp-bad-schema": true, "llamacpp-bad-grammar": true,
		"ollama-no-model": false, "ollama-bad-request": false, "llamacpp-too-long": false, "llamacpp-not-found": false,
	} {
		require.Equal(t, want, complain(t, name).blamesSchema(), name)
	}
}

func FuzzComplaint(f *testing.F) {
	for _, name := range localtest.Names() {
		f.Add(500, body(localtest.Recorded(name)))
	}
	f.Add(200, `{"error":{"message":"\u202e"}}`)
	f.Fuzz(func(t *testing.T, status int, text string) {
		err := complaintOf(status, []byte(text))
		require.NotEmpty(t, err.Error())
		require.Less(t, len(err.Error()), 6*shown, "what a server says is bounded")
		for _, r := range err.Error() {
			require.False(t, r < ' ' || r == 0x7f || r == 0x202e, "%q", err.Error())
		}
	})
}
