package atspi

import (
	"context"
	"fmt"
)

// Program is one program on the bus.
type Program struct {
	Bus     string
	Name    string
	PID     int
	Toolkit string // as it calls itself
	Version string
	Answers bool
}

// Programs lists who takes part, in the registry's order. They are asked together, so that a hung one costs one
// cap in all; it stays in the list with Answers false.
func (c *Client) Programs(ctx context.Context) ([]Program, error) {
	var wire []wireRef
	if err := c.call(ctx, Ref{registryName, RootPath}, ifAccessible+".GetChildren", nil, &wire); err != nil {
		return nil, fmt.Errorf("list programs: %w", err)
	}
	buses := make([]string, 0, len(wire))
	seen := map[string]bool{}
	for _, w := range wire {
		if !seen[w.Bus] && w.Bus != "" {
			seen[w.Bus] = true
			buses = append(buses, w.Bus)
		}
	}
	return c.Describe(ctx, buses), nil
}

// Describe asks programs who they are. One that left is missing from the answer.
func (c *Client) Describe(ctx context.Context, buses []string) []Program {
	out := make([]Program, len(buses))
	errs := make([]error, len(buses))
	for _, bus := range buses {
		// An open breaker whose rest is over gets its probe; an error shows below, as a denied batch.
		_ = c.admit(ctx, bus)
	}
	b := c.NewBatch(ctx)
	for i, bus := range buses {
		p, r := &out[i], Root(bus)
		p.Bus = bus
		b.pid(bus, &p.PID)
		b.Name(r, &p.Name, &errs[i])
		get(b, r, ifApplication, "ToolkitName", nil, func(s string) { p.Toolkit = s })
		get(b, r, ifApplication, "Version", nil, func(s string) { p.Version = s })
	}
	b.Run()
	kept := out[:0]
	for i, p := range out {
		if isGone(errs[i]) {
			continue
		}
		p.Answers = errs[i] == nil
		kept = append(kept, p)
	}
	return kept
}

// pid asks the bus itself, which always answers.
func (b *Batch) pid(bus string, out *int) {
	b.add(nil, func() pending {
		return b.c.send(b.ctx, Ref{ifBus, "/org/freedesktop/DBus"}, ifBus+".GetConnectionUnixProcessID", bus)
	}, func(p pending) error {
		var n uint32
		err := p.wait(&n)
		if err == nil {
			*out = int(n)
		}
		return err
	})
}
