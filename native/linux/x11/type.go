//go:build linux

package x11

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"
)

// typeChunk is how many characters are sent before the target is given time to follow: keys are sent twenty times faster than
// toolkits read them, and what is not read yet goes to whatever has the focus by then.
const typeChunk = 64

// Type sends a text as keystrokes to whatever has the focus. After each chunk of 64 characters and after the last one, confirm is
// called with the number of characters sent so far and returns once the target has taken them; its error ends the typing, as
// does the context. Characters the layout lacks are bound to spare keycodes, at most 12 different ones: ErrTooManyUnmapped comes
// before anything is typed, as does ErrNoKey for control characters without a key. confirm may be nil.
//
// What arrived has to be read back. One known way to lose bound characters: a program that uses bare Xlib asks to be told of layout
// changes only after its first key, so one that has never had a key may not know of a binding made at that moment.
func (in *Input) Type(ctx context.Context, text string, confirm func(sent int) error) error {
	end, err := in.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if !utf8.ValidString(text) {
		return fmt.Errorf("type text: it is not UTF-8: %w", ErrNoKey)
	}
	for _, r := range text {
		if KeysymOf(r) == 0 {
			return fmt.Errorf("type character %U: %w", r, ErrNoKey)
		}
	}
	runes := []rune(text)
	for sent := 0; sent < len(runes); {
		if err := ctx.Err(); err != nil {
			return err
		}
		m, err := in.board.Map() // each time: the user may switch the layout in between
		if err != nil {
			return err
		}
		if missing := m.Missing(text); len(missing) > 0 {
			if m, err = in.bind(m, missing, text); err != nil {
				return err
			}
		}
		chunk := runes[sent:min(sent+typeChunk, len(runes))]
		if err := in.neutral(func() error { return in.typeChunk(m, chunk) }); err != nil {
			return fmt.Errorf("type text (%d of %d characters sent): %w", sent, len(runes), err)
		}
		sent += len(chunk)
		if confirm != nil {
			if err := confirm(sent); err != nil {
				return fmt.Errorf("type text (%d of %d characters sent): %w", sent, len(runes), err)
			}
		}
	}
	return nil
}

// typeChunk sends strokes, changing modifiers only where the next character needs others.
func (in *Input) typeChunk(m *Keymap, runes []rune) (err error) {
	var strokes []Stroke
	used := map[byte]bool{}
	for _, r := range runes {
		s, ok := m.Stroke(KeysymOf(r))
		if !ok {
			return fmt.Errorf("character %U: %w", r, ErrNoKey)
		}
		strokes = append(strokes, s)
		for _, c := range append([]byte{s.Code}, s.Hold...) {
			used[c] = true
		}
	}
	// The whole chunk is recorded as held in one go: recording each key would cost more than sending it.
	var codes []byte
	for c := range used {
		codes = append(codes, c)
	}
	if err := in.book.take(codes...); err != nil {
		return err
	}
	var b batch
	var holding []byte
	hold := func(want []byte) {
		if string(want) == string(holding) {
			return
		}
		for i := len(holding) - 1; i >= 0; i-- {
			in.fake(&b, RawKeyRelease, holding[i])
		}
		for _, c := range want {
			in.fake(&b, RawKeyPress, c)
		}
		holding = want
	}
	for _, s := range strokes {
		hold(s.Hold)
		in.fake(&b, RawKeyPress, s.Code)
		in.fake(&b, RawKeyRelease, s.Code)
	}
	hold(nil)
	if err := b.check(); err != nil {
		return errors.Join(wrap(err, "send keys"), in.release())
	}
	return in.book.give(codes...)
}
