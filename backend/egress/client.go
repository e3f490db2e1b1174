package egress

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

const maxRedirects = 5

// Client gives an HTTP client for the lane, with its own connections. It has no timeout of its own
// beyond those for connecting: the request's context bounds it. The body of every response must be
// read to its end or closed, as always; only then is its audit row complete. Proxies from the
// environment are not used: what they would see could not be shown.
func (d *Door) Client(lane Lane) *http.Client {
	base := &http.Transport{
		DialContext:         d.dial(lane),
		TLSHandshakeTimeout: handshakeBudget,
		IdleConnTimeout:     90 * time.Second,
		MaxIdleConnsPerHost: 2,
		// HTTP/2 would mix requests on one connection, and their bytes could not be told apart.
		TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{},
	}
	d.mu.Lock()
	d.transports = append(d.transports, base)
	d.mu.Unlock()
	return &http.Client{Transport: &counting{d, lane, base}, CheckRedirect: checkRedirect}
}

// checkRedirect bounds redirects, keeps them from dropping encryption, and takes everything from the
// headers that could be a key when the host changes: net/http knows Authorization and Cookie, but
// not x-api-key. Where the redirect leads is checked by the guard like any request.
func checkRedirect(next *http.Request, via []*http.Request) error {
	last := via[len(via)-1]
	switch {
	case len(via) >= maxRedirects:
		return &Refused{next.URL.Hostname(), "too many redirects"}
	case last.URL.Scheme == "https" && next.URL.Scheme != "https":
		return &Refused{next.URL.Hostname(), "a redirect wanted to drop the encryption"}
	case last.URL.Host == next.URL.Host && last.URL.Scheme == next.URL.Scheme:
		return nil
	}
	kept := http.Header{}
	for _, name := range []string{"Accept", "Accept-Encoding", "Accept-Language", "Content-Type", "Range", "User-Agent"} {
		if v, ok := next.Header[name]; ok {
			kept[name] = v
		}
	}
	next.Header = kept
	return nil
}

// counting is the transport that guards, counts and writes down.
type counting struct {
	door *Door
	lane Lane
	base *http.Transport
}

// routeKey carries the addresses that the guard has checked to the dialler, so that the name is not
// resolved a second time, to something else.
type routeKey struct{}

// RoundTrip implements http.RoundTripper.
func (c *counting) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := c.roundTrip(req)
	if err != nil && req.Body != nil {
		req.Body.Close() // the contract of RoundTripper, also when nothing was sent; closing twice is harmless
	}
	return resp, err
}

func (c *counting) roundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	way, err := guard(ctx, req.URL, c.lane, c.door.config.Resolve)
	if err != nil {
		return nil, err
	}
	trip := &trip{door: c.door, began: c.door.config.Now(), row: Row{Turn: turnOf(ctx), Kind: HTTP, Subsystem: c.lane.Subsystem,
		Operation: c.lane.Operation, Target: hostPort(req), OffDevice: way.offDevice}}
	if trip.row.ID, err = c.door.id(); err != nil {
		return nil, err
	}
	if way.offDevice {
		start := trip.row
		start.At, start.State = trip.began, Started
		if err := c.door.config.Audit.Add(ctx, start); err != nil {
			return nil, err
		}
		c.door.observe(start)
	}
	ctx = context.WithValue(ctx, routeKey{}, way)
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) { trip.got(info.Conn) }})
	resp, err := c.base.RoundTrip(req.WithContext(ctx))
	if err != nil {
		return nil, errors.Join(err, trip.finish(Failed))
	}
	trip.status(resp.StatusCode)
	resp.Body = &body{ReadCloser: resp.Body, trip: trip}
	return resp, nil
}

func hostPort(req *http.Request) string {
	port := req.URL.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[req.URL.Scheme]
	}
	return net.JoinHostPort(req.URL.Hostname(), port)
}

// trip is one request on its way.
type trip struct {
	door  *Door
	began time.Time

	mu    sync.Mutex
	row   Row
	conns []*conn // more than one when net/http tried again
	done  bool
}

func (t *trip) got(c net.Conn) {
	if secure, ok := c.(*tls.Conn); ok {
		c = secure.NetConn()
	}
	if counted, ok := c.(*conn); ok {
		counted.trip.Store(t)
		t.mu.Lock()
		t.conns = append(t.conns, counted)
		t.mu.Unlock()
	}
}

// leave takes what a connection counted when it is closed while the trip is still on its way.
func (t *trip) leave(sent, received int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done {
		return false
	}
	t.row.Sent += sent
	t.row.Received += received
	return true
}

func (t *trip) status(code int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.row.Status = code
}

// finish writes the row once. What a connection sends after this is written when it closes.
func (t *trip) finish(state State) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done {
		return nil
	}
	t.done = true
	for _, c := range t.conns {
		sent, received := c.take()
		t.row.Sent += sent
		t.row.Received += received
	}
	t.row.At, t.row.State = t.door.config.Now(), state
	t.row.DurationMs = t.row.At.Sub(t.began).Milliseconds()
	ctx, cancel := context.WithTimeout(context.Background(), auditBudget)
	defer cancel()
	err := t.door.config.Audit.Add(ctx, t.row)
	t.door.observe(t.row)
	return err
}

// body finishes the trip at its end, at an error, or when it is closed.
type body struct {
	io.ReadCloser
	trip *trip
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	switch {
	case err == io.EOF:
		if failed := b.trip.finish(Ended); failed != nil {
			return n, failed
		}
	case err != nil:
		err = errors.Join(err, b.trip.finish(Failed))
	}
	return n, err
}

func (b *body) Close() error {
	return errors.Join(b.ReadCloser.Close(), b.trip.finish(Ended))
}

func (d *Door) dial(lane Lane) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		way, ok := ctx.Value(routeKey{}).(route)
		_, port, err := net.SplitHostPort(address)
		if !ok || err != nil {
			return nil, fmt.Errorf("dial %s: not checked by the guard", address)
		}
		ctx, cancel := context.WithTimeout(ctx, dialBudget)
		defer cancel()
		var errs []error
		for _, addr := range way.addrs {
			raw, err := d.config.Dial(ctx, network, netip.AddrPortFrom(addr, portNumber(port)).String())
			if err != nil {
				errs = append(errs, err)
				continue
			}
			// What counts is where the connection goes, and not what was looked up before.
			if way.public && !public(reached(raw)) {
				_ = raw.Close()
				return nil, &Refused{hostOf(address), "the connection came out in this machine or its network"}
			}
			row := Row{Turn: turnOf(ctx), Kind: Connection, State: Ended, Subsystem: lane.Subsystem,
				Operation: lane.Operation, Target: address, OffDevice: way.offDevice}
			return &conn{Conn: raw, door: d, row: row}, nil
		}
		return nil, errors.Join(errs...)
	}
}

func hostOf(address string) string {
	host, _, _ := net.SplitHostPort(address)
	return host
}

func portNumber(port string) uint16 {
	n, err := net.LookupPort("tcp", port)
	if err != nil {
		return 0 // a dial to port 0 fails
	}
	return uint16(n)
}

// conn counts what goes over the wire, handshake and framing included.
type conn struct {
	net.Conn
	door           *Door
	row            Row
	sent, received atomic.Int64
	closed         atomic.Bool
	trip           atomic.Pointer[trip] // the latest; nil before the first
}

func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.received.Add(int64(n))
	return n, err
}

func (c *conn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.sent.Add(int64(n))
	return n, err
}

// take gives what was counted since the last take.
func (c *conn) take() (sent, received int64) { return c.sent.Swap(0), c.received.Swap(0) }

// Close writes down what no request has taken: a failed handshake, a farewell, the rest of a body
// that the server did not wait for.
func (c *conn) Close() error {
	err := c.Conn.Close()
	if c.closed.Swap(true) {
		return err
	}
	sent, received := c.take()
	if sent == 0 && received == 0 {
		return err
	}
	if t := c.trip.Load(); t != nil && t.leave(sent, received) {
		return err
	}
	row := c.row
	row.At, row.Sent, row.Received = c.door.config.Now(), sent, received
	id, idErr := c.door.id()
	row.ID = id
	ctx, cancel := context.WithTimeout(context.Background(), auditBudget)
	defer cancel()
	return errors.Join(err, idErr, c.door.config.Audit.Add(ctx, row))
}
