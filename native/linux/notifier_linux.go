package linux

import (
	"context"
	"errors"
	"fmt"
	"html"
	"slices"
	"strconv"
	"sync"

	"github.com/godbus/dbus/v5"

	"pace/backend/system"
)

const (
	notifyName = "org.freedesktop.Notifications"
	notifyPath = "/org/freedesktop/Notifications"
)

// Notifier shows notifications through whichever program of the desktop does that, by the Desktop Notifications
// Specification 1.2. Its connection is held while something is shown: some desktops take away what a program showed when
// that program leaves the bus.
type Notifier struct {
	bus string

	mu    sync.Mutex
	conn  *dbus.Conn // nil while nothing is shown
	can   []string   // of the program that shows them
	shown map[uint32]bool
}

// NewNotifier takes the address of the session bus. Nothing is connected before it is used.
func NewNotifier(bus string) *Notifier { return &Notifier{bus: bus, shown: map[uint32]bool{}} }

// errNoNotifications says that no program of this session shows notifications.
var errNoNotifications = errors.New("no program of this session shows notifications")

// Capability looks whether a program shows notifications, or would be started for it. Nothing is started or shown.
func (n *Notifier) Capability(ctx context.Context) system.Capability {
	ctx, cancel := context.WithTimeout(ctx, busLimit)
	defer cancel()
	conn, err := openBus(ctx, n.bus)
	if err == nil {
		defer conn.Close()
		err = offered(ctx, conn, notifyName)
	}
	return notifyCapability(err)
}

// offered finds out whether somebody has a name on a bus, or would be started for it.
func offered(ctx context.Context, conn *dbus.Conn, name string) error {
	var has bool
	if err := conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, name).Store(&has); err != nil || has {
		return err
	}
	var names []string
	if err := conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.ListActivatableNames", 0).Store(&names); err != nil {
		return err
	}
	if !slices.Contains(names, name) {
		return errNoNotifications
	}
	return nil
}

func notifyCapability(err error) system.Capability {
	c := system.Capability{Name: "notifications", State: system.Absent}
	switch {
	case err == nil:
		c.State = system.Ready
	case errors.Is(err, errNoNotifications):
		c.Reason, c.Fix = "No program of this session shows notifications.", "Start the notification program of your desktop, for instance dunst."
	default:
		c.Reason, c.Fix = "The session bus, over which notifications are shown, can't be reached.", "Start Pace inside your graphical session."
	}
	return c
}

// Notify implements system.Notifier. What stays and is not quiet is urgent: it is shown until it is closed, and with the
// sound of an alarm clock where the desktop has one.
func (n *Notifier) Notify(ctx context.Context, what system.Notification) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, busLimit)
	defer cancel()
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.connect(ctx); err != nil {
		return "", err
	}
	defer n.rest()
	body := what.Body
	if slices.Contains(n.can, "body-markup") {
		body = html.EscapeString(body)
	}
	hints := map[string]dbus.Variant{"urgency": dbus.MakeVariant(byte(1)), "desktop-entry": dbus.MakeVariant("pace")}
	expires := int32(-1) // as the desktop likes
	switch {
	case what.Quiet:
		hints["urgency"], hints["suppress-sound"] = dbus.MakeVariant(byte(0)), dbus.MakeVariant(true)
	case what.Stays:
		hints["urgency"], hints["sound-name"] = dbus.MakeVariant(byte(2)), dbus.MakeVariant("alarm-clock-elapsed")
	}
	if what.Stays {
		expires = 0 // never
	}
	var id uint32
	err := n.conn.Object(notifyName, notifyPath).CallWithContext(ctx, notifyName+".Notify", 0,
		"Pace", uint32(0), "pace", what.Title, body, []string{}, hints, expires).Store(&id)
	if err != nil {
		return "", notifyError(err)
	}
	n.shown[id] = true
	return strconv.FormatUint(uint64(id), 10), nil
}

// Withdraw implements system.Notifier.
func (n *Notifier) Withdraw(ctx context.Context, id string) error {
	number, err := strconv.ParseUint(id, 10, 32)
	if err != nil {
		return fmt.Errorf("withdraw notification %q: %w", id, err)
	}
	ctx, cancel := context.WithTimeout(ctx, busLimit)
	defer cancel()
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.shown[uint32(number)] {
		return nil // it is gone, and its number may be another's by now
	}
	if err := n.connect(ctx); err != nil {
		return err
	}
	defer n.rest()
	err = n.conn.Object(notifyName, notifyPath).CallWithContext(ctx, notifyName+".CloseNotification", 0, uint32(number)).Err
	var answered dbus.Error
	if err != nil && !errors.As(err, &answered) { // by the specification, an error is the answer for one that is gone
		return fmt.Errorf("withdraw notification: %w", err)
	}
	delete(n.shown, uint32(number))
	return nil
}

func notifyError(err error) error {
	var answered dbus.Error
	if errors.As(err, &answered) && (answered.Name == "org.freedesktop.DBus.Error.ServiceUnknown" || answered.Name == "org.freedesktop.DBus.Error.NameHasNoOwner") {
		return notifyCapability(errNoNotifications).Err()
	}
	return fmt.Errorf("show notification: %w", err)
}

// connect is called with the lock held; it leaves a connection that works, with somebody who shows notifications.
func (n *Notifier) connect(ctx context.Context) error {
	if n.conn != nil && n.conn.Connected() {
		return nil
	}
	n.drop()
	// A connection ends with the context that it was made in, and this one outlives the call.
	held, release := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, release)
	conn, err := openBus(held, n.bus)
	stop()
	if err != nil {
		release()
		return notifyCapability(err).Err()
	}
	var can []string
	if err := conn.Object(notifyName, notifyPath).CallWithContext(ctx, notifyName+".GetCapabilities", 0).Store(&can); err != nil {
		release()
		return notifyError(err)
	}
	signals := make(chan *dbus.Signal, 64)
	conn.Signal(signals)
	err = errors.Join(
		conn.AddMatchSignalContext(ctx, dbus.WithMatchInterface(notifyName), dbus.WithMatchObjectPath(notifyPath), dbus.WithMatchMember("NotificationClosed")),
		conn.AddMatchSignalContext(ctx, dbus.WithMatchInterface("org.freedesktop.DBus"), dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, notifyName)))
	if err != nil {
		release()
		return fmt.Errorf("listen to notifications: %w", err)
	}
	n.conn, n.can = conn, can
	go func() { // ends with the connection, which ends when nothing is shown any more
		defer release()
		n.listen(conn, signals)
	}()
	return nil
}

// listen forgets what was closed, until its connection ends.
func (n *Notifier) listen(conn *dbus.Conn, signals <-chan *dbus.Signal) {
	for s := range signals {
		n.mu.Lock()
		if n.conn == conn {
			switch {
			case s.Name == "org.freedesktop.DBus.NameOwnerChanged": // another program, with numbers of its own
				clear(n.shown)
			case len(s.Body) > 0:
				if id, ok := s.Body[0].(uint32); ok {
					delete(n.shown, id)
				}
			}
			if len(n.shown) == 0 {
				_ = conn.Close() // which ends this loop; the next call connects again
			}
		}
		n.mu.Unlock()
	}
}

// rest gives the connection back when nothing is shown. It is called with the lock held.
func (n *Notifier) rest() {
	if len(n.shown) == 0 {
		n.drop()
	}
}

func (n *Notifier) drop() {
	if n.conn != nil {
		_ = n.conn.Close()
	}
	n.conn = nil
	clear(n.shown)
}

func (n *Notifier) probe(ctx context.Context) system.Probe { return n.Capability(ctx).Probe(false) }
