package linux_test

import (
	"context"
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"
	"github.com/stretchr/testify/require"

	"pace/backend/system"
	"pace/native/linux"
	"pace/native/linux/linuxtest"
)

// locker is the screen saver of a desktop: it tells whether it is active, locks when it is asked to, and tells of it.
type locker struct {
	conn  *dbus.Conn
	name  string
	path  dbus.ObjectPath
	mu    sync.Mutex
	on    bool
	deaf  bool
	asked int
}

func (l *locker) GetActive() (bool, *dbus.Error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.on, nil
}

func (l *locker) Lock() *dbus.Error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	if !l.deaf {
		l.on = true
		_ = l.conn.Emit(l.path, l.name+".ActiveChanged", true)
	}
	return nil
}

// cinnamon is one whose Lock takes a message to show.
type cinnamon struct{ *locker }

func (c cinnamon) Lock(message string) *dbus.Error { return c.locker.Lock() }

func startLocker(t *testing.T, bus, name, path string, as func(*locker) any) *locker {
	t.Helper()
	conn, err := dbus.Connect(bus)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	l := &locker{conn: conn, name: name, path: dbus.ObjectPath(path)}
	require.NoError(t, conn.Export(as(l), l.path, name))
	got, err := conn.RequestName(name, dbus.NameFlagDoNotQueue)
	require.NoError(t, err)
	require.Equal(t, dbus.RequestNameReplyPrimaryOwner, got)
	return l
}

func plain(l *locker) any { return l }

// logind is the session object of the login manager. Its Lock only tells the session; a locker of the session sets the hint.
type logind struct {
	props  *prop.Properties
	locker bool
	mu     sync.Mutex
	asked  int
}

func (l *logind) Lock() *dbus.Error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	if l.locker {
		l.props.SetMust("org.freedesktop.login1.Session", "LockedHint", true)
	}
	return nil
}

func startLogind(t *testing.T, bus, path string, locker bool) *logind {
	t.Helper()
	conn, err := dbus.Connect(bus)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	l := &logind{locker: locker}
	require.NoError(t, conn.Export(l, dbus.ObjectPath(path), "org.freedesktop.login1.Session"))
	l.props, err = prop.Export(conn, dbus.ObjectPath(path), prop.Map{"org.freedesktop.login1.Session": {"LockedHint": {Value: false, Emit: prop.EmitTrue}}})
	require.NoError(t, err)
	require.NoError(t, conn.Export(logins{dbus.ObjectPath(path)}, "/org/freedesktop/login1", "org.freedesktop.login1.Manager"))
	_, err = conn.RequestName("org.freedesktop.login1", dbus.NameFlagDoNotQueue)
	require.NoError(t, err)
	return l
}

// logins finds the session "2".
type logins struct{ path dbus.ObjectPath }

func (m logins) GetSession(id string) (dbus.ObjectPath, *dbus.Error) {
	if id != "2" {
		return "", dbus.NewError("org.freedesktop.login1.NoSuchSession", nil)
	}
	return m.path, nil
}

func lockOn(session, machine *linuxtest.Bus, more ...string) *linux.Lock {
	return linux.NewLock(linux.Options{Environ: append([]string{"DBUS_SESSION_BUS_ADDRESS=" + session.Address, "DBUS_SYSTEM_BUS_ADDRESS=" + machine.Address}, more...)})
}

// locks asks for the lock and waits until it is told that something changed.
func locks(t *testing.T, l *linux.Lock) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	on, err := l.Locked(ctx)
	require.NoError(t, err)
	require.False(t, on)
	wake, err := l.Wake(ctx)
	require.NoError(t, err)
	require.NoError(t, l.Lock(ctx))
	_, open := <-wake
	require.True(t, open, "nobody told of the change")
	on, err = l.Locked(ctx)
	require.NoError(t, err)
	return on
}

func TestTheScreenSaverOfTheDesktopIsAskedToLock(t *testing.T) {
	for _, c := range []struct {
		name, path string
		as         func(*locker) any
	}{
		{"org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", plain},
		{"org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", plain},
		{"org.mate.ScreenSaver", "/org/mate/ScreenSaver", plain},
		{"org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver", func(l *locker) any { return cinnamon{l} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			session, machine := linuxtest.StartBus(t), linuxtest.StartBus(t)
			saver := startLocker(t, session.Address, c.name, c.path, c.as)
			login := startLogind(t, machine.Address, "/org/freedesktop/login1/session/auto", true)
			l := lockOn(session, machine)
			require.Equal(t, system.Ready, l.Capability(t.Context()).State)
			require.True(t, locks(t, l))
			require.Equal(t, 1, saver.asked)
			require.Zero(t, login.asked, "one of the two is enough")
		})
	}
}

func TestWithoutAScreenSaverTheLoginManagerIsAsked(t *testing.T) {
	session, machine := linuxtest.StartBus(t), linuxtest.StartBus(t)
	login := startLogind(t, machine.Address, "/org/freedesktop/login1/session/_32", true)
	l := lockOn(session, machine, "XDG_SESSION_ID=2")
	require.True(t, locks(t, l))
	require.Equal(t, 1, login.asked)

	other := lockOn(session, machine, "XDG_SESSION_ID=7")
	require.Error(t, other.Lock(t.Context()), "there is no such session")
	require.Equal(t, system.Absent, other.Capability(t.Context()).State)
}

// half knows whether it is active and nothing else.
type half struct{}

func (half) GetActive() (bool, *dbus.Error) { return false, nil }

func TestAScreenSaverThatCanNotLockLeavesItToTheLoginManager(t *testing.T) {
	session, machine := linuxtest.StartBus(t), linuxtest.StartBus(t)
	startLocker(t, session.Address, "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", func(*locker) any { return half{} })
	login := startLogind(t, machine.Address, "/org/freedesktop/login1/session/auto", true)
	require.True(t, locks(t, lockOn(session, machine)))
	require.Equal(t, 1, login.asked)
}

func TestARequestThatNobodyCarriesOutIsSeenToHaveDoneNothing(t *testing.T) {
	session, machine := linuxtest.StartBus(t), linuxtest.StartBus(t)
	startLogind(t, machine.Address, "/org/freedesktop/login1/session/auto", false)
	l := lockOn(session, machine)
	require.NoError(t, l.Lock(t.Context()), "it was taken")
	on, err := l.Locked(t.Context())
	require.NoError(t, err)
	require.False(t, on)
}

func TestWhereNothingLocksTheScreenThatIsSaid(t *testing.T) {
	session, machine := linuxtest.StartBus(t), linuxtest.StartBus(t)
	for name, l := range map[string]*linux.Lock{"nobody answers": lockOn(session, machine),
		"there is no bus": linux.NewLock(linux.Options{Environ: []string{"DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent", "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent"}})} {
		t.Run(name, func(t *testing.T) {
			c := l.Capability(t.Context())
			require.Equal(t, system.Absent, c.State)
			require.NotEmpty(t, c.Reason)
			require.NotEmpty(t, c.Fix)
			require.Error(t, l.Lock(t.Context()))
			_, err := l.Locked(t.Context())
			require.ErrorIs(t, err, linux.ErrLockUnknown)
		})
	}
}

func TestListeningToALockEndsWithItsContextAndOutlivesABus(t *testing.T) {
	session, machine := linuxtest.StartBus(t), linuxtest.StartBus(t)
	startLogind(t, machine.Address, "/org/freedesktop/login1/session/auto", true)
	l := lockOn(session, machine)
	ctx, cancel := context.WithCancel(t.Context())
	wake, err := l.Wake(ctx)
	require.NoError(t, err)
	session.Stop()
	<-wake // what went away is a reason to look
	require.NoError(t, l.Lock(ctx))
	<-wake
	cancel()
	for range wake { // until it is closed
	}
	_, err = linux.NewLock(linux.Options{Environ: []string{"DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent", "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent"}}).Wake(t.Context())
	require.Error(t, err)
}
