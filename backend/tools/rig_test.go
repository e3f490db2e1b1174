package tools

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/interaction"
	"pace/backend/proof"
	"pace/backend/system/systemtest"
	"pace/backend/tool"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// rig runs tools by name on a fake desktop, as a validated plan does.
type rig struct {
	t     *testing.T
	desk  *desktoptest.Desk
	win   *desktoptest.Window
	all   *interaction.Sessions
	reg   *tool.Registry
	book  *book
	index int

	machine *systemtest.Machine
	last    *Lasting
}

// book is a ledger that may be full.
type book struct {
	lines []string
	full  error
}

func (b *book) HandOver(_ context.Context, subsystem, target string, bytes int) error {
	b.lines = append(b.lines, subsystem+" "+target)
	return b.full
}

// undos remembers calls that can be taken back, newest last.
type undos struct {
	calls []tool.Call
	done  map[int64]bool
	held  bool
	err   error
}

func (u *undos) Undo(_ context.Context, run int64) (int64, tool.Call, bool, error) {
	if u.err != nil {
		return 0, tool.Call{}, false, u.err
	}
	for id := int64(len(u.calls)); id > 0; id-- {
		if (run == 0 || run == id) && !u.done[id] {
			return id, u.calls[id-1], true, nil
		}
	}
	return 0, tool.Call{}, false, nil
}

func (u *undos) Claim(_ context.Context, _, id int64) (func(context.Context, bool), error) {
	if u.held {
		return nil, &proof.Problem{Reason: proof.ReasonNotFound, Text: "It is held."}
	}
	u.held = true
	return func(_ context.Context, done bool) { u.held, u.done[id] = false, done }, nil
}

func registry(t *testing.T, s *interaction.Sessions, b *book, u Undos) *tool.Registry {
	return registryOn(t, s, b, u, systemtest.NewMachine(), &Lasting{})
}

func registryOn(t *testing.T, s *interaction.Sessions, b *book, u Undos, m *systemtest.Machine, l *Lasting) *tool.Registry {
	r, err := tool.NewRegistry(slices.Concat(Screen(s, b), Machine(m.System(), l), []tool.Tool{Undo(u)})...)
	require.NoError(t, err)
	return r
}

func bubble(t *testing.T, fn func(t *testing.T, r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := desktoptest.New(t)
		r := &rig{t: t, desk: d, book: &book{}, machine: systemtest.NewMachine(), last: &Lasting{}}
		r.win = d.App("Notes", desktop.GTK3).Window("Notes", desktop.Rect{X: 100, Y: 100, W: 500, H: 600})
		r.all = interaction.New(d.Desktop(), interaction.Config{})
		r.reg = registryOn(t, r.all, r.book, &undos{}, r.machine, r.last)
		time.Sleep(10 * time.Second)
		fn(t, r)
		r.all.End("t")
		d.Close()
		synctest.Wait()
	})
}

// bound validates a call.
func (r *rig) bound(name, args string) tool.Bound {
	r.t.Helper()
	p, problems := r.reg.Plan([][]tool.Call{{{Tool: name, Args: json.RawMessage(args)}}}, tool.OfferAll)
	require.Empty(r.t, problems)
	return p.Steps()[0][0]
}

// run runs a call and lets it settle.
func (r *rig) run(name, args string) (proof.Outcome, tool.Output) {
	r.t.Helper()
	b := r.bound(name, args)
	i := r.index
	r.index++
	o, out := b.Tool.Run(r.t.Context(), tool.Step{Turn: "t", Index: i}, b.Call.Args)
	for _, settled := range []map[int]proof.Outcome{r.all.Settle(r.t.Context(), "t"), r.last.Settle(r.t.Context(), "t")} {
		if s, ok := settled[i]; ok && o.OK() && !s.OK() {
			o = s
		}
	}
	return o, out
}

func effect(t *testing.T, want proof.Effect, o proof.Outcome) {
	t.Helper()
	require.Equal(t, want, o.Effect(), "%q %s %+v", o.Reason(), o.Report(), o.Evidence())
}

// refused lists what is wrong with a call.
func (r *rig) refused(name, args string) []tool.Problem {
	_, problems := r.reg.Plan([][]tool.Call{{{Tool: name, Args: json.RawMessage(args)}}}, tool.OfferAll)
	return problems
}
