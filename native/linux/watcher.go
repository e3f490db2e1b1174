package linux

import (
	"context"
	"strings"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// Watcher delivers AT-SPI signals in Pace's words. It fulfils desktop.Watcher.
//
// A Watch is about a whole program, even when the Scope names a window or a subtree: signals do not tell which
// window they belong to, and a reason to look too many does no harm.
type Watcher struct{ t *Tree }

var _ desktop.Watcher = (*Watcher)(nil)

// NewWatcher makes a Watcher beside t.
func NewWatcher(t *Tree) *Watcher { return &Watcher{t} }

// watchRoom is how many signals a reader may be behind before some are dropped.
const watchRoom = 512

// Watch subscribes before it returns. The zero Scope is the program in front at this moment.
func (w *Watcher) Watch(ctx context.Context, s desktop.Scope) (<-chan desktop.Event, error) {
	p, err := w.t.resolve(ctx, s)
	if err != nil {
		return nil, err
	}
	bus := w.t.host(p.root.Bus)
	in, err := w.t.c.Subscribe(ctx, func(from string) bool { return from == bus || w.t.host(from) == bus }, watchRoom)
	if err != nil {
		return nil, translate(err)
	}
	out := make(chan desktop.Event)
	go func() { // ends with ctx or the connection, whichever closes in
		defer close(out)
		for e := range in {
			d, ok := normalise(e)
			if !ok {
				continue
			}
			select {
			case out <- d:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out, nil
}

// normalise translates a signal; ok is false for those that tell nothing.
func normalise(e atspi.Event) (d desktop.Event, ok bool) {
	d = desktop.Event{At: e.At, Source: refOf(e.Source)}
	switch {
	case e.Kind == atspi.KindLost:
		d.Kind, d.Source = desktop.EventLost, desktop.Ref{}
	case e.Kind == atspi.KindLeft:
		d.Kind, d.Detail = desktop.EventWindow, "closed"
	case e.Kind == "object:state-changed":
		return stateEvent(d, e)
	case e.Kind == "object:text-changed":
		d.Kind = desktop.EventText
	case e.Kind == "object:text-caret-moved":
		d.Kind = desktop.EventCaret
	case e.Kind == "object:selection-changed":
		d.Kind = desktop.EventSelected
	case e.Kind == "object:bounds-changed":
		d.Kind = desktop.EventBounds
	case e.Kind == "object:children-changed":
		d.Kind = desktop.EventChildren
		if e.Source.Path == atspi.RootPath {
			d.Kind, d.Detail = desktop.EventWindow, "opened"
			if strings.HasPrefix(e.Detail, "remove") {
				d.Detail = "closed"
			}
		}
	case e.Kind == "object:property-change":
		return propertyEvent(d, e)
	case strings.HasPrefix(e.Kind, "window:"):
		d.Kind = desktop.EventWindow
		switch strings.TrimPrefix(e.Kind, "window:") {
		case "create":
			d.Detail = "opened"
		case "destroy", "close":
			d.Detail = "closed"
		case "activate":
			d.Detail = "activated"
		default:
			return d, false
		}
	default:
		return d, false
	}
	return d, true
}

func stateEvent(d desktop.Event, e atspi.Event) (desktop.Event, bool) {
	name, known := eventStates[e.Detail]
	d.Kind, d.Detail, d.On = desktop.EventState, name, e.D1 != 0
	if name == "focused" && d.On {
		d.Kind, d.Detail = desktop.EventFocus, ""
	}
	if e.Detail == "defunct" {
		d.Kind, d.Detail, known = desktop.EventChildren, "", true
	}
	return d, known
}

func propertyEvent(d desktop.Event, e atspi.Event) (desktop.Event, bool) {
	switch e.Detail {
	case "accessible-name", "accessible-description":
		d.Kind = desktop.EventText
	case "accessible-value":
		d.Kind = desktop.EventValue
	case "accessible-role":
		d.Kind = desktop.EventState
	default:
		return d, false
	}
	return d, true
}
