package linux

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"pace/backend/desktop"
	"pace/native/linux/x11"
)

// Clipboard reads and borrows the clipboard. It fulfils desktop.Clipboard; its connection begins with the first use.
//
// On X11 the program that copied keeps the content. What was given back after a loan is therefore held by Pace. Before
// it ends it hands that to the desktop's clipboard manager; without one, or when Pace is killed, the guard process takes
// it over, which was told the content before the loan began.
type Clipboard struct {
	x     *x11.Conn
	guard *watchman // nil: nobody

	mu     sync.Mutex
	k      *x11.Clipboard
	closed bool
}

var _ desktop.Clipboard = (*Clipboard)(nil)

// maxClip bounds the text that is read.
const maxClip = 8 << 20

func (c *Clipboard) open(ctx context.Context) (*x11.Clipboard, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, fmt.Errorf("clipboard: %w", desktop.ErrNoDisplay)
	}
	if c.k == nil {
		k, err := x11.OpenClipboard(ctx, c.x.Address())
		if err != nil {
			return nil, windowError(err)
		}
		c.k = k
	}
	return c.k, nil
}

// leave ends the use, and hands what is ours to the clipboard manager, so that the guard need not keep it.
func (c *Clipboard) leave() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	if c.k == nil {
		return nil
	}
	saved, err := c.k.HandOver(context.Background()) // bounded by itself
	if saved && c.guard != nil {
		err = errors.Join(err, c.guard.Keep(x11.Kept{}))
	}
	return err
}

// close comes after the guard's end: until it owns the content we do.
func (c *Clipboard) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.k == nil {
		return nil
	}
	err := c.k.Close()
	c.k = nil
	return err
}

// Read gives the text; desktop.ErrNotFound when there is none.
func (c *Clipboard) Read(ctx context.Context) (string, error) {
	k, err := c.open(ctx)
	if err != nil {
		return "", err
	}
	s, err := k.Read(ctx, maxClip)
	if errors.Is(err, x11.ErrNoOwner) {
		return "", fmt.Errorf("read the clipboard: %w: %w", desktop.ErrNotFound, err)
	}
	return s, windowError(err)
}

// Lend puts text into the clipboard until it is returned. It fails when the guard can't be told what to give back.
func (c *Clipboard) Lend(ctx context.Context, text string) (desktop.Loan, error) {
	k, err := c.open(ctx)
	if err != nil {
		return nil, err
	}
	var keep func(x11.Kept) error
	if c.guard != nil {
		keep = c.guard.Keep
	}
	s, err := k.Swap(ctx, text, keep)
	if err != nil {
		return nil, windowError(err)
	}
	watch, stop := context.WithCancel(context.Background())
	l := &loan{s: s, taken: make(chan struct{}), stop: stop, stopped: make(chan struct{})}
	go l.watch(watch, c.x)
	return l, nil
}

// loan is one Lend. Its goroutine ends with Return, with the first reading, or when somebody else copies.
type loan struct {
	s       *x11.Swap
	taken   chan struct{}
	stop    context.CancelFunc
	stopped chan struct{}
}

func (l *loan) watch(ctx context.Context, x *x11.Conn) {
	defer close(l.stopped)
	for {
		select {
		case r := <-l.s.Read():
			if meantFor(x, r.Requestor) {
				close(l.taken)
				return
			}
		case <-l.s.Gone():
			return
		case <-x.Done():
			return
		case <-ctx.Done():
			return
		}
	}
}

// meantFor tells the program that pastes, which is the one in front, from clipboard managers: those read whatever is
// copied, at once. When it is not known who is in front, any reader counts.
func meantFor(x *x11.Conn, requestor x11.Window) bool {
	active, err := x.Active()
	return err != nil || active == 0 || x.SameClient(requestor, active)
}

func (l *loan) Taken() <-chan struct{} { return l.taken }

// Return gives back what was there.
func (l *loan) Return(ctx context.Context) (bool, error) {
	l.stop()
	<-l.stopped
	restored, err := l.s.Restore(ctx)
	return restored, windowError(err)
}
