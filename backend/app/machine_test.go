package app_test

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/desktop"
	"pace/backend/event"
	"pace/backend/executor"
	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/system/systemtest"
	"pace/backend/tool"
)

// do has calls carried out as a turn does, one after another.
func do(t *testing.T, a *app.App, calls ...tool.Call) executor.Result {
	t.Helper()
	return doIn(t, a, executor.Input{}, calls...)
}

func doIn(t *testing.T, a *app.App, in executor.Input, calls ...tool.Call) executor.Result {
	t.Helper()
	var steps [][]tool.Call
	for _, c := range calls {
		steps = append(steps, []tool.Call{c})
	}
	plan, problems := a.Turns().Registry.Plan(steps, tool.OfferAll)
	require.Empty(t, problems)
	in.Turn, in.Plan, in.Origin, in.Attended, in.Emit = "turn", plan, "ask", true, func(event.Body) {}
	r := a.Turns().Executor.Run(t.Context(), in)
	a.Turns().Sessions.End("turn")
	return r
}

func call(name, args string) tool.Call { return tool.Call{Tool: name, Args: json.RawMessage(args)} }

func effects(r executor.Result) (out []proof.Effect) {
	for _, d := range r.Steps {
		out = append(out, d.Outcome.Effect())
	}
	return out
}

func TestTheMachineNeedsNoScreen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t, func(o *app.Options) {
			o.Desktop = func(context.Context) *desktop.Desktop {
				return &desktop.Desktop{Missing: map[string]error{"Tree": desktop.ErrNoDisplay, "Windows": desktop.ErrNoDisplay}}
			}
		})
		p.Machine.Media.Start(systemtest.Player{ID: "p", Name: "Tunes", Titles: []string{"One"}, State: system.Paused})
		r := do(t, p.App, call("volume", `{"level":30}`), call("brightness", `{"direction":"down"}`), call("music", `{"command":"play"}`))
		require.Equal(t, []proof.Effect{proof.Confirmed, proof.Confirmed, proof.Confirmed}, effects(r))
		for _, d := range r.Steps {
			require.NotNil(t, d.Outcome.Timing().Settled, "it was seen to last")
			require.NotZero(t, d.Run, "it is on record")
		}
		require.NoError(t, p.Close())
	})
}

func TestWhatTheMachineLacksBlocksThePlanWithReasonAndFix(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t)
		p.Machine.Volume.Deny(system.Capability{Name: "audio", State: system.Absent, Reason: "There is no sound output.", Fix: "Connect one."})
		for _, dry := range []bool{false, true} {
			r := doIn(t, p.App, executor.Input{DryRun: dry}, call("brightness", `{"level":30}`), call("volume", `{"level":30}`))
			require.Equal(t, proof.Refused, r.Steps[1].Outcome.Effect())
			require.Equal(t, "There is no sound output. Connect one.", r.Steps[1].Outcome.Report())
			require.Zero(t, p.Machine.Brightness.Acts(), "nothing of the plan was begun")
		}
		r := do(t, p.App, call("music", `{"command":"play"}`))
		require.Equal(t, proof.ReasonUnavailable, r.Stopped.Reason)
		require.Equal(t, "No music player is running. Open one.", r.Stopped.Text)
		require.NoError(t, p.Close())
	})
}

func TestAStepThatDidNotLastIsNotCalledDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t)
		p.Machine.Volume.Then(func() {
			time.AfterFunc(100*time.Millisecond, func() { p.Machine.Volume.User(system.Loudness{Level: 90}) })
		})
		r := do(t, p.App, call("volume", `{"level":30}`))
		require.Equal(t, []proof.Effect{proof.Unchanged}, effects(r))
		require.Nil(t, r.Steps[0].Undo)
		require.NoError(t, p.Close())
	})
}

func TestVolumeIsUndoneByTheNextProcessUnlessItWasChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t)
		p.Machine.Volume.User(system.Loudness{Level: 50, Muted: true})
		require.Equal(t, []proof.Effect{proof.Confirmed}, effects(do(t, p.App, call("volume", `{"level":30}`))))
		require.NoError(t, p.Close())

		p = p.Second(t)
		p.Machine.Volume.User(system.Loudness{Level: 31})
		got := p.Ask(t, "undo that")
		require.Equal(t, event.Blocked, got.Status)
		require.Contains(t, got.Spoken, "31 %")
		p.Machine.Volume.User(system.Loudness{Level: 30})
		got = p.Ask(t, "undo that")
		require.Equal(t, event.Done, got.Status, got.Spoken)
		require.Equal(t, system.Loudness{Level: 50, Muted: true}, p.Machine.Volume.Now())
		require.Equal(t, "There is nothing to undo.", p.Ask(t, "undo that").Spoken)
		require.NoError(t, p.Close())
	})
}
