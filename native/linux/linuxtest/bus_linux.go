package linuxtest

import (
	"strings"
	"syscall"
	"testing"
)

// Bus is a private message bus with nobody on it.
type Bus struct {
	Address string
	service *service
}

// StartBus gives the test a message bus of its own, without a desktop.
func StartBus(t testing.TB) *Bus {
	t.Helper()
	Need(t, "dbus-daemon")
	dir := t.TempDir()
	s, line := hold(t, []string{"HOME=" + dir, "XDG_RUNTIME_DIR=" + dir}, "unix:",
		"dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1", "--address=unix:tmpdir="+dir)
	return &Bus{Address: strings.TrimSpace(line), service: s}
}

// Stop ends the bus, as when a session ends.
func (b *Bus) Stop() { b.service.stop() }

// Hang makes the bus take no more messages, until Resume.
func (b *Bus) Hang(t testing.TB) {
	t.Helper()
	must(t, b.service.signal(syscall.SIGSTOP), "hold the bus up")
}

// Resume ends Hang.
func (b *Bus) Resume(t testing.TB) {
	t.Helper()
	must(t, b.service.signal(syscall.SIGCONT), "let the bus go on")
}
