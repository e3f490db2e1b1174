package observe

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"pace/backend/desktop"
)

// picture is a window as it looks, without its secrets.
type picture struct {
	image  *image.RGBA
	bounds desktop.PixelRect // where it lies on the screen
}

// prepare copies a frame and blackens what is secret in it, with a rim, since a field may draw outside its place.
func prepare(f desktop.Frame, secrets []desktop.Rect, displays []desktop.Display) picture {
	const rim = 2
	p := picture{image.NewRGBA(image.Rect(0, 0, f.Image.Rect.Dx(), f.Image.Rect.Dy())), f.Bounds}
	draw.Draw(p.image, p.image.Rect, f.Image, f.Image.Rect.Min, draw.Src)
	for _, s := range secrets {
		d, ok := desktop.DisplayAt(displays, s.Center())
		if !ok {
			d = desktop.Display{Scale: 1}
		}
		a, b := d.ToPixels(desktop.Point{X: s.X, Y: s.Y}), d.ToPixels(desktop.Point{X: s.X + s.W, Y: s.Y + s.H})
		r := image.Rect(a.X-f.Bounds.X-rim, a.Y-f.Bounds.Y-rim, b.X-f.Bounds.X+rim, b.Y-f.Bounds.Y+rim)
		draw.Draw(p.image, r, image.NewUniform(color.Black), image.Point{}, draw.Src)
	}
	return p
}

// onScreen makes items of texts that were read off the picture.
func (p picture) onScreen(texts []Seen) []item {
	out := make([]item, 0, len(texts))
	for i, t := range texts {
		box := t.Box.Intersect(p.image.Rect)
		label := column(t.Text, labelLimit)
		if box.Empty() || label == "" {
			continue
		}
		at := desktop.Pixel{X: p.bounds.X + (box.Min.X+box.Max.X)/2, Y: p.bounds.Y + (box.Min.Y+box.Max.Y)/2}
		out = append(out, item{tier: seen, n: i,
			// Pixels where others have points: it is only compared with its like.
			at:   desktop.Rect{X: float64(box.Min.X), Y: float64(box.Min.Y), W: float64(box.Dx()), H: float64(box.Dy())},
			row:  row{role: "seen", place: fmt.Sprintf("%d,%d", at.X, at.Y), label: label},
			mark: Mark{Target: desktop.Target{Label: label}, At: &at}})
	}
	return out
}

// visionEdge is the longest side of a picture that a vision model is given; more is cut down by the models anyhow.
const visionEdge = 1280

// encode makes a PNG that is not too large for a vision model.
func (p picture) encode() ([]byte, error) {
	var b bytes.Buffer
	if err := png.Encode(&b, shrink(p.image, visionEdge)); err != nil {
		return nil, fmt.Errorf("encode the picture: %w", err)
	}
	return b.Bytes(), nil
}

// shrink makes the longest side edge at most, each pixel the mean of what it stands for.
func shrink(src *image.RGBA, edge int) *image.RGBA {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	if w <= edge && h <= edge {
		return src
	}
	dw, dh := edge, max(1, h*edge/w)
	if h > w {
		dw, dh = max(1, w*edge/h), edge
	}
	dst := image.NewRGBA(image.Rect(0, 0, dw, dh))
	for y := range dh {
		for x := range dw {
			var sum [4]int
			n := 0
			for sy := y * h / dh; sy < max((y+1)*h/dh, y*h/dh+1); sy++ {
				for sx := x * w / dw; sx < max((x+1)*w/dw, x*w/dw+1); sx++ {
					at := src.PixOffset(src.Rect.Min.X+sx, src.Rect.Min.Y+sy)
					for c := range sum {
						sum[c] += int(src.Pix[at+c])
					}
					n++
				}
			}
			at := dst.PixOffset(x, y)
			for c := range sum {
				dst.Pix[at+c] = uint8(sum[c] / n)
			}
		}
	}
	return dst
}

// enlarge doubles a picture, between pixels the mean of its neighbours: small print is read better so.
func enlarge(src *image.Gray) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, 2*w, 2*h))
	at := func(x, y int) int { return int(src.Pix[min(y, h-1)*src.Stride+min(x, w-1)]) }
	for y := range h {
		for x := range w {
			a, b, c, d := at(x, y), at(x+1, y), at(x, y+1), at(x+1, y+1)
			o := 2*y*dst.Stride + 2*x
			dst.Pix[o], dst.Pix[o+1] = uint8(a), uint8((a+b)/2)
			dst.Pix[o+dst.Stride], dst.Pix[o+dst.Stride+1] = uint8((a+c)/2), uint8((a+b+c+d)/4)
		}
	}
	return dst
}
