package executor

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/tool"
)

func TestAPlanRunsInOrderAndEachStepIsProven(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		a, b := r.win.Check("A", false), r.win.Check("B", false)
		res := r.run(one("press A"), one("press B"))
		require.Equal(t, []proof.Effect{proof.Confirmed, proof.Confirmed}, effects(res))
		require.True(t, a.Is(desktop.Checked) && b.Is(desktop.Checked))
		require.Len(t, r.records, 2)
		for i, s := range res.Steps {
			require.NotNil(t, s.Outcome.Timing().Settled)
			require.Equal(t, int64(i+1), s.Run)
		}
		require.Len(t, count[*event.Step](r), 2)
		require.Len(t, count[*event.StepResult](r), 2)
	})
}

func TestTheFirstStepThatIsNotConfirmedStopsTheRest(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		a, c := r.win.Check("A", false), r.win.Check("C", false)
		r.win.Button("B")
		res := r.run(one("press A"), one("press B"), one("press C"), one("press A"))
		require.Equal(t, []proof.Effect{proof.Confirmed, proof.Unchanged, proof.NotAttempted, proof.NotAttempted}, effects(res), "%s", res.Steps[1].Outcome.Report())
		require.NotEmpty(t, res.Steps[0].Outcome.Evidence(), "what was done keeps its evidence")
		require.Contains(t, res.Steps[2].Outcome.Report(), "step 2 (Press B)")
		require.Equal(t, proof.ReasonDependsOn, res.Steps[2].Outcome.Reason())
		require.Equal(t, []int{1, 0}, []int{a.Pressed(), c.Pressed()})
		require.Len(t, r.records, 2, "what was not begun has no record")
	})
}

func TestAStepWhoseEffectDidNotLastIsNotConfirmedInTheEnd(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Check("A", false).Reverts(150 * time.Millisecond)
		res := r.run(one("press A"))
		require.Equal(t, []proof.Effect{proof.Unchanged}, effects(res))
		require.Equal(t, proof.ReasonReverted, r.records[0].Outcome.Reason(), "the record says what was known in the end")
		require.Equal(t, "unchanged", count[*event.StepResult](r)[0].Outcome.Effect)
	})
}

func TestAnEarlierStepThatDidNotLastStopsTheNext(t *testing.T) {
	var r1 *rig
	undo := own{name: "spoil", run: func(ctx context.Context) (proof.Outcome, tool.Output) { // shares nothing with the screen
		r1.win.Row("A").SetState(desktop.Checked, false)
		return did("x")(ctx)
	}}
	bubble(t, func(t *testing.T, r *rig) {
		r1 = r
		r.win.Check("A", false)
		b := r.win.Check("B", false)
		res := r.run(one("press A"), one("spoil"), one("press B"))
		require.Equal(t, []proof.Effect{proof.Unchanged, proof.Confirmed, proof.NotAttempted}, effects(res))
		require.Zero(t, b.Pressed())
	}, undo)
}

func TestStepsThatShareNothingGoOn(t *testing.T) {
	beep := own{name: "beep", run: did("beep")}
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Button("Nothing")
		res := r.run(one("press Nothing"), one("beep"), one("press Nothing"))
		require.Equal(t, []proof.Effect{proof.Unchanged, proof.Confirmed, proof.NotAttempted}, effects(res))
	}, beep)
}

func TestCallsOfOneStepRunTogetherUnlessTheyShareSomething(t *testing.T) {
	var meet chan struct{}
	wait := func(ctx context.Context) (proof.Outcome, tool.Output) {
		select {
		case meet <- struct{}{}:
		case <-meet:
		case <-time.After(time.Minute):
			return proof.NoEffect(proof.API, nil), tool.Output{}
		}
		return did("met")(ctx)
	}
	bubble(t, func(t *testing.T, r *rig) {
		meet = make(chan struct{})
		require.Equal(t, []proof.Effect{proof.Confirmed, proof.Confirmed}, effects(r.run(one("left", "right"))))
		start := time.Now()
		require.Equal(t, []proof.Effect{proof.Unchanged, proof.NotAttempted}, effects(r.run(one("a", "b"))), "the second waits for the first")
		require.GreaterOrEqual(t, time.Since(start), time.Minute)
	}, own{name: "left", run: wait}, own{name: "right", run: wait, uses: []tool.Resource{tool.UsesClipboard}},
		own{name: "a", run: wait, uses: []tool.Resource{tool.UsesClipboard}}, own{name: "b", run: wait, uses: []tool.Resource{tool.UsesClipboard}})
}

func TestAPanicInAToolEndsItsStepAlone(t *testing.T) {
	bad := func(context.Context) (proof.Outcome, tool.Output) { panic("oh") }
	bubble(t, func(t *testing.T, r *rig) {
		res := r.run(one("bad", "good"), one("good"))
		require.Equal(t, []proof.Effect{proof.Unverifiable, proof.Confirmed, proof.Confirmed}, effects(res))
		require.Equal(t, proof.ReasonInternal, res.Steps[0].Outcome.Reason())
		require.ErrorContains(t, res.Steps[0].Outcome.Problem().Err, "oh")
	}, own{name: "bad", run: bad}, own{name: "good", run: did("x")})
}

func TestADryRunTouchesNothing(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Check("A", false)
		r.win.Button("B").Disable()
		in := r.input(r.plan(one("press A"), one("press B"), one("risky")))
		in.DryRun = true
		res := r.x.Run(r.ctx, in)
		require.True(t, res.DryRun)
		require.Empty(t, r.desk.Acts())
		require.Empty(t, r.records)
		require.Empty(t, r.asked)
		require.Contains(t, res.Steps[0].Describe, "in “Notes”")
		plan := count[*event.Plan](r)[0]
		require.Equal(t, "check box “A” in “Notes”", plan.Calls[0][0].Target)
		require.True(t, plan.Calls[2][0].Asks)

		in = r.input(r.plan(one("press B")))
		in.DryRun = true
		res = r.x.Run(r.ctx, in)
		require.Equal(t, []proof.Effect{proof.Refused}, effects(res))
		require.Equal(t, proof.ReasonDisabled, res.Steps[0].Outcome.Reason())
	}, own{name: "risky", asks: tool.Approval{Mode: tool.Always}, run: did("x")})
}

func TestActionsThatAreSwitchedOffAreOnlyPlanned(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.policy.Enabled = false
		r.win.Check("A", false)
		res := r.run(one("press A"))
		require.Equal(t, proof.ReasonNotPermitted, res.Stopped.Reason)
		require.Equal(t, []proof.Effect{proof.NotAttempted}, effects(res))
		require.Len(t, count[*event.Plan](r), 1)
		require.Empty(t, r.desk.Acts())
	})
}

func TestAMissingCapabilityStopsThePlanBeforeItsFirstStep(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.lacks[tool.NeedsClipboard] = &proof.Problem{Reason: proof.ReasonUnavailable, Text: "There is no clipboard."}
		r.win.Check("A", false)
		res := r.run(one("press A"), one("copy"))
		require.Equal(t, "There is no clipboard.", res.Stopped.Text)
		require.Equal(t, []proof.Effect{proof.NotAttempted, proof.Refused}, effects(res))
		require.Empty(t, r.desk.Acts())
	}, own{name: "copy", need: []tool.Capability{tool.NeedsClipboard}, run: did("x")})
}

func TestWhatAStartedProgramMayBringIsNotMissedBeforehand(t *testing.T) {
	play := own{name: "play", need: []tool.Capability{tool.NeedsPlayer}, run: did("music")}
	bubble(t, func(t *testing.T, r *rig) {
		r.lacks[tool.NeedsPlayer] = &proof.Problem{Reason: proof.ReasonUnavailable, Text: "No player is running."}
		require.Equal(t, []proof.Effect{proof.Confirmed, proof.Confirmed}, effects(r.run(one("launch"), one("play"))))
		for _, steps := range [][][]string{{one("play")}, {one("louder"), one("play")}, {one("play"), one("launch")}} {
			res := r.run(steps...)
			require.NotNil(t, res.Stopped, "%v", steps)
			require.Equal(t, "No player is running.", res.Stopped.Text)
		}
	}, play, own{name: "launch", need: []tool.Capability{tool.NeedsLauncher}, run: did("program")}, own{name: "louder", run: did("sound")})
}

var (
	risky  = own{name: "risky", asks: tool.Approval{Mode: tool.Always}, run: did("risky")}
	reader = own{name: "reader", risk: tool.ReadOnly, uses: []tool.Resource{tool.UsesClipboard}, run: func(context.Context) (proof.Outcome, tool.Output) {
		return proof.Confirm(proof.API, proof.Evidence{Kind: proof.Returned, What: "x", After: "y"}), tool.Output{Text: "y", Untrusted: true}
	}}
)

func TestApproval(t *testing.T) {
	yes := func(_ context.Context, a event.Approval) event.Resolved {
		return event.Resolved{ID: a.ID, Allowed: true, By: "terminal"}
	}
	silence := func(ctx context.Context, a event.Approval) event.Resolved {
		<-ctx.Done()
		return event.Resolved{ID: a.ID, By: "timeout"}
	}
	for _, c := range []struct {
		name  string
		steps [][]string
		set   func(r *rig, in *Input)
		runs  bool
		asked int
		says  string
	}{
		{"nothing to ask", [][]string{{"press A"}}, func(*rig, *Input) {}, true, 0, ""},
		{"no is the default", [][]string{{"press A"}, {"risky"}}, func(*rig, *Input) {}, false, 1, "not approved"},
		{"yes", [][]string{{"press A"}, {"risky"}}, func(r *rig, _ *Input) { r.answer = yes }, true, 1, ""},
		{"nobody answers", [][]string{{"press A"}, {"risky"}}, func(r *rig, _ *Input) { r.answer = silence }, false, 1, "in time"},
		{"the flag answers", [][]string{{"press A"}, {"risky"}}, func(_ *rig, in *Input) { in.Yes = true }, true, 0, ""},
		{"nobody is there", [][]string{{"press A"}, {"risky"}}, func(r *rig, in *Input) { r.answer, in.Attended = yes, false }, false, 0, "nobody is there"},
		{"asking is switched off", [][]string{{"press A"}, {"risky"}}, func(r *rig, _ *Input) { r.policy.Asking = false }, true, 0, ""},
		{"text from outside was read before", [][]string{{"press A"}}, func(_ *rig, in *Input) { in.Tainted = true }, false, 1, "not approved"},
		{"the flag does not answer after that", [][]string{{"press A"}}, func(_ *rig, in *Input) { in.Tainted, in.Yes = true, true }, false, 1, "not approved"},
		{"nor does switching asking off", [][]string{{"press A"}}, func(r *rig, in *Input) { in.Tainted, r.policy.Asking = true, false }, false, 1, "not approved"},
		{"it is read in this very plan", [][]string{{"reader"}, {"press A"}}, func(_ *rig, in *Input) { in.Yes = true }, false, 1, "not approved"},
		{"reading alone asks nobody", [][]string{{"reader"}}, func(_ *rig, in *Input) { in.Tainted = true }, true, 0, ""},
		{"acting before reading", [][]string{{"press A"}, {"reader"}}, func(*rig, *Input) {}, true, 0, ""},
		{"a link asks for everything", [][]string{{"press A"}}, func(_ *rig, in *Input) { in.Origin = "link" }, false, 1, "not approved"},
		{"so does another program", [][]string{{"press A"}}, func(_ *rig, in *Input) { in.Origin = "mcp" }, false, 1, "not approved"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				a := r.win.Check("A", false)
				in := r.input(r.plan(c.steps...))
				c.set(r, &in)
				start := time.Now()
				res := r.x.Run(r.ctx, in)
				require.Equal(t, c.runs, res.Stopped == nil)
				require.Len(t, r.asked, c.asked)
				require.Equal(t, len(count[*event.Approval](r)), len(count[*event.Resolved](r)))
				if !c.runs {
					require.Contains(t, res.Stopped.Text, c.says)
					require.Zero(t, a.Pressed())
					require.Empty(t, r.records)
				}
				if c.asked > 0 {
					require.Len(t, r.asked[0].Calls, len(c.steps), "the whole plan is shown")
					require.Equal(t, start.Add(2*time.Minute), r.asked[0].ExpiresAt)
					require.NotEmpty(t, r.asked[0].Why)
				}
			}, risky, reader)
		})
	}
}

func TestWhatWasReadTaintsTheTurn(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		require.False(t, r.run(one("beep")).Tainted)
		require.True(t, r.run(one("reader")).Tainted)
	}, reader, own{name: "beep", run: did("x")})
}

func TestStopping(t *testing.T) {
	for _, c := range []struct {
		name string
		stop func(r *rig, cancel func())
		want []proof.Effect
		why  proof.Reason
	}{
		{"before", func(_ *rig, cancel func()) { cancel() }, []proof.Effect{proof.NotAttempted, proof.NotAttempted, proof.NotAttempted}, proof.ReasonCancelled},
		{"while a step waits", func(r *rig, cancel func()) { r.desk.After(700*time.Millisecond, cancel) }, []proof.Effect{proof.Confirmed, proof.Cancelled, proof.NotAttempted}, proof.ReasonCancelled},
		{"the user types", func(r *rig, _ func()) { r.desk.After(700*time.Millisecond, func() { r.desk.UserTypes("x") }) }, []proof.Effect{proof.Confirmed, proof.Cancelled, proof.NotAttempted}, proof.ReasonUserInput},
		{"the user moves the mouse", func(r *rig, _ func()) {
			r.desk.After(700*time.Millisecond, func() { r.desk.UserMoves(); r.desk.UserMoves(); r.desk.UserMoves() })
		}, []proof.Effect{proof.Confirmed, proof.Cancelled, proof.NotAttempted}, proof.ReasonUserInput},
		{"Esc", func(r *rig, _ func()) {
			r.desk.After(700*time.Millisecond, func() { r.desk.UserPressesEscape(); r.desk.UserPressesEscape() })
		}, []proof.Effect{proof.Confirmed, proof.Cancelled, proof.NotAttempted}, proof.ReasonUserInput},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *rig) {
				r.win.Check("A", false)
				slow, last := r.win.Button("B"), r.win.Check("C", false)
				ctx, cancel := context.WithCancel(r.ctx)
				defer cancel()
				r.ctx = ctx
				c.stop(r, cancel)
				start := time.Now()
				res := r.run(one("press A"), one("press B"), one("press C"), one("beep"))
				require.Equal(t, append(c.want, proof.NotAttempted), effects(res), "%v", res.Steps)
				require.Equal(t, c.why, res.Cut.Reason)
				require.Zero(t, last.Pressed())
				require.LessOrEqual(t, slow.Pressed(), 1)
				require.LessOrEqual(t, time.Since(start), 700*time.Millisecond)
				require.Empty(t, r.desk.Borrowed())
				for _, rec := range r.records {
					require.NotEqual(t, proof.NotAttempted, rec.Outcome.Effect())
				}
				require.Len(t, count[*event.StepResult](r), 4)
			}, own{name: "beep", run: did("x")})
		})
	}
}

func TestStoppingWhileItLastsDoesNotClaimThatItLasted(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Check("A", false)
		ctx, cancel := context.WithCancel(r.ctx)
		r.ctx = ctx
		r.desk.After(100*time.Millisecond, cancel)
		res := r.run(one("press A"))
		require.Equal(t, []proof.Effect{proof.Unverifiable}, effects(res))
		require.Len(t, r.records, 1, "kept although the turn was cancelled")
		require.Equal(t, int64(1), res.Steps[0].Run)
	})
}

func TestWhatCanBeTakenBackIsOfferedAndTheCallWorks(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		f := r.win.Text("Name", "before")
		r.win.Check("A", false)
		res := r.run(one("write Name=after"), one("press A"))
		require.Equal(t, []proof.Effect{proof.Confirmed, proof.Confirmed}, effects(res))
		require.Equal(t, []*event.Undo{{Run: 1, Label: "Write Name", Seconds: 5}}, count[*event.Undo](r))
		u := res.Steps[0].Undo
		require.NotNil(t, u)
		require.Equal(t, u, r.records[0].Undo)
		require.Nil(t, res.Steps[1].Undo)

		undo := r.x.Run(r.ctx, r.input(mustPlan(r, *u)))
		require.Equal(t, []proof.Effect{proof.Confirmed}, effects(undo))
		require.Equal(t, "before", f.Content())
		again := r.x.Run(r.ctx, r.input(mustPlan(r, *u)))
		require.Equal(t, []proof.Effect{proof.Refused}, effects(again), "it is not as Pace left it")
	})
}

func mustPlan(r *rig, cs ...tool.Call) tool.Plan {
	var steps [][]tool.Call
	for _, c := range cs {
		steps = append(steps, []tool.Call{c})
	}
	p, problems := r.x.Registry.Plan(steps, tool.OfferAll)
	require.Empty(r.t, problems)
	return p
}

func TestWhatDidNothingOrHasNoRecordIsNotOffered(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		f := r.win.Text("Name", "x")
		require.Nil(t, r.run(one("write Name=x")).Steps[0].Undo, "it was so already")
		f.RewriteText(func(string) string { return "z" })
		require.Nil(t, r.run(one("write Name=y")).Steps[0].Undo, "it is not confirmed")
		f.RewriteText(nil)
		r.fails = errFull
		res := r.run(one("write Name=y"))
		require.Nil(t, res.Steps[0].Undo)
		require.Zero(t, res.Steps[0].Run)
		require.Empty(t, count[*event.Undo](r))
	})
}

func TestAToolThatStandsForOthersIsExpandedInItsPlace(t *testing.T) {
	var told []bool
	steps := [][]tool.Call{{call("press B")}, {call("press C")}}
	m := many{own{name: "macro", run: did("never")}, func() (tool.Expansion, error) {
		return tool.Expansion{Steps: steps, Then: func(ctx context.Context, ok bool) { told = append(told, ok && ctx.Err() == nil) }}, nil
	}}
	bubble(t, func(t *testing.T, r *rig) {
		for _, n := range []string{"A", "B", "C", "D"} {
			r.win.Check(n, false)
		}
		res := r.run(one("press A", "macro", "press D"))
		var order []string
		for i, s := range res.Steps {
			require.Equal(t, i, s.Index)
			order = append(order, s.Describe)
		}
		require.Equal(t, []string{"Press A", "Press B", "Press C", "Press D"}, order)
		require.Equal(t, []proof.Effect{proof.Confirmed, proof.Confirmed, proof.Confirmed, proof.Confirmed}, effects(res))
		require.Equal(t, []bool{true}, told, "once")
		require.Len(t, count[*event.Plan](r)[0].Calls, 4, "the real steps are shown")
	}, m)
}

func TestAnExpansionIsConfirmedOnlyWhenAllOfItIs(t *testing.T) {
	var told []bool
	m := many{own{name: "macro", run: did("never")}, func() (tool.Expansion, error) {
		return tool.Expansion{Steps: [][]tool.Call{{call("press Nothing")}, {call("beep")}}, Then: func(_ context.Context, ok bool) { told = append(told, ok) }}, nil
	}}
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Button("Nothing")
		res := r.run(one("macro"))
		require.Equal(t, []proof.Effect{proof.Unchanged, proof.Confirmed}, effects(res))
		require.Equal(t, []bool{false}, told)
	}, m, own{name: "beep", run: did("x")})
}

func TestAnExpansionThatCanNotBeRunStopsThePlan(t *testing.T) {
	var x func() (tool.Expansion, error)
	m := many{own{name: "macro", run: did("never")}, func() (tool.Expansion, error) { return x() }}
	bubble(t, func(t *testing.T, r *rig) {
		a := r.win.Check("A", false)
		for name, c := range map[string]func() (tool.Expansion, error){
			"refused": func() (tool.Expansion, error) {
				return tool.Expansion{}, &proof.Problem{Reason: proof.ReasonNotFound, Text: "There is nothing to undo."}
			},
			"broken":  func() (tool.Expansion, error) { return tool.Expansion{}, errFull },
			"empty":   func() (tool.Expansion, error) { return tool.Expansion{}, nil },
			"unknown": func() (tool.Expansion, error) { return tool.Expansion{Steps: [][]tool.Call{{{Tool: "fly"}}}}, nil },
			"itself":  func() (tool.Expansion, error) { return tool.Expansion{Steps: [][]tool.Call{{{Tool: "macro"}}}}, nil },
		} {
			x = c
			for _, plan := range [][][]string{{{"macro"}}, {{"press A"}, {"macro"}}} {
				res := r.run(plan...)
				require.NotNil(t, res.Stopped, name)
				require.NotEmpty(t, res.Stopped.Text, name)
			}
		}
		require.Zero(t, a.Pressed())
	}, m)
}

func TestTakingBackIsNotOfferedToBeTakenBack(t *testing.T) {
	m := many{own{name: "undo", run: did("never")}, func() (tool.Expansion, error) {
		return tool.Expansion{Steps: [][]tool.Call{{call("write Name=old")}}, Undo: true}, nil
	}}
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Text("Name", "new")
		res := r.run(one("undo"))
		require.Equal(t, []proof.Effect{proof.Confirmed}, effects(res))
		require.Nil(t, res.Steps[0].Undo)
		require.False(t, count[*event.Plan](r)[0].Calls[0][0].Undoable)
	}, m)
}

func TestStepsAreNumberedOverTheWholeTurn(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Check("A", false)
		r.win.Check("B", false)
		in := r.input(r.plan(one("press A"), one("press B")))
		in.First = 3
		res := r.x.Run(r.ctx, in)
		require.Equal(t, []int{3, 4}, []int{res.Steps[0].Index, res.Steps[1].Index})
		require.Equal(t, []proof.Effect{proof.Confirmed, proof.Confirmed}, effects(res))
	})
}

func TestAWeakStepIsJudgedAtTheEnd(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Ticker("Mail", 300*time.Millisecond)
		r.win.Button("Nothing")
		r.win.Button("Go").On(dt.SetLabel(r.win.Label("ready"), "done"))
		require.Equal(t, []proof.Effect{proof.Unverifiable}, effects(r.run(one("press Nothing"))))
		require.Equal(t, "unverifiable", count[*event.StepResult](r)[0].Outcome.Effect)
		require.Empty(t, count[*event.Undo](r))
	})
}

func TestWhatStandsForOthersIsToldOnceThatItBeginsAndThatItEnded(t *testing.T) {
	var told []string
	var no *proof.Problem
	stands := many{own{name: "stands"}, func() (tool.Expansion, error) {
		return tool.Expansion{Steps: [][]tool.Call{{{Tool: "beep"}}, {{Tool: "bad"}}},
			Begin: func(context.Context) *proof.Problem { told = append(told, "begin"); return no },
			Then:  func(_ context.Context, ok bool) { told = append(told, fmt.Sprint("end ", ok)) }}, nil
	}}
	var bad func(context.Context) (proof.Outcome, tool.Output)
	bubble(t, func(t *testing.T, r *rig) {
		for _, c := range []struct {
			name string
			bad  func(context.Context) (proof.Outcome, tool.Output)
			set  func(in *Input)
			no   *proof.Problem
			want []string
		}{
			{"confirmed", did("x"), nil, nil, []string{"begin", "end true"}},
			{"a panic", func(context.Context) (proof.Outcome, tool.Output) { panic("oh") }, nil, nil, []string{"begin", "end false"}},
			{"only planned", did("x"), func(in *Input) { in.DryRun = true }, nil, nil},
			{"denied", did("x"), func(in *Input) { in.Tainted = true }, nil, nil},
			{"taken", did("x"), nil, &proof.Problem{Reason: proof.ReasonNotFound, Text: "Taken."}, []string{"begin"}},
		} {
			told, no, bad = nil, c.no, c.bad
			in := r.input(r.plan(one("stands")))
			if c.set != nil {
				c.set(&in)
			}
			res := r.x.Run(r.ctx, in)
			require.Equal(t, c.want, told, c.name)
			if c.no != nil {
				require.Equal(t, "Taken.", res.Stopped.Text)
				require.ErrorIs(t, res.Stopped, ErrNothing)
				require.Equal(t, []proof.Effect{proof.NotAttempted, proof.NotAttempted}, effects(res))
			}
		}
		told, no, bad = nil, nil, did("x")
		in := r.input(r.plan(one("stands")))
		in.Emit = func(b event.Body) {
			if _, ok := b.(*event.StepResult); ok {
				panic("the last of it")
			}
		}
		require.Panics(t, func() { r.x.Run(r.ctx, in) })
		require.Equal(t, []string{"begin", "end false"}, told, "nothing stays taken")
	}, stands, own{name: "beep", run: did("beep")}, own{name: "bad", run: func(ctx context.Context) (proof.Outcome, tool.Output) { return bad(ctx) }})
}
