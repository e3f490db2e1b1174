//go:build linux

package x11

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jezek/xgb/xproto"
)

// settle is the default bound for a window manager's answer.
const settle = 2 * time.Second

// Activation says how a window became active.
type Activation struct {
	Already bool // it was active before; nothing was done
	// Focused: there is no window manager, so the window was raised and given the focus directly.
	Focused bool
}

// Activate brings a window to the front and returns when it is the active one, as read back. A context without
// deadline is given 2 s. ErrNotActivated names the window that is active instead: a modal dialog of the wanted window
// is a usual reason. ErrNoWindow when it is gone.
func (c *Conn) Activate(ctx context.Context, w Window) (Activation, error) {
	ctx, cancel := atMost(ctx, settle)
	defer cancel()
	info, err := c.Window(w)
	if err != nil {
		return Activation{}, err
	}
	wm, err := c.WindowManager()
	if err != nil {
		return Activation{}, err
	}
	active, err := c.Active()
	if err != nil {
		return Activation{}, err
	}
	if active == w && info.Mapped && !info.State.Hidden { // of one that is being minimised only the state is true already
		return Activation{Already: true}, nil
	}
	if !wm.Supports("_NET_ACTIVE_WINDOW") {
		return Activation{Focused: true}, c.focusDirectly(w)
	}
	for range maxAsks {
		if err = c.becomeActive(ctx, w, active); err != nil {
			return Activation{}, err
		}
		if active, err = c.keepsActive(ctx, w); err != nil || active == w {
			return Activation{}, err
		}
	}
	return Activation{}, fmt.Errorf("activate window %v: %w (active is %v)", w, ErrNotActivated, active)
}

// becomeActive asks the window manager for w, once more when it made another window active instead: one that has just
// opened takes the focus that it was promised before.
func (c *Conn) becomeActive(ctx context.Context, w, active Window) error {
	const asPager = 2 // acting for the user; an ordinary application is often denied
	ask := func() error { return c.tellManager(w, "_NET_ACTIVE_WINDOW", asPager, 0, uint32(active)) }
	asked := 1
	err := c.until(ctx, w, ask, func() (bool, error) {
		was := active
		var err error
		if active, err = c.Active(); err != nil {
			return false, err
		}
		if active != w {
			if active != was && active != 0 && asked < maxAsks {
				asked++
				return false, ask()
			}
			return false, nil
		}
		now, err := c.Window(w)
		return now.Mapped && !now.State.Hidden, err
	})
	if errors.Is(err, ErrTimeout) {
		return fmt.Errorf("activate window %v: %w (active is %v)", w, ErrNotActivated, active)
	}
	return err
}

// keepsActive waits until the keyboard is in an active window: the manager calls it active when it has told it so, and the
// keyboard follows when the window takes it. A window that does not take it is active all the same. It returns the window
// that is active in the end.
func (c *Conn) keepsActive(ctx context.Context, w Window) (active Window, err error) {
	ctx, cancel := context.WithTimeout(ctx, focusLate)
	defer cancel()
	err = c.until(ctx, w, func() error { return nil }, func() (bool, error) {
		active, err = c.Active()
		return active != w || c.focused(w), err
	})
	if errors.Is(err, ErrTimeout) {
		err = nil
	}
	return active, err
}

// maxAsks bounds how often a window is asked for, and focusLate how long an active window may be without the keyboard.
const (
	maxAsks   = 3
	focusLate = 500 * time.Millisecond
)

// focused reports whether the keyboard goes to w or something in it.
func (c *Conn) focused(w Window) bool {
	f, err := xproto.GetInputFocus(c.x).Reply()
	if err != nil || f.Focus <= 1 {
		return false
	}
	for at := f.Focus; at != 0 && at != c.root; {
		if Window(at) == w {
			return true
		}
		t, err := xproto.QueryTree(c.x, at).Reply()
		if err != nil {
			return false
		}
		at = t.Parent
	}
	return false
}

// focusDirectly is what is left without a window manager.
func (c *Conn) focusDirectly(w Window) error {
	x := xproto.Window(w)
	if err := xproto.MapWindowChecked(c.x, x).Check(); err != nil {
		return wrap(err, "show window %v", w)
	}
	if err := xproto.ConfigureWindowChecked(c.x, x, xproto.ConfigWindowStackMode, []uint32{xproto.StackModeAbove}).Check(); err != nil {
		return wrap(err, "raise window %v", w)
	}
	if err := xproto.SetInputFocusChecked(c.x, xproto.InputFocusParent, x, xproto.TimeCurrentTime).Check(); err != nil {
		return wrap(err, "focus window %v", w)
	}
	now, err := c.Active()
	if err != nil {
		return err
	}
	if top, err := c.topLevel(w); err != nil {
		return err
	} else if now != top {
		return fmt.Errorf("focus window %v: %w (active is %v)", w, ErrNotActivated, now)
	}
	return nil
}

// tellManager sends a client message about w to the window manager.
func (c *Conn) tellManager(w Window, message string, data ...uint32) error {
	return c.message(c.root, w, xproto.EventMaskSubstructureNotify|xproto.EventMaskSubstructureRedirect, message, data...)
}

func (c *Conn) message(to xproto.Window, about Window, mask uint32, message string, data ...uint32) error {
	a, err := c.atom(message)
	if err != nil {
		return err
	}
	var d [5]uint32
	copy(d[:], data)
	e := xproto.ClientMessageEvent{Format: 32, Window: xproto.Window(about), Type: a, Data: xproto.ClientMessageDataUnionData32New(d[:])}
	return wrap(xproto.SendEventChecked(c.x, false, to, mask, string(e.Bytes())).Check(), "send %s about window %v", message, about)
}

// until arms for changes of the root's and w's properties, w's structure, acts, and looks again after each of them until
// holds says yes. ErrTimeout when ctx ends first; the last look is taken after that.
func (c *Conn) until(ctx context.Context, w Window, act func() error, holds func() (bool, error)) error {
	sub := c.subscribe(256, func(e []byte) bool {
		switch code(e) {
		case evPropertyNotify, evConfigureNotify, evMapNotify, evUnmapNotify, evDestroyNotify, evFocusIn, evFocusOut:
			return true
		}
		return false
	})
	defer sub.cancel()
	for win, mask := range map[xproto.Window]uint32{c.root: xproto.EventMaskPropertyChange,
		xproto.Window(w): xproto.EventMaskPropertyChange | xproto.EventMaskStructureNotify | xproto.EventMaskFocusChange} {
		release, err := c.selectEvents(win, mask)
		if err != nil {
			return err
		}
		defer release()
	}
	if err := act(); err != nil {
		return err
	}
	for {
		ok, err := holds()
		if ok || err != nil {
			return err
		}
		select {
		case <-sub.wake:
			sub.take()
		case <-c.drained:
			return c.gone("wait for the window manager")
		case <-ctx.Done():
			if ok, err := holds(); ok || err != nil {
				return err
			}
			if errors.Is(ctx.Err(), context.Canceled) {
				return ctx.Err()
			}
			return ErrTimeout
		}
	}
}
