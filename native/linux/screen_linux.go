package linux

import (
	"context"
	"fmt"
	"image"

	"pace/backend/desktop"
	"pace/native/linux/x11"
)

// Screen tells about monitors and takes pictures. It fulfils desktop.Screen.
type Screen struct {
	x     *x11.Conn
	own   func(pid int) bool
	scale func() float64
}

var _ desktop.Screen = (*Screen)(nil)

// Displays lists the monitors, the primary one first. Points are what programs count in: all monitors of an X server
// share one scale, and a point lies at its pixel divided by it.
func (s *Screen) Displays(ctx context.Context) ([]desktop.Display, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ms, err := s.x.Monitors()
	if err != nil {
		return nil, windowError(err)
	}
	scale := s.scale()
	out := make([]desktop.Display, len(ms))
	for i, m := range ms {
		out[i] = desktop.Display{
			ID: m.Name, Primary: m.Primary, Bounds: pixels(m.Bounds), Work: pixels(m.Work), Scale: scale,
			Origin: desktop.Point{X: float64(m.Bounds.X) / scale, Y: float64(m.Bounds.Y) / scale},
		}
	}
	if len(out) == 1 {
		out[0].Primary = true
	}
	return out, nil
}

// Capture takes a picture.
func (s *Screen) Capture(ctx context.Context, id desktop.WindowID, r desktop.PixelRect) (desktop.Frame, error) {
	if err := ctx.Err(); err != nil {
		return desktop.Frame{}, err
	}
	if id != 0 {
		return s.captureWindow(ctx, x11.Window(id))
	}
	own, err := s.ownRects()
	if err != nil {
		return desktop.Frame{}, windowError(err)
	}
	area := x11.Rect(r)
	if area.Empty() {
		if area, err = s.x.ScreenSize(); err != nil {
			return desktop.Frame{}, windowError(err)
		}
	}
	f, err := s.x.Capture(area, own)
	if err != nil {
		return desktop.Frame{}, windowError(err)
	}
	out := desktop.Frame{Image: f.RGBA(), Bounds: pixels(f.Rect)}
	for _, m := range own {
		if hit := m.Intersect(f.Rect); !hit.Empty() {
			out.Masked = append(out.Masked, pixels(hit))
		}
	}
	return out, nil
}

// captureWindow cuts off the invisible shadow that a program draws around itself.
func (s *Screen) captureWindow(ctx context.Context, w x11.Window) (desktop.Frame, error) {
	f, err := s.x.CaptureWindow(ctx, w, nil)
	if err != nil {
		return desktop.Frame{}, windowError(err)
	}
	info, err := s.x.Window(w)
	if err != nil {
		return desktop.Frame{}, windowError(err)
	}
	img := f.RGBA()
	in := info.Shadow
	seen := f.Rect.Shrink(in)
	if seen == f.Rect || seen.Empty() {
		return desktop.Frame{Image: img, Bounds: pixels(f.Rect)}, nil
	}
	cut := image.NewRGBA(image.Rect(0, 0, seen.W, seen.H))
	for y := range seen.H {
		from := img.PixOffset(in.Left, in.Top+y)
		copy(cut.Pix[y*cut.Stride:(y+1)*cut.Stride], img.Pix[from:from+4*seen.W])
	}
	return desktop.Frame{Image: cut, Bounds: pixels(seen)}, nil
}

// ownRects are the places of Pace's own windows, overlays included, whatever lies over them.
func (s *Screen) ownRects() ([]x11.Rect, error) {
	all, err := s.x.Stack()
	if err != nil {
		return nil, fmt.Errorf("find own windows: %w", err)
	}
	var out []x11.Rect
	for _, w := range all {
		if w.Mapped && w.PID != 0 && s.own(w.PID) {
			out = append(out, w.Frame)
		}
	}
	return out, nil
}

// Damage wakes when something is drawn on a window, or anywhere for id 0.
func (s *Screen) Damage(ctx context.Context, id desktop.WindowID) (<-chan struct{}, error) {
	w := x11.Window(id)
	if id == 0 {
		w = s.x.Root()
	}
	wake, err := s.x.WatchDamage(ctx, w)
	return wake, windowError(err)
}
