//go:build linux

package x11

import (
	"math/bits"
	"slices"
	"sync"
)

// Modifier bits of the core protocol. The meaning of Mod1 to Mod5 is the layout's.
const (
	modShift, modLock, modControl = 1, 2, 4
)

// Stroke is one key with what must be held for it to mean a certain keysym.
type Stroke struct {
	Code byte
	Hold []byte // keycodes of modifiers, to be pressed in this order
}

// Keymap is the keyboard layout at one moment, for the group (layout) that was active then.
type Keymap struct {
	Group  int
	layout layout
	hold   map[byte]byte // modifier bit → keycode that holds it while pressed
	index  map[Keysym]Stroke
	others map[Keysym]byte // keysyms of inactive groups → keycode, for shortcuts
	spare  []byte
}

// newKeymap works out the cheapest stroke for each keysym of the group. Dead keys are left out: they mean a character only
// together with the next key.
func newKeymap(l layout, group int) *Keymap {
	m := &Keymap{Group: group, layout: l, hold: map[byte]byte{}, index: map[Keysym]Stroke{}, others: map[Keysym]byte{}}
	m.findModifiers()
	type cost struct{ mods, level, code int }
	best := map[Keysym]cost{}
	for i, k := range l.keys {
		code := l.min + byte(i)
		if !slices.ContainsFunc(k.syms, func(s Keysym) bool { return s != 0 }) {
			if l.mods[code] == 0 {
				m.spare = append(m.spare, code)
			}
			continue
		}
		row, ok := k.group(group)
		for g := range k.groups() {
			for level := range int(k.width) {
				sym := k.syms[g*int(k.width)+level].canonical()
				if sym == 0 || isDead(sym) {
					continue
				}
				if !ok || g != row {
					if _, known := m.others[sym]; !known {
						m.others[sym] = code
					}
					continue
				}
				hold, ok := m.holdFor(k.types[g], byte(level))
				if !ok {
					continue
				}
				c := cost{len(hold), level, int(code)}
				if old, seen := best[sym]; seen && (old.mods < c.mods || old.mods == c.mods && old.level <= c.level) {
					continue
				}
				best[sym] = c
				m.index[sym] = Stroke{code, hold}
			}
		}
	}
	return m
}

func isDead(s Keysym) bool { return s >= 0xfe50 && s <= 0xfe93 }

// findModifiers picks for each modifier bit a key that sets it while held and does nothing else to text: Shift and the two
// level choosers. Locks, Control and Alt are no way to a character.
func (m *Keymap) findModifiers() {
	for i, k := range m.layout.keys {
		code := m.layout.min + byte(i)
		mods := m.layout.mods[code]
		if bits.OnesCount8(mods) != 1 || len(k.syms) == 0 {
			continue
		}
		switch k.syms[0] {
		case symShiftL, symShiftR, symISOLevel3, symISOLevel5, symModeSwitch:
			if _, known := m.hold[mods]; !known {
				m.hold[mods] = code
			}
		}
	}
}

// holdFor is the smallest set of keys that leads to a level of a type.
func (m *Keymap) holdFor(typ, level byte) ([]byte, bool) {
	if int(typ) >= len(m.layout.types) {
		return nil, level == 0
	}
	if level == 0 {
		return nil, true
	}
	var found []byte
	ok := false
	for _, e := range m.layout.types[typ].entries {
		if e.level != level {
			continue
		}
		if keys, can := m.holdKeys(e.mods); can && (!ok || len(keys) < len(found)) {
			found, ok = keys, true
		}
	}
	return found, ok
}

func (m *Keymap) holdKeys(mods byte) ([]byte, bool) {
	var keys []byte
	for bit := byte(1); bit != 0; bit <<= 1 {
		if mods&bit == 0 {
			continue
		}
		code, ok := m.hold[bit]
		if !ok {
			return nil, false
		}
		keys = append(keys, code)
	}
	return keys, true
}

// Stroke finds the key for a keysym in the active layout.
func (m *Keymap) Stroke(sym Keysym) (Stroke, bool) {
	s, ok := m.index[sym.canonical()]
	return s, ok
}

// Shortcut is Stroke, but a keysym that only another layout of the keyboard has counts too: applications match Ctrl+S while a
// Cyrillic layout is active by the key's Latin meaning.
func (m *Keymap) Shortcut(sym Keysym) (Stroke, bool) {
	if s, ok := m.Stroke(sym); ok {
		return s, true
	}
	code, ok := m.others[sym.canonical()]
	return Stroke{Code: code}, ok
}

// Missing lists the distinct characters of a text which the active layout cannot produce, in order of appearance.
func (m *Keymap) Missing(text string) []rune {
	var out []rune
	for _, r := range text {
		if _, ok := m.Stroke(KeysymOf(r)); !ok && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

// Modifier is the set of modifiers a key holds while pressed; 0 for ordinary keys.
func (m *Keymap) Modifier(code byte) byte { return m.layout.mods[code] }

// sym is the first symbol of a keycode in the first group.
func (m *Keymap) sym(code byte) Keysym {
	i := int(code) - int(m.layout.min)
	if i < 0 || i >= len(m.layout.keys) || len(m.layout.keys[i].syms) == 0 {
		return 0
	}
	return m.layout.keys[i].syms[0]
}

// Keyboard keeps the layout current. It may be used by several goroutines at once.
type Keyboard struct {
	c       *Conn
	device  uint16 // whose map counts for what we send
	changed *subscription

	mu     sync.Mutex
	layout *layout
	cached *Keymap
}

// NewKeyboard needs XKEYBOARD; ErrNoExtension without.
func NewKeyboard(c *Conn) (*Keyboard, error) {
	changed, err := c.watchLayout()
	if err != nil {
		return nil, err
	}
	k := &Keyboard{c: c, device: useCoreKeyboard, changed: changed}
	devices, err := c.Devices()
	if err != nil {
		changed.cancel()
		return nil, err
	}
	for _, d := range devices {
		if d.Use == SlaveKeyboard && d.Synthetic() {
			k.device = d.ID
		}
	}
	return k, nil
}

// Close ends the watch for layout changes.
func (k *Keyboard) Close() { k.changed.cancel() }

// Map is the layout as it is now: read again after a change, with the group that is active at this moment.
func (k *Keyboard) Map() (*Keymap, error) {
	// A round trip first: a change that happened before this call has its event behind it then.
	state, err := k.c.xkbState()
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	select {
	case <-k.changed.wake:
		k.changed.take()
		k.layout, k.cached = nil, nil
	default:
	}
	if k.layout == nil {
		l, err := k.c.xkbMap(k.device)
		if err != nil {
			return nil, err
		}
		k.layout = &l
	}
	if k.cached == nil || k.cached.Group != int(state.group) {
		k.cached = newKeymap(*k.layout, int(state.group))
	}
	return k.cached, nil
}
