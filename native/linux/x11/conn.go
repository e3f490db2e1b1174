//go:build linux

package x11

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// xgb prints to stderr what it also returns as an error; a program's stderr is no place for it.
func init() { xgb.Logger.SetOutput(io.Discard) }

// Window is a window's number on the X server; 0 is no window.
type Window uint32

// Conn is one connection to an X server. All methods may be called by several goroutines at once.
type Conn struct {
	x       *xgb.Conn
	addr    Address
	root    xproto.Window
	screen  *xproto.ScreenInfo
	setup   *xproto.SetupInfo
	ext     map[string]extension // written by Dial only
	drained chan struct{}        // closed when the connection is gone and its reader has ended
	work    sync.WaitGroup       // goroutines of watches; each ends with drained at the latest

	atoms  atomCache
	events eventHub

	composite redirects
	shm       segment
}

// extension is where the server placed an extension's requests and events.
type extension struct{ opcode, firstEvent byte }

// Dial connects to the X server at a. Without one, or without its permission, the error is ErrNoDisplay.
// A context without deadline is given 5 s. The connection lives until Close.
func Dial(ctx context.Context, a Address) (*Conn, error) {
	ctx, cancel := atMost(ctx, 5*time.Second)
	defer cancel()
	name, err := parseDisplay(a.Display)
	if err != nil {
		return nil, err
	}
	w, err := open(ctx, name, a.Xauthority)
	if err != nil {
		return nil, fmt.Errorf("display %s: %w: %w", a.Display, ErrNoDisplay, err)
	}
	c := &Conn{addr: a, ext: map[string]extension{}, drained: make(chan struct{})}
	c.atoms.known = map[string]xproto.Atom{}
	c.events.closed = c.drained
	w.onEvent = c.events.deliver
	c.x, err = xgb.NewConnNet(w)
	if err != nil {
		w.Close()
		return nil, fmt.Errorf("display %s: %w: %w", a.Display, ErrNoDisplay, err)
	}
	go c.drain()
	c.setup = xproto.Setup(c.x)
	if name.screen >= len(c.setup.Roots) {
		c.Close()
		return nil, fmt.Errorf("display %s has no screen %d: %w", a.Display, name.screen, ErrNoDisplay)
	}
	c.screen = &c.setup.Roots[name.screen]
	c.root = c.screen.Root
	if err := c.learnExtensions(); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// open dials and greets; the socket is given back only when the server let us in.
func open(ctx context.Context, d displayName, authority string) (*wire, error) {
	var dialer net.Dialer
	var failed error
	for _, network := range d.networks() {
		conn, err := dialer.DialContext(ctx, network[0], network[1])
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
		var key cookie
		if c := cookieFor(authority, d, conn); c != nil {
			key = *c
		}
		w, err := greet(conn, key.name, key.data)
		if !stop() && err == nil {
			err = ctx.Err()
		}
		if err != nil {
			conn.Close()
			return nil, err
		}
		return w, nil
	}
	return nil, failed
}

func cookieFor(authority string, d displayName, conn net.Conn) *cookie {
	if authority == "" {
		return nil
	}
	b, err := os.ReadFile(authority)
	if err != nil {
		return nil // no file, no cookie: the server says whether it wants one
	}
	entries, _ := parseAuthority(b) // the entries before the damage are as good as any
	host, err := os.Hostname()
	if err != nil {
		host = ""
	}
	var peer net.IP
	if t, ok := conn.RemoteAddr().(*net.TCPAddr); ok {
		peer = t.IP
	}
	return chooseCookie(entries, host, d.number, peer)
}

// learnExtensions asks for every extension of this package at once. They are entered into xgb's table before the
// Conn is shared: xgb takes a read lock twice within one request, so a writer in between would be a deadlock.
func (c *Conn) learnExtensions() error {
	names := []string{"XTEST", "MIT-SHM", "RANDR", "Composite", "DAMAGE", "XFIXES", "MIT-SCREEN-SAVER", "XInputExtension", "XKEYBOARD"}
	asked := make([]xproto.QueryExtensionCookie, len(names))
	for i, n := range names {
		asked[i] = xproto.QueryExtension(c.x, uint16(len(n)), n)
	}
	c.x.ExtLock.Lock()
	defer c.x.ExtLock.Unlock()
	for i, n := range names {
		r, err := asked[i].Reply()
		if err != nil {
			return wrap(err, "ask for extension %s", n)
		}
		if r.Present {
			c.ext[n] = extension{r.MajorOpcode, r.FirstEvent}
			c.x.Extensions[n] = r.MajorOpcode
		}
	}
	return nil
}

// need finds an extension or says which one is missing.
func (c *Conn) need(name string) (extension, error) {
	e, ok := c.ext[name]
	if !ok {
		return e, fmt.Errorf("%s: %w", name, ErrNoExtension)
	}
	return e, nil
}

// drain owns xgb's event queue, which only ever holds errors of unchecked requests (this package sends none) and ends with the
// connection.
func (c *Conn) drain() {
	defer close(c.drained)
	for {
		if e, err := c.x.WaitForEvent(); e == nil && err == nil {
			return
		}
	}
}

// Close ends the connection and all watches on it, and waits until their goroutines have ended. It may be called again.
func (c *Conn) Close() error {
	c.x.Close()
	<-c.drained
	c.work.Wait()
	return c.shm.free()
}

// Done is closed when the connection has ended, for whatever reason.
func (c *Conn) Done() <-chan struct{} { return c.drained }

// Address is what Dial was given.
func (c *Conn) Address() Address { return c.addr }

// Root is the root window of the screen.
func (c *Conn) Root() Window { return Window(c.root) }

// sync returns when the server has handled everything sent before.
func (c *Conn) sync() error {
	_, err := xproto.GetInputFocus(c.x).Reply()
	return wrap(err, "wait for the X server")
}

// request sends a request that xgb has no function for and returns its reply. The length field is filled in here.
func (c *Conn) request(req []byte) ([]byte, error) {
	binary.LittleEndian.PutUint16(req[2:], uint16(len(req)/4))
	ck := c.x.NewCookie(true, true)
	c.x.NewRequest(req, ck)
	return ck.Reply()
}

// command is request for requests without a reply; it returns when the server has accepted or refused it.
func (c *Conn) command(req []byte) error {
	binary.LittleEndian.PutUint16(req[2:], uint16(len(req)/4))
	ck := c.x.NewCookie(true, false)
	c.x.NewRequest(req, ck)
	return ck.Check()
}

// atMost bounds a wait: the context's own deadline when it has one, else d.
func atMost(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, d)
}

// atomCache remembers names; the server never forgets one either.
type atomCache struct {
	mu    sync.Mutex
	known map[string]xproto.Atom
	names map[xproto.Atom]string
}

// atom is the number of a name.
func (c *Conn) atom(name string) (xproto.Atom, error) {
	c.atoms.mu.Lock()
	defer c.atoms.mu.Unlock()
	if a, ok := c.atoms.known[name]; ok {
		return a, nil
	}
	r, err := xproto.InternAtom(c.x, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0, wrap(err, "intern atom %s", name)
	}
	c.atoms.known[name] = r.Atom
	return r.Atom, nil
}

// atomsOf asks for many names in one round trip.
func (c *Conn) atomsOf(names ...string) (map[string]xproto.Atom, error) {
	out := make(map[string]xproto.Atom, len(names))
	type pending struct {
		name string
		xproto.InternAtomCookie
	}
	var asked []pending
	c.atoms.mu.Lock()
	defer c.atoms.mu.Unlock()
	for _, n := range names {
		if a, ok := c.atoms.known[n]; ok {
			out[n] = a
		} else {
			asked = append(asked, pending{n, xproto.InternAtom(c.x, false, uint16(len(n)), n)})
		}
	}
	for _, p := range asked {
		r, err := p.Reply()
		if err != nil {
			return nil, wrap(err, "intern atom %s", p.name)
		}
		c.atoms.known[p.name], out[p.name] = r.Atom, r.Atom
	}
	return out, nil
}

// atomName is the name of a number.
func (c *Conn) atomName(a xproto.Atom) (string, error) {
	c.atoms.mu.Lock()
	defer c.atoms.mu.Unlock()
	if n, ok := c.atoms.names[a]; ok {
		return n, nil
	}
	r, err := xproto.GetAtomName(c.x, a).Reply()
	if err != nil {
		return "", wrap(err, "name of atom %d", a)
	}
	if c.atoms.names == nil {
		c.atoms.names = map[xproto.Atom]string{}
	}
	c.atoms.names[a] = r.Name
	return r.Name, nil
}
