package interaction

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/proof"
)

func target(label string) desktop.Target { return desktop.Target{Label: label} }

func (r *rig) pressAt(p desktop.Pixel, display int) proof.Outcome {
	o := r.x.PressAt(r.ctx, r.step, Spot{p.X, p.Y, display}, nil, 1, 0)
	r.step++
	return o
}

func TestAPlaceIsPressedAndProvenByWhatLiesThere(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		box := r.win.Check("Wrap", false)
		o := r.last(r.pressAt(box.Pixel(), -1))
		effect(t, proof.Confirmed, o)
		saw(t, proof.OwnChange, "Wrap", o)
		effect(t, proof.Confirmed, r.last(r.pressAt(box.Pixel(), 0)))
		empty := desktop.Pixel{X: 300, Y: 650}
		effect(t, proof.Unchanged, r.pressAt(empty, -1))
	})
}

func TestAPlaceCountsFromItsDisplay(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.desk.SetDisplays(desktop.Display{Bounds: desktop.PixelRect{X: -1920, W: 1920, H: 1080}, Origin: desktop.Point{X: -1920}, Scale: 1},
			desktop.Display{Bounds: desktop.PixelRect{W: 1920, H: 1080}, Scale: 1})
		r.win.Move(desktop.Rect{X: -1800, Y: 100, W: 500, H: 600})
		box := r.win.Check("Wrap", false)
		px := box.Pixel()
		require.Negative(t, px.X)
		effect(t, proof.Confirmed, r.last(r.pressAt(px, -1)))
		px.X += 1920
		effect(t, proof.Confirmed, r.last(r.pressAt(px, 0)))
		effect(t, proof.Refused, r.pressAt(px, 2))
	})
}

func TestAPlaceThatIsNotForUsIsNotPressed(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		box := r.win.Check("Wrap", false)
		for _, p := range []desktop.Pixel{{X: -1, Y: 5}, {X: 1920, Y: 5}, {X: 5, Y: 5000}} {
			o := r.pressAt(p, -1)
			effect(t, proof.Refused, o)
			require.Equal(t, proof.ReasonInvalid, o.Reason())
		}
		require.Equal(t, proof.ReasonNotFound, r.pressAt(desktop.Pixel{X: 1900, Y: 1000}, -1).Reason(), "no window there")
		stop := r.busy()
		require.Equal(t, proof.ReasonUserInput, r.pressAt(box.Pixel(), -1).Reason())
		stop()
		r.idle(1e9)
		r.desk.OwnWindow("Pace", frame)
		r.plat.Windows = stacked{r.plat.Windows}
		r.reopen(Config{})
		require.Equal(t, proof.ReasonNotPermitted, r.pressAt(box.Pixel(), -1).Reason())
		require.Empty(t, r.desk.Acts())
	})
}

func TestAPreviewTouchesNothing(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Text("Name", "")
		r.win.Button("Save").Disable()
		r.win.Menu("File", "Export", "PDF…")
		r.win.Check("Wrap", false)
		for label, want := range map[string]string{"Wrap": "check box “Wrap” in “Notes”", "PDF": "menu item “PDF…” in “Notes”"} {
			got, p := r.x.Preview(r.ctx, target(label), ToPress)
			require.Nil(t, p)
			require.Equal(t, want, got)
		}
		got, p := r.x.Preview(r.ctx, target(""), ToWrite)
		require.Nil(t, p)
		require.Contains(t, got, "Name")
		_, p = r.x.Preview(r.ctx, target("Save"), ToPress)
		require.Equal(t, proof.ReasonDisabled, p.Reason)
		_, p = r.x.Preview(r.ctx, target("Nowhere"), ToSet)
		require.Equal(t, proof.ReasonNotFound, p.Reason)
		require.Empty(t, r.desk.Acts())
	})
}
