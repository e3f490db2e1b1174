package linux_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux"
	"pace/native/linux/linuxtest"
)

// same tells how many pixels of two pictures of one size differ.
func differing(a, b *image.RGBA) int {
	n := 0
	for i := 0; i+3 < min(len(a.Pix), len(b.Pix)); i += 4 {
		if !bytes.Equal(a.Pix[i:i+3], b.Pix[i:i+3]) {
			n++
		}
	}
	return n
}

func TestAPictureOfAWindowShowsNothingThatCoversIt(t *testing.T) {
	for _, o := range []linuxtest.Options{{Layout: "de"}, {Compositor: true}} {
		d := linuxtest.Start(t, o)
		desk := connect(t, d)
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		p := launched(t, d, desk, "gtk3.py", "--only", "rows", "--rows", "40")
		place := desktop.PixelRect{X: 200, Y: 100, W: 500, H: 400}
		require.NoError(t, desk.Windows.Place(ctx, desktop.WindowID(p.Window), place))
		elementOf(t, ctx, desk, p, desktop.ListItem, "Row 1")
		free := settled(t, ctx, desk, p)

		cover := launched(t, d, desk, "gtk3.py", "--only", "now")
		require.NoError(t, desk.Windows.Place(ctx, desktop.WindowID(cover.Window), desktop.PixelRect{X: 250, Y: 150, W: 300, H: 250}))
		require.Equal(t, cover.PID, top(t, desk, desktop.Pixel{X: 400, Y: 250}).PID)
		covered := settled(t, ctx, desk, p)
		require.Equal(t, free.Bounds, covered.Bounds)
		require.Equal(t, byID(t, desk, p.Window).Content, covered.Bounds)
		// An inactive window is drawn a little paler at most; the covering one would be an eighth of it.
		require.Less(t, differing(free.Image, covered.Image), len(free.Image.Pix)/4/20)

		_, err := desk.Screen.Capture(ctx, desktop.WindowID(1), desktop.PixelRect{})
		require.ErrorIs(t, err, desktop.ErrGone)
		cover.Stop()
		p.Stop()
		cancel()
	}
}

// settled takes pictures until two in a row are equal: a program draws when it likes.
func settled(t *testing.T, ctx context.Context, desk *desktop.Desktop, p *linuxtest.Program) desktop.Frame {
	t.Helper()
	var last desktop.Frame
	for {
		f, err := desk.Screen.Capture(ctx, desktop.WindowID(p.Window), desktop.PixelRect{})
		require.NoError(t, err)
		require.Equal(t, f.Bounds.W, f.Image.Rect.Dx())
		require.Equal(t, f.Bounds.H, f.Image.Rect.Dy())
		if last.Image != nil && last.Bounds == f.Bounds && differing(last.Image, f.Image) == 0 {
			return f
		}
		last = f
	}
}

func TestThePictureOfAGTK4WindowHasNoShadow(t *testing.T) {
	linuxtest.Need(t, "gnome-calculator")
	d := linuxtest.Start(t, linuxtest.Options{Compositor: true}) // without one there is no shadow
	desk := connect(t, d)
	p := launched(t, d, desk, "gnome-calculator")
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	w, f := byID(t, desk, p.Window), settled(t, ctx, desk, p)
	for w != byID(t, desk, p.Window) { // it takes its size in steps
		w, f = byID(t, desk, p.Window), settled(t, ctx, desk, p)
	}
	require.Equal(t, w.Content, f.Bounds)
	require.Equal(t, w.Frame, f.Bounds, "it draws its own frame")
	require.Equal(t, image.Rect(0, 0, f.Bounds.W, f.Bounds.H), f.Image.Rect)
	require.NotEqual(t, color.RGBA{A: 255}, f.Image.RGBAAt(f.Bounds.W/2, 1), "a shadow is black")
}

func TestOwnWindowsAreBlackenedInPicturesOfTheScreen(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Layout: "de"})
	first := connect(t, d)
	p := launched(t, d, first, "gtk3.py", "--only", "now")
	desk := connect(t, d, own(p))
	w := byID(t, desk, p.Window)
	require.True(t, w.Own)
	whole, err := desk.Screen.Capture(t.Context(), 0, desktop.PixelRect{})
	require.NoError(t, err)
	require.Equal(t, []desktop.PixelRect{w.Frame}, whole.Masked)
	require.Equal(t, desktop.PixelRect{W: 1280, H: 800}, whole.Bounds)
	for _, at := range []desktop.Pixel{{X: w.Frame.X, Y: w.Frame.Y}, {X: w.Frame.X + w.Frame.W - 1, Y: w.Frame.Y + w.Frame.H - 1}, {X: w.Frame.X + w.Frame.W/2, Y: w.Frame.Y + w.Frame.H/2}} {
		require.Equal(t, color.RGBA{A: 255}, whole.Image.RGBAAt(at.X, at.Y))
	}
	part, err := desk.Screen.Capture(t.Context(), 0, desktop.PixelRect{X: w.Frame.X + 10, Y: w.Frame.Y + 10, W: 20, H: 20})
	require.NoError(t, err)
	require.Equal(t, []desktop.PixelRect{{X: w.Frame.X + 10, Y: w.Frame.Y + 10, W: 20, H: 20}}, part.Masked)
	honest, err := first.Screen.Capture(t.Context(), 0, desktop.PixelRect{X: w.Frame.X + 10, Y: w.Frame.Y + 10, W: 20, H: 20})
	require.NoError(t, err)
	require.Empty(t, honest.Masked)
	require.NotZero(t, differing(honest.Image, part.Image))
}

func TestDisplaysAreInPixelsAndPoints(t *testing.T) {
	for _, c := range []struct {
		o     linuxtest.Options
		scale float64
		size  desktop.PixelRect
	}{
		{linuxtest.Options{Layout: "de"}, 1, desktop.PixelRect{W: 1280, H: 800}},
		{linuxtest.Options{Scale: 2, Size: "2560x1600"}, 2, desktop.PixelRect{W: 2560, H: 1600}},
	} {
		d := linuxtest.Start(t, c.o)
		desk := connect(t, d)
		ds, err := desk.Screen.Displays(t.Context())
		require.NoError(t, err)
		require.Len(t, ds, 1)
		require.True(t, ds[0].Primary)
		require.Equal(t, c.size, ds[0].Bounds)
		require.Equal(t, ds[0].Work, ds[0].Work.Intersect(ds[0].Bounds))
		require.Equal(t, c.scale, ds[0].Scale)
		require.Equal(t, desktop.Pixel{X: int(100 * c.scale), Y: int(50 * c.scale)}, ds[0].ToPixels(desktop.Point{X: 100, Y: 50}))
	}
}

func TestThePanelOfAWindowManagerIsNoPlaceForWindows(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{WM: "icewm", Layout: "de"})
	ds, err := connect(t, d).Screen.Displays(t.Context())
	require.NoError(t, err)
	require.Less(t, ds[0].Work.H, ds[0].Bounds.H)
	require.Equal(t, ds[0].Bounds.W, ds[0].Work.W)
}

func TestDamageWakesWhenTheWindowIsDrawn(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Layout: "de"})
	desk := connect(t, d)
	p := launched(t, d, desk, "gtk3.py", "--only", "now,ticks")
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	wake, err := desk.Screen.Damage(ctx, desktop.WindowID(p.Window))
	require.NoError(t, err)
	for range 2 {
		select {
		case <-wake:
		case <-ctx.Done():
			t.Fatal("no damage")
		}
	}
	cancel()
	for range wake { // closed
	}
}

func TestTheScreenIsTheDisplaysOnly(t *testing.T) {
	desk, err := linux.New(t.Context(), linux.Options{Environ: []string{"DISPLAY=:not-a-display", "HOME=/nonexistent"}})
	require.NoError(t, err)
	require.Nil(t, desk.Screen)
	require.ErrorIs(t, desk.Why("Screen"), desktop.ErrNoDisplay)
}
