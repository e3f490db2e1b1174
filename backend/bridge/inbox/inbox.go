// Package inbox holds what pace:// links ask for until an interface has it on the screen, and then begins it.
//
// It promises that a link which was taken is begun once or told as not done, never both and never neither; that links
// which came before anything was ready are begun in their order, one after the other; that nothing is begun while the
// person has something under way or is asked something; and that what can't be done yet is said, not dropped. It never
// begins anything by itself: an interface that shows the link has to open it.
package inbox

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"pace/backend/event"
	"pace/backend/route"
	"pace/backend/turn"
)

// ErrGone says that an interface named something that is not here any more: another one was faster.
var ErrGone = errors.New("that link is not waiting any more")

// Full is the error of a link that finds too many others waiting.
type Full struct{}

func (Full) Error() string { return "Too many links wait already, so this one was not taken." }

// State is all that an interface shows of links.
type State struct {
	N       int      `json:"n"`       // counts up: of two, the one with the higher is newer
	Free    bool     `json:"free"`    // the first that waits may be opened now
	Waiting []Link   `json:"waiting"` // oldest first
	Notices []Notice `json:"notices"` // oldest first, until somebody closes them
}

// Link is one that waits.
type Link struct {
	ID   string `json:"id"`
	Text string `json:"text"` // somebody else's words
	// late: it came while something was under way. Only the newest of these is kept, since the person has seen none of them
	// and each would ask for something in turn.
	late bool
}

// Notice is a plain sentence about a link. Quote is what the link says, when that is worth telling.
type Notice struct {
	ID    string `json:"id"`
	Text  string `json:"text"`
	Quote string `json:"quote"`
}

// Turns is the conductor, as far as links need it.
type Turns interface {
	Submit(ctx context.Context, r turn.Request) (*turn.Turn, error)
	Free(ctx context.Context) bool
}

// Bounds of what is kept.
const (
	maxWaiting = 8
	maxNotices = 8
)

// Inbox is where links wait. Its methods may be called at once.
type Inbox struct {
	// States carries each new state; the newest is all that counts.
	States event.Stream[State]

	ctx   context.Context
	turns Turns
	show  func()

	mu      sync.Mutex
	waiting []Link
	notices []Notice
	told    int // states so far
}

// New makes an empty inbox. ctx ends what links began. show brings the window to the front without waiting for it, and
// does nothing while there is not yet one; nil: there is never one.
func New(ctx context.Context, t Turns, show func()) *Inbox {
	return &Inbox{ctx: ctx, turns: t, show: show}
}

// Take reads a link and keeps what it asks for. The error is a *route.BadLink or Full, each with its sentence.
func (b *Inbox) Take(raw string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	l, err := route.ReadLink(raw)
	if err != nil {
		b.notice("A link was not followed. "+err.Error(), "")
		return err
	}
	free := b.turns.Free(b.ctx)
	switch {
	case l.Action == route.LinkChat:
		err = b.keep(l.Text, free)
	default:
		b.notice(b.about(l), "")
	}
	// Coming to the front in the middle of something would take the keyboard from the program that Pace works in. Asking
	// for the panel is asking for just this, as a second start is.
	if b.show != nil && (free || l.Action == route.LinkPanel) {
		b.show()
	}
	b.publish()
	return err
}

// about says what becomes of a link that begins no turn; "" when it is seen.
func (b *Inbox) about(l route.Link) string {
	switch {
	case l.Action == route.LinkListen:
		return "A link asked Pace to listen. Pace can’t listen yet, so nothing was begun."
	case l.Action == route.LinkWatch && l.Enabled:
		return "A link asked Pace to watch the screen. Pace can’t do that yet, so nothing was begun."
	case l.Action == route.LinkWatch:
		return "A link asked Pace to stop watching the screen. Pace does not watch it."
	case b.show == nil:
		return "A link asked for Pace’s panel. Here it is this page, which can’t come to the front by itself."
	}
	return ""
}

func (b *Inbox) keep(text string, free bool) error {
	if !free {
		if at := slices.IndexFunc(b.waiting, func(l Link) bool { return l.late }); at >= 0 {
			b.notice("A newer link came while Pace was at work, so this one was not followed.", b.waiting[at].Text)
			b.waiting = slices.Delete(b.waiting, at, at+1)
		}
	}
	if len(b.waiting) >= maxWaiting {
		b.notice(Full{}.Error(), text)
		return Full{}
	}
	b.waiting = append(b.waiting, Link{ID: rand.Text(), Text: text, late: !free})
	return nil
}

// notice adds a sentence; the same one again moves to the end.
func (b *Inbox) notice(text, quote string) {
	if text == "" {
		return
	}
	b.notices = slices.DeleteFunc(b.notices, func(n Notice) bool { return n.Text == text && n.Quote == quote })
	if over := len(b.notices) - maxNotices + 1; over > 0 {
		b.notices = slices.Delete(b.notices, 0, over)
	}
	b.notices = append(b.notices, Notice{rand.Text(), text, quote})
}

// State is how things stand now.
func (b *Inbox) State() State {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.state()
}

// state copies: what was given away does not change. Lists are never nil.
func (b *Inbox) state() State {
	b.told++
	return State{b.told, b.turns.Free(b.ctx), append([]Link{}, b.waiting...), append([]Notice{}, b.notices...)}
}

// publish tells the state under the lock, so that an older one never comes after a newer.
func (b *Inbox) publish() { b.States.Publish(b.state()) }

// Open begins the turn of the link that waits first, on behalf of an interface that shows it. ErrGone when it is not the
// first or not here, turn.ErrBusy when something else is under way; it waits on then.
func (b *Inbox) Open(id string) (turnID string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting) == 0 || b.waiting[0].ID != id {
		return "", ErrGone
	}
	if !b.turns.Free(b.ctx) {
		return "", turn.ErrBusy
	}
	t, err := b.turns.Submit(b.ctx, turn.Request{Text: b.waiting[0].Text, Origin: turn.Link, Attended: true})
	if err != nil {
		return "", fmt.Errorf("begin what a link says: %w", err)
	}
	go func() { // ends with the turn
		for range t.Events() { // pushed to every interface by the common stream
		}
	}()
	b.waiting = slices.Delete(b.waiting, 0, 1)
	if b.show != nil {
		b.show()
	}
	b.publish()
	return t.ID, nil
}

// Drop forgets a link that waits, or a notice. False when it is not here.
func (b *Inbox) Drop(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	had := len(b.waiting) + len(b.notices)
	b.waiting = slices.DeleteFunc(b.waiting, func(l Link) bool { return l.ID == id })
	b.notices = slices.DeleteFunc(b.notices, func(n Notice) bool { return n.ID == id })
	if len(b.waiting)+len(b.notices) == had {
		return false
	}
	b.publish()
	return true
}

// Follow tells interfaces when Pace becomes free and when it no longer is, until rows, those of all turns, are closed.
// States ends with it.
func (b *Inbox) Follow(rows <-chan event.Event) {
	defer b.States.Close()
	// A question that nobody answers is over without a signal. Only a turn can ask one, or have asked one before this start.
	over := time.NewTimer(turn.OpenFor + time.Second)
	defer over.Stop()
	for {
		select {
		case e, more := <-rows:
			if !more {
				return
			}
			switch e.Type {
			case event.TurnEnded:
				over.Reset(turn.OpenFor + time.Second)
			case event.TurnStarted:
			case event.StepStarted: // with one that others need not wait for, Pace is free again
				if step, ok := e.Body.(*event.Step); !ok || !step.Beside {
					continue
				}
			default:
				continue
			}
		case <-over.C:
		}
		b.mu.Lock()
		if len(b.waiting) > 0 {
			b.publish()
		}
		b.mu.Unlock()
	}
}
