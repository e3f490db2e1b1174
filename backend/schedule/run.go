package schedule

import (
	"context"
	"slices"
	"sync"
	"time"

	"pace/backend/restraint"
	"pace/backend/store"
)

const (
	lease   = 15 * time.Second // how long one process has to tell of what it took on
	telling = 5 * time.Second  // how long the desktop may take to show it
	unsure  = 30 * time.Second // how often to look where nothing tells that the clock was set
	broken  = 30 * time.Second // how long to wait after the database could not be read

	rests   = 24 * time.Hour     // what rings for so long has been noticed, or never will be
	keeps   = 7 * 24 * time.Hour // how long what has ended can be taken back
	several = 3                  // more than so many at once are told of together
)

// Run rings what is due until ctx ends. What became due while nobody ran it rings at once. One Run per Service.
func (s *Service) Run(ctx context.Context) {
	release := hold(ctx, s.c.Mark)
	defer release()
	s.setRinging(true)
	defer s.setRinging(false)
	inner, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	blind := !s.listen(inner, &wg, s.c.Clock, s.Changed) // days and hours may be others by now
	s.listen(inner, &wg, s.c.Others, s.look)
	s.sweep(ctx)
	for ctx.Err() == nil {
		followed := s.follow(inner, wg.Go)
		next := s.ring(ctx)
		if blind && next > unsure || !followed && (next < 0 || next > unsure) {
			next = unsure
		}
		// The clock of the timer stands still while the machine sleeps, and nobody tells it when the user's clock is set:
		// it only says when to look, and what is due is decided by the user's clock.
		var due <-chan time.Time
		var timer *time.Timer
		if next >= 0 {
			timer = time.NewTimer(next)
			due = timer.C
		}
		select {
		case <-due:
		case <-s.poke:
		case <-ctx.Done():
		}
		if timer != nil {
			timer.Stop()
		}
	}
}

func (s *Service) setRinging(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ringing = on
}

// listen has what a wake tells make Run look again, and says whether there is such a wake.
func (s *Service) listen(ctx context.Context, wg *sync.WaitGroup, w Wake, look func()) bool {
	if w == nil {
		return false
	}
	c, err := w(ctx)
	if err != nil {
		return false
	}
	wg.Go(func() {
		for range c {
			look()
		}
	})
	return true
}

func (s *Service) sweep(ctx context.Context) {
	db, err := s.c.DB()
	if err != nil {
		return
	}
	now := s.c.Now()
	_ = db.Timers().Sweep(ctx, now, now.Add(-rests), now.Add(-keeps)) // what is left over costs some bytes
}

// ring tells of what is due and publishes what is open. It gives the time until the next look, < 0 when there is nothing
// to wait for. Nothing is written when nothing is due: a write would wake the other processes, and they this one.
func (s *Service) ring(ctx context.Context) (next time.Duration) {
	db, err := s.c.DB()
	if err != nil {
		return broken
	}
	r := db.Timers()
	soonest, err := s.remind(ctx, r)
	if err != nil {
		soonest = broken // of the reminders; timers ring all the same
	}
	open, err := r.Open(ctx)
	if err != nil {
		return broken
	}
	if now := s.c.Now(); slices.ContainsFunc(open, func(t store.Timer) bool { return wait(t, now) <= 0 }) {
		went, err := r.TakeDue(ctx, now, lease)
		if err != nil {
			return broken
		}
		if open, err = r.Open(ctx); err != nil {
			return broken
		}
		s.publish(ctx, open)
		if s.tell(ctx, went) {
			if open, err = r.Open(ctx); err != nil {
				return broken
			}
		}
	}
	s.publish(ctx, open)
	next = soonest
	now := s.c.Now()
	for _, t := range open {
		if w := wait(t, now); w < forGood && (next < 0 || w < next) {
			next = max(w, 0)
		}
	}
	return next
}

const forGood = time.Duration(1<<63 - 1)

// wait is how long to wait for a timer: until it is due, or until whoever took it on had time to tell of it.
func wait(t store.Timer, now time.Time) time.Duration {
	switch {
	case t.State == store.TimerRunning:
		return t.Due.Sub(now)
	case t.State != store.TimerRinging || t.Told:
		return forGood
	case t.Taken.Sub(now) > lease:
		return 0
	}
	return t.Taken.Add(lease).Sub(now) + time.Millisecond
}

// tell says that timers went off, and notes that it was said. It is noted afterwards: a process that is killed in between
// costs a second telling, which says so, and not a timer that nobody hears of.
func (s *Service) tell(ctx context.Context, went []store.WentOff) bool {
	if len(went) == 0 {
		return false
	}
	for _, of := range kinds(went) {
		// What the gate holds back is shown all the same, without a sound: whoever wrote it down relies on it.
		quiet := s.c.Gate(ctx, sourceOf(of[0].Timer)).Verdict != restraint.Speak
		s.notify(ctx, of, quiet)
	}
	ids := make([]int64, 0, len(went))
	for _, w := range went {
		ids = append(ids, w.ID)
	}
	r, ctx, cancel, err := s.timers(context.WithoutCancel(ctx))
	defer cancel()
	return err == nil && r.MarkTold(ctx, ids...) == nil
}

// kinds puts apart what is asked of the gate, and told, in another way.
func kinds(went []store.WentOff) (out [][]store.WentOff) {
	var timers, reminders []store.WentOff
	for _, w := range went {
		if w.Kind == store.KindReminder {
			reminders = append(reminders, w)
		} else {
			timers = append(timers, w)
		}
	}
	for _, of := range [][]store.WentOff{timers, reminders} {
		if len(of) > 0 {
			out = append(out, of)
		}
	}
	return out
}

func sourceOf(t store.Timer) restraint.Source {
	if t.Kind == store.KindReminder {
		return restraint.BackgroundReminder
	}
	return restraint.TimerFire
}

// publish hands on what is open when it has changed, and takes back the notices of what no longer rings.
func (s *Service) publish(ctx context.Context, open []store.Timer) {
	s.mu.Lock()
	changed := s.last == nil || !slices.Equal(s.last, open)
	s.last = append([]store.Timer{}, open...)
	var over []string
	for id, notice := range s.notices {
		if !slices.ContainsFunc(open, func(t store.Timer) bool { return t.ID == id && t.State == store.TimerRinging }) {
			over = append(over, notice)
			delete(s.notices, id)
		}
	}
	for _, notice := range s.notices { // one notice may tell of several
		over = slices.DeleteFunc(over, func(n string) bool { return n == notice })
	}
	s.mu.Unlock()
	if changed {
		s.Events.Publish(append([]store.Timer{}, open...))
	}
	slices.Sort(over)
	for _, notice := range slices.Compact(over) {
		s.withdraw(ctx, notice)
	}
}
