package linuxtest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// startLimit bounds the start of a desktop. It takes about a quarter of a second on an idle machine.
const startLimit = 60 * time.Second

// Options choose a desktop. The zero value is a US keyboard, 1280x800, openbox, C.UTF-8.
type Options struct {
	WM     string // openbox (default), icewm or none
	Layout string // keyboard layout: us (default), de, fr, or a list such as "us,de"
	Size   string // WxH or WxHxD
	Lang   string // e.g. de_DE.UTF-8
	Scale  int    // whole-number scale of the programs; 0 means 1

	Compositor bool // also picom
	Sound      bool // also PulseAudio with a sink that leads nowhere
	Keyring    bool // also an unlocked keyring

	// Private asks for a desktop that no other test uses, ended with this test. Otherwise all tests of a test binary
	// with equal options share one, which ends with the binary.
	Private bool
}

// Desktop is a running private desktop. Its methods may be called by several tests at once, but there is only one
// keyboard focus: tests which type or click should not run in parallel on one Desktop.
type Desktop struct {
	Display    string // ":7"
	BusAddress string // of its session bus
	Dir        string // its folder: log/ holds the output of each part, home/ is its home
	Root       string // root of the source tree

	env      []string // complete environment of a program in it
	launched atomic.Int64
	stop     func()
}

// shared holds the desktops that outlive one test. A test binary has no other place that lives exactly as long as it
// does; each desktop ends by itself when the binary's end of its pipe closes.
var shared struct {
	sync.Mutex
	desktops map[Options]*Desktop
}

// Start gives the test a running desktop with these options.
func Start(t testing.TB, options Options) *Desktop {
	t.Helper()
	needDesktopPrograms(t, options)
	if options.Private {
		d := begin(t, options)
		t.Cleanup(d.stop)
		return d
	}
	shared.Lock()
	defer shared.Unlock()
	if d := shared.desktops[options]; d != nil {
		return d
	}
	d := begin(t, options)
	if shared.desktops == nil {
		shared.desktops = map[Options]*Desktop{}
	}
	shared.desktops[options] = d
	return d
}

// begin runs virtual-desktop.sh in the form that lives as long as its standard input is open.
func begin(t testing.TB, options Options) *Desktop {
	t.Helper()
	root, err := sourceRoot()
	must(t, err, "find the source tree")
	complaints, err := os.CreateTemp("", "pace-desktop-*.log")
	must(t, err, "make a file for the desktop's complaints")
	defer os.Remove(complaints.Name())
	defer complaints.Close()

	hold := exec.Command("bash", append([]string{filepath.Join(root, "build", "virtual-desktop.sh"), "hold"},
		options.arguments()...)...)
	hold.Stderr = complaints // a file, since a buffer would need a goroutine for as long as the desktop lives
	alive, err := hold.StdinPipe()
	must(t, err, "open the desktop's input")
	answer, err := hold.StdoutPipe()
	must(t, err, "open the desktop's output")
	must(t, hold.Start(), "start the desktop")
	stop := sync.OnceFunc(func() {
		_ = alive.Close() // the desktop ends when its input does
		_ = hold.Wait()   // its exit code was looked at when it started
	})

	deadline := time.AfterFunc(startLimit, stop)
	line, err := bufio.NewReader(answer).ReadString('\n')
	deadline.Stop()
	dir, ready := strings.CutPrefix(strings.TrimSpace(line), "ready ")
	if err != nil || !ready {
		stop()
		why, _ := os.ReadFile(complaints.Name())
		t.Fatalf("the private desktop did not start: %s", strings.TrimSpace(string(why)))
	}
	env, err := readEnvironment(filepath.Join(dir, "env"), os.Environ())
	if err != nil {
		stop()
		t.Fatalf("read the desktop's environment: %v", err)
	}
	return &Desktop{
		Display:    valueOf(env, "DISPLAY"),
		BusAddress: valueOf(env, "DBUS_SESSION_BUS_ADDRESS"),
		Dir:        dir,
		Root:       root,
		// The mark by which the desktop finds, when it ends, what was started in it.
		env:  append(env, "PACE_DESKTOP="+dir),
		stop: stop,
	}
}

// Env is the complete environment of a program in this desktop, with extra NAME=VALUE entries added.
func (d *Desktop) Env(extra ...string) []string {
	return append(slices.Clone(d.env), extra...)
}

// Value is one variable of that environment, "" when it is not set.
func (d *Desktop) Value(name string) string { return valueOf(d.env, name) }

// Command prepares a program of this desktop; a bare name is looked up on the desktop's PATH, where its browser comes
// first. The caller runs it and waits for it.
func (d *Desktop) Command(ctx context.Context, name string, arguments ...string) *exec.Cmd {
	path, err := d.lookPath(name)
	if err != nil {
		path = name // Start then says that it does not exist
	}
	command := exec.CommandContext(ctx, path, arguments...)
	command.Env = d.Env()
	command.Dir = d.Value("HOME")
	return command
}

func (d *Desktop) lookPath(name string) (string, error) {
	if strings.Contains(name, "/") {
		return name, nil
	}
	for _, folder := range filepath.SplitList(d.Value("PATH")) {
		path := filepath.Join(folder, name)
		if state, err := os.Stat(path); err == nil && state.Mode().IsRegular() && state.Mode()&0o111 != 0 {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: %w", name, exec.ErrNotFound)
}

func (o Options) arguments() []string {
	var out []string
	for name, value := range map[string]string{"--wm": o.WM, "--layout": o.Layout, "--size": o.Size, "--lang": o.Lang} {
		if value != "" {
			out = append(out, name, value)
		}
	}
	if o.Scale > 0 {
		out = append(out, "--scale", strconv.Itoa(o.Scale))
	}
	for name, wanted := range map[string]bool{
		"--compositor": o.Compositor, "--sound": o.Sound, "--keyring": o.Keyring,
	} {
		if wanted {
			out = append(out, name)
		}
	}
	return out
}

// readEnvironment applies a desktop's env file to base: NAME=VALUE sets, a bare NAME removes.
func readEnvironment(path string, base []string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	env := slices.Clone(base)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		name, _, set := strings.Cut(line, "=")
		env = slices.DeleteFunc(env, func(entry string) bool { return strings.HasPrefix(entry, name+"=") })
		if set {
			env = append(env, line)
		}
	}
	return env, nil
}

func valueOf(env []string, name string) string {
	for _, entry := range slices.Backward(env) {
		if value, found := strings.CutPrefix(entry, name+"="); found {
			return value
		}
	}
	return ""
}

// sourceRoot walks up from the package under test, where go test starts its binary.
func sourceRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "build", "virtual-desktop.sh")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no folder above holds build/virtual-desktop.sh")
		}
		dir = parent
	}
}

func must(t testing.TB, err error, what string) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}
