package bridge

import (
	"context"
	"slices"
	"sync"
	"time"

	"pace/backend/proof"
	"pace/backend/tool"
)

// Permissions tells what of this machine Pace can use, why it can't use the rest, and what each part makes possible.
type Permissions struct{ p Parts }

// Permission is one part of the machine.
type Permission struct {
	ID     string    `json:"id"`
	Name   string    `json:"name"`
	About  string    `json:"about"`  // what it is for
	State  string    `json:"state"`  // ready, limited, denied, absent
	Reason string    `json:"reason"` // of a ready one: what was found
	Fix    string    `json:"fix"`
	Tools  []Unlocks `json:"tools"` // what can't be done without it
}

// Unlocks is a tool that needs something.
type Unlocks struct {
	Tool    string `json:"tool"`
	Name    string `json:"name"`
	Example string `json:"example"`
}

// probeBudget bounds one look at everything; each probe has a shorter one of its own.
const probeBudget = 20 * time.Second

// Probe looks at every part afresh. It takes up to some seconds.
func (x *Permissions) Probe() []Permission {
	ctx, cancel := context.WithTimeout(x.p.Context, probeBudget)
	defer cancel()
	var missing map[tool.Capability]*proof.Problem
	var both sync.WaitGroup
	both.Go(func() { missing = x.p.lacking() })
	found := x.p.probed(ctx)
	both.Wait()
	out := []Permission{}
	for _, part := range known(x.p.Registry) {
		if _, later := part.capability.Later(); later {
			continue // a part of Pace that is still to be built is none of the machine
		}
		probe, probed := found[part.probe]
		v := Permission{ID: part.id(), Name: part.name, About: part.about, Tools: unlocked(x.p.Registry, part.capability)}
		s := alone(probe, probed)
		if part.capability != "" {
			s = stands(missing[part.capability], probe, probed, found[display])
		}
		v.State, v.Reason, v.Fix = s.state, capital(s.reason), s.fix
		out = append(out, v)
	}
	return out
}

// unlocked lists the tools that need a capability, of those that somebody may ask for.
func unlocked(r *tool.Registry, c tool.Capability) []Unlocks {
	out := []Unlocks{}
	for _, t := range r.Tools() {
		s := t.Spec()
		if c != "" && s.Offer&tool.OfferPlanner != 0 && slices.Contains(s.Needs, c) {
			out = append(out, Unlocks{s.Name, words(s.Name), s.Example})
		}
	}
	return out
}
