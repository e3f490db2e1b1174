package linux

import (
	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// memory is what the last Snapshot of one program taught about finding things, never what they contain.
type memory struct {
	parent  map[atspi.Ref]atspi.Ref // the zero Ref for windows
	namedBy map[atspi.Ref]naming
	paths   map[atspi.Ref][]desktop.Step
}

type naming struct {
	by     atspi.Ref
	from   desktop.NameFrom
	secure bool
}

// maxMemories bounds how many programs are remembered at once.
const maxMemories = 16

func (t *Tree) remember(bus string, v *view) {
	m := &memory{map[atspi.Ref]atspi.Ref{}, map[atspi.Ref]naming{}, map[atspi.Ref][]desktop.Step{}}
	t.mu.Lock()
	defer t.mu.Unlock()
	if old := t.memo[bus]; old != nil && v.part {
		m = old // a partial read adds
	}
	for _, it := range v.items {
		switch {
		case it.parent != nil:
			m.parent[it.n.Ref] = it.parent.n.Ref
		case it.top:
			m.parent[it.n.Ref] = atspi.Ref{}
		case v.part:
			if _, ok := m.parent[it.n.Parent]; ok {
				m.parent[it.n.Ref] = it.n.Parent
			}
		}
		m.paths[it.n.Ref] = it.e.Path
		if !it.namedBy.Nil() || it.e.State.Has(desktop.Secure) {
			m.namedBy[it.n.Ref] = naming{it.namedBy, it.e.NameFrom, it.e.State.Has(desktop.Secure)}
		}
		if it.n.Ref.Bus != bus {
			t.kin[it.n.Ref.Bus] = bus
		}
	}
	if len(t.memo) >= maxMemories && t.memo[bus] == nil {
		for other := range t.memo {
			delete(t.memo, other)
			break
		}
	}
	t.memo[bus] = m
}

// forget drops what is known of a program that left.
func (t *Tree) forget(bus string) {
	t.mu.Lock()
	delete(t.apps, bus)
	delete(t.memo, bus)
	delete(t.kin, bus)
	t.mu.Unlock()
}

// host is the program whose window shows what lives under bus.
func (t *Tree) host(bus string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if h, ok := t.kin[bus]; ok {
		return h
	}
	return bus
}

// naming tells what named an element in the last Snapshot.
func (t *Tree) naming(r atspi.Ref) naming {
	bus := t.host(r.Bus)
	t.mu.Lock()
	defer t.mu.Unlock()
	if m := t.memo[bus]; m != nil {
		return m.namedBy[r]
	}
	return naming{}
}

// pathOf is where an element was in the last Snapshot, or nil.
func (t *Tree) pathOf(r atspi.Ref) []desktop.Step {
	bus := t.host(r.Bus)
	t.mu.Lock()
	defer t.mu.Unlock()
	if m := t.memo[bus]; m != nil {
		return m.paths[r]
	}
	return nil
}

// above lists what an element is in, from itself up, as of the last Snapshot. known is false for elements that
// were not in it.
func (t *Tree) above(r atspi.Ref) (up []atspi.Ref, known bool) {
	bus := t.host(r.Bus)
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.memo[bus]
	if m == nil {
		return nil, false
	}
	for len(up) < maxUp {
		p, ok := m.parent[r]
		known = known || ok
		if !ok || p.Nil() {
			return up, known
		}
		up = append(up, p)
		r = p
	}
	return up, known
}

const maxUp = 64
