package desktoptest

import (
	"context"
	"fmt"

	"pace/backend/desktop"
)

// windows fulfils desktop.Windows.
type windows struct{ *Desk }

func (d windows) List(ctx context.Context) ([]desktop.Window, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []desktop.Window
	for _, w := range d.stack {
		if w != d.front {
			out = append(out, d.windowInfoLocked(w))
		}
	}
	if d.front != nil {
		out = append(out, d.windowInfoLocked(d.front))
	}
	return out, nil
}

func (d windows) Front(ctx context.Context) (desktop.WindowID, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.front == nil {
		return 0, nil
	}
	return d.windowInfoLocked(d.front).ID, nil
}

func (d *Desk) windowInfoLocked(w *Window) desktop.Window {
	kind := "normal"
	if w.role == desktop.Dialog {
		kind = "dialog"
	}
	if w.own {
		kind = "utility"
	}
	return desktop.Window{
		ID: w.id, PID: w.app.pid, Class: w.app.name, Title: w.name, Frame: d.pixelsLocked(w.frameLocked()),
		Content: d.pixelsLocked(w.rect), Active: d.front == w, Hidden: w.hidden, Maximised: w.maximised, FullScreen: w.full,
		Modal: w.state.Has(desktop.Modal), Kind: kind, Own: w.own,
	}
}

func (d windows) Activate(ctx context.Context, id desktop.WindowID) error {
	d.mu.Lock()
	w, err := d.askLocked(ctx, "activate", "", id)
	if err != nil {
		d.mu.Unlock()
		return err
	}
	refuses, wait, limit := w.refuses, w.activateAfter, d.cap
	d.mu.Unlock()
	if refuses {
		if err := pause(ctx, limit); err != nil {
			return err
		}
		return fmt.Errorf("activate %q: %w", w.Name(), desktop.ErrNotActive)
	}
	if wait > limit { // it comes, but later than anyone waits
		d.After(wait, w.Raise)
		if err := pause(ctx, limit); err != nil {
			return err
		}
		return fmt.Errorf("activate %q: %w", w.Name(), desktop.ErrNotActive)
	}
	if wait > 0 {
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
	w.Raise()
	if !w.InFront() {
		return fmt.Errorf("activate %q: %w", w.Name(), desktop.ErrNotActive)
	}
	return nil
}

func (d windows) Close(ctx context.Context, id desktop.WindowID) error {
	d.mu.Lock()
	w, err := d.askLocked(ctx, "close", "", id)
	if err != nil {
		d.mu.Unlock()
		return err
	}
	d.mu.Unlock()
	d.closeNicely(w)
	return nil
}

// closeNicely asks the window to close, as its cross does.
func (d *Desk) closeNicely(w *Window) {
	d.mu.Lock()
	asks, effects := w.asks, append([]Effect(nil), w.closing...)
	if w.app.hang != nil {
		w.app.queue = append(w.app.queue, func() { d.closeNicely(w) })
		d.mu.Unlock()
		return
	}
	if !asks {
		w.closeLocked()
	}
	d.mu.Unlock()
	for _, e := range effects {
		e(w.Control)
	}
}

func (d windows) Place(ctx context.Context, id desktop.WindowID, frame desktop.PixelRect) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, err := d.askLocked(ctx, "place", fmt.Sprintf("%+v", frame), id)
	if err != nil || w.fixed {
		return err
	}
	r := d.pointsLocked(frame)
	r.Y += titleBar
	r.H -= titleBar
	w.maximised = false
	w.moveLocked(r)
	return nil
}

func (d windows) Maximise(ctx context.Context, id desktop.WindowID, on bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, err := d.askLocked(ctx, "maximise", fmt.Sprint(on), id)
	if err != nil || w.fixed || w.maximised == on {
		return err
	}
	w.maximised = on
	if !on {
		w.moveLocked(w.before)
		return nil
	}
	w.before = w.rect
	r := d.pointsLocked(d.displayLocked(w.rect.Center()).Work)
	r.Y += titleBar
	r.H -= titleBar
	w.moveLocked(r)
	return nil
}

func (d windows) Minimise(ctx context.Context, id desktop.WindowID) error {
	d.mu.Lock()
	w, err := d.askLocked(ctx, "minimise", "", id)
	keeps := err == nil && w.fixed
	d.mu.Unlock()
	if err == nil && !keeps {
		w.Minimise()
	}
	return err
}

func (d windows) Restore(ctx context.Context, id desktop.WindowID) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, err := d.askLocked(ctx, "restore", "", id)
	if err != nil || w.fixed || !w.maximised && !w.full {
		return err
	}
	w.maximised, w.full = false, false
	w.moveLocked(w.before)
	return nil
}

// askLocked finds the window and writes the act down.
func (d *Desk) askLocked(ctx context.Context, verb, arg string, id desktop.WindowID) (*Window, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := d.windowLocked(id)
	if w == nil {
		d.recordLocked(Act{By: ByWindows, Verb: verb, Arg: arg})
		return nil, fmt.Errorf("%s window %d: %w", verb, id, desktop.ErrGone)
	}
	d.recordLocked(Act{By: ByWindows, Verb: verb, Arg: arg, On: w.name, Worked: true, control: w.Control})
	return w, nil
}

func (d windows) Watch(ctx context.Context) (<-chan struct{}, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, desktop.ErrNoDisplay
	}
	c := make(chan struct{}, 1)
	d.winWake[c] = struct{}{}
	d.untilLocked(ctx, func() {
		delete(d.winWake, c)
		close(c)
	})
	return c, nil
}

func (d *Desk) wakeWindowsLocked() {
	for c := range d.winWake {
		poke(c)
	}
}

func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
