package executor

import (
	"context"
	"slices"

	"pace/backend/event"
	"pace/backend/tool"
)

// preflight finds what is in the way, and which calls ask.
func (x *Executor) preflight(ctx context.Context, in Input, policy Policy, groups [][]*step) map[*step]string {
	asks := map[*step]string{}
	opened := false   // a step before may open what a later one needs, so its target can't be looked up yet
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
			changing := s.Spec.Risk != tool.ReadOnly
			switch {
			case !changing:
			case in.Asks != "":
				asks[s] = in.Asks
			case tainted:
				asks[s] = "Text from outside was read in this turn."
			case in.Origin == "link" || in.Origin == "mcp":
				asks[s] = "This was asked by a link or another program."
			case policy.Asking && s.Spec.Approval.Asks(s.Call.Args):
				asks[s] = "This kind of action asks first."
			}
			if s.Spec.Risk == tool.ReadOnly && s.Spec.Uses != nil {
				tainted = true // what it reads comes from outside
			}
			if p, ok := s.Tool.(tool.Previewer); ok && s.problem == nil && !opened && (in.DryRun || len(asks) > 0) {
				target, problem := p.Preview(ctx, x.step(in, s), s.Call.Args)
				s.target = target
				if in.DryRun {
					s.problem = problem
				}
			}
			opened = opened || changing
			launched = launched || slices.Contains(s.Spec.Needs, tool.NeedsLauncher)
		}
	}
	return asks
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
	return tool.Step{Turn: in.Turn, Index: s.index, Attended: in.Attended, Expect: s.Call.Expect}
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
