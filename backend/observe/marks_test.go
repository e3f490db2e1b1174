package observe

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/proof"
	"pace/backend/tool"
)

// thing is a tool that only has arguments.
type thing struct {
	name string
	args tool.Schema
}

func (x thing) Spec() tool.Spec {
	return tool.Spec{Name: x.name, Summary: "s", Example: "e", ExampleArg: `{}`, Args: x.args, Risk: tool.InputInjection,
		Approval: tool.Approval{Mode: tool.Never}, Offer: tool.OfferAll}
}
func (x thing) Describe(json.RawMessage) string { return x.name }
func (x thing) Run(context.Context, tool.Step, json.RawMessage) (proof.Outcome, tool.Output) {
	return proof.Outcome{}, tool.Output{}
}

type pressArgs struct {
	Label string   `json:"label" alias:"text,name,target"`
	Role  string   `json:"role"`
	In    string   `json:"container" alias:"in"`
	Nth   int      `json:"nth"`
	Path  []string `json:"path"`
	X     *int     `json:"x"`
	Y     *int     `json:"y"`
	Times int      `json:"times"`
}

type typeArgs struct {
	Text string   `json:"text" alias:"value"`
	Into string   `json:"into" alias:"target,field"`
	Path []string `json:"path"`
}

type wheelArgs struct {
	In string `json:"in" alias:"target"`
}

type keyArgs struct {
	Key string `json:"key"`
}

type atomArgs struct {
	Element string `json:"element"`
}

func toolbox(t *testing.T) *tool.Registry {
	t.Helper()
	r, err := tool.NewRegistry(thing{"press", tool.SchemaOf[pressArgs]()}, thing{"type", tool.SchemaOf[typeArgs]()},
		thing{"wheel", tool.SchemaOf[wheelArgs]()}, thing{"key", tool.SchemaOf[keyArgs]()}, thing{"atom", tool.SchemaOf[atomArgs]()})
	require.NoError(t, err)
	return r
}

func marks() Marks {
	return Marks{
		{N: 1, Target: desktop.Target{Label: "Save", Role: desktop.Button, Path: []string{"window:W", "button:Save#2"}}},
		{N: 2, Target: desktop.Target{Label: "New game"}, At: &desktop.Pixel{X: 170, Y: -20}},
		{N: 3, Target: desktop.Target{Role: desktop.TextField, Path: []string{"window:W", "text:"}}},
	}
}

func TestNumbersBecomeTheElementsTheyStandFor(t *testing.T) {
	r := toolbox(t)
	for _, c := range []struct{ tool, args, want string }{
		{"press", `{"element":1}`, `{"label":"Save","path":["window:W","button:Save#2"]}`},
		{"press", `{"element":"1"}`, `{"label":"Save","path":["window:W","button:Save#2"]}`},
		{"press", `{"element":"[1]"}`, `{"label":"Save","path":["window:W","button:Save#2"]}`},
		{"press", `{"element":1.0}`, `{"label":"Save","path":["window:W","button:Save#2"]}`},
		{"press", `"{\"element\":1}"`, `{"label":"Save","path":["window:W","button:Save#2"]}`},
		{"PRESS", `{"element":1,"text":"Sav","role":"link","in":"Left","nth":2,"x":1,"y":2,"times":2}`, `{"label":"Save","path":["window:W","button:Save#2"],"times":2}`},
		{"press", `{"element":2}`, `{"x":170,"y":-20}`},
		{"press", `{"element":3}`, `{"path":["window:W","text:"]}`},
		{"type", `{"element":1,"text":"hello","field":"x"}`, `{"into":"Save","path":["window:W","button:Save#2"],"text":"hello"}`},
		{"wheel", `{"element":1}`, `{"in":"Save"}`},
		{"press", `{"element":null,"label":"Save"}`, `{"label":"Save"}`},
		// left as they are
		{"press", `{"label":"Save"}`, `{"label":"Save"}`},
		{"atom", `{"element":"hydrogen"}`, `{"element":"hydrogen"}`},
		{"nothing", `{"element":1}`, `{"element":1}`},
		{"press", `[1]`, `[1]`},
		{"press", ``, ``},
	} {
		in := [][]tool.Call{{{Tool: c.tool, Args: json.RawMessage(c.args)}}}
		out, problems := marks().Bind(r, in)
		require.Empty(t, problems, c.args)
		if c.want == c.args {
			require.Equal(t, c.want, string(out[0][0].Args))
		} else {
			require.JSONEq(t, c.want, string(out[0][0].Args), "%s %s", c.tool, c.args)
		}
		require.Equal(t, c.args, string(in[0][0].Args), "what came in is not changed")
	}
}

func TestANumberThatStandsForNothingUsableIsAProblem(t *testing.T) {
	r := toolbox(t)
	for _, c := range []struct{ tool, args, why string }{
		{"press", `{"element":4}`, "no element 4"},
		{"press", `{"element":0}`, "no element 0"},
		{"press", `{"element":-1}`, "no element -1"},
		{"press", `{"element":1.5}`, "not the number"},
		{"press", `{"element":"Save"}`, "not the number"},
		{"press", `{"element":"NaN"}`, "not the number"},
		{"press", `{"element":1e300}`, "not the number"},
		{"press", `{"element":[1]}`, "not the number"},
		{"press", `{"element":{}}`, "not the number"},
		{"type", `{"element":2,"text":"x"}`, "read off the picture"},
		{"key", `{"element":1,"key":"enter"}`, "can't be told"},
		{"wheel", `{"element":3}`, "can't be told"},
	} {
		out, problems := marks().Bind(r, [][]tool.Call{{{Tool: "press", Args: json.RawMessage(`{"element":1}`)}}, {{Tool: c.tool, Args: json.RawMessage(c.args)}, {Tool: "key"}}})
		require.Nil(t, out, "one bad call rejects all")
		require.Len(t, problems, 1, c.args)
		require.Equal(t, "calls[1][0].args.element", problems[0].Place)
		require.Contains(t, problems[0].Reason, c.why)
	}
}

func TestOnlyNumbersThatWereShownStandForSomething(t *testing.T) {
	m := marks()
	require.Len(t, m.Shown(2), 2)
	require.Len(t, m.Shown(99), 3)
	require.Empty(t, m.Shown(-1))
	_, problems := m.Shown(2).Bind(toolbox(t), [][]tool.Call{{{Tool: "press", Args: json.RawMessage(`{"element":3}`)}}})
	require.Equal(t, "calls[0].args.element", problems[0].Place)
}

func TestANumberLeadsBackToItsElement(t *testing.T) {
	d := desktoptest.New(t)
	w := d.App("Notes", desktop.GTK3).Window("Draft", desktop.Rect{X: 100, Y: 100, W: 500, H: 400})
	w.Group("Left").Button("Save")
	second := w.Group("Right").Button("Save")
	s, err := New(d.Desktop(), Config{}).Look(t.Context(), Wish{})
	require.NoError(t, err)
	require.Len(t, s.Lines, 2)
	target, ok := s.Marks.Target(2)
	require.True(t, ok)
	require.Equal(t, desktop.PathString(second.Element().Path), target.Path)
	require.Equal(t, "Save", target.Label)
	require.Equal(t, desktop.Button, target.Role)

	target.Path[0] = "changed"
	again, _ := s.Marks.Target(2)
	require.NotEqual(t, "changed", again.Path[0], "what is handed out is a copy")
	for _, n := range []int{-1, 0, 3} {
		_, ok := s.Marks.Target(n)
		require.False(t, ok)
	}
}
