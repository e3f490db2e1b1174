//go:build linux

package x11

import (
	"context"
	"image/color"
	"testing"

	"github.com/jezek/xgb/shm"
	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/require"
)

func (f Frame) at(x, y int) uint32 {
	i := ((y-f.Rect.Y)*f.Rect.W + x - f.Rect.X) * 4
	return uint32(f.Pix[i]) | uint32(f.Pix[i+1])<<8 | uint32(f.Pix[i+2])<<16
}

// fill paints a rectangle into a window.
func (a *app) fill(t *testing.T, r Rect, colour uint32) {
	t.Helper()
	gc, err := xproto.NewGcontextId(a.x)
	require.NoError(t, err)
	require.NoError(t, xproto.CreateGCChecked(a.x, gc, xproto.Drawable(a.win), xproto.GcForeground, []uint32{colour}).Check())
	require.NoError(t, xproto.PolyFillRectangleChecked(a.x, xproto.Drawable(a.win), gc,
		[]xproto.Rectangle{{X: int16(r.X), Y: int16(r.Y), Width: uint16(r.W), Height: uint16(r.H)}}).Check())
	require.NoError(t, xproto.FreeGCChecked(a.x, gc).Check())
}

func TestAPartOfTheScreenIsCapturedAndMasked(t *testing.T) {
	for _, way := range []string{"shared memory", "socket"} {
		t.Run(way, func(t *testing.T) {
			s := display(t, "")
			c, a := s.dial(t), s.window(t, "picture", Rect{100, 100, 200, 150}, 0x112233)
			if way == "socket" {
				c.shm.refuse = errNoSharedMemory
			}
			a.fill(t, Rect{10, 20, 30, 40}, 0xaabbcc)
			f, err := c.Capture(Rect{90, 90, 220, 170}, []Rect{{150, 150, 10, 10}, {-50, -50, 145, 145}})
			require.NoError(t, err)
			require.Equal(t, Rect{90, 90, 220, 170}, f.Rect)
			require.Equal(t, uint32(0x112233), f.at(100, 100))
			require.Equal(t, uint32(0xaabbcc), f.at(110, 120))
			require.Equal(t, uint32(0xaabbcc), f.at(139, 159))
			require.Equal(t, uint32(0x112233), f.at(140, 160))
			require.Zero(t, f.at(155, 155), "masked")
			require.Equal(t, uint32(0x112233), f.at(160, 160))
			img := f.RGBA()
			require.Equal(t, color.RGBA{0xaa, 0xbb, 0xcc, 0xff}, img.RGBAAt(20, 30))
			require.Equal(t, 220, img.Bounds().Dx())
		})
	}
}

func TestACaptureIsCutToTheScreen(t *testing.T) {
	c := display(t, "").dial(t)
	f, err := c.Capture(Rect{-10, 790, 50, 50}, nil)
	require.NoError(t, err)
	require.Equal(t, Rect{0, 790, 40, 10}, f.Rect)
	require.Len(t, f.Pix, 40*10*4)
	f, err = c.Capture(Rect{5000, 0, 10, 10}, nil)
	require.NoError(t, err)
	require.True(t, f.Rect.Empty())
}

func TestFramesOfAllSizesShareTheMemoryWithoutMixing(t *testing.T) {
	s := display(t, "")
	c, a := s.dial(t), s.window(t, "picture", Rect{0, 0, 1280, 800}, 0x010203)
	small, err := c.Capture(Rect{0, 0, 10, 10}, nil)
	require.NoError(t, err)
	a.fill(t, Rect{0, 0, 1280, 800}, 0x040506)
	large, err := c.Capture(Rect{0, 0, 1280, 800}, nil)
	require.NoError(t, err)
	require.Equal(t, uint32(0x010203), small.at(9, 9), "an earlier frame keeps its pixels")
	require.Equal(t, uint32(0x040506), large.at(1279, 799))
}

func TestAWindowShowsItsOwnContentWhateverCoversIt(t *testing.T) {
	underEachManager(t, func(t *testing.T, s *server) {
		c, below := s.dial(t), s.window(t, "below", Rect{100, 100, 300, 200}, 0x00ff00)
		above := s.window(t, "above", Rect{150, 120, 100, 100}, 0xff0000)
		_, err := c.Activate(bounded(t), above.win)
		require.NoError(t, err)
		for range 2 {
			f, err := c.CaptureWindow(bounded(t), below.win, nil)
			require.NoError(t, err)
			info, err := c.Window(below.win)
			require.NoError(t, err)
			require.Equal(t, info.Client, f.Rect)
			for y := f.Rect.Y; y < f.Rect.Y+f.Rect.H; y += 7 {
				for x := f.Rect.X; x < f.Rect.X+f.Rect.W; x += 7 {
					require.Equal(t, uint32(0x00ff00), f.at(x, y), "at %d,%d", x, y)
				}
			}
		}
	})
}

func TestACompositorDoesNotChangeAWindowsPicture(t *testing.T) {
	s := ownDisplay(t, "openbox")
	s.run(t, nil, "picom", "--backend", "xrender", "--config", "/dev/null")
	c, below := s.dial(t), s.window(t, "below", Rect{100, 100, 300, 200}, 0x00ff00)
	// A compositor announces itself by a selection.
	cm, err := c.atom("_NET_WM_CM_S0")
	require.NoError(t, err)
	for ctx := bounded(t); ; {
		r, err := xproto.GetSelectionOwner(c.x, cm).Reply()
		require.NoError(t, err)
		if r.Owner != 0 {
			break
		}
		require.NoError(t, ctx.Err(), "picom did not start")
	}
	s.window(t, "above", Rect{150, 120, 100, 100}, 0xff0000)
	f, err := c.CaptureWindow(bounded(t), below.win, nil)
	require.NoError(t, err)
	require.Equal(t, uint32(0x00ff00), f.at(f.Rect.X+70, f.Rect.Y+70))
	below.fill(t, Rect{60, 60, 20, 20}, 0x123456) // under the other window
	f, err = c.CaptureWindow(bounded(t), below.win, nil)
	require.NoError(t, err)
	require.Equal(t, uint32(0x00ff00), f.at(f.Rect.X+100, f.Rect.Y+100))
	require.Equal(t, uint32(0x123456), f.at(f.Rect.X+70, f.Rect.Y+70))
}

func TestAWindowPartlyOffTheScreenIsWholeInItsPicture(t *testing.T) {
	s := display(t, "")
	c, a := s.dial(t), s.window(t, "edge", Rect{-50, -40, 200, 150}, 0x335577)
	f, err := c.CaptureWindow(bounded(t), a.win, []Rect{{-50, -40, 1, 1}})
	require.NoError(t, err)
	require.Equal(t, Rect{-50, -40, 200, 150}, f.Rect)
	require.Zero(t, f.at(-50, -40), "masks count from the root's origin")
	a.fill(t, Rect{0, 0, 20, 20}, 0x778899)
	f, err = c.CaptureWindow(bounded(t), a.win, nil)
	require.NoError(t, err)
	require.Equal(t, uint32(0x778899), f.at(-50, -40))
	require.Equal(t, uint32(0x335577), f.at(100, 100))
}

func TestAResizedWindowGetsANewPicture(t *testing.T) {
	s := display(t, "openbox")
	c, a := s.dial(t), s.window(t, "grow", Rect{100, 100, 200, 150}, 0x223344)
	_, err := c.CaptureWindow(bounded(t), a.win, nil)
	require.NoError(t, err)
	_, err = c.MoveResize(bounded(t), a.win, Rect{60, 60, 420, 340})
	require.NoError(t, err)
	f, err := c.CaptureWindow(bounded(t), a.win, nil)
	require.NoError(t, err)
	info, err := c.Window(a.win)
	require.NoError(t, err)
	require.Equal(t, info.Client, f.Rect)
	require.Equal(t, uint32(0x223344), f.at(f.Rect.X+f.Rect.W-1, f.Rect.Y+f.Rect.H-1))
}

func TestWhatIsNotShownHasNoPicture(t *testing.T) {
	s := display(t, "openbox")
	c, a := s.dial(t), s.window(t, "hide", Rect{100, 100, 200, 150}, 0)
	require.NoError(t, c.Minimise(bounded(t), a.win))
	_, err := c.CaptureWindow(bounded(t), a.win, nil)
	require.ErrorIs(t, err, ErrNotVisible)
	require.NoError(t, xproto.DestroyWindowChecked(a.x, xproto.Window(a.win)).Check())
	_, err = c.CaptureWindow(bounded(t), a.win, nil)
	require.ErrorIs(t, err, ErrNoWindow)
}

func TestANumberGivenToANewWindowIsNotTakenForTheOldOne(t *testing.T) {
	s := display(t, "")
	c, a := s.dial(t), s.window(t, "first", Rect{10, 10, 100, 100}, 0x111111)
	_, err := c.CaptureWindow(bounded(t), a.win, nil)
	require.NoError(t, err)
	require.NoError(t, xproto.DestroyWindowChecked(a.x, xproto.Window(a.win)).Check())
	require.NoError(t, xproto.CreateWindowChecked(a.x, a.screen.RootDepth, xproto.Window(a.win), a.root, 0, 0, 50, 50, 0,
		xproto.WindowClassInputOutput, a.screen.RootVisual, xproto.CwBackPixel, []uint32{0x222222}).Check())
	a.show(t)
	f, err := c.CaptureWindow(bounded(t), a.win, nil)
	require.NoError(t, err)
	require.Equal(t, uint32(0x222222), f.at(25, 25))
}

func TestSharedMemoryIsGivenBackOnClose(t *testing.T) {
	s := display(t, "")
	c, err := Dial(context.Background(), s.addr)
	require.NoError(t, err)
	_, err = c.Capture(Rect{0, 0, 100, 100}, nil)
	require.NoError(t, err)
	require.NotNil(t, c.shm.mem)
	require.NotEqual(t, shm.Seg(0), c.shm.id)
	require.NoError(t, c.Close())
	require.Nil(t, c.shm.mem)
	_, err = c.Capture(Rect{0, 0, 100, 100}, nil)
	require.ErrorIs(t, err, ErrClosed)
}
