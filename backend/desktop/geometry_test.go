package desktop

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// layouts are three desks: one display; a second one to the left, so that points are negative there; and displays
// of three scales, one above and one beside the primary.
var layouts = map[string][]Display{
	"one": {
		{ID: "a", Primary: true, Bounds: PixelRect{W: 1920, H: 1080}, Scale: 1},
	},
	"left of the primary": {
		{ID: "left", Bounds: PixelRect{W: 2560, H: 1440}, Origin: Point{X: -2048, Y: 0}, Scale: 1.25},
		{ID: "main", Primary: true, Bounds: PixelRect{X: 2560, W: 1920, H: 1080}, Scale: 1},
	},
	"three scales": {
		{ID: "main", Primary: true, Bounds: PixelRect{Y: 1080, W: 3840, H: 2160}, Scale: 2},
		{ID: "above", Bounds: PixelRect{W: 1920, H: 1080}, Origin: Point{X: 0, Y: -1080}, Scale: 1},
		{ID: "beside", Bounds: PixelRect{X: 3840, Y: 1080, W: 1440, H: 2560}, Origin: Point{X: 1920, Y: 0}, Scale: 1.5},
	},
}

func TestEveryPixelComesBackFromItsPoint(t *testing.T) {
	for name, ds := range layouts {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				d := rapid.SampledFrom(ds).Draw(rt, "display")
				p := Pixel{
					X: rapid.IntRange(d.Bounds.X, d.Bounds.X+d.Bounds.W-1).Draw(rt, "x"),
					Y: rapid.IntRange(d.Bounds.Y, d.Bounds.Y+d.Bounds.H-1).Draw(rt, "y"),
				}
				at := d.ToPoints(p)
				require.Equal(rt, p, d.ToPixels(at))
				found, ok := DisplayAt(ds, at)
				require.True(rt, ok)
				require.Equal(rt, d.ID, found.ID, "the point lies on the display that the pixel is on")
			})
		})
	}
}

func TestEveryPointComesBackWithinHalfAPixel(t *testing.T) {
	for name, ds := range layouts {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				d := rapid.SampledFrom(ds).Draw(rt, "display")
				r := d.Points()
				p := Point{rapid.Float64Range(r.X, r.X+r.W).Draw(rt, "x"), rapid.Float64Range(r.Y, r.Y+r.H).Draw(rt, "y")}
				q := d.ToPoints(d.ToPixels(p))
				require.InDelta(rt, p.X, q.X, 0.5/d.Scale+1e-9)
				require.InDelta(rt, p.Y, q.Y, 0.5/d.Scale+1e-9)
			})
		})
	}
}

func TestPointsBecomePixelsByTheDisplayTheyAreOn(t *testing.T) {
	for name, cases := range map[string]map[Point]Pixel{
		"one":                 {{X: 0, Y: 0}: {0, 0}, {X: 100.4, Y: 99.6}: {100, 100}, {X: 1919, Y: 1079}: {1919, 1079}},
		"left of the primary": {{X: -2048, Y: 0}: {0, 0}, {X: -8, Y: 80}: {2550, 100}, {X: 0, Y: 0}: {2560, 0}, {X: 10, Y: 20}: {2570, 20}},
		"three scales":        {{X: 0, Y: 0}: {0, 1080}, {X: 10, Y: -10}: {10, 1070}, {X: 0, Y: -1080}: {0, 0}, {X: 1919, Y: 10}: {3838, 1100}, {X: 1920, Y: 0}: {3840, 1080}, {X: 1930, Y: 20}: {3855, 1110}},
	} {
		t.Run(name, func(t *testing.T) {
			for p, want := range cases {
				d, ok := DisplayAt(layouts[name], p)
				require.True(t, ok)
				require.Equal(t, want, d.ToPixels(p), "%v", p)
			}
		})
	}
}

func TestDisplaysTileTheirPointsWithoutOverlap(t *testing.T) {
	for name, ds := range layouts {
		for i, a := range ds {
			for _, b := range ds[i+1:] {
				require.Zero(t, a.Points().Intersect(b.Points()), "%s: %s and %s", name, a.ID, b.ID)
				require.Zero(t, a.Bounds.Intersect(b.Bounds))
			}
		}
	}
}

func TestAPointOffEveryDisplayBelongsToTheNearest(t *testing.T) {
	ds := []Display{
		{ID: "big", Bounds: PixelRect{W: 3840, H: 2160}, Scale: 1},
		{ID: "small", Bounds: PixelRect{X: 3840, Y: 3000, W: 200, H: 200}, Origin: Point{X: 3840, Y: 3000}, Scale: 1},
	}
	for p, want := range map[Point]string{
		{X: 3900, Y: 2100}: "big", // its edge is 60 away; the small one's middle is nearer than the big one's
		{X: -50, Y: -50}:   "big",
		{X: 3900, Y: 2990}: "small",
		{X: 9000, Y: 9000}: "small",
	} {
		d, ok := DisplayAt(ds, p)
		require.True(t, ok)
		require.Equal(t, want, d.ID, "%v", p)
	}
	_, ok := DisplayAt(nil, Point{})
	require.False(t, ok)
}

func TestADisplayWithoutAScaleHasScaleOne(t *testing.T) {
	for _, s := range []float64{0, -2} {
		d := Display{Bounds: PixelRect{W: 100, H: 50}, Scale: s}
		require.Equal(t, Rect{W: 100, H: 50}, d.Points())
		require.Equal(t, Pixel{7, 8}, d.ToPixels(Point{7, 8}))
		require.Equal(t, Point{7, 8}, d.ToPoints(Pixel{7, 8}))
	}
}

func TestRightAndBottomEdgesAreOutside(t *testing.T) {
	r := Rect{X: -10, Y: -10, W: 20, H: 20}
	require.True(t, r.Contains(Point{-10, -10}))
	require.False(t, r.Contains(Point{10, 0}))
	require.False(t, r.Contains(Point{0, 10}))
	require.True(t, r.Contains(r.Center()))
	q := PixelRect{X: -10, Y: -10, W: 20, H: 20}
	require.True(t, q.Contains(Pixel{-10, 9}))
	require.False(t, q.Contains(Pixel{10, 9}))
	require.False(t, Rect{}.Contains(Point{}), "nothing lies in an unknown place")
	require.True(t, Rect{W: 5}.Empty())
	require.True(t, PixelRect{W: 5, H: -1}.Empty())
}

func TestIntersectionIsWhatBothContain(t *testing.T) {
	side := rapid.IntRange(-20, 20)
	size := rapid.IntRange(0, 20)
	rapid.Check(t, func(rt *rapid.T) {
		a := PixelRect{side.Draw(rt, "ax"), side.Draw(rt, "ay"), size.Draw(rt, "aw"), size.Draw(rt, "ah")}
		b := PixelRect{side.Draw(rt, "bx"), side.Draw(rt, "by"), size.Draw(rt, "bw"), size.Draw(rt, "bh")}
		p := Pixel{side.Draw(rt, "px"), side.Draw(rt, "py")}
		c := a.Intersect(b)
		require.Equal(rt, a.Contains(p) && b.Contains(p), c.Contains(p))
		require.Equal(rt, c, b.Intersect(a))
		f := func(r PixelRect) Rect { return Rect{float64(r.X), float64(r.Y), float64(r.W), float64(r.H)} }
		require.Equal(rt, f(c), f(a).Intersect(f(b)), "both kinds of rectangle agree")
	})
	require.Zero(t, Rect{W: 10, H: 10}.Intersect(Rect{X: 10, W: 10, H: 10}), "rectangles that touch share nothing")
	require.False(t, math.Signbit(Rect{}.W))
}
