// Package systemtest is a machine that exists only in memory. Its parts keep state like real ones:
// what was set is read back, a denied part refuses, and Ignore lets a part accept a request that has no
// effect, as real ones sometimes do. All methods may be called from any goroutine.
package systemtest

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"pace/backend/system"
)

// Opened is one file that was handed to the fake opener.
type Opened struct {
	Target string
	Reveal bool
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
