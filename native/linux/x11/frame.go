//go:build linux

package x11

import "image"

// Frame is a picture of a part of the screen. Pix holds four bytes for each pixel (blue, green, red, unused), rows without gaps.
type Frame struct {
	Rect Rect // what it shows, on the root window
	Pix  []byte
}

// RGBA copies the frame into Go's form, opaque, with its origin at 0,0.
func (f Frame) RGBA() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, f.Rect.W, f.Rect.H))
	for i := 0; i+3 < len(f.Pix); i += 4 {
		img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3] = f.Pix[i+2], f.Pix[i+1], f.Pix[i], 0xff
	}
	return img
}

// Mask blackens rectangles given in root coordinates: what must not be seen, such as a password field or our own overlay.
func (f Frame) Mask(rects []Rect) {
	for _, r := range rects {
		r = r.Intersect(f.Rect)
		for y := r.Y; y < r.Y+r.H; y++ {
			row := ((y-f.Rect.Y)*f.Rect.W + r.X - f.Rect.X) * 4
			clear(f.Pix[row : row+4*r.W])
		}
	}
}
