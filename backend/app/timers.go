package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"pace/backend/schedule"
)

// Timers keeps the user's timers, and rings them and the reminders.
func (a *App) Timers() *schedule.Service { return a.times.get() }

func (a *App) makeTimers() *schedule.Service {
	m := a.rest.get()
	c := schedule.Config{DB: a.DB, Now: time.Now, Gate: a.gate, Notifier: m.Notifier, Reminders: a.reminders(), Mark: filepath.Join(a.Folders.Data, "timers.lock")}
	if m.Clock != nil {
		c.Clock = m.Clock.Jumps
	}
	if m.Files != nil {
		c.Others = func(ctx context.Context) (<-chan struct{}, error) { return m.Files.Changes(ctx, a.Folders.Database()) }
		c.Records = func(ctx context.Context) (<-chan struct{}, error) {
			dir := a.remindersFolder()
			if err := os.MkdirAll(dir, 0o700); err != nil {
				return nil, fmt.Errorf("make the folder of the reminders: %w", err)
			}
			return m.Files.Changes(ctx, dir+string(filepath.Separator))
		}
	}
	return schedule.New(c)
}

// Ring has this process, which hosts Pace, ring what is due until it closes.
func (a *App) Ring() {
	times := a.Timers()
	a.wg.Go(func() { times.Run(a.ctx) })
}
