package linux

import (
	"context"
	"errors"
	"sync"
	"time"

	"pace/backend/desktop"
	"pace/native/linux/x11"
)

// user knows what the person does with mouse and keyboard, as far as it is not Pace. One connection listens, from the
// first question on; it is shared by all who ask.
type user struct {
	x      *x11.Conn
	ledger *x11.Ledger

	mu      sync.Mutex
	state   started
	err     error // why nothing can be heard
	last    time.Time
	ours    time.Time // last input of ours
	subs    map[chan desktop.UserInput]struct{}
	end     context.CancelFunc
	ended   chan struct{}
	escapes map[uint32]bool // keycodes
}

type started int

const (
	before started = iota
	running
	over
)

func newUser(x *x11.Conn, ledger *x11.Ledger) *user {
	return &user{x: x, ledger: ledger, subs: map[chan desktop.UserInput]struct{}{}}
}

// start begins to listen, once. An error is remembered: what the server lacks it will not get.
func (u *user) start() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.state != before {
		return u.err
	}
	u.state = over
	u.last = u.lastTouch()
	ctx, cancel := context.WithCancel(context.Background())
	events, err := x11.WatchUser(ctx, u.x.Address(), u.ledger)
	if err != nil {
		cancel()
		u.err = err
		return err
	}
	u.state, u.end, u.ended = running, cancel, make(chan struct{})
	u.escapes = u.escapeKeys()
	go u.listen(events) // ends with ctx, which stop cancels, or with the connection
	return nil
}

// lastTouch is when the user did something before anybody listened. Real devices tell; without them the server's idle
// time has to do, which counts synthetic input too.
func (u *user) lastTouch() time.Time {
	now := time.Now()
	if d, err := u.x.HardwareIdle(); err == nil {
		return now.Add(-d)
	}
	if d, err := u.x.Idle(); err == nil {
		return now.Add(-d)
	}
	return now // not known: as if just now
}

func (u *user) escapeKeys() map[uint32]bool {
	out := map[uint32]bool{}
	board, err := x11.NewKeyboard(u.x)
	if err != nil {
		return out
	}
	defer board.Close()
	if m, err := board.Map(); err == nil {
		if esc, ok := x11.KeysymNamed("escape"); ok {
			if s, ok := m.Shortcut(esc); ok {
				out[uint32(s.Code)] = true
			}
		}
	}
	return out
}

func (u *user) listen(events <-chan x11.UserEvent) {
	defer close(u.ended)
	for e := range events {
		u.hear(e, time.Now())
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.state = over
	if u.err == nil {
		u.err = x11.ErrClosed
	}
	for c := range u.subs {
		delete(u.subs, c)
		close(c)
	}
}

// hear notes an event and tells the subscribers. The end of a press is no sign of a person who begins something: the
// key that started Pace is let go of after Pace has begun to listen. Neither is the repeat of a key kept down.
func (u *user) hear(e x11.UserEvent, now time.Time) {
	in := desktop.UserInput{At: now, Motion: e.Kind == x11.RawMotion}
	switch e.Kind {
	case x11.RawKeyRelease, x11.RawButtonRelease:
		return
	case x11.RawKeyPress:
		if e.Repeat {
			return
		}
		in.Escape = u.escapes[e.Code]
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.last = now
	for c := range u.subs {
		select {
		case c <- in:
		default: // it has enough to read that says the same
		}
	}
}

// userRoom is how many inputs a reader may be behind. Escape is what must not be lost, and nobody types faster.
const userRoom = 64

// subscribe delivers input until ctx ends; then the channel is closed.
func (u *user) subscribe(ctx context.Context) (<-chan desktop.UserInput, error) {
	if err := u.start(); err != nil {
		return nil, err
	}
	c := make(chan desktop.UserInput, userRoom)
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.state != running {
		return nil, u.err
	}
	u.subs[c] = struct{}{}
	context.AfterFunc(ctx, func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		if _, ok := u.subs[c]; ok {
			delete(u.subs, c)
			close(c)
		}
	})
	return c, nil
}

// sent notes that Pace has just sent something.
func (u *user) sent() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.ours = time.Now()
}

// echo is how much later than its sending an input of ours may show in the server's idle time.
const echo = 100 * time.Millisecond

// idle is how long the user has done nothing.
func (u *user) idle() (time.Duration, error) {
	err := u.start()
	u.mu.Lock()
	defer u.mu.Unlock()
	if err == nil && u.state == running {
		return time.Since(u.last), nil
	}
	// Nothing is heard: the server's idle time counts our own input, which is left out when it is the newest.
	d, idleErr := u.x.Idle()
	if idleErr != nil {
		return 0, errors.Join(err, idleErr)
	}
	now := time.Now()
	if at := now.Add(-d); at.After(u.ours.Add(echo)) && at.After(u.last) {
		u.last = at
	}
	return now.Sub(u.last), nil
}

// stop ends listening and waits for it.
func (u *user) stop() {
	u.mu.Lock()
	end, ended := u.end, u.ended
	if u.state == before {
		u.state, u.err = over, errInputClosed
	}
	u.mu.Unlock()
	if end != nil {
		end()
		<-ended
	}
}
