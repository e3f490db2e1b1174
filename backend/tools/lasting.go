package tools

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"pace/backend/proof"
	"pace/backend/tool"
)

// quiet is how long an effect must have lasted before it is called done. It is waited for once per turn.
const quiet = 250 * time.Millisecond

// Lasting remembers what was proven of the machine until it is known to last: it is read again before the next act on
// the same part, and at the end of the turn. Its methods may be called from any goroutine.
type Lasting struct {
	mu    sync.Mutex
	turns map[string][]*proven
}

// proven is one confirmed step.
type proven struct {
	step     int
	part     tool.Resource
	out      proof.Outcome
	expect   proof.Expectation
	sent, at time.Time
	done     bool
}

// until carries out a wish, keeps what came of it for settling, and says it in its own words.
func (l *Lasting) until(ctx context.Context, st tool.Step, part tool.Resource, e proof.Expectation, act func(context.Context) (proof.Means, error), budget time.Duration, words func(already bool) string) proof.Outcome {
	if st.Budget > 0 {
		budget = st.Budget
	}
	sent := time.Now()
	o := proof.Until(ctx, e, act, budget)
	if !o.OK() {
		return o
	}
	already := o.Evidence()[0].Kind == proof.AlreadySo
	if w := words(already); w != "" {
		o = o.Because(w)
	}
	if !already && l != nil {
		l.keep(st.Turn, &proven{step: st.Index, part: part, out: o, expect: e, sent: sent, at: time.Now()})
	}
	return o
}

func (l *Lasting) keep(turn string, p *proven) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.turns == nil {
		l.turns = map[string][]*proven{}
	}
	l.turns[turn] = append(l.turns[turn], p)
}

// before reads again what earlier steps of the turn did to the same part, since the next act changes it. What did not
// last stops the next act: it gives the outcome of that one.
func (l *Lasting) before(ctx context.Context, st tool.Step, part tool.Resource) *proof.Outcome {
	if l == nil {
		return nil
	}
	for _, p := range l.of(st.Turn) {
		if p.part != part || p.done { // another part may be busy at the same time
			continue
		}
		if p.again(ctx); !p.out.OK() {
			o := proof.Skip(fmt.Sprintf("Not done, because what step %d did was not to be seen any more.", p.step+1))
			return &o
		}
	}
	return nil
}

func (l *Lasting) of(turn string) []*proven {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.turns[turn])
}

// again reads once more. Steps of one part run one after another, so nobody else does at the same time.
func (p *proven) again(ctx context.Context) {
	p.done = true
	o := proof.Settle(ctx, p.out, p.expect, p.sent)
	if o.Reason() == proof.ReasonReverted {
		// It may have become a third thing, so it is said what it is.
		last := o.Evidence()[len(o.Evidence())-1]
		text := fmt.Sprintf("%s was %s for a moment, and is %s now.", last.What, last.Before, last.After)
		o = proof.NoEffect(o.Means(), &proof.Problem{Reason: proof.ReasonReverted, Text: text}, o.Evidence()...)
	}
	p.out = o
}

// Settle waits until the turn's effects have lasted and forgets the turn; outcomes by step index.
func (l *Lasting) Settle(ctx context.Context, turn string) map[int]proof.Outcome {
	l.mu.Lock()
	all := l.turns[turn]
	delete(l.turns, turn)
	l.mu.Unlock()
	out := map[int]proof.Outcome{}
	for _, p := range all {
		if !p.done {
			if lasted(ctx, p.at.Add(quiet)) {
				p.again(ctx)
			} else {
				p.out = p.out.Doubt(&proof.Problem{Reason: proof.ReasonCancelled, Text: "It was seen, but Pace was stopped before it could see that it lasts."})
			}
		}
		out[p.step] = p.out
	}
	return out
}

// lasted waits for an instant; false when ctx ended first.
func lasted(ctx context.Context, t time.Time) bool {
	timer := time.NewTimer(time.Until(t))
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
