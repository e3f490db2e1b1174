package tool

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// readOne reads one field of scrollArgs and gives it back as printed, or the problem's reason.
func readOne(t *testing.T, field, value string) (got, reason string) {
	t.Helper()
	raw := `{"must":"x","` + field + `":` + value + `}`
	if field == "must" {
		raw = `{"must":` + value + `}`
	}
	out, ps := SchemaOf[scrollArgs]().read(json.RawMessage(raw), "args")
	if len(ps) > 0 {
		require.Nil(t, out, "what has a problem gives nothing")
		require.True(t, strings.HasPrefix(ps[0].Place, "args"), ps[0].Place)
		return "", ps[0].Place[len("args"):] + " " + ps[0].Reason
	}
	var m map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(out, &m))
	return string(m[field]), ""
}

func TestValuesAreCoercedWithoutLossOrRefusedAsTheyWere(t *testing.T) {
	for _, c := range []struct{ field, in, out, problem string }{
		{"amount", `7`, `7`, ""},
		{"amount", `"7"`, `7`, ""},
		{"amount", `" 7 "`, `7`, ""},
		{"amount", `"+7"`, `7`, ""},
		{"amount", `7.0`, `7`, ""},
		{"amount", `"7.0"`, `7`, ""},
		{"amount", `1e1`, `10`, ""},
		{"amount", `7.5`, ``, ".amount is not a whole number"},
		{"amount", `"7.5"`, ``, ".amount is not a whole number"},
		{"amount", `"seven"`, ``, ".amount is not a number"},
		{"amount", `"0x7"`, ``, ".amount is not a number"},
		{"amount", `"7 notches"`, ``, ".amount is not a number"},
		{"amount", `"NaN"`, ``, ".amount is not a number"},
		{"amount", `"Inf"`, ``, ".amount is not a number"},
		{"amount", `""`, ``, ".amount is not a number"},
		{"amount", `true`, ``, ".amount is not a number"},
		{"amount", `[7]`, ``, ".amount is not a number"},
		{"amount", `0`, ``, ".amount is 0, outside 1 to 50"},
		{"amount", `51`, ``, ".amount is 51, outside 1 to 50"},
		{"amount", `1e400`, ``, ".amount is not a number"},
		{"speed", `"2.50"`, `2.50`, ""},
		{"speed", `1`, `1`, ""},
		{"speed", `-0.1`, ``, ".speed is -0.1, outside 0 to 9.5"},
		{"smooth", `true`, `true`, ""},
		{"smooth", `"True"`, `true`, ""},
		{"smooth", `" false "`, `false`, ""},
		{"smooth", `1`, ``, ".smooth is not true or false"},
		{"smooth", `"yes"`, ``, ".smooth is not true or false"},
		{"must", `5`, `"5"`, ""},
		{"must", `12345678901234567890`, `"12345678901234567890"`, ""},
		{"must", `1.50`, `"1.50"`, ""},
		{"must", `true`, `"true"`, ""},
		{"must", `""`, `""`, ""},
		{"must", `{}`, ``, ".must is not text"},
		{"must", `["x"]`, ``, ".must is not text"},
		{"must", `null`, ``, ".must is missing"},
		{"in", `"a"`, ``, ".in is shorter than 2 characters"},
		{"in", `""`, ``, ".in is empty"},
		{"in", `"äö"`, `"äö"`, ""},
		{"in", `"123456789"`, ``, ".in is longer than 8 bytes"},
		{"in", `"äöüßé"`, ``, ".in is longer than 8 bytes"},
		{"direction", `"UP"`, `"up"`, ""},
		{"direction", `" Down "`, `"down"`, ""},
		{"direction", `"left"`, ``, `.direction is "left", not one of up, down`},
		{"direction", `1`, ``, `.direction is "1", not one of up, down`},
		{"path", `["a","b"]`, `["a","b"]`, ""},
		{"path", `"a"`, `["a"]`, ""},
		{"path", `"[\"a\",\"b\"]"`, `["a","b"]`, ""},
		{"path", `"[a"`, `["[a"]`, ""},
		{"path", `[1,"b"]`, `["1","b"]`, ""},
		{"path", `[["a"]]`, ``, ".path[0] is not text"},
		{"path", `[null]`, ``, ".path[0] is not text"},
		{"path", `[]`, ``, ".path has fewer than 1 entries"},
		{"path", `["a","b","c","d"]`, ``, ".path has more than 3 entries"},
		{"spots", `[{"x":1}]`, `[{"kind":"soft","x":1}]`, ""},
		{"spots", `{"x":"1","kind":"HARD"}`, `[{"kind":"hard","x":1}]`, ""},
		{"spots", `["{\"x\":1}"]`, `[{"kind":"soft","x":1}]`, ""},
		{"spots", `[{}]`, ``, ".spots[0].x is missing"},
		{"spots", `[{"x":1},{"x":1,"y":2}]`, ``, ".spots[1].y is not an argument of this tool"},
		{"spots", `[7]`, ``, ".spots[0] is not an object"},
		{"extra", `{"a":[1]}`, `{"a":[1]}`, ""},
		{"extra", `"{\"a\":1}"`, `{"a":1}`, ""},
		{"extra", `"a"`, ``, ".extra is not an object"},
		{"extra", `[1]`, ``, ".extra is not an object"},
	} {
		t.Run(c.field+" "+c.in, func(t *testing.T) {
			got, problem := readOne(t, c.field, c.in)
			require.Equal(t, c.problem, problem)
			require.Equal(t, c.out, got)
		})
	}
}

func TestWhatCannotBeCoercedIsKeptAsItWas(t *testing.T) {
	for _, want := range []string{"integer", "number", "boolean", "object", "string"} {
		for _, raw := range []string{`"seven"`, `{"a":1}`, `[1,2]`, `null`, `"x"`} {
			require.Equal(t, raw, string(coerce(want, json.RawMessage(raw))), want)
		}
	}
}

func TestBigWholeNumbersKeepTheirDigits(t *testing.T) {
	s := SchemaOf[struct {
		ID int64 `json:"id"`
	}]()
	for in, want := range map[string]string{
		`9007199254740993`: `9007199254740993`, `"9007199254740993"`: `9007199254740993`,
		`9223372036854775807`: `9223372036854775807`, `-9223372036854775808`: `-9223372036854775808`,
		`9223372036854775808`: "", `9007199254740993.0`: "", `1e18`: "", `1e300`: "",
	} {
		out, ps := s.read(json.RawMessage(`{"id":`+in+`}`), "args")
		if want == "" {
			require.NotEmpty(t, ps, in)
			continue
		}
		require.Empty(t, ps, in)
		require.Equal(t, `{"id":`+want+`}`, string(out))
	}
}

func TestOtherSpellingsAreReadAndTheFirstIsPrinted(t *testing.T) {
	s := SchemaOf[scrollArgs]()
	out, ps := s.read(json.RawMessage(`{"steps":"5","dir":"up","target":"List","must":"x"}`), "args")
	require.Empty(t, ps)
	require.JSONEq(t, `{"amount":5,"direction":"up","in":"List","must":"x"}`, string(out))
}

func TestASpellingGivenTwiceMustSayTheSame(t *testing.T) {
	for in, want := range map[string]string{
		`{"must":"x","amount":5,"steps":5}`:        "",
		`{"must":"x","amount":5,"steps":"5.0"}`:    "",
		`{"must":"x","amount":5,"steps":null}`:     "",
		`{"must":"x","amount":null,"count":5}`:     "",
		`{"must":"x","dir":"UP","direction":"up"}`: "",
		`{"must":"x","amount":5,"steps":6}`:        "args.steps: is given twice, with different values",
		`{"must":"x","amount":5,"amount":6}`:       `args: "amount" is given twice`,
		`{"must":"x","amount":5,"steps":"six"}`:    "args.steps: is not a number",
	} {
		_, ps := SchemaOf[scrollArgs]().read(json.RawMessage(in), "args")
		if want == "" {
			require.Empty(t, ps, in)
			continue
		}
		require.Len(t, ps, 1, in)
		require.Equal(t, want, ps[0].Error())
	}
}

func TestAbsentAndNullArgumentsTakeTheirDefault(t *testing.T) {
	for _, in := range []string{`{"must":"x"}`, `{"must":"x","amount":null,"direction":null,"smooth":null,"path":null}`} {
		out, ps := SchemaOf[scrollArgs]().read(json.RawMessage(in), "args")
		require.Empty(t, ps)
		require.JSONEq(t, `{"must":"x","amount":3,"direction":"down"}`, string(out))
	}
}

func TestArgumentsMayComeAsATextOrNotAtAll(t *testing.T) {
	s := SchemaOf[struct {
		Amount int `json:"amount" default:"3"`
	}]()
	for in, want := range map[string]string{
		``: `{"amount":3}`, `  `: `{"amount":3}`, `null`: `{"amount":3}`, `""`: `{"amount":3}`, `{}`: `{"amount":3}`, `"{}"`: `{"amount":3}`,
		`"null"`: `{"amount":3}`, `"{\"amount\":\"7\"}"`: `{"amount":7}`, "\n{\"amount\":7}\n": `{"amount":7}`,
	} {
		out, ps := s.read(json.RawMessage(in), "args")
		require.Empty(t, ps, in)
		require.JSONEq(t, want, string(out), in)
	}
	for _, in := range []string{`[]`, `7`, `"Safari"`, `"[]"`, `{"amount":7`, `{"amount":7} {"amount":8}`, `true`} {
		_, ps := s.read(json.RawMessage(in), "args")
		require.Equal(t, []Problem{{"args", "the arguments are not an object"}}, ps, in)
	}
}

func TestUnknownArgumentsAreNamedInOrder(t *testing.T) {
	for range 20 { // maps have no order of their own
		_, ps := SchemaOf[openArgs]().read(json.RawMessage(`{"app":"Notes","zoom":1,"force":true,"App":"x"}`), "calls[0].args")
		require.Equal(t, []Problem{
			{"calls[0].args.App", "is not an argument of this tool"},
			{"calls[0].args.force", "is not an argument of this tool"},
			{"calls[0].args.zoom", "is not an argument of this tool"},
		}, ps)
	}
}

func TestEveryProblemIsTold(t *testing.T) {
	_, ps := SchemaOf[scrollArgs]().read(json.RawMessage(`{"amount":"many","direction":"left","other":1}`), "args")
	require.Len(t, ps, 4)
}

func TestFieldsThatDependOnOneAnotherAreChecked(t *testing.T) {
	s := SchemaOf[pair]()
	_, ps := s.read(json.RawMessage(`{"a":"x"}`), "args")
	require.Empty(t, ps)
	for _, in := range []string{`{}`, `{"a":"x","b":"y"}`} {
		_, ps = s.read(json.RawMessage(in), "args")
		require.Equal(t, []Problem{{"args", "needs either a or b"}}, ps)
	}
}

// full compiles the schema as others will.
func full(t testing.TB, s Schema) *jsonschema.Schema {
	t.Helper()
	b, err := json.Marshal(s.Full())
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	require.NoError(t, c.AddResource("args.json", doc))
	out, err := c.Compile("args.json")
	require.NoError(t, err)
	return out
}

func TestTheFullSchemaCompilesAndRefusesWhatReadRefuses(t *testing.T) {
	s := full(t, SchemaOf[scrollArgs]())
	for in, ok := range map[string]bool{
		`{"must":"x"}`: true, `{"must":"x","amount":50,"spots":[{"x":1,"kind":"hard"}]}`: true,
		`{}`: false, `{"must":1}`: false, `{"must":"x","amount":51}`: false, `{"must":"x","other":1}`: false,
		`{"must":"x","steps":5}`: false, `{"must":"x","direction":"left"}`: false, `{"must":"x","path":[]}`: false,
		`{"must":"x","spots":[{}]}`: false, `{"must":"x","in":"a"}`: false,
	} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(in))
		require.NoError(t, err)
		require.Equal(t, ok, s.Validate(v) == nil, in)
		_, ps := SchemaOf[scrollArgs]().read(json.RawMessage(in), "args")
		if ok {
			require.Empty(t, ps, in)
		}
	}
}

func FuzzReadNeverPanicsAndReadsItsOwnOutputToItself(f *testing.F) {
	for _, in := range []string{
		``, `null`, `{}`, `"{}"`, `{"must":"x","amount":"7","dir":"UP","speed":1e1,"smooth":"TRUE","in":"äö","path":"a","spots":{"x":1},"extra":"{\"a\":1}"}`,
		`{"must":"\ud800","amount":7.0}`, "{\"must\":\"\xff\"}", `{"must":1e999}`, `{"must":"<&>","path":["[1]"]}`, `{"must":"x","amount":-0}`,
		`{"must":"x","path":"[\"a\"]"}`, `{"must":"x","path":["[\"a\"]"]}`, `{"must":"x","amount":"+1"}`, `{"must":{"must":"x"}}`, `[[[[`, `{"must":"x","must":"y"}`,
		`{"must":"x","speed":"1e-400"}`, `{"must":"x","speed":-0.0}`, `{"must":"\"\""}`,
	} {
		f.Add([]byte(in))
	}
	s := SchemaOf[scrollArgs]()
	validate := full(f, s)
	f.Fuzz(func(t *testing.T, in []byte) {
		out, ps := s.read(in, "args")
		if len(ps) > 0 {
			require.Nil(t, out)
			for _, p := range ps {
				require.NotEmpty(t, p.Place)
				require.NotEmpty(t, p.Reason)
			}
			return
		}
		require.True(t, json.Valid(out))
		require.True(t, utf8.Valid(out))
		again, ps := s.read(out, "args")
		require.Empty(t, ps)
		require.Equal(t, string(out), string(again))
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
		require.NoError(t, err)
		require.NoError(t, validate.Validate(v))
		var args scrollArgs
		require.NoError(t, json.Unmarshal(out, &args))
	})
}
