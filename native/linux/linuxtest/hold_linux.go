package linuxtest

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// holder runs a program for as long as its own standard input is open, so that a killed test binary leaves nothing
// behind. The program gets an input that is empty.
const holder = `exec 3<&0; "$@" </dev/null 3<&- & p=$!; read -r _ <&3; kill $p 2>/dev/null; wait $p 2>/dev/null`

// service is a program without a window that a test has started.
type service struct {
	hold  *exec.Cmd
	alive io.Closer
	once  sync.Once
}

// hold starts a service and waits until it prints a line that holds mark, which is returned. The program ends with the
// test, or with stop.
func hold(t testing.TB, env []string, mark string, command ...string) (*service, string) {
	t.Helper()
	s := &service{hold: exec.Command("sh", append([]string{"-c", holder, "sh"}, command...)...)}
	s.hold.Env = env
	s.hold.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	alive, err := s.hold.StdinPipe()
	must(t, err, "open the input of "+command[0])
	s.alive = alive
	said, err := s.hold.StdoutPipe()
	must(t, err, "open the output of "+command[0])
	s.hold.Stderr = s.hold.Stdout
	must(t, s.hold.Start(), "start "+command[0])
	t.Cleanup(s.stop)
	deadline := time.AfterFunc(startLimit, s.stop)
	var before []string
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if strings.Contains(lines.Text(), mark) {
			deadline.Stop()
			go func() { _, _ = io.Copy(io.Discard, said) }() // ends with the program
			return s, lines.Text()
		}
		before = append(before, lines.Text())
	}
	t.Fatalf("%s did not start:\n%s", command[0], strings.Join(before, "\n"))
	return nil, ""
}

// stop ends the program.
func (s *service) stop() {
	s.once.Do(func() {
		_ = s.signal(syscall.SIGCONT)
		_ = s.alive.Close()
		_ = s.hold.Wait() // its end is all that is wanted
	})
}

// signal is sent to the program and to what holds it; a stopped one takes it too.
func (s *service) signal(sig syscall.Signal) error {
	if err := syscall.Kill(-s.hold.Process.Pid, sig); err != nil {
		return fmt.Errorf("signal a service: %w", err)
	}
	return nil
}
