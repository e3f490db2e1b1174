package bench

import (
	"context"
	"fmt"
	"time"

	"pace/backend/app"
	"pace/backend/bridge"
	"pace/backend/event"
)

// turnLimit bounds one turn whatever happens in it: a bench must come to its end.
const turnLimit = 150 * time.Second

// Pace is the whole of Pace in this process, on a Desk: folders, platform, conductor and records are the real ones.
type Pace struct {
	App *app.App

	services *bridge.Services
	rows     <-chan event.Event
	stop     func()
}

// Turn is what one sentence came to.
type Turn struct {
	event.Ended
	Rows []event.Event
	Took time.Duration
}

// OpenPace makes a Pace with records of its own. warm keeps watch on the program in front as a live host does.
func (d *Desk) OpenPace(o Options, slow int, warm bool) (*Pace, error) {
	home, err := d.Folder("pace")
	if err != nil {
		return nil, err
	}
	a, err := app.New(app.Options{Environ: append(append([]string{}, d.Env...), "PACE_HOME="+home), Slow: slow, Guard: o.Guard, Servers: []string{}})
	if err != nil {
		return nil, fmt.Errorf("open Pace: %w", err)
	}
	p := &Pace{App: a, services: a.Services(o.Version, "bench")}
	p.rows, p.stop = a.Turns().Events.Subscribe(false)
	if warm {
		a.Warm()
	}
	return p, nil
}

// Close ends it.
func (p *Pace) Close() error {
	p.stop()
	return p.App.Close()
}

// Do gives Pace one sentence and waits for the end of its turn.
func (p *Pace) Do(ctx context.Context, sentence string) (Turn, error) {
	ctx, cancel := context.WithTimeout(ctx, turnLimit)
	defer cancel()
	start := time.Now()
	begun, err := p.services.Turns.Submit(sentence, false)
	if err != nil {
		return Turn{}, fmt.Errorf("begin a turn: %w", err)
	}
	var t Turn
	over := ctx.Done()
	for {
		select {
		case e, ok := <-p.rows:
			if !ok {
				return t, fmt.Errorf("the turn “%s” ended without a result", sentence)
			}
			if e.Turn != begun.Turn {
				continue
			}
			t.Rows = append(t.Rows, e)
			if end, ok := e.Body.(*event.Ended); ok {
				t.Ended, t.Took = *end, time.Since(start)
				return t, nil
			}
		case <-over:
			_ = p.services.Turns.Cancel(begun.Turn) // it may have ended just now
			over = nil                              // its end still comes
		}
	}
}
