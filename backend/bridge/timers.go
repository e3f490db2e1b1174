package bridge

import (
	"context"
	"errors"

	"pace/backend/schedule"
	"pace/backend/store"
)

// Timers shows what runs and rings, and ends it. Every change comes as the push "timers", with all of them.
type Timers struct{ p Parts }

// RunningTimer is a timer or alarm that runs or rings, or a reminder that rings.
type RunningTimer struct {
	ID       int64  `json:"id"`
	Kind     string `json:"kind"` // timer, alarm, reminder
	Label    string `json:"label"`
	Name     string `json:"name"` // in a sentence: the timer “pasta”
	Due      string `json:"due"`  // RFC 3339, to the millisecond
	At       string `json:"at"`   // for a person, in the zone of this machine: at 14:32
	LengthMs int64  `json:"lengthMs"`
	State    string `json:"state"` // running, ringing
	Said     string `json:"said"`  // what it says when it rings; "" while it runs
	More     string `json:"more"`  // what else there is to say of that
	Tick     bool   `json:"tick"`  // of a reminder: it can be marked as done
}

// List gives all of them, the nearest first.
func (t *Timers) List() ([]RunningTimer, error) {
	open, err := t.p.Timers.Open(t.p.Context)
	if err != nil {
		return nil, &Error{"internal", "The timers could not be read."}
	}
	return t.show(open), nil
}

// Cancel ends one that runs.
func (t *Timers) Cancel(id int64) error { return t.end(t.p.Timers.Cancel, id) }

// Dismiss ends one that rings.
func (t *Timers) Dismiss(id int64) error { return t.end(t.p.Timers.Dismiss, id) }

// Done marks a reminder that rings as done in its file, and ends it.
func (t *Timers) Done(id int64) error {
	err := t.p.Timers.Done(t.p.Context, id)
	var no *schedule.Refused
	switch {
	case errors.As(err, &no):
		return &Error{"invalid", no.Why}
	case err != nil:
		return &Error{"internal", "The reminder could not be marked as done."}
	}
	return nil
}

func (t *Timers) end(end func(context.Context, ...int64) ([]int64, error), id int64) error {
	ended, err := end(t.p.Context, id)
	var no *schedule.Refused
	switch {
	case errors.As(err, &no):
		return &Error{"internal", no.Why}
	case err != nil:
		return &Error{"internal", "The timer could not be ended."}
	case len(ended) == 0:
		return &Error{"notFound", "That timer has ended already, or is in another state by now."}
	}
	return nil
}

func (t *Timers) show(open []store.Timer) []RunningTimer {
	out := make([]RunningTimer, 0, len(open))
	now := t.p.Timers.Now()
	for _, x := range open {
		v := RunningTimer{ID: x.ID, Kind: x.Kind, Label: x.Label, Name: schedule.Name(x, now.Location()), Due: x.Due.Format("2006-01-02T15:04:05.000Z07:00"),
			At: schedule.Moment(x.Due, now), LengthMs: x.Length.Milliseconds(), State: x.State, Tick: x.Tick}
		if x.State == store.TimerRinging {
			v.Said, v.More = schedule.Said(store.WentOff{Timer: x}, now)
		}
		out = append(out, v)
	}
	return out
}

// ForwardTimers emits what runs and rings as the push "timers" whenever that has changed, until ctx ends or Pace closes.
func (s *Services) ForwardTimers(ctx context.Context, emit func(name string, data any)) {
	t := s.Timers
	if t.p.Timers == nil {
		return
	}
	rows, stop := t.p.Timers.Events.Subscribe(true) // each row is the whole, so the newest is enough
	defer stop()
	for {
		select {
		case open, ok := <-rows:
			if !ok {
				return
			}
			emit("timers", t.show(open))
		case <-ctx.Done():
			return
		}
	}
}
