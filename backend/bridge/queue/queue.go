// Package queue knows which approvals wait for a decision, of all turns at once and whatever the interface has seen of
// them: a window that was opened later, or one without a trace of turns, is told the same as the others.
//
// It promises the order in which they were asked, and that one which was answered, whose time is over or whose turn has
// ended is gone. It follows the rows of turns and decides nothing: answers go to the executor, where the first one wins.
package queue

import (
	"slices"
	"sync"
	"time"

	"pace/backend/event"
)

// State is everything that waits.
type State struct {
	N       int     `json:"n"`       // counts up: of two, the one with the higher is newer
	Waiting []Asked `json:"waiting"` // the one that was asked first comes first
}

// Asked is one approval with where it comes from.
type Asked struct {
	ID        string          `json:"id"`
	Turn      string          `json:"turn"`
	Said      string          `json:"said"`   // the sentence, "" where a button was pressed
	Origin    string          `json:"origin"` // ask, interface, link, schedule, mcp, voice
	At        time.Time       `json:"at"`
	Calls     []event.Planned `json:"calls"`
	Why       string          `json:"why"`
	Tainted   bool            `json:"tainted"`
	ExpiresAt time.Time       `json:"expiresAt"`
}

// Queue is what waits. The zero value is empty and ready; methods may be called at once.
type Queue struct {
	// States carries each new state; the newest is all that counts.
	States event.Stream[State]

	mu      sync.Mutex
	begun   map[string]event.Started // turns that have not ended
	waiting []Asked
	told    int
}

// Follow takes the rows of all turns until the channel is closed.
func (q *Queue) Follow(rows <-chan event.Event) {
	for e := range rows {
		q.take(e)
	}
	q.States.Close()
}

// State is what waits now.
func (q *Queue) State() State {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.state()
}

func (q *Queue) state() State { return State{q.told, append([]Asked{}, q.waiting...)} }

func (q *Queue) take(e event.Event) {
	q.mu.Lock()
	defer q.mu.Unlock()
	had := len(q.waiting)
	switch b := e.Body.(type) {
	case *event.Started:
		if q.begun == nil {
			q.begun = map[string]event.Started{}
		}
		q.begun[e.Turn] = *b
		return
	case *event.Approval:
		from := q.begun[e.Turn]
		q.waiting = append(q.waiting, Asked{b.ID, e.Turn, from.Text, from.Origin, e.At, append([]event.Planned{}, b.Calls...), b.Why, b.Tainted, b.ExpiresAt})
	case *event.Resolved:
		q.waiting = slices.DeleteFunc(q.waiting, func(a Asked) bool { return a.ID == b.ID })
	case *event.Ended:
		delete(q.begun, e.Turn)
		q.waiting = slices.DeleteFunc(q.waiting, func(a Asked) bool { return a.Turn == e.Turn })
	}
	if len(q.waiting) != had {
		q.told++
		q.States.Publish(q.state())
	}
}
