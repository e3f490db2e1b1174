package executor

import (
	"context"
	"slices"
	"sync"
	"time"

	"pace/backend/proof"
	"pace/backend/tool"
)

// patience is how long a plan waits for what another plan is using.
const patience = 30 * time.Second

// owners gives each resource one owner at a time, over all turns of this process: while one plan types, no other takes
// the focus from under it. A plan takes all that it uses before its first step and keeps it to the end, in one fixed
// order, so that no two wait for each other. The zero value is ready; methods may be called at once.
type owners struct {
	mu    sync.Mutex
	slots map[tool.Resource]chan struct{} // holds a value while the resource is taken
}

// take waits until all of them are free, at most for a time (≤ 0: patience). release gives them back.
func (o *owners) take(ctx context.Context, atMost time.Duration, uses []tool.Resource) (release func(), p *proof.Problem) {
	if atMost <= 0 {
		atMost = patience
	}
	wait, cancel := context.WithTimeout(ctx, atMost)
	defer cancel()
	var held []chan struct{}
	release = func() {
		for _, c := range held {
			<-c
		}
	}
	for _, r := range uses {
		c := o.slot(r)
		select {
		case c <- struct{}{}:
			held = append(held, c)
			continue
		default:
		}
		select {
		case c <- struct{}{}:
			held = append(held, c)
		case <-wait.Done():
			release()
			if p := cut(ctx); p != nil {
				return nil, p
			}
			return nil, &proof.Problem{Reason: proof.ReasonUnavailable, Text: "Something else that Pace is doing is using " + resource(r) + ", so this was not begun.", Err: ErrInUse}
		}
	}
	return release, nil
}

func (o *owners) slot(r tool.Resource) chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.slots == nil {
		o.slots = map[tool.Resource]chan struct{}{}
	}
	if o.slots[r] == nil {
		o.slots[r] = make(chan struct{}, 1)
	}
	return o.slots[r]
}

// uses lists what the calls of a plan use, each once, in the order in which it is taken.
func uses(groups [][]*step) []tool.Resource {
	var all []tool.Resource
	for _, g := range groups {
		for _, s := range g {
			all = append(all, s.Spec.Uses...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// resource names a resource for a person.
func resource(r tool.Resource) string {
	switch r {
	case tool.UsesInput:
		return "mouse and keyboard"
	case tool.UsesFocus:
		return "the window in front"
	}
	return "the " + string(r)
}
