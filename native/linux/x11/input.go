//go:build linux

package x11

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"
)

// Button is a pointer button by its meaning, whatever the user's button order (left-handed mice) is.
type Button byte

// Buttons; the wheel is four of them.
const (
	ButtonLeft   Button = 1
	ButtonMiddle Button = 2
	ButtonRight  Button = 3
	wheelUp      Button = 4
	wheelDown    Button = 5
	wheelLeft    Button = 6
	wheelRight   Button = 7
)

// Input presses keys and moves the pointer through XTEST. What it presses it releases, on every path out of a method; a
// Recorder (usually a Guard) does so when the whole process dies. One act runs at a time, others wait for it.
type Input struct {
	c      *Conn
	board  *Keyboard
	book   *holding
	ledger *Ledger
	turn   chan struct{} // one act at a time; a channel so that waiting obeys the context

	restored []byte // modifiers pressed again for a user who was holding them; see restore
	lru      []byte // bound keycodes, least recently used first
	placed   *Point // where the pointer was last put
}

// InputOptions: both may be nil.
type InputOptions struct {
	Recorder Recorder
	Ledger   *Ledger
}

// NewInput needs XTEST and XKEYBOARD; ErrNoExtension without.
func NewInput(c *Conn, o InputOptions) (*Input, error) {
	if _, err := c.need("XTEST"); err != nil {
		return nil, err
	}
	board, err := NewKeyboard(c)
	if err != nil {
		return nil, err
	}
	return &Input{c: c, board: board, book: newHolding(o.Recorder), ledger: o.Ledger, turn: make(chan struct{}, 1)}, nil
}

// Close releases everything, takes back what was bound to spare keycodes, and leaves the Conn open.
func (in *Input) Close() error {
	in.turn <- struct{}{} // acts are bounded by their own contexts
	defer func() { <-in.turn }()
	err := errors.Join(in.release(), in.unbind())
	in.board.Close()
	return err
}

// Keyboard is the layout that Input types with.
func (in *Input) Keyboard() *Keyboard { return in.board }

// Held is what is pressed or bound at this moment.
func (in *Input) Held() Held { return in.book.held() }

// SafeRelease lets go of every key and button that this Input holds, without waiting for a running act. It may be called at any
// time and again.
func (in *Input) SafeRelease() error { return in.release() }

func (in *Input) release() error {
	h := in.book.held()
	var b batch
	for _, code := range h.Keys {
		in.fake(&b, RawKeyRelease, code)
	}
	for _, n := range h.Buttons {
		in.fake(&b, RawButtonRelease, n)
	}
	if err := b.check(); err != nil {
		return wrap(err, "release keys")
	}
	if h.Locks != 0 {
		if err := in.c.lockMods(h.Locks, h.Locks); err != nil {
			return err
		}
	}
	if len(h.Keys)+len(h.Buttons) == 0 && h.Locks == 0 {
		return nil
	}
	return in.book.change(func() { clear(in.book.keys); clear(in.book.buttons); in.book.locks = 0 })
}

// begin waits for the running act.
func (in *Input) begin(ctx context.Context) (end func(), err error) {
	select {
	case in.turn <- struct{}{}:
		return func() { <-in.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-in.c.drained:
		return nil, in.c.gone("use the keyboard")
	}
}

// batch collects requests and asks for their errors together: each check of its own would be a round trip.
type batch struct{ cookies []xtest.FakeInputCookie }

func (b *batch) check() error {
	var all error
	for i := len(b.cookies) - 1; i >= 0; i-- { // the last answers for those before
		all = errors.Join(all, b.cookies[i].Check())
	}
	b.cookies = nil
	return all
}

func (in *Input) fake(b *batch, kind RawKind, detail byte) {
	types := map[RawKind]byte{RawKeyPress: xproto.KeyPress, RawKeyRelease: xproto.KeyRelease,
		RawButtonPress: xproto.ButtonPress, RawButtonRelease: xproto.ButtonRelease}
	in.ledger.Note(kind, uint32(detail))
	b.cookies = append(b.cookies, xtest.FakeInputChecked(in.c.x, types[kind], detail, 0, 0, 0, 0, 0))
}

// Pointer is where the pointer is, in pixels of the root window.
func (in *Input) Pointer() (Point, error) {
	r, err := xproto.QueryPointer(in.c.x, in.c.root).Reply()
	if err != nil {
		return Point{}, wrap(err, "ask for the pointer")
	}
	return Point{int(r.RootX), int(r.RootY)}, nil
}

// Move puts the pointer at p and reads back that it is there; ErrPointerHeld when it is not.
func (in *Input) Move(ctx context.Context, p Point) error {
	end, err := in.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	return in.moveTo(p)
}

func (in *Input) moveTo(p Point) error {
	if err := in.slide(p); err != nil {
		return err
	}
	got, err := in.Pointer()
	if err != nil {
		return err
	}
	if got != p {
		return fmt.Errorf("move the pointer to %v: it is at %v: %w", p, got, ErrPointerHeld)
	}
	return nil
}

// slide moves without reading back.
func (in *Input) slide(p Point) error {
	if p.X < -32768 || p.Y < -32768 || p.X > 32767 || p.Y > 32767 { // more than the protocol can say
		return fmt.Errorf("move the pointer to %v: %w", p, ErrPointerHeld)
	}
	in.placed = &p
	in.ledger.Note(RawMotion, 0)
	err := xtest.FakeInputChecked(in.c.x, xproto.MotionNotify, 0, 0, in.c.root, int16(p.X), int16(p.Y), 0).Check()
	return wrap(err, "move the pointer")
}

// KeepPointer runs f and puts the pointer back where it was before, also when f fails.
func (in *Input) KeepPointer(f func() error) (err error) {
	was, err := in.Pointer()
	if err != nil {
		return err
	}
	defer func() {
		// A pointer that is no longer where Pace left it is in somebody's hand.
		if at, perr := in.Pointer(); perr == nil && in.placed != nil && at == *in.placed {
			err = errors.Join(err, in.slide(was))
		}
	}()
	in.placed = nil
	return f()
}

// Click presses a button count times at p (2 = double click). The modifiers in hold are held meanwhile.
func (in *Input) Click(ctx context.Context, p Point, b Button, count int, hold ...Keysym) error {
	end, err := in.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	n, err := in.physical(b)
	if err != nil {
		return err
	}
	return in.holding(hold, func() error {
		if err := in.moveTo(p); err != nil {
			return err
		}
		for range count {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := in.clickHere(p, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// clickHere presses and releases at p, where the pointer has just been put. The server serves nobody else between the look at
// the pointer and the release, so that a hand (or another program) which moves it can't turn the press into one of the
// neighbour: seen with a jerk of 60 pixels, which pressed "." instead of "1".
func (in *Input) clickHere(p Point, n byte) (err error) {
	if err := in.book.change(func() { in.book.buttons[n] = true }); err != nil {
		return fmt.Errorf("press button %d: %w", n, err)
	}
	free := func() error { return in.book.change(func() { delete(in.book.buttons, n) }) }
	if err := xproto.GrabServerChecked(in.c.x).Check(); err != nil {
		return errors.Join(wrap(err, "hold the server"), free())
	}
	taken, pressed := false, false
	work := func() error {
		at, err := in.Pointer()
		if err != nil {
			return err
		}
		if at != p {
			taken = true
			return nil
		}
		var b batch
		in.fake(&b, RawButtonPress, n)
		in.fake(&b, RawButtonRelease, n)
		pressed = true
		if err := b.check(); err != nil {
			return wrap(err, "press button %d", n)
		}
		if at, err = in.Pointer(); err == nil {
			taken = at != p // a mouse that is no client of the server moves in spite of the hold
		}
		return err
	}
	err = errors.Join(work(), wrap(xproto.UngrabServerChecked(in.c.x).Check(), "let go of the server"))
	if err == nil && pressed {
		err = in.delivered()
	}
	if err == nil || !pressed {
		err = errors.Join(err, free())
	}
	switch {
	case taken && pressed:
		return errors.Join(err, ErrPointerTaken, ErrPressed)
	case taken:
		return errors.Join(err, ErrPointerTaken)
	}
	return err
}

// dragSteps is how many moves a drag makes: toolkits start a drag after some pixels of motion and follow it event by event.
const dragSteps = 12

// Drag presses at from, moves to to and releases there. On an error or a cancelled context the button is released where the
// pointer is.
func (in *Input) Drag(ctx context.Context, from, to Point, b Button, hold ...Keysym) error {
	end, err := in.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	n, err := in.physical(b)
	if err != nil {
		return err
	}
	return in.holding(hold, func() error {
		if err := in.moveTo(from); err != nil {
			return err
		}
		return in.pressButton(n, func() error {
			for i := 1; i <= dragSteps; i++ {
				if err := ctx.Err(); err != nil {
					return err
				}
				step := Point{from.X + (to.X-from.X)*i/dragSteps, from.Y + (to.Y-from.Y)*i/dragSteps}
				if err := in.slide(step); err != nil {
					return err
				}
			}
			return in.moveTo(to)
		})
	})
}

// Scroll turns the wheel over p: dy > 0 scrolls down, dx > 0 right, one per notch.
func (in *Input) Scroll(ctx context.Context, p Point, dx, dy int, hold ...Keysym) error {
	end, err := in.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	return in.holding(hold, func() error {
		if err := in.moveTo(p); err != nil {
			return err
		}
		for _, w := range []struct {
			n                  int
			negative, positive Button
		}{{dy, wheelUp, wheelDown}, {dx, wheelLeft, wheelRight}} {
			b := w.positive
			if w.n < 0 {
				b, w.n = w.negative, -w.n
			}
			if w.n == 0 {
				continue
			}
			code, err := in.physical(b)
			if err != nil {
				return err
			}
			for range w.n {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := in.pressButton(code, func() error { return nil }); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// physical finds the button whose meaning is b in the user's button order.
func (in *Input) physical(b Button) (byte, error) {
	r, err := xproto.GetPointerMapping(in.c.x).Reply()
	if err != nil {
		return 0, wrap(err, "ask for the button order")
	}
	for i, meaning := range r.Map {
		if meaning == byte(b) {
			return byte(i + 1), nil
		}
	}
	return 0, fmt.Errorf("button %d: %w", b, ErrNoKey)
}

// pressButton holds a button while f runs.
func (in *Input) pressButton(n byte, f func() error) (err error) {
	if err := in.book.change(func() { in.book.buttons[n] = true }); err != nil {
		return fmt.Errorf("press button %d: %w", n, err)
	}
	defer func() {
		var b batch
		in.fake(&b, RawButtonRelease, n)
		released := wrap(b.check(), "release button %d", n)
		if released == nil {
			released = in.book.change(func() { delete(in.book.buttons, n) })
		}
		if released == nil {
			released = in.delivered()
		}
		err = errors.Join(err, released)
	}()
	var b batch
	in.fake(&b, RawButtonPress, n)
	if err := b.check(); err != nil {
		return wrap(err, "press button %d", n)
	}
	return f()
}

// thaw bounds the wait for a window manager that has stopped the pointer.
const thaw = 250 * time.Millisecond

// delivered returns when the server has handed the release of a button on. Window managers with click-to-focus (openbox) stop the
// pointer at each press until they have looked at it. What follows would overtake the click: keys reach the window that had the
// focus before, and a pointer that moves away gives the target a leave event before the release, at which GTK 4 and Qt forget the
// press (measured: 16 of 20 clicks lost). While the pointer stands still the server counts the button as down; there is no event
// to wait for. At the bound a real mouse may hold the button, which is no error.
func (in *Input) delivered() error {
	const buttons = xproto.KeyButMaskButton1 | xproto.KeyButMaskButton2 | xproto.KeyButMaskButton3 | xproto.KeyButMaskButton4 | xproto.KeyButMaskButton5
	for began := time.Now(); time.Since(began) < thaw; {
		r, err := xproto.QueryPointer(in.c.x, in.c.root).Reply()
		if err != nil {
			return wrap(err, "look whether the click was taken")
		}
		if r.Mask&buttons == 0 {
			return nil
		}
		select {
		case <-time.After(time.Millisecond):
		case <-in.c.drained:
			return in.c.gone("look whether the click was taken")
		}
	}
	return nil
}

// query reads which keys are down, on whichever keyboard.
func (c *Conn) keysDown() (keyBits, error) {
	r, err := xproto.QueryKeymap(c.x).Reply()
	if err != nil {
		return keyBits{}, wrap(err, "ask which keys are down")
	}
	return keyBits(r.Keys), nil
}
