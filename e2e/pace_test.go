//go:build linux

package e2e

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"pace/backend/desktop"
	"pace/native/linux"
	"pace/native/linux/linuxtest"
	"pace/native/linux/x11"
)

// limit bounds every wait; it is never the expected time of anything.
const limit = 60 * time.Second

// binary is the Pace that is tried. Without one there is nothing to try.
func binary(t *testing.T) string {
	t.Helper()
	path := os.Getenv("PACE")
	if path == "" {
		path = filepath.Join("..", "build", "bin", "pace")
	}
	path, err := filepath.Abs(path)
	require.NoError(t, err)
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("build/bin/pace is missing; make build makes it")
		}
		t.Skip("build/bin/pace is missing; make build makes it")
	}
	return path
}

// person sits in front of a private desktop.
type person struct {
	t    *testing.T
	desk *linuxtest.Desktop
	*desktop.Desktop
}

func sit(t *testing.T) *person {
	t.Helper()
	d := linuxtest.Start(t, linuxtest.Options{Private: true})
	desk, err := linux.New(t.Context(), linux.Options{Environ: d.Env(), GuardCommand: []string{os.Args[0], x11.GuardCommand}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, desk.Close()) })
	require.Empty(t, desk.Missing)
	return &person{t, d, desk}
}

// sees looks until ok, woken by each signal of the accessibility bus and of the window list. Some programs are silent
// while they start, so it also looks now and then by itself.
func (p *person) sees(what string, ok func(ctx context.Context) bool) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), limit)
	defer cancel()
	windows, err := p.Windows.Watch(ctx)
	require.NoError(p.t, err)
	events, err := p.Watcher.Watch(ctx, desktop.Scope{})
	if !errors.Is(err, desktop.ErrNotFound) { // only programs without accessibility are open: the look now and then is left
		require.NoError(p.t, err)
	}
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for !ok(ctx) {
		select {
		case <-windows:
		case <-events:
		case <-again.C:
		case <-ctx.Done():
			p.t.Fatalf("never seen: %s", what)
		}
	}
}

// window waits for a window with this title that fits.
func (p *person) window(title string, fits func(desktop.Window) bool) desktop.Window {
	p.t.Helper()
	var found desktop.Window
	p.sees("the window "+title, func(ctx context.Context) bool {
		ws, err := p.Windows.List(ctx)
		require.NoError(p.t, err)
		for _, w := range ws {
			if w.Title == title && fits(w) {
				found = w
				return true
			}
		}
		return false
	})
	return found
}

func inFront(w desktop.Window) bool { return w.Active }

// element waits until the program of a process shows an element.
func (p *person) element(pid int, what string, fits func(desktop.Element) bool) desktop.Element {
	p.t.Helper()
	var found desktop.Element
	var shown []string // for whoever reads why it was not found
	defer func() {
		if p.t.Failed() {
			p.t.Logf("shown instead:\n%s", strings.Join(shown, "\n"))
		}
	}()
	p.sees(what, func(ctx context.Context) bool {
		shown = nil
		apps, err := p.Tree.Apps(ctx)
		require.NoError(p.t, err)
		for _, a := range apps {
			if a.PID != pid || !a.Answers {
				continue
			}
			s, err := p.Tree.Snapshot(ctx, desktop.Scope{App: a.Ref}, desktop.Limits{Budget: 20_000})
			if err != nil {
				continue // it is only just starting
			}
			for _, e := range s.Elements {
				shown = append(shown, e.Describe()+" "+e.Value)
				if fits(e) {
					found = e
					return true
				}
			}
		}
		return false
	})
	return found
}

func is(role desktop.Role, name string) func(desktop.Element) bool {
	return func(e desktop.Element) bool { return e.Role == role && e.Name == name && e.Has(desktop.Visible) }
}

// types sends text to whatever has the keyboard.
func (p *person) types(text string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), limit)
	defer cancel()
	require.NoError(p.t, p.Input.Type(ctx, text, func(int) error { return nil }))
}

// picture keeps the screen for somebody who wants to look at it.
func (p *person) picture(name string) {
	folder := os.Getenv("PACE_SHOTS")
	if folder == "" {
		return
	}
	require.NoError(p.t, os.MkdirAll(folder, 0o755))
	require.NoError(p.t, p.desk.Command(p.t.Context(), "import", "-window", "root", filepath.Join(folder, name+".png")).Run())
}

// run is one started Pace and what it prints.
type run struct {
	cmd    *exec.Cmd
	output bytes.Buffer
	exited chan struct{}
}

// starts begins a Pace, which ends with the test at the latest.
func (p *person) starts(arguments ...string) *run {
	p.t.Helper()
	return p.startsWith(nil, arguments...)
}

// startsWith is starts with more in the environment.
func (p *person) startsWith(environ []string, arguments ...string) *run {
	p.t.Helper()
	r := &run{cmd: p.desk.Command(context.WithoutCancel(p.t.Context()), binary(p.t), arguments...), exited: make(chan struct{})}
	r.cmd.Env = append(r.cmd.Env, environ...)
	r.cmd.Stdout, r.cmd.Stderr = &r.output, &r.output
	r.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	r.cmd.WaitDelay = 5 * time.Second
	require.NoError(p.t, r.cmd.Start())
	go func() { // ends with the process, which the clean-up below makes sure of
		_ = r.cmd.Wait()
		close(r.exited)
	}()
	p.t.Cleanup(sync.OnceFunc(func() {
		_ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL)
		<-r.exited
		if p.t.Failed() {
			p.t.Logf("pace %s printed:\n%s", strings.Join(arguments, " "), &r.output)
		}
	}))
	return r
}

// ends waits for the end of a Pace.
func (p *person) ends(r *run) (code int, output string) {
	p.t.Helper()
	select {
	case <-r.exited:
	case <-time.After(limit):
		p.t.Fatal("pace does not end")
	}
	return r.cmd.ProcessState.ExitCode(), r.output.String()
}

// below lists the processes that a process has started, and those that they have.
func below(t *testing.T, pid int) (out []int) {
	t.Helper()
	lists, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/children")
	require.NoError(t, err)
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if errors.Is(err, os.ErrNotExist) {
			continue // that thread has ended
		}
		require.NoError(t, err)
		for _, field := range strings.Fields(string(text)) {
			child, err := strconv.Atoi(field)
			require.NoError(t, err)
			out = append(append(out, child), below(t, child)...)
		}
	}
	return out
}

// watched lets the end of a process be waited for, although it is not ours.
type watched struct {
	name string
	fd   int
}

func watch(t *testing.T, pids []int) (out []watched) {
	t.Helper()
	for _, pid := range pids {
		fd, err := unix.PidfdOpen(pid, 0)
		if errors.Is(err, unix.ESRCH) {
			continue
		}
		require.NoError(t, err)
		t.Cleanup(func() { _ = unix.Close(fd) })
		name, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/comm")
		out = append(out, watched{strings.TrimSpace(string(name)), fd})
	}
	return out
}

func (w watched) ends(t *testing.T) {
	t.Helper()
	n, err := unix.Poll([]unix.PollFd{{Fd: int32(w.fd), Events: unix.POLLIN}}, int(limit.Milliseconds()))
	for errors.Is(err, unix.EINTR) {
		n, err = unix.Poll([]unix.PollFd{{Fd: int32(w.fd), Events: unix.POLLIN}}, int(limit.Milliseconds()))
	}
	require.NoError(t, err)
	require.Equal(t, 1, n, "%s still runs", w.name)
}
