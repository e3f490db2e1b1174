package turn

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/interaction"
	"pace/backend/planner"
	"pace/backend/proof"
	"pace/backend/reply"
	"pace/backend/tool"
)

// troupe is a set of tools of which each call does what was drawn for its number.
type troupe struct {
	acts    map[int]func(ctx context.Context) proof.Outcome
	saw     map[int]bool // whether a call says that it has seen its effect
	stands  map[int]stand
	told    map[int][]bool // with what each expansion was told that it had ended
	begun   map[int]int
	reverts map[int]bool // which steps do not last, by their index in the turn
	records []executor.Record
}

// stand is what one call stands for.
type stand struct {
	steps [][]tool.Call
	undo  bool
	no    *proof.Problem // in the way of beginning
	err   error          // in the way of looking
}

type numbered struct {
	N int `json:"n" min:"0" max:"1000"`
}

func number(raw json.RawMessage) int {
	var a numbered
	_ = json.Unmarshal(raw, &a)
	return a.N
}

func numberedCall(name string, n int) tool.Call {
	return tool.Call{Tool: name, Args: json.RawMessage(fmt.Sprintf(`{"n":%d}`, n))}
}

type actor struct {
	*troupe
	name string
	uses []tool.Resource
}

func (a actor) Spec() tool.Spec {
	return tool.Spec{Name: a.name, Summary: "Acts.", Example: "act", ExampleArg: `{"n":1}`, Args: tool.SchemaOf[numbered](), Risk: tool.ChangesSystem,
		Approval: tool.Approval{Mode: tool.Never}, Uses: a.uses, Reversible: true, Offer: tool.OfferAll}
}
func (a actor) Describe(raw json.RawMessage) string { return fmt.Sprintf("Act %d", number(raw)) }
func (a actor) Run(ctx context.Context, _ tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	return a.acts[number(raw)](ctx), tool.Output{}
}
func (a actor) Undo(c tool.Call, _ proof.Outcome) (tool.Call, bool) { return c, true }

type stander struct {
	actor
}

func (s stander) Expand(_ context.Context, raw json.RawMessage) (tool.Expansion, error) {
	n := number(raw)
	d := s.stands[n]
	return tool.Expansion{Steps: d.steps, Undo: d.undo,
		Begin: func(context.Context) *proof.Problem { s.begun[n]++; return d.no },
		Then:  func(_ context.Context, ok bool) { s.told[n] = append(s.told[n], ok) }}, d.err
}

func (x *troupe) Begin(context.Context, executor.Record) (int64, error) { return 1, nil }

func (x *troupe) Record(_ context.Context, r executor.Record) (int64, error) {
	x.records = append(x.records, r)
	return int64(len(x.records)), nil
}

// Settle takes back what was drawn to be.
func (x *troupe) Settle(context.Context, string) map[int]proof.Outcome {
	out := map[int]proof.Outcome{}
	for i := range x.reverts {
		out[i] = proof.NoEffect(proof.Semantic, &proof.Problem{Reason: proof.ReasonReverted, Text: "It did not last."})
	}
	return out
}

func (x *troupe) Guard(ctx context.Context, _ string) (context.Context, context.CancelFunc) {
	return context.WithCancel(ctx)
}

// drawn makes a plan: groups of calls before, within and behind calls that stand for others.
type drawn struct {
	*rapid.T
	*troupe
	next   int
	cancel func()
}

func (d *drawn) act() tool.Call {
	d.next++
	n := d.next
	out := seen
	if rapid.IntRange(0, 3).Draw(d.T, "goes well") == 0 {
		out = rapid.SampledFrom(append([]proof.Outcome{unproven, nothing, some}, every...)).Draw(d.T, "outcome")
	}
	how := "ends"
	if rapid.IntRange(0, 5).Draw(d.T, "is disturbed") == 0 {
		how = rapid.SampledFrom([]string{"panics", "is cancelled", "cancels"}).Draw(d.T, "how")
	}
	d.saw[n] = out.OK() && (how == "ends" || how == "cancels")
	switch how {
	case "ends":
		d.acts[n] = func(context.Context) proof.Outcome { return out }
	case "panics":
		d.acts[n] = func(context.Context) proof.Outcome { panic("in the middle") }
	case "is cancelled":
		d.acts[n] = func(ctx context.Context) proof.Outcome {
			d.cancel()
			<-ctx.Done()
			return proof.Cancel(proof.ReasonCancelled, "Stopped, as you asked.")
		}
	case "cancels": // and still says what came of it
		d.acts[n] = func(context.Context) proof.Outcome { d.cancel(); return out }
	}
	return numberedCall(rapid.SampledFrom([]string{"free", "loud", "bright", "both"}).Draw(d.T, "tool"), n)
}

func (d *drawn) group(most int, call func() tool.Call) (out []tool.Call) {
	for range rapid.IntRange(1, most).Draw(d.T, "calls") {
		out = append(out, call())
	}
	return out
}

func (d *drawn) any() tool.Call {
	if rapid.IntRange(0, 2).Draw(d.T, "kind") > 0 {
		return d.act()
	}
	d.next++
	n := d.next
	var s stand
	for range rapid.IntRange(1, 3).Draw(d.T, "inner") {
		s.steps = append(s.steps, d.group(2, d.act))
	}
	s.undo = rapid.Bool().Draw(d.T, "undo")
	switch rapid.IntRange(0, 9).Draw(d.T, "in the way") {
	case 0:
		s.no = &proof.Problem{Reason: proof.ReasonNotFound, Text: "That was taken back already."}
	case 1:
		s.err = &proof.Problem{Reason: proof.ReasonNotFound, Text: "There is nothing to undo."}
	}
	d.stands[n] = s
	return numberedCall("stands", n)
}

// Whatever a plan is made of, and whatever becomes of its parts: groups, undos, what is expanded before and behind other
// calls, what does not last, what is stopped, and what panics. Only what was seen to last is called done, offered to be
// undone, told to what stood for it, and recorded.
func TestNoPlanLeadsFromWhatIsNotKnownToDone(t *testing.T) {
	done := 0
	rapid.Check(t, func(rt *rapid.T) {
		x := &troupe{saw: map[int]bool{}, acts: map[int]func(context.Context) proof.Outcome{}, stands: map[int]stand{}, told: map[int][]bool{}, begun: map[int]int{}, reverts: map[int]bool{}}
		d := &drawn{T: rt, troupe: x}
		var replies []reply.Reply
		for range rapid.IntRange(1, 2).Draw(rt, "rounds") {
			r := reply.Reply{Source: reply.Envelope, Intent: reply.Action, Spoken: rapid.SampledFrom(bragging).Draw(rt, "boast"), More: rapid.Bool().Draw(rt, "more")}
			for range rapid.IntRange(1, 3).Draw(rt, "groups") {
				r.Calls = append(r.Calls, d.group(3, d.any))
			}
			replies = append(replies, r)
		}
		replies = append(replies, sayings(reply.Answer, rapid.SampledFrom(bragging).Draw(rt, "words")))
		for i := range 12 {
			if rapid.IntRange(0, 7).Draw(rt, "lasts") == 0 {
				x.reverts[i] = true
			}
		}

		b := newBench(t)
		free := actor{x, "free", nil}
		reg, err := tool.NewRegistry(free, actor{x, "loud", []tool.Resource{tool.UsesSound}}, actor{x, "bright", []tool.Resource{tool.UsesBacklight}},
			actor{x, "both", []tool.Resource{tool.UsesSound, tool.UsesBacklight}}, stander{actor{x, "stands", nil}})
		require.NoError(rt, err)
		b.Sessions = interaction.New(nil, interaction.Config{})
		b.Executor = &executor.Executor{Registry: reg, Approver: says(true), Recorder: x, Screen: x, NewID: NewID,
			Policy:    func() executor.Policy { return executor.Policy{Enabled: true, Asking: true} },
			Available: func(tool.Capability) *proof.Problem { return nil }}
		b.Registry, b.Planners = reg, planner.Choice{Local: &scriptedBrain{replies: replies}}
		b.Service.Config = func() Config { return Config{Tier: "local", MaxSteps: 3} }
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		d.cancel = cancel
		turn, err := b.Submit(ctx, Request{Text: vague, Origin: "ask", Attended: true})
		require.NoError(rt, err)
		all := rows(t, turn)
		end := turn.Wait()
		b.Close()

		honest(rt, end, all)
		effect := map[int]string{} // by the number of the call
		ended := map[int]string{}
		for _, s := range end.Steps {
			effect[number(s.Args)] = s.Outcome.Effect
			if s.Outcome.Effect == string(proof.Confirmed) {
				require.True(rt, x.saw[number(s.Args)], "nobody has seen it")
			}
		}
		if end.Status == event.Done {
			require.NotEmpty(rt, end.Steps, "every reply asked for something to be done")
			done++
			for n := range x.stands {
				require.Zero(rt, x.begun[n]-len(x.told[n]))
			}
		}
		for _, e := range all {
			switch r := e.Body.(type) {
			case *event.StepResult:
				ended[r.Step] = r.Outcome.Effect
				require.Equal(rt, effect[number(r.Args)], r.Outcome.Effect, "a row and the end tell the same")
			case *event.Undo:
				require.Equal(rt, string(proof.Confirmed), ended[x.records[r.Run-1].Step], "only what was seen is offered to be undone")
			}
		}
		for _, r := range x.records {
			require.Equal(rt, effect[number(r.Call.Args)], string(r.Outcome.Effect()), "so does the record")
			require.False(rt, x.reverts[r.Step] && r.Outcome.OK(), "what did not last is not seen")
		}
		for n, s := range x.stands {
			require.LessOrEqual(rt, len(x.told[n]), 1)
			if len(x.told[n]) == 0 {
				continue
			}
			require.Equal(rt, 1, x.begun[n])
			whole := true
			for _, g := range s.steps {
				for _, c := range g {
					whole = whole && effect[number(c.Args)] == string(proof.Confirmed)
				}
			}
			if x.told[n][0] {
				require.True(rt, whole, "what stood for others was done only when all of them were")
			}
			if s.undo {
				for _, r := range x.records {
					for _, g := range s.steps {
						for _, c := range g {
							require.False(rt, number(c.Args) == number(r.Call.Args) && r.Undo != nil, "an undo is not undone")
						}
					}
				}
			}
		}
	})
	require.Positive(t, done, "there is a way to done")
}
