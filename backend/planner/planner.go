// Package planner holds the brains that turn a sentence into a reply, behind one interface, and the built-in one,
// which needs no model. A planner only proposes: what it calls is validated, approved and proved elsewhere.
package planner

import (
	"context"
	"errors"

	"pace/backend/phrase"
	"pace/backend/reply"
	"pace/backend/untrusted"
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
	Text    string    // the sentence, as it was said
	Screen  []string  // element lines, most useful first, or nothing when the sentence needs none; untrusted
	Unseen  int       // elements of the screen that have no line
	Outside []Outside // other texts from outside that the sentence needs, most useful first; untrusted
	Now     Now       // where and when it was said
	Thread  []Turn    // the last turns, oldest first
	Steps   []Step    // what this turn has done so far, when it is asked again
	Brief   bool      // only words are wanted: no action, no screen
}

// Outside is a text that neither the user nor Pace wrote.
type Outside struct {
	Source untrusted.Source
	About  string // what it is, in Pace's own words: "clipboard", "text that was read off the picture"
	Text   string
}

// Now is what surrounds a sentence. The zero value of a field means that it is not known and not told.
type Now struct {
	App      string // the program in front, as it calls itself; untrusted
	Window   string // its title; untrusted
	Summary  string // what the window holds, counted by Pace: "12 buttons, 3 text fields"
	Weekday  string // "Tuesday"
	Part     string // of the day: "morning". Nothing finer, so that the text stays the same for a while
	Focus    string // the mode that keeps notices away: "on", "off"
	Copied   int    // how often the clipboard changed since Pace began to count
	Displays int
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
