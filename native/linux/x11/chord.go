//go:build linux

package x11

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unicode"
)

// Chord presses the keys in order, all of them together, and releases them in reverse: Chord(ctx, ctrl, shift, 't'). Letters
// are taken as keys, so 'T' with a modifier is the same as 't'; a symbol that needs Shift or AltGr in the active layout brings it
// along. Modifiers the user holds are let go for the moment. ErrNoKey when the layout lacks one of the keys; then nothing was
// pressed.
func (in *Input) Chord(ctx context.Context, keys ...Keysym) error {
	end, err := in.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	codes, err := in.chordCodes(keys)
	if err != nil {
		return err
	}
	return in.neutral(func() error { return in.press(codes, func() error { return ctx.Err() }) })
}

// holding runs f while modifiers are held.
func (in *Input) holding(hold []Keysym, f func() error) error {
	if len(hold) == 0 {
		return f()
	}
	codes, err := in.chordCodes(hold)
	if err != nil {
		return err
	}
	return in.press(codes, f)
}

// chordCodes is the order in which the keycodes of a chord go down.
func (in *Input) chordCodes(keys []Keysym) ([]byte, error) {
	m, err := in.board.Map()
	if err != nil {
		return nil, err
	}
	var codes []byte
	modified := false
	for _, k := range keys {
		if r, ok := k.Rune(); ok && modified && unicode.IsUpper(r) {
			k = KeysymOf(unicode.ToLower(r))
		}
		s, ok := m.Shortcut(k)
		if !ok {
			return nil, fmt.Errorf("press keysym %#x: %w", uint32(k), ErrNoKey)
		}
		for _, c := range append(s.Hold, s.Code) {
			if !slices.Contains(codes, c) {
				codes = append(codes, c)
			}
		}
		modified = modified || m.Modifier(s.Code) != 0
	}
	return codes, nil
}

// press holds keys while f runs.
func (in *Input) press(codes []byte, f func() error) (err error) {
	if err := in.book.take(codes...); err != nil {
		return fmt.Errorf("press keys: %w", err)
	}
	defer func() {
		var b batch
		for _, c := range slices.Backward(codes) {
			in.fake(&b, RawKeyRelease, c)
		}
		released := wrap(b.check(), "release keys")
		if released == nil {
			released = in.book.give(codes...)
		}
		err = errors.Join(err, released)
	}()
	var b batch
	for _, c := range codes {
		in.fake(&b, RawKeyPress, c)
	}
	if err := b.check(); err != nil {
		return wrap(err, "press keys")
	}
	return f()
}

// neutral runs f on a keyboard without held or locked modifiers (Num Lock aside, which text does not depend on), and gives them
// back: locks always, held keys only while the user still holds them.
func (in *Input) neutral(f func() error) (err error) {
	m, err := in.board.Map()
	if err != nil {
		return err
	}
	if err := in.forgetRestored(); err != nil {
		return err
	}
	state, err := in.c.xkbState()
	if err != nil {
		return err
	}
	if locked := (state.locked | state.latched) &^ in.numLock(m); locked != 0 {
		again := state.locked & locked
		if err := in.book.change(func() { in.book.locks = again }); err != nil {
			return err
		}
		if err := in.c.lockMods(locked, 0); err != nil {
			return err
		}
		defer func() {
			e := in.c.lockMods(again, again)
			if e == nil {
				e = in.book.change(func() { in.book.locks = 0 })
			}
			err = errors.Join(err, e)
		}()
	}
	down, err := in.c.keysDown()
	if err != nil {
		return err
	}
	ours := in.book.held().Keys
	var held []byte
	for _, code := range down.codes() {
		if m.Modifier(code) != 0 && !slices.Contains(ours, code) {
			held = append(held, code)
		}
	}
	if len(held) == 0 {
		return f()
	}
	physical, err := in.physicalKeys()
	if err != nil {
		return err
	}
	var b batch
	for _, code := range held {
		in.fake(&b, RawKeyRelease, code)
	}
	if err := b.check(); err != nil {
		return wrap(err, "let go of the user's modifiers")
	}
	defer func() { err = errors.Join(err, in.restore(held, physical)) }()
	return f()
}

// restore presses the user's modifiers again. One that was down on a real keyboard and is not any more stays up: pressing it
// would leave it stuck.
func (in *Input) restore(held []byte, before keyBits) error {
	now, err := in.physicalKeys()
	if err != nil {
		return err
	}
	var b batch
	for _, code := range held {
		if before.has(code) && !now.has(code) {
			continue
		}
		in.fake(&b, RawKeyPress, code)
		if before.has(code) {
			in.restored = append(in.restored, code)
		}
	}
	return wrap(b.check(), "give the user's modifiers back")
}

// forgetRestored ends the presses made by restore. When the user lets go of the real key, the synthetic one stays down as far
// as its device is concerned, and the server would ignore the next press of it.
func (in *Input) forgetRestored() error {
	var b batch
	for _, code := range in.restored {
		in.fake(&b, RawKeyRelease, code)
	}
	in.restored = nil
	return wrap(b.check(), "release restored modifiers")
}

// physicalKeys is what is down on real keyboards.
func (in *Input) physicalKeys() (keyBits, error) {
	var all keyBits
	devices, err := in.c.Devices()
	if err != nil {
		return all, err
	}
	for _, d := range devices {
		if d.Use != SlaveKeyboard || d.Synthetic() {
			continue
		}
		one, err := in.c.deviceKeys(d.ID)
		if err != nil {
			return all, err
		}
		for i := range all {
			all[i] |= one[i]
		}
	}
	return all, nil
}

// numLock is the modifier bit that Num Lock sets.
func (in *Input) numLock(m *Keymap) byte {
	for code, mods := range m.layout.mods {
		if m.sym(code) == 0xff7f {
			return mods
		}
	}
	return 0
}
