// Package interaction turns one wish about the screen into a proven Outcome: it finds the target afresh, chooses
// the means, acts at most once, and re-reads until the effect is seen and lasts.
//
// A Session is warm for one turn: it keeps the subscription on the application it works with, so that each step
// pays only for its own act and reading. Sessions hands them out and owns the subscription on the application in
// front that a live host keeps. Nothing here decides what should be done, asks for approval, or speaks.
package interaction

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"pace/backend/desktop"
	"pace/backend/proof"
)

// Config holds what the rules of proof leave to measure or to the user.
type Config struct {
	BudgetPress   time.Duration // [2 s]
	BudgetText    time.Duration // [2 s]
	BudgetOpenApp time.Duration // [15 s]
	BudgetOpenURL time.Duration // [20 s]
	Quiet         time.Duration // how long something nearby must keep still to count [1.5 s]
	Lasting       time.Duration // how long the last step's effect must last [250 ms]
	Pictures      bool          // keep pictures of the target before and after
	Browser       string        // that opens web addresses, by its name or id; "": the system's choice
	Slow          int           // multiplies budgets; tests on a loaded machine use 10 [1]
}

func (c Config) withDefaults() Config {
	def := func(d *time.Duration, v time.Duration) {
		if *d <= 0 {
			*d = v
		}
	}
	def(&c.BudgetPress, proof.DefaultBudget)
	def(&c.BudgetText, proof.DefaultBudget)
	def(&c.BudgetOpenApp, 15*time.Second)
	def(&c.BudgetOpenURL, 20*time.Second)
	def(&c.Quiet, 1500*time.Millisecond)
	def(&c.Lasting, 250*time.Millisecond)
	if c.Slow < 1 {
		c.Slow = 1
	}
	for _, d := range []*time.Duration{&c.BudgetPress, &c.BudgetText, &c.BudgetOpenApp, &c.BudgetOpenURL} {
		*d *= time.Duration(c.Slow)
	}
	return c
}

// Sessions hands out one Session per turn. All methods may be called at once.
type Sessions struct {
	desk *desktop.Desktop
	cfg  Config

	mu    sync.Mutex
	open  map[string]*Session
	attns map[desktop.Ref]*held // subscriptions in use, by application
	warm  desktop.Ref           // the application that Warm holds
	acts  []time.Time           // when something was sent, oldest first
	place place                 // where a window was last read whole
}

type held struct {
	a    *attention
	uses int
}

// New makes Sessions on a desktop.
func New(d *desktop.Desktop, c Config) *Sessions {
	return &Sessions{desk: d, cfg: c.withDefaults(), open: map[string]*Session{}, attns: map[desktop.Ref]*held{}}
}

// Configure changes what holds for sessions that are opened from now on.
func (s *Sessions) Configure(c Config) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cfg = c.withDefaults()
}

// Open begins a turn's session. skip tells which processes' windows are not meant (the terminal that a command
// was typed into); it may be nil. End must be called.
func (s *Sessions) Open(turn string, skip func(pid int) bool) *Session {
	s.mu.Lock()
	x := &Session{all: s, desk: s.desk, cfg: s.cfg, turn: turn, skip: skip, results: map[int]proof.Outcome{}}
	s.open[turn] = x
	s.mu.Unlock()
	return x
}

// For finds the session of a turn, or opens one.
func (s *Sessions) For(turn string) *Session {
	s.mu.Lock()
	x := s.open[turn]
	s.mu.Unlock()
	if x == nil {
		x = s.Open(turn, nil)
	}
	return x
}

// End gives back everything the turn held.
func (s *Sessions) End(turn string) {
	s.mu.Lock()
	x := s.open[turn]
	delete(s.open, turn)
	s.mu.Unlock()
	if x != nil {
		x.close()
	}
}

// Settle waits until the turn's effects have lasted and returns the outcomes that this changed or completed, by
// step index.
func (s *Sessions) Settle(ctx context.Context, turn string) map[int]proof.Outcome {
	s.mu.Lock()
	x := s.open[turn]
	s.mu.Unlock()
	if x == nil {
		return nil
	}
	return x.Settle(ctx)
}

// Warm keeps a subscription on the application in front until ctx ends, so that it is known what kept still
// before a press. It follows the active window.
func (s *Sessions) Warm(ctx context.Context) error {
	if s.desk == nil || s.desk.Windows == nil || s.desk.Watcher == nil {
		return desktop.ErrNoDisplay
	}
	wake, err := s.desk.Windows.Watch(ctx)
	if err != nil {
		return fmt.Errorf("watch windows: %w", err)
	}
	defer s.release(&s.warm)
	for {
		s.mu.Lock()
		x := &Session{all: s, desk: s.desk, cfg: s.cfg}
		s.mu.Unlock()
		if f, err := x.front(ctx); err == nil && f.app.Ref != s.warm && f.app.Answers {
			if _, err := s.acquire(f.app.Ref); err == nil {
				s.release(&s.warm)
				s.warm = f.app.Ref
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case _, ok := <-wake:
			if !ok {
				return ctx.Err()
			}
		}
	}
}

func (s *Sessions) acquire(app desktop.Ref) (*attention, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h := s.attns[app]; h != nil {
		h.uses++
		return h.a, nil
	}
	a, err := attend(s.desk.Watcher, app)
	if err != nil {
		return nil, err
	}
	s.attns[app] = &held{a, 1}
	return a, nil
}

func (s *Sessions) release(app *desktop.Ref) {
	if app.Zero() {
		return
	}
	s.mu.Lock()
	h := s.attns[*app]
	if h != nil {
		if h.uses--; h.uses == 0 {
			delete(s.attns, *app)
		} else {
			h = nil
		}
	}
	s.mu.Unlock()
	*app = desktop.Ref{}
	if h != nil {
		h.a.end()
	}
}

// Session is one turn's work on the screen. One step at a time: calls that use input or focus are serialised by
// the executor, and the session refuses to interleave by its own lock.
type Session struct {
	all  *Sessions
	desk *desktop.Desktop
	cfg  Config
	turn string
	skip func(pid int) bool

	mu      sync.Mutex // one act at a time
	held    []desktop.Ref
	pending []*pending
	results map[int]proof.Outcome
	chosen  desktop.WindowID               // the window the turn works in, once something opened or activated one
	at      int                            // index of the step being run
	born    map[desktop.WindowID]time.Time // windows that opened in this turn
	shots   []*Shot                        // whose picture after is still to be taken
	apps    map[int]desktop.App            // by process, as found in this turn
	last    string                         // name of the program that was worked in last
	worked  desktop.Window                 // the window in front that the last step worked in
	edited  edited                         // where a part of a text was rewritten last
	before  desktop.Window                 // the one that the plan worked in before, when another came up that no step opened
}

// pending is a confirmed step whose effect has not lasted yet.
type pending struct {
	step   int
	app    desktop.Ref
	out    proof.Outcome
	expect proof.Expectation
	sent   time.Time
	proven time.Time
	done   bool
}

func (x *Session) close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	for i := range x.held {
		x.all.release(&x.held[i])
	}
	x.held = nil
}

// attention gives the turn's subscription on app.
func (x *Session) attention(app desktop.Ref) (*attention, error) {
	for _, h := range x.held {
		if h == app {
			x.all.mu.Lock()
			defer x.all.mu.Unlock()
			return x.all.attns[app].a, nil
		}
	}
	a, err := x.all.acquire(app)
	if err != nil {
		return nil, err
	}
	x.held = append(x.held, app)
	return a, nil
}

// act proves one dispatch. While the state before is read, what earlier steps did to the same application is read again:
// an effect that was taken back stops the plan there, and nothing is sent.
func (x *Session) act(ctx context.Context, app desktop.Ref, e proof.Expectation, do func(context.Context) (proof.Means, error), budget time.Duration) proof.Outcome {
	x.develop(ctx)
	var broken *proof.Outcome
	rechecked := make(chan struct{})
	go func() {
		defer close(rechecked)
		broken = x.recheck(ctx, app)
	}()
	var sent time.Time
	o := proof.Until(ctx, e, func(ctx context.Context) (proof.Means, error) {
		if <-rechecked; broken != nil {
			return "", errBroken
		}
		sent = time.Now()
		x.all.sent(sent)
		return do(ctx)
	}, budget)
	if <-rechecked; broken != nil {
		return proof.Skip(fmt.Sprintf("An earlier step did not last (%s), so this was not done.", broken.Report()))
	}
	if slices.ContainsFunc(o.Evidence(), func(e proof.Evidence) bool { return e.Kind == proof.WindowNew || e.Kind == proof.WindowGone }) {
		// The plan itself opened or closed a window: what comes next is meant for the one in front then.
		x.worked, x.before = desktop.Window{}, desktop.Window{}
	}
	if o.OK() && !sent.IsZero() {
		x.pending = append(x.pending, &pending{step: x.at, app: app, out: o, expect: e, sent: sent, proven: time.Now()})
	}
	return o
}

// errBroken: an earlier step did not last, so nothing is sent.
var errBroken = errors.New("an earlier step did not last")

// recheck re-reads the unsettled effects on app and returns the first outcome that did not last.
func (x *Session) recheck(ctx context.Context, app desktop.Ref) *proof.Outcome {
	for _, p := range x.pending {
		if p.done || p.app != app && !p.app.Zero() {
			continue
		}
		o := p.again(ctx)
		if o.WeakOnly() {
			// Whether something nearby counts is decided once, at the end of the turn. That it is still so
			// is all that is asked here.
			if c := changesOf(p.expect); c != nil {
				c.freeze(ctx)
			}
			continue
		}
		p.done, p.out = true, o
		x.results[p.step] = o
		if !o.OK() {
			return &o
		}
	}
	return nil
}

// Settle waits for the last effects to last, and returns every outcome by step.
func (x *Session) Settle(ctx context.Context) map[int]proof.Outcome {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, p := range x.pending {
		if c := changesOf(p.expect); !p.done && c != nil && c.frozen != nil {
			_, _, _ = c.standing(ctx) // all at once, so that the quiet time is one for all
		}
	}
	for _, p := range x.pending {
		if p.done {
			continue
		}
		p.done = true
		if c := changesOf(p.expect); c != nil && p.out.WeakOnly() {
			p.out = c.settle(ctx, p.out, p.sent, p.proven)
		} else {
			if !until(ctx, p.proven.Add(x.cfg.Lasting)) {
				p.out = p.out.Doubt(&proof.Problem{Reason: proof.ReasonCancelled, Text: "It was seen, but Pace was stopped before it could see that it lasts."})
			} else {
				p.out = p.again(ctx)
			}
		}
		x.result(p)
	}
	x.develop(ctx)
	x.attribute()
	return x.results
}

// result keeps what became of a step. It may consist of several acts; its worst one decides.
func (x *Session) result(p *pending) {
	if old, ok := x.results[p.step]; !ok || old.OK() {
		x.results[p.step] = p.out
	}
}

// attribute takes back what a later step can't claim: after a step whose own effect was not seen, something that
// happened in the same program may be that effect, come late. Only what happened to the later step's own target is
// surely its own.
func (x *Session) attribute() {
	unsure := map[desktop.Ref]bool{}
	for _, p := range x.pending {
		if unsure[p.app] && p.out.OK() && !p.ownEffect() {
			p.out = p.out.Doubt(&proof.Problem{Reason: proof.ReasonNoEvidence, Text: "Something happened, but it may be what an earlier step did, come late."})
			x.result(p)
		}
		unsure[p.app] = unsure[p.app] || !p.out.OK()
	}
}

// ownEffect reports whether a step was proven by its own target or by what it declared.
func (p *pending) ownEffect() bool {
	c, ok := p.expect.(*changes)
	if !ok {
		return changesOf(p.expect) == nil
	}
	k := p.out.Evidence()[0]
	return k.Kind == proof.OwnChange && k.What == capital(c.target.Describe()) || k.Kind == proof.Vanished
}

// until waits for an instant; false when ctx ended first.
func until(ctx context.Context, t time.Time) bool {
	timer := time.NewTimer(time.Until(t))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// sent notes that something was sent, by whichever turn.
func (s *Sessions) sent(at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.acts = append(s.acts, at)
	if len(s.acts) > actsKept {
		s.acts = append(s.acts[:0], s.acts[actsKept/2:]...)
	}
}

// actsKept bounds the memory of acts: only those of the last seconds are ever asked for.
const actsKept = 256

// came notes that a window opened in this turn, young whether that was after an instant.
func (x *Session) came(id desktop.WindowID) {
	if x.born == nil {
		x.born = map[desktop.WindowID]time.Time{}
	}
	if _, known := x.born[id]; !known {
		x.born[id] = time.Now()
	}
}

func (x *Session) young(id desktop.WindowID, since time.Time) bool { return x.born[id].After(since) }

// acted reports whether Pace sent something between two instants, in this turn or the one before: what changed then
// may be its doing, so it does not show that an element moves by itself.
func (x *Session) acted(from, to time.Time) bool {
	x.all.mu.Lock()
	defer x.all.mu.Unlock()
	for _, t := range x.all.acts {
		if t.After(from) && t.Before(to) {
			return true
		}
	}
	return false
}

// sentence makes the Problem of a platform error.
func sentence(err error, el string) *proof.Problem {
	if el != "" {
		el = capital(el)
	} else {
		el = "It"
	}
	var p *proof.Problem
	switch {
	case errors.As(err, &p):
		return p
	case errors.Is(err, desktop.ErrGone):
		return &proof.Problem{Reason: proof.ReasonGone, Text: el + " is no longer there.", Err: err}
	case errors.Is(err, desktop.ErrHung):
		return &proof.Problem{Reason: proof.ReasonHung, Text: "The application does not answer.", Err: err}
	case errors.Is(err, desktop.ErrTaken):
		return &proof.Problem{Reason: proof.ReasonUserInput, Text: "You moved the mouse, so Pace did not press.", Err: err}
	case errors.Is(err, desktop.ErrTakenIn):
		return &proof.Problem{Reason: proof.ReasonUserInput, Text: "You moved the mouse while Pace pressed, so it is not known what was pressed.", Err: err}
	case errors.Is(err, desktop.ErrSecret):
		return &proof.Problem{Reason: proof.ReasonSecret, Text: "Pace does not read or fill in password fields.", Err: err}
	case errors.Is(err, desktop.ErrUnsupported):
		return &proof.Problem{Reason: proof.ReasonUnsupported, Text: el + " can't be used that way.", Err: err}
	case errors.Is(err, desktop.ErrNoDisplay):
		return &proof.Problem{Reason: proof.ReasonUnavailable, Text: "There is no display to work on. Run pace doctor to see why.", Err: err}
	case errors.Is(err, desktop.ErrNoBus):
		return &proof.Problem{Reason: proof.ReasonUnavailable, Text: "The accessibility bus is not running, so Pace can't see what is on the screen.", Err: err}
	case errors.Is(err, desktop.ErrNotActive):
		return &proof.Problem{Reason: proof.ReasonObstructed, Text: "The window could not be brought to the front.", Err: err}
	case errors.Is(err, desktop.ErrUntypable):
		return &proof.Problem{Reason: proof.ReasonUnsupported, Text: "The keyboard lacks too many of these characters.", Err: err}
	case errors.Is(err, context.DeadlineExceeded):
		return &proof.Problem{Reason: proof.ReasonTimeout, Text: "It took too long.", Err: err}
	}
	return &proof.Problem{Reason: proof.ReasonInternal, Text: "Something went wrong on the way to the application.", Err: err}
}

// dispatched marks an act's error: with ErrNoAnswer it went out all the same.
func dispatched(err error, el string) error {
	if errors.Is(err, desktop.ErrNoAnswer) {
		return fmt.Errorf("%w: %w", proof.ErrDispatched, err)
	}
	return sentence(err, el)
}

func capital(s string) string {
	if s == "" {
		return s
	}
	r := []rune(s)
	if r[0] >= 'a' && r[0] <= 'z' {
		r[0] -= 'a' - 'A'
	}
	return string(r)
}

// Absent makes the problem of a part of the screen that is not there.
func Absent(why error) *proof.Problem {
	if why == nil {
		return &proof.Problem{Reason: proof.ReasonUnavailable, Text: "This machine has no way to do that."}
	}
	p := sentence(why, "")
	if p.Reason != proof.ReasonUnavailable {
		p = &proof.Problem{Reason: proof.ReasonUnavailable, Text: "There is no way to do that on this machine right now.", Err: why}
	}
	return p
}

// Program names the program that the turn worked in last, or "".
func (x *Session) Program() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.last
}

// InFront names the program in front, or "" when that can't be told.
func (x *Session) InFront(ctx context.Context) string {
	x.mu.Lock()
	defer x.mu.Unlock()
	p, err := x.front(ctx)
	if err != nil {
		return ""
	}
	return p.app.Name
}
