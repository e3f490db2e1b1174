package turn

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
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
	b.approves(t)
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

func TestWhatAStepReportedIsTextFromTheScreenSoTheNextPlanAsks(t *testing.T) {
	first := presses("A")
	first.More = true
	b, brain := talking(t, first, presses("Transfer money"))
	x, err := b.Submit(context.Background(), Request{Text: vague, Origin: "ask", Attended: true, Yes: true})
	require.NoError(t, err)
	asked := 0
	for e := range x.Events() {
		if a, ok := e.Body.(*event.Approval); ok {
			asked++
			require.True(t, a.Tainted)
			b.approve.Decide(a.ID, false, "terminal")
		}
	}
	require.Equal(t, 1, asked, "the first plan came from the sentence alone")
	require.Len(t, brain.asked, 2)
	require.Equal(t, event.Blocked, x.Wait().Status)
}

func TestWhatMayHaveHadAnEffectIsNotRepeatedAndWhatHadNoneOnlyOnce(t *testing.T) {
	for effect, c := range map[*proof.Outcome]int{&unproven: 1, &some: 1, &nothing: 2, &gone: 2} {
		r := presses("A")
		b, _ := talking(t, r, r, r, r)
		b.approves(t)
		times := 0
		b.press = func(context.Context, string) proof.Outcome { times++; return *effect }
		end := b.ask(t, vague)
		require.Equal(t, c, times, effect.Effect())
		require.Contains(t, end.Spoken, "so it was not repeated")
		require.NotEqual(t, event.Done, end.Status)
	}
}

func TestALongPlanThatStopsEarlyDoesNotCrowdTheNextQuestion(t *testing.T) {
	b, brain := talking(t, presses(strings.Split("a b c d e f g h i j k l m n o p", " ")...), sayings(reply.Refuse, "I give up."))
	b.press = func(context.Context, string) proof.Outcome { return nothing }
	end := b.ask(t, vague)
	require.Len(t, brain.asked, 2)
	require.Len(t, brain.asked[1].Steps, 2)
	require.Contains(t, brain.asked[1].Steps[1].Report, "So were 14 steps after it.")
	require.Len(t, end.Steps, 16)
}

func TestAnEmptyReplyIsNoAnswer(t *testing.T) {
	b, _ := talking(t, sayings(reply.Answer, " "))
	end := b.ask(t, vague)
	require.Equal(t, event.Failed, end.Status)
	require.Equal(t, "The reply was empty, so nothing was done.", end.Spoken)
}

func TestThePlannerIsAskedAgainWhenItSaysThatThereIsMoreAndNotForEver(t *testing.T) {
	more := presses("A")
	more.More = true
	b, brain := talking(t, more, more, more, more, more, more)
	b.approves(t)
	end := b.ask(t, vague)
	require.Len(t, brain.asked, 4, "AgentMaxSteps")
	require.Len(t, end.Steps, 4)
	require.Equal(t, event.Partial, end.Status)
	require.Contains(t, end.Spoken, "There was more to do, but a planner is asked at most 4 times.")
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
		"fails":    {reply.Reply{}, &planner.Failure{Why: "The model's answer broke off"}, event.Failed, "broke off"},
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
	brain.errs = []error{nil, &planner.Failure{Why: "The model server stopped sending"}}
	end := b.ask(t, vague)
	require.Equal(t, event.Partial, end.Status, "whether that was all is not known")
	require.Contains(t, end.Spoken, "changed from off to on")
	require.Contains(t, end.Spoken, "The model server stopped sending, so it could not say what else there is to do.")
}

// approves says yes to whatever is asked from now on.
func (b *bench) approves(t *testing.T) {
	t.Helper()
	feed, stop := b.Events.Subscribe(false)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for e := range feed {
			if a, ok := e.Body.(*event.Approval); ok {
				b.approve.Decide(a.ID, true, "terminal")
			}
		}
	}()
	t.Cleanup(func() { stop(); <-done })
}

func TestTheScreenIsToldWhenTheSentenceNeedsItAndAsItIsThen(t *testing.T) {
	more := presses("A")
	more.More = true
	b, brain := talking(t, more, sayings(reply.Answer, ""))
	b.Screen = window{}
	b.asks = false
	b.approves(t)
	all := rows(t, b.begin(t, "get that blue thing clicked for me somehow"))
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
	b.approves(t)
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

func TestAPlannerIsToldWhatWasSaidBeforeForAWhile(t *testing.T) {
	b, brain := talking(t, sayings(reply.Answer, "Blue."), sayings(reply.Clarify, "Which one?"), presses("A"), sayings(reply.Answer, "Hm."))
	b.ask(t, "my favourite colour somehow")
	require.Empty(t, brain.asked[0].Thread)
	end := b.ask(t, "press it with the right one somehow")
	require.Equal(t, []planner.Turn{{Said: "my favourite colour somehow", Answered: "Blue."}}, brain.asked[1].Thread)
	require.Equal(t, event.Blocked, end.Status)

	end = b.ask(t, "the second one")
	require.Len(t, brain.asked, 3, "it answers what the planner asked")
	require.Equal(t, event.Done, end.Status)
	require.Len(t, brain.asked[2].Thread, 2)

	end = b.ask(t, "yes")
	require.Len(t, brain.asked, 3, "nothing waits for an answer any more")
	require.Equal(t, event.NotUnderstood, end.Status)

	b.later(idle)
	b.ask(t, vague)
	require.Empty(t, brain.asked[3].Thread, "it was long ago")
}

func TestTheSameThingIsNotReadOverAndOver(t *testing.T) {
	b, brain := talking(t, reads(), reads(), reads())
	end := b.ask(t, vague)
	require.Len(t, brain.asked, 2)
	require.Len(t, end.Steps, 1)
	require.Equal(t, event.Partial, end.Status)
	require.Contains(t, end.Spoken, "so Pace stopped there")
}

func TestAPlannerIsToldWhereTheRestOfALongTextIs(t *testing.T) {
	for _, c := range []struct {
		long, kept string
		says       string
	}{
		{strings.Repeat("x", 9000), "trace/2026-03-04.ndjson", "It read 9000 bytes, more than can be shown here; all of it is kept in trace/2026-03-04.ndjson."},
		{strings.Repeat("x", 9000), "", "It read 9000 bytes, more than can be shown here; nothing keeps the rest."},
		{"short", "trace/2026-03-04.ndjson", "The note changed."},
	} {
		b, brain := talking(t, reads(), sayings(reply.Answer, "Read."))
		reg, err := tool.NewRegistry(scripted{b}, note{c.long})
		require.NoError(t, err)
		b.Registry, b.Executor.Registry = reg, reg
		var whole string
		b.Executor.Readings = func(turn string, step int, tool, text string) string { whole = text; return c.kept }
		require.Equal(t, event.Done, b.ask(t, vague).Status)
		require.Equal(t, c.long, whole)
		require.Equal(t, c.says, brain.asked[1].Steps[0].Report)
		require.True(t, brain.asked[1].Steps[0].Outside)
	}
}
