// Package bare is a second pair of eyes: a small reader of accessibility and windows which shares no code with the
// platform that Pace sees through. The benches judge Pace by what it reads, and measure against its bare calls.
//
// It promises nothing about speed of reading and everything about plainness: what a program answers is given as it
// came. It reads no password's content. A Reader serves one caller at a time.
package bare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/godbus/dbus/v5"
)

// answerLimit bounds the wait for any one answer.
const answerLimit = 2 * time.Second

const (
	registry   = "org.a11y.atspi.Registry"
	root       = dbus.ObjectPath("/org/a11y/atspi/accessible/root")
	accessible = "org.a11y.atspi.Accessible"
)

// Reader reads one desktop. Close ends it.
type Reader struct {
	bus     *dbus.Conn
	signals chan *dbus.Signal
	x       *display
}

// Dial connects to the accessibility bus and the display that environ names.
func Dial(ctx context.Context, environ []string) (*Reader, error) {
	session, err := connect(ctx, value(environ, "DBUS_SESSION_BUS_ADDRESS"))
	if err != nil {
		return nil, err
	}
	defer session.Close()
	var address string
	ask := session.Object("org.a11y.Bus", "/org/a11y/bus").CallWithContext(ctx, "org.a11y.Bus.GetAddress", 0)
	if err := ask.Store(&address); err != nil {
		return nil, fmt.Errorf("find the accessibility bus: %w", err)
	}
	bus, err := connect(ctx, address)
	if err != nil {
		return nil, err
	}
	r := &Reader{bus: bus, signals: make(chan *dbus.Signal, 4096)}
	if err := r.listen(ctx); err != nil {
		bus.Close()
		return nil, err
	}
	if r.x, err = openDisplay(value(environ, "DISPLAY")); err != nil {
		bus.Close()
		return nil, err
	}
	return r, nil
}

func connect(ctx context.Context, address string) (*dbus.Conn, error) {
	bus, err := dbus.Connect(address, dbus.WithContext(ctx))
	if err != nil {
		return nil, fmt.Errorf("connect to the bus: %w", err)
	}
	return bus, nil
}

// listen asks for the signals that say that something changed, and when programs come and go.
func (r *Reader) listen(ctx context.Context) error {
	for _, rule := range []string{"type='signal',interface='org.a11y.atspi.Event.Object'", "type='signal',interface='org.a11y.atspi.Event.Window'"} {
		if err := r.bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.AddMatch", 0, rule).Err; err != nil {
			return fmt.Errorf("listen to the accessibility bus: %w", err)
		}
	}
	reg := r.bus.Object(registry, "/org/a11y/atspi/registry")
	for _, kind := range []string{"object:state-changed", "object:children-changed", "object:text-changed", "object:property-change", "window:"} {
		if err := reg.CallWithContext(ctx, registry+".RegisterEvent", 0, kind, []string{}, "").Err; err != nil {
			return fmt.Errorf("register for %s: %w", kind, err)
		}
	}
	r.bus.Signal(r.signals) // when it is full the library drops: a signal is only a reason to look
	return nil
}

// Close ends both connections.
func (r *Reader) Close() {
	r.x.close()
	r.bus.Close()
}

// Node names one accessible object.
type Node struct {
	Bus  string
	Path dbus.ObjectPath
}

// Item is one accessible object as it was read.
type Item struct {
	Node
	Role    string // by the number's name in the specification
	Name    string // trimmed
	Text    string // of text roles, save passwords
	States  uint64
	Parent  int // index in the same list, -1 for the program
	Actions bool
}

// State numbers of the specification.
const (
	Checked  = 4
	Focused  = 12
	Selected = 23
	Showing  = 25
)

// Has reports a state by its number.
func (i Item) Has(state int) bool { return i.States&(1<<state) != 0 }

// App is one program on the accessibility bus.
type App struct {
	Node
	Group int // its process group
}

// Apps lists the programs that answer who they are.
func (r *Reader) Apps(ctx context.Context) ([]App, error) {
	kids, err := r.children(ctx, Node{registry, root}, 200)
	if err != nil {
		return nil, fmt.Errorf("list programs: %w", err)
	}
	var apps []App
	for _, k := range kids {
		var pid uint32
		if r.bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.GetConnectionUnixProcessID", 0, k.Bus).Store(&pid) == nil {
			if group, err := syscall.Getpgid(int(pid)); err == nil {
				apps = append(apps, App{k, group})
			}
		}
	}
	return apps, nil
}

// App finds the program of a process group. Qt programs may be there twice: once for a GTK theme that shows nothing.
func (r *Reader) App(ctx context.Context, group int) (App, error) {
	apps, err := r.Apps(ctx)
	if err != nil {
		return App{}, err
	}
	var best App
	most := int32(-1)
	for _, a := range apps {
		if a.Group != group {
			continue
		}
		count, err := r.property(ctx, a.Node, accessible, "ChildCount")
		if err != nil {
			continue // it does not answer now
		}
		if n, _ := count.Value().(int32); n > most {
			best, most = a, n
		}
	}
	if most < 0 {
		return App{}, errors.New("the program is not on the accessibility bus, or does not answer")
	}
	return best, nil
}

// reference is how AT-SPI writes a Node.
type reference struct {
	Bus  string
	Path dbus.ObjectPath
}

func (r *Reader) children(ctx context.Context, n Node, most int) ([]Node, error) {
	count, err := r.property(ctx, n, accessible, "ChildCount")
	if err != nil {
		return nil, err
	}
	many, _ := count.Value().(int32)
	var calls []*dbus.Call
	for i := range min(int(many), most) {
		calls = append(calls, r.send(ctx, n, accessible+".GetChildAtIndex", int32(i)))
	}
	var out []Node
	for _, c := range calls {
		var ref reference
		if <-c.Done; c.Err == nil && c.Store(&ref) == nil && ref.Path != "/org/a11y/atspi/null" {
			out = append(out, Node(ref))
		}
	}
	return out, nil
}

func (r *Reader) send(ctx context.Context, n Node, method string, args ...any) *dbus.Call {
	return r.bus.Object(n.Bus, n.Path).GoWithContext(ctx, method, 0, make(chan *dbus.Call, 1), args...)
}

func (r *Reader) call(ctx context.Context, n Node, method string, args ...any) *dbus.Call {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	c := r.send(ctx, n, method, args...)
	<-c.Done
	return c
}

func (r *Reader) property(ctx context.Context, n Node, iface, name string) (dbus.Variant, error) {
	var v dbus.Variant
	err := r.call(ctx, n, "org.freedesktop.DBus.Properties.Get", iface, name).Store(&v)
	return v, err
}

// Read walks a program breadth first: at most most objects, and at most 200 children of one.
func (r *Reader) Read(ctx context.Context, app App, most int) ([]Item, error) {
	items := []Item{{Node: app.Node, Parent: -1, Role: "application"}}
	for from := 0; from < len(items) && len(items) < most; {
		to := len(items)
		for i := from; i < to && len(items) < most; i++ {
			kids, err := r.children(ctx, items[i].Node, 200)
			if err != nil && i == 0 {
				return nil, fmt.Errorf("read the program: %w", err)
			}
			for _, k := range kids {
				items = append(items, Item{Node: k, Parent: i})
			}
		}
		r.fill(ctx, items[to:])
		from = to
	}
	return items, nil
}

// fill reads what each item is. Many questions are on the way at once, as one answer costs a program's main loop.
func (r *Reader) fill(ctx context.Context, items []Item) {
	ctx, cancel := context.WithTimeout(ctx, 5*answerLimit)
	defer cancel()
	type asked struct{ name, role, state, faces *dbus.Call }
	const batch = 64
	for from := 0; from < len(items); from += batch {
		part := items[from:min(from+batch, len(items))]
		calls := make([]asked, len(part))
		for i, it := range part {
			calls[i] = asked{r.send(ctx, it.Node, "org.freedesktop.DBus.Properties.Get", accessible, "Name"), r.send(ctx, it.Node, accessible+".GetRole"),
				r.send(ctx, it.Node, accessible+".GetState"), r.send(ctx, it.Node, accessible+".GetInterfaces")}
		}
		for i := range part {
			r.take(ctx, &part[i], calls[i].name, calls[i].role, calls[i].state, calls[i].faces)
		}
	}
}

func (r *Reader) take(ctx context.Context, it *Item, name, role, state, faces *dbus.Call) {
	var v dbus.Variant
	if <-name.Done; name.Err == nil && name.Store(&v) == nil {
		s, _ := v.Value().(string)
		it.Name = strings.TrimSpace(s)
	}
	var n uint32
	if <-role.Done; role.Err == nil && role.Store(&n) == nil {
		it.Role = roleName(n)
	}
	var bits []uint32
	if <-state.Done; state.Err == nil && state.Store(&bits) == nil {
		for i, b := range bits[:min(2, len(bits))] {
			it.States |= uint64(b) << (32 * i)
		}
	}
	var has []string
	if <-faces.Done; faces.Err == nil && faces.Store(&has) == nil {
		it.Actions = slices.Contains(has, "org.a11y.atspi.Action")
		if slices.Contains(has, "org.a11y.atspi.Text") && it.Role != "password text" {
			it.Text, _ = r.Text(ctx, it.Node)
		}
	}
}

// Text reads the whole text of an object.
func (r *Reader) Text(ctx context.Context, n Node) (string, error) {
	// The usual -1 for "to the end" gives nothing in GTK 4.
	count, err := r.property(ctx, n, "org.a11y.atspi.Text", "CharacterCount")
	if err != nil {
		return "", fmt.Errorf("count characters: %w", err)
	}
	many, _ := count.Value().(int32)
	var s string
	if err := r.call(ctx, n, "org.a11y.atspi.Text.GetText", int32(0), many).Store(&s); err != nil {
		return "", fmt.Errorf("read the text: %w", err)
	}
	return s, nil
}

// Name reads the name of an object.
func (r *Reader) Name(ctx context.Context, n Node) (string, error) {
	v, err := r.property(ctx, n, accessible, "Name")
	s, _ := v.Value().(string)
	return strings.TrimSpace(s), err
}

// States reads the states of an object.
func (r *Reader) States(ctx context.Context, n Node) (Item, error) {
	it := Item{Node: n}
	var bits []uint32
	err := r.call(ctx, n, accessible+".GetState").Store(&bits)
	for i, b := range bits[:min(2, len(bits))] {
		it.States |= uint64(b) << (32 * i)
	}
	return it, err
}

// Await reads a program again at each signal until ready says that this is what was waited for, or ctx ends.
func (r *Reader) Await(ctx context.Context, group int, ready func([]Item) bool) ([]Item, error) {
	look := time.NewTicker(time.Second) // toolkits that say nothing while they start
	defer look.Stop()
	for {
		if app, err := r.App(ctx, group); err == nil {
			if items, err := r.Read(ctx, app, 2000); err == nil && ready(items) {
				return items, nil
			}
		}
		r.drain()
		select {
		case <-r.signals:
		case <-look.C:
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for the program's elements: %w", context.Cause(ctx))
		}
	}
}

func (r *Reader) drain() {
	for {
		select {
		case <-r.signals:
		default:
			return
		}
	}
}

func value(environ []string, name string) string {
	for _, line := range slices.Backward(environ) {
		if v, ok := strings.CutPrefix(line, name+"="); ok {
			return v
		}
	}
	return ""
}
