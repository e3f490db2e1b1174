package desktoptest

import (
	"context"
	"time"

	"pace/backend/desktop"
)

// watcher fulfils desktop.Watcher. Signals are put into the stream's buffer while the change is made, so one may be
// there before the act that caused it is answered.
type watcher struct{ *Desk }

// stream is one subscription. One place of its buffer is kept for the word that signals were lost.
type stream struct {
	out   chan desktop.Event
	scope desktop.Scope
	app   *App
	lost  bool
}

func (d watcher) Watch(ctx context.Context, s desktop.Scope) (<-chan desktop.Event, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, desktop.ErrNoBus
	}
	app, err := d.appOfLocked(s)
	if err != nil {
		return nil, err
	}
	st := &stream{out: make(chan desktop.Event, d.eventBuffer+1), scope: s, app: app}
	d.streams[st] = struct{}{}
	d.untilLocked(ctx, func() {
		delete(d.streams, st)
		close(st.out)
	})
	return st.out, nil
}

// emitLocked raises a signal of c, and marks the window's pixels as changed.
func (d *Desk) emitLocked(c *Control, kind desktop.EventKind, detail string, on bool) {
	if d.closed {
		return
	}
	if c.win != nil && kind != desktop.EventLost {
		d.damageLocked(c.win.id)
	}
	c.app.staleLocked(c, kind, detail)
	if c.app.lost || c.app.mute {
		return
	}
	e := desktop.Event{At: time.Now(), Source: c.refLocked(), Kind: kind, Detail: detail, On: on}
	if c.app.signalDelay > 0 {
		d.afterLocked(c.app.signalDelay, func() {
			d.mu.Lock()
			defer d.mu.Unlock()
			e.At = time.Now()
			d.deliverLocked(c, e)
		})
		return
	}
	d.deliverLocked(c, e)
}

func (d *Desk) deliverLocked(c *Control, e desktop.Event) {
	for s := range d.streams {
		if s.app != c.app || e.Kind != desktop.EventLost && !s.covers(c) {
			continue
		}
		switch {
		case len(s.out) < cap(s.out)-1:
			s.lost = false
			s.out <- e
		case !s.lost:
			s.lost = true
			s.out <- desktop.Event{At: e.At, Source: c.app.root.refLocked(), Kind: desktop.EventLost}
		}
	}
}

func (s *stream) covers(c *Control) bool {
	switch {
	case !s.scope.Root.Zero():
		for x := c; x != nil; x = x.parent {
			if x.refLocked() == s.scope.Root {
				return true
			}
		}
		return false
	case s.scope.Window != 0:
		return c.win != nil && c.win.id == s.scope.Window
	}
	return true
}

// appOfLocked finds the program that a scope is about.
func (d *Desk) appOfLocked(s desktop.Scope) (*App, error) {
	switch {
	case !s.Root.Zero():
		if a := d.appLocked(s.Root); a != nil {
			return a, nil
		}
		return nil, desktop.ErrGone
	case s.Window != 0:
		if w := d.windowLocked(s.Window); w != nil {
			if w.app.mute {
				return nil, desktop.ErrNotFound
			}
			return w.app, nil
		}
		return nil, desktop.ErrGone
	case !s.App.Zero():
		if a := d.appLocked(s.App); a != nil {
			return a, nil
		}
		return nil, desktop.ErrGone
	}
	if d.front == nil || d.front.app.mute {
		return nil, desktop.ErrNotFound
	}
	return d.front.app, nil
}

func (d *Desk) appLocked(r desktop.Ref) *App {
	for _, a := range d.apps {
		if a.conn == r.App && r.Backend == "fake" && !a.gone && !a.mute {
			return a
		}
	}
	return nil
}

func (d *Desk) windowLocked(id desktop.WindowID) *Window {
	for _, w := range d.stack {
		if w.id == id {
			return w
		}
	}
	return nil
}

// controlLocked finds what r names now.
func (d *Desk) controlLocked(r desktop.Ref) (*Control, error) {
	a := d.appLocked(r)
	if a == nil {
		return nil, desktop.ErrGone
	}
	if r.ID == a.root.id {
		return a.root, nil
	}
	if c := d.controls[r.ID]; c != nil && c.app == a && !c.gone {
		return c, nil
	}
	return nil, desktop.ErrGone
}
