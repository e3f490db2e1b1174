//go:build linux

package x11

// A picture is compared by a greyscale thumbnail: large enough that a dialog shows, small enough that a blinking caret does not.
const (
	thumbW, thumbH = 64, 36
	// changedDelta is by how much a thumbnail pixel must move to count as changed (of 255).
	changedDelta = 18
	// changedRatio and meanDelta are what makes a difference meaningful; either is enough.
	changedRatio = 0.04
	meanDelta    = 10.0
)

// Thumb is the thumbnail of one frame.
type Thumb struct {
	luma  [thumbW * thumbH]uint8
	valid [thumbW * thumbH]bool // false where everything was masked
}

// Difference is what two thumbnails disagree about.
type Difference struct {
	Changed float64 // part of the unmasked pixels that changed, 0 to 1
	Mean    float64 // mean move of the unmasked pixels, 0 to 255
}

// Meaningful reports whether a person would say that something happened.
func (d Difference) Meaningful() bool { return d.Changed >= changedRatio || d.Mean >= meanDelta }

// NewThumb averages a frame into a thumbnail. Pixels in masks (root coordinates) are left out.
func NewThumb(f Frame, masks []Rect) Thumb {
	var t Thumb
	if f.Rect.Empty() || len(f.Pix) < f.Rect.W*f.Rect.H*4 {
		return t
	}
	var inside []Rect // in frame coordinates
	for _, m := range masks {
		if m = m.Intersect(f.Rect); !m.Empty() {
			m.X, m.Y = m.X-f.Rect.X, m.Y-f.Rect.Y
			inside = append(inside, m)
		}
	}
	for cy := range thumbH {
		y0, y1 := span(cy, thumbH, f.Rect.H)
		for cx := range thumbW {
			x0, x1 := span(cx, thumbW, f.Rect.W)
			sum, n := f.luma(Rect{x0, y0, x1 - x0, y1 - y0}, inside)
			if n > 0 {
				t.luma[cy*thumbW+cx], t.valid[cy*thumbW+cx] = uint8(sum/uint64(n)/1000), true
			}
		}
	}
	return t
}

// span is the range of pixels behind cell i of n; never empty, so small frames repeat theirs.
func span(i, n, pixels int) (from, to int) {
	from = i * pixels / n
	return from, max(from+1, (i+1)*pixels/n)
}

// luma sums 299·red + 587·green + 114·blue over the unmasked pixels of a cell (ITU-R BT.601).
func (f Frame) luma(cell Rect, masks []Rect) (sum uint64, n int) {
	var near []Rect
	for _, m := range masks {
		if i := m.Intersect(cell); i == cell {
			return 0, 0
		} else if !i.Empty() {
			near = append(near, i)
		}
	}
	// Each channel is summed first and weighed once: the loop below sees every pixel of the screen.
	var red, green, blue uint64
	for y := cell.Y; y < cell.Y+cell.H; y++ {
		row := f.Pix[(y*f.Rect.W+cell.X)*4:][:cell.W*4]
		if len(near) > 0 {
			row = unmasked(row, Point{cell.X, y}, near)
		}
		for ; len(row) >= 4; row = row[4:] {
			blue += uint64(row[0])
			green += uint64(row[1])
			red += uint64(row[2])
			n++
		}
	}
	return 299*red + 587*green + 114*blue, n
}

// unmasked copies the pixels of a row, which starts at p, that lie in none of the masks.
func unmasked(row []byte, p Point, masks []Rect) []byte {
	var out []byte
pixel:
	for i := 0; i < len(row); i += 4 {
		for _, m := range masks {
			if m.Contains(Point{p.X + i/4, p.Y}) {
				continue pixel
			}
		}
		out = append(out, row[i:i+4]...)
	}
	return out
}

// Compare counts the pixels both thumbnails show.
func (t Thumb) Compare(o Thumb) Difference {
	var changed, total, moved int
	for i := range t.luma {
		if !t.valid[i] || !o.valid[i] {
			continue
		}
		d := int(t.luma[i]) - int(o.luma[i])
		if d < 0 {
			d = -d
		}
		if d >= changedDelta {
			changed++
		}
		moved += d
		total++
	}
	if total == 0 {
		return Difference{}
	}
	return Difference{Changed: float64(changed) / float64(total), Mean: float64(moved) / float64(total)}
}
