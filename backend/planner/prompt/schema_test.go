package prompt_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"pace/backend/planner/prompt"
)

type wire struct {
	Type       string
	JSONSchema struct {
		Name   string
		Strict *bool
		Schema json.RawMessage
	} `json:"json_schema"`
}

func schemaOf(t *testing.T, f json.RawMessage) (*jsonschema.Schema, wire) {
	t.Helper()
	var w wire
	require.NoError(t, json.Unmarshal(f, &w))
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(w.JSONSchema.Schema))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("format.json", doc))
	s, err := c.Compile("format.json")
	require.NoError(t, err)
	return s, w
}

func TestTheFormatTakesEnvelopesAndNothingElse(t *testing.T) {
	s, w := schemaOf(t, prompt.ResponseFormat(prompt.New(registry(t)).Schema(false)))
	require.Equal(t, "json_schema", w.Type)
	require.Equal(t, prompt.SchemaName, w.JSONSchema.Name)
	require.False(t, *w.JSONSchema.Strict)
	for text, good := range map[string]bool{
		`{"intent":"answer","spokenText":"Four.","payload":{}}`:                                                                true,
		`{"intent":"action","spokenText":"","payload":{"calls":[{"name":"press","args":{"label":"Save"}},{"name":"volume"}]}}`: true,
		`{"intent":"action","spokenText":"","payload":{"name":"press","args":{"label":"Save"},"more":true}}`:                   true,
		`{"intent":"action","spokenText":"","payload":{"calls":[{"name":"a tool nobody has","args":{}}]}}`:                     true, // the registry says so
		`{"intent":"dictate","spokenText":"","payload":{"text":"hello"}}`:                                                      true,
		`{"intent":"action","spokenText":""}`:                                                                                  false,
		`{"intent":"Action","spokenText":"","payload":{}}`:                                                                     false,
		`{"intent":"wait","spokenText":"","payload":{}}`:                                                                       false,
		`{"intent":"edit","spokenText":"","payload":{}}`:                                                                       false, // no tool for it here
		`{"intent":"answer","spokenText":"","payload":{},"mood":1}`:                                                            false,
		`{"intent":"action","spokenText":"","payload":{"calls":[{"args":{}}]}}`:                                                false,
		`{"intent":"action","spokenText":"","payload":{"calls":["press"]}}`:                                                    false,
		`{"intent":"action","spokenText":"","payload":{"calls":[{"name":"press","args":"Save"}]}}`:                             false, // the measured collapse
		`{"intent":"action","spokenText":"","payload":{"calls":[{"name":"press","args":{},"why":"x"}]}}`:                       false,
		`{"intent":"action","spokenText":"","payload":{"calls":{"name":"press","args":{}}}}`:                                   false,
		`{"intent":"action","spokenText":7,"payload":{"calls":[]}}`:                                                            false,
	} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		require.NoError(t, err)
		require.Equal(t, good, s.Validate(v) == nil, text)
	}
}

func TestTheFormatIsThinOrderedAndStable(t *testing.T) {
	b := prompt.New(registry(t))
	f := b.Schema(false)
	for _, no := range []string{"pattern", "maxLength", "minLength", "minimum", "maximum", "maxItems", "$ref", "oneOf", "anyOf", "allOf", "not", "const", "press", "label"} {
		require.NotContains(t, string(f), `"`+no+`"`)
	}
	d := json.NewDecoder(bytes.NewReader(f))
	var keys []string
	for depth := 0; ; {
		tok, err := d.Token()
		if err != nil {
			break
		}
		switch tok {
		case json.Delim('{'):
			depth++
		case json.Delim('}'):
			depth--
		default:
			if s, ok := tok.(string); ok && depth == 2 && (s == "intent" || s == "spokenText" || s == "payload") {
				keys = append(keys, s)
			}
		}
	}
	require.Equal(t, []string{"intent", "spokenText", "payload"}, keys, "servers write keys in this order")

	require.Equal(t, string(f), string(prompt.New(registry(t)).Schema(false)))
	f[0] = 'x'
	require.Equal(t, byte('{'), b.Schema(false)[0], "what is handed out is a copy")
}

func TestOnlyIntentsThatCanBeCarriedOutAreOffered(t *testing.T) {
	enum := func(f json.RawMessage) string {
		_, after, _ := strings.Cut(string(f), `"enum":[`)
		list, _, _ := strings.Cut(after, "]")
		return list
	}
	require.Equal(t, `"action","answer","clarify","refuse","dictate"`, enum(prompt.New(registry(t)).Schema(false)))
	require.Equal(t, `"action","answer","clarify","refuse"`, enum(prompt.New(registry(t)).Schema(true)))
	require.Equal(t, `"action","answer","clarify","refuse"`, enum(prompt.New(registry(t, press())).Schema(false)))
	require.Equal(t, `"answer","clarify","refuse"`, enum(prompt.New(registry(t, press())).Schema(true)))
}
