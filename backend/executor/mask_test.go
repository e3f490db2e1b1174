package executor

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/tool"
)

func TestACallIsMaskedUntilItIsKnownThatItsTextMayBeKept(t *testing.T) {
	type args struct {
		Text      string         `json:"text"`
		Into      string         `json:"into"`
		Direction string         `json:"direction" enum:"up,down"`
		Arguments map[string]any `json:"arguments"`
	}
	s := tool.Spec{Name: "x", Args: tool.SchemaOf[args]()}
	for given, want := range map[string]string{
		`{"text":"grüß","into":"Name","direction":"up","n":12345678901234567890}`: `{"text":"••••","into":"Name","direction":"up","n":12345678901234567890}`,
		`{"arguments":{"q":["ab",1,true,null,{"x":"c"}]},"url":"https://a"}`:      `{"arguments":{"q":["••",1,true,null,{"x":"•"}]},"url":"•••••••••"}`,
		`{"name":"Ada"}`:            `{"name":"•••"}`,
		`{"path":["app","window"]}`: `{"path":["app","window"]}`,
	} {
		got := Masked(tool.Call{Tool: "x", Args: json.RawMessage(given)}, s)
		require.JSONEq(t, want, string(got.Args), given)
	}
	require.Equal(t, tool.Call{Tool: "x"}, Masked(tool.Call{Tool: "x", Args: json.RawMessage(`[`)}, s))
}

func TestOfTheAddressThatAToolGoesToTheSiteIsKept(t *testing.T) {
	type args struct {
		URL  string `json:"url"`
		Name string `json:"name"`
	}
	goes := tool.Spec{Name: "fetch", Args: tool.SchemaOf[args](), Risk: tool.External}
	types := goes
	types.Risk = tool.InputInjection
	for given, want := range map[string]string{
		"https://example.org/a/secret?q=word#x": "https://example.org/•••",
		"https://example.org:8443/a":            "https://example.org:8443/•••",
		"https://me:hunter2@example.org/a":      "https://example.org/•••",
		"https://example.org/":                  "https://example.org",
		"https://example.org":                   "https://example.org",
		"https://example.org?q=word":            "https://example.org/•••",
		"hunter2":                               "•••••••",
		"javascript:hunter2":                    "••••••••••••••••••",
		"":                                      "",
	} {
		raw, err := json.Marshal(args{given, "report.pdf"})
		require.NoError(t, err)
		got := Masked(tool.Call{Tool: "fetch", Args: raw}, goes)
		var a args
		require.NoError(t, json.Unmarshal(got.Args, &a))
		require.Equal(t, args{want, "••••••••••"}, a, given)
		require.NotContains(t, string(Masked(tool.Call{Tool: "fetch", Args: raw}, types).Args), "example", "what is typed into a field is no address")
	}
}

func TestWhatWasMeantForAPasswordFieldIsNotRecorded(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Password("Secret")
		r.win.Text("Name", "")
		res := r.run(one("write Name=plain"), one("write Secret=hunter2"))
		require.Equal(t, []proof.Effect{proof.Confirmed, proof.Refused}, effects(res))
		require.Equal(t, proof.ReasonSecret, res.Steps[1].Outcome.Reason())
		require.Contains(t, string(r.records[0].Call.Args), "plain")
		for _, rec := range append(r.begun, r.records[1]) {
			require.NotContains(t, string(rec.Call.Args), "hunter2")
			require.NotContains(t, string(rec.Call.Args), "plain")
		}
	})
}

func TestACallThatIsRunIsNotMasked(t *testing.T) {
	var got json.RawMessage
	echo := echo{own{name: "echo", run: func(context.Context) (proof.Outcome, tool.Output) { return outcomes[0], tool.Output{} }}, &got}
	bubble(t, func(t *testing.T, r *rig) {
		r.run(one("echo it"))
		require.JSONEq(t, `{"label":"it"}`, string(got))
	}, echo)
}

type echo struct {
	own
	got *json.RawMessage
}

func (e echo) Spec() tool.Spec {
	s := e.own.Spec()
	s.Args, s.ExampleArg = tool.SchemaOf[pressArgs](), `{"label":"it"}`
	return s
}
func (e echo) Run(ctx context.Context, _ tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	*e.got = raw
	return e.run(ctx)
}
