package tools

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
	"pace/backend/tool"
)

// undo makes the call that takes a step back and runs it.
func (r *rig) undo(name, args string, o proof.Outcome) (proof.Outcome, bool) {
	b := r.bound(name, args)
	c, ok := b.Tool.(tool.Undoer).Undo(b.Call, o)
	if !ok {
		return proof.Outcome{}, false
	}
	back, _ := r.run(c.Tool, string(c.Args))
	return back, true
}

func TestEveryChangeOfAValueCanBeTakenBack(t *testing.T) {
	long := strings.Repeat("a long text ", 400)
	for _, c := range []struct {
		name  string
		build func(r *rig) *dt.Control
		tool  string
		args  map[string]string
	}{
		{"typed", func(r *rig) *dt.Control { return r.win.Text("X", "before") }, "type", map[string]string{"text": "!", "into": "X"}},
		{"typed into nothing", func(r *rig) *dt.Control { return r.win.Text("X", "") }, "type", map[string]string{"text": "!", "into": "X"}},
		{"typed into a long text", func(r *rig) *dt.Control { return r.win.TextArea("X", long) }, "type", map[string]string{"text": "!", "into": "X"}},
		{"set", func(r *rig) *dt.Control { return r.win.Text("X", "before") }, "set_value", map[string]string{"target": "X", "value": "after"}},
		{"emptied", func(r *rig) *dt.Control { return r.win.Text("X", "before") }, "set_value", map[string]string{"target": "X", "value": ""}},
		{"the word empty", func(r *rig) *dt.Control { return r.win.Text("X", "empty") }, "set_value", map[string]string{"target": "X", "value": "“quoted”"}},
		{"quotes", func(r *rig) *dt.Control { return r.win.Text("X", "“quoted”") }, "set_value", map[string]string{"target": "X", "value": "empty"}},
		{"a choice", func(r *rig) *dt.Control { return r.win.Combo("X", "empty", "full") }, "set_value", map[string]string{"target": "X", "value": "full"}},
		{"a slider", func(r *rig) *dt.Control { return r.win.Slider("X", 0, 100, 12.5) }, "set_value", map[string]string{"target": "X", "value": "70"}},
		{"a number", func(r *rig) *dt.Control { return r.win.Spin("X", 1, 9, 3) }, "set_value", map[string]string{"target": "X", "value": "4"}},
		{"a box", func(r *rig) *dt.Control { return r.win.Check("X", true) }, "set_value", map[string]string{"target": "X", "value": "false"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				x := c.build(r)
				state := func() string { return x.Content() + x.Element().State.String() }
				before := state()
				args, _ := json.Marshal(c.args)
				o, _ := r.run(c.tool, string(args))
				effect(t, proof.Confirmed, o)
				require.NotEqual(t, before, state())
				back, ok := r.undo(c.tool, string(args), o)
				require.True(t, ok)
				effect(t, proof.Confirmed, back)
				require.Equal(t, before, state())
				back, _ = r.undo(c.tool, string(args), o)
				effect(t, proof.Refused, back)
				require.Contains(t, back.Report(), "changed since")
			})
		})
	}
}

func TestTakingBackDoesNotOverwriteWhatTheUserDid(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		f := r.win.Text("X", "before")
		args := `{"target":"X","value":"after"}`
		o, _ := r.run("set_value", args)
		f.SetContent("mine")
		back, _ := r.undo("set_value", args, o)
		effect(t, proof.Refused, back)
		require.Equal(t, "mine", f.Content())
	})
}

func TestWhatCanNotBeTakenBackIsNotOffered(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Check("X", false).SetState(desktop.Mixed, true)
		args := `{"target":"X","value":"true"}`
		o, _ := r.run("set_value", args)
		effect(t, proof.Confirmed, o)
		_, ok := r.undo("set_value", args, o)
		require.False(t, ok, "nothing makes a box partly ticked")
	})
	bubble(t, func(t *testing.T, r *rig) { // proven by another element: that one is not to be put back
		status := r.win.Text("Status", "ready")
		f := r.win.Text("X", "").On(dt.SetContent(status, "saved"))
		b := r.bound("type", `{"text":"a","into":"X"}`)
		o, _ := b.Tool.Run(t.Context(), tool.Step{Turn: "t", Expect: &desktop.Expect{Kind: desktop.TextEquals, Target: desktop.Target{Label: "Status"}, Value: "saved"}}, b.Call.Args)
		effect(t, proof.Confirmed, o)
		_, ok := b.Tool.(tool.Undoer).Undo(b.Call, o)
		require.False(t, ok)
		require.Equal(t, "a", f.Content())
	})
}

func TestTypingNamesItsFieldByLabelPathOrFocus(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		f := r.win.Text("X", "")
		r.win.Text("Y", "")
		r.win.Focus(f)
		for i, args := range []string{`{"text":"a","into":"X"}`, `{"text":"b","path":["application:Notes","window:Notes","text:X"]}`, `{"text":"c"}`, `{"body":"d","target":"X"}`} {
			o, _ := r.run("type", args)
			effect(t, proof.Confirmed, o)
			require.Equal(t, "abcd"[:i+1], f.Content())
		}
		require.NotEmpty(t, r.refused("type", `{"text":""}`))
		require.NotEmpty(t, r.refused("set_value", `{"value":"x"}`))
	})
}
