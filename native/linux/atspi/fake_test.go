package atspi

import (
	"bufio"
	"context"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"
)

// limit bounds every wait of these tests; nothing is expected to take that long.
const limit = 60 * time.Second

// startBus runs a private message bus and returns its address.
func startBus(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("dbus-daemon is not installed")
	}
	cmd := exec.Command(path, "--session", "--nofork", "--print-address=1", "--address=unix:tmpdir="+t.TempDir())
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	return strings.TrimSpace(line)
}

// thing is one accessible object of a fake program.
type thing struct {
	path     string
	parent   string
	kids     []string
	count    int  // announced number of children, when it is not len(kids)
	unlisted bool // its children come one by one only, as GTK's from another program
	name     string
	role     Role
	states   States
	ifaces   []string
	text     string
	bounds   Rect
}

// program is a fake program on the bus: a stateful stand-in for a toolkit, which counts what it is asked.
type program struct {
	conn *dbus.Conn
	bus  string

	mu     sync.Mutex
	things map[string]*thing
	asked  map[string]int  // by "Interface.Method", short
	cache  string          // "", "new", "old", "empty", "broken"
	whole  bool            // answers all properties in one message
	late   int             // so many questions for the cache fail
	oldReg bool            // as a registry: only the old form of RegisterEvent
	events []string        // as a registry: what was registered
	hung   chan struct{}   // while not nil nothing is answered until it is closed
	silent map[string]bool // "path Interface.Method" that is never answered
}

func startProgram(t *testing.T, address string, things ...*thing) *program {
	t.Helper()
	p := &program{things: map[string]*thing{}, asked: map[string]int{}, silent: map[string]bool{}}
	for _, x := range things {
		p.things[x.path] = x
	}
	conn, err := dbus.Dial(address, dbus.WithHandler(p))
	require.NoError(t, err)
	require.NoError(t, conn.Auth(nil))
	require.NoError(t, conn.Hello())
	t.Cleanup(func() {
		p.wake()
		_ = conn.Close()
	})
	p.set(func() { p.conn, p.bus = conn, conn.Names()[0] })
	return p
}

// startRegistry is a program that lists others.
func startRegistry(t *testing.T, address string, others ...*program) *program {
	t.Helper()
	p := startProgram(t, address, &thing{path: RootPath, role: RoleDesktopFrame}, &thing{path: registryPath})
	p.set(func() {
		for _, o := range others {
			p.things[RootPath].kids = append(p.things[RootPath].kids, o.bus+RootPath)
		}
	})
	reply, err := p.conn.RequestName(registryName, 0)
	require.NoError(t, err)
	require.Equal(t, dbus.RequestNameReplyPrimaryOwner, reply)
	return p
}

// desk is a bus with a registry, programs and a client.
func desk(t *testing.T, things ...*thing) (*Client, *program) {
	t.Helper()
	address := startBus(t)
	p := startProgram(t, address, things...)
	startRegistry(t, address, p)
	return dial(t, address), p
}

func dial(t *testing.T, address string) *Client {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	c, err := Dial(ctx, Address{Direct: address})
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// set changes the program while it may be answering.
func (p *program) set(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
}

// freeze lets nothing be answered until wake.
func (p *program) freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hung = make(chan struct{})
}

func (p *program) wake() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hung != nil {
		close(p.hung)
		p.hung = nil
	}
}

func (p *program) times(method string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked[method]
}

func (p *program) ref(path string) Ref { return Ref{p.bus, path} }

// The rest fulfils the library's server side.

func (p *program) LookupObject(path dbus.ObjectPath) (dbus.ServerObject, bool) {
	return face{p: p, path: string(path)}, true
}

type face struct {
	p             *program
	path          string
	iface, member string
}

func (f face) LookupInterface(name string) (dbus.Interface, bool) { f.iface = name; return f, true }
func (f face) LookupMethod(name string) (dbus.Method, bool)       { f.member = name; return f, true }
func (f face) NumArguments() int                                  { return 0 }
func (f face) NumReturns() int                                    { return 0 }
func (f face) ArgumentValue(int) any                              { return nil }
func (f face) ReturnValue(int) any                                { return nil }

func (f face) DecodeArguments(_ *dbus.Conn, _ string, msg *dbus.Message, _ []any) ([]any, error) {
	return msg.Body, nil
}

func failure(name, text string) error {
	return dbus.NewError("org.freedesktop.DBus.Error."+name, []any{text})
}

func (f face) Call(args ...any) ([]any, error) {
	short := f.iface[strings.LastIndexByte(f.iface, '.')+1:] + "." + f.member
	if short == "Properties.Get" {
		short += " " + args[1].(string)
	}
	f.p.mu.Lock()
	f.p.asked[short]++
	hung := f.p.hung
	silent := f.p.silent[f.path+" "+short]
	f.p.mu.Unlock()
	if hung != nil {
		<-hung
	}
	if silent {
		select {} // ends with the test binary: a program that swallowed one message
	}
	f.p.mu.Lock()
	defer f.p.mu.Unlock()
	if f.path == cachePath {
		if f.p.late > 0 {
			f.p.late--
			return nil, failure("UnknownMethod", "no cache yet")
		}
		return f.p.items()
	}
	x := f.p.things[f.path]
	if x == nil {
		return nil, failure("UnknownObject", "object "+f.path+" does not exist")
	}
	return f.p.answer(x, short, args)
}

func (p *program) wire(path string) wireRef {
	if path == "" {
		return wireRef{p.bus, nullPath}
	}
	if i := strings.Index(path, "/"); i > 0 { // another program's
		return wireRef{path[:i], dbus.ObjectPath(path[i:])}
	}
	return wireRef{p.bus, dbus.ObjectPath(path)}
}

func (x *thing) announced() int32 {
	if x.count != 0 {
		return int32(x.count)
	}
	return int32(len(x.kids))
}

func (p *program) answer(x *thing, method string, args []any) ([]any, error) {
	one := func(v any) ([]any, error) { return []any{v}, nil }
	prop := func(v any) ([]any, error) { return []any{dbus.MakeVariant(v)}, nil }
	switch method {
	case "Properties.Get Name":
		return prop(x.name)
	case "Properties.Get Description":
		return prop("")
	case "Properties.Get ChildCount":
		return prop(x.announced())
	case "Properties.Get Parent":
		return prop(p.wire(x.parent))
	case "Properties.Get ToolkitName":
		return prop("fake")
	case "Properties.Get Version":
		return prop("1")
	case "Properties.GetAll":
		if !p.whole {
			return nil, failure("UnknownMethod", "GetAll")
		}
		return one(map[string]dbus.Variant{"Name": dbus.MakeVariant(x.name), "Description": dbus.MakeVariant(""), "ChildCount": dbus.MakeVariant(x.announced())})
	case "Accessible.GetRole":
		return one(uint32(x.role))
	case "Accessible.GetState":
		return one([]uint32{uint32(x.states), uint32(x.states >> 32)})
	case "Accessible.GetInterfaces":
		return one(x.ifaces)
	case "Accessible.GetIndexInParent":
		return one(int32(0))
	case "Accessible.GetChildren":
		out := []wireRef{}
		for _, k := range x.kids {
			if !x.unlisted {
				out = append(out, p.wire(k))
			}
		}
		return one(out)
	case "Accessible.GetChildAtIndex":
		if i := int(args[0].(int32)); i < len(x.kids) {
			return one(p.wire(x.kids[i]))
		}
		return one(p.wire(""))
	case "Component.GetExtents":
		return one(x.bounds)
	case "Text.GetText":
		return one(x.text)
	case "Action.DoAction":
		return one(args[0].(int32) == 0)
	case "EditableText.SetTextContents":
		x.text = args[0].(string)
		return one(true)
	case "Registry.RegisterEvent":
		if p.oldReg && len(args) != 1 {
			return nil, failure("InvalidArgs", "one argument")
		}
		p.events = append(p.events, args[0].(string))
		return nil, nil
	}
	return nil, failure("UnknownMethod", method)
}

func (p *program) items() ([]any, error) {
	type newItem struct {
		Self, App, Parent wireRef
		Index, Count      int32
		Ifaces            []string
		Name              string
		Role              uint32
		Desc              string
		States            []uint32
	}
	type oldItem struct {
		Self, App, Parent wireRef
		Kids              []wireRef
		Ifaces            []string
		Name              string
		Role              uint32
		Desc              string
		States            []uint32
	}
	place := map[string]int32{}
	for _, x := range p.things {
		for i, k := range x.kids {
			place[k] = int32(i)
		}
	}
	states := func(x *thing) []uint32 { return []uint32{uint32(x.states), uint32(x.states >> 32)} }
	switch p.cache {
	case "new":
		out := []newItem{}
		for _, x := range p.things {
			out = append(out, newItem{p.wire(x.path), p.wire(RootPath), p.wire(x.parent), place[x.path], x.announced(), x.ifaces, x.name, uint32(x.role), "", states(x)})
		}
		return []any{out}, nil
	case "old":
		out := []oldItem{}
		for _, x := range p.things {
			kids := []wireRef{}
			for _, k := range x.kids {
				kids = append(kids, p.wire(k))
			}
			out = append(out, oldItem{p.wire(x.path), p.wire(RootPath), p.wire(x.parent), kids, x.ifaces, x.name, uint32(x.role), "", states(x)})
		}
		return []any{out}, nil
	case "empty":
		return []any{[]newItem{}}, nil
	case "broken":
		return []any{[]string{"not what was agreed"}}, nil
	}
	return nil, failure("UnknownMethod", "no cache")
}

// forest makes a root, a window and n rows in one list, with a button after the list.
func forest(rows int) []*thing {
	const win, list, last = "/x/win", "/x/list", "/x/last"
	show := Visible | Showing | Enabled
	out := []*thing{
		{path: RootPath, role: RoleApplication, name: "fake", kids: []string{win}},
		{path: win, parent: RootPath, role: RoleFrame, name: "Window", states: show, kids: []string{list, last}},
		{path: list, parent: win, role: RoleList, states: show},
		{path: last, parent: win, role: RolePushButton, name: "Last", states: show, ifaces: []string{ifAction, ifComponent}},
	}
	for i := range rows {
		path := "/x/row" + strconv.Itoa(i)
		out[2].kids = append(out[2].kids, path)
		out = append(out, &thing{path: path, parent: list, role: RoleListItem, name: "Row " + strconv.Itoa(i), states: show})
	}
	return out
}
