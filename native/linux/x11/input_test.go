//go:build linux

package x11

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/require"
)

// buttons collects pointer events of an application as words: "press 1 at 10,20".
func buttons(events [][]byte) []string {
	var out []string
	for _, ev := range events {
		word := map[byte]string{evButtonPress: "press", evButtonRelease: "release"}[code(ev)]
		e := xproto.ButtonPressEventNew(ev).(xproto.ButtonPressEvent)
		out = append(out, word+" "+strconv.Itoa(int(e.Detail))+" at "+strconv.Itoa(int(e.RootX))+","+strconv.Itoa(int(e.RootY)))
	}
	return out
}

func isButton(e []byte) bool { return code(e) == evButtonPress || code(e) == evButtonRelease }

// target is a window under the pointer's playground, with an Input that acts on it.
func target(t *testing.T, s *server) (*Conn, *Input, *app, *subscription) {
	t.Helper()
	c, a := s.dial(t), s.window(t, "target", Rect{100, 100, 400, 300}, 0)
	sub := a.subscribe(1000, isButton)
	t.Cleanup(sub.cancel)
	return c, s.input(t, c, InputOptions{}), a, sub
}

func TestClicksArriveWhereTheyAreAimed(t *testing.T) {
	_, in, a, sub := target(t, display(t, ""))
	require.NoError(t, in.Click(bounded(t), Point{150, 160}, ButtonLeft, 1))
	require.Equal(t, []string{"press 1 at 150,160", "release 1 at 150,160"}, buttons(a.events(t, sub, 2)))
	require.NoError(t, in.Click(bounded(t), Point{151, 161}, ButtonRight, 2))
	require.Equal(t, []string{"press 3 at 151,161", "release 3 at 151,161", "press 3 at 151,161", "release 3 at 151,161"},
		buttons(a.events(t, sub, 4)))
	p, err := in.Pointer()
	require.NoError(t, err)
	require.Equal(t, Point{151, 161}, p)
	require.True(t, in.Held().Empty())
}

func TestALeftHandedMouseStillClicksLeft(t *testing.T) {
	s := ownDisplay(t, "")
	c, in, a, sub := target(t, s)
	r, err := xproto.GetPointerMapping(c.x).Reply()
	require.NoError(t, err)
	order := append([]byte{3, 2, 1}, r.Map[3:]...)
	set, err := xproto.SetPointerMapping(c.x, byte(len(order)), order).Reply()
	require.NoError(t, err)
	require.Equal(t, byte(xproto.MappingStatusSuccess), set.Status)
	n, err := in.physical(ButtonLeft)
	require.NoError(t, err)
	require.Equal(t, byte(3), n)
	require.NoError(t, in.Click(bounded(t), Point{150, 160}, ButtonLeft, 1))
	require.Equal(t, "press 1 at 150,160", buttons(a.events(t, sub, 2))[0])
}

func TestADragHoldsTheButtonAllTheWay(t *testing.T) {
	_, in, a, sub := target(t, display(t, ""))
	moves := a.subscribe(1000, func(e []byte) bool { return code(e) == 6 })
	defer moves.cancel()
	require.NoError(t, in.Drag(bounded(t), Point{120, 120}, Point{360, 240}, ButtonLeft))
	require.Equal(t, []string{"press 1 at 120,120", "release 1 at 360,240"}, buttons(a.events(t, sub, 2)))
	require.NoError(t, a.sync())
	events, _ := moves.take()
	held := 0
	for _, ev := range events {
		if xproto.MotionNotifyEventNew(ev).(xproto.MotionNotifyEvent).State&xproto.KeyButMaskButton1 != 0 {
			held++
		}
	}
	require.GreaterOrEqual(t, held, dragSteps)
}

func TestACancelledDragReleasesTheButton(t *testing.T) {
	s := display(t, "")
	c, a := s.dial(t), s.window(t, "target", Rect{100, 100, 400, 300}, 0)
	sub := a.subscribe(1000, isButton)
	defer sub.cancel()
	ctx, cancel := context.WithCancel(bounded(t))
	// The recorder is called once the button is about to go down: from then on it must come up again.
	in := s.input(t, c, InputOptions{Recorder: recorderFunc(func(h Held) error {
		if len(h.Buttons) > 0 {
			cancel()
		}
		return nil
	})})
	require.ErrorIs(t, in.Drag(ctx, Point{120, 120}, Point{360, 240}, ButtonLeft), context.Canceled)
	require.Equal(t, []string{"press 1 at 120,120", "release 1 at 120,120"}, buttons(a.events(t, sub, 2)))
	require.True(t, in.Held().Empty())
}

type recorderFunc func(Held) error

func (f recorderFunc) Record(h Held) error { return f(h) }

func TestTheWheelTurnsByNotches(t *testing.T) {
	_, in, a, sub := target(t, display(t, ""))
	for _, c := range []struct {
		dx, dy int
		button string
		n      int
	}{{0, 3, "5", 3}, {0, -2, "4", 2}, {1, 0, "7", 1}, {-2, 0, "6", 2}} {
		require.NoError(t, in.Scroll(bounded(t), Point{200, 200}, c.dx, c.dy))
		for _, w := range buttons(a.events(t, sub, 2*c.n)) {
			require.Contains(t, []string{"press " + c.button + " at 200,200", "release " + c.button + " at 200,200"}, w)
		}
	}
}

func TestThePointerGoesBackWhereItWas(t *testing.T) {
	_, in, _, _ := target(t, display(t, ""))
	require.NoError(t, in.Move(bounded(t), Point{33, 44}))
	failed := errors.New("failed")
	require.ErrorIs(t, in.KeepPointer(func() error {
		require.NoError(t, in.Click(bounded(t), Point{150, 160}, ButtonLeft, 1))
		return failed
	}), failed)
	p, err := in.Pointer()
	require.NoError(t, err)
	require.Equal(t, Point{33, 44}, p)
}

func TestAPointerThatDoesNotArriveIsReported(t *testing.T) {
	_, in, _, _ := target(t, display(t, ""))
	require.ErrorIs(t, in.Move(bounded(t), Point{5000, 10}), ErrPointerHeld)
	require.ErrorIs(t, in.Move(bounded(t), Point{70000, 10}), ErrPointerHeld)
	require.ErrorIs(t, in.Click(bounded(t), Point{-9, 10}, ButtonLeft, 1), ErrPointerHeld)
}

func TestAChordArrivesWithItsModifiersAndEndsReleased(t *testing.T) {
	s := display(t, "openbox")
	c := s.dial(t)
	in := s.input(t, c, InputOptions{})
	x := startXev(t, s, c, in)
	require.NoError(t, in.Chord(bounded(t), 0xffe3, symShiftL, 'T'))
	x.wait(t, "keysym 0xffe3, Control_L", 2)
	require.Regexp(t, `(?s)KeyPress.*state 0x5, keycode 28 \(keysym 0x54, T\)`, x.text())
	x.clear()
	require.NoError(t, in.Chord(bounded(t), 0xffe3, '+'))
	x.wait(t, "keysym 0xffe3, Control_L", 2)
	require.Contains(t, x.text(), "(keysym 0x2b, plus)")
	down, err := c.keysDown()
	require.NoError(t, err)
	require.Empty(t, down.codes())
	require.True(t, in.Held().Empty())
}

func TestAChordWithAKeyTheLayoutLacksPressesNothing(t *testing.T) {
	s := display(t, "")
	c := s.dial(t)
	pressed := 0
	in := s.input(t, c, InputOptions{Recorder: recorderFunc(func(Held) error { pressed++; return nil })})
	require.ErrorIs(t, in.Chord(bounded(t), 0xffe3, KeysymOf('你')), ErrNoKey)
	require.Zero(t, pressed)
}

func TestAModifierIsHeldDuringAClick(t *testing.T) {
	_, in, a, sub := target(t, display(t, ""))
	require.NoError(t, in.Click(bounded(t), Point{150, 160}, ButtonLeft, 1, 0xffe3))
	e := xproto.ButtonPressEventNew(a.events(t, sub, 2)[0]).(xproto.ButtonPressEvent)
	require.NotZero(t, e.State&xproto.ModMaskControl)
}

func TestWhatNobodyGuardsIsNotPressed(t *testing.T) {
	s := display(t, "")
	c, a := s.dial(t), s.window(t, "target", Rect{100, 100, 400, 300}, 0)
	sub := a.subscribe(1000, isButton)
	defer sub.cancel()
	dead := errors.New("the guard is gone")
	in := s.input(t, c, InputOptions{Recorder: recorderFunc(func(h Held) error {
		if h.Empty() {
			return nil
		}
		return dead
	})})
	require.ErrorIs(t, in.Click(bounded(t), Point{150, 160}, ButtonLeft, 1), dead)
	require.ErrorIs(t, in.Chord(bounded(t), 'a'), dead)
	require.ErrorIs(t, in.Type(bounded(t), "a", nil), dead)
	require.ErrorIs(t, in.Type(bounded(t), "你", nil), dead)
	require.NoError(t, a.sync())
	events, _ := sub.take()
	require.Empty(t, events)
	down, err := c.keysDown()
	require.NoError(t, err)
	require.Empty(t, down.codes())
	require.True(t, in.Held().Empty())
}

func TestEverythingHeldIsRecordedBeforeItIsPressed(t *testing.T) {
	s := display(t, "")
	c := s.dial(t)
	var mu sync.Mutex
	var book []string
	in := s.input(t, c, InputOptions{Recorder: recorderFunc(func(h Held) error {
		down, err := c.keysDown()
		mu.Lock()
		defer mu.Unlock()
		book = append(book, strconv.Itoa(len(h.Keys))+" recorded, "+strconv.Itoa(len(down.codes()))+" down")
		return err
	})})
	require.NoError(t, in.Chord(bounded(t), 0xffe3, symShiftL, 't'))
	require.Equal(t, []string{"3 recorded, 0 down", "0 recorded, 0 down"}, book)
}

func TestSafeReleaseLetsGoInTheMiddleOfAnAct(t *testing.T) {
	s := display(t, "")
	c, a := s.dial(t), s.window(t, "target", Rect{100, 100, 400, 300}, 0)
	in := s.input(t, c, InputOptions{})
	require.NoError(t, in.holding([]Keysym{symShiftL}, func() error {
		return in.pressButton(1, func() error {
			require.Len(t, in.Held().Keys, 1)
			require.Equal(t, []byte{1}, in.Held().Buttons)
			require.NoError(t, in.SafeRelease())
			require.True(t, in.Held().Empty())
			down, err := c.keysDown()
			require.NoError(t, err)
			require.Empty(t, down.codes())
			p, err := xproto.QueryPointer(c.x, c.root).Reply()
			require.NoError(t, err)
			require.Zero(t, p.Mask&xproto.KeyButMaskButton1)
			return nil
		})
	}))
	require.NoError(t, in.SafeRelease(), "again")
	require.NoError(t, a.sync())
}

func TestActsWaitForEachOther(t *testing.T) {
	s := display(t, "openbox")
	c := s.dial(t)
	in := s.input(t, c, InputOptions{})
	x := startXev(t, s, c, in)
	var wg sync.WaitGroup
	for _, word := range []string{"aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"} {
		wg.Go(func() {
			if err := in.Type(bounded(t), word, nil); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	got := x.typed(t, 30)
	for _, word := range []string{"aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"} {
		require.True(t, strings.Contains(got, word), "%q holds %q unbroken", got, word)
	}
}
