package turn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/observe"
	"pace/backend/planner"
	"pace/backend/planner/prompt"
	"pace/backend/proof"
	"pace/backend/reply"
	"pace/backend/tool"
	"pace/backend/untrusted"
)

// talk is a turn's exchange with a planner.
type talk struct {
	brain   planner.Planner
	prompt  planner.Prompt
	tainted bool            // the planner was given text from outside
	all     executor.Result // of all its plans so far
}

// converse has a planner read the sentence, carries out what it proposes, and asks it again while a step was not
// confirmed, a call that only reads returned something, or it said that there is more; at most AgentMaxSteps times.
func (s *Service) converse(ctx context.Context, t *Turn, r event.Route, timing *event.Total) event.Ended {
	tier := t.req.Tier
	if tier == "" {
		tier = t.cfg.Tier
	}
	k := talk{brain: s.Planners.For(tier)}
	k.prompt = planner.Prompt{Text: t.req.Text, Brief: prompt.BriefRoute(r.Route), Missed: t.missed, Now: planner.Now{Weekday: s.Now().Weekday().String(), Part: observe.Part(s.Now())}}
	if !t.foreign() {
		s.recall(ctx, &k)
	}
	end := s.exchangeWith(ctx, t, &k, timing)
	s.keep(ctx, t, &k, end)
	return end
}

// exchangeWith asks and carries out until the planner has no more to say.
func (s *Service) exchangeWith(ctx context.Context, t *Turn, k *talk, timing *event.Total) event.Ended {
	rounds := max(1, t.cfg.MaxSteps)
	more := false
	for range rounds {
		rep, err := s.ask(ctx, t, k, timing)
		if ctx.Err() != nil {
			return k.stopped(ctx)
		}
		if err != nil || len(rep.Problems) > 0 || !rep.Acts() {
			return s.close(ctx, t, k, rep, err)
		}
		if why := k.repeats(rep.Calls); why != "" {
			return s.closeWith(ctx, t, k, say(event.Failed, why))
		}
		res, end := s.carryOut(ctx, t, tasks{calls: rep.Calls, by: rep.Source, offer: tool.OfferPlanner, first: len(k.all.Steps), tainted: k.tainted}, timing)
		if end != nil {
			return s.closeWith(ctx, t, k, *end)
		}
		k.add(res)
		if res.Cut != nil && rep.More {
			return k.stopped(ctx)
		}
		if more = k.asksAgain(res, rep); !more {
			break
		}
	}
	end := narrate(k.all)
	if more && end.Status == event.Done {
		end.Status = event.Partial
		end.Spoken = strings.TrimSpace(fmt.Sprintf("%s There was more to do, but a planner is asked at most %d times.", end.Spoken, rounds))
	}
	s.leave(ctx, t, k.all, &end)
	return end
}

// ask asks the planner once.
func (s *Service) ask(ctx context.Context, t *Turn, k *talk, timing *event.Total) (reply.Reply, error) {
	start := s.Now()
	if r, ok := k.brain.(planner.Reacher); ok && !k.prompt.Brief && r.Reach(ctx) {
		s.look(ctx, t, k)
	}
	hear := planner.Hear{Say: func(delta string) { t.emit(&event.Delta{Text: delta}) }, Wait: func(what string) { t.emit(&event.Delta{Waiting: what}) }}
	if len(k.all.Steps) > 0 {
		hear.Say = nil // what was done is told from evidence; whether the planner's words are is decided at the end
	}
	rep, err := k.brain.Plan(ctx, k.prompt, hear)
	timing.PlanMs += event.Milliseconds(s.Now().Sub(start))
	var failed *planner.Failure
	if errors.As(err, &failed) {
		t.failed = kindOf(err)
	}
	return rep, err
}

// look tells the planner what it needs of the screen, as it is now.
func (s *Service) look(ctx context.Context, t *Turn, k *talk) {
	k.prompt.Screen, k.prompt.Outside, k.prompt.Unseen, k.prompt.Bind = nil, nil, 0, nil
	if s.Screen == nil || observe.Needs(t.req.Text, t.cfg.Looks) == observe.NotNeeded {
		return
	}
	seen, err := s.Screen.Look(ctx, observe.Wish{Skip: t.skips, Question: t.req.Text})
	if err != nil {
		return // without a screen a turn still answers and plans
	}
	p := &k.prompt
	p.Screen, p.Unseen, p.Now.App, p.Now.Window, p.Now.Summary = seen.Lines, seen.Unseen, seen.App, seen.Window, seen.Summary
	if seen.Described != "" {
		p.Outside = append(p.Outside, planner.Outside{Source: untrusted.Screen, About: "what the window shows", Text: seen.Described})
	}
	if len(seen.Lines) > 0 {
		p.Bind = func(listed int, calls [][]tool.Call) ([][]tool.Call, []tool.Problem) {
			return seen.Marks.Shown(listed).Bind(s.Registry, calls)
		}
	}
	k.tainted = true
	t.emit(&event.Observation{What: "screen", Elements: len(seen.Lines), Truncated: len(seen.Truncated) > 0 || seen.Unseen > 0, Untrusted: true})
}

// add keeps what a plan came to, for the planner and for the end.
func (k *talk) add(r executor.Result) {
	k.all.Steps = append(k.all.Steps, r.Steps...)
	k.all.Stopped, k.all.Cut, k.all.DryRun = r.Stopped, r.Cut, r.DryRun
	k.all.Tainted = k.all.Tainted || r.Tainted
	k.tainted = true // what is told of the steps quotes the screen
	skipped := 0
	for _, d := range r.Steps {
		if d.Outcome.Effect() == proof.NotAttempted {
			if skipped++; skipped > 1 {
				continue // one tells of all: a long plan must not take the room of the next answer
			}
		}
		k.prompt.Steps = append(k.prompt.Steps, planner.Step{Tool: d.Call.Tool, Args: string(d.Call.Args), Effect: string(d.Outcome.Effect()),
			Report: report(d), Read: d.Output.Text, Outside: d.Output.Untrusted})
	}
	if skipped > 1 {
		last := &k.prompt.Steps[len(k.prompt.Steps)-1]
		last.Report = fmt.Sprintf("%s So were %d steps after it.", last.Report, skipped-1)
	}
}

// report is what a planner is told of a step. Where it can't be given all that was read, it is told where the rest is, so
// that it neither takes the beginning for the whole nor reads the same again.
func report(d executor.Done) string {
	if len(d.Output.Text) <= untrusted.Limit {
		return d.Outcome.Report()
	}
	where := "nothing keeps the rest"
	if d.Kept != "" {
		where = "all of it is kept in " + d.Kept
	}
	return fmt.Sprintf("It read %d bytes, more than can be shown here; %s.", len(d.Output.Text), where)
}

// repeats says why calls that were proposed again are not carried out again; "" when they may be. What may have had an
// effect is not done twice, and what had none is tried once more at most.
func (k *talk) repeats(calls [][]tool.Call) string {
	for _, g := range calls {
		for _, c := range g {
			same := func(d executor.Done) bool { return d.Call.Tool == c.Tool && sameArgs(d.Call.Args, c.Args) }
			if readBefore(k.all.Steps, func(d executor.Done) bool { return d.Spec.Risk == tool.ReadOnly && same(d) }, func(d executor.Done) bool { return d.Spec.Risk != tool.ReadOnly }) {
				return "The same thing was to be read again, though nothing had changed, so Pace stopped there."
			}
			tries := 0
			for _, d := range k.all.Steps {
				if d.Spec.Risk == tool.ReadOnly || !same(d) {
					continue
				}
				switch d.Outcome.Effect() {
				case proof.Unverifiable, proof.Partial:
					return "The same step was proposed again, and it is not known whether the first did something, so it was not repeated."
				case proof.Unchanged, proof.Failed, proof.Refused:
					tries++
				}
			}
			if tries > 1 {
				return "The same step was proposed again although it had no effect twice, so it was not repeated."
			}
		}
	}
	return ""
}

// sameArgs compares arguments by what they hold.
func sameArgs(a, b json.RawMessage) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

// asksAgain decides whether the planner has more to say. Who was stopped, or denied, is not asked what to do instead.
func (k *talk) asksAgain(r executor.Result, rep reply.Reply) bool {
	if r.Stopped != nil || r.Cut != nil || r.DryRun || question(r) != nil {
		return false
	}
	return rep.More || slices.ContainsFunc(r.Steps, func(d executor.Done) bool {
		return !d.Outcome.OK() || d.Spec.Risk == tool.ReadOnly && d.Output.Text != ""
	})
}

// close ends a turn in which the planner proposes nothing more, or failed.
func (s *Service) close(ctx context.Context, t *Turn, k *talk, rep reply.Reply, err error) event.Ended {
	var failed *planner.Failure
	switch {
	case len(k.all.Steps) > 0 && errors.As(err, &failed):
		return s.closeWith(ctx, t, k, say(event.Failed, failed.Why+", so it could not say what else there is to do."))
	case len(k.all.Steps) > 0 && err == nil && len(rep.Problems) == 0 && rep.Spoken == "":
		return s.closeWith(ctx, t, k, say(event.Done, "")) // nothing is left to do
	}
	return s.closeWith(ctx, t, k, ending(rep, err))
}

// closeWith ends a turn with what was done in it, if anything. The planner's words count only where nothing was to be
// changed: about what was done, evidence speaks.
func (s *Service) closeWith(ctx context.Context, t *Turn, k *talk, last event.Ended) event.Ended {
	if len(k.all.Steps) == 0 {
		return last
	}
	if boasts(last.Spoken) && last.Status == event.NotUnderstood {
		last.Spoken = "" // it refuses, and says that it succeeded: only what was seen is told
	}
	end := narrate(k.all)
	read := !slices.ContainsFunc(k.all.Steps, func(d executor.Done) bool { return d.Spec.Risk != tool.ReadOnly })
	switch {
	case read && end.Status == event.Done && last.Status == event.Unverified:
		end.Status, end.Spoken = last.Status, last.Spoken
	case last.Status != event.Done && last.Status != event.Blocked && last.Status != event.Unverified:
		end.Spoken = strings.TrimSpace(end.Spoken + " " + last.Spoken)
		if end.Status == event.Done {
			end.Status = event.Partial // what was done is confirmed; that it was all is not known
		}
	case read && end.Status == event.Done && last.Spoken != "":
		end.Spoken, end.Status, end.Question = last.Spoken, last.Status, last.Question
	}
	s.leave(ctx, t, k.all, &end)
	return end
}

func (k *talk) stopped(ctx context.Context) event.Ended {
	if len(k.all.Steps) == 0 {
		return say(event.Cancelled, "Stopped.")
	}
	if k.all.Cut == nil {
		k.all.Cut = &proof.Problem{Reason: proof.ReasonCancelled, Text: "Pace was stopped.", Err: context.Cause(ctx)}
	}
	end := narrate(k.all)
	if end.Status == event.Done { // it was stopped before the planner could say whether that was all
		end.Status, end.Spoken = event.Cancelled, fmt.Sprintf("Stopped. %s", end.Spoken)
	}
	return end
}
