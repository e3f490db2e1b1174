package executor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/event"
	"pace/backend/interaction"
	"pace/backend/proof"
	"pace/backend/tool"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// press and write are the two ways of acting that plans are tried with; they are as thin as the real tools.
type press struct{ s *interaction.Sessions }

type pressArgs struct {
	Label string `json:"label" need:"true"`
}

func (press) Spec() tool.Spec {
	return tool.Spec{Name: "press", Summary: "Presses.", Example: "press it", ExampleArg: `{"label":"it"}`, Args: tool.SchemaOf[pressArgs](), Risk: tool.InputInjection,
		Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesInput, tool.UsesFocus}, Needs: []tool.Capability{tool.NeedsTree}, Offer: tool.OfferAll}
}
func (press) Describe(raw json.RawMessage) string { return "Press " + label(raw) }
func (p press) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	o, _ := p.s.For(st.Turn).Press(ctx, st.Index, desktop.Target{Label: label(raw)}, st.Expect, 1, st.Budget)
	return o, tool.Output{}
}
func (p press) Preview(ctx context.Context, st tool.Step, raw json.RawMessage) (string, *proof.Problem) {
	return p.s.For(st.Turn).Preview(ctx, desktop.Target{Label: label(raw)}, interaction.ToPress)
}

func label(raw json.RawMessage) string {
	var a pressArgs
	_ = json.Unmarshal(raw, &a)
	return a.Label
}

type write struct{ s *interaction.Sessions }

type writeArgs struct {
	Path  []string `json:"path"`
	Label string   `json:"label"`
	Value string   `json:"value"`
	Only  *string  `json:"only"`
}

func (write) Spec() tool.Spec {
	s := press{}.Spec()
	s.Name, s.Args, s.Reversible, s.ExampleArg = "write", tool.SchemaOf[writeArgs](), true, `{"label":"Name","value":"x"}`
	return s
}
func (write) Describe(raw json.RawMessage) string { return "Write " + label(raw) }
func (w write) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	var a writeArgs
	_ = json.Unmarshal(raw, &a)
	o, _ := w.s.For(st.Turn).SetValue(ctx, st.Index, desktop.Target{Label: a.Label, Path: a.Path}, a.Value, a.Only, st.Expect)
	return o, tool.Output{}
}
func (write) Undo(_ tool.Call, o proof.Outcome) (tool.Call, bool) {
	e := o.Evidence()[0]
	only := interaction.Unquote(e.After)
	raw, _ := json.Marshal(writeArgs{Path: e.Path, Value: interaction.Unquote(e.Before), Only: &only})
	return tool.Call{Tool: "write", Args: raw}, len(e.Path) > 0
}

// own is a tool that does what a test says.
type own struct {
	name string
	risk tool.Risk
	uses []tool.Resource
	need []tool.Capability
	asks tool.Approval
	run  func(ctx context.Context) (proof.Outcome, tool.Output)
}

type noArgs struct{}

func (o own) Spec() tool.Spec {
	s := tool.Spec{Name: o.name, Summary: "Does.", Example: "do", ExampleArg: `{}`, Args: tool.SchemaOf[noArgs](), Risk: o.risk, Approval: o.asks, Uses: o.uses, Needs: o.need, Offer: tool.OfferAll}
	if s.Risk == "" {
		s.Risk = tool.ChangesSystem
	}
	if s.Approval.Mode == "" {
		s.Approval.Mode = tool.Never
	}
	return s
}
func (o own) Describe(json.RawMessage) string { return "Do " + o.name }
func (o own) Run(ctx context.Context, _ tool.Step, _ json.RawMessage) (proof.Outcome, tool.Output) {
	return o.run(ctx)
}

// many is a tool that stands for others.
type many struct {
	own
	x func() (tool.Expansion, error)
}

func (m many) Expand(context.Context, json.RawMessage) (tool.Expansion, error) { return m.x() }

func did(what string) func(context.Context) (proof.Outcome, tool.Output) {
	return func(context.Context) (proof.Outcome, tool.Output) {
		return proof.Confirm(proof.API, proof.Evidence{Kind: proof.Record, What: what}), tool.Output{}
	}
}

// rig is an executor on a fake desktop, with everything that it was told and told.
type rig struct {
	t      *testing.T
	ctx    context.Context
	desk   *desktoptest.Desk
	win    *desktoptest.Window
	all    *interaction.Sessions
	x      *Executor
	policy Policy
	lacks  map[tool.Capability]*proof.Problem
	answer func(ctx context.Context, a event.Approval) event.Resolved
	fails  error // of the recorder

	mu      sync.Mutex
	events  []event.Body
	begun   []Record
	records []Record
	asked   []event.Approval
}

func (r *rig) Ask(ctx context.Context, a event.Approval, show func()) event.Resolved {
	show()
	r.asked = append(r.asked, a)
	return r.answer(ctx, a)
}

func (r *rig) Begin(ctx context.Context, rec Record) (int64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case r.fails != nil:
		return 0, r.fails
	}
	r.begun = append(r.begun, rec)
	return int64(len(r.begun)), nil
}

func (r *rig) Record(ctx context.Context, rec Record) (int64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	r.records = append(r.records, rec)
	if rec.ID == 0 {
		rec.ID = int64(1000 + len(r.records))
	}
	return rec.ID, r.fails
}

func bubble(t *testing.T, fn func(t *testing.T, r *rig), tools ...tool.Tool) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := desktoptest.New(t)
		r := &rig{t: t, ctx: t.Context(), desk: d, policy: Policy{Enabled: true, Asking: true}, lacks: map[tool.Capability]*proof.Problem{}}
		r.win = d.App("Notes", desktop.GTK3).Window("Notes", desktop.Rect{X: 100, Y: 100, W: 500, H: 600})
		r.all = interaction.New(d.Desktop(), interaction.Config{})
		reg, err := tool.NewRegistry(append([]tool.Tool{press{r.all}, write{r.all}}, tools...)...)
		require.NoError(t, err)
		ids := 0
		r.x = &Executor{Registry: reg, Approver: r, Recorder: r, Screen: r.all, Policy: func() Policy { return r.policy },
			Available: func(c tool.Capability) *proof.Problem { return r.lacks[c] }, NewID: func() string { ids++; return fmt.Sprint("a", ids) }}
		r.answer = func(_ context.Context, a event.Approval) event.Resolved {
			return event.Resolved{ID: a.ID, By: "terminal"}
		}
		time.Sleep(10 * time.Second)
		fn(t, r)
		r.all.End("t")
		d.Close()
		synctest.Wait()
	})
}

// plan makes a plan of steps; each step is one or several calls like "press Save", "write Name=x", "beep".
func (r *rig) plan(steps ...[]string) tool.Plan {
	r.t.Helper()
	var cs [][]tool.Call
	for _, s := range steps {
		var row []tool.Call
		for _, c := range s {
			row = append(row, call(c))
		}
		cs = append(cs, row)
	}
	p, problems := r.x.Registry.Plan(cs, tool.OfferAll)
	require.Empty(r.t, problems)
	return p
}

func call(s string) tool.Call {
	var name, a, v string
	for i := range s {
		if s[i] == ' ' {
			name, a = s[:i], s[i+1:]
			break
		}
	}
	if name == "" {
		return tool.Call{Tool: s}
	}
	args := map[string]string{"label": a}
	for i := range a {
		if a[i] == '=' {
			a, v = a[:i], a[i+1:]
			args = map[string]string{"label": a, "value": v}
			break
		}
	}
	raw, _ := json.Marshal(args)
	return tool.Call{Tool: name, Args: raw}
}

func one(calls ...string) []string { return calls }

func (r *rig) input(p tool.Plan) Input {
	return Input{Turn: "t", Plan: p, By: "test", Attended: true, Emit: func(b event.Body) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.events = append(r.events, b)
	}}
}

func (r *rig) run(steps ...[]string) Result { return r.x.Run(r.ctx, r.input(r.plan(steps...))) }

// effects lists what became of the steps.
func effects(res Result) []proof.Effect {
	var out []proof.Effect
	for _, s := range res.Steps {
		out = append(out, s.Outcome.Effect())
	}
	return out
}

func count[T event.Body](r *rig) (out []T) {
	for _, e := range r.events {
		if b, ok := e.(T); ok {
			out = append(out, b)
		}
	}
	return out
}

var errFull = errors.New("disk full")
