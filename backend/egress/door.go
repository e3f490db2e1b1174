package egress

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"
)

const (
	dialBudget      = 10 * time.Second
	handshakeBudget = 10 * time.Second
	auditBudget     = 2 * time.Second // for the row at the end, when the request's context is over
)

// Lane is a use of the door, for instance the planner's chat with a local server.
type Lane struct {
	Subsystem string
	Operation string
	// OffDevice says whether this host may be contacted; it is asked for every request and redirect.
	// nil: this machine only.
	OffDevice func(host string) Decision
	Plain     bool // unencrypted http may leave too (a download the user asked for)
	// Outside keeps a host that is not spelled as a part of this network (see Inside) out of it: its name must lead to public
	// addresses only, and so must the connection.
	Outside bool
}

// Crossing tells the interface what leaves while it happens.
type Crossing struct {
	ID        string
	Turn      string
	State     State
	Kind      Kind
	Subsystem string
	Target    string
	Bytes     int64 // sent or handed over
}

// Config is what the door is built from. Only Audit is required.
type Config struct {
	Audit   *Audit
	Now     func() time.Time
	Random  io.Reader
	Resolve Resolve
	Dial    func(ctx context.Context, network, address string) (net.Conn, error)
	// Observe is called for every crossing off this machine and every hand-over, from the goroutine
	// that causes it. It must not block.
	Observe func(Crossing)
}

// Door makes the clients. Its methods may be called from any goroutine.
type Door struct {
	config Config

	mu         sync.Mutex
	transports []*http.Transport
}

// New builds the door. Missing parts of the config are those of the real machine.
func New(c Config) *Door {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Random == nil {
		c.Random = rand.Reader
	}
	if c.Resolve == nil {
		c.Resolve = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	if c.Dial == nil {
		c.Dial = (&net.Dialer{Timeout: dialBudget}).DialContext
	}
	if c.Observe == nil {
		c.Observe = func(Crossing) {}
	}
	return &Door{config: c}
}

// Close gives up idle connections. Requests under way are not touched; their contexts end them.
func (d *Door) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, t := range d.transports {
		t.CloseIdleConnections()
	}
}

// turnKey carries the id of a turn.
type turnKey struct{}

// WithTurn makes the rows written under ctx name this turn.
func WithTurn(ctx context.Context, turn string) context.Context {
	return context.WithValue(ctx, turnKey{}, turn)
}

func turnOf(ctx context.Context) string {
	turn, _ := ctx.Value(turnKey{}).(string)
	return turn
}

// HandOver writes down that bytes are about to be given to another program (a browser, a CLI, an MCP
// server). target is the program or a URL, of which only the site is kept: the rest may be what the
// user wrote. On an error nothing may be handed over.
func (d *Door) HandOver(ctx context.Context, subsystem, target string, bytes int) error {
	id, err := d.id()
	if err != nil {
		return err
	}
	row := Row{At: d.config.Now(), ID: id, Turn: turnOf(ctx), Kind: HandOver, State: Ended,
		Subsystem: subsystem, Target: site(target), Sent: int64(bytes)}
	if err := d.config.Audit.Add(ctx, row); err != nil {
		return err
	}
	d.observe(row)
	return nil
}

// port ends a host that is named without a scheme: only one with a dot, in brackets, or this machine's. What stands before
// the colon of sms:12345 is a scheme, and what stands behind it a person.
var port = regexp.MustCompile(`^(?:[\pL\pN_-]+(?:\.[\pL\pN_-]+)+|localhost|\[[0-9a-fA-F:.]+\]):\d{1,5}$`)

// site cuts a URL down to scheme and host, and leaves a host and the name of a program as they are.
func site(target string) string {
	scheme, _, ok := strings.Cut(target, ":")
	if !ok || port.MatchString(target) {
		return target
	}
	u, err := url.Parse(target)
	if err != nil || u.Host == "" { // mailto:someone@example.org names a person
		return scheme + ":"
	}
	return u.Scheme + "://" + u.Host
}

// Total adds up the audit since a time.
func (d *Door) Total(ctx context.Context, since time.Time) (Total, error) {
	return d.config.Audit.Total(ctx, since)
}

func (d *Door) id() (string, error) {
	var b [8]byte
	if _, err := io.ReadFull(d.config.Random, b[:]); err != nil {
		return "", fmt.Errorf("name a crossing: %w", err)
	}
	return hex.EncodeToString(b[:]), nil
}

func (d *Door) observe(row Row) {
	if row.OffDevice || row.Kind == HandOver {
		d.config.Observe(Crossing{ID: row.ID, Turn: row.Turn, State: row.State, Kind: row.Kind,
			Subsystem: row.Subsystem, Target: row.Target, Bytes: row.Sent})
	}
}
