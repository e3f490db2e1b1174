// Package planner holds the brains that turn a sentence into a reply, behind one interface, and the built-in one,
// which needs no model. A planner only proposes: what it calls is validated, approved and proved elsewhere.
package planner

import (
	"context"
	"errors"

	"pace/backend/phrase"
	"pace/backend/reply"
)

// Planner is one brain.
//
// Plan answers one prompt; it obeys ctx and may be called by several turns at once. say, which may be nil, is
// called from Plan's own goroutine with each further piece of the spoken text while it is being made; all pieces
// together are Reply.Spoken. An error that is ErrNotUnderstood or ErrNoPlanner comes with a Reply whose Spoken
// says it to a person; with any other error the Reply is empty.
type Planner interface {
	Name() string
	Plan(ctx context.Context, p Prompt, say func(delta string)) (reply.Reply, error)
}

// Prompt is what a planner is told.
type Prompt struct {
	Text   string   // the sentence, as it was said
	Screen []string // element lines, or nothing when the sentence needs none; untrusted
	Thread []Turn   // the last turns, oldest first
	Steps  []Step   // what this turn has done so far, when it is asked again
}

// Turn is one earlier exchange.
type Turn struct {
	Said     string // by the user
	Answered string
}

// Step is one call that this turn has finished.
type Step struct {
	Tool    string
	Args    string // JSON
	Effect  string // as proof.Effect prints it
	Report  string
	Read    string // what a read-only call returned
	Outside bool   // Read comes from outside and is untrusted
}

// ErrNotUnderstood says that the sentence was not, or not wholly, understood. errors.As gives a NotUnderstood.
var ErrNotUnderstood = errors.New("not understood")

// ErrNoPlanner says that the sentence needs a model and there is none.
var ErrNoPlanner = errors.New("no model to ask")

// NotUnderstood carries the part that was not understood, in the words of the sentence, and why.
type NotUnderstood struct {
	Rest    string
	Why     phrase.Refusal
	Missing string // with phrase.Incomplete: what is lacking
}

func (e *NotUnderstood) Error() string { return "not understood: " + string(e.Why) + ": " + e.Rest }

// Is makes errors.Is(err, ErrNotUnderstood) hold.
func (e *NotUnderstood) Is(target error) bool { return target == ErrNotUnderstood }
