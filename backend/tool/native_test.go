package tool

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type serverArgs struct {
	Server    string          `json:"server" need:"true" min:"1"`
	Name      string          `json:"name" need:"true" min:"1"`
	Arguments json.RawMessage `json:"arguments"`
}

func servers() *fake {
	return opener("mcp", func(s *Spec) {
		s.Args, s.ExampleArg = SchemaOf[serverArgs](), `{"server":"a","name":"b"}`
	})
}

func TestACallOfAServersOwnToolBecomesACallOfThatServer(t *testing.T) {
	r := registry(t, servers(), opener("open"))
	for args, want := range map[string]string{
		`{"server":"altic","query":"x","limit":3}`:                                       `{"server":"altic","name":"notes_search","arguments":{"query":"x","limit":3}}`,
		`{"server":"altic"}`:                                                             `{"server":"altic","name":"notes_search","arguments":{}}`,
		`{"server":"altic","arguments":{"query":"x"}}`:                                   `{"server":"altic","name":"notes_search","arguments":{"query":"x"}}`,
		`{"server":"altic","name":"notes_search","toolName":"notes-search","query":"x"}`: `{"server":"altic","name":"notes_search","arguments":{"query":"x"}}`,
		`{"server":"altic","name":"Ada","arguments":1}`:                                  `{"server":"altic","name":"notes_search","arguments":{"name":"Ada","arguments":1}}`,
	} {
		plan, problems := r.Plan(one(call("notes_search", args)), OfferAll)
		require.Empty(t, problems, args)
		got := plan.Steps()[0][0].Call
		require.Equal(t, "mcp", got.Tool)
		require.JSONEq(t, want, string(got.Args))
	}
}

func TestOnlyAnUnknownToolWithAServerIsACallOfAServer(t *testing.T) {
	r := registry(t, servers(), opener("open"))
	for name, args := range map[string]string{"notes_search": `{"query":"x"}`, "other": `[1]`, "third": ``, "fourth": `{"server":"a","server":"b"}`} {
		_, problems := r.Plan(one(call(name, args)), OfferAll)
		require.Equal(t, []Problem{{"calls[0]", `there is no tool "` + name + `"`}}, problems)
	}
	_, problems := r.Plan(one(call("open", `{"app":"x","server":"a"}`)), OfferAll)
	require.Equal(t, "calls[0].args.server", problems[0].Place, "a tool of Pace stays one")
	_, problems = r.Plan(one(call("notes_search", `{"server":7}`)), OfferAll)
	require.Empty(t, problems, "a number is a name, too")
	_, problems = registry(t, opener("open")).Plan(one(call("notes_search", `{"server":"a"}`)), OfferAll)
	require.Equal(t, []Problem{{"calls[0]", `there is no tool "notes_search"`}}, problems, "where servers can't be called")
}

func TestAProblemQuotesNoMoreThanNeeded(t *testing.T) {
	_, problems := registry(t, opener("open")).Plan(one(call(strings.Repeat("x", 1<<20), `{}`)), OfferAll)
	require.Less(t, len(problems[0].Reason), 200)
}

func TestTheReaderIsOpenToOtherRooms(t *testing.T) {
	raw, problems := SchemaOf[openArgs]().Read(json.RawMessage(`{"name":7}`), "here")
	require.Empty(t, problems)
	require.JSONEq(t, `{"app":"7"}`, string(raw))
	_, problems = SchemaOf[openArgs]().Read(nil, "here")
	require.Equal(t, []Problem{{"here.app", "is missing"}}, problems)
	require.Equal(t, Normalise("AX.press"), Normalise(" ax_Press "))
}

func FuzzArguments(f *testing.F) {
	for _, s := range []string{`{}`, ` { "a" : 1 , "b":[{"c":"}"}], "\u0061b" : "x\"y" } `, `{"a":-1.5e3,"b":null}`, `{"a":{},"b":[]}`, `null`, `""`, `"{\"a\":1}"`, `{"a":1,"a":2}`, `[1]`, `{"a":"\ud83d"}`, "{\"\xff\":1}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		got, err := object(json.RawMessage(raw))
		var want map[string]json.RawMessage
		if !strings.HasPrefix(strings.TrimSpace(raw), "{") || json.Unmarshal([]byte(raw), &want) != nil {
			return
		}
		if err != nil {
			require.Contains(t, err.Error(), "is given twice")
			return
		}
		require.Len(t, got, len(want))
		for k, v := range want {
			require.Equal(t, string(v), string(got[k]), "%q", k)
		}
	})
}
