//go:build linux

package x11

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// picture is a frame of one grey with rectangles of other greys.
func picture(w, h int, grey byte, parts map[Rect]byte) Frame {
	f := Frame{Rect{0, 0, w, h}, make([]byte, w*h*4)}
	paint := func(r Rect, g byte) {
		for y := r.Y; y < r.Y+r.H; y++ {
			for x := r.X; x < r.X+r.W; x++ {
				i := (y*w + x) * 4
				f.Pix[i], f.Pix[i+1], f.Pix[i+2] = g, g, g
			}
		}
	}
	paint(f.Rect, grey)
	for r, g := range parts {
		paint(r, g)
	}
	return f
}

func TestDifferencesThatAPersonWouldNoticeAreMeaningful(t *testing.T) {
	const w, h = 1280, 720
	base := picture(w, h, 240, nil)
	for name, c := range map[string]struct {
		after Frame
		masks []Rect
		want  bool
	}{
		"nothing":                         {picture(w, h, 240, nil), nil, false},
		"a caret blinks":                  {picture(w, h, 240, map[Rect]byte{{300, 200, 2, 16}: 0}), nil, false},
		"a clock ticks":                   {picture(w, h, 240, map[Rect]byte{{1200, 4, 60, 16}: 40}), nil, false},
		"a dialog opens":                  {picture(w, h, 240, map[Rect]byte{{400, 200, 400, 240}: 90}), nil, true},
		"a menu opens":                    {picture(w, h, 240, map[Rect]byte{{20, 40, 220, 300}: 60}), nil, true},
		"a dialog in a masked place":      {picture(w, h, 240, map[Rect]byte{{400, 200, 400, 240}: 90}), []Rect{{390, 190, 420, 260}}, false},
		"a dialog beside a masked place":  {picture(w, h, 240, map[Rect]byte{{400, 200, 400, 240}: 90}), []Rect{{0, 0, 300, 720}}, true},
		"the whole screen dims":           {picture(w, h, 228, nil), nil, true},
		"the whole screen dims a little":  {picture(w, h, 233, nil), nil, false},
		"a video in a masked place plays": {picture(w, h, 240, map[Rect]byte{{0, 0, 640, 360}: 10}), []Rect{{0, 0, 640, 360}}, false},
	} {
		d := NewThumb(base, c.masks).Compare(NewThumb(c.after, c.masks))
		require.Equal(t, c.want, d.Meaningful(), "%s: %+v", name, d)
	}
}

func TestColoursWeighAsTheEyeDoes(t *testing.T) {
	for name, c := range map[string]struct {
		b, g, r byte
		want    uint8
	}{"red": {0, 0, 255, 76}, "green": {0, 255, 0, 149}, "blue": {255, 0, 0, 29}, "white": {255, 255, 255, 255}, "black": {0, 0, 0, 0}} {
		f := Frame{Rect{0, 0, 1, 1}, []byte{c.b, c.g, c.r, 0xff}}
		require.Equal(t, c.want, NewThumb(f, nil).luma[0], name)
	}
}

func TestTheThresholdsAreInclusive(t *testing.T) {
	require.True(t, Difference{Changed: 0.04}.Meaningful())
	require.False(t, Difference{Changed: 0.0399, Mean: 9.99}.Meaningful())
	require.True(t, Difference{Mean: 10}.Meaningful())
	at := func(delta byte) float64 {
		return NewThumb(picture(64, 36, 100, nil), nil).Compare(NewThumb(picture(64, 36, 100+delta, nil), nil)).Changed
	}
	require.Zero(t, at(17))
	require.Equal(t, 1.0, at(18))
}

func TestNothingToCompareIsNoDifference(t *testing.T) {
	f := picture(100, 100, 0, nil)
	all := []Rect{f.Rect}
	require.Equal(t, Difference{}, NewThumb(f, all).Compare(NewThumb(f, all)))
	require.Equal(t, Difference{}, NewThumb(Frame{}, nil).Compare(NewThumb(f, nil)))
}

func TestMasksCountFromTheRootsOrigin(t *testing.T) {
	before, after := picture(640, 360, 0, nil), picture(640, 360, 0, map[Rect]byte{{0, 0, 320, 360}: 255})
	before.Rect.X, after.Rect.X = 1000, 1000
	mask := []Rect{{1000, 0, 320, 360}}
	require.Zero(t, NewThumb(before, mask).Compare(NewThumb(after, mask)).Changed)
	require.Equal(t, 0.5, NewThumb(before, nil).Compare(NewThumb(after, nil)).Changed)
}

func BenchmarkThumbFullHD(b *testing.B) {
	f := picture(1920, 1080, 120, nil)
	for b.Loop() {
		NewThumb(f, nil)
	}
}
