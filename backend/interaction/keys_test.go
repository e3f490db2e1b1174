package interaction

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

func (r *rig) key(name string, mods ...string) proof.Outcome {
	o, _ := r.x.Key(r.ctx, r.step, desktop.Key{Mods: mods, Name: name}, nil)
	r.step++
	return o
}

func TestAKeyIsProvenByWhatItDoes(t *testing.T) {
	for name, build := range map[string]func(r *rig){
		"the focused element": func(r *rig) {
			r.win.Focus(r.win.Check("Wrap", false))
			r.app.OnKey("f5", dt.SetState(r.win.Row("Wrap"), desktop.Checked, true))
		},
		"the focus": func(r *rig) {
			b := r.win.Button("B")
			r.win.Focus(r.win.Button("A"))
			r.app.OnKey("f5", func(*dt.Control) { r.win.Focus(b) })
		},
		"a dialog":         func(r *rig) { r.app.OnKey("f5", dt.OpenDialog("Find", nil)) },
		"something nearby": func(r *rig) { r.app.OnKey("f5", dt.SetLabel(r.win.Label("ready"), "done")) },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				build(r)
				effect(t, proof.Confirmed, r.last(r.key("f5")))
				require.Equal(t, []string{"+f5", "-f5"}, r.desk.KeyLog())
			})
		})
	}
}

func TestAKeyThatShowsNothingIsUnverifiable(t *testing.T) {
	for _, warm := range []bool{false, true} {
		for _, ticks := range []bool{false, true} {
			t.Run(fmt.Sprint(warm, ticks), func(t *testing.T) {
				bubble(t, func(t *testing.T, r *rig) {
					r.win.Focus(r.win.Text("Name", ""))
					if ticks {
						r.win.Ticker("Mail", 400*time.Millisecond)
					}
					if warm {
						r.warm(t)
					}
					o := r.last(r.key("s", "ctrl"))
					effect(t, proof.Unverifiable, o)
				})
			})
		}
	}
}

func TestAKeyThatIsNotThereOrNotForUsIsNotPressed(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		o := r.key("flux")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonInvalid, o.Reason())
		stop := r.busy()
		require.Equal(t, proof.ReasonUserInput, r.key("f5").Reason())
		stop()
		require.Empty(t, r.desk.Acts())
		r.plat.Input = nil
		r.reopen(Config{})
		require.Equal(t, proof.ReasonUnavailable, r.key("f5").Reason())
	})
}

func TestAKeyGoesToTheWindowThatIsWatched(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		w := r.win.Check("Wrap", false)
		r.win.Focus(w)
		_, _ = r.x.Press(r.ctx, 0, desktop.Target{Label: "Wrap"}, nil, 1, 0)
		r.x.chosen = r.win.ID() // the turn works here
		chat := r.desk.App("Chat", desktop.GTK3).Window("Chat", frame)
		trap := chat.Check("Trap", false)
		chat.Focus(trap)
		effect(t, proof.Confirmed, r.key("space"))
		require.False(t, trap.Is(desktop.Checked))
		require.True(t, r.win.InFront())
	})
}

func TestNothingStaysPressed(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Text("Name", "")
		r.desk.SetKeyTime(20 * time.Millisecond)
		r.key("s", "ctrl", "shift")
		require.Equal(t, []string{"+ctrl", "+shift", "+s", "-s", "-shift", "-ctrl"}, r.desk.KeyLog())
		require.Empty(t, r.desk.Held())
	})
}
