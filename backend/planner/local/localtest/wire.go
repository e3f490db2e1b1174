package localtest

import (
	"context"
	"net"
	"net/http"
	"sync"
	"syscall"
)

// Wire is a network in memory with one server on it, for tests with a virtual clock. Its Dial takes the place of the
// egress door's.
type Wire struct {
	server *http.Server
	done   chan struct{}

	mu      sync.Mutex
	conns   chan net.Conn
	closed  chan struct{}
	refused int
	last    int // the last connection that is let through; 0: no end
	dialled int
	open    map[*wireConn]bool
}

// NewWire puts a server on a network of its own. Close ends it and waits until it has.
func NewWire(handler http.Handler) *Wire {
	w := &Wire{server: &http.Server{Handler: handler}, done: make(chan struct{}), conns: make(chan net.Conn),
		closed: make(chan struct{}), open: map[*wireConn]bool{}}
	go func() {
		defer close(w.done)
		_ = w.server.Serve((*wireListener)(w)) // ends with ErrServerClosed
	}()
	return w
}

// Dial connects to the server, whatever the address.
func (w *Wire) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	w.mu.Lock()
	w.dialled++
	refuse := w.last > 0 && w.dialled > w.last
	if w.refused > 0 {
		w.refused, refuse = w.refused-1, true
	}
	w.mu.Unlock()
	if refuse {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	}
	near, far := net.Pipe()
	select {
	case w.conns <- &wireConn{Conn: far}:
	case <-w.closed:
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	conn := &wireConn{Conn: near, wire: w}
	w.mu.Lock()
	w.open[conn] = true
	w.mu.Unlock()
	return conn, nil
}

// Refuse makes the next n connections fail as those to a closed port do.
func (w *Wire) Refuse(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.refused = n
}

// RefuseAfter lets n more connections through and then none, as a server does that crashes.
func (w *Wire) RefuseAfter(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = w.dialled + n
}

// Dialled counts the attempts to connect; Open the client's connections that are not closed.
func (w *Wire) Dialled() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.dialled
}

// Open counts the client's connections that are not closed, idle ones included.
func (w *Wire) Open() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.open)
}

// Close ends the server and its connections.
func (w *Wire) Close() {
	_ = w.server.Close()
	<-w.done
}

// wireConn is one end of a connection; only the client's knows its wire.
type wireConn struct {
	net.Conn
	wire *Wire
}

func (c *wireConn) Close() error {
	if c.wire != nil {
		c.wire.mu.Lock()
		delete(c.wire.open, c)
		c.wire.mu.Unlock()
	}
	return c.Conn.Close()
}

// wireListener is the server's side of a wire.
type wireListener Wire

func (l *wireListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *wireListener) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.closed:
	default:
		close(l.closed)
	}
	return nil
}

func (l *wireListener) Addr() net.Addr { return wireAddr{} }

type wireAddr struct{}

func (wireAddr) Network() string { return "memory" }
func (wireAddr) String() string  { return "memory" }
