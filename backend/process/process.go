package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

const (
	defaultLimit = 64 << 10
	defaultGrace = 2 * time.Second
	// pipeDelay bounds the wait for pipes that a grandchild inherited and keeps open.
	pipeDelay = time.Second
)

// Command says what to start.
type Command struct {
	Path     string        // a path, or a name looked up in the PATH the child gets
	Args     []string      // without the program's name
	Dir      string        // "" is the folder of Pace itself
	Keep     []string      // names that may pass from Pace's environment beyond the usual ones
	Env      []string      // KEY=VALUE, wins over what was passed
	OnScreen bool          // also pass what a program with a window needs
	Stdin    io.Reader     // nil: empty, or with Piped a pipe that stays open
	Piped    bool          // Start only: Child.Stdin and Child.Stdout are pipes; Stdin is ignored
	Limit    int           // kept bytes of each output; ≤ 0 means 64 KiB
	Grace    time.Duration // wait after closing stdin and again after TERM; ≤ 0 means 2 s
}

// Output is the end of what a child wrote.
type Output struct {
	Text    []byte
	Dropped int64 // bytes before Text that were not kept
}

// Result is how a child ended.
type Result struct {
	Code    int            // exit code; -1 when a signal ended it
	Signal  syscall.Signal // 0 when it exited by itself
	Stopped bool           // Pace ended it: the context was done or Stop was called
	Stdout  Output         // empty when Piped
	Stderr  Output
}

// ErrNotFound says that the program is not installed.
var ErrNotFound = errors.New("program not found")

// Starter starts children with a given environment to choose from.
type Starter struct{ parent []string }

// New takes the environment to choose from, usually os.Environ().
func New(environ []string) *Starter { return &Starter{parent: environ} }

// Run starts the child and waits for its end. A program that ran and failed is a Result with a
// Code, not an error; an error means that it could not be started, or that ctx ended first (the
// Result then holds what it wrote, and the group is gone).
func (s *Starter) Run(ctx context.Context, c Command) (Result, error) {
	c.Piped = false
	child, err := s.Start(ctx, c)
	if err != nil {
		return Result{}, err
	}
	result := child.Wait()
	if result.Stopped {
		return result, fmt.Errorf("run %s: %w", filepath.Base(c.Path), context.Cause(ctx))
	}
	return result, nil
}

// Child is a running program.
type Child struct {
	// Stdin and Stdout are set when the Command was Piped. Reads end with io.EOF, or with
	// fs.ErrClosed, soon after the child has gone.
	Stdin  io.WriteCloser
	Stdout io.ReadCloser

	PID int

	cmd     *exec.Cmd
	grace   time.Duration
	stdout  *tail
	stderr  *tail
	pipes   []io.Closer // Pace's ends
	stop    chan struct{}
	once    sync.Once
	done    chan struct{} // closed when result is set and the group was dealt with
	result  Result
	stopped bool // written by own before done is closed
}

// Start starts the child and returns. When ctx ends the child is stopped. Someone must call Wait or
// Stop; the goroutines of a child end with it, at the latest after twice Grace plus a second.
func (s *Starter) Start(ctx context.Context, c Command) (*Child, error) {
	name := filepath.Base(c.Path)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	cmd, err := s.command(c)
	if err != nil {
		return nil, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = pipeDelay
	if c.Limit <= 0 {
		c.Limit = defaultLimit
	}
	if c.Grace <= 0 {
		c.Grace = defaultGrace
	}
	child := &Child{cmd: cmd, grace: c.Grace, stderr: newTail(c.Limit), stdout: newTail(c.Limit),
		stop: make(chan struct{}), done: make(chan struct{})}
	cmd.Stderr = child.stderr
	var theirs []io.Closer
	defer func() {
		for _, end := range theirs {
			end.Close()
		}
	}()
	switch {
	case c.Piped:
		// Own pipes instead of cmd.StdoutPipe: that one is closed by Wait, which loses what the
		// child wrote just before it ended.
		inRead, inWrite, err := os.Pipe()
		if err != nil {
			return nil, fmt.Errorf("start %s: %w", name, err)
		}
		theirs = append(theirs, inRead)
		outRead, outWrite, err := os.Pipe()
		if err != nil {
			inWrite.Close()
			return nil, fmt.Errorf("start %s: %w", name, err)
		}
		theirs = append(theirs, outWrite)
		cmd.Stdin, cmd.Stdout = inRead, outWrite
		child.Stdin, child.Stdout = inWrite, outRead
		child.pipes = []io.Closer{inWrite, outRead}
	default:
		cmd.Stdin, cmd.Stdout = c.Stdin, child.stdout
	}
	if err := cmd.Start(); err != nil {
		for _, pipe := range child.pipes {
			pipe.Close()
		}
		return nil, startError(name, err)
	}
	child.PID = cmd.Process.Pid
	go child.own(ctx)
	return child, nil
}

// Wait waits for the end of the child. It may be called many times, from anywhere.
func (c *Child) Wait() Result {
	<-c.done
	return c.result
}

// Done is closed when the child has ended.
func (c *Child) Done() <-chan struct{} { return c.done }

// Stop ends the child and its group and returns when they are gone: stdin is closed, after Grace
// TERM is sent to the group, after another Grace KILL.
func (c *Child) Stop() Result {
	c.once.Do(func() { close(c.stop) })
	return c.Wait()
}

// Errors is what the child wrote to stderr so far.
func (c *Child) Errors() Output { return c.stderr.output() }

// own is the one goroutine that waits for the child and ends it.
func (c *Child) own(ctx context.Context) {
	defer close(c.done)
	exited := make(chan struct{})
	go func() {
		defer close(exited)
		c.cmd.Wait() // the error repeats ProcessState; a copy cut short by WaitDelay is no failure
	}()
	select {
	case <-exited:
	case <-ctx.Done():
		c.end(exited)
	case <-c.stop:
		c.end(exited)
	}
	state := c.cmd.ProcessState
	c.result = Result{Code: state.ExitCode(), Stopped: c.stopped, Stdout: c.stdout.output(), Stderr: c.stderr.output()}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		c.result.Signal = status.Signal()
	}
	if c.stopped {
		// A reader may be waiting for a grandchild that left the group and kept the pipe.
		for _, pipe := range c.pipes {
			pipe.Close()
		}
		return
	}
	if c.Stdin != nil {
		c.Stdin.Close() // Stdout stays open for what is still in the pipe
	}
}

// end goes from asking to forcing. KILL is always sent at last: when the leader went at once its
// children may have stayed.
func (c *Child) end(exited <-chan struct{}) {
	c.stopped = true
	if c.Stdin != nil {
		c.Stdin.Close()
		c.wait(exited)
	}
	c.signal(syscall.SIGTERM)
	c.wait(exited)
	c.signal(syscall.SIGKILL)
	<-exited // KILL can't be refused, and WaitDelay bounds the pipes
}

func (c *Child) wait(exited <-chan struct{}) {
	timer := time.NewTimer(c.grace)
	defer timer.Stop()
	select {
	case <-exited:
	case <-timer.C:
	}
}

// signal reaches the whole group. "No such process" means that it is gone, which is what we want;
// darwin says "not permitted" for a group that holds only zombies.
func (c *Child) signal(sig syscall.Signal) { syscall.Kill(-c.PID, sig) }

func (s *Starter) command(c Command) (*exec.Cmd, error) {
	env := Environment(s.parent, c.OnScreen, c.Keep, c.Env)
	path, err := find(c.Path, lookup(env, "PATH"))
	if err != nil {
		return nil, err
	}
	return &exec.Cmd{Path: path, Args: append([]string{c.Path}, c.Args...), Dir: c.Dir, Env: env}, nil
}

// Find says where a program is, or ErrNotFound.
func (s *Starter) Find(name string) (string, error) { return find(name, lookup(s.parent, "PATH")) }

// find looks a name up in the given PATH, not in that of the process, and never in the current
// folder: an empty or relative entry of PATH is skipped.
func find(name, path string) (string, error) {
	if filepath.Base(name) != name {
		if err := executable(name); err != nil {
			return "", startError(filepath.Base(name), err)
		}
		return name, nil
	}
	for _, dir := range filepath.SplitList(path) {
		if full := filepath.Join(dir, name); filepath.IsAbs(dir) && executable(full) == nil {
			return full, nil
		}
	}
	return "", fmt.Errorf("%s: %w", name, ErrNotFound)
}

func executable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir() || info.Mode().Perm()&0o111 == 0:
		return fs.ErrPermission
	}
	return nil
}

func startError(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("start %s: %w", name, errors.Join(ErrNotFound, err))
	}
	return fmt.Errorf("start %s: %w", name, err)
}
