// Package turn admits a request, conducts it from route to evidence, and ends it. It is the one conductor: nothing
// imports it but the entries above. It promises one attended turn at a time beside those that take long and are in
// nobody's way, events in order and without gaps from
// turnStarted to exactly one turnEnded whatever happens, and words that are made from evidence.
package turn

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"slices"
	"sync"
	"time"

	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/interaction"
	"pace/backend/observe"
	"pace/backend/planner"
	"pace/backend/proof"
	"pace/backend/tool"
)

// Request is one thing somebody wants.
type Request struct {
	Text     string
	Origin   string // ask, interface, link, schedule, mcp, voice
	Attended bool
	Yes      bool
	DryRun   bool
	Tier     string // "" = as set
	MaxSteps int    // ≤ 0 = as set
	Skip     []int  // processes whose windows are not meant: the terminal this was typed into

	// Option answers the pending question by the path of one of its options, instead of Text.
	Option []string
	// Undo takes back one recorded run, instead of Text; 0 = none.
	Undo int64
}

// ErrBusy says that another attended turn is still running.
var ErrBusy = errors.New("another request is still being worked on")

// Thread keeps what one turn leaves for the next, with an expiry.
type Thread interface {
	Get(ctx context.Context, key string, now time.Time, value any) (bool, error)
	Put(ctx context.Context, key string, value any, now time.Time, ttl time.Duration) error
	Drop(ctx context.Context, key string) error
}

// Config is what the user has set, read once per turn.
type Config struct {
	Tier     string // "" = nothing is chosen
	MaxSteps int
	Looks    bool // every sentence that a planner is asked about comes with the screen
}

// Planners gives the brain of a tier; planner.Choice does.
type Planners interface {
	For(tier string) planner.Planner
}

// Looker reads the screen for a planner; observe.Observer does.
type Looker interface {
	Look(ctx context.Context, w observe.Wish) (observe.Screen, error)
}

// Service conducts turns. Its methods may be called at once.
type Service struct {
	Executor *executor.Executor
	Registry *tool.Registry
	Sessions *interaction.Sessions
	Planners Planners
	Screen   Looker // nil: planners are told nothing of the screen
	Thread   Thread

	Config func() Config
	Now    func() time.Time

	// Restraint decides whether a failure that nobody waits for is said aloud now; nil = always. It stays on record either
	// way, and whoever asked for something always hears what became of it.
	Restraint func(FailureKind) bool

	// Said keeps the sentence of a turn that did something, or what of it may be kept, before turnEnded is out; it may be nil.
	Said func(ctx context.Context, turn, text string)

	// Events carries the rows of all turns.
	Events event.Stream[event.Event]

	mu       sync.Mutex
	running  map[string]*Turn
	attended *Turn
	latest   *Turn // that the person has asked for last
	closed   bool
	wg       sync.WaitGroup
}

// Turn is one request being worked on.
type Turn struct {
	ID string

	svc    *Service
	req    Request
	stop   context.CancelCauseFunc
	begun  time.Time
	events event.Stream[event.Event]
	rows   <-chan event.Event
	seq    int
	emitMu sync.Mutex
	done   chan struct{}
	ended  event.Ended
	over   bool          // turnEnded is out: nothing may follow it
	cfg    Config        // what the user had set when the turn began
	calls  [][]tool.Call // what was planned, for "again"
	named  []tool.Call   // every call that somebody proposed, carried out or not
	grave  bool          // what is wanted can't always be taken back
	missed bool          // the sentence was read whole, but what it names is not there
	failed FailureKind   // why it came to nothing, as far as that is known
}

// Submit admits a request and starts on it. ctx ends the turn early; it must outlive the wish for an answer.
func (s *Service) Submit(ctx context.Context, r Request) (*Turn, error) {
	r = r.proposed()
	tctx, stop := context.WithCancelCause(ctx)
	t := &Turn{ID: newID("t-"), svc: s, req: r, stop: stop, begun: time.Now(), done: make(chan struct{})}
	s.mu.Lock()
	switch {
	case s.closed:
		s.mu.Unlock()
		stop(nil)
		return nil, context.Canceled
	case r.Attended && s.attended != nil:
		s.mu.Unlock()
		stop(nil)
		return nil, ErrBusy
	}
	if s.running == nil {
		s.running = map[string]*Turn{}
	}
	s.running[t.ID] = t
	if r.Attended {
		s.attended = t
	}
	if t.own() {
		s.latest = t
	}
	s.wg.Add(1)
	s.mu.Unlock()
	t.rows, _ = t.events.Subscribe(false) // before its first row, and only for a turn that will end
	go s.conduct(tctx, t)
	return t, nil
}

// Events gives the turn's rows from the first on; it is closed after turnEnded. One reader.
func (t *Turn) Events() <-chan event.Event { return t.rows }

// Wait blocks until the turn has ended and returns how.
func (t *Turn) Wait() event.Ended {
	<-t.done
	return t.ended
}

// Cancel stops a turn; by says who wanted it. False when there is no such turn.
func (s *Service) Cancel(id, by string) bool {
	s.mu.Lock()
	t := s.running[id]
	s.mu.Unlock()
	if t == nil {
		return false
	}
	text := "Stopped, as you asked."
	if by == shutdown {
		text = "Pace was closed, so this was stopped."
	}
	t.stop(&proof.Problem{Reason: proof.ReasonCancelled, Text: text})
	return true
}

// shutdown is who cancels when Pace closes.
const shutdown = "shutdown"

// Running reports whether a turn is being worked on here.
func (s *Service) Running(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running[id] != nil
}

// Request is what a turn that is being worked on was asked; ok is false when it is not, or not here.
func (s *Service) Request(id string) (r Request, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.running[id]; t != nil {
		return t.req, true
	}
	return Request{}, false
}

// CancelAll stops every turn.
func (s *Service) CancelAll(by string) {
	s.mu.Lock()
	var ids []string
	for id := range s.running {
		ids = append(ids, id)
	}
	s.mu.Unlock()
	for _, id := range ids {
		s.Cancel(id, by)
	}
}

// Close stops all turns and waits for them to end.
func (s *Service) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.CancelAll(shutdown)
	s.wg.Wait()
	s.Events.Close()
}

// stepAside lets the next request begin while this one goes on.
func (s *Service) stepAside(t *Turn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.attended == t {
		s.attended = nil
	}
}

// passed reports whether the person has asked for something else since: "that" is not this any more.
func (t *Turn) passed() bool {
	t.svc.mu.Lock()
	defer t.svc.mu.Unlock()
	return t.own() && t.svc.latest != t
}

// conduct runs one turn to its end, whatever happens in between.
func (s *Service) conduct(ctx context.Context, t *Turn) {
	defer s.wg.Done()
	defer t.stop(nil)
	t.cfg = s.Config()
	s.Sessions.Open(t.ID, t.skips)
	t.emit(&event.Started{Text: t.req.Text, Origin: t.req.Origin, Attended: t.req.Attended, DryRun: t.req.DryRun})
	end := t.closing(s.guarded(ctx, t))
	s.Sessions.End(t.ID)
	end.Timing.TotalMs = event.Milliseconds(time.Since(t.begun))
	if end.Spoken != "" && s.aloud(t, end) {
		t.emit(&event.Speech{Text: end.Spoken})
	}
	if end.Steps == nil {
		end.Steps = []event.Result{}
	}
	end.Private = s.private(t, end.Steps)
	if s.Said != nil && len(end.Steps) > 0 {
		s.Said(context.WithoutCancel(ctx), t.ID, t.sentence(end.Private))
	}
	t.ended = end
	s.mu.Lock()
	delete(s.running, t.ID)
	if s.attended == t {
		s.attended = nil
	}
	s.mu.Unlock()
	t.emit(&end)
	t.events.Close()
	close(t.done)
}

// aloud reports whether the end of a turn is spoken.
func (s *Service) aloud(t *Turn, end event.Ended) bool {
	return t.req.Attended || end.Status == event.Done || s.Restraint == nil || s.Restraint(t.failed)
}

// skips reports whether a process's windows are not meant.
func (t *Turn) skips(pid int) bool { return slices.Contains(t.req.Skip, pid) }

// guarded ends a turn properly even when a part of Pace panics: whoever waits for the end gets one.
func (s *Service) guarded(ctx context.Context, t *Turn) (end event.Ended) {
	defer func() {
		if v := recover(); v != nil {
			end = say(event.Failed, "Something went wrong inside Pace, so it stopped here; what came of it is not known.")
		}
	}()
	return s.work(ctx, t)
}

// emit numbers, dates and delivers one row. What comes after the end (the last bytes of a transfer) is left out.
func (t *Turn) emit(b event.Body) {
	t.emitMu.Lock()
	defer t.emitMu.Unlock()
	if _, offer := b.(*event.Undo); t.over || offer && t.passed() {
		return
	}
	_, t.over = b.(*event.Ended)
	e := event.Of(b)
	t.seq++
	e.Turn, e.Seq, e.At = t.ID, t.seq, time.Now().UTC()
	t.events.Publish(e)
	t.svc.Events.Publish(e)
}

func newID(prefix string) string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails on the platforms we build for
	return prefix + hex.EncodeToString(b[:])
}

// NewID makes ids for approvals.
func NewID() string { return newID("a-") }

// OffDevice shows in a running turn that bytes leave the machine.
func (s *Service) OffDevice(id string, x event.Transfer) {
	s.mu.Lock()
	t := s.running[id]
	s.mu.Unlock()
	if t != nil {
		t.emit(&x)
	}
}
