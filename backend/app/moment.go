package app

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"pace/backend/desktop"
	"pace/backend/restraint"
	"pace/backend/settings"
	"pace/backend/turn"
)

// moment gathers what is known of the moment, for the gate to decide by, and remembers when Pace last spoke of its own
// accord. What does not answer in time is not known, and keeps Pace quiet. It lives as long as its App.
type moment struct {
	mu     sync.Mutex // held while the gate decides
	spoken map[restraint.Source]time.Time

	call, quiet, film question[bool]
	hands             question[time.Duration]
	late              sync.WaitGroup // questions that nobody waits for any more; closing the screen ends them
}

// lookLimit bounds a look at the moment. Whoever rings has told a row of the database that it does.
const lookLimit = 2 * time.Second

// mayTell asks the gate whether a failure that nobody waits for is said aloud. The kind makes no difference: of two within
// half an hour one is enough to make the user look, and both stand on record.
func (a *App) mayTell(turn.FailureKind) bool {
	return a.gate(a.ctx, restraint.Failure).Verdict == restraint.Speak
}

// gate decides whether Pace may speak up for a source, and takes note when it may.
func (a *App) gate(ctx context.Context, source restraint.Source) restraint.Decision {
	// What is said whatever the moment needs no look at it, and is not kept waiting for one.
	if d := restraint.Decide(restraint.State{Source: source}); d.Verdict == restraint.Speak {
		return d
	}
	m := &a.moment
	m.mu.Lock()
	defer m.mu.Unlock()
	s := a.look(ctx)
	s.Source, s.IntentKnown = source, restraint.Is(true) // it answers what was written down, or asked for
	s.SinceSpoken, s.SinceSameSource = m.since(source)
	d := restraint.Decide(s)
	if d.Verdict == restraint.Speak {
		if m.spoken == nil {
			m.spoken = map[restraint.Source]time.Time{}
		}
		m.spoken[source] = time.Now()
	}
	return d
}

// since is called with the lock held. A reminder answers what the user wrote down for that time: it keeps no distance from
// what Pace said before, though what Pace says unasked keeps one from it.
func (m *moment) since(source restraint.Source) (spoken, same restraint.Known[time.Duration]) {
	last, mine := restraint.Never, restraint.Never
	for of, at := range m.spoken {
		last = min(last, time.Since(at))
		if of == source {
			mine = time.Since(at)
		}
	}
	if source == restraint.BackgroundReminder {
		last = restraint.Never
	}
	return restraint.Is(last), restraint.Is(mine)
}

// look asks everything at the same time.
func (a *App) look(ctx context.Context) restraint.State {
	ctx, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()
	m := &a.moment
	s := restraint.State{Profile: a.profile(), QuietHours: a.quietHours(time.Now())}
	here := a.rest.get().Presence
	var all sync.WaitGroup
	all.Go(func() {
		s.InCall = m.call.ask(ctx, &m.late, func(ctx context.Context) (bool, error) {
			listening, err := here.Listening(ctx)
			is, _ := restraint.Call(listening, err == nil).Get()
			return is, err
		})
	})
	all.Go(func() { s.DoNotDisturb = m.quiet.ask(ctx, &m.late, here.DoNotDisturb) })
	if d := a.desk.get(); a.sees() && d != nil {
		if d.Windows != nil {
			all.Go(func() { s.FullScreen = m.film.ask(ctx, &m.late, watching(d.Windows)) })
		}
		if d.Input != nil { // which knows Pace's own input from the user's
			all.Go(func() { s.SinceInput = m.hands.ask(ctx, &m.late, d.Input.IdleFor) })
		}
	}
	all.Wait()
	return s
}

// profile is the quietest when what the user chose can't be read.
func (a *App) profile() restraint.Profile {
	if a.Settings.Doubtful(string(settings.ProactivityProfile)) != "" {
		return restraint.Reserved
	}
	return restraint.Profile(a.Settings.Text(settings.ProactivityProfile))
}

func (a *App) quietHours(now time.Time) restraint.Known[bool] {
	if a.Settings.Doubtful(string(settings.QuietHours)) != "" {
		return restraint.Known[bool]{}
	}
	return restraint.Is(a.Settings.Hours(settings.QuietHours).Contain(now))
}

// sees reports whether the screen shows all that the user does. In a Wayland session most of it is out of sight.
func (a *App) sees() bool {
	env := lookup(a.opts.Environ)
	return env("WAYLAND_DISPLAY") == "" && env("XDG_SESSION_TYPE") != "wayland"
}

// watching reports whether the window in front fills the screen: a film, a game, slides. Pace's own is none of these.
func watching(w desktop.Windows) func(context.Context) (bool, error) {
	return func(ctx context.Context) (bool, error) {
		all, err := w.List(ctx)
		return slices.ContainsFunc(all, func(w desktop.Window) bool { return w.Active && w.FullScreen && !w.Own }), err
	}
}

// question is put to a part that may hang. While one waits for its answer no other is put.
type question[T any] struct{ waits atomic.Bool }

// ask gives the answer, or that it is not known by the end of ctx.
func (q *question[T]) ask(ctx context.Context, late *sync.WaitGroup, read func(context.Context) (T, error)) restraint.Known[T] {
	if !q.waits.CompareAndSwap(false, true) {
		return restraint.Known[T]{}
	}
	answer := make(chan restraint.Known[T], 1)
	late.Go(func() {
		defer q.waits.Store(false)
		var k restraint.Known[T]
		if v, err := read(ctx); err == nil {
			k = restraint.Is(v)
		}
		answer <- k
	})
	select {
	case k := <-answer:
		return k
	case <-ctx.Done():
		return restraint.Known[T]{}
	}
}
