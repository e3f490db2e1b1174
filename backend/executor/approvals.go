package executor

import (
	"context"
	"sync"

	"pace/backend/event"
)

// Approvals is an Approver that several entries can answer: terminal, interface, another process. The first answer
// wins; when the time is over the answer is no. The zero value is ready. Methods may be called at once.
type Approvals struct {
	mu      sync.Mutex
	waiting map[string]chan event.Resolved
}

// Ask waits for Decide with the approval's id.
func (a *Approvals) Ask(ctx context.Context, q event.Approval, show func()) event.Resolved {
	c := make(chan event.Resolved, 1)
	a.mu.Lock()
	if a.waiting == nil {
		a.waiting = map[string]chan event.Resolved{}
	}
	a.waiting[q.ID] = c
	a.mu.Unlock()
	show() // somebody may answer before this returns
	select {
	case r := <-c:
		return r
	case <-ctx.Done():
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.waiting, q.ID)
	select {
	case r := <-c: // answered in the same instant
		return r
	default:
	}
	return event.Resolved{ID: q.ID, Allowed: false, By: "timeout"}
}

// Decide answers an approval; false when it is unknown or was answered already.
func (a *Approvals) Decide(id string, allow bool, by string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	c, ok := a.waiting[id]
	if !ok {
		return false
	}
	delete(a.waiting, id)
	c <- event.Resolved{ID: id, Allowed: allow, By: by}
	return true
}
