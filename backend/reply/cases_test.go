package reply_test

import (
	_ "embed"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/reply"
)

//go:embed testdata/cases.txt
var caseText string

// fixture is one reply and what must come of it.
type fixture struct {
	name, text string
	opts       reply.Options
	want       struct {
		Source, Intent, Spoken, Let string
		Calls                       [][]json.RawMessage
		Marks                       json.RawMessage
		Problems                    []string
		More                        bool
	}
}

// fixtures reads testdata/cases.txt, whose head tells how it is written.
func fixtures(t testing.TB) (all []fixture) {
	t.Helper()
	for _, part := range strings.Split(caseText, "\n=== ")[1:] {
		name, rest, _ := strings.Cut(part, "\n")
		head, rest, _ := strings.Cut(rest, "\n")
		text, want, ok := strings.Cut("\n"+rest, "\n--- want\n")
		require.True(t, ok && strings.HasPrefix(head, "---"), name)
		f := fixture{name: name, text: strings.TrimPrefix(text, "\n")}
		for _, o := range strings.Fields(head[3:]) {
			switch o {
			case "tags":
				f.opts.Tags = true
			case "prose":
				f.opts.Prose = true
			default:
				t.Fatalf("%s: there is no option %q", name, o)
			}
		}
		d := json.NewDecoder(strings.NewReader(want))
		d.DisallowUnknownFields()
		require.NoError(t, d.Decode(&f.want), name)
		all = append(all, f)
	}
	return all
}

// brief prints calls as the fixtures do.
func brief(t testing.TB, r reply.Reply) string {
	out := [][]any{}
	for _, step := range r.Calls {
		var row []any
		for _, c := range step {
			row = append(row, c.Tool, json.RawMessage(c.Args))
			if c.Expect != nil {
				row = append(row, c.Expect)
			}
		}
		out = append(out, row)
	}
	b, err := json.Marshal(out)
	require.NoError(t, err)
	return string(b)
}

func printed(t require.TestingT, v any) string {
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func TestEachReplyComesToWhatItsCaseSays(t *testing.T) {
	all := fixtures(t)
	require.Greater(t, len(all), 120)
	seen := map[string]bool{}
	for _, f := range all {
		require.False(t, seen[f.name], "two cases are called %q", f.name)
		seen[f.name] = true
		t.Run(f.name, func(t *testing.T) {
			r := reply.NewReader(f.opts)
			let := r.Write(f.text)
			got := r.Close()
			require.Equal(t, f.want.Let, let, "let out before the end")
			require.Equal(t, f.want.Spoken, got.Spoken)
			require.Equal(t, f.want.Spoken, let+r.Rest())
			require.Equal(t, f.want.Source, got.Source)
			require.Equal(t, f.want.Intent, got.Intent)
			require.Equal(t, f.want.More, got.More)
			if f.want.Calls == nil {
				f.want.Calls = [][]json.RawMessage{}
			}
			require.JSONEq(t, printed(t, f.want.Calls), brief(t, got))
			if f.want.Marks == nil {
				f.want.Marks = json.RawMessage("null")
			}
			require.JSONEq(t, string(f.want.Marks), printed(t, got.Marks))
			var told []string
			for _, p := range got.Problems {
				told = append(told, p.Error())
			}
			require.Len(t, told, len(f.want.Problems), "%q", told)
			for i, p := range f.want.Problems {
				require.True(t, strings.HasPrefix(told[i], p), "%q does not begin with %q", told[i], p)
			}
			require.Equal(t, len(f.want.Problems) == 0 && len(f.want.Calls) > 0, got.Acts())
		})
	}
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}
