// Package executor runs plans: expand, preflight, approval, run in order, stop, settle, record. It treats all tools
// alike and knows nothing of screens. It promises that nothing runs before the whole plan was checked and, where
// needed, approved; that a step whose predecessor was not confirmed is not begun; and that every call is on record
// before it is made, and again when it is known what came of it.
package executor

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
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

// Recorder keeps the record of a call that ran, in two parts: whoever is killed between act and record leaves a call of
// which it is known that it was begun, and nothing else. The id is what an undo offer names; 0 when it could not be kept.
// Methods may be called at once.
type Recorder interface {
	// Begin keeps that a call is about to be made. Outcome and Undo are not known yet, and the texts of the call are masked:
	// whether they may be kept is not known either.
	Begin(ctx context.Context, r Record) (id int64, err error)
	// Record keeps what became of the call that Begin kept as r.ID, or all of it when that is 0. The text of a
	// *proof.Problem as error is told to the person, behind "could not be put on record: ".
	Record(ctx context.Context, r Record) (id int64, err error)
}

// Record is one call and what became of it. Undo is nil when nothing takes it back.
type Record struct {
	ID      int64 // that Begin gave; 0 when it could not be kept
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

// The causes of a plan that was not run, as Problem.Err: whoever tells of it says more than the reason does.
var (
	ErrActionsOff  = errors.New("actions are switched off")
	ErrNotApproved = errors.New("not approved")
	ErrNotInTime   = errors.New("no answer in time")
	ErrUnattended  = errors.New("nobody is there to approve")
	ErrInUse       = errors.New("in use by another plan")
	ErrNothing     = errors.New("nothing to do")
)

// Policy is what the user has decided about acting. It is asked once per plan.
type Policy struct {
	Enabled bool   // EnableActions: off means planned and shown, not run; what only reads is run all the same
	Asking  bool   // ApproveRiskyActions
	Doubt   string // why it is not known whether actions are wanted, when that is why they are off
}

// Executor runs one plan at a time per turn. Its methods may be called at once for different turns.
type Executor struct {
	Registry  *tool.Registry
	Approver  Approver
	Recorder  Recorder
	Audit     Auditor // may be nil
	Screen    Screen
	Policy    func() Policy
	Available func(tool.Capability) *proof.Problem // nil = ready
	NewID     func() string
	Keep      func(tool.Picture) *event.Picture                            // where pictures of targets are kept for the interface; may be nil
	Readings  func(turn string, step int, tool, text string) (file string) // keeps what a call read whole, and names where; may be nil
	Expires   time.Duration                                                // how long an approval waits [2 min]
	Patience  time.Duration                                                // how long a plan waits for what another one is using [30 s]

	owners owners
}

// Input is one plan of a turn.
type Input struct {
	Turn     string
	Plan     tool.Plan
	By       string // which planner or parser
	First    int    // index of the first step in the whole turn
	Attended bool
	Origin   string
	Said     string    // the sentence that the turn began with
	Asked    time.Time // when it was said
	Yes      bool      // --yes: approves what the sentence itself asked
	DryRun   bool
	Tainted  bool   // untrusted text was read earlier in this turn
	Asks     string // why every call that changes something asks, --yes or not; "" when there is no such reason
	Emit     func(event.Body)

	// StepAside is told, before the first step, that this plan takes long and is in nobody's way: other requests need not
	// wait for it. It may be nil, and then nothing of the kind is told to anybody.
	StepAside func()
}

// Done is one call that was planned, and what became of it.
type Done struct {
	Index    int
	Call     tool.Call
	Spec     tool.Spec
	Outcome  proof.Outcome
	Output   tool.Output
	Kept     string // the file that holds the whole of what was read, "" when none does
	Run      int64  // record id, 0 when none
	Describe string
	Undo     *tool.Call

	began time.Time // when the call was made; zero when it was not
	took  time.Duration
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
	begin     func(context.Context) *proof.Problem
	then      func(context.Context, bool)
	begun     bool // then is still to be called
	left      int
	confirmed bool // so far
}

// Run carries out a plan.
func (x *Executor) Run(ctx context.Context, in Input) Result {
	ctx = tool.WithAsked(ctx, in.Asked)
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
	if !policy.Enabled && changes(groups) {
		return stopped(groups, policy.off())
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
	if in.StepAside != nil && !beside(groups) {
		in.StepAside = nil
	}
	return x.perform(ctx, in, groups)
}

// beside reports whether a plan may go on beside other requests: it takes long, and shares nothing with them.
func beside(groups [][]*step) bool {
	long := false
	for _, s := range slices.Concat(groups...) {
		if len(s.Spec.Uses) > 0 || s.Spec.Risk != tool.ReadOnly && !s.Spec.Beside {
			return false
		}
		long = long || s.Spec.Beside
	}
	return long
}

// off says why nothing was done.
func (p Policy) off() *proof.Problem {
	text := "Actions are switched off in the settings, so this was only planned."
	if p.Doubt != "" {
		text = "The settings can't be read (" + p.Doubt + "), so it is not known whether actions are switched off, and this was only planned. Mend or remove the file."
	}
	return &proof.Problem{Reason: proof.ReasonNotPermitted, Text: text, Err: ErrActionsOff}
}

// changes reports whether a plan does more than read.
func changes(groups [][]*step) bool {
	for _, g := range groups {
		for _, s := range g {
			if s.Spec.Risk != tool.ReadOnly {
				return true
			}
		}
	}
	return false
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

// Raw is for callers that print a call.
func Raw(c tool.Call) event.Call {
	a := c.Args
	if a == nil {
		a = json.RawMessage("{}")
	}
	return event.Call{Tool: c.Tool, Args: a}
}
