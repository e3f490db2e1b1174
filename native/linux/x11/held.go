//go:build linux

package x11

import (
	"maps"
	"slices"
	"sync"
)

// Held is everything about the keyboard and pointer that would stay behind if the process died now.
type Held struct {
	Keys    []byte          `json:"keys,omitempty"`    // keycodes pressed
	Buttons []byte          `json:"buttons,omitempty"` // pointer buttons pressed
	Bound   map[byte]Keysym `json:"bound,omitempty"`   // spare keycodes given a meaning
	Locks   byte            `json:"locks,omitempty"`   // locked modifiers that were cleared and are to be set again
}

// Empty reports whether nothing would stay behind.
func (h Held) Empty() bool {
	return len(h.Keys) == 0 && len(h.Buttons) == 0 && len(h.Bound) == 0 && h.Locks == 0
}

// Recorder is told what is held, always the whole of it, before it is pressed and after it was released. An error prevents
// the press: what nobody guards is not pressed. Calls come one at a time.
type Recorder interface{ Record(Held) error }

// holding is the book of what is held.
type holding struct {
	rec Recorder

	mu      sync.Mutex
	keys    map[byte]int // a key may be taken twice: as part of a chord and as the modifier of a typed character
	buttons map[byte]bool
	bound   map[byte]Keysym
	locks   byte
}

func newHolding(rec Recorder) *holding {
	return &holding{rec: rec, keys: map[byte]int{}, buttons: map[byte]bool{}, bound: map[byte]Keysym{}}
}

// change applies f to the book and reports the result. When reporting fails before a press, the book is rolled back.
func (h *holding) change(f func()) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	keys, buttons, bound, locks := maps.Clone(h.keys), maps.Clone(h.buttons), maps.Clone(h.bound), h.locks
	f()
	if h.rec == nil {
		return nil
	}
	if err := h.rec.Record(h.snapshot()); err != nil {
		h.keys, h.buttons, h.bound, h.locks = keys, buttons, bound, locks
		return err
	}
	return nil
}

func (h *holding) held() Held {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.snapshot()
}

func (h *holding) snapshot() Held {
	s := Held{Keys: slices.Sorted(maps.Keys(h.keys)), Buttons: slices.Sorted(maps.Keys(h.buttons)), Locks: h.locks}
	if len(h.bound) > 0 {
		s.Bound = maps.Clone(h.bound)
	}
	return s
}

func (h *holding) take(codes ...byte) error {
	return h.change(func() {
		for _, c := range codes {
			h.keys[c]++
		}
	})
}

func (h *holding) give(codes ...byte) error {
	return h.change(func() {
		for _, c := range codes {
			if h.keys[c]--; h.keys[c] <= 0 {
				delete(h.keys, c)
			}
		}
	})
}
