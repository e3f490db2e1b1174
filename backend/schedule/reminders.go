package schedule

import (
	"context"
	"errors"
	"slices"
	"time"

	"pace/backend/pim"
	"pace/backend/store"
)

// Reminders are the user's reminders, which any program may change at any time. A series is told as often as it says, but
// of its times in one minute only the first: Occasions lists no other.
type Reminders interface {
	Occasions(ctx context.Context, from, to time.Time) (pim.Found[pim.Occasion], error)
	Reminder(ctx context.Context, id string) (pim.Reminder, pim.Ref, error)
	TickOff(ctx context.Context, ref pim.Ref) (pim.Ref, error)
}

const (
	dayHour = 9                // when one that belongs to a whole day is told
	ahead   = 24 * time.Hour   // how far occasions are read before they are due
	reads   = 20 * time.Second // how long reading the files may take
	old     = 24 * time.Hour   // what is later than that is told of together
)

// ToldAt is the moment at which a reminder is told that is due: one that belongs to a whole day at nine of that day.
func ToldAt(r pim.Reminder) time.Time {
	if !r.AllDay {
		return r.Due
	}
	y, m, d := r.Due.Date()
	return time.Date(y, m, d, dayHour, 0, 0, 0, r.Due.Location())
}

// occasion names one time of a reminder, the same in every zone.
func occasion(o pim.Occasion) string {
	if o.AllDay {
		return o.Due.Format(time.DateOnly)
	}
	return o.Due.UTC().Format(time.RFC3339)
}

// reading is what the files said at a time of what is due in [low, high).
type reading struct {
	at, low, high time.Time
	all           []pim.Occasion
	partly        bool // something could not be read
}

// holds reports whether a reading still tells what there is in [low, high).
func (r *reading) holds(now, low, high time.Time) bool {
	return r != nil && !low.Before(r.low) && !high.After(r.high) && !now.Before(r.at)
}

// remind keeps what has become due of the reminders as something that rings now, and lets go of what is not to be told any
// more. It gives the time until the next is due, < 0 when none is known to be.
func (s *Service) remind(ctx context.Context, r store.Timers) (next time.Duration, err error) {
	if s.c.Reminders == nil {
		return -1, nil
	}
	now := s.c.Now()
	from, err := r.Begin(ctx, now)
	if err != nil {
		return 0, err
	}
	open, err := r.Open(ctx)
	if err != nil {
		return 0, err
	}
	open = slices.DeleteFunc(open, func(t store.Timer) bool { return t.Kind != store.KindReminder })
	low, high := from, now.Add(time.Second)
	for _, t := range open { // also what rings since long ago, or before a clock was set back
		low, high = earlier(low, t.Due), later(high, t.Due.Add(time.Second))
	}
	const day = 48 * time.Hour // between a whole day's beginning and its hour, in any zone
	if err := s.read(ctx, now, low.Add(-day), high); err != nil {
		return 0, err
	}
	what, next := due(s.seen, open, from, now)
	if back := now.Add(-keeps); back.Sub(from) > ahead { // seldom, since it is written
		what.From = back
	}
	return next, r.Remind(ctx, now, what)
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// read has s.seen tell what is due in [low, high). The files are read again when something tells that they have changed,
// or might have without telling.
func (s *Service) read(ctx context.Context, now, low, high time.Time) error {
	if !s.stale.Swap(false) && s.watched.Load() && s.seen.holds(now, low, high) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, reads)
	defer cancel()
	high = later(high, now.Add(ahead))
	found, err := s.c.Reminders.Occasions(ctx, low.In(now.Location()), high)
	if err != nil {
		s.stale.Store(true)
		return err
	}
	s.seen = &reading{now, low, high, found.Items, len(found.Troubles) > 0}
	return nil
}

// due decides what of a reading is to be told now, what of that which rings no longer is, and how long it is until the
// next is due. What could not be read may still be there.
func due(seen *reading, open []store.Timer, from, now time.Time) (what store.Reading, next time.Duration) {
	newest := map[string]int{}
	there := map[[2]string]bool{}
	next = seen.high.Sub(now)
	for _, o := range seen.all {
		at, which := ToldAt(o.Reminder), occasion(o)
		there[[2]string{o.Key, which}] = true
		if at.After(now) {
			next = min(next, at.Sub(now))
			continue
		}
		if !at.After(from) {
			continue
		}
		t := store.Timer{Kind: store.KindReminder, Label: clean(o.Title, longTitle), Due: at, Record: o.Key, Occasion: which, Tick: o.Repeats == "" && o.ID != ""}
		i, known := newest[o.Key]
		switch {
		case !known:
			newest[o.Key] = len(what.Due)
			what.Due = append(what.Due, t)
		case t.Due.After(what.Due[i].Due):
			what.Due[i] = t
		}
	}
	for _, t := range open {
		if !seen.partly && !there[[2]string{t.Record, t.Occasion}] {
			what.Gone = append(what.Gone, t.ID)
		}
	}
	return what, next
}

// follow watches the folder of the reminders as long as it can be watched, and says whether it is. Where it is not, it is
// looked at now and then.
func (s *Service) follow(ctx context.Context, spawn func(func())) bool {
	if s.c.Reminders == nil || s.watched.Load() {
		return true
	}
	if s.c.Records == nil {
		return false
	}
	c, err := s.c.Records(ctx)
	if err != nil {
		return false
	}
	s.stale.Store(true) // what changed before it was watched
	s.watched.Store(true)
	spawn(func() {
		for range c {
			s.Changed()
		}
		s.watched.Store(false) // the folder is gone, or Run ends
		s.look()
	})
	return true
}

// Changed has Run read the reminders again: this process has changed one.
func (s *Service) Changed() {
	s.stale.Store(true)
	s.look()
}

// Promise has reminders told from now on, if that was not begun before: one has been written down that somebody relies on,
// and which may become due before Pace runs as an app for the first time.
func (s *Service) Promise(ctx context.Context) error {
	r, ctx, cancel, err := s.timers(ctx)
	defer cancel()
	if err == nil {
		_, err = r.Begin(ctx, s.c.Now())
	}
	s.Changed()
	return refusal(err)
}

// Done writes into its file that a reminder that rings is done, and ends its ringing once that can be read. A *Refused says
// why it can't be.
func (s *Service) Done(ctx context.Context, id int64) error {
	list, err := s.Get(ctx, id)
	if err != nil {
		return err
	}
	if len(list) != 1 || list[0].State != store.TimerRinging || s.c.Reminders == nil || !list[0].Tick {
		return &Refused{"That reminder does not ring any more, or can't be marked as done here."}
	}
	_, ref, err := s.c.Reminders.Reminder(ctx, list[0].Record)
	if err == nil {
		_, err = s.c.Reminders.TickOff(ctx, ref)
	}
	s.Changed()
	switch {
	case errors.Is(err, pim.ErrGone):
		return &Refused{"That reminder is not in your files any more."}
	case errors.Is(err, pim.ErrChanged):
		return &Refused{"Somebody changed that reminder at the same moment, so it was left as it is."}
	case errors.Is(err, pim.ErrRepeats):
		return &Refused{"That reminder comes again, so it can't be marked as done as a whole."}
	case err != nil:
		return err
	}
	r, _, err := s.c.Reminders.Reminder(ctx, list[0].Record)
	if err != nil {
		return err
	}
	if !r.Done {
		return &Refused{"That reminder was marked as done, but its file says otherwise by now."}
	}
	_, err = s.Dismiss(ctx, id)
	return err
}
