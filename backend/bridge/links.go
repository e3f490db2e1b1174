package bridge

import (
	"errors"

	"pace/backend/bridge/inbox"
	"pace/backend/turn"
)

// Links shows what pace:// links ask for, and begins it when the interface has it on the screen.
type Links struct{ p Parts }

// State is what waits, and what there is to tell. Changes are pushed as "links".
func (l *Links) State() inbox.State { return l.p.Links.State() }

// Open begins the turn of the link that waits first.
func (l *Links) Open(id string) (Begun, error) {
	t, err := l.p.Links.Open(id)
	switch {
	case errors.Is(err, inbox.ErrGone):
		return Begun{}, &Error{"notFound", "That link is not waiting any more."}
	case errors.Is(err, turn.ErrBusy):
		return Begun{}, &Error{"busy", "Pace has something else to do first. The link waits."}
	case err != nil:
		return Begun{}, &Error{"internal", "Pace is closing."}
	}
	return Begun{t}, nil
}

// Drop forgets a link that waits, or closes a notice.
func (l *Links) Drop(id string) error {
	if !l.p.Links.Drop(id) {
		return &Error{"notFound", "That link is not waiting any more."}
	}
	return nil
}

// WatchLinks gives each new state of the links until stop is called or Pace closes. Without links it gives nothing.
func (s *Services) WatchLinks() (states <-chan inbox.State, stop func()) {
	if s.Links.p.Links == nil {
		return nil, func() {}
	}
	return s.Links.p.Links.States.Subscribe(true)
}
