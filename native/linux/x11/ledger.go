//go:build linux

package x11

import (
	"sync"
	"time"
)

// RawKind is the kind of one raw input event.
type RawKind uint8

// Kinds of raw input.
const (
	RawKeyPress RawKind = iota + 1
	RawKeyRelease
	RawButtonPress
	RawButtonRelease
	RawMotion
)

// Ledger is our own book of the input we send. Every program's synthetic input comes from the same two devices, so this is how
// ours is told from another program's: an event that nobody noted is not ours.
type Ledger struct {
	now func() time.Time

	mu      sync.Mutex
	entries []sent
}

type sent struct {
	kind RawKind
	code uint32
	at   time.Time
}

// ledgerAge is after what time an event of ours has either come or never will: not every send becomes an event (releasing a key
// that is up does not). ledgerSize bounds a burst.
const (
	ledgerAge  = 2 * time.Second
	ledgerSize = 8192
)

// NewLedger starts an empty book. now is the clock.
func NewLedger(now func() time.Time) *Ledger { return &Ledger{now: now} }

// Note writes down what is about to be sent. A nil Ledger keeps no book.
func (l *Ledger) Note(kind RawKind, code uint32) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget()
	if len(l.entries) >= ledgerSize {
		l.entries = l.entries[1:]
	}
	l.entries = append(l.entries, sent{kind, code, l.now()})
}

// Claim strikes out the oldest matching entry and reports whether there was one.
func (l *Ledger) Claim(kind RawKind, code uint32) bool {
	if l == nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget()
	for i, e := range l.entries {
		if e.kind == kind && (e.code == code || kind == RawMotion) {
			l.entries = append(l.entries[:i], l.entries[i+1:]...)
			return true
		}
	}
	return false
}

func (l *Ledger) forget() {
	oldest := l.now().Add(-ledgerAge)
	n := 0
	for n < len(l.entries) && l.entries[n].at.Before(oldest) {
		n++
	}
	l.entries = l.entries[n:]
}
