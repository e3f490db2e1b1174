package interaction

import (
	"bytes"
	"context"
	"image"
	"image/png"

	"pace/backend/desktop"
)

// Shot is a picture of the surroundings of a target before and after an act.
type Shot struct {
	Before, After []byte // PNG; After is empty until reshoot

	id   desktop.WindowID
	area desktop.PixelRect
}

// margin around the target in pixels, so that the picture shows where it is.
const margin = 60

// shoot takes the picture before, when pictures are wanted. A picture never decides anything, so its errors are
// no errors of the step.
func (x *Session) shoot(ctx context.Context, fd found) *Shot {
	if !x.cfg.Pictures || x.desk.Screen == nil || fd.at.window.ID == 0 || fd.el.Bounds.Empty() || fd.el.Has(desktop.Secure) {
		return nil
	}
	ds, err := x.desk.Screen.Displays(ctx)
	if err != nil {
		return nil
	}
	d, ok := desktop.DisplayAt(ds, fd.el.Bounds.Center())
	if !ok {
		return nil
	}
	a := d.ToPixels(desktop.Point{X: fd.el.Bounds.X, Y: fd.el.Bounds.Y})
	b := d.ToPixels(desktop.Point{X: fd.el.Bounds.X + fd.el.Bounds.W, Y: fd.el.Bounds.Y + fd.el.Bounds.H})
	s := &Shot{id: fd.at.window.ID, area: desktop.PixelRect{X: a.X - margin, Y: a.Y - margin, W: b.X - a.X + 2*margin, H: b.Y - a.Y + 2*margin}}
	s.Before = x.crop(ctx, s)
	if s.Before == nil {
		return nil
	}
	return s
}

// reshoot takes the picture after.
func (x *Session) reshoot(ctx context.Context, s *Shot) *Shot {
	if s != nil {
		s.After = x.crop(ctx, s)
	}
	return s
}

func (x *Session) crop(ctx context.Context, s *Shot) []byte {
	f, err := x.desk.Screen.Capture(ctx, s.id, desktop.PixelRect{})
	if err != nil {
		return nil
	}
	r := f.Bounds.Intersect(s.area)
	if r.Empty() {
		return nil
	}
	sub := f.Image.SubImage(image.Rect(r.X-f.Bounds.X, r.Y-f.Bounds.Y, r.X-f.Bounds.X+r.W, r.Y-f.Bounds.Y+r.H))
	var b bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if enc.Encode(&b, sub) != nil {
		return nil
	}
	return b.Bytes()
}
