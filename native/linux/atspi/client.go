package atspi

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/godbus/dbus/v5"
)

// Bounds of one client. CallCap is the longest any single message may wait; a hung GTK program was measured to
// hold exactly that long. Rest is how long a program that let a call run out is left alone.
const (
	CallCap = 800 * time.Millisecond
	Rest    = 2 * time.Second
	// silence is how long a program must have said nothing at all before a call that ran out counts as hanging:
	// a caller with a few milliseconds left must not condemn a healthy program.
	silence = 250 * time.Millisecond
)

// Address says where the bus is. Direct, when given, is the accessibility bus itself (AT_SPI_BUS_ADDRESS);
// otherwise the session bus is asked for it.
type Address struct{ Session, Direct string }

// Client is a connection to the accessibility bus. Close ends it, fails what is pending and closes every
// subscription.
type Client struct {
	conn     *dbus.Conn
	brk      *breakers
	sig      *signals
	cap      time.Duration
	calls    atomic.Int64
	hook     atomic.Pointer[func(Ref, string, []any)]
	whole    sync.Map // bus name → bool, see givesAll
	regOnce  sync.Mutex
	regAt    time.Time
	closeOne sync.Once
}

// Dial connects and says hello within ctx. ErrNoBus is wrapped when there is no bus to connect to.
func Dial(ctx context.Context, a Address) (*Client, error) {
	direct := a.Direct
	if direct == "" {
		if a.Session == "" {
			return nil, fmt.Errorf("%w: no session bus address", ErrNoBus)
		}
		var err error
		if direct, err = ask(ctx, a.Session); err != nil {
			return nil, err
		}
	}
	c := &Client{brk: newBreakers(Rest), cap: CallCap}
	c.sig = newSignals(c.brk.heard)
	conn, err := connect(ctx, direct, dbus.WithSignalHandler(c.sig))
	if err != nil {
		return nil, err
	}
	c.conn = conn
	return c, nil
}

// Close ends the connection. It may be called more than once.
func (c *Client) Close() error {
	var err error
	c.closeOne.Do(func() {
		err = c.conn.Close()
		c.sig.Terminate()
	})
	return err
}

// Heard reports whether a program has answered or signalled within d.
func (c *Client) Heard(bus string, d time.Duration) bool {
	return !c.brk.quietSince(bus, time.Now().Add(-d))
}

// Calls is the number of messages sent so far.
func (c *Client) Calls() int64 { return c.calls.Load() }

// Alive asks the bus whether a program is still there. It costs the program nothing.
func (c *Client) Alive(ctx context.Context, bus string) bool {
	var yes bool
	err := c.send(ctx, Ref{ifBus, "/org/freedesktop/DBus"}, ifBus+".NameHasOwner", bus).wait(&yes)
	return err == nil && yes
}

// owner is the unique name behind a well-known one, or the name itself when nobody has it.
func (c *Client) owner(ctx context.Context, name string) string {
	var unique string
	if c.send(ctx, Ref{ifBus, "/org/freedesktop/DBus"}, ifBus+".GetNameOwner", name).wait(&unique) != nil || unique == "" {
		return name
	}
	return unique
}

// OnCall sets a function that sees every message before it goes out, for tests and benches; nil removes it.
func (c *Client) OnCall(f func(to Ref, method string, args []any)) {
	if f == nil {
		c.hook.Store(nil)
		return
	}
	c.hook.Store(&f)
}

// ask gets the accessibility bus's address from the session bus.
func ask(ctx context.Context, session string) (string, error) {
	conn, err := connect(ctx, session)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	var addr string
	call := conn.Object("org.a11y.Bus", "/org/a11y/bus").CallWithContext(ctx, "org.a11y.Bus.GetAddress", 0)
	if err := call.Store(&addr); err != nil {
		return "", fmt.Errorf("%w: ask the session bus: %w", ErrNoBus, err)
	}
	if addr == "" {
		return "", fmt.Errorf("%w: the session bus names none", ErrNoBus)
	}
	return addr, nil
}

// connect dials, authenticates and says hello, none of which the library bounds by itself.
func connect(ctx context.Context, addr string, opts ...dbus.ConnOption) (*dbus.Conn, error) {
	type made struct {
		conn *dbus.Conn
		err  error
	}
	done := make(chan made, 1)
	go func() {
		conn, err := dbus.Dial(addr, opts...)
		if err != nil {
			done <- made{err: err}
			return
		}
		stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
		err = errors.Join(conn.Auth(nil))
		if err == nil {
			err = conn.Hello()
		}
		if !stop() && err == nil {
			err = ctx.Err()
		}
		if err != nil {
			_ = conn.Close()
		}
		done <- made{conn, err}
	}()
	select {
	case m := <-done:
		if m.err != nil {
			return nil, fmt.Errorf("%w: connect: %w", ErrNoBus, m.err)
		}
		return m.conn, nil
	case <-ctx.Done():
		// The goroutine above closes what it opened and ends by itself: AfterFunc breaks its reads.
		return nil, fmt.Errorf("%w: connect: %w", ErrNoBus, ctx.Err())
	}
}
