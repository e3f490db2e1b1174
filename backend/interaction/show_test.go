package interaction

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/proof"
)

func (r *rig) arrange(app string, p desktop.Placement) proof.Outcome {
	o := r.x.SnapApp(r.ctx, r.step, app, p)
	r.step++
	return o
}

func TestAWindowIsMinimisedAndShownAgain(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		o := r.last(r.snap(desktop.PlaceMinimise))
		effect(t, proof.Confirmed, o)
		require.Equal(t, "Window “Notes” changed from shown to minimised.", o.Report())
		require.False(t, r.win.InFront())
		o = r.last(r.snap(desktop.PlaceRestore))
		effect(t, proof.Confirmed, o)
		require.Equal(t, "Window “Notes” changed from minimised to shown.", o.Report())
		require.True(t, r.win.InFront())
	})
}

func TestAWindowThatIsAsWantedAlreadyIsLeftAlone(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Minimise()
		o := r.arrange("Notes", desktop.PlaceMinimise)
		effect(t, proof.Confirmed, o)
		saw(t, proof.AlreadySo, "minimised", o)
		r.win.Raise()
		for _, p := range []desktop.Placement{desktop.PlaceRestore, desktop.PlaceNormal} {
			o = r.snap(p)
			effect(t, proof.Confirmed, o)
			saw(t, proof.AlreadySo, "its own size", o)
		}
		require.Empty(t, r.desk.Acts())
	})
}

func TestAMaximisedOrFullWindowGetsItsOwnSizeBack(t *testing.T) {
	for name, grow := range map[string]func(r *rig){
		"maximised":   func(r *rig) { r.snap(desktop.PlaceMaximise) },
		"full screen": func(r *rig) { r.win.FullScreen() },
	} {
		for _, p := range []desktop.Placement{desktop.PlaceRestore, desktop.PlaceNormal} {
			t.Run(name+" "+string(p), func(t *testing.T) {
				bubble(t, func(t *testing.T, r *rig) {
					was := r.frameOf(r.win)
					r.desk.App("Mail", desktop.GTK3).WindowBehind("Inbox", frame).Minimise()
					grow(r)
					o := r.last(r.snap(p))
					effect(t, proof.Confirmed, o)
					require.Equal(t, "Window “Notes” changed from "+name+" to its own size.", o.Report())
					require.Equal(t, was, r.frameOf(r.win))
				})
			})
		}
	}
}

func TestRestoringWithoutANameMeansTheOneThatIsMinimised(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		mail := r.desk.App("Mail", desktop.GTK3).Window("Inbox", frame)
		mail.Minimise()
		require.True(t, r.win.InFront())
		effect(t, proof.Confirmed, r.last(r.snap(desktop.PlaceRestore)))
		require.True(t, mail.InFront())
	})
	bubble(t, func(t *testing.T, r *rig) {
		r.desk.App("Mail", desktop.GTK3).Window("Inbox", frame).Minimise()
		r.desk.App("Chat", desktop.GTK3).Window("Anna", frame).Minimise()
		o := r.snap(desktop.PlaceRestore)
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonAmbiguous, o.Reason())
		require.Contains(t, o.Report(), "“Inbox”")
		require.Contains(t, o.Report(), "“Anna”")
		_, p := r.x.PreviewWindow(r.ctx, "", desktop.PlaceRestore)
		require.Equal(t, proof.ReasonAmbiguous, p.Reason)
		effect(t, proof.Confirmed, r.last(r.arrange("Chat", desktop.PlaceRestore)))
	})
}

func TestWhatComesAfterRestoringIsMeantForThatWindow(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		mail := r.desk.App("Mail", desktop.GTK3).Window("Inbox", frame)
		box := mail.Check("Read", false)
		mail.Minimise()
		effect(t, proof.Confirmed, r.arrange("Mail", desktop.PlaceRestore))
		r.win.Raise()
		effect(t, proof.Confirmed, r.last(r.press("Read")))
		require.Equal(t, 1, box.Pressed())
	})
}

func TestAWindowManagerThatDoesNotMinimiseIsToldFromOneThatDoes(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Fixed()
		o := r.snap(desktop.PlaceMinimise)
		effect(t, proof.Unchanged, o)
		require.Equal(t, "“Notes” stayed as it was: shown.", o.Report())
		r.win.RefuseActivation().Minimise()
		o = r.arrange("Notes", desktop.PlaceRestore)
		effect(t, proof.Unchanged, o)
		require.Equal(t, "“Notes” stayed as it was: minimised.", o.Report())
	})
}

func TestAMinimisedWindowThatComesBackByItselfIsNone(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		o := r.snap(desktop.PlaceMinimise)
		r.win.Raise()
		o = r.last(o)
		effect(t, proof.Unchanged, o)
		require.Equal(t, proof.ReasonReverted, o.Reason())
	})
}

func TestTheWindowOfAProgramWithoutAccessibilityIsPlacedByItsName(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		_, w := r.terminal()
		r.win.Raise()
		effect(t, proof.Confirmed, r.last(r.arrange("xterm", desktop.PlaceMinimise)))
		require.False(t, w.InFront())
		effect(t, proof.Confirmed, r.last(r.arrange("XTerm", desktop.PlaceRestore)))
		require.True(t, w.InFront())
		effect(t, proof.Confirmed, r.last(r.arrange("xterm", desktop.PlaceLeft)))
		effect(t, proof.Refused, r.arrange("Nowhere", desktop.PlaceMinimise))
	})
}
