// Package systemtest is a machine that exists only in memory. Its parts keep state like real ones:
// what was set is read back, a denied part refuses, and Ignore lets a part accept a request that has no
// effect, as real ones sometimes do. All methods may be called from any goroutine.
package systemtest

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"pace/backend/system"
)

// Opened is one link or file that was handed to the fake opener.
type Opened struct {
	Target, Browser string
	Reveal          bool
}

// Opener takes everything and opens nothing.
type Opener struct {
	part
	opened []Opened
	lacks  []string
}

// Lack takes away the program for addresses of a scheme.
func (o *Opener) Lack(scheme string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.lacks = append(o.lacks, scheme)
}

// Handler implements system.Opener.
func (o *Opener) Handler(_ context.Context, scheme string) (system.HandedOver, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if slices.Contains(o.lacks, scheme) {
		return system.HandedOver{}, fmt.Errorf("open a %s address: %w", scheme, system.ErrNoHandler)
	}
	return system.HandedOver{Handler: "fake"}, nil
}

// NewOpener has taken nothing yet.
func NewOpener() *Opener { return &Opener{part: part{name: "opener"}} }

// OpenURL implements system.Opener.
func (o *Opener) OpenURL(ctx context.Context, url, browser string) (system.HandedOver, error) {
	return o.take(ctx, Opened{Target: url, Browser: browser})
}

// OpenPath implements system.Opener.
func (o *Opener) OpenPath(ctx context.Context, path string, reveal bool) (system.HandedOver, error) {
	return o.take(ctx, Opened{Target: path, Reveal: reveal})
}

func (o *Opener) take(ctx context.Context, what Opened) (system.HandedOver, error) {
	err := o.use(ctx, false, func() error { o.opened = append(o.opened, what); return nil })
	if err != nil {
		return system.HandedOver{}, err
	}
	return system.HandedOver{Handler: "fake"}, nil
}

// Opened lists what was handed over so far.
func (o *Opener) Opened() []Opened {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.opened)
}

// Notifier keeps what it shows.
type Notifier struct {
	part
	next  int
	shown map[string]system.Notification
}

// NewNotifier shows nothing yet.
func NewNotifier() *Notifier {
	return &Notifier{part: part{name: "notifications"}, shown: map[string]system.Notification{}}
}

// Notify implements system.Notifier.
func (n *Notifier) Notify(ctx context.Context, what system.Notification) (id string, err error) {
	err = n.use(ctx, false, func() error {
		n.next++
		id = strconv.Itoa(n.next)
		n.shown[id] = what
		return nil
	})
	return id, err
}

// Withdraw implements system.Notifier.
func (n *Notifier) Withdraw(ctx context.Context, id string) error {
	return n.use(ctx, true, func() error { delete(n.shown, id); return nil })
}

// Shown gives the notification with this id, if it is still there.
func (n *Notifier) Shown(id string) (system.Notification, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	what, ok := n.shown[id]
	return what, ok
}

// Idle is a user whose last touch is set by the test.
type Idle struct {
	part
	since time.Duration
}

// NewIdle has a user who has been idle this long.
func NewIdle(since time.Duration) *Idle { return &Idle{part: part{name: "idle time"}, since: since} }

// Idle implements system.Idle.
func (i *Idle) Idle(ctx context.Context) (got time.Duration, err error) {
	err = i.use(ctx, false, func() error { got = i.since; return nil })
	return got, err
}

// Touch sets how long ago the user last used mouse or keys.
func (i *Idle) Touch(since time.Duration) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.since = since
}

// Power is a machine on the mains or on its battery.
type Power struct {
	part
	supply system.Supply
	events []chan system.PowerEvent
}

// NewPower has this supply.
func NewPower(s system.Supply) *Power { return &Power{part: part{name: "power"}, supply: s} }

// Supply implements system.Power.
func (p *Power) Supply(ctx context.Context) (got system.Supply, err error) {
	err = p.use(ctx, false, func() error { got = p.supply; return nil })
	return got, err
}

// Events implements system.Power.
func (p *Power) Events(ctx context.Context) (<-chan system.PowerEvent, error) {
	events := make(chan system.PowerEvent, 8)
	if err := p.use(ctx, false, func() error { p.events = append(p.events, events); return nil }); err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.events = slices.DeleteFunc(p.events, func(c chan system.PowerEvent) bool { return c == events })
		close(events)
	})
	return events, nil
}

// Emit sends the event to all listeners.
func (p *Power) Emit(e system.PowerEvent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, events := range p.events {
		select {
		case events <- e:
		default:
		}
	}
}
