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
	"sync"
	"syscall"
	"time"

	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"
)

// GuardCommand is the hidden subcommand of the program that RunGuard answers to.
const GuardCommand = "__guard"

// Guard is the near end of the watcher process: a Recorder which tells it what is held. When this process ends, however it ends,
// the pipe closes and the watcher lets go of whatever it was told last.
type Guard struct {
	cmd  *exec.Cmd
	pipe io.WriteCloser
	ack  *bufio.Reader
	out  *os.File

	mu     sync.Mutex
	broken error
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
	g := &Guard{cmd: cmd, pipe: pipe, ack: bufio.NewReader(deadlineReader{r}), out: r}
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() }) // which ends the read below
	defer stop()
	if _, err := g.ack.ReadString('\n'); err != nil {
		_ = cmd.Process.Kill()
		return nil, errors.Join(fmt.Errorf("start the guard: it did not answer: %w", err), g.Close())
	}
	return g, nil
}

// deadlineReader gives each read its own bound.
type deadlineReader struct{ *os.File }

func (d deadlineReader) Read(p []byte) (int, error) {
	if err := d.SetReadDeadline(time.Now().Add(guardAnswer)); err != nil {
		return 0, err
	}
	return d.File.Read(p)
}

// Record tells the watcher and returns when it has understood. After an error the guard is broken for good.
func (g *Guard) Record(h Held) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.broken != nil {
		return g.broken
	}
	line, err := json.Marshal(h)
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

// Close ends the watcher, which releases what it was told last, and waits for it.
func (g *Guard) Close() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.broken = fmt.Errorf("tell the guard: %w", os.ErrClosed)
	_ = g.pipe.Close() // closed already when the watcher is gone
	late := time.AfterFunc(guardAnswer, func() { _ = g.cmd.Process.Kill() })
	defer late.Stop()
	defer g.out.Close()
	return g.cmd.Wait()
}

// RunGuard is the watcher: it reads one JSON line for each state of the other side's Held from in, answers each with an empty line
// on out, and when in ends or ctx does, releases every key and button of the last state, sets its locks and takes back its
// keycodes. It connects before it answers for the first time. The program should ignore SIGTERM, SIGINT and SIGHUP while it runs: a
// session's end reaches both processes, and the watcher has to be the last.
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
	lines := make(chan Held)
	ended := make(chan error, 1)
	stop := make(chan struct{})
	defer close(stop)
	// The reader cannot be interrupted; it ends with the pipe, at the latest with this process.
	go func() {
		dec := json.NewDecoder(in)
		for {
			var h Held
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
	if _, err := io.WriteString(out, "\n"); err != nil {
		return fmt.Errorf("guard: %w", err)
	}
	for {
		select {
		case last = <-lines:
			// The answer may fail because the other side has just died; what it held is released all the same.
			if _, err := io.WriteString(out, "\n"); err != nil {
				return errors.Join(fmt.Errorf("guard: %w", err), c.letGo(last))
			}
		case err := <-ended:
			released := c.letGo(last)
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // died while writing: the line before counts
				err = nil
			}
			return errors.Join(err, released)
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
