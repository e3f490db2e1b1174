package linux_test

import (
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"

	"pace/backend/system"
	"pace/native/linux"
	"pace/native/linux/linuxtest"
	"pace/native/linux/x11"
)

func probesOf(t *testing.T, o linux.Options) map[string]system.Probe {
	t.Helper()
	out := map[string]system.Probe{}
	for _, p := range linux.Probes(t.Context(), o) {
		require.NotContains(t, out, p.Name)
		require.NotEmpty(t, p.Detail, p.Name)
		if p.State != system.Ok && p.Name != "audio" {
			require.NotEmpty(t, p.Fix, p.Name)
		}
		out[p.Name] = p
	}
	return out
}

func healthy(d *linuxtest.Desktop, more ...string) linux.Options {
	return linux.Options{Environ: append(d.Env(), more...), GuardCommand: []string{os.Args[0], x11.GuardCommand}}
}

func TestAHealthyDesktopPassesItsProbes(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Sound: true, Keyring: true})
	desk := connect(t, d)
	p := launched(t, d, desk, "gtk3.py", "--only", "now")
	elementOf(t, t.Context(), desk, p, "button", "Now")
	good := []string{"session", "display", "window manager", "input", "screen capture", "accessibility", "audio", "keyring"}
	var found map[string]system.Probe
	for range 5 { // a probe gives up after a second, which a busy machine may need to start a process
		found = probesOf(t, healthy(d))
		if !slices.ContainsFunc(good, func(name string) bool { return found[name].State != system.Ok }) {
			break
		}
	}
	for _, name := range good {
		require.Equal(t, system.Ok, found[name].State, "%+v", found[name])
	}
	require.Equal(t, "Openbox", found["window manager"].Detail)
	require.Contains(t, found["display"].Detail, "1280×800")
}

func TestProbesTellWhatIsNotThere(t *testing.T) {
	found := probesOf(t, linux.Options{Environ: []string{"HOME=/nonexistent", "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent"}})
	for _, name := range []string{"session", "display", "window manager", "input", "screen capture", "accessibility"} {
		require.Equal(t, system.Fail, found[name].State, name)
	}
	for _, name := range []string{"audio", "keyring", "screen lock"} {
		require.Equal(t, system.Missing, found[name].State, name)
	}
}

func TestProbesTellWhatIsLimited(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{WM: "none"})
	found := probesOf(t, healthy(d, "XDG_SESSION_TYPE=wayland"))
	require.Equal(t, system.Warn, found["session"].State)
	require.Contains(t, found["session"].Detail, "XWayland")
	require.Equal(t, system.Warn, found["window manager"].State)
	require.Equal(t, system.Warn, found["accessibility"].State, "no program runs")
	require.Equal(t, system.Missing, found["audio"].State)
	require.Equal(t, system.Missing, found["keyring"].State)

	o := healthy(d)
	o.GuardCommand = nil
	require.Equal(t, system.Fail, probesOf(t, o)["input"].State)
	o.GuardCommand = []string{"/bin/false", x11.GuardCommand}
	require.Equal(t, system.Fail, probesOf(t, o)["input"].State)
}

func TestAServerThatTakesNobodysCallIsGivenUp(t *testing.T) {
	// A display and a bus that accept and never say a word.
	dir := t.TempDir()
	bus := filepath.Join(dir, "bus")
	listen, err := net.Listen("unix", bus)
	require.NoError(t, err)
	defer listen.Close()
	screen, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer screen.Close()
	for _, l := range []net.Listener{listen, screen} {
		go func() { // ends with the listener
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				defer c.Close()
			}
		}()
	}
	port := screen.Addr().(*net.TCPAddr).Port
	if port < 6000 {
		t.Skip("the port has no display number")
	}
	o := linux.Options{Environ: []string{"HOME=" + dir, "DISPLAY=127.0.0.1:" + strconv.Itoa(port-6000), "DBUS_SESSION_BUS_ADDRESS=unix:path=" + bus, "DBUS_SYSTEM_BUS_ADDRESS=unix:path=" + bus}}
	found := probesOf(t, o)
	require.Equal(t, system.Fail, found["display"].State)
	require.Equal(t, system.Fail, found["accessibility"].State)
	desk, err := linux.New(t.Context(), o)
	require.NoError(t, err)
	require.Nil(t, desk.Windows)
	require.Nil(t, desk.Tree)
	_, err = linux.Locked(t.Context(), o)
	require.ErrorIs(t, err, linux.ErrLockUnknown)
}

// saver answers as a screen saver does.
type saver struct{ on atomic.Bool }

func (s *saver) GetActive() (bool, *dbus.Error) { return s.on.Load(), nil }

// login answers as the login manager's session object does.
type login struct{ locked atomic.Pointer[dbus.Variant] }

func (l *login) set(v any) {
	x := dbus.MakeVariant(v)
	l.locked.Store(&x)
}

func (l *login) Get(iface, name string) (dbus.Variant, *dbus.Error) {
	return *l.locked.Load(), nil
}

func TestALockedScreenIsNoticed(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Private: true})
	o := healthy(d, "DBUS_SYSTEM_BUS_ADDRESS="+d.BusAddress)
	_, err := linux.Locked(t.Context(), o)
	require.ErrorIs(t, err, linux.ErrLockUnknown)
	require.Equal(t, system.Missing, probesOf(t, o)["screen lock"].State)

	conn, err := dbus.Connect(d.BusAddress)
	require.NoError(t, err)
	defer conn.Close()
	serve := func(name, path, iface string, object any) {
		require.NoError(t, conn.Export(object, dbus.ObjectPath(path), iface))
		_, err := conn.RequestName(name, dbus.NameFlagDoNotQueue)
		require.NoError(t, err)
	}
	s, l := &saver{}, &login{}
	l.set(false)
	serve("org.mate.ScreenSaver", "/org/mate/ScreenSaver", "org.mate.ScreenSaver", s)
	locked, err := linux.Locked(t.Context(), o)
	require.NoError(t, err)
	require.False(t, locked)
	require.Equal(t, system.Ok, probesOf(t, o)["screen lock"].State)
	s.on.Store(true)
	locked, err = linux.Locked(t.Context(), o)
	require.NoError(t, err)
	require.True(t, locked)
	require.Equal(t, system.Warn, probesOf(t, o)["screen lock"].State)
	s.on.Store(false)

	serve("org.freedesktop.login1", "/org/freedesktop/login1/session/auto", "org.freedesktop.DBus.Properties", l)
	locked, err = linux.Locked(t.Context(), o)
	require.NoError(t, err)
	require.False(t, locked)
	l.set(true)
	locked, err = linux.Locked(t.Context(), o)
	require.NoError(t, err)
	require.True(t, locked)
	l.set("no truth value")
	locked, err = linux.Locked(t.Context(), o)
	require.NoError(t, err)
	require.False(t, locked, "the screen saver still answers")
}
