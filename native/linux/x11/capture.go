//go:build linux

package x11

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jezek/xgb/composite"
	"github.com/jezek/xgb/xproto"
)

// repaint is how long a window that was covered is given to draw itself into its own picture, the first time it is captured.
const repaint = 500 * time.Millisecond

// redirects remembers which windows have a picture of their own. They keep it as long as the connection lives: giving it up and
// taking it again would make the window draw itself anew each time.
type redirects struct {
	mu    sync.Mutex
	ready bool
	done  map[Window]bool
}

func (r *redirects) forget(w Window) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.done, w)
}

// pictureFormat refuses screens this package cannot read.
func (c *Conn) pictureFormat() error {
	if c.setup.ImageByteOrder != xproto.ImageOrderLSBFirst {
		return errors.New("capture: the X server is big-endian")
	}
	for _, f := range c.setup.PixmapFormats {
		if f.Depth == c.screen.RootDepth && f.BitsPerPixel == 32 {
			return nil
		}
	}
	return fmt.Errorf("capture: the screen has %d bits for each pixel, not 32", c.screen.RootDepth)
}

// ScreenSize is the size of the root window now; it changes with the monitors.
func (c *Conn) ScreenSize() (Rect, error) {
	g, err := xproto.GetGeometry(c.x, xproto.Drawable(c.root)).Reply()
	if err != nil {
		return Rect{}, wrap(err, "read the size of the screen")
	}
	return Rect{0, 0, int(g.Width), int(g.Height)}, nil
}

// Capture is a picture of what the screen shows in r, cut to the screen, with masks blackened. The Frame's Rect says what is left
// of r; it is empty when r lies outside.
func (c *Conn) Capture(r Rect, masks []Rect) (Frame, error) {
	if err := c.pictureFormat(); err != nil {
		return Frame{}, err
	}
	screen, err := c.ScreenSize()
	if err != nil {
		return Frame{}, err
	}
	r = r.Intersect(screen)
	if r.Empty() {
		return Frame{}, nil
	}
	pix, err := c.grab(xproto.Drawable(c.root), r.X, r.Y, r.W, r.H)
	if err != nil {
		return Frame{}, wrap(err, "capture %v", r)
	}
	f := Frame{r, pix}
	f.Mask(masks)
	return f, nil
}

// CaptureWindow is a picture of a window's own content: the client area without decoration, whatever covers it, and also where it
// lies outside the screen. ErrNotVisible when it is minimised or otherwise not mapped, ErrNoWindow when it is gone. The first
// capture of a covered window waits up to 0.5 s for the application to draw the covered part.
func (c *Conn) CaptureWindow(ctx context.Context, w Window, masks []Rect) (Frame, error) {
	if err := c.pictureFormat(); err != nil {
		return Frame{}, err
	}
	if err := c.redirect(ctx, w); err != nil {
		return Frame{}, err
	}
	for range 3 {
		info, err := c.Window(w)
		if err != nil {
			return Frame{}, err
		}
		if !info.Mapped {
			return Frame{}, fmt.Errorf("capture window %v: %w", w, ErrNotVisible)
		}
		pix, size, err := c.grabPicture(w)
		if errors.Is(err, ErrNotVisible) {
			// Mapped and yet without picture: the number was given to a new window, which has to be redirected itself.
			c.composite.forget(w)
			if err := c.redirect(ctx, w); err != nil {
				return Frame{}, err
			}
			continue
		}
		if err != nil {
			return Frame{}, err
		}
		if size.W != info.Client.W || size.H != info.Client.H {
			continue // resized between the two
		}
		f := Frame{info.Client, pix}
		f.Mask(masks)
		return f, nil
	}
	return Frame{}, fmt.Errorf("capture window %v: it keeps changing: %w", w, ErrTimeout)
}

// grabPicture names the window's picture anew: a window gets a new one with each resize and each time it is mapped.
func (c *Conn) grabPicture(w Window) ([]byte, Rect, error) {
	p, err := xproto.NewPixmapId(c.x)
	if err != nil {
		return nil, Rect{}, wrap(err, "capture window %v", w)
	}
	if err := composite.NameWindowPixmapChecked(c.x, xproto.Window(w), p).Check(); err != nil {
		var match xproto.MatchError
		if errors.As(err, &match) {
			return nil, Rect{}, fmt.Errorf("capture window %v: %w", w, ErrNotVisible)
		}
		return nil, Rect{}, wrap(err, "capture window %v", w)
	}
	defer func() { _ = xproto.FreePixmapChecked(c.x, p).Check() }() // only fails with the connection
	g, err := xproto.GetGeometry(c.x, xproto.Drawable(p)).Reply()
	if err != nil {
		return nil, Rect{}, wrap(err, "capture window %v", w)
	}
	if g.Depth != 24 && g.Depth != 32 {
		return nil, Rect{}, fmt.Errorf("capture window %v: depth %d", w, g.Depth)
	}
	// The picture includes the border, which managed windows do not have; it is cut off all the same.
	wg, err := xproto.GetGeometry(c.x, xproto.Drawable(w)).Reply()
	if err != nil {
		return nil, Rect{}, wrap(err, "capture window %v", w)
	}
	b := int(wg.BorderWidth)
	size := Rect{W: int(g.Width) - 2*b, H: int(g.Height) - 2*b}
	if size.Empty() {
		return nil, Rect{}, nil
	}
	pix, err := c.grab(xproto.Drawable(p), b, b, size.W, size.H)
	return pix, size, wrap(err, "capture window %v", w)
}

// redirect gives a window a picture of its own, once.
func (c *Conn) redirect(ctx context.Context, w Window) error {
	c.composite.mu.Lock()
	defer c.composite.mu.Unlock()
	if !c.composite.ready {
		if _, err := c.need("Composite"); err != nil {
			return err
		}
		if _, err := composite.QueryVersion(c.x, 0, 4).Reply(); err != nil {
			return wrap(err, "announce Composite")
		}
		c.composite.ready, c.composite.done = true, map[Window]bool{}
	}
	if c.composite.done[w] {
		return nil
	}
	exposed := c.subscribe(64, func(e []byte) bool {
		return code(e) == evExpose && Window(xproto.ExposeEventNew(e).(xproto.ExposeEvent).Window) == w
	})
	defer exposed.cancel()
	release, err := c.selectEvents(xproto.Window(w), xproto.EventMaskExposure)
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, repaint)
	defer cancel()
	drawn, err := c.WatchDamage(ctx, w)
	if err != nil {
		return err
	}
	if err := composite.RedirectWindowChecked(c.x, xproto.Window(w), composite.RedirectAutomatic).Check(); err != nil {
		return wrap(err, "capture window %v", w)
	}
	c.composite.done[w] = true
	// The server has sent the Expose events before it answered: without one, nothing was covered.
	if events, _ := exposed.take(); len(events) == 0 {
		return nil
	}
	for {
		select {
		case _, ok := <-drawn:
			if !ok { // at its bound; the caller's own context is checked there
				return nil
			}
		case <-time.After(repaint / 5): // quiet after the last drawing
			return nil
		}
	}
}
