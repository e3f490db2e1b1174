package executor

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/tool"
)

// perform runs the steps in order. The calls of one step run together, save that of those which share a resource the
// later waits for the earlier.
func (x *Executor) perform(ctx context.Context, in Input, groups [][]*step) Result {
	release, p := x.owners.take(ctx, x.Patience, uses(groups))
	if p != nil {
		return stopped(groups, p)
	}
	defer release() // only once it has settled: what another plan does meanwhile would look like an effect that did not last
	end, p := begin(ctx, groups)
	if p != nil {
		return stopped(groups, p)
	}
	defer end()
	if in.StepAside != nil {
		in.StepAside()
	}
	acting, unguard := ctx, func() {}
	if slices.ContainsFunc(groups, worksTheScreen) {
		acting, unguard = x.Screen.Guard(ctx, in.Turn)
	}
	r := Result{Tainted: in.Tainted}
	broken := map[tool.Resource]string{} // resources whose last user was not confirmed, and by which step
	for _, g := range groups {
		done := x.together(acting, in, g, broken)
		for i, s := range g {
			note(broken, s, done[i])
		}
		r.Steps = append(r.Steps, done...)
	}
	r.Cut = cut(acting)
	unguard()
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

// together runs the calls of one step and returns when the last has ended; results are in the order of the plan. A call
// waits for those before it that it shares something with, and depends on them as it would on an earlier step. It waits
// only for calls that stand before it, so none waits for ever.
func (x *Executor) together(ctx context.Context, in Input, g []*step, broken map[tool.Resource]string) []Done {
	done := make([]Done, len(g))
	ended := make([]chan struct{}, len(g))
	for i := range g {
		ended[i] = make(chan struct{})
	}
	var all sync.WaitGroup
	for i, s := range g {
		all.Go(func() {
			defer close(ended[i])
			known := broken
			for j, before := range g[:i] {
				if !share(before, s) {
					continue
				}
				<-ended[j] // it obeys ctx
				if !done[j].Outcome.OK() {
					known = maps.Clone(known)
					note(known, before, done[j])
				}
			}
			done[i] = x.one(ctx, in, s, known)
		})
	}
	all.Wait()
	return done
}

// share reports whether two calls use the same thing.
func share(a, b *step) bool {
	return slices.ContainsFunc(a.Spec.Uses, func(r tool.Resource) bool { return slices.Contains(b.Spec.Uses, r) })
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

// one runs one call, unless something it depends on was not confirmed. A panic in it ends this call alone.
func (x *Executor) one(ctx context.Context, in Input, s *step, broken map[tool.Resource]string) (d Done) {
	d = Done{Index: s.index, Call: s.Call, Spec: s.Spec, Describe: s.words()}
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
	defer func() {
		d.took = time.Since(d.began)
		if v := recover(); v != nil {
			d.Outcome = proof.Deliver("", &proof.Problem{Reason: proof.ReasonInternal, Text: "Pace failed in the middle of this step; what it did is not known.", Err: fmt.Errorf("panic in %s: %v", s.Spec.Name, v)})
		}
	}()
	d.began = time.Now()
	// A record that can't be kept costs the offer to undo, not the step: a damaged database must not stop all work. Whether
	// it could be kept after all is told with the end of the step.
	d.Run, _ = x.Recorder.Begin(context.WithoutCancel(ctx), Record{Turn: in.Turn, Step: s.index, Call: Masked(s.Call, s.Spec), At: d.began})
	in.Emit(&event.Step{Step: s.index, Tool: s.Spec.Name, Args: s.Call.Args, Describe: s.Tool.Describe(s.Call.Args), Beside: in.StepAside != nil})
	d.Outcome, d.Output = s.Tool.Run(ctx, x.step(in, s), s.Call.Args)
	return d
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
