package linuxtest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const (
	windowLimit = 60 * time.Second // for a program's first window: Chromium on a busy machine takes its time
	endLimit    = 3 * time.Second  // for a program to end politely
)

// Program is a program that was launched in a Desktop. It is ended with its test.
type Program struct {
	Name   string
	PID    int    // also the id of its process group
	Title  string // of its first window; for a fixture the title it was asked to use
	Window uint32 // X id of its first window, 0 before there is one

	fixture bool   // one of build/fixtures
	log     string // its effects, when it is
	output  string // what it printed
	exited  chan struct{}
	stop    func()
}

// Launch starts a program and waits until its first window is on the screen. A name which ends in .py is a fixture of
// build/fixtures (gtk3.py, gtk4.py, qt5.py, page.py); it gets a title of its own unless the arguments name one.
func (d *Desktop) Launch(t testing.TB, name string, arguments ...string) *Program {
	t.Helper()
	number := d.launched.Add(1)
	path, title := name, ""
	if strings.HasSuffix(name, ".py") {
		Need(t, "/usr/bin/python3")
		if name == "page.py" {
			Need(t, "chromium")
		}
		path = filepath.Join(d.Root, "build", "fixtures", name)
		title, arguments = titled(name, number, arguments)
	}
	if _, err := d.lookPath(path); err != nil {
		missing(t, name)
	}
	p := d.start(t, name, path, number, arguments)
	p.Title, p.fixture = title, title != ""
	ctx, cancel := context.WithTimeout(t.Context(), windowLimit)
	defer cancel()
	ctx, ended := context.WithCancelCause(ctx)
	defer ended(nil)
	go func() { // ends with ctx, which this function cancels
		select {
		case <-p.exited:
			ended(fmt.Errorf("%s has ended", name))
		case <-ctx.Done():
		}
	}()
	window, err := awaitWindow(ctx, d.Display, func(w xWindow) bool {
		return groupOf(w.pid) == p.PID && strings.HasPrefix(w.title, p.Title) &&
			!(p.fixture && strings.HasPrefix(w.title, p.Title+" - Second"))
	})
	if err != nil {
		output := p.Output()
		if module, found := missingModule(output); found {
			missing(t, name+" needs: "+module)
		}
		t.Fatalf("%s showed no window: %v\n%s", name, err, output)
	}
	p.Window, p.Title = window.id, window.title
	return p
}

// titled makes sure that a fixture has a title of its own, by which its window is known.
func titled(name string, number int64, arguments []string) (string, []string) {
	if at := slices.Index(arguments, "--title"); at >= 0 && at+1 < len(arguments) {
		return arguments[at+1], arguments
	}
	title := fmt.Sprintf("%s fixture %d", strings.TrimSuffix(name, ".py"), number)
	return title, append(slices.Clone(arguments), "--title", title)
}

func (d *Desktop) start(t testing.TB, name, path string, number int64, arguments []string) *Program {
	t.Helper()
	base := filepath.Join(d.Dir, "programs", strconv.FormatInt(number, 10))
	must(t, os.MkdirAll(base, 0o700), "make the program's folder")
	p := &Program{
		Name:   name,
		log:    filepath.Join(base, "effects.ndjson"),
		output: filepath.Join(base, "output.log"),
		exited: make(chan struct{}),
	}
	output, err := os.Create(p.output)
	must(t, err, "open the program's output")
	defer output.Close()

	// The test's own context would kill only the leader: the clean-up below ends the whole group.
	command := d.Command(context.WithoutCancel(t.Context()), path, arguments...)
	command.Env = append(command.Env, "PACE_FIXTURE_LOG="+p.log)
	command.Stdout, command.Stderr = output, output
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	must(t, command.Start(), "start "+name)
	p.PID = command.Process.Pid
	go func() { // ends with the program, which stop makes sure of
		_ = command.Wait() // programs are ended by a signal, so the exit code says nothing
		close(p.exited)
	}()
	p.stop = sync.OnceFunc(func() {
		_ = syscall.Kill(-p.PID, syscall.SIGTERM) // an error means that it has ended already
		select {
		case <-p.exited:
		case <-time.After(endLimit):
		}
		_ = syscall.Kill(-p.PID, syscall.SIGKILL) // also what the leader left behind
		<-p.exited
	})
	t.Cleanup(func() {
		if t.Failed() {
			d.keepPicture(t)
			t.Logf("%s printed:\n%s", name, p.Output())
		}
		p.stop()
	})
	return p
}

// Stop ends the program and everything it started, now rather than with the test.
func (p *Program) Stop() { p.stop() }

// Exited is closed when the program has ended.
func (p *Program) Exited() <-chan struct{} { return p.exited }

// Output is what the program has printed so far.
func (p *Program) Output() string {
	text, err := os.ReadFile(p.output)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// keepPicture saves the screen of a failed test for the person who looks at it. It is a kindness: it never fails.
func (d *Desktop) keepPicture(t testing.TB) {
	tool, err := exec.LookPath("import")
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), endLimit)
	defer cancel()
	folder := filepath.Join(os.TempDir(), "pace-failed")
	if os.MkdirAll(folder, 0o755) != nil {
		return
	}
	path := filepath.Join(folder, strings.NewReplacer("/", "_", " ", "_").Replace(t.Name())+".png")
	if err := d.Command(ctx, tool, "-window", "root", path).Run(); err == nil {
		t.Logf("the screen as it was: %s", path)
	}
}

// groupOf is the process group of a process, 0 when it is not known.
func groupOf(pid int) int {
	if pid <= 0 {
		return 0
	}
	group, err := syscall.Getpgid(pid)
	if err != nil {
		return 0
	}
	return group
}
