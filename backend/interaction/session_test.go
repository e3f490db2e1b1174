package interaction

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

func TestAnEarlierStepThatDidNotLastStopsTheNext(t *testing.T) {
	for _, kind := range []string{"own", "nearby"} {
		bubble(t, func(t *testing.T, r *rig) {
			status := r.win.Label("ready")
			var undo func()
			switch kind {
			case "own":
				c := r.win.Check("First", false)
				undo = func() { c.SetState(desktop.Checked, false) }
			case "nearby":
				r.win.Button("First").On(dt.SetLabel(status, "done"))
				undo = func() { status.SetLabel("ready") }
			}
			next := r.win.Check("Next", false)
			a := r.press("First")
			effect(t, proof.Confirmed, a)
			undo()
			b := r.press("Next")
			effect(t, proof.NotAttempted, b)
			require.Contains(t, b.Report(), "did not last")
			require.Zero(t, next.Pressed())
			effect(t, proof.Unchanged, r.settle(a, b)[0])
		})
	}
}

func TestAStepInAnotherProgramDoesNotWaitForTheFirst(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		c := r.win.Check("First", false)
		other := r.desk.App("Mail", desktop.GTK3).WindowBehind("Mail", frame).Check("Next", false)
		a := r.press("First")
		c.SetState(desktop.Checked, false)
		b := r.pressTarget(desktop.Target{Label: "Next", App: "Mail"})
		effect(t, proof.Confirmed, b)
		require.Equal(t, 1, other.Pressed())
		os := r.settle(a, b)
		effect(t, proof.Unchanged, os[0])
		effect(t, proof.Confirmed, os[1])
	})
}

func TestSettlingIsPaidOnceForATurn(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		var os []proof.Outcome
		for i := range 8 {
			r.win.Check(fmt.Sprint("Box ", i), false)
		}
		start := time.Now()
		for i := range 8 {
			os = append(os, r.press(fmt.Sprint("Box ", i)))
		}
		require.Zero(t, time.Since(start), "signals, not waiting")
		for _, o := range r.settle(os...) {
			effect(t, proof.Confirmed, o)
			require.NotNil(t, o.Timing().Settled)
		}
		require.Equal(t, 250*time.Millisecond, time.Since(start))
	})
}

func TestStoppingBeforeItLastsLeavesItUnverifiable(t *testing.T) {
	for _, label := range []string{"Box", "Go"} {
		bubble(t, func(t *testing.T, r *rig) {
			r.win.Check("Box", false)
			r.win.Button("Go").On(dt.SetLabel(r.win.Label("ready"), "done"))
			o := r.press(label)
			effect(t, proof.Confirmed, o)
			ctx, stop := context.WithTimeout(r.ctx, 100*time.Millisecond)
			defer stop()
			got := r.x.Settle(ctx)[0]
			effect(t, proof.Unverifiable, got)
		})
	}
}

func TestASubscriptionIsGivenBack(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Check("Box", false)
		r.desk.App("Mail", desktop.GTK3).WindowBehind("Mail", frame).Check("Next", false)
		r.press("Box")
		r.pressTarget(desktop.Target{Label: "Next", App: "Mail"})
		require.Len(t, r.all.attns, 2)
		again := r.all.Open("u", nil)
		_, _ = again.Press(r.ctx, 0, target("Box"), nil, 1, 0)
		require.Len(t, r.all.attns, 2, "shared")
		r.all.End("t")
		require.Len(t, r.all.attns, 1)
		r.all.End("u")
		r.all.End("u")
		require.Empty(t, r.all.attns)
	})
}

func TestWarmFollowsTheProgramInFront(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.warm(t)
		require.Contains(t, r.all.attns, r.app.Ref())
		mail := r.desk.App("Mail", desktop.GTK3)
		mail.Window("Mail", frame)
		r.idle(time.Second)
		require.Contains(t, r.all.attns, mail.Ref())
		require.Len(t, r.all.attns, 1)
	})
}

func TestAHungProgramFailsAndTheOthersWork(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Check("Box", false)
		r.desk.App("Mail", desktop.GTK3).WindowBehind("Mail", frame).Check("Next", false)
		r.app.Hang(0)
		o := r.press("Box")
		effect(t, proof.Failed, o)
		require.Equal(t, proof.ReasonHung, o.Reason())
		effect(t, proof.Confirmed, r.pressTarget(desktop.Target{Label: "Next", App: "Mail"}))
	})
}

func TestWithoutAScreenEverythingIsRefused(t *testing.T) {
	for _, d := range []*desktop.Desktop{nil, {}, {Missing: map[string]error{"Tree": desktop.ErrNoBus}}} {
		bubble(t, func(t *testing.T, r *rig) {
			all := New(d, Config{})
			x := all.Open("none", nil)
			defer all.End("none")
			press, _ := x.Press(r.ctx, 0, target("x"), nil, 1, 0)
			text, _ := x.Type(r.ctx, 0, target("x"), "x", nil)
			set, _ := x.SetValue(r.ctx, 0, target("x"), "x", nil, nil)
			key, _ := x.Key(r.ctx, 0, desktop.Key{Name: "a"}, nil)
			scroll, _ := x.Scroll(r.ctx, 0, target(""), 0, 1)
			_, clip := x.Read(r.ctx)
			for i, o := range []proof.Outcome{press, text, set, key, scroll, clip, x.PressAt(r.ctx, 0, Spot{1, 1, -1}, nil, 1, 0), x.Snap(r.ctx, 0, desktop.PlaceLeft),
				x.CloseWindow(r.ctx, 0, ""), x.OpenApp(r.ctx, 0, "x"), x.OpenURL(r.ctx, 0, "https://x")} {
				require.Equal(t, proof.Refused, o.Effect(), "%d %s", i, o.Report())
				require.Equal(t, proof.ReasonUnavailable, o.Reason(), "%d %s", i, o.Report())
			}
			_, p := x.Preview(r.ctx, target("x"), ToPress)
			require.Equal(t, proof.ReasonUnavailable, p.Reason)
			require.Empty(t, x.Settle(r.ctx))
			require.Error(t, all.Warm(r.ctx))
		})
	}
}

func TestAProgramOutsideAccessibilityIsToldSo(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Check("Box", false)
		r.app.Mute()
		o := r.press("Box")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonUnavailable, o.Reason())
		require.Contains(t, o.Report(), "Notes")
	})
}

func TestTheTerminalThatACommandCameFromIsNotMeant(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		box := r.win.Check("Box", false)
		term := r.desk.App("Terminal", desktop.GTK3)
		trap := term.Window("Terminal", frame).Check("Box", false)
		x := r.all.Open("cli", func(pid int) bool { return pid == term.PID() })
		defer r.all.End("cli")
		o, _ := x.Press(r.ctx, 0, target("Box"), nil, 1, 0)
		effect(t, proof.Confirmed, o)
		require.Equal(t, []int{1, 0}, []int{box.Pressed(), trap.Pressed()})
	})
}

func TestPicturesShowTheTargetBeforeAndAfter(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.reopen(Config{Pictures: true})
		r.win.Check("Box", false)
		_, shot := r.x.Press(r.ctx, 0, target("Box"), nil, 1, 0)
		require.NotNil(t, shot)
		require.NotEmpty(t, shot.Before)
		require.Empty(t, shot.After, "a program tells of a change before it paints it")
		r.x.Settle(r.ctx)
		require.NotEmpty(t, shot.After)
		require.NotEqual(t, shot.Before, shot.After)
		_, first := r.x.Press(r.ctx, 1, target("Box"), nil, 1, 0)
		r.x.Press(r.ctx, 2, target("Box"), nil, 1, 0)
		require.NotEqual(t, first.Before, first.After, "the next step's work is not in the picture")
		require.Equal(t, shot.Before, first.After)
		r.reopen(Config{})
		_, shot = r.x.Press(r.ctx, 0, target("Box"), nil, 1, 0)
		require.Nil(t, shot)
	})
}

func TestAStopBeforeThePressSendsNothing(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		box := r.win.Check("Box", false)
		ctx, stop := context.WithCancel(r.ctx)
		stop()
		o, _ := r.x.Press(ctx, 0, target("Box"), nil, 1, 0)
		effect(t, proof.Cancelled, o)
		require.Zero(t, box.Pressed())
	})
}

func TestAWindowThatAStepOpenedAndThatGoesByItselfIsNotTheNextStepsDoing(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Button("First").On(dt.OpenDialog("Working…", func(w *dt.Window) { r.desk.After(300*time.Millisecond, w.Close) }))
		r.win.Button("Nothing")
		a := r.press("First")
		effect(t, proof.Confirmed, a)
		effect(t, proof.Unverifiable, r.press("Nothing"))

		r.win.Button("Ask").On(dt.OpenDialog("Sure?", func(w *dt.Window) { w.Button("OK").On(dt.CloseWindow()) }))
		effect(t, proof.Confirmed, r.press("Ask"))
		effect(t, proof.Confirmed, r.last(r.press("OK")))
	})
}

func TestWhatComesLateIsNotCreditedToALaterStep(t *testing.T) {
	for _, kind := range []string{"nearby", "window", "key"} {
		bubble(t, func(t *testing.T, r *rig) {
			late := r.win.Button("Late").Delay(700 * time.Millisecond)
			box := r.win.Check("Sure", false)
			r.win.Button("Nothing")
			r.win.Ticker("Mail", 100*time.Millisecond)
			press := func() proof.Outcome { return r.press("Nothing") }
			switch kind {
			case "nearby":
				late.On(dt.SetLabel(r.win.Label("ready"), "done"))
			case "window":
				late.On(dt.OpenDialog("Done", nil))
			case "key":
				r.win.Focus(box)
				late.On(dt.SetState(box, desktop.Checked, true))
				press = func() proof.Outcome { return r.key("f5") }
			}
			a := r.press("Late")
			b := press()
			os := r.settle(a, b)
			require.False(t, os[0].OK(), "the next step was sent before its effect came")
			require.False(t, os[1].OK(), "%s: %+v", kind, os[1].Evidence())
		})
	}
}

func TestWhatASureTargetDidIsItsOwnWhateverCameBefore(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Button("Nothing")
		r.win.Ticker("Mail", 100*time.Millisecond)
		r.win.Check("Sure", false)
		a, b := r.press("Nothing"), r.press("Sure")
		os := r.settle(a, b)
		effect(t, proof.Unverifiable, os[0])
		effect(t, proof.Confirmed, os[1])
	})
}

func TestAWindowThatComesUpDoesNotStandForAStateThatWasTakenBack(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Check("Box", false).Reverts(100 * time.Millisecond).On(dt.After(150*time.Millisecond, dt.OpenDialog("Log", nil)))
		effect(t, proof.Unchanged, r.last(r.press("Box")))
	})
}

func TestABoxIsWaitedForBesideACountingLabel(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Ticker("Mail", 100*time.Millisecond)
		r.win.Check("Slow", false).Delay(900 * time.Millisecond)
		r.win.Check("Next", false)
		for _, o := range r.settle(r.press("Slow"), r.press("Next")) {
			effect(t, proof.Confirmed, o)
		}
	})
}

func TestWhatCanNotBeReadAgainIsNotKnownToLast(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Button("Go").On(dt.SetLabel(r.win.Label("ready"), "done"))
		r.win.Button("Crash").On(dt.CrashApp())
		os := r.settle(r.press("Go"), r.press("Crash"))
		effect(t, proof.Unverifiable, os[0])
		effect(t, proof.Unverifiable, os[1])
	})
}
