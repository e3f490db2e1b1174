package app

import (
	"context"
	"path/filepath"
	"time"

	"pace/backend/restraint"
	"pace/backend/schedule"
)

// Timers keeps and rings the user's timers.
func (a *App) Timers() *schedule.Service { return a.times.get() }

func (a *App) makeTimers() *schedule.Service {
	m := a.rest.get()
	c := schedule.Config{DB: a.DB, Now: time.Now, Gate: mayRing, Notifier: m.Notifier, Mark: filepath.Join(a.Folders.Data, "timers.lock")}
	if m.Clock != nil {
		c.Clock = m.Clock.Jumps
	}
	if m.Files != nil {
		c.Others = func(ctx context.Context) (<-chan struct{}, error) { return m.Files.Changes(ctx, a.Folders.Database()) }
	}
	return schedule.New(c)
}

// mayRing asks the gate. Of what it decides by nothing is known here yet; a timer is said all the same.
func mayRing(context.Context) restraint.Decision {
	return restraint.Decide(restraint.State{Source: restraint.TimerFire})
}

// Ring has this process, which hosts Pace, ring what is due until it closes.
func (a *App) Ring() {
	times := a.Timers()
	a.wg.Go(func() { times.Run(a.ctx) })
}
