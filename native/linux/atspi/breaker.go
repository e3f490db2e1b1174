package atspi

import (
	"sync"
	"time"
)

// breakers remembers which programs let a call run out. Such a program is left alone for rest; then a single
// probe is let through, whose answer closes the breaker and whose silence opens it again.
type breakers struct {
	rest time.Duration
	mu   sync.Mutex
	bus  map[string]*breaker
}

type breaker struct {
	heard   time.Time // last reply or signal
	open    bool
	until   time.Time
	probing bool
}

// verdict is what a breaker says to a call that wants out.
type verdict int

const (
	pass  verdict = iota
	deny          // left alone
	probe         // ask one cheap thing first
)

func newBreakers(rest time.Duration) *breakers {
	return &breakers{rest: rest, bus: map[string]*breaker{}}
}

func (b *breakers) of(bus string) *breaker {
	x := b.bus[bus]
	if x == nil {
		x = &breaker{}
		b.bus[bus] = x
	}
	return x
}

// ask tells whether a call may go out; probe reserves the one probe for the caller, who must report by closed or
// opened.
func (b *breakers) ask(bus string) verdict {
	b.mu.Lock()
	defer b.mu.Unlock()
	x := b.bus[bus]
	switch {
	case x == nil || !x.open:
		return pass
	case x.probing || time.Now().Before(x.until):
		return deny
	}
	x.probing = true
	return probe
}

// isOpen is the cheap look within a running batch.
func (b *breakers) isOpen(bus string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	x := b.bus[bus]
	return x != nil && x.open && !x.probing
}

// heard notes that the program said something. It does not close an open breaker: late answers to old questions
// come in a burst when a program wakes, but may also precede the next freeze; the probe decides.
func (b *breakers) heard(bus string) {
	b.mu.Lock()
	b.of(bus).heard = time.Now()
	b.mu.Unlock()
}

// quietSince reports whether nothing came from the program since t.
func (b *breakers) quietSince(bus string, t time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	x := b.bus[bus]
	return x == nil || x.heard.Before(t)
}

func (b *breakers) trip(bus string) {
	b.mu.Lock()
	x := b.of(bus)
	x.open, x.probing, x.until = true, false, time.Now().Add(b.rest)
	b.mu.Unlock()
}

func (b *breakers) close(bus string) {
	b.mu.Lock()
	x := b.of(bus)
	x.open, x.probing = false, false
	b.mu.Unlock()
}

// forget drops what is known of a program that left.
func (b *breakers) forget(bus string) {
	b.mu.Lock()
	delete(b.bus, bus)
	b.mu.Unlock()
}
