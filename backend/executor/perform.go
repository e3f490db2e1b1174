package executor

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/tool"
)

// perform runs the steps in order. Calls of one step that share no resource run together.
func (x *Executor) perform(ctx context.Context, in Input, groups [][]*step) Result {
	acting, release := x.Screen.Guard(ctx, in.Turn)
	r := Result{Tainted: in.Tainted}
	broken := map[tool.Resource]string{} // resources whose last user was not confirmed, and by which step
	for _, g := range groups {
		if together(g) {
			done := make([]Done, len(g))
			var wg sync.WaitGroup
			for i, s := range g {
				wg.Go(func() { done[i] = x.one(acting, in, s, broken) })
			}
			wg.Wait()
			for i, s := range g {
				note(broken, s, done[i])
			}
			r.Steps = append(r.Steps, done...)
		} else {
			for _, s := range g {
				d := x.one(acting, in, s, broken)
				note(broken, s, d)
				r.Steps = append(r.Steps, d)
			}
		}
	}
	r.Cut = cut(acting)
	release()
	x.settle(ctx, in, &r)
	if r.Cut == nil {
		r.Cut = cut(ctx)
	}
	i := 0
	for _, g := range groups {
		for _, s := range g {
			x.finish(ctx, in, s, &r.Steps[i])
			if o := r.Steps[i].Output; o.Untrusted && o.Text != "" {
				r.Tainted = true
			}
			i++
		}
	}
	return r
}

// cut says why a context has ended, nil while it has not.
func cut(ctx context.Context) *proof.Problem {
	if ctx.Err() == nil {
		return nil
	}
	var p *proof.Problem
	if errors.As(context.Cause(ctx), &p) {
		return p
	}
	return &proof.Problem{Reason: proof.ReasonCancelled, Text: "Pace was stopped.", Err: context.Cause(ctx)}
}

func together(g []*step) bool {
	used := map[tool.Resource]bool{}
	for _, s := range g {
		for _, u := range s.Spec.Uses {
			if used[u] {
				return false
			}
			used[u] = true
		}
	}
	return len(g) > 1
}

// one runs one call, unless something it depends on was not confirmed.
func (x *Executor) one(ctx context.Context, in Input, s *step, broken map[tool.Resource]string) Done {
	d := Done{Index: s.index, Call: s.Call, Spec: s.Spec, Describe: s.words()}
	for _, u := range s.Spec.Uses {
		if why, bad := broken[u]; bad {
			d.Outcome = proof.Skip("Not done, because " + why + " was not confirmed.")
			return d
		}
	}
	if ctx.Err() != nil {
		d.Outcome = proof.Skip("Not done, because Pace was stopped.")
		return d
	}
	d.began = time.Now()
	// A record that can't be kept costs the offer to undo, not the step: a damaged database must not stop all work.
	d.Run, _ = x.Recorder.Begin(context.WithoutCancel(ctx), Record{Turn: in.Turn, Step: s.index, Call: s.Call, At: d.began})
	in.Emit(&event.Step{Step: s.index, Tool: s.Spec.Name, Args: s.Call.Args, Describe: s.Tool.Describe(s.Call.Args)})
	d.Outcome, d.Output = x.run(ctx, in, s)
	return d
}

// run keeps a panic in one tool from taking the turn with it.
func (x *Executor) run(ctx context.Context, in Input, s *step) (o proof.Outcome, out tool.Output) {
	defer func() {
		if v := recover(); v != nil {
			o = proof.Deliver("", &proof.Problem{Reason: proof.ReasonInternal, Text: "Pace failed in the middle of this step; what it did is not known.", Err: fmt.Errorf("panic in %s: %v", s.Spec.Name, v)})
		}
	}()
	return s.Tool.Run(ctx, x.step(in, s), s.Call.Args)
}

func note(broken map[tool.Resource]string, s *step, d Done) {
	if d.Outcome.OK() {
		return
	}
	for _, u := range s.Spec.Uses {
		if broken[u] == "" {
			broken[u] = fmt.Sprintf("step %d (%s)", s.index+1, s.Tool.Describe(s.Call.Args))
		}
	}
}

// settle replaces outcomes by what is known after they had time to last.
func (x *Executor) settle(ctx context.Context, in Input, r *Result) {
	any := false
	for _, d := range r.Steps {
		any = any || d.Outcome.OK()
	}
	if !any {
		return
	}
	for i, o := range x.Screen.Settle(ctx, in.Turn) {
		for j := range r.Steps {
			d := &r.Steps[j]
			if d.Index != i || !d.Outcome.OK() {
				continue
			}
			switch {
			case !o.OK() || d.Outcome.WeakOnly():
				d.Outcome = o
			default:
				if t := o.Timing(); t.Settled != nil {
					d.Outcome = d.Outcome.MarkSettled(*t.Settled)
				}
			}
		}
	}
}
