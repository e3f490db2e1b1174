package atspi

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/godbus/dbus/v5"
)

// pending is a message on its way.
type pending struct {
	c      *Client
	call   *dbus.Call
	cancel context.CancelFunc
	bus    string
	at     time.Time
	err    error // it was not sent

	patient bool // running out says nothing about the program
}

// window is how many messages of one batch are on the way at once: enough to hide the latency, few enough that
// the last of them does not run out while the program works through the first.
const window = 128

// send puts a message on its way, bounded by the cap and by ctx. A program whose breaker is open is not asked.
func (c *Client) send(ctx context.Context, r Ref, method string, args ...any) pending {
	if r.Bus == "" || r.Nil() {
		return pending{err: fmt.Errorf("%w: no reference", ErrGone)}
	}
	if c.brk.isOpen(r.Bus) {
		return pending{err: fmt.Errorf("%w: left alone for a while", ErrHung)}
	}
	return c.dispatchFor(ctx, c.cap, r, method, args...)
}

// dispatchFor sends whatever the breaker says.
func (c *Client) dispatchFor(ctx context.Context, limit time.Duration, r Ref, method string, args ...any) pending {
	if err := ctx.Err(); err != nil {
		return pending{err: err}
	}
	if h := c.hook.Load(); h != nil {
		(*h)(r, method, args)
	}
	c.calls.Add(1)
	flags := dbus.FlagNoAutoStart
	if r.Bus == registryName {
		flags = 0 // on a fresh desktop the first question starts it
	}
	cctx, cancel := context.WithTimeout(ctx, limit)
	call := c.conn.Object(r.Bus, dbus.ObjectPath(r.Path)).GoWithContext(cctx, method, flags, make(chan *dbus.Call, 1), args...)
	return pending{c: c, call: call, cancel: cancel, bus: r.Bus, at: time.Now()}
}

// wait collects the answer into v.
func (p pending) wait(v ...any) error {
	if p.err != nil {
		return p.err
	}
	<-p.call.Done
	p.cancel()
	err := p.settle()
	if err != nil || len(v) == 0 {
		return err
	}
	if err := p.call.Store(v...); err != nil {
		return fmt.Errorf("%s answered in another form: %w", p.call.Method, err)
	}
	return nil
}

// settle sorts the answer's error and keeps the breaker's book.
func (p pending) settle() error {
	err := p.call.Err
	switch {
	case err == nil:
		p.c.brk.heard(p.bus)
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		if !p.patient && time.Since(p.at) >= silence && p.c.brk.quietSince(p.bus, p.at) {
			p.c.brk.trip(p.bus)
		}
	case errors.As(err, new(dbus.Error)):
		// An error is an answer too, though the bus itself may have given it.
		p.c.brk.heard(p.bus)
	}
	return kindOf(err)
}

// call sends one message and waits for it.
func (c *Client) call(ctx context.Context, r Ref, method string, args []any, out ...any) error {
	if err := c.admit(ctx, r.Bus); err != nil {
		return err
	}
	return c.send(ctx, r, method, args...).wait(out...)
}

// Admit tells whether a program may be talked to, as every method does by itself before its first message: ErrHung
// while it is left alone. A Batch does not probe, so ask before one.
func (c *Client) Admit(ctx context.Context, bus string) error { return c.admit(ctx, bus) }

// admit lets a caller talk to a program. After a rest it probes the program with one cheap question, so that a
// whole batch is never the probe.
func (c *Client) admit(ctx context.Context, bus string) error {
	switch c.brk.ask(bus) {
	case deny:
		return fmt.Errorf("%w: left alone for a while", ErrHung)
	case probe:
		var v dbus.Variant
		err := c.dispatchFor(ctx, c.cap, Root(bus), ifProperties+".Get", ifAccessible, "Name").wait(&v)
		if errors.Is(err, ErrUnanswered) || ctx.Err() != nil {
			c.brk.trip(bus)
			return fmt.Errorf("%w: asked again after a rest: %w", ErrHung, err)
		}
		c.brk.close(bus)
		if errors.Is(err, ErrGone) {
			return err
		}
	}
	return nil
}

// prop asks for one property.
func (c *Client) prop(ctx context.Context, r Ref, iface, name string) pending {
	return c.send(ctx, r, ifProperties+".Get", iface, name)
}

// waitProp collects a property's value into v, which must be a pointer to its exact type.
func waitProp[T any](p pending) (T, error) {
	var v dbus.Variant
	var zero T
	if err := p.wait(&v); err != nil {
		return zero, err
	}
	t, ok := v.Value().(T)
	if !ok {
		return zero, fmt.Errorf("a property answered with %T", v.Value())
	}
	return t, nil
}

// each runs n small batches against programs with a sliding window: start(i) sends, finish(i) collects, in
// order. per is how many messages one start sends.
func each(n, per int, start, finish func(i int)) {
	ahead := max(1, window/max(1, per))
	for i := 0; i < n+ahead; i++ {
		if i >= ahead {
			finish(i - ahead)
		}
		if i < n {
			start(i)
		}
	}
}
