package turn

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/proof"
	"pace/backend/tool"
)

// narrate makes status and words of what is known. It never looks at what was meant.
func narrate(r executor.Result) event.Ended {
	end := event.Ended{Steps: []event.Result{}}
	for _, d := range r.Steps {
		end.Steps = append(end.Steps, event.Result{Tool: d.Call.Tool, Args: d.Call.Args, Outcome: event.FromOutcome(d.Outcome)})
	}
	end.Status = status(r)
	end.Spoken = words(r, end.Status)
	if end.Status == event.Blocked {
		end.Question = question(r)
	}
	return end
}

// status is the worst that is known, by the table of exit codes.
func status(r executor.Result) event.Status {
	if r.Stopped != nil {
		if r.Stopped.Reason == proof.ReasonCancelled {
			return event.Cancelled
		}
		return blockedOr(r.Stopped, event.Failed)
	}
	if r.DryRun {
		for _, d := range r.Steps {
			if d.Outcome.Effect() == proof.Refused {
				return blockedOr(d.Outcome.Problem(), event.Failed)
			}
		}
		return event.Done
	}
	confirmed, unknown := 0, 0
	var first *executor.Done // the first that was not confirmed
	for i := range r.Steps {
		switch d := &r.Steps[i]; {
		case d.Outcome.OK():
			confirmed++
			continue
		case d.Outcome.Effect() == proof.Unverifiable:
			unknown++
			fallthrough
		default:
			if first == nil {
				first = d
			}
		}
	}
	switch {
	case first == nil:
		return event.Done
	case r.Cut != nil || cancelled(r):
		// It may have come between two steps, or while an effect had still to last: no step says "cancelled" then.
		return event.Cancelled
	case confirmed+unknown == len(r.Steps):
		return event.Unverified
	case blockedOr(first.Outcome.Problem(), event.Failed) == event.Blocked:
		return event.Blocked
	case confirmed > 0 || first.Outcome.Effect() == proof.Partial:
		return event.Partial
	}
	return event.Failed
}

func cancelled(r executor.Result) bool {
	for _, d := range r.Steps {
		if d.Outcome.Effect() == proof.Cancelled {
			return true
		}
	}
	return false
}

// blockedOr tells what a person can resolve (permission, a missing screen, a question) from what just failed.
func blockedOr(p *proof.Problem, other event.Status) event.Status {
	if p == nil {
		return other
	}
	var inner *proof.Problem
	for e := p; e != nil; e = inner {
		switch e.Reason {
		case proof.ReasonNotPermitted, proof.ReasonUnavailable, proof.ReasonAmbiguous, proof.ReasonSecret:
			return event.Blocked
		}
		if len(e.Candidates) > 0 {
			return event.Blocked
		}
		inner = nil
		if !errors.As(e.Err, &inner) {
			break
		}
	}
	return other
}

func question(r executor.Result) *event.Question {
	ps := []*proof.Problem{r.Stopped}
	for _, d := range r.Steps {
		ps = append(ps, d.Outcome.Problem())
	}
	for _, p := range ps {
		if p == nil || len(p.Candidates) == 0 {
			continue
		}
		q := &event.Question{Text: p.Text, Options: []event.Option{}}
		for _, c := range p.Candidates {
			q.Options = append(q.Options, event.Option{Label: c.Label, Path: c.Path})
		}
		return q
	}
	return nil
}

// spokenSteps is how many evidence sentences are said; more are counted.
const spokenSteps = 3

func words(r executor.Result, st event.Status) string {
	if r.Stopped != nil && !began(r) {
		if errors.Is(r.Stopped, tool.ErrLater) {
			return understood(r.Stopped)
		}
		return advise(told(r.Stopped), r.Stopped, culprit(r, r.Stopped))
	}
	if r.DryRun {
		var said []string
		for _, d := range r.Steps {
			if d.Outcome.Effect() == proof.Refused {
				return d.Outcome.Report()
			}
			said = append(said, d.Describe)
		}
		return "This would be done: " + strings.Join(said, "; ") + ". Nothing was touched."
	}
	var seen []string
	n := 0
	for _, d := range r.Steps {
		if d.Outcome.OK() {
			n++
			seen = append(seen, d.Outcome.Report())
		}
	}
	if st == event.Done {
		switch {
		case n == 0:
			return ""
		case n > spokenSteps:
			return fmt.Sprintf("All %d steps are confirmed. %s", n, seen[n-1])
		}
		return strings.Join(seen, " ")
	}
	var first *executor.Done
	skipped := 0
	for i := range r.Steps {
		d := &r.Steps[i]
		if d.Outcome.Effect() == proof.NotAttempted {
			skipped++
		} else if !d.Outcome.OK() && first == nil {
			first = d
		}
	}
	var out []string
	if r.Stopped != nil { // a later plan of the turn; what an earlier one did is told as well
		out = append(out, told(r.Stopped))
	}
	if r.Cut != nil {
		out = append(out, told(r.Cut))
	}
	if n > 0 {
		out = append(out, fmt.Sprintf("%d of %d steps %s confirmed.", n, len(r.Steps), was(n)))
	}
	switch {
	case first != nil && !slices.Contains(out, sentence(*first)):
		out = append(out, sentence(*first))
	case first == nil && r.Cut == nil && r.Stopped == nil && len(r.Steps) > 0:
		out = append(out, sentence(r.Steps[0]))
	}
	if skipped > 0 {
		out = append(out, fmt.Sprintf("%d %s not attempted.", skipped, was(skipped)))
	}
	if p := blame(r); p != nil {
		return advise(strings.Join(out, " "), p, culprit(r, p))
	}
	return strings.Join(out, " ")
}

// began reports whether anything was tried at all.
func began(r executor.Result) bool {
	return slices.ContainsFunc(r.Steps, func(d executor.Done) bool {
		return d.Outcome.Effect() != proof.NotAttempted && (d.Outcome.Problem() != r.Stopped || r.Stopped == nil)
	})
}

// understood says of a part of Pace that is still to be built that its sentence was understood all the same.
func understood(p *proof.Problem) string {
	why := strings.TrimSuffix(p.Error(), ".")
	return "I understood that, but " + strings.ToLower(why[:1]) + why[1:] + ", so nothing was done."
}

func was(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}
