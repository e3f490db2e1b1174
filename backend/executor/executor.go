// Package executor runs plans: expand, preflight, approval, run in order, stop, settle, record. It treats all tools
// alike and knows nothing of screens. It promises that nothing runs before the whole plan was checked and, where
// needed, approved; that a step whose predecessor was not confirmed is not begun; and that every call that ran has
// a record.
package executor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/tool"
)

// Approver asks somebody and waits for the answer, at most until a.ExpiresAt. No answer is no. It calls show, which
// puts the question to people, as soon as an answer would be heard and not before.
type Approver interface {
	Ask(ctx context.Context, a event.Approval, show func()) event.Resolved
}

// Recorder keeps the record of a call that ran. The id is what an undo offer names; 0 when it could not be kept.
type Recorder interface {
	Record(ctx context.Context, r Record) (id int64, err error)
}

// Record is one call and what became of it. Undo is nil when nothing takes it back.
type Record struct {
	Turn    string
	Step    int
	Call    tool.Call
	Outcome proof.Outcome
	Undo    *tool.Call
	At      time.Time
}

// Screen is what the executor needs of interaction: to know what lasted, and to stop when the user takes over.
type Screen interface {
	// Settle waits until the turn's effects have lasted; outcomes by step index.
	Settle(ctx context.Context, turn string) map[int]proof.Outcome
	// Guard returns a context that ends, with a *proof.Problem as cause, when the user takes mouse or keyboard.
	Guard(ctx context.Context, turn string) (context.Context, context.CancelFunc)
}

// Policy is what the user has decided about acting. It is asked once per plan.
type Policy struct {
	Enabled bool // EnableActions: off means planned and shown, not run
	Asking  bool // ApproveRiskyActions
}

// Executor runs one plan at a time per turn. Its methods may be called at once for different turns.
type Executor struct {
	Registry  *tool.Registry
	Approver  Approver
	Recorder  Recorder
	Screen    Screen
	Policy    func() Policy
	Available func(tool.Capability) *proof.Problem // nil = ready
	NewID     func() string
	Keep      func(tool.Picture) *event.Picture // where pictures of targets are kept for the interface; may be nil
	Expires   time.Duration                     // how long an approval waits [2 min]
}

// Input is one plan of a turn.
type Input struct {
	Turn     string
	Plan     tool.Plan
	By       string // which planner or parser
	First    int    // index of the first step in the whole turn
	Attended bool
	Origin   string
	Said     string // the sentence that the turn began with
	Yes      bool   // --yes: approves what the sentence itself asked
	DryRun   bool
	Tainted  bool   // untrusted text was read earlier in this turn
	Asks     string // why every call that changes something asks, --yes or not; "" when there is no such reason
	Emit     func(event.Body)
}

// Done is one call that was planned, and what became of it.
type Done struct {
	Index    int
	Call     tool.Call
	Spec     tool.Spec
	Outcome  proof.Outcome
	Output   tool.Output
	Run      int64 // record id, 0 when none
	Describe string
	Undo     *tool.Call
}

// Result is what became of a plan. Stopped is set when nothing was run: actions are off, a capability is missing,
// approval was denied. Cut is set when it was stopped while it ran, by the user or by whoever cancelled.
type Result struct {
	Steps   []Done
	Stopped *proof.Problem
	Cut     *proof.Problem
	DryRun  bool
	Tainted bool
}

// step is one call ready to run.
type step struct {
	tool.Bound
	index   int
	problem *proof.Problem // found by preflight
	of      *stood         // the expansion that it is a part of, or nil
	isUndo  bool
	target  string
}

// stood is a call that stood for others: what is told when all of them have ended.
type stood struct {
	then      func(context.Context, bool)
	left      int
	confirmed bool // so far
}

// Run carries out a plan.
func (x *Executor) Run(ctx context.Context, in Input) Result {
	groups, stop := x.expand(ctx, in)
	if stop != nil {
		return Result{Stopped: stop}
	}
	policy := x.Policy()
	asks := x.preflight(ctx, in, policy, groups)
	in.Emit(&event.Plan{By: in.By, Calls: planned(groups, asks)})
	if in.DryRun {
		return x.dry(groups, in)
	}
	if !policy.Enabled {
		return stopped(groups, &proof.Problem{Reason: proof.ReasonNotPermitted, Text: "Actions are switched off in the settings, so this was only planned."})
	}
	for _, g := range groups {
		for _, s := range g {
			if s.problem != nil {
				return stopped(groups, s.problem)
			}
		}
	}
	if p := x.approve(ctx, in, groups, asks); p != nil {
		return stopped(groups, p)
	}
	return x.perform(ctx, in, groups)
}

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
				return nil, p
			}
			plan, problems := x.Registry.Plan(ex.Steps, tool.OfferAll)
			if len(problems) > 0 {
				return nil, &proof.Problem{Reason: proof.ReasonInvalid, Text: "What that stands for can't be run: " + problems[0].Error() + ".", Err: problems[0]}
			}
			if plan.Len() == 0 {
				return nil, &proof.Problem{Reason: proof.ReasonNotFound, Text: "There is nothing to do in that."}
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
	return tool.Step{Turn: in.Turn, Index: s.index, Attended: in.Attended, Said: in.Said, Expect: s.Call.Expect}
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

func (x *Executor) dry(groups [][]*step, in Input) Result {
	r := Result{DryRun: true, Tainted: in.Tainted}
	for _, g := range groups {
		for _, s := range g {
			o := proof.Skip("Only planned; nothing was touched.")
			if s.problem != nil {
				o = proof.RefuseFor(s.problem)
			}
			r.Steps = append(r.Steps, Done{Index: s.index, Call: s.Call, Spec: s.Spec, Outcome: o, Describe: s.words()})
		}
	}
	return r
}

func stopped(groups [][]*step, p *proof.Problem) Result {
	r := Result{Stopped: p}
	for _, g := range groups {
		for _, s := range g {
			o := proof.Skip(p.Text)
			if s.problem == p {
				o = proof.RefuseFor(p)
			}
			r.Steps = append(r.Steps, Done{Index: s.index, Call: s.Call, Spec: s.Spec, Outcome: o, Describe: s.words()})
		}
	}
	return r
}

// approve asks once for the whole plan, showing its real steps. Nil means go on.
func (x *Executor) approve(ctx context.Context, in Input, groups [][]*step, asks map[*step]string) *proof.Problem {
	if len(asks) == 0 {
		return nil
	}
	var calls []event.Planned
	why := ""
	tainted := false
	for _, g := range groups {
		for _, s := range g {
			w, a := asks[s]
			calls = append(calls, plannedOf(s, a))
			if a && (why == "" || in.Tainted) {
				why = w
			}
			tainted = tainted || a && (in.Tainted || w == "Text from outside was read in this turn.")
		}
	}
	if !in.Attended {
		return &proof.Problem{Reason: proof.ReasonNotPermitted, Text: "This needs approval, and nobody is there to give it."}
	}
	expires := x.Expires
	if expires <= 0 {
		expires = 2 * time.Minute
	}
	a := event.Approval{ID: x.NewID(), Calls: calls, Why: why, Tainted: tainted, ExpiresAt: time.Now().Add(expires)}
	var res event.Resolved
	if in.Yes && !tainted && in.Asks == "" {
		in.Emit(&a)
		res = event.Resolved{ID: a.ID, Allowed: true, By: "flag"}
	} else {
		actx, cancel := context.WithDeadline(ctx, a.ExpiresAt)
		res = x.Approver.Ask(actx, a, func() { in.Emit(&a) })
		cancel()
	}
	in.Emit(&res)
	switch {
	case res.Allowed:
		return nil
	case ctx.Err() != nil:
		return cut(ctx)
	case res.By == "timeout":
		return &proof.Problem{Reason: proof.ReasonNotPermitted, Text: "Nobody approved it in time, so nothing was done."}
	}
	return &proof.Problem{Reason: proof.ReasonNotPermitted, Text: "It was not approved, so nothing was done."}
}

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

// finish records a call that ran, tells its end, and offers to undo it.
func (x *Executor) finish(ctx context.Context, in Input, s *step, d *Done) {
	ran := d.Outcome.Effect() != proof.NotAttempted
	confirmed := d.Outcome.OK()
	if of := s.of; of != nil {
		of.left--
		of.confirmed = of.confirmed && confirmed
		if of.left == 0 && of.then != nil {
			of.then(context.WithoutCancel(ctx), of.confirmed) // kept as the record is, even when the turn was cancelled
		}
	}
	if u, ok := s.Tool.(tool.Undoer); ok && !s.isUndo && confirmed && !already(d.Outcome) {
		if c, can := u.Undo(s.Call, d.Outcome); can {
			d.Undo = &c
		}
	}
	if ran {
		// The record must be kept even when the turn was cancelled a moment ago.
		id, err := x.Recorder.Record(context.WithoutCancel(ctx), Record{in.Turn, s.index, s.Call, d.Outcome, d.Undo, time.Now()})
		if err == nil {
			d.Run = id
		} else {
			d.Undo = nil
		}
	}
	end := &event.StepResult{Step: s.index, Tool: s.Spec.Name, Args: s.Call.Args, Describe: s.Tool.Describe(s.Call.Args), Outcome: event.FromOutcome(d.Outcome), Detail: detail(d.Outcome)}
	if x.Keep != nil && d.Output.Picture != nil {
		end.Picture = x.Keep(*d.Output.Picture)
	}
	in.Emit(end)
	if d.Undo != nil && d.Run != 0 {
		in.Emit(&event.Undo{Run: d.Run, Label: s.Tool.Describe(s.Call.Args), Seconds: 5})
	}
}

func already(o proof.Outcome) bool {
	for _, e := range o.Evidence() {
		if e.Kind == proof.AlreadySo {
			return true
		}
	}
	return false
}

// Raw is for callers that print a call.
func Raw(c tool.Call) event.Call {
	a := c.Args
	if a == nil {
		a = json.RawMessage("{}")
	}
	return event.Call{Tool: c.Tool, Args: a}
}

// detail is the cause of a problem beyond its sentence.
func detail(o proof.Outcome) string {
	if p := o.Problem(); p != nil && p.Err != nil {
		return p.Err.Error()
	}
	return ""
}
