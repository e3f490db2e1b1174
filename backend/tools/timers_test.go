package tools

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/restraint"
	"pace/backend/schedule"
	"pace/backend/store"
	"pace/backend/tool"
)

// clockwork runs the tools for timers on a real database, in virtual time. It is 1 January 2000, 1 o'clock in CET.
type clockwork struct {
	t    *testing.T
	reg  *tool.Registry
	s    *schedule.Service
	fail error // of the database
}

func ticking(t *testing.T, fn func(t *testing.T, c *clockwork)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "pace.db")
		db, err := store.Open(t.Context(), path)
		require.NoError(t, err)
		c := &clockwork{t: t}
		zone := time.FixedZone("CET", 3600)
		c.s = schedule.New(schedule.Config{DB: func() (*store.DB, error) { return db, c.fail }, Now: func() time.Time { return time.Now().In(zone) },
			Gate: func(context.Context, restraint.Source) restraint.Decision {
				return restraint.Decision{Verdict: restraint.Speak}
			}, Mark: path + ".rings",
			Clock: func(ctx context.Context) (<-chan struct{}, error) {
				never := make(chan struct{})
				context.AfterFunc(ctx, func() { close(never) })
				return never, nil
			}})
		c.reg, err = tool.NewRegistry(Timers(c.s)...)
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { c.s.Run(ctx); close(done) }()
		synctest.Wait()
		fn(t, c)
		cancel()
		<-done
		require.NoError(t, db.Close())
	})
}

func (c *clockwork) bound(call tool.Call) tool.Bound {
	c.t.Helper()
	p, problems := c.reg.Plan([][]tool.Call{{call}}, tool.OfferAll)
	require.Empty(c.t, problems)
	return p.Steps()[0][0]
}

func (c *clockwork) do(call tool.Call) (proof.Outcome, tool.Bound) {
	c.t.Helper()
	b := c.bound(call)
	o, _ := b.Tool.Run(c.t.Context(), tool.Step{Turn: "t"}, b.Call.Args)
	synctest.Wait()
	return o, b
}

func (c *clockwork) run(name, args string) proof.Outcome {
	c.t.Helper()
	o, _ := c.do(tool.Call{Tool: name, Args: json.RawMessage(args)})
	return o
}

// undo runs the call that takes an outcome back.
func (c *clockwork) undo(name string, o proof.Outcome) proof.Outcome {
	c.t.Helper()
	x, ok := c.reg.Lookup(name)
	require.True(c.t, ok)
	call, can := x.(tool.Undoer).Undo(tool.Call{Tool: name}, o)
	require.True(c.t, can)
	var a struct {
		OnlyIf *string
		Path   []string
	}
	require.NoError(c.t, json.Unmarshal(call.Args, &a))
	require.Len(c.t, a.Path, 1+len(o.Evidence()), "it names what it takes back, and nothing else")
	require.NotNil(c.t, a.OnlyIf, "whoever undoes leaves alone what was changed since")
	out, _ := c.do(call)
	return out
}

func (c *clockwork) says(args, want string) {
	c.t.Helper()
	o := c.run("timers", args)
	effect(c.t, proof.Confirmed, o)
	require.Equal(c.t, want, o.Report())
}

func TestATimerIsConfirmedByTheRowThatWasReadAgain(t *testing.T) {
	ticking(t, func(t *testing.T, c *clockwork) {
		o, b := c.do(tool.Call{Tool: "Timer.start", Args: json.RawMessage(`{"duration":"8 minutes","label":"pasta"}`)})
		effect(t, proof.Confirmed, o)
		require.Equal(t, "The timer “pasta” rings at 01:08, in 8 minutes.", o.Report())
		require.Equal(t, []proof.Evidence{{Kind: proof.Record, What: "timer “pasta”", After: "rings at 01:08", Path: []string{"timers", "1"}}}, o.Evidence())
		require.Equal(t, proof.API, o.Means())
		require.NotNil(t, o.Timing().Proven)
		require.Equal(t, "Start a timer “pasta”: 8 minutes", b.Tool.Describe(b.Call.Args))
		c.says(`{}`, "The timer “pasta” has 8 minutes left and rings at 01:08.")
		time.Sleep(7 * time.Minute)
		c.says(`{"action":"list"}`, "The timer “pasta” has 1 minute left and rings at 01:08:00.")
	})
}

func TestDurationsAndAlarmsAreReadAsTheyWereSaid(t *testing.T) {
	ticking(t, func(t *testing.T, c *clockwork) {
		for args, want := range map[string]string{
			`{"duration":"ten minutes"}`:             "The timer for 10 minutes rings at 01:10, in 10 minutes.",
			`{"duration":"10 minute","label":"a b"}`: "The timer “a b” rings at 01:10, in 10 minutes.",
			`{"duration":90}`:                        "The timer for 1 minute 30 seconds rings at 01:01:30, in 1 minute 30 seconds.",
			`{"length":"half an hour"}`:              "The timer for 30 minutes rings at 01:30, in 30 minutes.",
			`{"at":"7 am","label":"gym"}`:            "The alarm “gym” rings at 07:00, in 6 hours.",
			`{"at":"tomorrow at noon"}`:              "The alarm for 12:00 rings tomorrow at 12:00, in 1 day 11 hours.",
		} {
			o := c.run("start_timer", args)
			effect(t, proof.Confirmed, o)
			require.Equal(t, want, o.Report())
		}
	})
}

func TestWhatCanNotBeSetIsRefusedWithTheReason(t *testing.T) {
	ticking(t, func(t *testing.T, c *clockwork) {
		for args, want := range map[string]string{
			`{"duration":"31 bananas"}`: "bananas", `{"duration":"9 days"}`: "seven days", `{"at":"tomorrow"}`: "whole day", `{"duration":"0"}`: "longer than nothing",
		} {
			o := c.run("start_timer", args)
			effect(t, proof.Refused, o)
			require.Equal(t, proof.ReasonInvalid, o.Reason())
			require.Contains(t, o.Report(), want)
			b := c.bound(tool.Call{Tool: "start_timer", Args: json.RawMessage(args)})
			_, problem := b.Tool.(tool.Previewer).Preview(t.Context(), tool.Step{}, b.Call.Args)
			require.Equal(t, o.Report(), problem.Text, "a dry run refuses what the run would refuse")
		}
		c.says(`{}`, "No timer is running.")
		for _, args := range []string{`{}`, `{"label":"x"}`, `{"duration":"1 minute","at":"7 am"}`, `{"path":["timers"]}`, `{"path":["x","1"]}`, `{"path":["timers","1","1"]}`, `{"path":["timers","-1"]}`, `{"duration":"1 minute","onlyIf":"cancelled"}`} {
			_, problems := c.reg.Plan([][]tool.Call{{{Tool: "start_timer", Args: json.RawMessage(args)}}}, tool.OfferAll)
			require.NotEmpty(t, problems, args)
		}
		for _, args := range []string{`{"action":"cancel","path":["timers","x"]}`, `{"action":"cancel","onlyIf":"running"}`} {
			_, problems := c.reg.Plan([][]tool.Call{{{Tool: "timers", Args: json.RawMessage(args)}}}, tool.OfferAll)
			require.NotEmpty(t, problems, args)
		}
	})
}

func TestADryRunSaysWhenItWouldRing(t *testing.T) {
	ticking(t, func(t *testing.T, c *clockwork) {
		b := c.bound(tool.Call{Tool: "start_timer", Args: json.RawMessage(`{"at":"7 am"}`)})
		target, problem := b.Tool.(tool.Previewer).Preview(t.Context(), tool.Step{}, b.Call.Args)
		require.Nil(t, problem)
		require.Equal(t, "rings at 07:00", target)
		c.says(`{}`, "No timer is running.")
		c.run("start_timer", `{"duration":"5 minutes","label":"tea"}`)
		b = c.bound(tool.Call{Tool: "timers", Args: json.RawMessage(`{"action":"cancel"}`)})
		target, problem = b.Tool.(tool.Previewer).Preview(t.Context(), tool.Step{}, b.Call.Args)
		require.Nil(t, problem)
		require.Equal(t, "the timer “tea”", target)
	})
}

func TestLookingAtTimersIsPlannedAsReading(t *testing.T) {
	ticking(t, func(t *testing.T, c *clockwork) {
		for args, want := range map[string]tool.Risk{`{}`: tool.ReadOnly, `{"action":"list"}`: tool.ReadOnly, `{"action":"show"}`: tool.ReadOnly, `{"action":"cancel"}`: tool.ChangesSystem} {
			require.Equal(t, want, c.bound(tool.Call{Tool: "timers", Args: json.RawMessage(args)}).Spec.Risk, args)
		}
	})
}

func TestATimerIsCancelledByWhatItIsCalled(t *testing.T) {
	ticking(t, func(t *testing.T, c *clockwork) {
		o := c.run("timers", `{"action":"cancel"}`)
		effect(t, proof.Refused, o)
		require.Equal(t, "No timer is running.", o.Report())
		c.run("start_timer", `{"duration":"8 minutes","label":"pasta"}`)
		c.run("start_timer", `{"duration":"10 minutes"}`)
		o = c.run("timers", `{"action":"cancel","label":"coffee"}`)
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonNotFound, o.Reason())
		require.Contains(t, o.Report(), "No timer is called “coffee”. The timer “pasta” has 8 minutes left")
		time.Sleep(time.Minute)
		o = c.run("timers", `{"action":"cancel","label":"pasta"}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, "The timer “pasta” is cancelled; it had 7 minutes left.", o.Report())
		o = c.run("timers", `{"action":"cancel","label":"10 minute"}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, "The timer for 10 minutes is cancelled; it had 9 minutes left.", o.Report())
	})
}

func TestALabelThatFitsSeveralTimersIsAQuestion(t *testing.T) {
	ticking(t, func(t *testing.T, c *clockwork) {
		c.run("start_timer", `{"duration":"8 minutes","label":"pasta"}`)
		c.run("start_timer", `{"duration":"9 minutes","label":"Pasta"}`)
		o := c.run("timers", `{"action":"cancel","label":"pasta"}`)
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonAmbiguous, o.Reason())
		require.Len(t, o.Problem().Candidates, 2)
		raw, err := json.Marshal(map[string]any{"action": "cancel", "label": o.Problem().Candidates[1].Label, "path": o.Problem().Candidates[1].Path})
		require.NoError(t, err)
		effect(t, proof.Confirmed, c.run("timers", string(raw)))
		c.says(`{}`, "The timer “pasta” has 8 minutes left and rings at 01:08.")
	})
}

func TestWhoeverNamesNoneOfSeveralTimersIsAsked(t *testing.T) {
	ticking(t, func(t *testing.T, c *clockwork) {
		c.run("start_timer", `{"at":"7 am"}`)
		o := c.run("timers", `{"action":"cancel"}`)
		effect(t, proof.Refused, o)
		require.Contains(t, o.Report(), "No timer is running, only this: The alarm", "an alarm is not what was meant")
		c.run("start_timer", `{"duration":"8 minutes","label":"pasta"}`)
		c.run("start_timer", `{"duration":"9 minutes","label":"tea"}`)
		o = c.run("timers", `{"action":"cancel"}`)
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonAmbiguous, o.Reason())
		require.Len(t, o.Problem().Candidates, 2)
		effect(t, proof.Confirmed, c.run("timers", `{"action":"cancel","label":"alarm"}`))
		effect(t, proof.Confirmed, c.run("timers", `{"action":"cancel","all":true}`))
		c.says(`{}`, "No timer is running.")
	})
}

func TestAStartedTimerIsTakenBackUnlessItHasRung(t *testing.T) {
	ticking(t, func(t *testing.T, c *clockwork) {
		c.run("start_timer", `{"duration":"1 hour","label":"other"}`)
		started := c.run("start_timer", `{"duration":"1 minute","label":"tea"}`)
		o := c.undo("start_timer", started)
		effect(t, proof.Confirmed, o)
		c.says(`{}`, "The timer “other” has 1 hour left and rings at 02:00.")
		effect(t, proof.Refused, c.undo("start_timer", started))
		started = c.run("start_timer", `{"duration":"1 minute","label":"tea"}`)
		time.Sleep(time.Minute)
		synctest.Wait()
		o = c.undo("start_timer", started)
		effect(t, proof.Refused, o)
		require.Contains(t, o.Report(), "left alone")
	})
}

func TestCancelledTimersRunAgainWithWhatTheyHadLeft(t *testing.T) {
	ticking(t, func(t *testing.T, c *clockwork) {
		c.run("start_timer", `{"duration":"10 minutes","label":"pasta"}`)
		c.run("start_timer", `{"at":"7 am","label":"gym"}`)
		time.Sleep(4 * time.Minute)
		cancelled := c.run("timers", `{"action":"cancel","all":true}`)
		effect(t, proof.Confirmed, cancelled)
		require.Equal(t, "The timer “pasta” is cancelled; it had 6 minutes left. The alarm “gym” is cancelled; it had 5 hours 56 minutes left.", cancelled.Report())
		time.Sleep(time.Hour)
		o := c.undo("timers", cancelled)
		effect(t, proof.Confirmed, o)
		require.Equal(t, "The timer “pasta” rings at 02:10, in 6 minutes. The alarm “gym” rings at 07:00, in 4 hours 56 minutes.", o.Report())
		effect(t, proof.Refused, c.undo("timers", cancelled))
	})
}

func TestWhileOneRingsStoppingTheTimerMeansThatOne(t *testing.T) {
	ticking(t, func(t *testing.T, c *clockwork) {
		c.run("start_timer", `{"duration":"1 minute","label":"tea"}`)
		c.run("start_timer", `{"duration":"10 minutes","label":"pasta"}`)
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		c.says(`{}`, "The timer “tea” went off at 01:01 and waits to be dismissed.\nThe timer “pasta” has 8 minutes left and rings at 01:10.")
		o := c.run("timers", `{"action":"cancel"}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, "The timer “tea” no longer rings.", o.Report())
		x, _ := c.reg.Lookup("timers")
		_, can := x.(tool.Undoer).Undo(tool.Call{}, o)
		require.False(t, can, "what has rung has rung")
		c.says(`{}`, "The timer “pasta” has 8 minutes left and rings at 01:10.")
	})
}

func TestWithoutAPaceThatRingsATimerSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "pace.db")
		db, err := store.Open(t.Context(), path)
		require.NoError(t, err)
		s := schedule.New(schedule.Config{DB: func() (*store.DB, error) { return db, nil }, Now: time.Now, Mark: path + ".rings"})
		o, _ := startTimer{s}.Run(t.Context(), tool.Step{}, json.RawMessage(`{"duration":"10 minutes"}`))
		effect(t, proof.Confirmed, o)
		require.Contains(t, o.Report(), "it rings only while Pace runs as an app")
		time.Sleep(time.Hour)
		o, _ = timers{s}.Run(t.Context(), tool.Step{}, json.RawMessage(`{"action":"list"}`))
		effect(t, proof.Confirmed, o)
		require.Regexp(t, `^The timer for 10 minutes was due (yesterday )?at \d\d:\d\d and rings when Pace runs as an app again\.$`, o.Report())
		require.NoError(t, db.Close())
	})
}

func TestADatabaseThatFailsIsAFailureAndNotASuccess(t *testing.T) {
	ticking(t, func(t *testing.T, c *clockwork) {
		c.fail = errors.New("broken")
		for _, o := range []proof.Outcome{c.run("start_timer", `{"duration":"1 minute"}`), c.run("timers", `{}`), c.run("timers", `{"action":"cancel"}`)} {
			effect(t, proof.Failed, o)
			require.Equal(t, "The timers could not be read or written.", o.Report())
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		c.fail = nil
		o, _ := startTimer{c.s}.Run(ctx, tool.Step{}, json.RawMessage(`{"duration":"10 minutes"}`))
		effect(t, proof.Cancelled, o)
		c.says(`{}`, "No timer is running.")
	})
}

func TestTimersSayInApprovalsWhatTheyWouldDo(t *testing.T) {
	ticking(t, func(t *testing.T, c *clockwork) {
		for _, x := range [][3]string{
			{"set_timer", `{"duration":"5 minutes"}`, "Start a timer: 5 minutes"},
			{"timer", `{"at":"7 am","label":"gym"}`, "Set an alarm “gym”: 7 am"},
			{"start_timer", `{"path":["timers","3","4"]}`, "Let 2 cancelled timers run again"},
			{"start_timer", `{"path":["timers","3"]}`, "Let the cancelled timer run again"},
			{"timers", `{}`, "Look at the timers"},
			{"timers", `{"label":"pasta"}`, "Look at the timer “pasta”"},
			{"timers", `{"action":"stop"}`, "Cancel the timer"},
			{"timers", `{"action":"cancel","path":["timers","3"]}`, "Cancel the timer"},
		} {
			b := c.bound(tool.Call{Tool: x[0], Args: json.RawMessage(x[1])})
			require.Equal(t, x[2], b.Tool.Describe(b.Call.Args))
		}
	})
}
