package observe

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func white(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	return m
}

func TestSecretsAreBlackenedWhereTheyLieOnTheScreen(t *testing.T) {
	// Two displays; the window is on the right one, which has two pixels a point and lies above the left one.
	displays := []desktop.Display{
		{ID: "1", Bounds: desktop.PixelRect{W: 1000, H: 1000}, Scale: 1},
		{ID: "2", Bounds: desktop.PixelRect{X: 1000, Y: -500, W: 2000, H: 1000}, Origin: desktop.Point{X: 1000, Y: -500}, Scale: 2},
	}
	frame := desktop.Frame{Image: white(400, 300), Bounds: desktop.PixelRect{X: 1200, Y: -300, W: 400, H: 300}}
	p := prepare(frame, []desktop.Rect{{X: 1150, Y: -380, W: 20, H: 10}}, displays)
	// 1150,-380 in points is 1300,-260 in pixels, which is 100,40 in the picture.
	for _, at := range []image.Point{{100, 40}, {139, 59}, {98, 38}} {
		require.Equal(t, color.RGBA{A: 255}, p.image.RGBAAt(at.X, at.Y), "%v", at)
	}
	for _, at := range []image.Point{{95, 40}, {100, 35}, {143, 40}, {100, 63}} {
		require.Equal(t, color.RGBA{255, 255, 255, 255}, p.image.RGBAAt(at.X, at.Y), "%v", at)
	}
	require.Equal(t, color.RGBA{255, 255, 255, 255}, frame.Image.RGBAAt(100, 40), "the frame itself is left alone")
}

func TestPicturesForAVisionModelAreNotLargerThanItTakes(t *testing.T) {
	for _, c := range []struct{ w, h, dw, dh int }{{2560, 1000, 1280, 500}, {1000, 2560, 500, 1280}, {1280, 700, 1280, 700}, {9000, 1, 1280, 1}} {
		src := white(c.w, c.h)
		src.Pix[0], src.Pix[1], src.Pix[2] = 0, 0, 0
		data, err := picture{image: src}.encode()
		require.NoError(t, err)
		img, err := png.Decode(bytes.NewReader(data))
		require.NoError(t, err)
		require.Equal(t, image.Rect(0, 0, c.dw, c.dh), img.Bounds())
		r, _, _, _ := img.At(0, 0).RGBA()
		require.Less(t, r, uint32(0xffff), "the dark pixel is in the mean")
		r, _, _, _ = img.At(c.dw-1, c.dh-1).RGBA()
		require.Equal(t, uint32(0xffff), r)
	}
}

func TestEnlargingDoublesAPicture(t *testing.T) {
	src := image.NewGray(image.Rect(0, 0, 2, 2))
	copy(src.Pix, []uint8{0, 100, 200, 100})
	dst := enlarge(src)
	require.Equal(t, []uint8{0, 50, 100, 100, 100, 100, 100, 100, 200, 150, 100, 100, 200, 150, 100, 100}, dst.Pix)
}
