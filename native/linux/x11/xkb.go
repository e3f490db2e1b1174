//go:build linux

package x11

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// The few XKEYBOARD requests needed here; xgb has none of them. Layouts follow "The X Keyboard Extension: Protocol
// Specification", appendix D.

const useCoreKeyboard = 0x100

// useXKB announces the version; XKEYBOARD answers nothing else before that.
func (c *Conn) useXKB() (extension, error) {
	e, err := c.need("XKEYBOARD")
	if err != nil {
		return e, err
	}
	r, err := c.request([]byte{e.opcode, 0, 0, 0, 1, 0, 0, 0})
	if err != nil {
		return e, wrap(err, "announce XKEYBOARD")
	}
	if r[1] == 0 {
		return e, fmt.Errorf("XKEYBOARD 1.0: %w", ErrNoExtension)
	}
	return e, nil
}

// watchLayout asks for an event whenever the keyboard map is changed or replaced. A client that has announced XKEYBOARD gets no
// MappingNotify any more.
func (c *Conn) watchLayout() (*subscription, error) {
	e, err := c.useXKB()
	if err != nil {
		return nil, err
	}
	const newKeyboardNotify, mapNotify = 1, 2 // as bits; as event types they are 0 and 1
	sub := c.subscribe(1, func(ev []byte) bool {
		return code(ev) == evMappingNotify || code(ev) == e.firstEvent && ev[1] <= 1
	})
	err = c.command([]byte{e.opcode, 1, 0, 0, useCoreKeyboard & 0xff, useCoreKeyboard >> 8, newKeyboardNotify | mapNotify, 0, 0, 0,
		newKeyboardNotify | mapNotify, 0, 0xff, 0, 0xff, 0})
	if err != nil {
		sub.cancel()
		return nil, wrap(err, "watch the keyboard layout")
	}
	return sub, nil
}

// xkbState is the part of the keyboard's state that decides what a key means.
type xkbState struct {
	mods, base, latched, locked byte // modifiers: effective, held, for the next key, until unlocked
	group                       byte // the effective layout
	lockedGroup                 byte
}

func (c *Conn) xkbState() (xkbState, error) {
	e, err := c.need("XKEYBOARD")
	if err != nil {
		return xkbState{}, err
	}
	r, err := c.request([]byte{e.opcode, 4, 0, 0, useCoreKeyboard & 0xff, useCoreKeyboard >> 8, 0, 0})
	if err != nil {
		return xkbState{}, wrap(err, "read the keyboard's state")
	}
	return xkbState{mods: r[8], base: r[9], latched: r[10], locked: r[11], group: r[12], lockedGroup: r[13]}, nil
}

// lockMods sets the locked state of the modifiers in affect to those in mods, and unlatches all of affect.
func (c *Conn) lockMods(affect, mods byte) error {
	e, err := c.need("XKEYBOARD")
	if err != nil {
		return err
	}
	return wrap(c.command([]byte{e.opcode, 5, 0, 0, useCoreKeyboard & 0xff, useCoreKeyboard >> 8, affect, mods, 0, 0, affect, 0, 0, 0, 0, 0}),
		"set locked modifiers")
}

// lockGroup switches to a layout.
func (c *Conn) lockGroup(group byte) error {
	e, err := c.need("XKEYBOARD")
	if err != nil {
		return err
	}
	return wrap(c.command([]byte{e.opcode, 5, 0, 0, useCoreKeyboard & 0xff, useCoreKeyboard >> 8, 0, 0, 1, group, 0, 0, 0, 0, 0, 0}),
		"switch the layout")
}

// keyType says which modifiers lead to which level of a key. States that no entry names lead to level 0.
type keyType struct {
	mods    byte // the modifiers that matter
	entries []typeEntry
}

type typeEntry struct{ level, mods byte }

// key is what one keycode means: symbols in rows of width, one row for each group.
type key struct {
	types     [4]byte
	groupInfo byte
	width     byte
	syms      []Keysym
}

// groups is how many layouts the key knows.
func (k key) groups() int { return int(k.groupInfo & 0xf) }

// group is the row of the key that serves the keyboard's group g; false when the key has none.
func (k key) group(g int) (int, bool) {
	n := k.groups()
	if n == 0 {
		return 0, false
	}
	if g < n {
		return g, true
	}
	switch k.groupInfo & 0xc0 {
	case 0x40: // clamp
		return n - 1, true
	case 0x80: // redirect
		if r := int(k.groupInfo >> 4 & 3); r < n {
			return r, true
		}
		return 0, true
	}
	return g % n, true // wrap
}

// layout is the keyboard map of one device.
type layout struct {
	min   byte
	types []keyType
	keys  []key         // by keycode - min
	mods  map[byte]byte // keycode → the modifiers it sets
}

// xkbMap reads the map of a device. Programs' input goes through the XTEST keyboard, which may have another map than the
// keyboard the user typed on last.
func (c *Conn) xkbMap(device uint16) (layout, error) {
	e, err := c.need("XKEYBOARD")
	if err != nil {
		return layout{}, err
	}
	const keyTypes, keySyms, modifierMap = 1, 2, 4
	req := make([]byte, 28)
	req[0], req[1] = e.opcode, 8
	binary.LittleEndian.PutUint16(req[4:], device)
	req[6] = keyTypes | keySyms | modifierMap
	r, err := c.request(req)
	if err != nil {
		return layout{}, wrap(err, "read the keyboard layout")
	}
	return parseLayout(r)
}

var errBadLayout = errors.New("read the keyboard layout: the answer is cut short")

// parseLayout reads an XkbGetMap reply that holds key types, symbols and the modifier map.
func parseLayout(r []byte) (layout, error) {
	if len(r) < 40 {
		return layout{}, errBadLayout
	}
	le := binary.LittleEndian
	l := layout{mods: map[byte]byte{}}
	nTypes, firstKey, nKeys, nMods := int(r[15]), r[17], int(r[20]), int(r[33])
	l.min = firstKey
	b := r[40:]
	take := func(n int) []byte {
		if len(b) < n {
			return nil
		}
		part := b[:n]
		b = b[n:]
		return part
	}
	for range nTypes {
		h := take(8)
		if h == nil {
			return layout{}, errBadLayout
		}
		t := keyType{mods: h[0]}
		n, preserve := int(h[5]), h[6] != 0
		entries := take(8 * n)
		if entries == nil && n > 0 {
			return layout{}, errBadLayout
		}
		for i := range n {
			if m := entries[8*i : 8*i+8]; m[0] != 0 { // active: its virtual modifiers are bound
				t.entries = append(t.entries, typeEntry{level: m[2], mods: m[1]})
			}
		}
		if preserve && take(4*n) == nil && n > 0 {
			return layout{}, errBadLayout
		}
		l.types = append(l.types, t)
	}
	for range nKeys {
		h := take(8)
		if h == nil {
			return layout{}, errBadLayout
		}
		k := key{types: [4]byte(h[:4]), groupInfo: h[4], width: h[5]}
		n := int(le.Uint16(h[6:]))
		syms := take(4 * n)
		if (syms == nil && n > 0) || n < k.groups()*int(k.width) {
			return layout{}, errBadLayout
		}
		for i := range n {
			k.syms = append(k.syms, Keysym(le.Uint32(syms[4*i:])))
		}
		l.keys = append(l.keys, k)
	}
	m := take(2 * nMods)
	if m == nil && nMods > 0 {
		return layout{}, errBadLayout
	}
	for i := range nMods {
		l.mods[m[2*i]] |= m[2*i+1]
	}
	return l, nil
}
