package executor

import (
	"context"
	"slices"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/tool"
)

// preflight finds what is in the way, and which calls ask.
func (x *Executor) preflight(ctx context.Context, in Input, policy Policy, groups [][]*step) map[*step]string {
	asks := map[*step]string{}
	launched := false // a step before starts a program
	tainted := in.Tainted
	for _, g := range groups {
		for _, s := range g {
			for _, need := range s.Spec.Needs {
				if launched && need.Fleeting() {
					continue // the step itself will tell
				}
				if p := x.Available(need); p != nil && s.problem == nil {
					s.problem = p
				}
			}
			switch {
			case s.Spec.Risk == tool.ReadOnly:
			case in.Asks != "":
				asks[s] = in.Asks
			case tainted:
				asks[s] = askedTainted
			case foreign(in, s):
				asks[s] = askedForeign
			case in.Origin == "link" || in.Origin == "mcp":
				asks[s] = askedByOther
			case s.Spec.Risk == tool.External:
				asks[s] = askedOutside
			case policy.Asking && s.Spec.Approval.Asks(s.Call.Args):
				asks[s] = askedByPolicy
			}
			if s.Spec.Risk == tool.ReadOnly && s.Spec.Uses != nil {
				tainted = true // what it reads comes from outside
			}
			launched = launched || slices.Contains(s.Spec.Needs, tool.NeedsLauncher)
		}
	}
	if in.DryRun || len(asks) > 0 {
		x.preview(ctx, in, groups)
	}
	return asks
}

// preview names what each step would work on, for a person who decides about it, as far as that can be told: behind a
// step that changes something, the target may be one that does not show yet.
func (x *Executor) preview(ctx context.Context, in Input, groups [][]*step) {
	for _, g := range groups {
		var changing []*step
		for _, s := range g {
			p, ok := s.Tool.(tool.Previewer)
			if ok && s.problem == nil && !slices.ContainsFunc(changing, func(before *step) bool { return share(before, s) }) {
				target, problem := p.Preview(ctx, x.step(in, s), s.Call.Args)
				s.target = target
				if in.DryRun || stands(problem) {
					s.problem = problem
				}
			}
			if s.Spec.Risk != tool.ReadOnly {
				changing = append(changing, s)
			}
		}
		if len(changing) > 0 {
			return
		}
	}
}

// stands reports whether what a preview found is in the way for certain, so that nobody need be asked to approve it: a
// question that has to be answered first, or what no waiting helps. A target that is not there may only be late.
func stands(p *proof.Problem) bool {
	if p == nil {
		return false
	}
	switch p.Reason {
	case proof.ReasonInvalid, proof.ReasonNotPermitted, proof.ReasonUnavailable, proof.ReasonUnsupported, proof.ReasonSecret:
		return true
	}
	return len(p.Candidates) > 0
}

// words names a step for a person, with what was found for it.
func (s *step) words() string {
	d := s.Tool.Describe(s.Call.Args)
	if s.target != "" {
		d += " (" + s.target + ")"
	}
	return d
}

func (x *Executor) step(in Input, s *step) tool.Step {
	return tool.Step{Turn: in.Turn, Index: s.index, Attended: in.Attended, Said: in.Said, Expect: s.Call.Expect,
		Tell: func(words string) { in.Emit(&event.Delta{Waiting: words}) }}
}

func planned(groups [][]*step, asks map[*step]string) [][]event.Planned {
	out := make([][]event.Planned, 0, len(groups))
	for _, g := range groups {
		var row []event.Planned
		for _, s := range g {
			_, a := asks[s]
			row = append(row, plannedOf(s, a))
		}
		out = append(out, row)
	}
	return out
}

func plannedOf(s *step, asks bool) event.Planned {
	return event.Planned{Tool: s.Spec.Name, Args: s.Call.Args, Describe: s.Tool.Describe(s.Call.Args), Risk: string(s.Spec.Risk),
		Asks: asks, Undoable: s.Spec.Reversible && !s.isUndo, Target: s.target}
}
