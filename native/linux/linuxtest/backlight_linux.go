package linuxtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"
)

// Backlights is a folder as the kernel shows it, and a login manager on a bus that sets what is in it.
type Backlights struct {
	Folder string
	Bus    *Bus
	t      testing.TB

	mu      sync.Mutex
	refuses string // the D-Bus error that it answers with
	stuck   bool   // the file takes the value, the hardware doesn't
	hung    *hang
	asked   []string
}

// StartBacklights begins with no device, and with the login manager's session "auto" and "7".
func StartBacklights(t testing.TB) *Backlights {
	t.Helper()
	b := &Backlights{Folder: t.TempDir(), Bus: StartBus(t), t: t}
	conn, err := dbus.Connect(b.Bus.Address)
	must(t, err, "connect the login manager")
	t.Cleanup(func() {
		b.Resume()
		_ = conn.Close()
	})
	const name, face = "org.freedesktop.login1", "org.freedesktop.login1.Session"
	for _, path := range []dbus.ObjectPath{"/org/freedesktop/login1/session/auto", "/org/freedesktop/login1/session/_7"} {
		must(t, conn.Export(loginSession{b}, path, face), "export a session")
		must(t, conn.Export(loginSession{b}, path, "org.freedesktop.DBus.Properties"), "export a session's properties")
	}
	must(t, conn.Export(loginManager{}, "/org/freedesktop/login1", "org.freedesktop.login1.Manager"), "export the login manager")
	_, err = conn.RequestName(name, dbus.NameFlagDoNotQueue)
	must(t, err, "name the login manager")
	return b
}

// Add makes a device of a kind (firmware, platform, raw).
func (b *Backlights) Add(name, kind string, step, most int) {
	b.t.Helper()
	must(b.t, os.MkdirAll(filepath.Join(b.Folder, name), 0o755), "make a backlight")
	must(b.t, os.WriteFile(filepath.Join(b.Folder, name, "type"), []byte(kind+"\n"), 0o644), "make a backlight")
	b.write(name, "max_brightness", most)
	b.write(name, "brightness", step)
	b.write(name, "actual_brightness", step)
}

// write changes a file in one go, as the kernel does: a reader never meets half of it.
func (b *Backlights) write(name, file string, n int) {
	f, err := os.OpenFile(filepath.Join(b.Folder, name, file), os.O_WRONLY|os.O_CREATE, 0o644)
	must(b.t, err, "write a backlight")
	defer f.Close()
	_, err = f.WriteAt([]byte(fmt.Sprintf("%-12d\n", n)), 0)
	must(b.t, err, "write a backlight")
}

// Keys changes the brightness as the keys of the machine do.
func (b *Backlights) Keys(name string, step int) {
	b.write(name, "brightness", step)
	b.write(name, "actual_brightness", step)
}

// Actual is what the hardware says, whatever was asked for.
func (b *Backlights) Actual(name string, step int) { b.write(name, "actual_brightness", step) }

// Step is how bright a device really is.
func (b *Backlights) Step(name string) int {
	text, err := os.ReadFile(filepath.Join(b.Folder, name, "actual_brightness"))
	must(b.t, err, "read a backlight")
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	must(b.t, err, "read a backlight")
	return n
}

// Refuses makes the login manager answer with an error of this name; "" ends that.
func (b *Backlights) Refuses(name string) { b.behave(func() { b.refuses = name }) }

// Stuck makes the hardware keep its brightness, whatever is written.
func (b *Backlights) Stuck() { b.behave(func() { b.stuck = true }) }

// Hang makes the login manager answer nothing, until Resume. What it gives is closed when somebody waits.
func (b *Backlights) Hang() (waits <-chan struct{}) {
	h := newHang()
	b.behave(func() { b.hung = h })
	return h.waits
}

// Resume ends Hang.
func (b *Backlights) Resume() {
	b.behave(func() {
		b.hung.end()
		b.hung = nil
	})
}

// Asked lists the requests: "backlight intel 30".
func (b *Backlights) Asked() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string{}, b.asked...)
}

func (b *Backlights) behave(how func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	how()
}

type loginManager struct{}

func (loginManager) GetSession(id string) (dbus.ObjectPath, *dbus.Error) {
	if id != "7" {
		return "", dbus.NewError("org.freedesktop.login1.NoSuchSession", []any{"No session '" + id + "' known"})
	}
	return "/org/freedesktop/login1/session/_7", nil
}

type loginSession struct{ b *Backlights }

func (s loginSession) Get(_, name string) (dbus.Variant, *dbus.Error) {
	if name == "Id" {
		return dbus.MakeVariant("7"), nil
	}
	return dbus.MakeVariant(false), nil
}

func (s loginSession) SetBrightness(subsystem, name string, step uint32) *dbus.Error {
	s.b.mu.Lock()
	hung, refuses, stuck := s.b.hung, s.b.refuses, s.b.stuck
	s.b.asked = append(s.b.asked, fmt.Sprintf("%s %s %d", subsystem, name, step))
	s.b.mu.Unlock()
	hung.wait()
	if refuses != "" {
		return dbus.NewError(refuses, []any{"no"})
	}
	if _, err := os.Stat(filepath.Join(s.b.Folder, name)); subsystem != "backlight" || errors.Is(err, os.ErrNotExist) {
		return dbus.NewError("org.freedesktop.DBus.Error.InvalidArgs", []any{"no such device"})
	}
	s.b.write(name, "brightness", int(step))
	if !stuck {
		s.b.write(name, "actual_brightness", int(step))
	}
	return nil
}
