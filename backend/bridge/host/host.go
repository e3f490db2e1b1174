// Package host lets other processes of the same user use a running Pace: one unix socket per home and display, one
// turn per connection, newline-delimited JSON. The socket lies in a folder that only the user can enter.
//
// It promises that at most one host serves a socket, that a client which goes away, or no longer reads, cancels its
// turn and holds nobody up, that a host which does not answer is noticed, and that two builds which speak different
// protocols say so instead of guessing.
package host

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/turn"
)

// ErrRunning says that another host serves the socket. errors.As gives a *Running.
var ErrRunning = errors.New("another Pace is already running here")

// Running says what serves the socket, as it called itself in Listen.
type Running struct{ As string }

func (r *Running) Error() string { return ErrRunning.Error() + ": " + r.As }

// Is makes errors.Is(err, ErrRunning) hold.
func (r *Running) Is(target error) bool { return target == ErrRunning }

// ErrNone says that no host serves the socket.
var ErrNone = errors.New("no Pace is running here")

// ErrSilent says that a host took the connection and ended or kept silent before it began on the request: nothing
// was done.
var ErrSilent = errors.New("the running Pace does not answer")

// Request is what a client sends: one Submit first, then any number of decisions, or a cancel.
type Request struct {
	V      int      `json:"v"`
	Do     string   `json:"do"` // submit, decide, cancel, show, hook
	Submit *Submit  `json:"submit,omitempty"`
	ID     string   `json:"id,omitempty"`
	Allow  bool     `json:"allow,omitempty"`
	Args   []string `json:"args,omitempty"` // show: what the second start was called with
	Hook   string   `json:"hook,omitempty"` // hook: its name
	Skip   []int    `json:"skip,omitempty"` // hook: as in Submit
}

// Submit is turn.Request on the wire.
type Submit struct {
	Text     string `json:"text"`
	Origin   string `json:"origin"`
	Attended bool   `json:"attended"`
	Yes      bool   `json:"yes"`
	DryRun   bool   `json:"dryRun"`
	Tier     string `json:"tier"`
	MaxSteps int    `json:"maxSteps"`
	Skip     []int  `json:"skip"`
}

// refusal is what the server answers when it can't serve a request.
type refusal struct {
	Error string `json:"error"`
	Kind  string `json:"kind"` // busy, closing, version, noWindow, refused, bad
}

// Turns is what a host serves.
type Turns interface {
	Submit(ctx context.Context, r turn.Request) (*turn.Turn, error)
}

// Decider answers approvals.
type Decider interface {
	Decide(id string, allow bool, by string) bool
}

// Hooks are what a tester may ask of a host beside requests.
type Hooks interface {
	// Hook gives the request of the turn that does what a hook stands for, or has it done and tells what was seen.
	Hook(ctx context.Context, name string) (begin *turn.Request, end Hooked)
}

// Hooked is what came of a hook that is no turn.
type Hooked struct {
	Said string `json:"said"` // in one sentence
	Exit int    `json:"exit"` // the exit code of the command that asked for it
}

// Server is a live host. Close ends it and its connections.
type Server struct {
	turns  Turns
	decide Decider
	show   func(args []string) error
	hooks  Hooks
	ln     net.Listener
	lock   *os.File
	path   string
	ctx    context.Context
	stop   context.CancelFunc
	wg     sync.WaitGroup
}

// Listen takes the socket, or answers ErrRunning. as is what others are told that this is ("ask", "serve", "window"),
// even when it hangs. show is called when a second start hands over its arguments; its error is the sentence that start is
// refused with (a *Refused keeps its kind). nil: there is nothing to show. Without hooks, nil, asking for one is a request that
// is not known.
func Listen(path, as string, t Turns, d Decider, show func(args []string) error, hooks Hooks) (*Server, error) {
	lock, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		name := make([]byte, 32)
		n, _ := lock.ReadAt(name, 0)
		lock.Close()
		return nil, &Running{strings.TrimSpace(string(name[:n]))}
	}
	_ = lock.Truncate(0)
	_, _ = lock.WriteAt([]byte(as+"\n"), 0)
	// The lock is ours, so a socket that is still there was left by a process that died.
	_ = os.Remove(path)
	ln, err := net.Listen("unix", path)
	if err != nil {
		lock.Close()
		return nil, fmt.Errorf("listen on %s: %w", path, err)
	}
	_ = os.Chmod(path, 0o600)
	s := &Server{turns: t, decide: d, show: show, hooks: hooks, ln: ln, lock: lock, path: path}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.wg.Go(s.accept)
	return s, nil
}

func (s *Server) accept() {
	for {
		c, err := s.ln.Accept()
		switch {
		case s.ctx.Err() != nil:
			if err == nil {
				c.Close()
			}
			return
		case err != nil: // too many open files, or the like: it passes
			select {
			case <-s.ctx.Done():
			case <-time.After(acceptAgain):
			}
			continue
		}
		s.wg.Go(func() { s.serve(c) })
	}
}

// Close stops listening, cancels the turns of all clients, and gives the socket back.
func (s *Server) Close() error {
	s.stop()
	err := s.ln.Close()
	s.wg.Wait()
	_ = os.Remove(s.path)
	return errors.Join(err, s.lock.Close())
}

// Bounds of one connection. A peer that takes longer to read or write what is due at once has died or hangs.
const (
	maxAsked  = 8 << 20 // bytes from a client: a text to type and its frame, and some decisions
	dueAtOnce = 10 * time.Second
	atClose   = time.Second // the same, once the host closes

	acceptAgain = 100 * time.Millisecond
)

func (s *Server) serve(c net.Conn) {
	defer c.Close()
	idle := context.AfterFunc(s.ctx, func() { c.Close() })
	// One decoder for the whole connection: it reads ahead, so a second one would miss what the first holds.
	in := json.NewDecoder(bufio.NewReaderSize(io.LimitReader(c, maxAsked), 32<<10))
	out := json.NewEncoder(bounded{c, s.ctx})
	var r Request
	_ = c.SetReadDeadline(time.Now().Add(dueAtOnce))
	if err := in.Decode(&r); err != nil {
		_ = out.Encode(refusal{"The request could not be read.", "bad"})
		return
	}
	_ = c.SetReadDeadline(time.Time{})
	// From here on the turn decides when the connection ends, so that the client hears how it ended.
	idle()
	defer context.AfterFunc(s.ctx, func() { _ = c.SetWriteDeadline(time.Now().Add(atClose)) })()
	switch {
	case r.V != event.Version:
		_ = out.Encode(refusal{fmt.Sprintf("The running Pace speaks protocol %d and this command %d. Restart Pace.", event.Version, r.V), "version"})
	case r.Do == "show":
		_ = out.Encode(s.shown(r.Args))
	case r.Do == "submit" && r.Submit != nil:
		s.turn(in, out, turn.Request{Text: r.Submit.Text, Origin: r.Submit.Origin, Attended: r.Submit.Attended, Yes: r.Submit.Yes,
			DryRun: r.Submit.DryRun, Tier: r.Submit.Tier, MaxSteps: r.Submit.MaxSteps, Skip: r.Submit.Skip})
	case r.Do == "hook" && s.hooks != nil:
		s.hook(in, out, r)
	default:
		_ = out.Encode(refusal{"The request is not known.", "bad"})
	}
}

// shown hands on what a second start was called with, and says why not when it could not be.
func (s *Server) shown(args []string) refusal {
	if s.show == nil {
		return refusal{NoWindow.Text, NoWindow.Kind}
	}
	err := s.show(args)
	var no *Refused
	switch {
	case err == nil:
		return refusal{}
	case errors.As(err, &no):
		return refusal{no.Text, no.Kind}
	}
	return refusal{err.Error(), "refused"}
}

// turn runs one turn for a client and listens to it meanwhile.
func (s *Server) turn(in *json.Decoder, out *json.Encoder, r turn.Request) {
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)
	t, err := s.turns.Submit(ctx, r)
	if err != nil {
		no := refusal{"Pace is closing.", "closing"}
		if errors.Is(err, turn.ErrBusy) {
			no = refusal{"Pace is still working on another request. Wait for it, or cancel it.", "busy"}
		}
		_ = out.Encode(no)
		return
	}
	s.wg.Go(func() {
		for {
			var r Request
			switch err := in.Decode(&r); {
			case err != nil:
				cancel(stopped("The command that asked for this has ended, so it was stopped."))
				return
			case r.Do == "cancel":
				cancel(stopped("Stopped, as you asked."))
			case r.Do == "decide":
				s.decide.Decide(r.ID, r.Allow, "terminal")
			}
		}
	})
	gone := false
	for e := range t.Events() {
		if !gone && out.Encode(e) != nil {
			gone = true
			cancel(stopped("The command that asked for this no longer listens, so it was stopped."))
		}
	}
}

// hook has a hook done: by a turn, whose rows follow, or at once.
func (s *Server) hook(in *json.Decoder, out *json.Encoder, r Request) {
	begin, end := s.hooks.Hook(s.ctx, r.Hook)
	if begin == nil {
		_ = out.Encode(end)
		return
	}
	begin.Skip = r.Skip
	s.turn(in, out, *begin)
}

func stopped(text string) *proof.Problem {
	return &proof.Problem{Reason: proof.ReasonCancelled, Text: text}
}

// bounded writes to a peer that has to read in time.
type bounded struct {
	net.Conn
	ctx context.Context
}

func (b bounded) Write(p []byte) (int, error) {
	due := dueAtOnce
	if b.ctx.Err() != nil {
		due = atClose
	}
	_ = b.SetWriteDeadline(time.Now().Add(due))
	return b.Conn.Write(p)
}

// Client is a connection to a live host.
type Client struct {
	c   net.Conn
	in  *json.Decoder
	due time.Duration // see dueAtOnce
	mu  sync.Mutex
}

// Dial connects to a live host, or answers ErrNone at once.
func Dial(path string) (*Client, error) {
	c, err := net.DialTimeout("unix", path, 2*time.Second)
	if err != nil {
		return nil, ErrNone
	}
	return &Client{c: c, in: json.NewDecoder(bufio.NewReaderSize(c, 64<<10)), due: dueAtOnce}, nil
}

// Refused is the host's word that it does not serve a request.
type Refused struct{ Text, Kind string }

func (r *Refused) Error() string { return r.Text }

// NoWindow refuses to come to the front.
var NoWindow = &Refused{"The running Pace has no window.", "noWindow"}

// Run submits a request and hands each row to each, in order, until the turn has ended.
func (c *Client) Run(ctx context.Context, s Submit, each func(event.Event)) error {
	_, err := c.converse(ctx, Request{V: event.Version, Do: "submit", Submit: &s}, c.due, each)
	return err
}

// hookLimit is how long a hook that is no turn may take: longer than any of them waits.
const hookLimit = 30 * time.Second

// Hook has a hook done. Where that is a turn, each is given its rows until it has ended, and the answer is empty.
// *Refused with the kind "bad" says that the host has no hooks.
func (c *Client) Hook(ctx context.Context, name string, skip []int, each func(event.Event)) (Hooked, error) {
	return c.converse(ctx, Request{V: event.Version, Do: "hook", Hook: name, Skip: skip}, hookLimit, each)
}

// converse sends a request, of which the first answer is due within begins, and reads the answers.
func (c *Client) converse(ctx context.Context, r Request, begins time.Duration, each func(event.Event)) (end Hooked, err error) {
	defer c.c.Close()
	_ = c.send(r) // when it fails, reading tells more
	// The first row is due at once, and the last soon after a cancel; between them a turn may think.
	var mu sync.Mutex
	_ = c.c.SetReadDeadline(time.Now().Add(begins))
	stop := context.AfterFunc(ctx, func() {
		_ = c.send(Request{V: event.Version, Do: "cancel"})
		mu.Lock()
		defer mu.Unlock()
		_ = c.c.SetReadDeadline(time.Now().Add(c.due))
	})
	defer stop()
	for first := true; ; first = false {
		var raw json.RawMessage
		if err := c.in.Decode(&raw); err != nil {
			if first {
				return end, fmt.Errorf("%w: %w", ErrSilent, err)
			}
			return end, fmt.Errorf("the running Pace went away: %w", err)
		}
		mu.Lock()
		if first && ctx.Err() == nil {
			_ = c.c.SetReadDeadline(time.Time{})
		}
		mu.Unlock()
		var no refusal
		if json.Unmarshal(raw, &no) == nil && no.Error != "" {
			return end, &Refused{no.Error, no.Kind}
		}
		if json.Unmarshal(raw, &end) == nil && end.Said != "" {
			return end, nil
		}
		var e event.Event
		if err := json.Unmarshal(raw, &e); err != nil {
			return end, fmt.Errorf("read the running Pace's answer: %w", err)
		}
		each(e)
		if e.Type == event.TurnEnded {
			return end, nil
		}
	}
}

// Decide answers an approval of the running turn.
func (c *Client) Decide(id string, allow bool) error {
	return c.send(Request{V: event.Version, Do: "decide", ID: id, Allow: allow})
}

// Show hands the arguments of a second start to the host.
func (c *Client) Show(args []string) error {
	defer c.c.Close()
	_ = c.send(Request{V: event.Version, Do: "show", Args: args})
	_ = c.c.SetReadDeadline(time.Now().Add(c.due))
	var no refusal
	if err := c.in.Decode(&no); err != nil {
		return fmt.Errorf("%w: %w", ErrSilent, err)
	}
	if no.Error != "" {
		return &Refused{no.Error, no.Kind}
	}
	return nil
}

func (c *Client) send(r Request) error {
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err = bounded{c.c, context.Background()}.Write(append(b, '\n'))
	return err
}
