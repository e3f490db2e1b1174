// Package going holds the rows of turns that have not ended, so that a window which is opened or refreshed in the middle of
// one can show it whatever is kept on disk of it.
//
// It promises that nothing of a turn stays here once it has ended, and that nothing is written anywhere: what is kept is the
// trace's to decide.
package going

import (
	"slices"
	"sync"

	"pace/backend/event"
)

// Going holds them. The zero value is empty and ready; methods may be called at once.
type Going struct {
	mu    sync.Mutex
	turns []*held // in the order in which they began
}

type held struct {
	id   string
	rows []event.Event
}

// Follow takes the rows of all turns until the channel is closed.
func (g *Going) Follow(rows <-chan event.Event) {
	for e := range rows {
		g.take(e)
	}
}

func (g *Going) take(e event.Event) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := slices.IndexFunc(g.turns, func(h *held) bool { return h.id == e.Turn })
	switch {
	case e.Type == event.TurnEnded && at >= 0:
		g.turns = slices.Delete(g.turns, at, at+1)
	case e.Type == event.TurnEnded:
	case at >= 0:
		g.turns[at].rows = append(g.turns[at].rows, e)
	default:
		g.turns = append(g.turns, &held{e.Turn, []event.Event{e}})
	}
}

// Rows gives those of each turn in order, a turn behind the other, without the turns that are known already.
func (g *Going) Rows(known map[string]bool) []event.Event {
	g.mu.Lock()
	defer g.mu.Unlock()
	var out []event.Event
	for _, h := range g.turns {
		if !known[h.id] {
			out = append(out, h.rows...)
		}
	}
	return out
}
