package turn

import (
	"context"
	"errors"
	"strings"

	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/phrase"
	"pace/backend/proof"
	"pace/backend/store"
	"pace/backend/tool"
)

// wanting asks the tools of a plan whether their calls lack something, before anything is begun and anybody is asked to
// approve it. Nil when none does.
func (s *Service) wanting(ctx context.Context, t *Turn, plan tool.Plan, first int) *executor.Result {
	var stop *proof.Problem
	var steps []executor.Done
	for _, g := range plan.Steps() {
		for _, b := range g {
			d := executor.Done{Index: first + len(steps), Call: b.Call, Spec: b.Spec, Describe: b.Tool.Describe(b.Call.Args)}
			if x, ok := b.Tool.(tool.Wanting); ok && stop == nil && s.able(b.Spec) {
				if stop = x.Wants(ctx, b.Call.Args); stop != nil {
					d.Outcome = proof.RefuseFor(stop)
				}
			}
			steps = append(steps, d)
		}
	}
	if stop == nil {
		return nil
	}
	for i, d := range steps {
		if d.Outcome.Effect() == proof.NotAttempted {
			steps[i].Outcome = proof.Skip(stop.Text)
		}
	}
	t.failed = kindOf(stop)
	return &executor.Result{Stopped: stop, DryRun: t.req.DryRun, Steps: steps}
}

// able reports whether the machine has all that a tool needs: what it lacks weighs more than what a call lacks.
func (s *Service) able(spec tool.Spec) bool {
	for _, need := range spec.Needs {
		if s.Executor.Available(need) != nil {
			return false
		}
	}
	return true
}

// askUnknown makes a question of words that stand for something nobody knows: the next sentence may say it, and takes their
// place. It needs a sentence that was read whole and holds them once.
func (s *Service) askUnknown(ctx context.Context, t *Turn, r executor.Result, end *event.Ended) {
	var u *tool.Unknown
	p := blame(r)
	if p == nil || !errors.As(p.Err, &u) || end.Question != nil || u.Said == "" || t.foreign() {
		return
	}
	n := phrase.Normalise(t.req.Text)
	if before, after, ok := strings.Cut(n, u.Said); ok && !strings.Contains(after, u.Said) && phrase.Read(n).Complete() && apart(before, after) {
		g := phrase.Gap{Question: u.Question, Before: before, After: after}
		end.Status, end.Spoken = event.Blocked, p.Text+" "+g.Question
		end.Question = &event.Question{Text: end.Spoken, Options: []event.Option{}}
		if t.lasts() {
			s.put(context.WithoutCancel(ctx), store.PendingQuestion, asked{Question: *end.Question, Gap: &g}, s.Now(), len(s.private(t, end.Steps)) > 0)
		}
	}
}

// apart reports whether what stands between two texts is no part of a longer word.
func apart(before, after string) bool {
	return (before == "" || strings.HasSuffix(before, " ")) && (after == "" || strings.ContainsAny(after[:1], " ,.:;!?"))
}
