//go:build linux

package x11

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jezek/xgb/xproto"
)

// State is a state that can be asked for.
type State string

// States a window manager can be asked to set or clear.
const (
	Maximised  State = "maximised"
	Fullscreen State = "fullscreen"
	Above      State = "above"
)

// SetState asks the window manager for a state and returns when it has written it on the window; ErrNotChanged when it has not
// within the bound (2 s without a deadline).
func (c *Conn) SetState(ctx context.Context, w Window, s State, on bool) error {
	ctx, cancel := atMost(ctx, settle)
	defer cancel()
	hints := map[State][2]string{
		Maximised:  {"_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ"},
		Fullscreen: {"_NET_WM_STATE_FULLSCREEN", "_NET_WM_STATE_FULLSCREEN"},
		Above:      {"_NET_WM_STATE_ABOVE", "_NET_WM_STATE_ABOVE"},
	}[s]
	atoms, err := c.atomsOf(hints[0], hints[1])
	if err != nil {
		return err
	}
	second := atoms[hints[1]]
	if hints[0] == hints[1] {
		second = 0
	}
	action := uint32(0)
	if on {
		action = 1
	}
	err = c.until(ctx, w, func() error {
		return c.tellManager(w, "_NET_WM_STATE", action, uint32(atoms[hints[0]]), uint32(second), 2)
	}, func() (bool, error) {
		info, err := c.Window(w)
		now := map[State]bool{Maximised: info.State.Maximised, Fullscreen: info.State.Fullscreen, Above: info.State.Above}[s]
		return now == on, err
	})
	return notChanged(err, "set %s of window %v to %v", s, w, on)
}

// Minimise iconifies a window and returns when it is hidden.
func (c *Conn) Minimise(ctx context.Context, w Window) error {
	ctx, cancel := atMost(ctx, settle)
	defer cancel()
	const iconic = 3
	err := c.until(ctx, w, func() error { return c.tellManager(w, "WM_CHANGE_STATE", iconic) }, func() (bool, error) {
		info, err := c.Window(w)
		return info.State.Hidden, err
	})
	return notChanged(err, "minimise window %v", w)
}

// CloseWindow asks a window to close, as its close button does; the application may ask back. Use WaitGone to see it.
func (c *Conn) CloseWindow(w Window) error {
	wm, err := c.WindowManager()
	if err != nil {
		return err
	}
	if _, err := c.Window(w); err != nil {
		return err
	}
	if wm.Supports("_NET_CLOSE_WINDOW") {
		return c.tellManager(w, "_NET_CLOSE_WINDOW", 0, 2)
	}
	a, err := c.atom("WM_DELETE_WINDOW")
	if err != nil {
		return err
	}
	return c.message(xproto.Window(w), w, xproto.EventMaskNoEvent, "WM_PROTOCOLS", uint32(a), xproto.TimeCurrentTime)
}

// WaitGone returns when the window no longer exists or is withdrawn; ErrNotChanged at the bound (2 s without a deadline).
func (c *Conn) WaitGone(ctx context.Context, w Window) error {
	ctx, cancel := atMost(ctx, settle)
	defer cancel()
	err := c.until(ctx, w, func() error { return nil }, func() (bool, error) {
		info, err := c.Window(w)
		return err == nil && !info.Mapped && !info.State.Hidden, err
	})
	if errors.Is(err, ErrNoWindow) {
		return nil
	}
	return notChanged(err, "wait for window %v to go", w)
}

// quiet is how long a window must keep a geometry that was not the wanted one before it counts as the answer: some
// applications only take certain sizes.
const quiet = 250 * time.Millisecond

// MoveResize gives a window the frame want (what a person sees: decoration included, shadow excluded), leaving the maximised
// and fullscreen states first. It returns the frame as read back, which may differ: window managers and applications have the
// last word.
func (c *Conn) MoveResize(ctx context.Context, w Window, want Rect) (Rect, error) {
	ctx, cancel := atMost(ctx, settle)
	defer cancel()
	info, err := c.Window(w)
	if err != nil {
		return Rect{}, err
	}
	if info.State.Maximised || info.State.Fullscreen {
		for s, on := range map[State]bool{Maximised: info.State.Maximised, Fullscreen: info.State.Fullscreen} {
			if !on {
				continue
			}
			if err := c.SetState(ctx, w, s, false); err != nil {
				return info.Frame, err
			}
		}
		if info, err = c.Window(w); err != nil { // the decoration may have come back
			return Rect{}, err
		}
	}
	if info.Frame == want {
		return info.Frame, nil
	}
	wm, err := c.WindowManager()
	if err != nil {
		return Rect{}, err
	}
	sub := c.subscribe(256, func(e []byte) bool {
		return code(e) == evConfigureNotify || code(e) == evPropertyNotify || code(e) == evDestroyNotify
	})
	defer sub.cancel()
	release, err := c.selectEvents(xproto.Window(w), xproto.EventMaskStructureNotify|xproto.EventMaskPropertyChange)
	if err != nil {
		return Rect{}, err
	}
	defer release()
	if err := c.askFrame(w, wm, info, want); err != nil {
		return Rect{}, err
	}
	asked := info
	var still <-chan time.Time // runs once something has moved
	for {
		select {
		case <-sub.wake:
			sub.take()
			still = time.After(quiet)
		case <-still:
			return info.Frame, nil
		case <-c.drained:
			return Rect{}, c.gone("move window")
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.Canceled) {
				return info.Frame, ctx.Err()
			}
			return info.Frame, nil
		}
		if info, err = c.Window(w); err != nil {
			return Rect{}, err
		}
		if info.Frame == want {
			return info.Frame, nil
		}
		if info.Decoration != asked.Decoration || info.Shadow != asked.Shadow {
			// The decoration changes a moment after the maximised state has gone, and with it the client's share.
			if err := c.askFrame(w, wm, info, want); err != nil {
				return info.Frame, err
			}
			asked = info
		}
	}
}

// askFrame translates a frame into what the window manager is asked for: the outer corner and the client's own size.
func (c *Conn) askFrame(w Window, wm *WindowManager, info WindowInfo, want Rect) error {
	outer := want.Grow(info.Shadow)
	client := outer.Shrink(info.Decoration)
	if client.Empty() {
		return fmt.Errorf("move window %v: %v leaves no room for its content: %w", w, want, ErrNotChanged)
	}
	if !wm.Supports("_NET_MOVERESIZE_WINDOW") {
		err := xproto.ConfigureWindowChecked(c.x, xproto.Window(w),
			xproto.ConfigWindowX|xproto.ConfigWindowY|xproto.ConfigWindowWidth|xproto.ConfigWindowHeight,
			[]uint32{uint32(int32(outer.X)), uint32(int32(outer.Y)), uint32(client.W), uint32(client.H)}).Check()
		return wrap(err, "move window %v", w)
	}
	const northWest, allFour, asPager = 1, 0xf << 8, 2 << 12
	return c.tellManager(w, "_NET_MOVERESIZE_WINDOW", northWest|allFour|asPager,
		uint32(int32(outer.X)), uint32(int32(outer.Y)), uint32(client.W), uint32(client.H))
}

// notChanged gives a wait that ran out its cause.
func notChanged(err error, format string, args ...any) error {
	if errors.Is(err, ErrTimeout) {
		return fmt.Errorf(format+": %w", append(args, ErrNotChanged)...)
	}
	return err
}
