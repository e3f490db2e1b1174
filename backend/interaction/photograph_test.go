package interaction

import (
	"context"
	"errors"
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/proof"
)

func reasonOf(t *testing.T, err error) proof.Reason {
	t.Helper()
	var p *proof.Problem
	require.ErrorAs(t, err, &p)
	require.NotEmpty(t, p.Text)
	return p.Reason
}

func TestThePictureIsOfTheWholeScreenOrOfTheWindowThatIsMeant(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		ds, err := r.plat.Screen.Displays(r.ctx)
		require.NoError(t, err)
		f, title, err := r.x.Photograph(r.ctx, false)
		require.NoError(t, err)
		require.Empty(t, title)
		require.Equal(t, ds[0].Bounds, f.Bounds)

		f, title, err = r.x.Photograph(r.ctx, true)
		require.NoError(t, err)
		require.Equal(t, "Notes", title)
		require.Less(t, f.Bounds.W, ds[0].Bounds.W)
		for window, want := range map[bool]string{false: "the whole screen", true: "“Notes”"} {
			got, p := r.x.PreviewPhotograph(r.ctx, window)
			require.Nil(t, p)
			require.Equal(t, want, got)
		}
	})
}

func TestPacesOwnWindowIsNoneThatIsMeant(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.desk.OwnWindow("Pace", desktop.Rect{X: 0, Y: 0, W: 50, H: 50})
		_, title, err := r.x.Photograph(r.ctx, true)
		require.NoError(t, err)
		require.Equal(t, "Notes", title)
		f, _, err := r.x.Photograph(r.ctx, false)
		require.NoError(t, err)
		require.NotEmpty(t, f.Masked)
	})
}

// camera gives what a test says.
type camera struct {
	desktop.Screen
	frame desktop.Frame
	err   error
}

func (c camera) Capture(context.Context, desktop.WindowID, desktop.PixelRect) (desktop.Frame, error) {
	return c.frame, c.err
}

func TestAPictureThatIsNoneIsNotTakenForOne(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		real := r.plat.Screen
		r.plat.Screen = camera{Screen: real}
		_, _, err := r.x.Photograph(r.ctx, false)
		require.Equal(t, proof.ReasonUnavailable, reasonOf(t, err))
		r.plat.Screen = camera{real, desktop.Frame{Image: image.NewRGBA(image.Rect(0, 0, 5, 5)), Bounds: desktop.PixelRect{W: 6, H: 5}}, nil}
		_, _, err = r.x.Photograph(r.ctx, false)
		require.Equal(t, proof.ReasonInternal, reasonOf(t, err))
		r.plat.Screen = camera{real, desktop.Frame{}, errors.New("no memory")}
		_, _, err = r.x.Photograph(r.ctx, true)
		reasonOf(t, err)

		r.plat.Screen = nil
		_, _, err = r.x.Photograph(r.ctx, false)
		require.Equal(t, proof.ReasonUnavailable, reasonOf(t, err))
		_, p := r.x.PreviewPhotograph(r.ctx, false)
		require.NotNil(t, p)
		r.plat.Screen = real
		r.win.Close()
		_, _, err = r.x.Photograph(r.ctx, true)
		require.Equal(t, proof.ReasonGone, reasonOf(t, err), "the window that this turn worked in was closed")
	})
}

func TestDisplaysThatLieApartAreOnePicture(t *testing.T) {
	of := func(x, y, w, h int) desktop.Display {
		return desktop.Display{Bounds: desktop.PixelRect{X: x, Y: y, W: w, H: h}}
	}
	require.Equal(t, desktop.PixelRect{X: -100, Y: 0, W: 300, H: 400}, around([]desktop.Display{of(0, 0, 200, 100), of(-100, 200, 50, 200)}))
	require.Equal(t, desktop.PixelRect{}, around(nil))
}
