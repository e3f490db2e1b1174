package atspi

import (
	"strings"
	"sync"
)

// Trail notes what a program's signals say about a reading that was begun after the Trail. It is written on the
// connection's reading goroutine, before any later answer of the program is handed out: whoever has an answer to a
// question has in the Trail every signal that the program sent before it answered.
type Trail struct {
	mu      sync.Mutex
	changed bool
	renamed map[Ref]bool
}

// maxRenamed bounds a Trail; a program that renames more than that is read anew.
const maxRenamed = 32

// Trail begins a new one for a program. There is one for each program: an older one counts as changed from now on.
func (c *Client) Trail(bus string) *Trail {
	t := &Trail{renamed: map[Ref]bool{}}
	s := c.sig
	s.mu.Lock()
	old := s.trails[bus]
	s.trails[bus] = t
	s.mu.Unlock()
	if old != nil {
		old.note(Event{Kind: KindLost})
	}
	return t
}

// Holds reports whether what was read may still be so: nothing came, went, appeared or changed its nature. renamed are
// the objects that said that they have another name; they are told once.
func (t *Trail) Holds() (renamed []Ref, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for r := range t.renamed {
		renamed = append(renamed, r)
	}
	clear(t.renamed)
	return renamed, !t.changed
}

// Stands reports whether nothing at all was noted that Holds has not told.
func (t *Trail) Stands() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.changed && len(t.renamed) == 0
}

// Spares reports whether an object is as it was read, name included, contents and ticks excepted.
func (t *Trail) Spares(r Ref) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.changed && !t.renamed[r]
}

// Calm reports whether nothing but names, contents and ticks has changed.
func (t *Trail) Calm() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.changed
}

// note sorts a signal. What is not known to be harmless is a change.
func (t *Trail) note(e Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.changed || harmless(e):
	case e.Kind == "object:property-change" && e.Detail == "accessible-name" && len(t.renamed) < maxRenamed:
		t.renamed[e.Source] = true
	default:
		t.changed = true
	}
}

// harmless are signals about contents and the caret, which whoever acts on an object reads for itself.
func harmless(e Event) bool {
	switch e.Kind {
	case "object:text-changed", "object:text-caret-moved", "object:selection-changed", "object:bounds-changed", "object:visible-data-changed":
		return true
	case "object:property-change":
		return e.Detail == "accessible-value"
	case "object:state-changed":
		switch strings.ToLower(e.Detail) {
		case "focused", "checked", "pressed", "indeterminate", "armed", "active":
			return true
		}
	}
	return false
}
