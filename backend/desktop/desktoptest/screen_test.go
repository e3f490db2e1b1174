package desktoptest

import (
	"image/color"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func capture(t *testing.T, d *Desk, id desktop.WindowID, r desktop.PixelRect) desktop.Frame {
	t.Helper()
	f, err := d.Desktop().Screen.Capture(t.Context(), id, r)
	require.NoError(t, err)
	return f
}

func TestAChangeCanBeSeen(t *testing.T) {
	d, _, w := form(t)
	box := w.Check("Wrap", false)
	one := capture(t, d, w.ID(), desktop.PixelRect{})
	require.Equal(t, desktop.PixelRect{X: 100, Y: 100, W: 400, H: 300}, one.Bounds)
	require.Equal(t, one.Image.Pix, capture(t, d, w.ID(), desktop.PixelRect{}).Image.Pix)
	press(t, d, box)
	require.NotEqual(t, one.Image.Pix, capture(t, d, w.ID(), desktop.PixelRect{}).Image.Pix)
}

func TestAWindowIsCapturedWhateverCoversIt(t *testing.T) {
	d, a, w := form(t)
	w.Button("Go")
	one := capture(t, d, w.ID(), desktop.PixelRect{})
	a.Window("Over", frame)
	require.Equal(t, one.Image.Pix, capture(t, d, w.ID(), desktop.PixelRect{}).Image.Pix)
}

func TestPacesOwnWindowsAreBlackenedAndNamed(t *testing.T) {
	d, _, w := form(t)
	b := w.Button("Go")
	d.OwnWindow("Pace", desktop.Rect{X: 150, Y: 150, W: 100, H: 50})
	all := desktop.PixelRect{W: 1920, H: 1080}
	f := capture(t, d, 0, all)
	require.Equal(t, []desktop.PixelRect{{X: 150, Y: 126, W: 100, H: 74}}, f.Masked)
	require.Equal(t, color.RGBA{A: 255}, f.Image.RGBAAt(200, 160))
	require.NotEqual(t, color.RGBA{A: 255}, f.Image.RGBAAt(300, 300))
	part := capture(t, d, 0, desktop.PixelRect{X: 140, Y: 140, W: 20, H: 20})
	require.Equal(t, 20, part.Image.Bounds().Dx())
	require.Equal(t, color.RGBA{A: 255}, part.Image.RGBAAt(15, 15))
	require.NotEqual(t, color.RGBA{A: 255}, part.Image.RGBAAt(5, 5))
	require.NoError(t, d.Desktop().Input.Click(t.Context(), b.Pixel(), 1, 1, true))
	require.True(t, w.InFront(), "Pace's window takes no focus")
	w.Close()
	_, err := d.Desktop().Screen.Capture(t.Context(), w.ID(), all)
	require.ErrorIs(t, err, desktop.ErrGone)
	_, err = d.Desktop().Screen.Capture(t.Context(), 0, desktop.PixelRect{})
	require.Error(t, err)
}

func TestDamageWakesForItsWindowOnly(t *testing.T) {
	d, a, w := form(t)
	other := a.WindowBehind("Other", frame).Label("x")
	l := w.Label("x")
	c, err := d.Desktop().Screen.Damage(t.Context(), w.ID())
	require.NoError(t, err)
	other.SetLabel("y")
	require.Empty(t, c)
	l.SetLabel("y")
	require.Len(t, c, 1)
	_, err = d.Desktop().Screen.Damage(t.Context(), 7)
	require.ErrorIs(t, err, desktop.ErrGone)
}
