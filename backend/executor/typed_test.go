package executor

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/tool"
)

func TestWhatIsTypedIsFoundUnderEveryName(t *testing.T) {
	type args struct {
		Text  string `json:"text"`
		Into  string `json:"into"`
		Value string `json:"value" enum:"on,off"`
	}
	s := tool.Spec{Name: "x", Args: tool.SchemaOf[args](), Risk: tool.InputInjection}
	for given, want := range map[string][]string{
		`{"text":"grüß","into":"Name","value":"on"}`:  {"grüß"},
		`{"body":"a","left":{"old":"b"},"new":["c"]}`: {"a", "c", "b"},
		`{"text":""}`:         nil,
		`{"text":7}`:          nil,
		`[`:                   nil,
		`{"label":"Save it"}`: nil,
	} {
		require.Equal(t, want, Typed(s, json.RawMessage(given)), given)
	}
	s.Risk = tool.ChangesSystem
	require.Nil(t, Typed(s, json.RawMessage(`{"text":"a note"}`)), "a note of one's own goes into no field")
}

// Whatever ends a step before it has looked at the field: its text is not recorded.
func TestATextIsRecordedOnlyOnceTheFieldWasSeen(t *testing.T) {
	for name, c := range map[string]struct {
		set  func(r *rig)
		keep bool
	}{
		"there is no such field":  {func(*rig) {}, false},
		"it is for passwords":     {func(r *rig) { r.win.Password("Name") }, false},
		"it is greyed out":        {func(r *rig) { r.win.Text("Name", "").Disable() }, false},
		"it takes it":             {func(r *rig) { r.win.Text("Name", "") }, true},
		"it does nothing with it": {func(r *rig) { r.win.Text("Name", "").Ignore() }, true},
		"it is so already":        {func(r *rig) { r.win.Text("Name", "hunter2") }, true},
		"it was stopped": {func(r *rig) {
			ctx, cancel := context.WithCancel(r.ctx)
			cancel()
			r.ctx = ctx
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				c.set(r)
				r.run(one("write Name=hunter2"))
				for _, rec := range r.records {
					if c.keep {
						require.Contains(t, string(rec.Call.Args), "hunter2")
					} else {
						require.NotContains(t, string(rec.Call.Args), "hunter2")
					}
				}
				for _, rec := range r.begun {
					require.NotContains(t, string(rec.Call.Args), "hunter2")
				}
			})
		})
	}
	s := &step{Bound: tool.Bound{Spec: write{}.Spec(), Call: tool.Call{Tool: "write", Args: json.RawMessage(`{"value":"hunter2"}`)}}}
	require.NotContains(t, string(kept(s, proof.Deliver("", nil)).Args), "hunter2", "after a panic nothing is known of the field")
}
