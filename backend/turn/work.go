package turn

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/phrase"
	"pace/backend/planner"
	"pace/backend/proof"
	"pace/backend/reply"
	"pace/backend/route"
	"pace/backend/tool"
)

// MaxSentence bounds a request, in bytes: what is to be typed may be long, but not without end.
const MaxSentence = 1 << 20

// work decides what is to be done, does it, and says what is known of it.
func (s *Service) work(ctx context.Context, t *Turn) event.Ended {
	end := s.worked(ctx, t)
	s.idle(ctx, t, end)
	return end
}

func (s *Service) worked(ctx context.Context, t *Turn) event.Ended {
	var timing event.Total
	start := time.Now()
	if len(t.req.Text) > MaxSentence {
		return say(event.NotUnderstood, fmt.Sprintf("That is more than %d KB of text, the most that Pace reads at once.", MaxSentence>>10))
	}
	calls, by, r, early := s.decide(ctx, t)
	timing.RouteMs = event.Milliseconds(time.Since(start))
	if early != nil {
		early.Timing = timing
		return *early
	}
	if calls == nil {
		end := s.converse(ctx, t, r, &timing)
		end.Timing = timing
		return end
	}
	res, end := s.carryOut(ctx, t, tasks{calls: calls, by: by, offer: tool.OfferAll, last: true}, &timing)
	if end == nil {
		e := narrate(res)
		end = &e
		s.leave(ctx, t, res, end)
		s.list(ctx, t, res, end)
		s.askUnknown(ctx, t, res, end)
		s.older(ctx, t, calls, end)
	}
	end.Timing = timing
	return *end
}

// tasks are calls that somebody proposed.
type tasks struct {
	calls   [][]tool.Call
	by      string
	offer   tool.Offer // who named them
	first   int        // index of the first step in the whole turn
	tainted bool       // text from outside was read before
	last    bool       // nothing follows it in this turn
}

// carryOut makes a plan of calls and runs it. An end means that nothing was begun.
func (s *Service) carryOut(ctx context.Context, t *Turn, w tasks, timing *event.Total) (executor.Result, *event.Ended) {
	t.named = append(t.named, slices.Concat(w.calls...)...)
	plan, problems := s.Registry.Plan(w.calls, w.offer)
	if len(problems) > 0 {
		end := say(event.Failed, "That can't be carried out: "+inWords(problems[0])+".")
		return executor.Result{}, &end
	}
	t.calls = append(t.calls, w.calls...)
	if limit := t.req.MaxSteps; limit > 0 && w.first+plan.Len() > limit {
		end := say(event.Blocked, fmt.Sprintf("That takes %d steps, and at most %d are allowed.", w.first+plan.Len(), limit))
		return executor.Result{}, &end
	}
	if res := s.wanting(ctx, t, plan, w.first); res != nil {
		return *res, nil
	}
	start := time.Now()
	var aside func()
	if w.last { // what a model plans behind it may need the screen
		aside = func() { s.stepAside(t) }
	}
	res := s.Executor.Run(ctx, executor.Input{Turn: t.ID, Plan: plan, By: w.by, First: w.first, Attended: t.req.Attended, Origin: t.req.Origin,
		Yes: t.req.Yes, DryRun: t.req.DryRun, Tainted: w.tainted || t.foreign(), Asks: t.asks(), Said: t.req.Text, Asked: t.begun, Emit: t.emit, StepAside: aside})
	timing.ActMs += event.Milliseconds(time.Since(start))
	if p := blame(res); p != nil {
		t.failed = kindOf(p)
	}
	return res, nil
}

// inWords says what is wrong with a call to a person, who knows no calls: "title is longer than 500 bytes".
func inWords(p tool.Problem) string {
	_, arg, of := strings.Cut(p.Place, ".args")
	switch arg = strings.TrimPrefix(arg, "."); {
	case arg != "":
		return arg + " " + p.Reason
	case of || strings.Contains(p.Place, "["):
		return p.Reason
	}
	return p.Place + " " + p.Reason
}

// leave keeps what the next turn may refer to. What nobody asked for in person must not change what "it" and "yes" mean to
// the person who is there.
func (s *Service) leave(ctx context.Context, t *Turn, res executor.Result, end *event.Ended) {
	if t.lasts() {
		s.remember(ctx, t, res, end)
	}
}

// decide finds what needs no planner: an answer to a question, an undo, a follow-up, a claim of the chain, a question for
// what is missing. nil calls and no end mean that a planner has to be asked.
func (s *Service) decide(ctx context.Context, t *Turn) (calls [][]tool.Call, by string, r event.Route, end *event.Ended) {
	switch {
	case len(t.req.Option) > 0:
		calls, end = s.answer(ctx, t.req.Option)
		t.emit(&event.Route{Route: "command", By: "answer", Intent: "screenAction", Confidence: 1, Calls: printed(calls)})
		return calls, "answer", r, end
	case t.req.Undo != 0:
		t.emit(&event.Route{Route: "command", By: "undo", Intent: "screenAction", Confidence: 1, Calls: [][]event.Call{}})
		return [][]tool.Call{{{Tool: "undo_last", Args: []byte(fmt.Sprintf(`{"run":%d}`, t.req.Undo))}}}, "undo", r, nil
	}
	text := t.req.Text
	if !t.foreign() {
		text = s.Whole(ctx, text)
	}
	r, p := route.Read(text)
	t.named = append(t.named, slices.Concat(p.Steps...)...) // also where it was not understood whole, and a planner is asked
	if end := t.presumes(p); end != nil {
		t.emit(&r)
		return nil, r.By, r, end
	}
	if end := s.settle(ctx, t, p); end != nil {
		t.emit(&r)
		return nil, r.By, r, end
	}
	if f := p.Followup; f != nil && (f.Kind == phrase.Answer || f.Kind == phrase.Ordinal) && !s.asking(ctx, f.Kind) && s.waits(ctx) {
		t.emit(&r) // it answers what a planner asked
		return nil, "", r, nil
	}
	if p.Followup != nil {
		calls, end = s.followup(ctx, t, *p.Followup)
		r.Calls = printed(calls)
		t.emit(&r)
		return calls, r.By, r, end
	}
	calls, ok := s.claimed(ctx, t, p, &r)
	t.emit(&r)
	switch {
	case ok:
		return calls, r.By, r, nil
	case p.Gap != nil:
		e := s.askGap(ctx, t, *p.Gap)
		return nil, r.By, r, &e
	case p.Hint != "": // the wish is clear, and a planner has no other way to fulfil it
		e := say(event.NotUnderstood, p.Hint)
		return nil, r.By, r, &e
	}
	t.grave = p.Why == phrase.Destructive
	return nil, "", r, nil
}

func printed(calls [][]tool.Call) [][]event.Call {
	out := make([][]event.Call, 0, len(calls))
	for _, g := range calls {
		var row []event.Call
		for _, c := range g {
			row = append(row, executor.Raw(c))
		}
		out = append(out, row)
	}
	return out
}

// ending is what a reply that asks for nothing to be done comes to.
func ending(rep reply.Reply, err error) event.Ended {
	var failed *planner.Failure
	switch {
	case errors.As(err, &failed):
		return say(event.Failed, advise(failed.Why+", so nothing was done.", failed, ""))
	case errors.Is(err, planner.ErrNotUnderstood), errors.Is(err, planner.ErrNoPlanner):
		return say(event.NotUnderstood, rep.Spoken)
	case err != nil:
		return say(event.NotUnderstood, plain(err))
	case len(rep.Problems) > 0:
		return say(event.Failed, "The reply could not be used: "+rep.Problems[0].Error()+".")
	}
	if strings.TrimSpace(rep.Spoken) == "" {
		return say(event.Failed, "The reply was empty, so nothing was done.")
	}
	end := say(event.Done, rep.Spoken)
	switch rep.Intent {
	case reply.Answer:
		if claimsToHaveActed(rep.Spoken) {
			// Whoever says that something was done must have seen it.
			end.Status, end.Spoken = event.Unverified, end.Spoken+" (These are the model's words; Pace itself has done nothing.)"
		}
	case reply.Clarify:
		end.Status = event.Blocked
		end.Question = &event.Question{Text: rep.Spoken, Options: []event.Option{}}
	case reply.Refuse:
		end.Status = event.NotUnderstood
	}
	return end
}

func say(st event.Status, words string) event.Ended {
	return event.Ended{Status: st, Spoken: words, Steps: []event.Result{}}
}

// plain makes one sentence of an error that carries none.
func plain(err error) string {
	var p *proof.Problem
	if errors.As(err, &p) {
		return p.Error()
	}
	s := strings.TrimSpace(err.Error())
	if s == "" {
		return "Something went wrong."
	}
	r := []rune(s)
	if r[0] >= 'a' && r[0] <= 'z' {
		r[0] -= 'a' - 'A'
	}
	if !strings.ContainsRune(".!?", r[len(r)-1]) {
		r = append(r, '.')
	}
	return string(r)
}
