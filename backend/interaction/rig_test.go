package interaction

import (
	"context"
	"flag"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

func TestMain(m *testing.M) {
	// A failing random search prints its seed; files of it would only lie about in the tree.
	_ = flag.Set("rapid.nofailfile", "true")
	goleak.VerifyTestMain(m)
}

// rig is one turn on a fake desktop with one program in front, inside a bubble of virtual time.
type rig struct {
	t    desktoptest.TB
	ctx  context.Context
	desk *desktoptest.Desk
	plat *desktop.Desktop
	app  *desktoptest.App
	win  *desktoptest.Window
	all  *Sessions
	x    *Session
	step int
}

var frame = desktop.Rect{X: 100, Y: 100, W: 500, H: 600}

// bubble runs fn on a fresh rig.
func bubble(t *testing.T, fn func(t *testing.T, r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		defer r.close()
		fn(t, r)
	})
}

// newRig makes the desk; the user has left it alone for a while.
func newRig(t desktoptest.TB) *rig {
	d := desktoptest.New(t)
	r := &rig{t: t, ctx: context.Background(), desk: d, plat: d.Desktop()}
	r.app = d.App("Notes", desktop.GTK3)
	r.win = r.app.Window("Notes", frame)
	r.reopen(Config{})
	r.idle(10 * time.Second)
	return r
}

// busy has the user move the mouse all the time from now on; the returned function ends it.
func (r *rig) busy() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	r.desk.UserMoves()
	go func() {
		defer close(done)
		for until(ctx, time.Now().Add(100*time.Millisecond)) {
			r.desk.UserMoves()
		}
	}()
	return func() { cancel(); <-done }
}

// reopen begins another turn, perhaps with other settings.
func (r *rig) reopen(c Config) {
	if r.all != nil {
		r.all.End("t")
	}
	r.all = New(r.plat, c)
	r.x = r.all.Open("t", nil)
}

func (r *rig) close() {
	r.all.End("t")
	r.desk.Close()
	synctest.Wait()
}

// idle lets virtual time pass.
func (r *rig) idle(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// warm keeps the subscription that a live host keeps, for long enough to know what kept still.
func (r *rig) warm(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(r.ctx)
	done := make(chan struct{})
	go func() { defer close(done); _ = r.all.Warm(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	r.idle(5 * time.Second)
}

// press presses by label; it is the next step of the plan.
func (r *rig) press(label string) proof.Outcome { return r.pressTarget(desktop.Target{Label: label}) }

func (r *rig) pressTarget(t desktop.Target) proof.Outcome {
	o, _ := r.x.Press(r.ctx, r.step, t, nil, 1, 0)
	r.step++
	return o
}

func (r *rig) set(label, value string) proof.Outcome {
	o, _ := r.x.SetValue(r.ctx, r.step, desktop.Target{Label: label}, value, nil, nil)
	r.step++
	return o
}

func (r *rig) typed(into, text string) proof.Outcome {
	o, _ := r.x.Type(r.ctx, r.step, desktop.Target{Label: into}, text, nil)
	r.step++
	return o
}

// last is what the newest step came to after it had time to last.
func (r *rig) last(o proof.Outcome) proof.Outcome { return r.settle(o)[r.step-1] }

// settle ends the turn's steps; os are their outcomes in order, as the executor merges them.
func (r *rig) settle(os ...proof.Outcome) map[int]proof.Outcome {
	out := map[int]proof.Outcome{}
	first := r.step - len(os)
	for i, o := range os {
		out[first+i] = o
	}
	for i, o := range r.x.Settle(r.ctx) {
		if was, ok := out[i]; ok && was.OK() {
			out[i] = o
		}
	}
	return out
}

// effect checks what became of an act, and shows everything when it is something else.
func effect(t require.TestingT, want proof.Effect, o proof.Outcome) {
	if h, ok := t.(interface{ Helper() }); ok {
		h.Helper()
	}
	require.Equal(t, want, o.Effect(), "reason %q, report %q, evidence %+v", o.Reason(), o.Report(), o.Evidence())
}

// saw checks that the first evidence names the right thing.
func saw(t *testing.T, kind proof.EvidenceKind, what string, o proof.Outcome) {
	t.Helper()
	require.NotEmpty(t, o.Evidence())
	e := o.Evidence()[0]
	require.Equal(t, kind, e.Kind, "%+v", o.Evidence())
	require.Contains(t, e.What+" "+e.Before+" "+e.After, what)
}
