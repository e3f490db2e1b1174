package linux

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"pace/backend/desktop"
	"pace/native/linux/x11"
)

// Input is the user's mouse and keyboard through XTEST. It fulfils desktop.Input. The keyboard is read, the guard started
// and the user's own input watched from the first use on.
type Input struct {
	x     *x11.Conn
	guard *watchman
	user  *user

	mu     sync.Mutex
	in     *x11.Input
	closed bool
}

var _ desktop.Input = (*Input)(nil)

// newInput makes an Input on x's display. The guard is ended by whoever made it, after close.
func newInput(x *x11.Conn, guard *watchman) *Input {
	return &Input{x: x, guard: guard, user: newUser(x, x11.NewLedger(time.Now))}
}

var errInputClosed = errors.New("the keyboard and mouse were given back")

// device opens the keyboard. The user's input is watched before anything of ours is sent, or the two could not be told
// apart; where it can't be watched, IdleFor does what is possible.
func (i *Input) device() (*x11.Input, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case i.closed:
		return nil, errInputClosed
	case i.in != nil:
		return i.in, nil
	}
	in, err := x11.NewInput(i.x, x11.InputOptions{Recorder: i.guard, Ledger: i.user.ledger})
	if err != nil {
		return nil, inputError(err)
	}
	_ = i.user.start()
	i.in = in
	return in, nil
}

// close lets go of everything and takes back what was bound.
func (i *Input) close() error {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.closed = true
	var err error
	if i.in != nil {
		err = i.in.Close()
		i.in = nil
	}
	i.user.stop()
	return err
}

// Click presses a button n times at a place.
func (i *Input) Click(ctx context.Context, at desktop.Pixel, b desktop.MouseButton, n int, back bool) error {
	button, ok := map[desktop.MouseButton]x11.Button{1: x11.ButtonLeft, 2: x11.ButtonMiddle, 3: x11.ButtonRight}[b]
	if !ok {
		return fmt.Errorf("click button %d: %w", b, desktop.ErrUnsupported)
	}
	in, err := i.device()
	if err != nil {
		return err
	}
	defer i.user.sent()
	click := func() error { return in.Click(ctx, x11.Point(at), button, n) }
	if back {
		return inputError(in.KeepPointer(click))
	}
	return inputError(click())
}

// Scroll turns the wheel over a place and returns the pointer.
func (i *Input) Scroll(ctx context.Context, at desktop.Pixel, dx, dy int) error {
	in, err := i.device()
	if err != nil {
		return err
	}
	defer i.user.sent()
	return inputError(in.KeepPointer(func() error { return in.Scroll(ctx, x11.Point(at), dx, dy) }))
}

// Chord presses keys together.
func (i *Input) Chord(ctx context.Context, k desktop.Key) error {
	keys, err := keysyms(k)
	if err != nil {
		return err
	}
	in, err := i.device()
	if err != nil {
		return err
	}
	defer i.user.sent()
	return inputError(in.Chord(ctx, keys...))
}

// KeyKnown looks the keys up in the layout in use.
func (i *Input) KeyKnown(k desktop.Key) bool {
	keys, err := keysyms(k)
	if err != nil {
		return false
	}
	m, err := i.layout()
	if err != nil {
		return false
	}
	for _, s := range keys {
		if _, ok := m.Shortcut(s); !ok {
			return false
		}
	}
	return true
}

func (i *Input) layout() (*x11.Keymap, error) {
	in, err := i.device()
	if err != nil {
		return nil, err
	}
	m, err := in.Keyboard().Map()
	return m, inputError(err)
}

// keysyms finds the keys of a chord, modifiers first.
func keysyms(k desktop.Key) ([]x11.Keysym, error) {
	var out []x11.Keysym
	for _, m := range k.Mods {
		switch m {
		case "ctrl", "alt", "shift", "super":
		default:
			return nil, fmt.Errorf("modifier %q: %w", m, desktop.ErrUnsupported)
		}
		s, _ := x11.KeysymNamed(m)
		out = append(out, s)
	}
	s, ok := x11.KeysymNamed(k.Name)
	if !ok {
		return nil, fmt.Errorf("key %q: %w", k.Name, desktop.ErrUnsupported)
	}
	return append(out, s), nil
}

// maxMissing is how many characters may be bound to spare keys: each change of the keyboard wakes every program.
const maxMissing = 12

// Typable looks for characters that the keyboard lacks, and for those that no key makes.
func (i *Input) Typable(text string) error {
	for _, r := range text {
		if x11.KeysymOf(r) == 0 {
			return fmt.Errorf("character %U: %w", r, desktop.ErrUntypable)
		}
	}
	m, err := i.layout()
	if err != nil {
		return err
	}
	if n := len(m.Missing(text)); n > maxMissing {
		return fmt.Errorf("%d characters are missing: %w", n, desktop.ErrUntypable)
	}
	return nil
}

// Type sends a text as keystrokes.
func (i *Input) Type(ctx context.Context, text string, confirm func(sent int) error) error {
	in, err := i.device()
	if err != nil {
		return err
	}
	defer i.user.sent()
	return inputError(in.Type(ctx, text, confirm))
}

// UserActive delivers the user's input.
func (i *Input) UserActive(ctx context.Context) (<-chan desktop.UserInput, error) {
	out, err := i.user.subscribe(ctx)
	return out, inputError(err)
}

// IdleFor tells how long the user has not touched mouse or keyboard. What Pace sends does not count; what another
// program sends (a remote desktop) does, from the first question on.
func (i *Input) IdleFor(ctx context.Context) (time.Duration, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	d, err := i.user.idle()
	return d, inputError(err)
}

// inputError wraps an error of the X connection with the vocabulary's.
func inputError(err error) error {
	switch {
	case errors.Is(err, x11.ErrPointerTaken) && errors.Is(err, x11.ErrPressed):
		return fmt.Errorf("%w: %w", desktop.ErrTakenIn, err)
	case errors.Is(err, x11.ErrPointerTaken):
		return fmt.Errorf("%w: %w", desktop.ErrTaken, err)
	case errors.Is(err, x11.ErrTooManyUnmapped):
		return fmt.Errorf("%w: %w", desktop.ErrUntypable, err)
	case errors.Is(err, x11.ErrNoKey), errors.Is(err, x11.ErrNoExtension):
		return fmt.Errorf("%w: %w", desktop.ErrUnsupported, err)
	}
	return windowError(err)
}
