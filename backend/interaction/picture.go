package interaction

import (
	"bytes"
	"context"
	"image"
	"image/png"

	"pace/backend/desktop"
	"pace/backend/tool"
)

// Shot is a picture of the surroundings of a target before and after an act. After is there once the turn has settled:
// a program tells of a change before it paints it, so a picture taken with the proof would show the old state.
type Shot struct {
	tool.Picture

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

// reshoot asks for the picture after, which develop takes.
func (x *Session) reshoot(_ context.Context, s *Shot) *Shot {
	if s != nil {
		x.shots = append(x.shots, s)
	}
	return s
}

// develop takes the pictures after: before the next act, and when the turn has settled.
func (x *Session) develop(ctx context.Context) {
	for _, s := range x.shots {
		s.After = x.crop(ctx, s)
	}
	x.shots = nil
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
