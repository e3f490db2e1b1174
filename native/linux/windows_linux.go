package linux

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"pace/backend/desktop"
	"pace/native/linux/x11"
)

// Windows lists and moves windows by the rules of EWMH. It fulfils desktop.Windows, and knows for Tree whose window is
// where (Geometry, Finder).
type Windows struct {
	x     *x11.Conn
	own   func(pid int) bool
	scale func() float64
	wakes *windowWakes
}

var (
	_ desktop.Windows = (*Windows)(nil)
	_ Geometry        = (*Windows)(nil)
	_ Finder          = (*Windows)(nil)
	_ Popups          = (*Windows)(nil)
)

// NewWindows makes a Windows. own tells which processes are Pace; scale is the number of pixels in a point.
func NewWindows(x *x11.Conn, own func(pid int) bool, scale func() float64) *Windows {
	return &Windows{x, own, scale, &windowWakes{x: x}}
}

// List returns the windows from bottom to top as they lie on the screen, menus and other unmanaged windows included, but
// not those the pointer goes through. The active window is marked.
func (w *Windows) List(ctx context.Context) ([]desktop.Window, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	stack, err := w.x.Stack()
	if err != nil {
		return nil, windowError(err)
	}
	active, err := w.x.Active()
	if err != nil {
		return nil, windowError(err)
	}
	out := make([]desktop.Window, 0, len(stack))
	for _, s := range stack {
		if !s.ClickThrough {
			out = append(out, w.window(s.WindowInfo, s.ID == active))
		}
	}
	return out, nil
}

// Front tells the active window.
func (w *Windows) Front(ctx context.Context) (desktop.WindowID, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	active, err := w.x.Active()
	return desktop.WindowID(active), windowError(err)
}

func (w *Windows) window(i x11.WindowInfo, active bool) desktop.Window {
	return desktop.Window{
		ID: desktop.WindowID(i.ID), PID: i.PID, Class: i.Class, Title: i.Title,
		Frame: pixels(i.Frame), Content: pixels(i.Client.Shrink(i.Shadow)),
		Active: active, Hidden: !i.Mapped || i.State.Hidden, Maximised: i.State.Maximised, Modal: i.State.Modal, FullScreen: i.State.Fullscreen,
		Kind: kindOf(i.Type), Own: i.PID != 0 && w.own(i.PID),
	}
}

func kindOf(t x11.WindowType) string {
	switch t {
	case x11.TypeNormal, x11.TypeDialog, x11.TypeUtility, x11.TypeDock, x11.TypeDesktop:
		return string(t)
	case x11.TypePopup:
		return "menu"
	}
	return "other"
}

// managerLimit bounds the wait for a window manager, whatever the caller's own bound is. A healthy one answers within
// 10 ms; one that reads a new keyboard mapping was seen to need seconds.
const managerLimit = 4 * time.Second

// Activate brings a window to the front.
func (w *Windows) Activate(ctx context.Context, id desktop.WindowID) error {
	ctx, cancel := context.WithTimeout(ctx, managerLimit)
	defer cancel()
	_, err := w.x.Activate(ctx, x11.Window(id))
	return windowError(err)
}

// Close asks a window to close, as its close button does.
func (w *Windows) Close(ctx context.Context, id desktop.WindowID) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return windowError(w.x.CloseWindow(x11.Window(id)))
}

// Place asks for a frame and waits until the window keeps the one it got.
func (w *Windows) Place(ctx context.Context, id desktop.WindowID, frame desktop.PixelRect) error {
	ctx, cancel := context.WithTimeout(ctx, managerLimit)
	defer cancel()
	_, err := w.x.MoveResize(ctx, x11.Window(id), x11.Rect(frame))
	return windowError(asked(err))
}

// Maximise asks for the state, or for its end.
func (w *Windows) Maximise(ctx context.Context, id desktop.WindowID, on bool) error {
	ctx, cancel := context.WithTimeout(ctx, managerLimit)
	defer cancel()
	return windowError(asked(w.x.SetState(ctx, x11.Window(id), x11.Maximised, on)))
}

// Minimise asks for a window to be iconified (ICCCM 4.1.4).
func (w *Windows) Minimise(ctx context.Context, id desktop.WindowID) error {
	ctx, cancel := context.WithTimeout(ctx, managerLimit)
	defer cancel()
	return windowError(asked(w.x.Minimise(ctx, x11.Window(id))))
}

// Restore ends the full screen first: below it a window may be maximised as well.
func (w *Windows) Restore(ctx context.Context, id desktop.WindowID) error {
	ctx, cancel := context.WithTimeout(ctx, managerLimit)
	defer cancel()
	i, err := w.x.Window(x11.Window(id))
	if err == nil && i.State.Fullscreen {
		err = asked(w.x.SetState(ctx, x11.Window(id), x11.Fullscreen, false))
	}
	if err == nil && i.State.Maximised {
		err = asked(w.x.SetState(ctx, x11.Window(id), x11.Maximised, false))
	}
	return windowError(err)
}

// asked drops the error of a request that went out and was not followed: what became of it is for List to tell.
func asked(err error) error {
	if errors.Is(err, x11.ErrNotChanged) {
		return nil
	}
	return err
}

// windowError wraps an error of the X connection with the vocabulary's.
func windowError(err error) error {
	if err == nil {
		return nil
	}
	for _, p := range []struct{ from, to error }{
		{x11.ErrNoWindow, desktop.ErrGone}, {x11.ErrNotActivated, desktop.ErrNotActive},
		{x11.ErrNoDisplay, desktop.ErrNoDisplay}, {x11.ErrClosed, desktop.ErrNoDisplay},
	} {
		if errors.Is(err, p.from) {
			return fmt.Errorf("%w: %w", p.to, err)
		}
	}
	return err
}

func pixels(r x11.Rect) desktop.PixelRect { return desktop.PixelRect(r) }

// FindWindow tells a window's program and title. The one in front (id 0) is the active one, else the topmost; Pace's own
// windows, panels and the desktop are never in front.
func (w *Windows) FindWindow(ctx context.Context, id desktop.WindowID) (pid int, title string, ok bool) {
	if id == 0 {
		active, err := w.x.Active()
		if err != nil {
			return 0, "", false
		}
		id = desktop.WindowID(active)
	}
	if id != 0 {
		i, err := w.x.Window(x11.Window(id))
		if err != nil {
			return 0, "", false
		}
		if i.PID != 0 && !w.own(i.PID) {
			return i.PID, i.Title, true
		}
	}
	ws, err := w.List(ctx)
	if err != nil {
		return 0, "", false
	}
	for _, c := range slices.Backward(ws) {
		if !c.Own && !c.Hidden && c.PID != 0 && c.Kind != "dock" && c.Kind != "desktop" && c.Kind != "menu" {
			return c.PID, c.Title, true
		}
	}
	return 0, "", false
}

// WindowOrigin finds the window a program means and tells where its places count from.
func (w *Windows) WindowOrigin(ctx context.Context, pid int, title string, width, height float64) (x, y float64, ok bool) {
	if ctx.Err() != nil {
		return 0, 0, false
	}
	stack, err := w.x.Stack()
	if err != nil {
		return 0, 0, false
	}
	scale := w.scale()
	i, ok := meant(stack, pid, title, width*scale, height*scale)
	if !ok {
		return 0, 0, false
	}
	r := i.Client.Shrink(i.Shadow)
	return float64(r.X) / scale, float64(r.Y) / scale, true
}

// Popups tells where a program's menus and other unmanaged windows lie that show now.
func (w *Windows) Popups(ctx context.Context, pid int) ([]desktop.Rect, bool) {
	if ctx.Err() != nil {
		return nil, false
	}
	stack, err := w.x.Stack()
	if err != nil {
		return nil, false
	}
	scale := w.scale()
	var out []desktop.Rect
	for _, i := range stack {
		if i.PID == pid && i.Unmanaged && i.Mapped {
			c := i.Client
			out = append(out, desktop.Rect{X: float64(c.X) / scale, Y: float64(c.Y) / scale, W: float64(c.W) / scale, H: float64(c.H) / scale})
		}
	}
	return out, true
}

// meant chooses among a program's windows: the title and the size (in pixels) tell them apart, the title best. Of equal
// ones the topmost is meant.
func meant(stack []x11.Stacked, pid int, title string, width, height float64) (x11.WindowInfo, bool) {
	best, score := -1, -1
	for n, i := range stack {
		if i.PID != pid || !i.Mapped {
			continue
		}
		s := 0
		if i.Title == title {
			s += 2
		}
		r := i.Client.Shrink(i.Shadow)
		if near(width, r.W) && near(height, r.H) || near(width, i.Client.W) && near(height, i.Client.H) {
			s++
		}
		if s >= score {
			best, score = n, s
		}
	}
	if best < 0 {
		return x11.WindowInfo{}, false
	}
	return stack[best].WindowInfo, true
}

func near(a float64, b int) bool { return a-float64(b) < 3 && float64(b)-a < 3 }

// Watch wakes on changes of the window list, the active window, titles and states.
func (w *Windows) Watch(ctx context.Context) (<-chan struct{}, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return w.wakes.subscribe(ctx)
}
