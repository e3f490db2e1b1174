package linuxtest

import (
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"
)

const (
	notifyName = "org.freedesktop.Notifications"
	notifyPath = "/org/freedesktop/Notifications"
)

// Notice is one notification as it came over the bus.
type Notice struct {
	App, Icon, Title, Body string
	Actions                []string
	Hints                  map[string]any
	Expires                int32 // milliseconds; 0 never, -1 as the desktop likes
	sender                 string
}

// Notifications is a program that shows notifications on a bus, by the Desktop Notifications Specification 1.2. As GNOME
// Shell does, it takes away what a program with a desktop entry showed when that program leaves the bus.
type Notifications struct {
	t    testing.TB
	conn *dbus.Conn

	mu    sync.Mutex
	name  string
	can   []string
	next  uint32
	shown map[uint32]Notice
	hung  *hang
}

// StartNotifications puts it on a bus. can are its capabilities ("body", "body-markup", "sound").
func StartNotifications(t testing.TB, bus string, can ...string) *Notifications {
	t.Helper()
	conn, err := dbus.Connect(bus)
	must(t, err, "connect the notifications")
	n := &Notifications{t: t, conn: conn, name: "double", can: can, shown: map[uint32]Notice{}}
	must(t, conn.Export(notifications{n}, notifyPath, notifyName), "export the notifications")
	signals := make(chan *dbus.Signal, 64)
	conn.Signal(signals)
	must(t, conn.AddMatchSignal(dbus.WithMatchInterface("org.freedesktop.DBus"), dbus.WithMatchMember("NameOwnerChanged")), "watch who leaves")
	var left sync.WaitGroup
	left.Go(func() {
		for s := range signals {
			if s.Name != "org.freedesktop.DBus.NameOwnerChanged" {
				continue
			}
			if name, _ := s.Body[0].(string); s.Body[2] == "" {
				n.left(name)
			}
		}
	})
	_, err = conn.RequestName(notifyName, dbus.NameFlagDoNotQueue)
	must(t, err, "name the notifications")
	t.Cleanup(func() { n.End(); left.Wait() })
	return n
}

// End takes it off the bus.
func (n *Notifications) End() {
	n.Resume()
	_ = n.conn.Close() // twice is no harm
}

// Shown lists what is shown now, by number.
func (n *Notifications) Shown() map[uint32]Notice {
	n.mu.Lock()
	defer n.mu.Unlock()
	return maps.Clone(n.shown)
}

// Dismiss closes one as its user would.
func (n *Notifications) Dismiss(id uint32) { n.close(id, 2) }

// Hang makes it answer nothing until Resume.
func (n *Notifications) Hang() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hung = newHang()
}

// Resume ends Hang.
func (n *Notifications) Resume() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hung.end()
	n.hung = nil
}

func (n *Notifications) close(id uint32, why uint32) bool {
	n.mu.Lock()
	_, ok := n.shown[id]
	delete(n.shown, id)
	n.mu.Unlock()
	if ok {
		_ = n.conn.Emit(notifyPath, notifyName+".NotificationClosed", id, why)
	}
	return ok
}

func (n *Notifications) left(name string) {
	n.mu.Lock()
	var gone []uint32
	for id, x := range n.shown {
		if x.sender == name && x.Hints["desktop-entry"] != nil {
			gone = append(gone, id)
		}
	}
	n.mu.Unlock()
	for _, id := range gone {
		n.close(id, 4)
	}
}

// notifications is its face on the bus.
type notifications struct{ n *Notifications }

func (f notifications) wait() {
	f.n.mu.Lock()
	h := f.n.hung
	f.n.mu.Unlock()
	h.wait()
}

// GetCapabilities is part of the specification.
func (f notifications) GetCapabilities() ([]string, *dbus.Error) {
	f.wait()
	return slices.Clone(f.n.can), nil
}

// GetServerInformation is part of the specification.
func (f notifications) GetServerInformation() (name, vendor, version, spec string, err *dbus.Error) {
	f.wait()
	f.n.mu.Lock()
	defer f.n.mu.Unlock()
	return f.n.name, "test", "1", "1.2", nil
}

// Notify is part of the specification.
func (f notifications) Notify(from dbus.Sender, app string, replaces uint32, icon, title, body string, actions []string, hints map[string]dbus.Variant, expires int32) (uint32, *dbus.Error) {
	f.wait()
	x := Notice{App: app, Icon: icon, Title: title, Body: body, Actions: actions, Hints: map[string]any{}, Expires: expires, sender: string(from)}
	for k, v := range hints {
		x.Hints[k] = v.Value()
	}
	f.n.mu.Lock()
	defer f.n.mu.Unlock()
	id := replaces
	if id == 0 {
		f.n.next++
		id = f.n.next
	}
	f.n.shown[id] = x
	return id, nil
}

// CloseNotification is part of the specification: one that is gone is answered with an empty error.
func (f notifications) CloseNotification(id uint32) *dbus.Error {
	f.wait()
	if !f.n.close(id, 3) {
		return dbus.NewError("org.freedesktop.Notifications.Error", nil)
	}
	return nil
}
