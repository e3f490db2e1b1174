package executor

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pace/backend/event"
	"pace/backend/proof"
	"pace/backend/tool"
)

// acted is a tool that uses some resources and takes a while to come to an end that a test chose for its step.
type acted struct {
	own
	log *stage
}

func (a acted) Run(ctx context.Context, st tool.Step, _ json.RawMessage) (proof.Outcome, tool.Output) {
	return a.log.play(ctx, st, a.uses), tool.Output{}
}

// stage watches who is at work with what.
type stage struct {
	mu     sync.Mutex
	script map[int]proof.Outcome // by step; none: confirmed
	takes  map[int]time.Duration
	busy   map[tool.Resource]string
	order  []string
	clash  []string
	atOnce int
	most   int
}

func (s *stage) play(ctx context.Context, st tool.Step, uses []tool.Resource) proof.Outcome {
	me := fmt.Sprintf("%s%d", st.Turn, st.Index)
	s.mu.Lock()
	s.order = append(s.order, me)
	for _, u := range uses {
		if other := s.busy[u]; other != "" {
			s.clash = append(s.clash, fmt.Sprintf("%s and %s use %s", other, me, u))
		}
		s.busy[u] = me
	}
	s.atOnce++
	s.most = max(s.most, s.atOnce)
	takes := s.takes[st.Index]
	o, scripted := s.script[st.Index]
	s.mu.Unlock()
	if !scripted {
		o = proof.Confirm(proof.API, proof.Evidence{Kind: proof.Record, What: me})
	}
	timer := time.NewTimer(takes)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		o = proof.Cancel(proof.ReasonCancelled, "Stopped.")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.atOnce--
	for _, u := range uses {
		s.busy[u] = ""
	}
	return o
}

func newStage() *stage {
	return &stage{script: map[int]proof.Outcome{}, takes: map[int]time.Duration{}, busy: map[tool.Resource]string{}}
}

var shared = []tool.Resource{tool.UsesFocus, tool.UsesInput, tool.UsesClipboard}

// troupe makes a tool for each set of resources: u0 uses nothing, u7 all three.
func troupe(s *stage) []tool.Tool {
	var out []tool.Tool
	for n := range 8 {
		out = append(out, acted{own{name: fmt.Sprint("u", n), uses: setOf(n)}, s})
	}
	return out
}

func setOf(n int) (out []tool.Resource) {
	for i, r := range shared {
		if n>>i&1 == 1 {
			out = append(out, r)
		}
	}
	return out
}

func TestAGroupWaitsOnlyWhereItsCallsShareSomething(t *testing.T) {
	s := newStage()
	bubble(t, func(t *testing.T, r *rig) {
		s.takes = map[int]time.Duration{0: 3 * time.Second, 1: time.Second, 2: time.Second, 3: time.Second}
		start := time.Now()
		res := r.run(one("u1", "u4", "u1", "u0")) // focus, clipboard, focus, nothing
		require.Equal(t, []string{"t0", "t1", "t3", "t2"}, sorted(s.order[:3], s.order[3:]))
		require.Equal(t, 4*time.Second, time.Since(start), "3 s and 1 s for the focus, all else beside it")
		require.Equal(t, 3, s.most)
		require.Empty(t, s.clash)
		for i, d := range res.Steps {
			require.Equal(t, i, d.Index)
			require.Equal(t, i, count[*event.StepResult](r)[i].Step, "told in the order of the plan, whoever was first")
		}
	}, troupe(s)...)
}

// sorted puts those that began together into one order.
func sorted(together, then []string) []string {
	together = slices.Clone(together)
	slices.Sort(together)
	return append(together, then...)
}

func TestACallThatFailsInAGroupStopsThoseThatShareSomethingWithItAlone(t *testing.T) {
	s := newStage()
	bubble(t, func(t *testing.T, r *rig) {
		s.script[0] = proof.NoEffect(proof.API, nil)
		res := r.run(one("u1", "u3", "u2", "u4"), one("u4", "u1")) // the third shares the input with the second, which was not begun
		require.Equal(t, []proof.Effect{proof.Unchanged, proof.NotAttempted, proof.NotAttempted, proof.Confirmed, proof.Confirmed, proof.NotAttempted}, effects(res))
		require.Contains(t, res.Steps[1].Outcome.Report(), "step 1 (Do u1)")
		require.Contains(t, res.Steps[2].Outcome.Report(), "step 2 (Do u3)")
	}, troupe(s)...)
}

func TestCancellingStopsAllCallsOfAGroup(t *testing.T) {
	s := newStage()
	bubble(t, func(t *testing.T, r *rig) {
		for i := range 4 {
			s.takes[i] = time.Hour
		}
		ctx, cancel := context.WithCancel(r.ctx)
		r.ctx = ctx
		r.desk.After(time.Second, cancel)
		start := time.Now()
		res := r.run(one("u1", "u2", "u4", "u4"), one("u0"))
		require.Equal(t, time.Second, time.Since(start))
		require.Equal(t, []proof.Effect{proof.Cancelled, proof.Cancelled, proof.Cancelled, proof.NotAttempted, proof.NotAttempted}, effects(res))
		require.Equal(t, proof.ReasonCancelled, res.Cut.Reason)
		require.Len(t, s.order, 3)
	}, troupe(s)...)
}

func TestAPanicInAGroupEndsItsCallAlone(t *testing.T) {
	s := newStage()
	bubble(t, func(t *testing.T, r *rig) {
		res := r.run(one("bad", "u1", "u0"))
		require.Equal(t, []proof.Effect{proof.Unverifiable, proof.NotAttempted, proof.Confirmed}, effects(res))
		require.Len(t, r.records, 2)
	}, append(troupe(s), own{name: "bad", uses: setOf(1), run: func(context.Context) (proof.Outcome, tool.Output) { panic("oh") }})...)
}

// outcomes are all ways in which a call may end.
var outcomes = []proof.Outcome{
	proof.Confirm(proof.API, proof.Evidence{Kind: proof.Record, What: "x"}), proof.Confirm(proof.API), proof.Deliver(proof.Keys, nil),
	proof.NoEffect(proof.Keys, nil), proof.Some(proof.Keys, nil, proof.Evidence{Kind: proof.Record, What: "x"}), proof.Refuse(proof.ReasonInvalid, "No."),
	proof.Fail(proof.ReasonHung, "It hangs.", nil), proof.Cancel(proof.ReasonCancelled, "Stopped."), proof.Skip("Not begun."), {},
}

func TestHoweverAPlanIsGroupedItEndsAsIfItWereRunInOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := newStage()
		var plan [][]string
		var sets []int
		for range rapid.IntRange(1, 4).Draw(rt, "groups") {
			var g []string
			for range rapid.IntRange(1, 4).Draw(rt, "calls") {
				n := rapid.IntRange(0, 7).Draw(rt, "uses")
				i := len(sets)
				s.script[i] = rapid.SampledFrom(append([]proof.Outcome{outcomes[0], outcomes[0]}, outcomes...)).Draw(rt, "outcome")
				s.takes[i] = time.Duration(rapid.IntRange(0, 5).Draw(rt, "takes")) * time.Millisecond
				g, sets = append(g, fmt.Sprint("u", n)), append(sets, n)
			}
			plan = append(plan, g)
		}
		var res Result
		var began, recorded int
		bubble(t, func(_ *testing.T, r *rig) {
			res = r.run(plan...)
			began, recorded = len(r.begun), len(r.records)
		}, troupe(s)...)

		var want []proof.Effect
		broken := 0
		for i, n := range sets {
			e := s.script[i].Effect()
			if broken&n != 0 {
				e = proof.NotAttempted
			}
			if e != proof.Confirmed {
				broken |= n
			}
			want = append(want, e)
		}
		require.Equal(rt, want, effects(res))
		require.Empty(rt, s.clash)
		require.Equal(rt, began, recorded)
		require.Len(rt, s.order, began, "what was made is on record, and nothing else")
		for i, d := range res.Steps {
			require.Equal(rt, i, d.Index)
		}
	})
}

func TestPlansOfDifferentTurnsNeverUseTheSameThingAtOnce(t *testing.T) {
	s := newStage()
	bubble(t, func(t *testing.T, r *rig) {
		for i := range 3 {
			s.takes[i] = time.Second
		}
		start := time.Now()
		var all sync.WaitGroup
		for turn, plan := range map[string][][]string{"a": {{"u1"}, {"u2"}}, "b": {{"u2"}, {"u1"}}, "c": {{"u4"}}, "d": {{"u3"}}} {
			in := r.input(r.plan(plan...))
			in.Turn = turn
			all.Go(func() { require.Equal(t, proof.Confirmed, r.x.Run(r.ctx, in).Steps[0].Outcome.Effect()) })
		}
		all.Wait()
		require.Empty(t, s.clash)
		require.Equal(t, 5*time.Second, time.Since(start), "one after the other, and the clipboard beside them")
		for i, me := range s.order { // a plan is not taken apart by another
			if me == "a0" {
				require.Contains(t, s.order[i+1:min(i+3, len(s.order))], "a1")
			}
		}
	}, troupe(s)...)
}

func TestWhatIsInUseIsWaitedForForATime(t *testing.T) {
	s := newStage()
	bubble(t, func(t *testing.T, r *rig) {
		s.takes[0] = time.Hour
		first := r.input(r.plan(one("u3")))
		first.Turn = "first"
		ctx, cancel := context.WithCancel(r.ctx)
		done := make(chan Result)
		go func() { done <- r.x.Run(ctx, first) }()
		synctest.Wait()
		s.takes[0] = 0 // of those that come now

		start := time.Now()
		res := r.run(one("u7"))
		require.Equal(t, patience, time.Since(start))
		require.Equal(t, "Something else that Pace is doing is using the window in front, so this was not begun.", res.Stopped.Text)
		require.Equal(t, []proof.Effect{proof.NotAttempted}, effects(res))
		require.Equal(t, []proof.Effect{proof.Confirmed}, effects(r.run(one("u4"))), "what was taken on the way is given back")

		waits, stop := context.WithCancel(r.ctx)
		r.desk.After(time.Second, stop)
		start = time.Now()
		in := r.input(r.plan(one("u2")))
		res = r.x.Run(waits, in)
		require.Equal(t, time.Second, time.Since(start))
		require.Equal(t, proof.ReasonCancelled, res.Stopped.Reason)

		cancel()
		require.Equal(t, []proof.Effect{proof.Cancelled}, effects(<-done))
		require.Equal(t, []proof.Effect{proof.Confirmed}, effects(r.run(one("u7"))))
	}, troupe(s)...)
}
