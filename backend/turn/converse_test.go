package turn

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/event"
	"pace/backend/observe"
	"pace/backend/planner"
	"pace/backend/proof"
	"pace/backend/reply"
	"pace/backend/tool"
)

// scriptedBrain answers one reply after the other and keeps what it was asked.
type scriptedBrain struct {
	mu      sync.Mutex
	replies []reply.Reply
	errs    []error
	asked   []planner.Prompt
	away    bool
}

func (b *scriptedBrain) Name() string { return "local" }

func (b *scriptedBrain) Reach(context.Context) bool { return !b.away }

func (b *scriptedBrain) Plan(_ context.Context, p planner.Prompt, hear planner.Hear) (reply.Reply, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := len(b.asked)
	b.asked = append(b.asked, p)
	if hear.Wait != nil {
		hear.Wait("reading the prompt")
	}
	var err error
	if i < len(b.errs) {
		err = b.errs[i]
	}
	if i >= len(b.replies) {
		return reply.Reply{Source: reply.Envelope, Intent: reply.Answer}, err
	}
	if hear.Say != nil && !b.replies[i].Acts() {
		hear.Say(b.replies[i].Spoken)
	}
	return b.replies[i], err
}

// note is a tool that only reads, from outside.
type note struct{ text string }

func (note) Spec() tool.Spec {
	return tool.Spec{Name: "read_note", Summary: "Reads the note.", Example: "read the note", ExampleArg: `{}`, Args: tool.SchemaOf[struct{}](), Risk: tool.ReadOnly,
		Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesClipboard}, Offer: tool.OfferAll}
}
func (note) Describe(json.RawMessage) string { return "Read the note" }
func (n note) Run(context.Context, tool.Step, json.RawMessage) (proof.Outcome, tool.Output) {
	return proof.Confirm(proof.API, proof.Evidence{Kind: proof.ValueRead, What: "The note"}), tool.Output{Text: n.text, Untrusted: true}
}

// window is a screen with one button.
type window struct{ err error }

func (w window) Look(context.Context, observe.Wish) (observe.Screen, error) {
	if w.err != nil {
		return observe.Screen{}, w.err
	}
	return observe.Screen{App: "Notes", Lines: []string{"[1] button|10,10|Blue|"}, Unseen: 2,
		Marks: observe.Marks{{N: 1, Target: desktop.Target{Label: "Blue", Path: []string{"window:Notes", "button:Blue"}}}}}, nil
}

func talking(t *testing.T, replies ...reply.Reply) (*bench, *scriptedBrain) {
	b := newBench(t)
	brain := &scriptedBrain{replies: replies}
	reg, err := tool.NewRegistry(scripted{b}, note{"buy milk"})
	require.NoError(t, err)
	b.Registry, b.Executor.Registry = reg, reg
	b.Planners = planner.Choice{Local: brain}
	b.Service.Config = func() Config { return Config{Tier: "local", MaxSteps: 4} }
	return b, brain
}

func presses(labels ...string) reply.Reply {
	r := reply.Reply{Source: reply.Envelope, Intent: reply.Action, Spoken: "I have pressed it all, trust me."}
	for _, l := range labels {
		r.Calls = append(r.Calls, []tool.Call{{Tool: "click", Args: json.RawMessage(`{"label":"` + l + `"}`)}})
	}
	return r
}

func reads() reply.Reply {
	return reply.Reply{Source: reply.Envelope, Intent: reply.Action, Calls: [][]tool.Call{{{Tool: "read_note", Args: json.RawMessage(`{}`)}}}}
}

func sayings(intent, s string) reply.Reply {
	return reply.Reply{Source: reply.Envelope, Intent: intent, Spoken: s}
}

const vague = "make my day a little brighter somehow" // no rule claims it, and it names nothing on the screen

func TestAPlanThatIsConfirmedEndsTheTurnAndEvidenceSpeaks(t *testing.T) {
	b, brain := talking(t, presses("A", "B"))
	end := b.ask(t, vague)
	require.Equal(t, event.Done, end.Status, end.Spoken)
	require.Len(t, end.Steps, 2)
	require.Len(t, brain.asked, 1)
	require.NotContains(t, end.Spoken, "trust me")
	require.Contains(t, end.Spoken, "changed from off to on")
}

func TestAStepThatWasNotConfirmedIsToldToThePlannerWhichMayGoOn(t *testing.T) {
	b, brain := talking(t, presses("A"), presses("B"), sayings(reply.Answer, "All done, I promise."))
	b.press = func(_ context.Context, label string) proof.Outcome {
		if label == "A" {
			return nothing
		}
		return seen
	}
	end := b.ask(t, vague)
	require.Len(t, brain.asked, 2)
	require.Equal(t, []planner.Step{{Tool: "click", Args: `{"label":"A"}`, Effect: "unchanged", Report: "Nothing changed."}}, brain.asked[1].Steps)
	require.Equal(t, event.Partial, end.Status, "what had no effect stays told")
	require.Len(t, end.Steps, 2)
	require.NotContains(t, end.Spoken, "promise")
}

func TestWhatWasReadIsGivenToThePlannerAndItsAnswerIsSpoken(t *testing.T) {
	b, brain := talking(t, reads(), sayings(reply.Answer, "You are to buy milk."))
	end := b.ask(t, vague)
	require.Equal(t, event.Done, end.Status)
	require.Equal(t, "You are to buy milk.", end.Spoken)
	require.Len(t, brain.asked, 2)
	require.Equal(t, "buy milk", brain.asked[1].Steps[0].Read)
	require.True(t, brain.asked[1].Steps[0].Outside)
}

func TestAfterTextFromOutsideWasReadEveryChangeAsksWhateverTheFlagSays(t *testing.T) {
	for name, first := range map[string]func(*bench){"a tool": nil, "the screen": func(b *bench) { b.Screen = window{} }} {
		t.Run(name, func(t *testing.T) {
			b, brain := talking(t, reads(), presses("A"))
			text := vague
			if first != nil {
				first(b)
				brain.replies, text = brain.replies[1:], "get that blue thing clicked for me somehow"
			}
			x, err := b.Submit(context.Background(), Request{Text: text, Origin: "ask", Attended: true, Yes: true})
			require.NoError(t, err)
			asked := false
			for e := range x.Events() {
				if a, ok := e.Body.(*event.Approval); ok {
					asked = true
					require.True(t, a.Tainted)
					b.approve.Decide(a.ID, false, "terminal")
				}
			}
			require.True(t, asked)
			end := x.Wait()
			require.Equal(t, event.Blocked, end.Status)
			n := 1
			if first == nil {
				n = 2
			}
			require.Len(t, brain.asked, n, "who was told no is not asked what to do instead")
		})
	}
}

func TestThePlannerIsAskedAgainWhenItSaysThatThereIsMoreAndNotForEver(t *testing.T) {
	more := presses("A")
	more.More = true
	b, brain := talking(t, more, more, more, more, more, more)
	end := b.ask(t, vague)
	require.Len(t, brain.asked, 4, "AgentMaxSteps")
	require.Len(t, end.Steps, 4)
	require.Equal(t, event.Done, end.Status)
}

func TestARefusalOrAnInvalidReplyEndsTheTurnWithItsWords(t *testing.T) {
	for name, c := range map[string]struct {
		r      reply.Reply
		err    error
		status event.Status
		says   string
	}{
		"refuses":   {sayings(reply.Refuse, "I won't delete your files."), nil, event.NotUnderstood, "I won't delete your files."},
		"asks back": {sayings(reply.Clarify, "Which one?"), nil, event.Blocked, "Which one?"},
		"answers":   {sayings(reply.Answer, "Forty-two."), nil, event.Done, "Forty-two."},
		"unknown tool": {reply.Reply{Intent: reply.Action, Calls: [][]tool.Call{{{Tool: "format_disk", Args: json.RawMessage(`{}`)}}}}, nil,
			event.Failed, "can't be carried out"},
		"problems": {reply.Reply{Intent: reply.Action, Problems: []tool.Problem{{Place: "payload", Reason: "is missing"}}}, nil, event.Failed, "could not be used"},
		"fails":    {reply.Reply{}, &planner.Failure{Sentence: "The model's answer broke off, so nothing was done."}, event.Failed, "broke off"},
	} {
		t.Run(name, func(t *testing.T) {
			b, brain := talking(t, c.r)
			brain.errs = []error{c.err}
			pressed := false
			b.press = func(context.Context, string) proof.Outcome { pressed = true; return seen }
			end := b.ask(t, vague)
			require.Equal(t, c.status, end.Status, end.Spoken)
			require.Contains(t, end.Spoken, c.says)
			require.False(t, pressed)
		})
	}
}

func TestOneBadCallRejectsThePlanOfAModelWhole(t *testing.T) {
	r := presses("A")
	r.Calls = append(r.Calls, []tool.Call{{Tool: "click", Args: json.RawMessage(`{"nth":"many"}`)}})
	b, _ := talking(t, r)
	pressed := false
	b.press = func(context.Context, string) proof.Outcome { pressed = true; return seen }
	end := b.ask(t, vague)
	require.Equal(t, event.Failed, end.Status)
	require.False(t, pressed)
	require.Empty(t, end.Steps)
}

func TestAPlannerThatFailsAfterwardsDoesNotUndoWhatIsKnown(t *testing.T) {
	more := presses("A")
	more.More = true
	b, brain := talking(t, more)
	brain.errs = []error{nil, &planner.Failure{Sentence: "The model server stopped sending, so nothing was done."}}
	end := b.ask(t, vague)
	require.Equal(t, event.Partial, end.Status, "whether that was all is not known")
	require.Contains(t, end.Spoken, "changed from off to on")
	require.Contains(t, end.Spoken, "stopped sending")
}

// approving runs a sentence to its end and approves whatever it asks.
func (b *bench) approving(t *testing.T, text string) []event.Event {
	t.Helper()
	feed, stop := b.Events.Subscribe(false)
	defer stop()
	x := b.begin(t, text)
	go func() { // ends with the turn
		for e := range feed {
			if a, ok := e.Body.(*event.Approval); ok {
				b.approve.Decide(a.ID, true, "terminal")
			}
			if e.Type == event.TurnEnded {
				return
			}
		}
	}()
	return rows(t, x)
}

func TestTheScreenIsToldWhenTheSentenceNeedsItAndAsItIsThen(t *testing.T) {
	more := presses("A")
	more.More = true
	b, brain := talking(t, more, sayings(reply.Answer, ""))
	b.Screen = window{}
	b.asks = false
	all := b.approving(t, "get that blue thing clicked for me somehow")
	require.Contains(t, types(all), event.Observed)
	require.Len(t, brain.asked, 2)
	for _, p := range brain.asked {
		require.Equal(t, []string{"[1] button|10,10|Blue|"}, p.Screen)
		require.Equal(t, 2, p.Unseen)
		require.Equal(t, "Notes", p.Now.App)
		calls, problems := p.Bind(1, [][]tool.Call{{{Tool: "click", Args: json.RawMessage(`{"element":1}`)}}})
		require.Empty(t, problems)
		require.Contains(t, string(calls[0][0].Args), "Blue")
		_, problems = p.Bind(0, [][]tool.Call{{{Tool: "click", Args: json.RawMessage(`{"element":1}`)}}})
		require.NotEmpty(t, problems, "a line that it was not given")
	}
}

func TestTheScreenIsNotLookedAtForNothing(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		change func(*bench, *scriptedBrain)
	}{
		"not needed":       {vague, func(*bench, *scriptedBrain) {}},
		"nobody to tell":   {"get that blue thing clicked for me somehow", func(_ *bench, s *scriptedBrain) { s.away = true }},
		"nothing to see":   {"get that blue thing clicked for me somehow", func(b *bench, _ *scriptedBrain) { b.Screen = window{errors.New("no display")} }},
		"no screen at all": {"get that blue thing clicked for me somehow", func(b *bench, _ *scriptedBrain) { b.Screen = nil }},
	} {
		t.Run(name, func(t *testing.T) {
			b, brain := talking(t, sayings(reply.Answer, "Well."))
			b.Screen = window{}
			c.change(b, brain)
			end := b.ask(t, c.text)
			require.Equal(t, event.Done, end.Status, end.Spoken)
			require.Len(t, brain.asked, 1)
			require.Empty(t, brain.asked[0].Screen)
			require.Nil(t, brain.asked[0].Bind)
		})
	}
}

func TestWaitingForAModelIsShown(t *testing.T) {
	b, _ := talking(t, sayings(reply.Answer, "Well."))
	all := rows(t, b.begin(t, vague))
	var waits, said []string
	for _, e := range all {
		if d, ok := e.Body.(*event.Delta); ok {
			waits, said = append(waits, d.Waiting), append(said, d.Text)
		}
	}
	require.Contains(t, waits, "reading the prompt")
	require.Contains(t, said, "Well.")
}

func TestStoppingBetweenTwoQuestionsKeepsWhatWasDone(t *testing.T) {
	more := presses("A")
	more.More = true
	b, _ := talking(t, more, more)
	n := 0
	var x *Turn
	ready := make(chan struct{})
	b.press = func(context.Context, string) proof.Outcome {
		if n++; n == 2 {
			<-ready
			b.Cancel(x.ID, "interface")
		}
		return seen
	}
	x = b.begin(t, vague)
	close(ready)
	rows(t, x)
	end := x.Wait()
	require.Equal(t, event.Cancelled, end.Status, end.Spoken)
	require.Len(t, end.Steps, 2)
	require.Equal(t, "confirmed", end.Steps[0].Outcome.Effect)
}

func TestADryRunAsksThePlannerOnce(t *testing.T) {
	b, brain := talking(t, presses("A"))
	x, err := b.Submit(context.Background(), Request{Text: vague, Origin: "ask", Attended: true, DryRun: true})
	require.NoError(t, err)
	rows(t, x)
	require.Equal(t, event.Done, x.Wait().Status)
	require.Len(t, brain.asked, 1)
}
