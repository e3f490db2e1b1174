package desktoptest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"pace/backend/desktop"
)

// App is one running program.
type App struct {
	desk    *Desk
	name    string
	pid     int
	toolkit desktop.Toolkit
	conn    string
	root    *Control
	windows []*Window
	gone    bool
	mute    bool // takes no part in accessibility

	hang    chan struct{} // closed when it wakes; nil while it answers
	breaker time.Time     // left alone until then
	queue   []func()      // messages that it takes up when it wakes

	lost        bool
	signalDelay time.Duration
	readCost    time.Duration
	menu        map[string][]Effect // by chord, see OnKey
	kept        *desktop.Snapshot   // the last whole one, while it stands
}

// App starts a program that takes part in accessibility and has no window yet.
func (d *Desk) App(name string, tk desktop.Toolkit) *App {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lastPID++
	a := &App{desk: d, name: name, pid: d.lastPID, toolkit: tk, conn: fmt.Sprintf(":1.%d", d.lastPID-1000), menu: map[string][]Effect{}}
	a.root = &Control{desk: d, app: a, id: "root", role: desktop.Application, name: name, state: desktop.Enabled}
	d.apps = append(d.apps, a)
	return a
}

// Ref is the program's accessibility connection.
func (a *App) Ref() desktop.Ref { return a.root.Ref() }

// PID is the program's process number, unique on this desk.
func (a *App) PID() int { return a.pid }

// Windows lists its windows that are open.
func (a *App) Windows() []*Window {
	a.desk.mu.Lock()
	defer a.desk.mu.Unlock()
	return append([]*Window(nil), a.windows...)
}

// RegistersAfter keeps the program out of accessibility for a while, as one that is still starting: its windows are there
// first.
func (a *App) RegistersAfter(dur time.Duration) *App {
	a.desk.mu.Lock()
	defer a.desk.mu.Unlock()
	a.mute = true
	a.desk.afterLocked(dur, func() {
		a.desk.mu.Lock()
		defer a.desk.mu.Unlock()
		a.mute = false
	})
	return a
}

// Hang makes the program stop answering for dur; with dur ≤ 0 until Wake. Messages that reach it meanwhile wait in
// its queue and are carried out when it wakes.
func (a *App) Hang(dur time.Duration) {
	a.desk.mu.Lock()
	defer a.desk.mu.Unlock()
	if a.hang == nil {
		a.hang = make(chan struct{})
	}
	if h := a.hang; dur > 0 {
		a.desk.afterLocked(dur, func() { a.wake(h) })
	}
}

// Wake ends Hang.
func (a *App) Wake() {
	a.desk.mu.Lock()
	h := a.hang
	a.desk.mu.Unlock()
	a.wake(h)
}

func (a *App) wake(h chan struct{}) {
	a.desk.mu.Lock()
	if h == nil || a.hang != h {
		a.desk.mu.Unlock()
		return
	}
	close(h)
	a.hang = nil
	q := a.queue
	a.queue = nil
	a.desk.mu.Unlock()
	for _, fn := range q {
		fn()
	}
}

// Crash ends the program: its windows are gone and its connection with it.
func (a *App) Crash() {
	a.desk.mu.Lock()
	defer a.desk.mu.Unlock()
	if a.gone {
		return
	}
	for _, w := range append([]*Window(nil), a.windows...) {
		w.closeLocked()
	}
	a.gone = true
	if a.hang != nil {
		close(a.hang)
		a.hang = nil
	}
	a.queue = nil
	a.desk.emitLocked(a.root, desktop.EventChildren, "removed", false)
}

// LoseSignals makes the program's signals go astray from now on, without a word.
func (a *App) LoseSignals() {
	a.desk.mu.Lock()
	defer a.desk.mu.Unlock()
	a.lost = true
}

// DropSignals tells every stream on the program that signals were dropped (EventLost).
func (a *App) DropSignals() {
	a.desk.mu.Lock()
	defer a.desk.mu.Unlock()
	a.desk.emitLocked(a.root, desktop.EventLost, "", false)
}

// DelaySignals makes signals come that much later than the change they tell of.
func (a *App) DelaySignals(dur time.Duration) {
	a.desk.mu.Lock()
	defer a.desk.mu.Unlock()
	a.signalDelay = dur
}

// SlowReads makes each element that is read cost dur.
func (a *App) SlowReads(dur time.Duration) {
	a.desk.mu.Lock()
	defer a.desk.mu.Unlock()
	a.readCost = dur
}

// Mute takes the program out of accessibility: it has windows and no elements.
func (a *App) Mute() {
	a.desk.mu.Lock()
	defer a.desk.mu.Unlock()
	a.mute = true
}

// OnKey makes a chord ("ctrl+s") do something in whichever of the program's windows is in front.
func (a *App) OnKey(chord string, effects ...Effect) {
	a.desk.mu.Lock()
	defer a.desk.mu.Unlock()
	a.menu[chord] = append(a.menu[chord], effects...)
}

// reach waits until the program takes a message. sent tells whether the message is in the program's queue even so:
// a message to a hung program is, one that the breaker held back is not.
func (a *App) reach(ctx context.Context) (sent bool, err error) {
	d := a.desk
	d.mu.Lock()
	h, cap := a.hang, d.cap
	open := time.Now().Before(a.breaker)
	gone := a.gone || a.mute
	d.mu.Unlock()
	switch {
	case gone:
		return false, fmt.Errorf("application %s: %w", a.name, desktop.ErrGone)
	case ctx.Err() != nil:
		return false, ended(ctx)
	case open:
		return false, fmt.Errorf("application %s is left alone: %w", a.name, desktop.ErrHung)
	case h == nil:
		return true, nil
	}
	t := time.NewTimer(cap)
	defer t.Stop()
	select {
	case <-h:
		d.mu.Lock()
		defer d.mu.Unlock()
		if a.gone || d.closed {
			return true, fmt.Errorf("application %s: %w", a.name, desktop.ErrGone)
		}
		return true, nil
	case <-ctx.Done():
		return true, ended(ctx)
	case <-t.C:
		d.mu.Lock()
		a.breaker = time.Now().Add(BreakerTime)
		d.mu.Unlock()
		return true, fmt.Errorf("application %s: %w", a.name, desktop.ErrHung)
	}
}

// ended is the error of a wait that ctx ended: a deadline looks like a program that does not answer, a cancelled
// call does not.
func ended(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("%w: %w", desktop.ErrHung, ctx.Err())
	}
	return ctx.Err()
}
