// Package event is the closed union of what happens in one turn, exactly as it goes over every wire (`pace ask
// --json`, the host's socket, WebSocket, Wails, trace files), and Stream, which delivers it.
//
// This file is the only source of those shapes; the TypeScript in frontend/src/lib/api is generated from it by
// `go generate ./backend/event`. There is no global bus: each area owns its Stream.
package event

import (
	"encoding/json"
	"time"
)

//go:generate go run ./gen

// Version is the protocol version of every event and of the bridge. Both sides refuse another one.
const Version = 1

// Type names one member of the union.
type Type string

const (
	TurnStarted       Type = "turnStarted"
	Routed            Type = "routed"
	TokenDelta        Type = "tokenDelta"
	PlanReady         Type = "planReady"
	ApprovalRequested Type = "approvalRequested"
	ApprovalResolved  Type = "approvalResolved"
	StepStarted       Type = "stepStarted"
	StepEnded         Type = "stepEnded"
	Observed          Type = "observed"
	Spoken            Type = "spoken"
	UndoOffered       Type = "undoOffered"
	OffDevice         Type = "offDevice"
	TurnEnded         Type = "turnEnded"
)

// Event is one row of a turn. On the wire the header's fields and those of the body stand side by side:
// {"v":1,"turn":"…","seq":3,"at":"…","type":"stepEnded","step":0,"tool":"click",…}.
type Event struct {
	Header
	Body Body
}

// Header is what every event carries.
type Header struct {
	V    int       `json:"v"`
	Turn string    `json:"turn"`
	Seq  int       `json:"seq"` // from 1, without gaps, per turn
	At   time.Time `json:"at"`
	Type Type      `json:"type"`
}

// Body is one member of the union; only this package has any.
type Body interface{ kind() Type }

func (*Started) kind() Type     { return TurnStarted }
func (*Route) kind() Type       { return Routed }
func (*Delta) kind() Type       { return TokenDelta }
func (*Plan) kind() Type        { return PlanReady }
func (*Approval) kind() Type    { return ApprovalRequested }
func (*Resolved) kind() Type    { return ApprovalResolved }
func (*Step) kind() Type        { return StepStarted }
func (*StepResult) kind() Type  { return StepEnded }
func (*Observation) kind() Type { return Observed }
func (*Speech) kind() Type      { return Spoken }
func (*Undo) kind() Type        { return UndoOffered }
func (*Transfer) kind() Type    { return OffDevice }
func (*Ended) kind() Type       { return TurnEnded }

// Delta is more of a reply while it is being made. Waiting says what is waited for instead ("reading the prompt").
type Delta struct {
	Text    string `json:"text"`
	Waiting string `json:"waiting,omitempty"`
}

// Speech is what was said, after the evidence was in.
type Speech struct {
	Text string `json:"text"`
}

// Started is who asked what.
type Started struct {
	Text     string `json:"text"`
	Origin   string `json:"origin"` // ask, interface, link, schedule, mcp, voice
	Attended bool   `json:"attended"`
	DryRun   bool   `json:"dryRun"`
}

// Route is the object of `pace inspect route`.
type Route struct {
	Route      string   `json:"route"`
	By         string   `json:"by"`
	Intent     string   `json:"intent"`
	Confidence float64  `json:"confidence"`
	Calls      [][]Call `json:"calls"`
}

// Call is a tool call as it is printed.
type Call struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args"`
}

// Plan is what is about to be done, before approval.
type Plan struct {
	By    string      `json:"by"` // which planner
	Calls [][]Planned `json:"calls"`
}

// Planned is one call with what a person needs to judge it.
type Planned struct {
	Tool     string          `json:"tool"`
	Args     json.RawMessage `json:"args"`
	Describe string          `json:"describe"`
	Risk     string          `json:"risk"`
	Asks     bool            `json:"asks"`
	Undoable bool            `json:"undoable"`
	Target   string          `json:"target"` // what was found for it (dry run and approval), or empty
}

// Approval asks for a decision. No answer until ExpiresAt means no.
type Approval struct {
	ID        string    `json:"id"`
	Calls     []Planned `json:"calls"`
	Why       string    `json:"why"`
	Tainted   bool      `json:"tainted"` // text from outside was read before: no flag may answer for the person
	ExpiresAt time.Time `json:"expiresAt"`
}

// Resolved is the decision that counted.
type Resolved struct {
	ID      string `json:"id"`
	Allowed bool   `json:"allowed"`
	By      string `json:"by"` // terminal, interface, flag, timeout, policy
}

// Step is one call of the plan as it begins.
type Step struct {
	Step     int             `json:"step"` // from 0 over the whole turn
	Tool     string          `json:"tool"`
	Args     json.RawMessage `json:"args"`
	Describe string          `json:"describe"`
	Beside   bool            `json:"beside,omitempty"` // it takes long: what is asked next need not wait for it
}

// StepResult is the same call when it has ended.
type StepResult struct {
	Step     int             `json:"step"`
	Tool     string          `json:"tool"`
	Args     json.RawMessage `json:"args"`
	Describe string          `json:"describe"`
	Outcome  Outcome         `json:"outcome"`
	Detail   string          `json:"detail,omitempty"` // the cause of a problem, for --verbose and traces
	Picture  *Picture        `json:"picture,omitempty"`

	// Unrecorded is why the step is not on record ("the database is damaged"); "" when it is.
	Unrecorded string `json:"unrecorded,omitempty"`
}

// Outcome is proof.Outcome on the wire.
type Outcome struct {
	Effect   string     `json:"effect"`
	Means    string     `json:"means"`
	Evidence []Evidence `json:"evidence"`
	Report   string     `json:"report"`
	Reason   string     `json:"reason"`
	Timing   Timing     `json:"timing"`
}

// Evidence is one thing that was read.
type Evidence struct {
	Kind   string `json:"kind"`
	What   string `json:"what"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Timing is in milliseconds since dispatch; null = never.
type Timing struct {
	FirstSignalMs *float64 `json:"firstSignalMs"`
	ProvenMs      *float64 `json:"provenMs"`
	SettledMs     *float64 `json:"settledMs"`
}

// Picture refers to cropped pictures of the target before and after, served by the bridge under these ids.
type Picture struct {
	Before string `json:"before"`
	After  string `json:"after"`
}

// Observation says what was read of the screen or elsewhere, without its content.
type Observation struct {
	What      string `json:"what"`
	Elements  int    `json:"elements"`
	Truncated bool   `json:"truncated"`
	Untrusted bool   `json:"untrusted"`
}

// Undo offers to take something back.
type Undo struct {
	Run     int64  `json:"run"` // id of the run record
	Label   string `json:"label"`
	Seconds int    `json:"seconds"` // how long an interface shows the offer; "undo that" works later too
}

// Transfer is shown around bytes that leave the machine.
type Transfer struct {
	State  string `json:"state"` // started, ended
	Target string `json:"target"`
	Bytes  int64  `json:"bytes"`
}

// Status is how a turn ended; it decides the exit code of `pace ask`.
type Status string

const (
	Done          Status = "done"
	Failed        Status = "failed"
	Partial       Status = "partial"
	Cancelled     Status = "cancelled"
	Blocked       Status = "blocked"
	NotUnderstood Status = "notUnderstood"
	Unverified    Status = "unverified"
)

// ExitCode maps a status to the exit code of `pace ask`.
func (s Status) ExitCode() int {
	switch s {
	case Done:
		return 0
	case Blocked:
		return 3
	case NotUnderstood:
		return 4
	case Unverified:
		return 5
	}
	return 1
}

// Ended closes a turn.
type Ended struct {
	Status   Status    `json:"status"`
	Spoken   string    `json:"spoken"`
	Question *Question `json:"question"`
	Steps    []Result  `json:"steps"`
	Timing   Total     `json:"timing"`

	// Private are the texts of the turn that may be kept nowhere, the longest first. They go over no wire.
	Private []string `json:"-"`
}

// Result is one step in turnEnded.
type Result struct {
	Tool    string          `json:"tool"`
	Args    json.RawMessage `json:"args"`
	Outcome Outcome         `json:"outcome"`
}

// Question is asked back when something fits several things or a piece is missing.
type Question struct {
	Text    string   `json:"text"`
	Options []Option `json:"options"`
}

// Option is one possible answer.
type Option struct {
	Label string   `json:"label"`
	Path  []string `json:"path"`
}

// Total is the turn's own timing in milliseconds.
type Total struct {
	RouteMs float64 `json:"routeMs"`
	PlanMs  float64 `json:"planMs"`
	ActMs   float64 `json:"actMs"`
	TotalMs float64 `json:"totalMs"`
}
