package linux

import (
	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// memory is what the last Snapshot of one program taught about its elements, never what they contain.
type memory map[atspi.Ref]*known

// known is what helps to read one element again in one round of questions, without asking any object for an
// interface it lacks: GTK 3 prints a critical warning for each such question.
type known struct {
	n        atspi.Node     // as it was then; what may have changed since is for standing to tell
	acts     []atspi.Action // once an act has asked
	parent   atspi.Ref      // the zero Ref for windows
	role     desktop.Role
	offers   atspi.Interfaces
	asked    bool // its actions are worth asking for
	named    atspi.Ref
	composed bool // of several names
	from     desktop.NameFrom
	secure   bool
	sight    sight
	shrink   float64
	shows    []atspi.Ref // labels that make up its value
	holder   atspi.Ref   // what holds the choice that is its value
	path     []desktop.Step
	page     bool // a page of a GTK 4 stack
	floats   bool // a GTK 4 popover
	opens    bool // a GTK 4 menu entry that leads to another menu
}

// maxMemories bounds how many programs are remembered at once, maxUp how deep a tree is followed upwards, and maxKnown how
// many elements of one program are known.
const (
	maxMemories = 16
	maxUp       = 64
	maxKnown    = 40000
)

func (t *Tree) remember(bus string, v *view) {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.memo[bus]
	if m == nil || !v.part && v.limits.Hidden || len(m) > maxKnown {
		m = memory{} // a read of a part, or only of what shows, adds to what is known
	}
	for _, it := range v.items {
		k := &known{
			n: it.n, role: it.e.Role, offers: it.n.Interfaces, asked: it.asked, named: it.namedBy, composed: it.composed, from: it.e.NameFrom, secure: it.e.Has(desktop.Secure), sight: it.sight, shrink: it.shrink,
			shows: it.shows, holder: it.holder, path: it.e.Path, page: v.q.page(it.n), floats: it.floats, opens: it.submenu,
		}
		switch {
		case it.parent != nil:
			k.parent = it.parent.n.Ref
		case !it.top && m[it.n.Parent] != nil:
			k.parent = it.n.Parent
		case !it.top:
			continue // around it is nothing known
		}
		m[it.n.Ref] = k
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
	defer t.mu.Unlock()
	delete(t.apps, bus)
	delete(t.memo, bus)
	delete(t.kin, bus)
	delete(t.kept, bus)
}

// host is the program whose window shows what lives under bus.
func (t *Tree) host(bus string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.hostLocked(bus)
}

func (t *Tree) hostLocked(bus string) string {
	if h, ok := t.kin[bus]; ok {
		return h
	}
	return bus
}

// recall tells what is known of an element and of what it is in, from the nearest up. ok is false when the last
// Snapshot did not hold it.
func (t *Tree) recall(r atspi.Ref) (k known, up []atspi.Ref, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.memo[t.hostLocked(r.Bus)]
	x := m[r]
	if x == nil {
		return known{}, nil, false
	}
	for p := x.parent; !p.Nil() && len(up) < maxUp; {
		up = append(up, p)
		above := m[p]
		if above == nil {
			break
		}
		p = above.parent
	}
	return *x, up, true
}
