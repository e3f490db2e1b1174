package tools

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/route"
	"pace/backend/system"
	"pace/backend/system/systemtest"
	"pace/backend/tool"
)

func TestWhatIsStillToBeBuiltIsKnownAndRefusedInOneSentence(t *testing.T) {
	r, err := tool.NewRegistry(Later()...)
	require.NoError(t, err)
	require.Len(t, r.Tools(), 19)
	for _, x := range r.Tools() {
		s := x.Spec()
		require.Len(t, s.Needs, 1)
		why, mine := Lacks(t.Context(), systemtest.NewMachine().System(), system.Session{}, s.Needs[0])
		require.True(t, mine)
		require.ErrorIs(t, why, tool.ErrLater)
		require.Equal(t, proof.ReasonUnavailable, why.Reason)
		require.Regexp(t, `^[A-Z][^.]+ is not available yet\.$`, why.Text)
		require.NotContains(t, why.Text, "That is", "name the part %q in parts", s.Needs[0])

		_, problems := r.Plan([][]tool.Call{{{Tool: s.Name, Args: json.RawMessage(s.ExampleArg)}}}, tool.OfferPlanner)
		require.NotEmpty(t, problems, "no prompt tells of %s", s.Name)
		p, problems := r.Plan([][]tool.Call{{{Tool: s.Name, Args: json.RawMessage(s.ExampleArg)}}}, tool.OfferCommand)
		require.Empty(t, problems, s.Name)
		b := p.Steps()[0][0]
		require.NotEmpty(t, b.Tool.Describe(b.Call.Args))
		o, _ := b.Tool.Run(t.Context(), tool.Step{}, b.Call.Args)
		require.Equal(t, proof.Refused, o.Effect())
		_, owns := x.(tool.Claimer)
		require.False(t, owns, "a bare name is not %s's", s.Name)
	}
}

func TestCallsOfWhatIsStillToBeBuiltAreDescribed(t *testing.T) {
	r, err := tool.NewRegistry(Later()...)
	require.NoError(t, err)
	for _, c := range []struct{ tool, args, want string }{
		{"watch_mode", `{"enabled":true}`, "Start watch mode"},
		{"watch_mode", `{"enabled":"false"}`, "Stop watch mode"},
		{"Flow.record", `{"name":"Morning"}`, "Record the flow “Morning”"},
		{"record_flow", `{"action":"stop"}`, "Stop recording the flow"},
		{"play_flow", `{"flow":"Morning"}`, "Play back the flow “Morning”"},
		{"Shortcut.run", `{"shortcut":"Focus"}`, "Run the Shortcut “Focus”"},
		{"cron", `{"action":"add","every":"hour","task":"check mail"}`, "Do again and again: “check mail”"},
		{"local_memory", `{"action":"forget","key":"preferredBrowser"}`, "Forget what is preferred"},
		{"draw", `{"shapes":[{"kind":"circle","radius":4}]}`, "Draw on the screen"},
		{"MCP.call", `{"serverName":"notes","toolName":"search"}`, "Ask a connected server for “search”"},
		{"meeting", `{"action":"start","profile":"standup"}`, "Record the meeting"},
	} {
		p, problems := r.Plan([][]tool.Call{{{Tool: c.tool, Args: json.RawMessage(c.args)}}}, tool.OfferCommand)
		require.Empty(t, problems, c.args)
		b := p.Steps()[0][0]
		require.Equal(t, c.want, b.Tool.Describe(b.Call.Args))
	}
	for name, args := range map[string]string{"record_flow": `{"action":"save"}`, "shortcuts": `{}`, "local_memory": `{"action":"remember","key":"preferredBrowser"}`,
		"automation": `{"action":"create"}`, "skill": `{"action":"install"}`, "cron": `{"action":"add","task":"x"}`, "background": `{"action":"start"}`, "draw": `{"shapes":[]}`} {
		_, problems := r.Plan([][]tool.Call{{{Tool: name, Args: json.RawMessage(args)}}}, tool.OfferCommand)
		require.NotEmpty(t, problems, "%s %s", name, args)
	}
}

// What the grammar makes of people's sentences is what the tools take.
func TestEveryCallOfTheGrammarFitsItsTool(t *testing.T) {
	r, err := tool.NewRegistry(append(Later(), editSelection{}, setValue{}, typeText{})...)
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, file := range []string{"commands.jsonl", "strangers.jsonl"} {
		f, err := os.Open("../route/testdata/" + file)
		require.NoError(t, err)
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var row struct{ Text string }
			require.NoError(t, json.Unmarshal(lines.Bytes(), &row))
			_, p := route.Read(row.Text)
			steps := p.Steps
			for _, c := range p.Weak {
				steps = append(steps, c.Steps...)
			}
			for _, step := range steps {
				for _, c := range step {
					if _, ok := r.Lookup(c.Tool); !ok {
						continue
					}
					_, problems := r.Plan([][]tool.Call{{c}}, tool.OfferCommand)
					require.Empty(t, problems, row.Text)
					seen[c.Tool] = true
				}
			}
		}
	}
	for _, x := range r.Tools() {
		if s := x.Spec().Name; s != "draw_annotation" && s != "mcp" {
			require.True(t, seen[s], "no sentence means %s", s)
		}
	}
}
