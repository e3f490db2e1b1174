package linux

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"
)

// ErrLockUnknown says that nothing on this system tells whether the screen is locked.
var ErrLockUnknown = errors.New("nothing tells whether the screen is locked")

// lockLimit bounds the question: it is asked before every plan.
const lockLimit = 500 * time.Millisecond

// screenSavers are the services that answer GetActive, by the desktop they belong to. An active screen saver counts as a
// lock: nobody sees what would happen behind it.
func screenSavers() [][2]string {
	return [][2]string{
		{"org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"},
		{"org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"},
		{"org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"},
		{"org.mate.ScreenSaver", "/org/mate/ScreenSaver"},
		{"org.xfce.ScreenSaver", "/org/xfce/ScreenSaver"},
	}
}

// Locked reports whether the screen is locked, as the desktop's screen saver or the login manager tells. ErrLockUnknown
// when neither is there. It starts no service.
func Locked(ctx context.Context, o Options) (bool, error) {
	o = o.filled()
	ctx, cancel := context.WithTimeout(ctx, lockLimit)
	defer cancel()
	var saver, login answer
	var both sync.WaitGroup
	both.Go(func() { saver = askSavers(ctx, o.SessionBus) })
	both.Go(func() { login = askLogin(ctx, systemBus(o.Environ), valueIn(o.Environ, "XDG_SESSION_ID")) })
	both.Wait()
	switch {
	case saver == yes || login == yes:
		return true, nil
	case saver == no || login == no:
		return false, nil
	}
	return false, ErrLockUnknown
}

type answer int

const (
	unknown answer = iota
	no
	yes
)

func answerOf(b bool) answer {
	if b {
		return yes
	}
	return no
}

func systemBus(environ []string) string {
	if a := valueIn(environ, "DBUS_SYSTEM_BUS_ADDRESS"); a != "" {
		return a
	}
	return "unix:path=/var/run/dbus/system_bus_socket"
}

func askSavers(ctx context.Context, bus string) answer {
	conn, err := openBus(ctx, bus)
	if err != nil {
		return unknown
	}
	defer conn.Close()
	var calls []*dbus.Call
	for _, s := range screenSavers() {
		calls = append(calls, conn.Object(s[0], dbus.ObjectPath(s[1])).
			GoWithContext(ctx, s[0]+".GetActive", dbus.FlagNoAutoStart, make(chan *dbus.Call, 1)))
	}
	out := unknown
	for _, c := range calls {
		<-c.Done
		var on bool
		// GNOME owns the first name too, and answers there that the method is unknown: no answer either.
		if c.Store(&on) == nil {
			out = max(out, answerOf(on))
		}
	}
	return out
}

func askLogin(ctx context.Context, bus, session string) answer {
	conn, err := openBus(ctx, bus)
	if err != nil {
		return unknown
	}
	defer conn.Close()
	path, err := loginSession(ctx, conn, session)
	if err != nil {
		return unknown
	}
	var v dbus.Variant
	call := conn.Object(loginManager, path).CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", dbus.FlagNoAutoStart,
		loginManager+".Session", "LockedHint")
	if call.Store(&v) != nil {
		return unknown
	}
	on, ok := v.Value().(bool)
	if !ok {
		return unknown
	}
	return answerOf(on)
}

const loginManager = "org.freedesktop.login1"

// loginSession is the object of a session of the login manager, for "" of the one that Pace runs in.
func loginSession(ctx context.Context, conn *dbus.Conn, id string) (dbus.ObjectPath, error) {
	if id == "" {
		return "/org/freedesktop/login1/session/auto", nil
	}
	var path dbus.ObjectPath
	err := conn.Object(loginManager, "/org/freedesktop/login1").
		CallWithContext(ctx, loginManager+".Manager.GetSession", dbus.FlagNoAutoStart, id).Store(&path)
	if err != nil {
		return "", fmt.Errorf("find the session at the login manager: %w", err)
	}
	return path, nil
}
