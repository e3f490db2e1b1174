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
				return nil, nowhere(p)
			}
			plan, problems := x.Registry.Plan(ex.Steps, tool.OfferAll)
			if len(problems) > 0 {
				return nil, &proof.Problem{Reason: proof.ReasonInvalid, Text: "What that stands for can't be run: " + problems[0].Error() + ".", Err: problems[0]}
			}
			if plan.Len() == 0 {
				return nil, &proof.Problem{Reason: proof.ReasonNotFound, Text: "There is nothing to do in that.", Err: ErrNothing}
			}
			of := &stood{begin: ex.Begin, then: ex.Then, left: plan.Len(), confirmed: true}
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

// nowhere says of what an expander did not find that it is not a thing on the screen.
func nowhere(p *proof.Problem) *proof.Problem {
	if p.Reason == proof.ReasonNotFound && p.Err == nil {
		return &proof.Problem{Reason: p.Reason, Text: p.Text, Candidates: p.Candidates, Err: ErrNothing}
	}
	return p
}

// begin tells every call that stood for others that the plan is run now. end tells those of which it is not told before
// that the plan has ended, in whatever way.
func begin(ctx context.Context, groups [][]*step) (end func(), p *proof.Problem) {
	var all []*stood
	end = func() {
		for _, of := range all {
			of.over(ctx, false)
		}
	}
	for _, g := range groups {
		for _, s := range g {
			of := s.of
			if of == nil || of.begun {
				continue
			}
			if of.begin != nil {
				if p := of.begin(ctx); p != nil {
					end()
					if stop := cut(ctx); stop != nil {
						p = stop
					}
					return nil, nowhere(p)
				}
			}
			of.begun = true
			all = append(all, of)
		}
	}
	return end, nil
}

// over tells once that all of it has ended. It is told also when the turn was cancelled a moment ago.
func (s *stood) over(ctx context.Context, confirmed bool) {
	if s.begun {
		s.begun = false
		if s.then != nil {
			s.then(context.WithoutCancel(ctx), confirmed)
		}
	}
}
