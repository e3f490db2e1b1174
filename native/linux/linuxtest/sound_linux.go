package linuxtest

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Sound is a private PulseAudio server whose outputs lead nowhere.
type Sound struct {
	Socket string
	env    []string
	server *service
}

// StartSound gives the test a sound server of its own, without a desktop. Each output is a name, or a name with more
// arguments of module-null-sink ("tv channels=6"); the first is the default output.
func StartSound(t testing.TB, outputs ...string) *Sound {
	t.Helper()
	Need(t, "pulseaudio", "pactl")
	dir := t.TempDir()
	s := &Sound{Socket: filepath.Join(dir, "native")}
	s.env = []string{"HOME=" + dir, "XDG_RUNTIME_DIR=" + dir, "PULSE_SERVER=unix:" + s.Socket, "LC_ALL=C", "PATH=/usr/bin:/bin"}
	command := []string{"pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--log-target=stderr", "--log-level=info",
		"-L", "module-native-protocol-unix socket=" + s.Socket}
	for _, o := range outputs {
		command = append(command, "-L", "module-null-sink sink_name="+o)
	}
	s.server, _ = hold(t, s.env, "Daemon startup complete", command...)
	if len(outputs) > 0 {
		name, _, _ := strings.Cut(outputs[0], " ")
		s.Pactl(t, "set-default-sink", name)
	}
	return s
}

// Env is what a program needs to find this server.
func (s *Sound) Env() []string { return s.env }

// Pactl does something to the server as another program would, and gives what it printed.
func (s *Sound) Pactl(t testing.TB, arguments ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), startLimit)
	defer cancel()
	c := exec.CommandContext(ctx, "pactl", arguments...)
	c.Env = s.env
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("pactl %s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// Stop ends the server.
func (s *Sound) Stop() { s.server.stop() }

// Hang makes the server answer nobody, until Resume. It still takes connections.
func (s *Sound) Hang(t testing.TB) {
	t.Helper()
	must(t, s.server.signal(syscall.SIGSTOP), "hold the sound server up")
}

// Resume ends Hang.
func (s *Sound) Resume(t testing.TB) {
	t.Helper()
	must(t, s.server.signal(syscall.SIGCONT), "let the sound server go on")
}
