package interaction

import (
	"context"
	"sync"
	"time"

	"pace/backend/desktop"
)

// attention is a subscription on one application, with a short memory of what changed when. It is what makes a
// weak sign worth something: an element that kept still before a press and changed after it.
type attention struct {
	app   desktop.Ref
	since time.Time
	stop  context.CancelFunc
	done  chan struct{}

	mu      sync.Mutex
	log     []change // at most logKept, oldest first
	seq     int      // of the newest entry ever made
	lost    time.Time
	waiters map[chan struct{}]struct{}
}

// change is one signal that may mean a difference somebody could see.
type change struct {
	seq  int
	at   time.Time
	ref  desktop.Ref
	kind desktop.EventKind
}

const logKept = 8192

// attend subscribes before it returns, so nothing that happens later is missed.
func attend(w desktop.Watcher, app desktop.Ref) (*attention, error) {
	ctx, stop := context.WithCancel(context.Background())
	events, err := w.Watch(ctx, desktop.Scope{App: app})
	if err != nil {
		stop()
		return nil, err
	}
	a := &attention{app: app, since: time.Now(), stop: stop, done: make(chan struct{}), waiters: map[chan struct{}]struct{}{}}
	go a.read(events)
	return a, nil
}

func (a *attention) read(events <-chan desktop.Event) {
	defer close(a.done)
	for e := range events {
		a.mu.Lock()
		switch {
		case e.Kind == desktop.EventLost:
			a.lost = time.Now()
		case visible(e):
			a.seq++
			a.log = append(a.log, change{a.seq, time.Now(), e.Source, e.Kind})
			if len(a.log) > logKept {
				a.log = append(a.log[:0], a.log[logKept/2:]...)
			}
		}
		for c := range a.waiters {
			select {
			case c <- struct{}{}:
			default:
			}
		}
		a.mu.Unlock()
	}
}

// visible reports whether a signal may stand for something a person could see. The caret, focus and geometry are
// reasons to look, but never a change by themselves.
func visible(e desktop.Event) bool {
	switch e.Kind {
	case desktop.EventCaret, desktop.EventFocus, desktop.EventBounds:
		return false
	case desktop.EventState:
		return e.Detail != "focused" && e.Detail != "active"
	}
	return true
}

func (a *attention) end() {
	a.stop()
	<-a.done
}

// wake returns a channel that gets a value on each signal until ctx ends, and is closed then.
func (a *attention) wake(ctx context.Context) <-chan struct{} {
	c := make(chan struct{}, 1)
	a.mu.Lock()
	a.waiters[c] = struct{}{}
	a.mu.Unlock()
	context.AfterFunc(ctx, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.waiters, c)
		close(c)
	})
	return c
}

// mark is a place in the log.
func (a *attention) mark() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.seq
}

// after lists what changed after mark m, each element once with its newest change. whole is false when signals
// were lost since, so that only a full look can tell.
func (a *attention) after(m int, since time.Time) (refs []change, whole bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	seen := map[desktop.Ref]int{}
	for _, c := range a.log {
		if c.seq <= m {
			continue
		}
		if i, ok := seen[c.ref]; ok {
			refs[i] = c
			continue
		}
		seen[c.ref] = len(refs)
		refs = append(refs, c)
	}
	whole = a.lost.Before(since) && (len(a.log) == 0 || a.log[0].seq <= m+1)
	return refs, whole
}

// last is when the element changed last, zero if never since the subscription began.
func (a *attention) last(r desktop.Ref) time.Time { return a.lastOf(r, "") }

// lastOf is the same for signals of one kind; an empty kind is any.
func (a *attention) lastOf(r desktop.Ref, k desktop.EventKind) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := len(a.log) - 1; i >= 0; i-- {
		if a.log[i].is(r, k) {
			return a.log[i].at
		}
	}
	return time.Time{}
}

func (c change) is(r desktop.Ref, k desktop.EventKind) bool {
	return c.ref == r && (k == "" || c.kind == k)
}

// quietBefore reports whether the element is known to have kept still for d before t.
func (a *attention) quietBefore(r desktop.Ref, t time.Time, d time.Duration) bool {
	return a.quietOf(r, "", t, d)
}

// quietOf is the same for signals of one kind; an empty kind is any.
func (a *attention) quietOf(r desktop.Ref, k desktop.EventKind, t time.Time, d time.Duration) bool {
	from := t.Add(-d)
	a.mu.Lock()
	known := !a.since.After(from) && !a.lost.After(from) && (len(a.log) == 0 || a.log[0].seq == 1 || a.log[0].at.Before(from))
	a.mu.Unlock()
	return known && !a.changedIn(r, k, from, t)
}

// changedIn reports whether the element gave a signal of a kind between two instants.
func (a *attention) changedIn(r desktop.Ref, k desktop.EventKind, from, to time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, c := range a.log {
		if c.is(r, k) && c.at.After(from) && c.at.Before(to) {
			return true
		}
	}
	return false
}
