//go:build linux

package x11

import (
	"errors"
	"fmt"
	"slices"

	"github.com/jezek/xgb/xproto"
)

// maxBound is how many characters at most are given a spare keycode. Every change of the keyboard mapping wakes every client: a
// thousand of them kept a window manager busy for a minute, so text with more missing characters is for the clipboard.
const maxBound = 12

// bind makes sure that every rune of missing has a keycode, with as few mapping changes as possible, and returns the layout
// that results. Bindings stay until unbind, or until their place is needed for a text that does without them.
func (in *Input) bind(m *Keymap, missing []rune, text string) (*Keymap, error) {
	if len(missing) > maxBound {
		return nil, fmt.Errorf("type %d characters: %w (at most %d)", len(missing), ErrTooManyUnmapped, maxBound)
	}
	bound := in.book.held().Bound
	free := m.spare
	needed := map[Keysym]bool{}
	for _, r := range text {
		needed[KeysymOf(r).canonical()] = true
	}
	// A layout that was replaced has lost the bindings made in the old one.
	for code, sym := range bound {
		if m.sym(code).canonical() != sym.canonical() {
			delete(bound, code)
		}
	}
	var reuse []byte // bound to what this text does not need, least recently used first
	for _, code := range in.lru {
		if sym, ok := bound[code]; ok && !needed[sym.canonical()] {
			reuse = append(reuse, code)
		}
	}
	fresh := min(len(missing), len(free), maxBound-len(bound))
	short := len(missing) - fresh
	if short > len(reuse) {
		return nil, fmt.Errorf("type %d characters: %w (%d spare keycodes)", len(missing), ErrTooManyUnmapped, len(free)+len(reuse))
	}
	codes := append(contiguous(free, fresh), reuse[:short]...)
	slices.Sort(codes)
	change := map[byte]Keysym{}
	for i, r := range missing {
		change[codes[i]] = KeysymOf(r)
	}
	if err := in.book.change(func() {
		for code := range in.book.bound {
			if _, still := bound[code]; !still {
				delete(in.book.bound, code)
			}
		}
		for code, sym := range change {
			in.book.bound[code] = sym
		}
	}); err != nil {
		return nil, fmt.Errorf("bind keys: %w", err)
	}
	in.lru = append(slices.DeleteFunc(in.lru, func(c byte) bool { _, again := change[c]; return again }), codes...)
	if err := in.c.mapKeys(change); err != nil {
		return nil, err
	}
	m, err := in.board.Map()
	if err != nil {
		return nil, err
	}
	if left := m.Missing(string(missing)); len(left) > 0 {
		return nil, fmt.Errorf("bind %q: the server kept another meaning: %w", string(left), ErrNoKey)
	}
	return m, nil
}

// contiguous picks n of the sorted codes, neighbours where possible: one request can change a row of keycodes only.
func contiguous(codes []byte, n int) []byte {
	var runs [][]byte
	for i, c := range codes {
		if i > 0 && codes[i-1]+1 == c {
			runs[len(runs)-1] = append(runs[len(runs)-1], c)
		} else {
			runs = append(runs, []byte{c})
		}
	}
	slices.SortStableFunc(runs, func(a, b []byte) int { return len(b) - len(a) })
	var out []byte
	for n > len(out) {
		rest := n - len(out)
		best := runs[0] // the longest, unless a shorter one is enough
		at := 0
		for i, r := range runs {
			if len(r) >= rest {
				best, at = r, i
			}
		}
		out = append(out, best[:min(rest, len(best))]...)
		runs = slices.Delete(runs, at, at+1)
	}
	return out
}

// mapKeys gives keycodes a meaning in all groups; 0 takes it away. One request for each row of neighbours.
func (c *Conn) mapKeys(change map[byte]Keysym) error {
	var codes []byte
	for code := range change {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	var all error
	for i := 0; i < len(codes); {
		j := i
		var syms []xproto.Keysym
		for ; j < len(codes) && codes[j] == codes[i]+byte(j-i); j++ {
			s := xproto.Keysym(change[codes[j]])
			syms = append(syms, s, s)
		}
		err := xproto.ChangeKeyboardMappingChecked(c.x, byte(j-i), xproto.Keycode(codes[i]), 2, syms).Check()
		all = errors.Join(all, wrap(err, "bind keycodes"))
		i = j
	}
	return all
}

// unbind takes back the bindings that still stand.
func (in *Input) unbind() error {
	bound := in.book.held().Bound
	if len(bound) == 0 {
		return nil
	}
	if err := in.c.unmapKeys(bound); err != nil {
		return err
	}
	in.lru = nil
	return in.book.change(func() { clear(in.book.bound) })
}

// unmapKeys clears those keycodes which still have the meaning given to them; others belong to a newer layout.
func (c *Conn) unmapKeys(bound map[byte]Keysym) error {
	change := map[byte]Keysym{}
	for code, sym := range bound {
		r, err := xproto.GetKeyboardMapping(c.x, xproto.Keycode(code), 1).Reply()
		if err != nil {
			return wrap(err, "read keycode %d", code)
		}
		if len(r.Keysyms) > 0 && Keysym(r.Keysyms[0]) == sym {
			change[code] = 0
		}
	}
	return c.mapKeys(change)
}
