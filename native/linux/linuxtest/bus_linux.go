package linuxtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// nobody is the configuration of a bus on which everything is allowed and nothing is started: what happens to be
// installed on the machine (a program that shows notifications, say) must not come to answer a test.
const nobody = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=%s</listen>%s
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`

// Bus is a private message bus with nobody on it.
type Bus struct {
	Address string
	service *service
}

// StartBus gives the test a message bus of its own, without a desktop.
func StartBus(t testing.TB) *Bus {
	t.Helper()
	return startBus(t, "")
}

// StartBusFor gives the test a bus that starts a program for a name when it is asked to. The program does nothing but
// write the file that mark names.
func StartBusFor(t testing.TB, name string) (b *Bus, mark string) {
	t.Helper()
	dir := t.TempDir()
	mark = filepath.Join(dir, "started")
	service := fmt.Appendf(nil, "[D-BUS Service]\nName=%s\nExec=/usr/bin/touch %s\n", name, mark)
	must(t, os.WriteFile(filepath.Join(dir, name+".service"), service, 0o600), "write a service")
	return startBus(t, "<servicedir>"+dir+"</servicedir>"), mark
}

func startBus(t testing.TB, more string) *Bus {
	t.Helper()
	Need(t, "dbus-daemon")
	dir := t.TempDir()
	config := filepath.Join(dir, "bus.conf")
	must(t, os.WriteFile(config, fmt.Appendf(nil, nobody, dir, more), 0o600), "configure a bus")
	s, line := hold(t, []string{"HOME=" + dir, "XDG_RUNTIME_DIR=" + dir}, "unix:",
		"dbus-daemon", "--config-file="+config, "--nofork", "--nopidfile", "--print-address=1")
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
