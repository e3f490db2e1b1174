package linux

import (
	"context"
	"sync"

	"pace/backend/system"
)

// Machine gives the parts that are not the screen. Nothing is connected before it is used.
func Machine(o Options) system.Machine {
	o = o.filled()
	return system.Machine{Volume: NewVolume(o.Environ), Brightness: NewBrightness(o.Environ), Media: NewMedia(o.SessionBus),
		Notifier: NewNotifier(o.SessionBus), Clock: Clock{}, Files: Files{}, Presence: NewPresence(o)}
}

// probeMachine examines them at the same time. Pace is of use without any of them.
func probeMachine(ctx context.Context, o Options) []system.Probe {
	of := []func(context.Context) system.Probe{NewVolume(o.Environ).probe, NewBrightness(o.Environ).probe, NewMedia(o.SessionBus).probe, NewNotifier(o.SessionBus).probe,
		NewPresence(o).probe}
	found := make([]system.Probe, len(of))
	var all sync.WaitGroup
	for i, probe := range of {
		all.Go(func() { found[i] = probe(ctx) })
	}
	all.Wait()
	return found
}
