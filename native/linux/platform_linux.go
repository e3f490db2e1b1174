package linux

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
	"pace/native/linux/x11"
)

// Options say where the screen is. Empty fields are taken from Environ as any program of the session would.
type Options struct {
	Display    string // ":0"
	XAuthority string // file with the keys of X servers
	SessionBus string // D-Bus address
	Access     string // D-Bus address of the accessibility bus itself, when the session bus should not be asked

	Environ []string           // NAME=VALUE, usually os.Environ()
	Keep    []string           // names that started programs get of Environ beyond the usual
	OwnPID  func(pid int) bool // which processes are Pace; nil: this one

	// GuardCommand starts this binary so that it calls RunGuard: when Pace dies it lets go of pressed keys and gives a
	// lent clipboard back. Without it no key or button is pressed.
	GuardCommand []string
}

// filled takes from Environ what is not given.
func (o Options) filled() Options {
	fill := func(field *string, name string) {
		if *field == "" {
			*field = valueIn(o.Environ, name)
		}
	}
	fill(&o.Display, "DISPLAY")
	fill(&o.XAuthority, "XAUTHORITY")
	fill(&o.SessionBus, "DBUS_SESSION_BUS_ADDRESS")
	fill(&o.Access, "AT_SPI_BUS_ADDRESS")
	if home := valueIn(o.Environ, "HOME"); o.XAuthority == "" && home != "" {
		o.XAuthority = filepath.Join(home, ".Xauthority")
	}
	if dir := valueIn(o.Environ, "XDG_RUNTIME_DIR"); o.SessionBus == "" && dir != "" {
		o.SessionBus = "unix:path=" + filepath.Join(dir, "bus")
	}
	if o.OwnPID == nil {
		self := os.Getpid()
		o.OwnPID = func(pid int) bool { return pid == self }
	}
	return o
}

// dialLimit bounds the wait for a display or a bus that does not answer.
const dialLimit = 2 * time.Second

// New connects to the screen. Parts that can't be had are nil and their reason is in Missing; the error is that of ctx
// alone. The display and the accessibility bus are dialled at the same time; what costs more (the guard process, the
// clipboard, watching the user's input) begins with its first use.
func New(ctx context.Context, o Options) (*desktop.Desktop, error) {
	o = o.filled()
	var x *x11.Conn
	var a *atspi.Client
	var xErr, aErr error
	dialling, cancel := context.WithTimeout(ctx, dialLimit)
	defer cancel()
	var both sync.WaitGroup
	both.Go(func() { x, xErr = dialDisplay(dialling, o) })
	both.Go(func() { a, aErr = dialAccess(dialling, o) })
	both.Wait()
	if err := ctx.Err(); err != nil {
		_ = (&given{x: x, a: a}).close()
		return nil, fmt.Errorf("connect to the screen: %w", err)
	}
	d := &desktop.Desktop{Missing: map[string]error{}, Launcher: NewLauncher(o.Environ, o.SessionBus, o.Keep)}
	var geo Geometry
	back := &given{x: x, a: a}
	if xErr == nil {
		scale := scaleOf(x, o.Environ)
		back.windows = NewWindows(x, o.OwnPID, scale)
		d.Windows, geo = back.windows, back.windows
		d.Screen = &Screen{x, o.OwnPID, scale}
		back.clipboard = &Clipboard{x: x}
		d.Clipboard = back.clipboard
		err := checkGuard(o.GuardCommand)
		if err == nil {
			back.guard = &watchman{o: o}
			back.clipboard.guard = back.guard
			back.input = newInput(x, back.guard)
			d.Input = back.input
		}
		missing(d, err, "Input")
	}
	if aErr == nil {
		t := NewTree(a, geo)
		d.Tree, d.Actor, d.Watcher = t, NewActor(t), NewWatcher(t)
	}
	missing(d, xErr, "Windows", "Input", "Clipboard", "Screen")
	missing(d, aErr, "Tree", "Actor", "Watcher")
	d.Close = sync.OnceValue(back.close)
	return d, nil
}

// given is what Close gives back.
type given struct {
	x         *x11.Conn
	a         *atspi.Client
	windows   *Windows
	input     *Input
	clipboard *Clipboard
	guard     *watchman
}

// close gives back keys and clipboard first: both need the display. The guard goes between: the keys are up, and what
// nobody else took of the clipboard becomes its own while it is still ours.
func (g *given) close() error {
	var errs []error
	if g.input != nil {
		errs = append(errs, g.input.close())
	}
	if g.clipboard != nil {
		errs = append(errs, g.clipboard.leave())
	}
	if g.guard != nil {
		errs = append(errs, g.guard.close())
	}
	if g.clipboard != nil {
		errs = append(errs, g.clipboard.close())
	}
	if g.windows != nil {
		g.windows.wakes.stop()
	}
	if g.a != nil {
		errs = append(errs, g.a.Close())
	}
	if g.x != nil {
		errs = append(errs, g.x.Close())
	}
	return errors.Join(errs...)
}

func missing(d *desktop.Desktop, err error, parts ...string) {
	if err == nil {
		return
	}
	for _, p := range parts {
		d.Missing[p] = err
	}
}

func dialDisplay(ctx context.Context, o Options) (*x11.Conn, error) {
	if o.Display == "" {
		return nil, fmt.Errorf("%w: DISPLAY is not set", desktop.ErrNoDisplay)
	}
	x, err := x11.Dial(ctx, x11.Address{Display: o.Display, Xauthority: o.XAuthority})
	if err != nil && !errors.Is(err, x11.ErrNoDisplay) {
		return nil, fmt.Errorf("%w: %w", desktop.ErrNoDisplay, err)
	}
	return x, windowError(err)
}

// dialAccess connects to the accessibility bus. Registering for events makes programs fill their caches, so that the
// first read is quick; when it fails now, the first read tries again.
func dialAccess(ctx context.Context, o Options) (*atspi.Client, error) {
	a, err := atspi.Dial(ctx, atspi.Address{Session: o.SessionBus, Direct: o.Access})
	if err == nil {
		_ = a.Register(ctx) // the first subscription reports what is wrong
	}
	if err != nil && !errors.Is(err, atspi.ErrNoBus) {
		return nil, fmt.Errorf("%w: %w", desktop.ErrNoBus, err)
	}
	return a, translate(err)
}
