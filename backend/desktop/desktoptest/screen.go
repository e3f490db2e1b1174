package desktoptest

import (
	"context"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/draw"
	"slices"

	"pace/backend/desktop"
)

// screen fulfils desktop.Screen with plain pictures: each control is a rectangle whose colour depends on what it
// shows, so that a change can be seen. A password is drawn by its length alone.
type screen struct{ *Desk }

func (d screen) Displays(ctx context.Context) ([]desktop.Display, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.displays) == 0 {
		return nil, desktop.ErrNoDisplay
	}
	return slices.Clone(d.displays), nil
}

func (d screen) Capture(ctx context.Context, id desktop.WindowID, r desktop.PixelRect) (desktop.Frame, error) {
	if err := ctx.Err(); err != nil {
		return desktop.Frame{}, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if id != 0 {
		w := d.windowLocked(id)
		if w == nil {
			return desktop.Frame{}, fmt.Errorf("capture window %d: %w", id, desktop.ErrGone)
		}
		f := blank(d.pixelsLocked(w.rect))
		d.drawLocked(f, w)
		return f, nil
	}
	if r.Empty() {
		return desktop.Frame{}, fmt.Errorf("capture: empty rectangle")
	}
	f := blank(r)
	for _, w := range d.stack {
		if w.hidden {
			continue
		}
		if w.own {
			m := d.pixelsLocked(w.frameLocked()).Intersect(r)
			if !m.Empty() {
				fill(f, m, color.RGBA{A: 255})
				f.Masked = append(f.Masked, m)
			}
			continue
		}
		fill(f, d.pixelsLocked(w.frameLocked()), tint("frame "+w.name))
		d.drawLocked(f, w)
	}
	return f, nil
}

func (d screen) Damage(ctx context.Context, id desktop.WindowID) (<-chan struct{}, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, desktop.ErrNoDisplay
	}
	if d.windowLocked(id) == nil {
		return nil, fmt.Errorf("damage of window %d: %w", id, desktop.ErrGone)
	}
	c := make(chan struct{}, 1)
	d.damage[c] = id
	d.untilLocked(ctx, func() {
		delete(d.damage, c)
		close(c)
	})
	return c, nil
}

func (d *Desk) damageLocked(id desktop.WindowID) {
	for c, w := range d.damage {
		if w == id {
			poke(c)
		}
	}
}

func blank(r desktop.PixelRect) desktop.Frame {
	f := desktop.Frame{Image: image.NewRGBA(image.Rect(0, 0, r.W, r.H)), Bounds: r}
	fill(f, r, color.RGBA{R: 32, G: 64, B: 96, A: 255})
	return f
}

func (d *Desk) drawLocked(f desktop.Frame, w *Window) {
	fill(f, d.pixelsLocked(w.rect), color.RGBA{R: 240, G: 240, B: 240, A: 255})
	var paint func(*Control)
	paint = func(c *Control) {
		for _, x := range c.children {
			if !x.visibleLocked() {
				continue
			}
			r := x.boundsLocked()
			if x.role != desktop.Group && x.role != desktop.Tab && (c.role != desktop.List || !c.rect.Intersect(r).Empty()) {
				in := desktop.Rect{X: r.X + 1, Y: r.Y + 1, W: r.W - 2, H: r.H - 2}
				fill(f, d.pixelsLocked(in), tint(string(x.role)+x.name+x.contentLocked()+x.state.String()))
			}
			paint(x)
		}
	}
	paint(w.Control)
}

func fill(f desktop.Frame, r desktop.PixelRect, c color.RGBA) {
	x, y := r.X-f.Bounds.X, r.Y-f.Bounds.Y
	draw.Draw(f.Image, image.Rect(x, y, x+r.W, y+r.H), &image.Uniform{C: c}, image.Point{}, draw.Src)
}

// tint turns what is shown into a colour that is never black, which means masked.
func tint(s string) color.RGBA {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s))
	n := h.Sum32()
	return color.RGBA{R: 64 + uint8(n)%160, G: 64 + uint8(n>>8)%160, B: 64 + uint8(n>>16)%160, A: 255}
}
