package interaction

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

// terminal opens a window of a program that takes no part in accessibility.
func (r *rig) terminal() (*dt.App, *dt.Window) {
	a := r.desk.App("XTerm", desktop.OtherToolkit)
	a.Mute()
	w := a.Window("shell", frame)
	r.idle(5 * time.Second)
	return a, w
}

func TestKeysAndTheWheelReachAProgramWithoutAccessibilityAndProveNothing(t *testing.T) {
	for name, act := range map[string]func(r *rig) proof.Outcome{
		"key":   func(r *rig) proof.Outcome { return r.key("s", "ctrl") },
		"wheel": func(r *rig) proof.Outcome { return r.scroll("", 3) },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				_, w := r.terminal()
				start := time.Now()
				o := r.last(act(r))
				effect(t, proof.Unverifiable, o)
				require.Contains(t, o.Report(), "“shell”, which does not show its contents to accessibility")
				require.Less(t, time.Since(start), 1500*time.Millisecond, "virtual time")
				acts := r.desk.Acts()
				require.Len(t, acts, 1)
				require.True(t, w.InFront())
				require.Empty(t, r.desk.Held())
			})
		})
	}
}

func TestAWindowThatAKeyOpensOrClosesProvesIt(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		a, w := r.terminal()
		a.OnKey("ctrl+n", func(*dt.Control) { a.Window("another", frame) })
		o := r.last(r.key("n", "ctrl"))
		effect(t, proof.Confirmed, o)
		saw(t, proof.WindowNew, "another", o)
		w.Raise()
		a.OnKey("alt+f4", func(*dt.Control) { w.Close() })
		o = r.last(r.key("f4", "alt"))
		effect(t, proof.Confirmed, o)
		saw(t, proof.WindowGone, "shell", o)
	})
	bubble(t, func(t *testing.T, r *rig) {
		a, w := r.terminal()
		a.OnKey("f9", func(*dt.Control) { w.Close() })
		o := r.last(r.key("f9"))
		effect(t, proof.Unverifiable, o)
		require.Equal(t, proof.ReasonAppEnded, o.Reason())
	})
}

func TestADeclaredExpectationRulesWithoutAccessibilityToo(t *testing.T) {
	for name, c := range map[string]struct {
		e     desktop.Expect
		title string
		want  proof.Effect
	}{
		"a title that comes":        {desktop.Expect{Kind: desktop.TitleHas, Value: "vim"}, "vim", proof.Confirmed},
		"a title that does not":     {desktop.Expect{Kind: desktop.TitleHas, Value: "vim"}, "bash", proof.Unchanged},
		"a title that is there":     {desktop.Expect{Kind: desktop.TitleHas, Value: "shell"}, "shell", proof.Unverifiable},
		"a window that does not":    {desktop.Expect{Kind: desktop.WindowOpens}, "vim", proof.Unchanged},
		"contents, which none sees": {desktop.Expect{Kind: desktop.Appears, Target: desktop.Target{Label: "OK"}}, "vim", proof.Unverifiable},
		"anything":                  {desktop.Expect{Kind: desktop.Changes}, "vim", proof.Unverifiable},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				a, w := r.terminal()
				a.OnKey("f5", func(*dt.Control) { w.Retitle(c.title) })
				o, _ := r.x.Key(r.ctx, r.step, desktop.Key{Name: "f5"}, &c.e)
				r.step++
				effect(t, c.want, r.last(o))
				require.Equal(t, []string{"+f5", "-f5"}, r.desk.KeyLog())
			})
		})
	}
}

func TestAProgramThatIsOnlyLateOnTheBusIsNotTakenForOneWithoutAccessibility(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Focus(r.win.Check("Wrap", false))
		r.plat.Tree = &late{Tree: r.plat.Tree, until: time.Now().Add(200 * time.Millisecond)}
		r.reopen(Config{})
		effect(t, proof.Confirmed, r.last(r.key("space")))
	})
}

// late is a bus on which nobody is listed before an instant.
type late struct {
	desktop.Tree
	until time.Time
}

func (l *late) Apps(ctx context.Context) ([]desktop.App, error) {
	if time.Now().Before(l.until) {
		return nil, ctx.Err()
	}
	return l.Tree.Apps(ctx)
}

func TestWithoutAnyAccessibilityBusKeysStillGoToTheWindowInFront(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.plat.Tree, r.plat.Actor, r.plat.Watcher = nil, nil, nil
		r.reopen(Config{})
		effect(t, proof.Unverifiable, r.last(r.key("f5")))
		require.Equal(t, []string{"+f5", "-f5"}, r.desk.KeyLog())
		effect(t, proof.Unverifiable, r.last(r.scroll("", 3)))
	})
}

func TestAProgramWithoutAccessibilityKeepsTheRulesOfInput(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		_, w := r.terminal()
		stop := r.busy()
		require.Equal(t, proof.ReasonUserInput, r.key("f5").Reason())
		stop()
		r.idle(time.Second)
		o := r.scroll("Things", 3)
		effect(t, proof.Refused, o)
		require.Contains(t, o.Report(), "Things")
		r.desk.OwnWindow("Pace", frame)
		r.plat.Windows = stacked{r.plat.Windows}
		r.reopen(Config{})
		require.Equal(t, proof.ReasonObstructed, r.scroll("", 3).Reason())
		require.Empty(t, r.desk.Acts())
		w.Close()
		r.win.Close()
		r.reopen(Config{})
		o = r.key("f5")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonNotFound, o.Reason())
	})
}

func TestWhereAKeyWouldGoIsToldWithoutPressingIt(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		where, p := r.x.PreviewKey(r.ctx, desktop.Key{Name: "f5"})
		require.Nil(t, p)
		require.Equal(t, "in “Notes”", where)
		r.terminal()
		where, p = r.x.PreviewKey(r.ctx, desktop.Key{Name: "f5"})
		require.Nil(t, p)
		require.Equal(t, "in “shell”, whose contents Pace can't see", where)
		_, p = r.x.PreviewKey(r.ctx, desktop.Key{Name: "flux"})
		require.Equal(t, proof.ReasonInvalid, p.Reason)
		where, p = r.x.PreviewScroll(r.ctx, desktop.Target{})
		require.Nil(t, p)
		require.Contains(t, where, "shell")
		require.Empty(t, r.desk.Acts())
	})
}
