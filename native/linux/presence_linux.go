package linux

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"

	"pace/backend/process"
	"pace/backend/system"
	"pace/backend/untrusted"
)

// Presence asks the sound server who listens to a microphone, and whoever shows the notifications whether the user wants
// quiet. It connects for each question and starts nobody.
type Presence struct {
	sound   *Volume
	bus     string
	wayland bool
	starter *process.Starter
}

var _ system.Presence = (*Presence)(nil)

// NewPresence finds both as any program of the session would.
func NewPresence(o Options) *Presence {
	o = o.filled()
	return &Presence{NewVolume(o.Environ), o.SessionBus, onWayland(o.Environ), process.New(o.Environ)}
}

var (
	errNameless   = errors.New("a program listens that does not say which it is")
	errNotStarted = errors.New("the program that shows notifications has not been started yet")
)

// An unsaidError is of a program that shows notifications and does not tell whether its user wants quiet.
type unsaidError struct{ program string }

func (u *unsaidError) Error() string {
	return u.program + " does not tell whether it holds notifications back"
}

// Listening implements system.Presence.
func (p *Presence) Listening(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, busLimit)
	defer cancel()
	c, err := p.sound.dial(ctx)
	if err != nil {
		return nil, p.sound.explain(err)
	}
	defer c.Close()
	streams, err := c.Listening(ctx)
	if err != nil {
		return nil, p.sound.explain(err)
	}
	var out []string
	for _, s := range streams {
		if len(s.Names) == 0 {
			return nil, errNameless
		}
		out = append(out, s.Names...)
	}
	return out, nil
}

// DoNotDisturb implements system.Presence. Where no program shows notifications there is no switch that the user could
// have turned, so the answer is no; where one would be started for the first of them, what it then does is not known.
func (p *Presence) DoNotDisturb(ctx context.Context) (bool, error) {
	_, on, err := p.disturbance(ctx)
	return on, err
}

// disturbance also tells who shows the notifications, "" when nobody does.
func (p *Presence) disturbance(ctx context.Context) (program string, quiet bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, busLimit)
	defer cancel()
	defer func() { // the connection ends with ctx, and its own word for that may be the first to arrive
		if err != nil && ctx.Err() != nil {
			err = fmt.Errorf("%w: %w", context.Cause(ctx), err)
		}
	}()
	conn, err := openBus(ctx, p.bus)
	if err != nil {
		return "", false, err
	}
	defer conn.Close()
	var owner string
	if err := conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.GetNameOwner", 0, notifyName).Store(&owner); err != nil {
		switch err := offered(ctx, conn, notifyName); {
		case errors.Is(err, errNoNotifications):
			return "", false, nil
		case err != nil:
			return "", false, fmt.Errorf("look who shows notifications: %w", err)
		}
		return "", false, errNotStarted
	}
	// Asked by its own name, so that a program that has just ended is not started again.
	shows := conn.Object(owner, notifyPath)
	var vendor, version, spec string
	if err := shows.CallWithContext(ctx, notifyName+".GetServerInformation", dbus.FlagNoAutoStart).Store(&program, &vendor, &version, &spec); err != nil {
		return "", false, fmt.Errorf("ask who shows notifications: %w", err)
	}
	program = strings.Join(strings.Fields(untrusted.Clean(program)), " ")
	if program == "" {
		program = "a program without a name"
	}
	quiet, err = p.quietIn(ctx, conn, shows, program)
	if err != nil {
		return program, false, err
	}
	return program, quiet, nil
}

// quietIn reads a program's own switch. Each keeps it elsewhere.
func (p *Presence) quietIn(ctx context.Context, conn *dbus.Conn, shows dbus.BusObject, program string) (bool, error) {
	switch strings.ToLower(program) {
	case "dunst":
		return property(ctx, shows, "org.dunstproject.cmd0", "paused")
	case "gnome-shell":
		return p.gnome(ctx)
	case "xfce notify daemon":
		return xfce(ctx, conn)
	}
	var on bool
	// SwayNotificationCenter's, which has both names on one connection.
	err := conn.Object(shows.Destination(), "/org/erikreider/swaync/cc").
		CallWithContext(ctx, "org.erikreider.swaync.cc.GetDnd", dbus.FlagNoAutoStart).Store(&on)
	if err == nil {
		return on, nil
	}
	// KDE's, and whoever follows it.
	on, err = property(ctx, shows, notifyName, "Inhibited")
	var answered dbus.Error
	if errors.As(err, &answered) {
		return false, fmt.Errorf("%w: %w", &unsaidError{program}, err)
	}
	return on, err
}

// property reads a yes or no.
func property(ctx context.Context, of dbus.BusObject, face, name string) (bool, error) {
	var v dbus.Variant
	if err := of.CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", dbus.FlagNoAutoStart, face, name).Store(&v); err != nil {
		return false, fmt.Errorf("read %s of %s: %w", name, face, err)
	}
	return truth(v, name)
}

func truth(v dbus.Variant, name string) (bool, error) {
	on, ok := v.Value().(bool)
	if !ok {
		return false, fmt.Errorf("%s is a %s, not a yes or no", name, v.Signature())
	}
	return on, nil
}

// xfce reads the switch where Xfce keeps its settings. One that was never turned is not there.
func xfce(ctx context.Context, conn *dbus.Conn) (bool, error) {
	const channel, name = "xfce4-notifyd", "/do-not-disturb"
	keeps := conn.Object("org.xfce.Xfconf", "/org/xfce/Xfconf")
	var there bool
	if err := keeps.CallWithContext(ctx, "org.xfce.Xfconf.PropertyExists", dbus.FlagNoAutoStart, channel, name).Store(&there); err != nil {
		return false, fmt.Errorf("ask for Xfce's switch: %w", err)
	}
	if !there {
		return false, nil
	}
	var v dbus.Variant
	if err := keeps.CallWithContext(ctx, "org.xfce.Xfconf.GetProperty", dbus.FlagNoAutoStart, channel, name).Store(&v); err != nil {
		return false, fmt.Errorf("read Xfce's switch: %w", err)
	}
	return truth(v, name)
}

// gnome reads the switch from GNOME's settings, which no bus gives out: its own program reads them.
func (p *Presence) gnome(ctx context.Context) (bool, error) {
	r, err := p.starter.Run(ctx, process.Command{Path: "gsettings", Args: []string{"get", "org.gnome.desktop.notifications", "show-banners"},
		Keep: []string{"GSETTINGS_BACKEND"}, Env: []string{"DBUS_SESSION_BUS_ADDRESS=" + p.bus}, OnScreen: true, Limit: 1 << 10, Grace: 100 * time.Millisecond})
	if err != nil {
		return false, fmt.Errorf("read GNOME's switch: %w", err)
	}
	if strings.Contains(string(r.Stderr.Text), "'memory'") { // then it answers with what GNOME would be set to at first
		return false, errors.New("read GNOME's switch: gsettings does not reach the settings")
	}
	switch said := strings.TrimSpace(string(r.Stdout.Text)); {
	case r.Code == 0 && said == "true":
		return false, nil
	case r.Code == 0 && said == "false":
		return true, nil
	}
	return false, fmt.Errorf("read GNOME's switch: gsettings ended with %d", r.Code)
}

// Capability asks both questions.
func (p *Presence) Capability(ctx context.Context) system.Capability {
	c, _ := p.ask(ctx)
	return c
}

// ask says what is known, and what of it is not and why.
func (p *Presence) ask(ctx context.Context) (c system.Capability, known string) {
	c = system.Capability{Name: "presence", State: system.Ready}
	lack := func(reason, fix string) {
		c.State, c.Reason = system.Absent, strings.TrimSpace(c.Reason+" "+reason)
		if c.Fix == "" {
			c.Fix = fix
		}
	}
	var listening []string
	var err, unheard error
	var program string
	var quiet bool
	var both sync.WaitGroup
	both.Go(func() { listening, unheard = p.Listening(ctx) })
	both.Go(func() { program, quiet, err = p.disturbance(ctx) })
	both.Wait()
	switch sound := p.sound.capability(unheard); {
	case errors.Is(unheard, errNameless):
		lack("A program listens to the microphone that does not say which it is.", "Close the program that records.")
	case unheard != nil:
		lack("Whether you are in a call is not known. "+sound.Reason, sound.Fix)
	case len(listening) == 0:
		known = "Nobody listens to a microphone"
	default:
		known = strings.Join(strings.Fields(untrusted.Clean(listening[0])), " ") + " listens to a microphone"
	}
	var unsaid *unsaidError
	switch {
	case errors.As(err, &unsaid):
		lack("Whether you want quiet is not known: "+program+" shows the notifications and does not tell.",
			"Show notifications with your desktop's own program, or with dunst.")
	case errors.Is(err, errNotStarted):
		lack("Whether you want quiet is not known: the program that shows notifications has not been started yet.", "It is started by the first notification.")
	case err != nil && program != "":
		lack("Whether you want quiet is not known: the switch of "+program+" can't be read.", "Log out and in again.")
	case err != nil:
		lack("Whether you want quiet is not known: the session bus, or who shows notifications on it, does not answer.", "Start Pace inside your graphical session.")
	case program == "":
		known += "; no program shows notifications"
	case quiet:
		known += "; do not disturb is on (" + program + ")"
	default:
		known += "; do not disturb is off (" + program + ")"
	}
	if p.wayland {
		lack("In a Wayland session it is not known whether you type, or watch something full screen.",
			"At the login screen, choose the session that says “Xorg” or “X11”, then log in again.")
	}
	return c, strings.TrimPrefix(known, "; ")
}

// probe is for the doctor. Whatever is not known costs a sound and nothing else.
func (p *Presence) probe(ctx context.Context) system.Probe {
	c, known := p.ask(ctx)
	if c.State == system.Ready {
		return system.Probe{Name: c.Name, State: system.Ok, Detail: known}
	}
	return system.Probe{Name: c.Name, State: system.Warn, Detail: c.Reason + " Until it is, reminders come without a sound.", Fix: c.Fix}
}
