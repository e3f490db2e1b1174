// Package apptest opens a whole Pace on a temporary home and a desktop that exists only in memory: the real
// settings, database, trace, tools, executor and conductor, and nothing of the machine it runs on.
//
// It promises that everything is closed when the test ends, and that a second Pace on the same home and desk is a
// real one, as another process would be. Inside a testing/synctest bubble its waits cost nothing. It never touches
// the real screen or the user's files.
package apptest

import (
	"context"
	"path/filepath"
	"testing"

	"pace/backend/app"
	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/event"
	"pace/backend/system/systemtest"
	"pace/backend/turn"
)

// Pace is one real application.
type Pace struct {
	*app.App
	Home    string
	Desk    *desktoptest.Desk
	Machine *systemtest.Machine
	Session *systemtest.Session
	Environ []string
}

// Open begins a Pace on a fresh home with an empty desk.
func Open(t testing.TB, changes ...func(*app.Options)) *Pace {
	t.Helper()
	d := desktoptest.New(t)
	return On(t, t.TempDir(), d, changes...)
}

// On begins a Pace on a home and desk that may be another's too. It is closed when the test ends, if not before.
func On(t testing.TB, home string, d *desktoptest.Desk, changes ...func(*app.Options)) *Pace {
	t.Helper()
	p := &Pace{Home: home, Desk: d, Machine: systemtest.NewMachine(), Session: systemtest.NewSession(filepath.Join(home, "trash")), Environ: []string{"PACE_HOME=" + home}}
	rest, session := p.Machine.System(), p.Session.System()
	o := app.Options{Environ: p.Environ, Desktop: Shared(d), Machine: &rest, Session: &session, Servers: []string{}} // none of this machine's takes part
	for _, change := range changes {
		change(&o)
	}
	a, err := app.New(o)
	if err != nil {
		t.Fatalf("open Pace on %s: %v", home, err)
	}
	p.App = a
	t.Cleanup(func() { _ = a.Close() })
	return p
}

// Second begins another Pace on the same home, desk and machine, as a second process would.
func (p *Pace) Second(t testing.TB, changes ...func(*app.Options)) *Pace {
	t.Helper()
	shared := func(o *app.Options) { rest := p.Machine.System(); o.Machine = &rest }
	second := On(t, p.Home, p.Desk, append([]func(*app.Options){shared}, changes...)...)
	second.Machine = p.Machine
	return second
}

// Shared gives the desk to an application without giving it away: closing the application leaves the desk open.
func Shared(d *desktoptest.Desk) func(context.Context) *desktop.Desktop {
	return func(context.Context) *desktop.Desktop {
		x := d.Desktop()
		x.Close = nil
		return x
	}
}

// Turn is a turn that has ended, with every row of it.
type Turn struct {
	event.Ended
	ID   string
	Rows []event.Event
}

// Ask has an attended turn done from the terminal, to its end.
func (p *Pace) Ask(t testing.TB, text string) Turn {
	t.Helper()
	return p.Do(t, turn.Request{Text: text, Origin: "ask", Attended: true})
}

// Do has a turn done to its end.
func (p *Pace) Do(t testing.TB, r turn.Request) Turn {
	t.Helper()
	x, err := p.Turns().Submit(context.Background(), r)
	if err != nil {
		t.Fatalf("submit %q: %v", r.Text, err)
	}
	return Finish(x)
}

// Finish reads a turn to its end.
func Finish(x *turn.Turn) Turn {
	var out Turn
	out.ID = x.ID
	for e := range x.Events() {
		out.Rows = append(out.Rows, e)
	}
	out.Ended = x.Wait()
	return out
}

// Types lists the types of the rows in order.
func (t Turn) Types() []event.Type {
	out := make([]event.Type, 0, len(t.Rows))
	for _, e := range t.Rows {
		out = append(out, e.Type)
	}
	return out
}

// Find gives the first row of a type, or nil.
func (t Turn) Find(kind event.Type) event.Body {
	for _, e := range t.Rows {
		if e.Type == kind {
			return e.Body
		}
	}
	return nil
}

// Effects lists what became of each step.
func (t Turn) Effects() []string {
	out := []string{}
	for _, s := range t.Steps {
		out = append(out, s.Outcome.Effect)
	}
	return out
}
