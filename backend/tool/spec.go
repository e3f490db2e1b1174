// Package tool is the vocabulary of doing: what a tool is called, what it takes, what it risks, and what becomes
// of a call. The Registry is the one source of truth for prompt text, schemas, aliases, risk, approval and the
// interface, and Registry.Plan is the only maker of a Plan. Nothing here acts.
package tool

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// Risk says what kind of thing a call may change.
type Risk string

const (
	ReadOnly       Risk = "readOnly"
	ChangesSystem  Risk = "changesAppOrSystem"
	InputInjection Risk = "inputInjection"
	External       Risk = "external"
	Destructive    Risk = "destructive" // no such tool may exist; NewRegistry refuses it
)

// Approval says when a call asks first.
type Approval struct {
	Mode ApprovalMode
	When func(args json.RawMessage) bool // for WhenArgs; pure
}

// ApprovalMode is the column of the tool table.
type ApprovalMode string

const (
	Never    ApprovalMode = "never"
	WhenArgs ApprovalMode = "whenArgs"
	Always   ApprovalMode = "always"
)

// Asks reports whether a call with args asks.
func (a Approval) Asks(args json.RawMessage) bool {
	switch a.Mode {
	case Never:
		return false
	case WhenArgs:
		return a.When(args)
	}
	return true
}

// Resource is something that has one user at a time. Calls that share one run in order, and the later depends on
// the earlier.
type Resource string

const (
	UsesInput     Resource = "input"
	UsesFocus     Resource = "focus"
	UsesClipboard Resource = "clipboard"
	UsesSound     Resource = "sound"
	UsesBacklight Resource = "backlight"
	UsesPlayer    Resource = "player"
)

// Capability is something the running platform may lack.
type Capability string

const (
	NeedsTree      Capability = "accessibility"
	NeedsInput     Capability = "input"
	NeedsWindows   Capability = "windows"
	NeedsClipboard Capability = "clipboard"
	NeedsLauncher  Capability = "launcher"
	NeedsScreen    Capability = "screen capture"
	NeedsSound     Capability = "sound"
	NeedsBacklight Capability = "backlight"
	NeedsPlayer    Capability = "player"
	NeedsLock      Capability = "screen lock"
	NeedsMail      Capability = "mail program"
	NeedsMessages  Capability = "messages program"
)

// Later is the capability of a part of Pace that is planned and not built yet; no machine has it.
func Later(part string) Capability { return Capability(laterPrefix + part) }

const laterPrefix = "later:"

// Later names the part that is still to be built, when c is such a capability.
func (c Capability) Later() (part string, ok bool) { return strings.CutPrefix(string(c), laterPrefix) }

// ErrLater is wrapped by the problem of such a capability.
var ErrLater = errors.New("this part of Pace is not built yet")

// Fleeting reports whether an earlier step of the same plan may bring the capability about, so that only the step that
// needs it can tell: opening a program brings its player.
func (c Capability) Fleeting() bool { return c == NeedsPlayer }

// Offer says who may name a tool.
type Offer uint8

const (
	OfferPlanner Offer = 1 << iota
	OfferCommand
	OfferMCP
	OfferAll = OfferPlanner | OfferCommand | OfferMCP
)

// Spec describes a tool.
type Spec struct {
	Name       string // lower_snake
	Aliases    []string
	Given      map[string]map[string]string // what an alias says by itself: "Notes.append": {"action": "append"}
	Summary    string                       // one sentence, what it does
	Example    string                       // a sentence a person would say
	ExampleArg string                       // JSON args for that sentence
	Args       Schema
	Risk       Risk
	Approval   Approval
	Uses       []Resource
	Needs      []Capability
	Reversible bool
	Beside     bool // takes long and uses nothing of the screen: what is asked next need not wait for it
	Offer      Offer
}

// clone copies everything that could be changed through s.
func (s Spec) clone() Spec {
	s.Aliases, s.Uses, s.Needs = slices.Clone(s.Aliases), slices.Clone(s.Uses), slices.Clone(s.Needs)
	s.Args.Fields = slices.Clone(s.Args.Fields)
	return s
}

// Step is what a running call knows of its turn.
type Step struct {
	Turn     string
	Index    int // from 0 over the whole turn
	Attended bool
	Said     string          // the sentence that the turn began with; "" when nobody said one
	Expect   *desktop.Expect // the call's own expectation, before the tool's default
	Budget   time.Duration   // ≤ 0: the tool's own

	// Tell shows how far a long step has come ("3 of 40 MB"); "" when there is nothing to wait for any more. It may be nil.
	Tell func(words string)
}

// Tool does one thing.
//
// Describe is pure and gives the approval line. Run acts, at most once, and returns what is known; a refusal or a
// failure is an Outcome, not an error. Both get args that passed the tool's schema. Run obeys ctx.
type Tool interface {
	Spec() Spec
	Describe(args json.RawMessage) string
	Run(ctx context.Context, s Step, args json.RawMessage) (proof.Outcome, Output)
}

// Output is what a call read, for the next step or for a person.
type Output struct {
	Text      string
	Untrusted bool
	File      string
	Target    *desktop.Target // what was acted on, for "again" and "the second one"
	Picture   *Picture
	// Listed are the things that Text lists, in its order, each as an option of a question is: the next sentence may
	// choose one ("the second one"), and is then the same call with that argument.
	Listed []proof.Candidate
}

// Picture is the target before and after, as PNG; After is empty until the turn has settled, and when it is gone by then.
type Picture struct{ Before, After []byte }

// Undoer can take a confirmed call back by an ordinary, provable call. It must work from c and o alone, since it
// may run in another process later.
type Undoer interface {
	Undo(c Call, o proof.Outcome) (Call, bool)
}

// Claimer says whether the thing a claim names is there.
type Claimer interface {
	Mine(ctx context.Context, args json.RawMessage) bool
}

// Sourced is a tool that takes something which has to come from a person: FromPerson reports whether the sentence itself
// holds it. What does not is asked for in person, and no flag answers.
type Sourced interface {
	FromPerson(sentence string, args json.RawMessage) bool
}

// Reader is a tool some of whose calls only read ("search my notes"). Such a call is planned as ReadOnly.
type Reader interface {
	Reads(args json.RawMessage) bool
}

// Previewer finds the target without touching anything, for dry runs and approvals.
type Previewer interface {
	Preview(ctx context.Context, s Step, args json.RawMessage) (target string, problem *proof.Problem)
}

// Call is one wish, before validation.
type Call struct {
	Tool   string          `json:"tool"`
	Args   json.RawMessage `json:"args"`
	Expect *desktop.Expect `json:"expect,omitempty"`
}

// Expander is a tool that stands for other calls ("undo that", an automation). It is expanded before preflight, so
// that approval shows the real steps; expansions are never nested. A *proof.Problem as error is a refusal.
type Expander interface {
	Expand(ctx context.Context, args json.RawMessage) (Expansion, error)
}

// Expansion is what an Expander stands for. Expanding is only looking: a plan may be shown and never run.
//
// Begin is called once before the first step of a plan that is really run, behind approval, and a problem stops all of it;
// it may be nil. Then is called once, after the last step, with whether every one was confirmed, whatever ended the plan
// in between; it is not called when Begin was not, or had a problem, and may be nil. Undo says that the steps take
// something back, so that they are not offered for undo again.
type Expansion struct {
	Steps [][]Call
	Begin func(ctx context.Context) *proof.Problem
	Then  func(ctx context.Context, confirmed bool)
	Undo  bool
}

// askedKey carries when somebody asked.
type askedKey struct{}

// WithAsked says when the sentence was said that a plan comes from.
func WithAsked(ctx context.Context, at time.Time) context.Context {
	return context.WithValue(ctx, askedKey{}, at)
}

// Asked is when the sentence was said, zero when that is not known.
func Asked(ctx context.Context) time.Time {
	at, _ := ctx.Value(askedKey{}).(time.Time)
	return at
}
