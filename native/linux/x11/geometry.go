//go:build linux

package x11

// Point is a position in pixels of the root window.
type Point struct{ X, Y int }

// Rect is a rectangle in pixels, top left corner and size. A rectangle without area is empty.
type Rect struct{ X, Y, W, H int }

// Insets are distances inwards from the four edges of a rectangle.
type Insets struct{ Left, Right, Top, Bottom int }

// Empty reports whether r has no area.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Contains reports whether p lies in r; the right and bottom edges are outside.
func (r Rect) Contains(p Point) bool {
	return p.X >= r.X && p.Y >= r.Y && p.X < r.X+r.W && p.Y < r.Y+r.H
}

// Intersect is the common part of both; the zero Rect when there is none.
func (r Rect) Intersect(o Rect) Rect {
	x0, y0 := max(r.X, o.X), max(r.Y, o.Y)
	x1, y1 := min(r.X+r.W, o.X+o.W), min(r.Y+r.H, o.Y+o.H)
	if x1 <= x0 || y1 <= y0 {
		return Rect{}
	}
	return Rect{x0, y0, x1 - x0, y1 - y0}
}

// Grow moves the edges outwards by in.
func (r Rect) Grow(in Insets) Rect {
	return Rect{r.X - in.Left, r.Y - in.Top, r.W + in.Left + in.Right, r.H + in.Top + in.Bottom}
}

// Shrink moves the edges inwards by in, never past each other.
func (r Rect) Shrink(in Insets) Rect {
	return Rect{r.X + in.Left, r.Y + in.Top, max(0, r.W-in.Left-in.Right), max(0, r.H-in.Top-in.Bottom)}
}

// Center is the pixel in the middle.
func (r Rect) Center() Point { return Point{r.X + r.W/2, r.Y + r.H/2} }
