package interaction

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

func (r *rig) snap(p desktop.Placement) proof.Outcome {
	o := r.x.Snap(r.ctx, r.step, p)
	r.step++
	return o
}

func (r *rig) frameOf(w *dt.Window) desktop.PixelRect {
	ws, _ := r.plat.Windows.List(r.ctx)
	for _, x := range ws {
		if x.ID == w.ID() {
			return x.Frame
		}
	}
	return desktop.PixelRect{}
}

func TestAWindowIsPlacedOnItsDisplay(t *testing.T) {
	left := desktop.Display{ID: "L", Bounds: desktop.PixelRect{X: -1280, Y: 0, W: 1280, H: 1024}, Work: desktop.PixelRect{X: -1280, Y: 24, W: 1280, H: 1000}, Origin: desktop.Point{X: -1280}, Scale: 1}
	main := desktop.Display{ID: "R", Primary: true, Bounds: desktop.PixelRect{W: 1920, H: 1080}, Work: desktop.PixelRect{W: 1920, H: 1040}, Scale: 1}
	for p, want := range map[desktop.Placement]desktop.PixelRect{
		desktop.PlaceLeft: {X: 0, Y: 0, W: 960, H: 1040}, desktop.PlaceRight: {X: 960, Y: 0, W: 960, H: 1040}, desktop.PlaceTop: {X: 0, Y: 0, W: 1920, H: 520},
		desktop.PlaceBottom: {X: 0, Y: 520, W: 1920, H: 520}, desktop.PlaceCenter: {X: 192, Y: 78, W: 1536, H: 884},
	} {
		bubble(t, func(t *testing.T, r *rig) {
			r.desk.SetDisplays(left, main)
			o := r.last(r.snap(p))
			effect(t, proof.Confirmed, o)
			require.Equal(t, want, r.frameOf(r.win))
			n := len(r.desk.Acts())
			saw(t, proof.AlreadySo, "Notes", r.snap(p))
			require.Len(t, r.desk.Acts(), n)
		})
	}
	bubble(t, func(t *testing.T, r *rig) {
		r.desk.SetDisplays(left, main)
		r.win.Move(desktop.Rect{X: -1000, Y: 200, W: 400, H: 300})
		effect(t, proof.Confirmed, r.snap(desktop.PlaceLeft))
		require.Equal(t, desktop.PixelRect{X: -1280, Y: 24, W: 640, H: 1000}, r.frameOf(r.win), "on the display where it is")
	})
}

func TestAWindowThatIsMaximisedIsLeftAlone(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		effect(t, proof.Confirmed, r.last(r.snap(desktop.PlaceMaximise)))
		n := len(r.desk.Acts())
		saw(t, proof.AlreadySo, "maximised", r.snap(desktop.PlaceMaximise))
		require.Len(t, r.desk.Acts(), n)
		effect(t, proof.Confirmed, r.snap(desktop.PlaceLeft))
	})
}

func TestAWindowThatDoesNotMoveIsUnchanged(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Fixed()
		effect(t, proof.Unchanged, r.snap(desktop.PlaceLeft))
		effect(t, proof.Unchanged, r.snap(desktop.PlaceMaximise))
	})
}

// rigid is a window manager whose window moves but keeps its size.
type rigid struct {
	desktop.Windows
	w *dt.Window
}

func (x rigid) Place(ctx context.Context, id desktop.WindowID, f desktop.PixelRect) error {
	if err := x.Windows.Place(ctx, id, f); err != nil {
		return err
	}
	r := x.w.Element().Bounds
	x.w.Move(desktop.Rect{X: r.X, Y: r.Y, W: 300, H: 200})
	return nil
}

func TestAWindowOfFixedSizeThatMovedIsPartial(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.plat.Windows = rigid{r.plat.Windows, r.win}
		r.reopen(Config{})
		o := r.snap(desktop.PlaceRight)
		effect(t, proof.Partial, o)
		require.Contains(t, o.Report(), "300×224")
	})
}

func TestAPlaceThatIsTakenBackIsNone(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		o := r.snap(desktop.PlaceLeft)
		r.win.Move(frame)
		o = r.last(o)
		effect(t, proof.Unchanged, o)
		require.Equal(t, proof.ReasonReverted, o.Reason())
	})
}

func TestPacesOwnWindowIsNotTheWindow(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		own := r.desk.OwnWindow("Pace", frame)
		before := r.frameOf(own)
		effect(t, proof.Confirmed, r.snap(desktop.PlaceLeft))
		effect(t, proof.Confirmed, r.x.CloseWindow(r.ctx, 1, ""))
		require.Equal(t, before, r.frameOf(own))
		require.True(t, r.win.Gone())
		effect(t, proof.Refused, r.x.CloseWindow(r.ctx, 2, ""))
		effect(t, proof.Refused, r.snap(desktop.PlaceLeft))
	})
}

// topped is a window manager that keeps a nameless window of its own above all others.
type topped struct{ desktop.Windows }

func (w topped) List(ctx context.Context) ([]desktop.Window, error) {
	ws, err := w.Windows.List(ctx)
	return append(ws, desktop.Window{ID: 999, Title: "Manager", Kind: "menu", Frame: desktop.PixelRect{X: -100, Y: -100, W: 1, H: 1}}), err
}

func TestTheProgramBehindPacesOwnWindowIsMeant(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		box := r.win.Check("Box", false)
		own := r.desk.OwnWindow("Pace", frame)
		own.Raise()
		require.True(t, own.InFront())
		r.plat.Windows = topped{r.plat.Windows}
		r.reopen(Config{})
		o, _ := r.x.Press(r.ctx, 0, target("Box"), nil, 1, 0)
		effect(t, proof.Confirmed, o)
		require.Equal(t, 1, box.Pressed())
	})
}

// mine makes the windows with this title Pace's own, whose page is on the accessibility bus like any other.
type mine struct {
	desktop.Windows
	title string
}

func (m mine) List(ctx context.Context) ([]desktop.Window, error) {
	ws, err := m.Windows.List(ctx)
	for i := range ws {
		ws[i].Own = ws[i].Title == m.title
	}
	return ws, err
}

func TestPaceIsNotActedOnByItsName(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		allow := r.desk.App("Pace", desktop.WebKit).Window("Pace", frame).Check("Allow", false)
		r.plat.Windows = mine{r.plat.Windows, "Pace"}
		r.reopen(Config{})
		o, _ := r.x.Press(r.ctx, 0, desktop.Target{Label: "Allow", App: "Pace"}, nil, 1, 0)
		effect(t, proof.Refused, o)
		o, _ = r.x.Press(r.ctx, 1, desktop.Target{Path: []string{"application:Pace", "window:Pace", "checkbox:Allow"}}, nil, 1, 0)
		effect(t, proof.Refused, o)
		require.Zero(t, allow.Pressed())
	})
}

func TestAWindowThatWasClosedMeanwhileIsNotTakenForAnother(t *testing.T) {
	open := func(t *testing.T, r *rig) {
		r.desk.Install(desktop.Entry{ID: "org.example.Notes.desktop", Name: "Notes"})
		r.desk.App("Chat", desktop.GTK3).WindowBehind("Anna", frame)
		effect(t, proof.Confirmed, r.x.OpenApp(r.ctx, 0, "Notes"))
	}
	bubble(t, func(t *testing.T, r *rig) {
		open(t, r)
		r.win.Close()
		for _, p := range []desktop.Placement{desktop.PlaceLeft, desktop.PlaceMinimise, desktop.PlaceMaximise, desktop.PlaceNormal, desktop.PlaceRestore} {
			o := r.snap(p)
			effect(t, proof.Failed, o)
			require.Equal(t, proof.ReasonGone, o.Reason())
		}
		effect(t, proof.Failed, r.x.CloseWindow(r.ctx, 9, ""))
		effect(t, proof.Failed, r.quit(""))
		require.Empty(t, r.desk.Acts())
	})
	bubble(t, func(t *testing.T, r *rig) { // a splash screen
		r.win.Check("A", false)
		open(t, r)
		main := r.app.Window("Document", frame)
		r.win.Close()
		o := r.snap(desktop.PlaceLeft)
		effect(t, proof.Confirmed, o)
		saw(t, proof.StateRead, "Document", o)
		require.True(t, main.InFront())
	})
	bubble(t, func(t *testing.T, r *rig) { // closed by the plan itself
		open(t, r)
		effect(t, proof.Confirmed, r.x.CloseWindow(r.ctx, 1, ""))
		o := r.snap(desktop.PlaceLeft)
		effect(t, proof.Confirmed, o)
		saw(t, proof.StateRead, "Anna", o)
	})
}
