package linux

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/godbus/dbus/v5"

	"pace/backend/system"
)

// Lock is the lock of the screen: the screen saver of the desktop where one tells whether it is active, else the login
// manager, whose request a locker of the session carries out. It fulfils system.Lock.
type Lock struct{ o Options }

var _ system.Lock = (*Lock)(nil)

// NewLock makes a Lock. Nothing is connected before it is used, and no service is started.
func NewLock(o Options) *Lock { return &Lock{o.filled()} }

// Capability is ready where somebody tells whether the screen is locked: then it can be seen what a request came to.
func (l *Lock) Capability(ctx context.Context) system.Capability {
	c := system.Capability{Name: "screen lock", State: system.Ready}
	if _, err := l.Locked(ctx); err != nil {
		c.State, c.Reason = system.Absent, "Nothing here locks the screen: neither a screen saver of the desktop nor the login manager answers."
		c.Fix = "Start the screen locker of your desktop, for instance light-locker or xfce4-screensaver."
	}
	return c
}

// Locked asks both.
func (l *Lock) Locked(ctx context.Context) (bool, error) { return Locked(ctx, l.o) }

// errNoLock says that nobody took the request.
var errNoLock = errors.New("nobody took the request to lock the screen")

// Lock asks the first screen saver that knows whether it is active, else the login manager. One of them is asked, once.
func (l *Lock) Lock(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, busLimit)
	defer cancel()
	err := errNoLock
	if conn, berr := openBus(ctx, l.o.SessionBus); berr == nil {
		defer conn.Close()
		for _, s := range screenSavers() {
			o := conn.Object(s[0], dbus.ObjectPath(s[1]))
			var on bool
			if o.CallWithContext(ctx, s[0]+".GetActive", dbus.FlagNoAutoStart).Store(&on) != nil {
				continue
			}
			var args []any
			if s[0] == "org.cinnamon.ScreenSaver" {
				args = []any{""} // the message that it shows
			}
			if err = o.CallWithContext(ctx, s[0]+".Lock", dbus.FlagNoAutoStart, args...).Err; err == nil || !unknownMethod(err) {
				return lockError(err)
			}
		}
	}
	conn, berr := openBus(ctx, systemBus(l.o.Environ))
	if berr != nil {
		return errors.Join(err, berr)
	}
	defer conn.Close()
	path, serr := loginSession(ctx, conn, valueIn(l.o.Environ, "XDG_SESSION_ID"))
	if serr != nil {
		return errors.Join(err, serr)
	}
	return lockError(conn.Object(loginManager, path).CallWithContext(ctx, loginManager+".Session.Lock", dbus.FlagNoAutoStart).Err)
}

// unknownMethod reports whether a request was not understood, so that nothing was done for it.
func unknownMethod(err error) bool {
	var answer dbus.Error
	return errors.As(err, &answer) && (answer.Name == "org.freedesktop.DBus.Error.UnknownMethod" || answer.Name == "org.freedesktop.DBus.Error.UnknownInterface")
}

// lockError tells a request that was refused from one that is not answered: some lockers answer only when the screen is
// locked.
func lockError(err error) error {
	var answer dbus.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &answer) && answer.Name != "org.freedesktop.DBus.Error.NoReply":
		return fmt.Errorf("lock the screen: %w", err)
	}
	return fmt.Errorf("lock the screen: %w: %w", system.ErrNoAnswer, err)
}

// Wake listens for what both tell when the state changes.
func (l *Lock) Wake(ctx context.Context) (<-chan struct{}, error) {
	open, end := context.WithCancel(ctx) // a connection lives as long as its context
	armed := time.AfterFunc(busLimit, end)
	saver, sErr := follow(open, l.o.SessionBus, dbus.WithMatchMember("ActiveChanged"))
	login, lErr := follow(open, systemBus(l.o.Environ), dbus.WithMatchSender(loginManager), dbus.WithMatchMember("PropertiesChanged"))
	if !armed.Stop() || sErr != nil && lErr != nil {
		end()
		saver.close()
		login.close()
		return nil, fmt.Errorf("follow the screen lock: %w", errors.Join(sErr, lErr, ctx.Err()))
	}
	out := make(chan struct{}, 1)
	go func() { // ends with ctx
		defer close(out)
		defer end()
		defer saver.close()
		defer login.close()
		for {
			var alive bool
			select {
			case <-ctx.Done():
				return
			case _, alive = <-saver.signals:
				if !alive {
					saver.signals = nil // its bus went away; the other is left
				}
			case _, alive = <-login.signals:
				if !alive {
					login.signals = nil
				}
			}
			select {
			case out <- struct{}{}:
			default:
			}
		}
	}()
	return out, nil
}

// following is a connection to a bus for some of its signals. The zero value hears nothing.
type following struct {
	conn    *dbus.Conn
	signals chan *dbus.Signal
}

func follow(ctx context.Context, bus string, match ...dbus.MatchOption) (following, error) {
	conn, err := openBus(ctx, bus)
	if err != nil {
		return following{}, err
	}
	f := following{conn, make(chan *dbus.Signal, 16)}
	conn.Signal(f.signals)
	if err := conn.AddMatchSignalContext(ctx, match...); err != nil {
		f.close()
		return following{}, err
	}
	return f, nil
}

func (f following) close() {
	if f.conn != nil {
		_ = f.conn.Close()
	}
}
