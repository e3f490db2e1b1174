package executor

import (
	"context"
	"errors"

	"pace/backend/proof"
	"pace/backend/tool"
)

// expand puts the real steps in the place of tools that stand for others.
func (x *Executor) expand(ctx context.Context, in Input) ([][]*step, *proof.Problem) {
	var out [][]*step
	n := in.First
	for _, g := range in.Plan.Steps() {
		var group []*step
		for _, b := range g {
			e, ok := b.Tool.(tool.Expander)
			if !ok {
				group = append(group, &step{Bound: b, index: n})
				n++
				continue
			}
			if len(group) > 0 { // what is named before it comes before what it stands for
				out, group = append(out, group), nil
			}
			ex, err := e.Expand(ctx, b.Call.Args)
			if err != nil {
				var p *proof.Problem
				if !errors.As(err, &p) {
					p = &proof.Problem{Reason: proof.ReasonInternal, Text: err.Error(), Err: err}
				}
				if p.Reason == proof.ReasonNotFound && p.Err == nil {
					p = &proof.Problem{Reason: p.Reason, Text: p.Text, Candidates: p.Candidates, Err: ErrNothing} // it is not a thing on the screen
				}
				return nil, p
			}
			plan, problems := x.Registry.Plan(ex.Steps, tool.OfferAll)
			if len(problems) > 0 {
				return nil, &proof.Problem{Reason: proof.ReasonInvalid, Text: "What that stands for can't be run: " + problems[0].Error() + ".", Err: problems[0]}
			}
			if plan.Len() == 0 {
				return nil, &proof.Problem{Reason: proof.ReasonNotFound, Text: "There is nothing to do in that.", Err: ErrNothing}
			}
			of := &stood{then: ex.Then, left: plan.Len(), confirmed: true}
			for _, g := range plan.Steps() {
				var inner []*step
				for _, b := range g {
					if _, nested := b.Tool.(tool.Expander); nested {
						return nil, &proof.Problem{Reason: proof.ReasonInvalid, Text: "An automation can't contain another."}
					}
					inner = append(inner, &step{Bound: b, index: n, isUndo: ex.Undo, of: of})
					n++
				}
				out = append(out, inner)
			}
		}
		if len(group) > 0 {
			out = append(out, group)
		}
	}
	return out, nil
}
