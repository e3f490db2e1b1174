//go:build linux

package x11

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"
)

// GuardCommand is the hidden subcommand of the program that RunGuard answers to.
const GuardCommand = "__guard"

// Guard is the near end of the watcher process: a Recorder which tells it what is held. When this process ends, however it ends,
// the pipe closes and the watcher lets go of whatever it was told last, and puts the user's clipboard back if it was lent.
type Guard struct {
	cmd  *exec.Cmd
	pipe io.WriteCloser
	ack  *bufio.Reader
	out  *deadlineReader

	mu       sync.Mutex
	keeping  bool          // it was told a clipboard's content
	takeOver time.Duration // bound for its taking that over at the end
	broken   error
}

// guardAnswer is how long the watcher may take to answer; it only reads a line.
const guardAnswer = 5 * time.Second

// StartGuard starts the watcher: the program self (usually os.Executable) with GuardCommand, the display and the authority file as
// arguments, which must call RunGuard. It returns when the watcher has its own connection to the server. The watcher is started
// in a session of its own, so that what ends this process's group does not end it. Its environment is env.
func StartGuard(ctx context.Context, self string, a Address, env ...string) (*Guard, error) {
	ctx, cancel := atMost(ctx, guardAnswer)
	defer cancel()
	cmd := exec.Command(self, GuardCommand, a.Display, a.Xauthority)
	cmd.Env = append([]string{}, env...)
	cmd.Dir = "/" // it may stay long after this process, and must not keep a folder in use
	// A session of its own: a terminal's Ctrl+C or hang-up is for the program, not for its watcher.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start the guard: %w", err)
	}
	// An os.Pipe and not StdoutPipe, because reads need a deadline.
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("start the guard: %w", err)
	}
	cmd.Stdout = w
	err = cmd.Start()
	w.Close()
	if err != nil {
		r.Close()
		return nil, fmt.Errorf("start the guard: %w", err)
	}
	out := &deadlineReader{r, guardAnswer}
	g := &Guard{cmd: cmd, pipe: pipe, ack: bufio.NewReader(out), out: out, takeOver: time.Second}
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() }) // which ends the read below
	defer stop()
	if _, err := g.ack.ReadString('\n'); err != nil {
		_ = cmd.Process.Kill()
		return nil, errors.Join(fmt.Errorf("start the guard: it did not answer: %w", err), g.Close())
	}
	return g, nil
}

// deadlineReader gives each read its own bound.
type deadlineReader struct {
	*os.File
	bound time.Duration
}

func (d *deadlineReader) Read(p []byte) (int, error) {
	if err := d.SetReadDeadline(time.Now().Add(d.bound)); err != nil {
		return 0, err
	}
	return d.File.Read(p)
}

// Record tells the watcher and returns when it has understood. After an error the guard is broken for good.
func (g *Guard) Record(h Held) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.tell(h)
}

// Keep tells the watcher what to put back into the clipboard, and returns when it has it; without formats it forgets. After an
// error the guard is broken for good.
func (g *Guard) Keep(k Kept) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.keeping = len(k.Formats) > 0
	return g.tell(told{Keep: &k})
}

func (g *Guard) tell(what any) error {
	if g.broken != nil {
		return g.broken
	}
	line, err := json.Marshal(what)
	if err == nil {
		_, err = g.pipe.Write(append(line, '\n'))
	}
	if err == nil {
		_, err = g.ack.ReadString('\n')
	}
	if err != nil {
		g.broken = fmt.Errorf("tell the guard: %w", err)
	}
	return g.broken
}

// Close ends the watcher, which releases what it was told last, and waits for it. When it has to keep the user's clipboard, it takes
// it over, for which it has a second, and stays behind. The connection that lent must be open until then, so that the clipboard is
// never without owner.
func (g *Guard) Close() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.broken = fmt.Errorf("tell the guard: %w", os.ErrClosed)
	_ = g.pipe.Close() // closed already when the watcher is gone
	defer g.out.Close()
	if g.keeping {
		g.out.bound = g.takeOver
		line, err := g.ack.ReadString('\n')
		if line == keptLine || errors.Is(err, os.ErrDeadlineExceeded) {
			// It goes its own way, like a program the user opened; this only takes note of its end, and ends with this process.
			go func() { _ = g.cmd.Wait() }()
			if err != nil {
				return fmt.Errorf("hand the clipboard to the guard: %w", err)
			}
			return nil
		}
	}
	late := time.AfterFunc(guardAnswer, func() { _ = g.cmd.Process.Kill() })
	defer late.Stop()
	return g.cmd.Wait()
}

// told is one line to the watcher: a state of what is held, or a clipboard to keep.
type told struct {
	Held
	Keep *Kept `json:"keep,omitempty"`
}

// RunGuard is the watcher: it reads one JSON line for each state of the other side's Held from in, answers each with an empty line
// on out, and when in ends or ctx does, releases every key and button of the last state, sets its locks and takes back its
// keycodes. It connects before it answers for the first time. The program should ignore SIGTERM, SIGINT and SIGHUP while it runs: a
// session's end reaches both processes, and the watcher has to be the last.
//
// A line may also be a clipboard to keep. When in ends while the lender has it, the watcher takes it over, says "kept" on out, and
// returns only when somebody else has copied, the server is gone, or one of those signals came.
func RunGuard(ctx context.Context, in io.Reader, out io.Writer, a Address) error {
	c, err := Dial(ctx, a)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := c.need("XTEST"); err != nil {
		return err
	}
	if _, err := c.useXKB(); err != nil {
		return err
	}
	// Answering somebody who has just been killed must not end the watcher: its work only begins then.
	signal.Ignore(syscall.SIGPIPE)
	lines := make(chan told)
	ended := make(chan error, 1)
	stop := make(chan struct{})
	defer close(stop)
	// The reader cannot be interrupted; it ends with the pipe, at the latest with this process.
	go func() {
		dec := json.NewDecoder(in)
		for {
			var h told
			if err := dec.Decode(&h); err != nil {
				ended <- err
				return
			}
			select {
			case lines <- h:
			case <-stop:
				return
			}
		}
	}()
	var last Held
	var keep *keeper
	if _, err := io.WriteString(out, "\n"); err != nil {
		return fmt.Errorf("guard: %w", err)
	}
	finish := func(err error) error { // keys first
		released := c.letGo(last)
		return errors.Join(err, released, keep.stay(ctx, out))
	}
	for {
		select {
		case line := <-lines:
			switch {
			case line.Keep == nil:
				last = line.Held
			case keep == nil:
				if keep, err = newKeeper(c); err != nil {
					return errors.Join(fmt.Errorf("guard: %w", err), c.letGo(last))
				}
				fallthrough
			default:
				if err := keep.keep(*line.Keep); err != nil {
					return errors.Join(fmt.Errorf("guard: %w", err), c.letGo(last))
				}
			}
			// The answer may fail because the other side has just died; what it held is released all the same.
			if _, err := io.WriteString(out, "\n"); err != nil {
				return finish(fmt.Errorf("guard: %w", err))
			}
		case <-keep.wakes():
			keep.look()
		case err := <-ended:
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // died while writing: the line before counts
				err = nil
			}
			return finish(err)
		case <-ctx.Done():
			return c.letGo(last)
		case <-c.drained:
			return c.gone("guard")
		}
	}
}

// letGo makes true that nothing of h is left. It tries everything, also after an error.
func (c *Conn) letGo(h Held) error {
	var all error
	for _, k := range h.Keys {
		all = errors.Join(all, xtest.FakeInputChecked(c.x, xproto.KeyRelease, k, 0, 0, 0, 0, 0).Check())
	}
	for _, b := range h.Buttons {
		all = errors.Join(all, xtest.FakeInputChecked(c.x, xproto.ButtonRelease, b, 0, 0, 0, 0, 0).Check())
	}
	if h.Locks != 0 {
		all = errors.Join(all, c.lockMods(h.Locks, h.Locks))
	}
	return errors.Join(all, c.unmapKeys(h.Bound))
}
