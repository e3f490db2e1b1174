// Package bridge is what an interface may call and hear: one small service per area with plain DTOs, the same over
// the Wails bindings, HTTP + WebSocket (bridge/web) and the host's socket (bridge/host). Services hold no state of
// their own and never import a transport. A failed call answers *Error with a plain sentence.
package bridge

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"pace/backend/bridge/going"
	"pace/backend/bridge/inbox"
	"pace/backend/bridge/queue"
	"pace/backend/bridge/smoke"
	"pace/backend/desktop"
	"pace/backend/egress"
	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/planner/brain"
	"pace/backend/route"
	"pace/backend/schedule"
	"pace/backend/settings"
	"pace/backend/store"
	"pace/backend/system"
	"pace/backend/tool"
	"pace/backend/trace"
	"pace/backend/turn"
)

// Parts are what the services work on.
type Parts struct {
	Version  string
	Platform string
	Hosting  string // how this interface is reached: "window", "browser"
	Turns    *turn.Service
	Approve  *executor.Approvals
	Settings *settings.Settings
	Trace    *trace.Trace
	DB       func() (*store.DB, error)
	Door     *egress.Door
	Pictures interface {
		Get(id string) (png []byte, ok bool)
	}
	Desktop  *desktop.Desktop
	Registry *tool.Registry
	Probes   func(ctx context.Context) []system.Probe
	Context  context.Context // ends when the host closes
	Brain    *brain.Local
	Tier     func() string          // that the user has chosen; "" when none is
	Memory   func() (uint64, error) // of this machine, in bytes
	Timers   *schedule.Service
	Links    *inbox.Inbox
	Asked    *queue.Queue
	Going    *going.Going
	Smoke    *smoke.Hooks // nil: there are none
}

// Error is a call's failure as an interface shows it.
type Error struct {
	Code    string `json:"code"` // busy, notFound, invalid, protocol, internal
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

// Services is everything an interface may call, by name.
type Services struct {
	Session     *Session
	Turns       *Turns
	Pictures    *Pictures
	Settings    *Settings
	Runs        *Runs
	Doctor      *Doctor
	Brain       *Brain
	Links       *Links
	Timers      *Timers
	Activity    *Activity
	Privacy     *Privacy
	Permissions *Permissions
	Abilities   *Abilities
	Approvals   *Approvals
	Smoke       *Smoke // nil unless this Pace was started for a test
}

// New makes the services.
func New(p Parts) *Services {
	var s *Smoke
	if p.Smoke != nil {
		s = &Smoke{p}
	}
	return &Services{&Session{p}, &Turns{p}, &Pictures{p}, &Settings{p}, &Runs{p}, &Doctor{p}, &Brain{p}, &Links{p}, &Timers{p}, &Activity{p}, &Privacy{p}, &Permissions{p}, &Abilities{p}, &Approvals{p}, s}
}

// All lists the services for binding.
func (s *Services) All() []any {
	all := []any{s.Session, s.Turns, s.Pictures, s.Settings, s.Runs, s.Doctor, s.Brain, s.Links, s.Timers, s.Activity, s.Privacy, s.Permissions, s.Abilities, s.Approvals}
	if s.Smoke != nil {
		all = append(all, s.Smoke)
	}
	return all
}

// Session says who answers.
type Session struct{ p Parts }

// Hello is the answer to the first call of a connection.
type Hello struct {
	Protocol            int          `json:"protocol"`
	Version             string       `json:"version"`
	Platform            string       `json:"platform"`
	Planner             PlannerInUse `json:"planner"`
	OffDeviceBytesToday int64        `json:"offDeviceBytesToday"`
	Capabilities        []Capability `json:"capabilities"`
	Hosting             string       `json:"hosting"`
}

// PlannerInUse is the brain that is asked when a sentence is not complete by itself.
type PlannerInUse struct {
	Tier  string `json:"tier"`  // "": nobody has looked yet
	Label string `json:"label"` // where, and which model
	Short string `json:"short"` // for a place with little room
}

// Capability is a part of the screen: ready, or why not and what helps.
type Capability struct {
	Name   string `json:"name"`
	State  string `json:"state"`
	Reason string `json:"reason"`
	Fix    string `json:"fix"`
}

// Hello checks the protocol. Another version on the other side is an error that says what to do.
func (s *Session) Hello(protocol int) (Hello, error) {
	if protocol != event.Version {
		return Hello{}, &Error{"protocol", "This window and the running Pace are different versions. Restart Pace."}
	}
	total, err := s.p.today()
	if err != nil {
		return Hello{}, err
	}
	return Hello{Protocol: event.Version, Version: s.p.Version, Platform: s.p.Platform,
		Planner: s.p.planner(), OffDeviceBytesToday: total.Sent,
		Capabilities: capabilities(s.p.Desktop), Hosting: s.p.Hosting}, nil
}

func capabilities(d *desktop.Desktop) []Capability {
	rows := []struct {
		name, part, fix string
		there           bool
	}{
		{"accessibility", "Tree", "Run pace doctor to see what is missing.", d != nil && d.Tree != nil},
		{"input", "Input", "Run pace doctor to see what is missing.", d != nil && d.Input != nil},
		{"windows", "Windows", "Start a window manager.", d != nil && d.Windows != nil},
		{"clipboard", "Clipboard", "Run pace doctor to see what is missing.", d != nil && d.Clipboard != nil},
		{"programs", "Launcher", "Run pace doctor to see what is missing.", d != nil && d.Launcher != nil},
		{"screen", "Screen", "Run pace doctor to see what is missing.", d != nil && d.Screen != nil},
	}
	out := make([]Capability, 0, len(rows))
	for _, r := range rows {
		c := Capability{Name: r.name, State: "ready"}
		if !r.there {
			c.State, c.Fix, c.Reason = "absent", r.fix, "Not available here."
			if err := d.Why(r.part); err != nil {
				c.Reason = capital(err.Error()) + "."
			}
		}
		out = append(out, c)
	}
	return out
}

func capital(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}

// Turns begins, stops and answers turns.
type Turns struct{ p Parts }

// Begun is a turn that has begun; its events follow as pushes.
type Begun struct {
	Turn string `json:"turn"`
}

func (t *Turns) submit(r turn.Request) (Begun, error) {
	r.Origin, r.Attended = "interface", true
	x, err := t.p.Turns.Submit(t.p.Context, r)
	switch {
	case errors.Is(err, turn.ErrBusy):
		return Begun{}, &Error{"busy", "Pace is still working on the request before. Wait for it, or cancel it."}
	case err != nil:
		return Begun{}, &Error{"internal", "Pace is closing."}
	}
	go func() {
		for range x.Events() { // pushed to every interface by the common stream
		}
	}()
	return Begun{x.ID}, nil
}

// Submit begins a turn with a sentence.
func (t *Turns) Submit(text string, dryRun bool) (Begun, error) {
	return t.submit(turn.Request{Text: text, DryRun: dryRun})
}

// Cancel stops a turn.
func (t *Turns) Cancel(id string) error {
	if !t.p.Turns.Cancel(id, "interface") {
		return &Error{"notFound", "That request has ended already."}
	}
	return nil
}

// Decide answers an approval.
func (t *Turns) Decide(id string, allow bool) error {
	if !t.p.Approve.Decide(id, allow, "interface") {
		return &Error{"notFound", "That was answered already, or the time for it is over."}
	}
	return nil
}

// Answer begins a turn that goes on where an earlier one asked.
func (t *Turns) Answer(_ string, option []string) (Begun, error) {
	if len(option) == 0 {
		return Begun{}, &Error{"invalid", "That answer chooses nothing."}
	}
	return t.submit(turn.Request{Option: option})
}

// Undo begins a turn that takes a recorded run back.
func (t *Turns) Undo(run int64) (Begun, error) {
	if run <= 0 {
		return Begun{}, &Error{"invalid", "There is no such step to undo."}
	}
	return t.submit(turn.Request{Undo: run})
}

// maxRecent bounds how many turns an interface may ask for.
const maxRecent = 200

// Recent gives the rows of recent turns, oldest first, and of those under way, whether a trace of them is kept or not.
func (t *Turns) Recent(limit int) ([]event.Event, error) {
	rows, err := t.p.Trace.Recent(t.p.Context, min(max(limit, 0), maxRecent))
	if err != nil {
		return nil, &Error{"internal", "The trace of earlier requests could not be read."}
	}
	known := map[string]bool{}
	for _, e := range rows {
		known[e.Turn] = true
	}
	return whole(append(rows, t.p.Going.Rows(known)...), t.p.Turns.Running), nil
}

// whole ends turns that nobody will end any more: the process that worked on them was killed. Without that an
// interface would show them as going on for ever.
func whole(rows []event.Event, running func(id string) bool) []event.Event {
	out := make([]event.Event, 0, len(rows))
	last, open := map[string]event.Event{}, []string{}
	for _, e := range rows {
		if _, known := last[e.Turn]; !known {
			open = append(open, e.Turn)
		}
		last[e.Turn] = e
	}
	ended := map[string]bool{}
	for _, e := range rows {
		out = append(out, e)
		ended[e.Turn] = ended[e.Turn] || e.Type == event.TurnEnded
	}
	for _, id := range open {
		if ended[id] || running(id) {
			continue
		}
		e := event.Of(&event.Ended{Status: event.Failed, Spoken: "Pace was ended in the middle of this; what came of it is not known.", Steps: []event.Result{}})
		e.Turn, e.Seq, e.At = id, last[id].Seq+1, last[id].At
		out = append(out, e)
	}
	return out
}

// Route tells what a sentence would do without a model. It touches nothing.
func (t *Turns) Route(text string) event.Route { return route.Route(text) }

// Pictures gives pictures of targets.
type Pictures struct{ p Parts }

// PictureData is one picture.
type PictureData struct {
	Mime   string `json:"mime"`
	Base64 string `json:"base64"`
}

// Get gives one picture by the id in a step's end.
func (x *Pictures) Get(id string) (PictureData, error) {
	png, ok := x.p.Pictures.Get(id)
	if !ok {
		return PictureData{}, &Error{"notFound", "That picture is no longer kept."}
	}
	return PictureData{"image/png", base64.StdEncoding.EncodeToString(png)}, nil
}

// Runs lists what was done.
type Runs struct{ p Parts }

// Run is one recorded call.
type Run struct {
	Run      int64  `json:"run"`
	Turn     string `json:"turn"`
	At       string `json:"at"` // RFC 3339
	Tool     string `json:"tool"`
	Label    string `json:"label"`
	Effect   string `json:"effect"`
	Undoable bool   `json:"undoable"`
	Undone   bool   `json:"undone"`
}

// List gives the newest runs first.
func (r *Runs) List(limit int) ([]Run, error) {
	db, err := r.p.DB()
	if err != nil {
		return nil, &Error{"internal", "The record of what was done could not be opened."}
	}
	rows, err := db.Runs().List(r.p.Context, store.RunFilter{Limit: min(max(limit, 1), 1000)})
	if err != nil {
		return nil, &Error{"internal", "The record of what was done could not be read."}
	}
	out := make([]Run, 0, len(rows))
	newest := true // what came after may rest on it, so only the newest can be taken back
	for _, x := range rows {
		v := Run{Run: x.ID, Turn: x.Turn, At: x.At.Format(time.RFC3339), Tool: x.Tool, Effect: x.Effect, Label: x.Tool}
		if t, ok := r.p.Registry.Lookup(x.Tool); ok {
			v.Label = t.Describe(x.Args)
		}
		if x.Undo != nil {
			v.Undone = !x.Undo.UndoneAt.IsZero()
			v.Undoable = newest && !v.Undone
			newest = newest && v.Undone
		}
		out = append(out, v)
	}
	return out, nil
}

// Doctor probes the machine.
type Doctor struct{ p Parts }

// Probe is one finding.
type Probe struct {
	Name   string `json:"name"`
	State  string `json:"state"` // ok, warn, absent, fail
	Detail string `json:"detail"`
	Fix    string `json:"fix"`
}

// Probe looks at every part; it takes up to a second.
func (d *Doctor) Probe() []Probe {
	found := d.p.Probes(d.p.Context)
	out := make([]Probe, 0, len(found))
	for _, f := range found {
		out = append(out, Probe{f.Name, string(f.State), f.Detail, f.Fix})
	}
	return out
}

// Guarded runs one call and turns a panic into an error, so that a defect in one service leaves the others alive.
func Guarded(f func() (any, error)) (v any, err error) {
	defer func() {
		if r := recover(); r != nil {
			v, err = nil, fmt.Errorf("panic in a service: %v\n%s", r, debug.Stack())
		}
	}()
	return f()
}
