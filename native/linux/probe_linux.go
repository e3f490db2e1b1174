package linux

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"

	"pace/backend/system"
	"pace/native/linux/atspi"
	"pace/native/linux/x11"
)

// probeLimit bounds each probe; they run at the same time.
const probeLimit = time.Second

// Probes examines what Pace needs of this machine, by trying it. It presses no key, starts no service and shows nothing.
func Probes(ctx context.Context, o Options) []system.Probe {
	o = o.filled()
	all := []func(context.Context, Options) []system.Probe{probeSession, probeScreen, probeAccess, probeMachine, probeLock, probeKeyring}
	found := make([][]system.Probe, len(all))
	var wg sync.WaitGroup
	for i, probe := range all {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, probeLimit)
			defer cancel()
			found[i] = probe(ctx, o)
		})
	}
	wg.Wait()
	var out []system.Probe
	for _, f := range found {
		out = append(out, f...)
	}
	return out
}

func one(name string, state system.Health, detail, fix string) []system.Probe {
	return []system.Probe{{Name: name, State: state, Detail: detail, Fix: fix}}
}

// probeSession tells Wayland from X11.
func probeSession(_ context.Context, o Options) []system.Probe {
	wayland := onWayland(o.Environ)
	const name, fix = "session", "At the login screen, choose the session that says “Xorg” or “X11”, then log in again."
	switch {
	case wayland && o.Display == "":
		return one(name, system.Fail, "This is a Wayland session without X11; windows, mouse and keyboard are out of reach.", fix)
	case wayland:
		return one(name, system.Warn, "This is a Wayland session: only programs that run under XWayland can be moved, clicked and captured.", fix)
	case o.Display == "":
		return one(name, system.Fail, "There is no graphical session: DISPLAY is not set.", "Start Pace from a terminal or menu of your desktop.")
	}
	return one(name, system.Ok, "X11", "")
}

// onWayland reports whether programs of the session may be out of X11's sight.
func onWayland(environ []string) bool {
	return valueIn(environ, "XDG_SESSION_TYPE") == "wayland" || valueIn(environ, "WAYLAND_DISPLAY") != ""
}

// probeScreen looks at everything that goes through the display, on one connection.
func probeScreen(ctx context.Context, o Options) []system.Probe {
	x, err := dialDisplay(ctx, o)
	if err != nil {
		out := one("display", system.Fail, "The display can't be reached: "+err.Error()+".", "Start Pace inside your graphical session, as the user who is logged in.")
		for _, name := range []string{"window manager", "input", "screen capture"} {
			out = append(out, one(name, system.Fail, "It needs the display.", "Make the display reachable first.")...)
		}
		return out
	}
	// Closing is what ends a call to a server that does not answer.
	stop := context.AfterFunc(ctx, func() { _ = x.Close() })
	defer func() {
		stop()
		_ = x.Close()
	}()
	out := probeDisplay(x, o)
	out = append(out, probeManager(x)...)
	picture := probeCapture(x)
	out = append(out, probeInput(ctx, x, o)...) // last: it starts a process
	return append(out, picture...)
}

func probeDisplay(x *x11.Conn, o Options) []system.Probe {
	ms, err := x.Monitors()
	if err != nil {
		return one("display", system.Fail, "The monitors can't be listed: "+err.Error()+".", "Log out and in again.")
	}
	var sizes []string
	for _, m := range ms {
		sizes = append(sizes, fmt.Sprintf("%d×%d", m.Bounds.W, m.Bounds.H))
	}
	detail := fmt.Sprintf("%s, %s", o.Display, strings.Join(sizes, " and "))
	if s := scaleOf(x, o.Environ)(); s != 1 {
		detail += fmt.Sprintf(", scale %g", s)
	}
	return one("display", system.Ok, detail, "")
}

func probeManager(x *x11.Conn) []system.Probe {
	wm, err := x.WindowManager()
	switch {
	case err != nil:
		return one("window manager", system.Fail, "It can't be asked: "+err.Error()+".", "Log out and in again.")
	case wm == nil:
		return one("window manager", system.Warn, "None is running; windows can't be listed or moved reliably.", "Start a window manager, for instance openbox.")
	}
	var lacks []string
	for _, hint := range []string{"_NET_ACTIVE_WINDOW", "_NET_CLIENT_LIST_STACKING"} {
		if !wm.Supports(hint) {
			lacks = append(lacks, hint)
		}
	}
	if len(lacks) > 0 {
		return one("window manager", system.Warn, wm.Name+" does not support "+strings.Join(lacks, ", ")+".", "Use a window manager that follows EWMH.")
	}
	return one("window manager", system.Ok, wm.Name, "")
}

// probeInput opens the keyboard and, where there is one, starts the guard; nothing is pressed.
func probeInput(ctx context.Context, x *x11.Conn, o Options) []system.Probe {
	const name = "input"
	in, err := x11.NewInput(x, x11.InputOptions{})
	if err != nil {
		return one(name, system.Fail, "Mouse and keyboard can't be used: "+err.Error()+".", "Use an X server with the XTEST and XKEYBOARD extensions; all common ones have them.")
	}
	defer in.Close()
	if _, err := in.Keyboard().Map(); err != nil {
		return one(name, system.Fail, "The keyboard layout can't be read: "+err.Error()+".", "Set the keyboard layout again in your desktop's settings.")
	}
	if err := checkGuard(o.GuardCommand); err != nil {
		return one(name, system.Fail, err.Error()+".", "Install Pace again; its program file can't be found.")
	}
	if _, err := x.HardwareIdle(); errors.Is(err, x11.ErrNoExtension) {
		return one(name, system.Warn, "What you did before Pace started can't be told from what programs did.", "Use a current X server.")
	}
	env := []string{"DISPLAY=" + o.Display, "XAUTHORITY=" + o.XAuthority, "HOME=" + valueIn(o.Environ, "HOME")}
	g, err := x11.StartGuard(ctx, o.GuardCommand[0], x.Address(), env...)
	if err != nil {
		return one(name, system.Fail, "The watcher that lets go of keys does not start: "+err.Error()+".", "Install Pace again.")
	}
	if err := g.Close(); err != nil {
		return one(name, system.Warn, "The watcher that lets go of keys did not end well: "+err.Error()+".", "Install Pace again.")
	}
	return one(name, system.Ok, "mouse and keyboard through XTEST, with a watcher that lets go of keys", "")
}

func probeCapture(x *x11.Conn) []system.Probe {
	const name = "screen capture"
	f, err := x.Capture(x11.Rect{W: 64, H: 64}, nil)
	if err != nil {
		return one(name, system.Warn, "No picture of the screen can be taken: "+err.Error()+".", "Use a display with 24-bit colour.")
	}
	return one(name, system.Ok, fmt.Sprintf("a picture of %d×%d pixels was taken", f.Rect.W, f.Rect.H), "")
}

// probeAccess asks the accessibility bus who takes part.
func probeAccess(ctx context.Context, o Options) []system.Probe {
	const name = "accessibility"
	a, err := atspi.Dial(ctx, atspi.Address{Session: o.SessionBus, Direct: o.Access})
	if err != nil {
		return one(name, system.Fail, "The accessibility bus can't be reached: "+err.Error()+".", "Install at-spi2-core, then log out and in again.")
	}
	defer a.Close()
	programs, err := a.Programs(ctx)
	if err != nil {
		return one(name, system.Fail, "The accessibility bus does not answer: "+err.Error()+".", "Log out and in again.")
	}
	const turnOn = "Run: gsettings set org.gnome.desktop.interface toolkit-accessibility true — then start your programs again."
	if on, err := toolkitAccess(ctx, o.SessionBus); err == nil && !on {
		return one(name, system.Warn, "It is turned off in the settings; some programs show nothing to Pace.", turnOn)
	}
	answers := 0
	for _, p := range programs {
		if p.Answers {
			answers++
		}
	}
	switch {
	case len(programs) == 0:
		return one(name, system.Warn, "The bus is there, but no running program takes part.", "Open a program, for instance the calculator, and look again.")
	case answers == 0:
		return one(name, system.Warn, fmt.Sprintf("None of %d programs answers.", len(programs)), "Close programs that hang, and look again.")
	}
	return one(name, system.Ok, fmt.Sprintf("%d of %d programs answer", answers, len(programs)), "")
}

// toolkitAccess reads the setting toolkit-accessibility as the bus launcher sees it.
func toolkitAccess(ctx context.Context, session string) (bool, error) {
	conn, err := openBus(ctx, session)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	var v dbus.Variant
	err = conn.Object("org.a11y.Bus", "/org/a11y/bus").CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", 0,
		"org.a11y.Status", "IsEnabled").Store(&v)
	if err != nil {
		return false, err
	}
	on, ok := v.Value().(bool)
	if !ok {
		return false, errors.New("the setting has another form")
	}
	return on, nil
}

func probeLock(ctx context.Context, o Options) []system.Probe {
	const name = "screen lock"
	locked, err := Locked(ctx, o)
	switch {
	case errors.Is(err, ErrLockUnknown):
		return one(name, system.Missing, "Nothing tells whether the screen is locked.", "Pace can't notice a locked screen here; a screen saver of your desktop would tell it.")
	case err != nil:
		return one(name, system.Missing, "It can't be asked: "+err.Error()+".", "")
	case locked:
		return one(name, system.Warn, "The screen is locked.", "Unlock the screen.")
	}
	return one(name, system.Ok, "the screen is not locked", "")
}

// probeKeyring looks at the default collection without opening it: that would show a dialog.
func probeKeyring(ctx context.Context, o Options) []system.Probe {
	const name, service = "keyring", "org.freedesktop.secrets"
	const fix = "Install gnome-keyring or KWallet, then log out and in again."
	conn, err := openBus(ctx, o.SessionBus)
	if err != nil {
		return one(name, system.Missing, "The session bus can't be reached: "+err.Error()+".", "Start Pace inside your graphical session.")
	}
	defer conn.Close()
	var path dbus.ObjectPath
	err = conn.Object(service, "/org/freedesktop/secrets").
		CallWithContext(ctx, "org.freedesktop.Secret.Service.ReadAlias", dbus.FlagNoAutoStart, "default").Store(&path)
	if err != nil {
		return one(name, system.Missing, "No keyring is running, so keys for outside services can't be kept.", fix)
	}
	if path == "/" {
		return one(name, system.Warn, "The keyring has no default folder yet.", "Open your desktop's password program and make a keyring.")
	}
	var v dbus.Variant
	err = conn.Object(service, path).CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", dbus.FlagNoAutoStart,
		"org.freedesktop.Secret.Collection", "Locked").Store(&v)
	if err != nil {
		return one(name, system.Warn, "The keyring does not tell whether it is open: "+err.Error()+".", fix)
	}
	if locked, ok := v.Value().(bool); !ok || locked {
		return one(name, system.Warn, "The keyring is locked.", "Unlock it in your desktop's password program, or log in with your password.")
	}
	return one(name, system.Ok, "open", "")
}
