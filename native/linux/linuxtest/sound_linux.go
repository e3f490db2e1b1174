package linuxtest

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Sound is a private sound server whose outputs lead nowhere.
type Sound struct {
	Socket string
	env    []string
	server *service

	pipeWire bool
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
	s.first(t, outputs)
	return s
}

// pipeWire runs the three programs that make PipeWire a sound server, and says so when the last of them answers: only the
// session's manager knows of a default output, and none of them tells when it is ready.
const pipeWire = `
trap 'kill $all 2>/dev/null; wait; exit' TERM
pipewire & all=$!
mkdir "$XDG_RUNTIME_DIR/pulse" # or two of them would make it at once
until [ -S "$XDG_RUNTIME_DIR/pipewire-0" ]; do sleep 0.05; done
wireplumber & all="$all $!"
pipewire-pulse & all="$all $!"
until pactl info 2>/dev/null | grep -q "^Default Sink: auto_null"; do sleep 0.05; done
echo the sound server is ready
wait`

// StartPipeWire is StartSound with PipeWire in PulseAudio's place, as most desktops have it.
func StartPipeWire(t testing.TB, outputs ...string) *Sound {
	t.Helper()
	Need(t, "pipewire", "wireplumber", "pipewire-pulse", "pactl")
	dir := t.TempDir()
	s := &Sound{Socket: filepath.Join(dir, "pulse", "native"), pipeWire: true}
	s.env = []string{"HOME=" + dir, "XDG_RUNTIME_DIR=" + dir, "DBUS_SESSION_BUS_ADDRESS=" + StartBus(t).Address, "LC_ALL=C", "PATH=/usr/bin:/bin"}
	s.server, _ = hold(t, s.env, "the sound server is ready", "sh", "-c", pipeWire)
	for _, o := range outputs {
		s.Pactl(t, append([]string{"load-module", "module-null-sink"}, strings.Fields("sink_name="+o)...)...)
	}
	s.first(t, outputs)
	return s
}

// first makes the first of some outputs the default one.
func (s *Sound) first(t testing.TB, outputs []string) {
	t.Helper()
	if len(outputs) > 0 {
		name, _, _ := strings.Cut(outputs[0], " ")
		s.Choose(t, name)
	}
}

// SoundServers are the ones that desktops have, by name, and how to start each.
func SoundServers() map[string]func(t testing.TB, outputs ...string) *Sound {
	return map[string]func(t testing.TB, outputs ...string) *Sound{"PulseAudio": StartSound, "PipeWire": StartPipeWire}
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

// Choose makes an output the default one. PipeWire takes the wish and follows it a moment later.
func (s *Sound) Choose(t testing.TB, output string) {
	t.Helper()
	s.Pactl(t, "set-default-sink", output)
	for deadline := time.Now().Add(startLimit); s.Pactl(t, "get-default-sink") != output; {
		if time.Now().After(deadline) {
			t.Fatalf("%s did not become the default output", output)
		}
	}
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
