package desktop

import "math"

// Point is a place in device-independent units, origin top-left of the primary display. Negative is normal.
type Point struct{ X, Y float64 }

// Rect is a rectangle in points. The zero Rect means "unknown".
type Rect struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
	W float64 `json:"w"`
	H float64 `json:"h"`
}

// Pixel is a place in device pixels of the whole screen, the unit of input and capture.
type Pixel struct{ X, Y int }

// PixelRect is a rectangle in device pixels.
type PixelRect struct {
	X int `json:"x"`
	Y int `json:"y"`
	W int `json:"w"`
	H int `json:"h"`
}

func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Center is the middle of r.
func (r Rect) Center() Point { return Point{r.X + r.W/2, r.Y + r.H/2} }

// Contains reports whether p lies in r; right and bottom edges are outside.
func (r Rect) Contains(p Point) bool {
	return p.X >= r.X && p.X < r.X+r.W && p.Y >= r.Y && p.Y < r.Y+r.H
}

// Intersect is the common part of r and s, or the zero Rect.
func (r Rect) Intersect(s Rect) Rect {
	x0, y0 := math.Max(r.X, s.X), math.Max(r.Y, s.Y)
	x1, y1 := math.Min(r.X+r.W, s.X+s.W), math.Min(r.Y+r.H, s.Y+s.H)
	if x1 <= x0 || y1 <= y0 {
		return Rect{}
	}
	return Rect{x0, y0, x1 - x0, y1 - y0}
}

func (r PixelRect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Contains reports whether p lies in r; right and bottom edges are outside.
func (r PixelRect) Contains(p Pixel) bool {
	return p.X >= r.X && p.X < r.X+r.W && p.Y >= r.Y && p.Y < r.Y+r.H
}

// Intersect is the common part of r and s, or the zero PixelRect.
func (r PixelRect) Intersect(s PixelRect) PixelRect {
	x0, y0 := max(r.X, s.X), max(r.Y, s.Y)
	x1, y1 := min(r.X+r.W, s.X+s.W), min(r.Y+r.H, s.Y+s.H)
	if x1 <= x0 || y1 <= y0 {
		return PixelRect{}
	}
	return PixelRect{x0, y0, x1 - x0, y1 - y0}
}

// Display is one monitor. Bounds are pixels of the whole screen; Origin is its top-left in points; Scale is
// pixels per point.
type Display struct {
	ID      string
	Primary bool
	Bounds  PixelRect
	Work    PixelRect // without panels and docks
	Origin  Point
	Scale   float64
}

// ToPixels converts a point on this display. It is the only conversion from points to pixels.
func (d Display) ToPixels(p Point) Pixel {
	return Pixel{
		X: d.Bounds.X + int(math.Round((p.X-d.Origin.X)*d.scale())),
		Y: d.Bounds.Y + int(math.Round((p.Y-d.Origin.Y)*d.scale())),
	}
}

// ToPoints converts a pixel on this display.
func (d Display) ToPoints(p Pixel) Point {
	return Point{
		X: d.Origin.X + float64(p.X-d.Bounds.X)/d.scale(),
		Y: d.Origin.Y + float64(p.Y-d.Bounds.Y)/d.scale(),
	}
}

// Points is the display's rectangle in points.
func (d Display) Points() Rect {
	return Rect{d.Origin.X, d.Origin.Y, float64(d.Bounds.W) / d.scale(), float64(d.Bounds.H) / d.scale()}
}

func (d Display) scale() float64 {
	if d.Scale <= 0 {
		return 1
	}
	return d.Scale
}

// DisplayAt finds the display that holds p, else the nearest one. ok is false when there are no displays.
func DisplayAt(ds []Display, p Point) (d Display, ok bool) {
	best := math.Inf(1)
	for _, c := range ds {
		r := c.Points()
		if r.Contains(p) {
			return c, true
		}
		// To the nearest edge: the middle of a large display may be farther off than that of a small one behind it.
		dx := max(r.X-p.X, 0, p.X-(r.X+r.W))
		dy := max(r.Y-p.Y, 0, p.Y-(r.Y+r.H))
		if dist := math.Hypot(dx, dy); dist < best {
			best, d, ok = dist, c, true
		}
	}
	return d, ok
}
