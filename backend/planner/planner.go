// Package planner holds the brains that turn a sentence into a reply, behind one interface, and the built-in one,
// which needs no model. A planner only proposes: what it calls is validated, approved and proved elsewhere.
package planner

import (
	"context"
	"errors"

	"pace/backend/phrase"
	"pace/backend/reply"
	"pace/backend/tool"
	"pace/backend/untrusted"
)

// Planner is one brain.
//
// Plan answers one prompt; it obeys ctx and may be called by several turns at once. hear follows it. An error that is
// ErrNotUnderstood or ErrNoPlanner comes with a Reply whose Spoken says it to a person; a *Failure says itself to a
// person; with any other error the Reply is empty.
type Planner interface {
	Name() string
	Plan(ctx context.Context, p Prompt, hear Hear) (reply.Reply, error)
}

// Reacher is a Planner that may have to be reached first. Reach tells whether it can be asked now; where not, Plan says so
// at once, and nothing needs to be gathered for it. A Planner without it takes no notice of the screen.
type Reacher interface {
	Reach(ctx context.Context) bool
}

// Hear follows a planner. Its functions are called from Plan's own goroutine; each may be nil.
type Hear struct {
	// Say gets each further piece of the spoken text while it is being made; all pieces together are Reply.Spoken. Of a
	// reply that asks for something to be done nothing is said: its evidence is spoken instead.
	Say func(delta string)
	// Wait says what is waited for instead, and "" when that is over.
	Wait func(what string)
}

func (h Hear) say(text string) {
	if h.Say != nil && text != "" {
		h.Say(text)
	}
}

// Failure says why a brain that was asked gave nothing that can be used. Nothing came of it.
type Failure struct {
	Why string // a sentence for a person, without its end
	Err error
}

func (f *Failure) Error() string { return f.Why + "." }
func (f *Failure) Unwrap() error { return f.Err }

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
	Missed  bool      // the sentence was read as a command, but the thing that it names is not there

	// Bind puts elements of the screen in the place of the numbers of their lines. listed is how many lines the planner
	// was given; a number beyond is one that it made up, and a Problem. nil without lines.
	Bind func(listed int, calls [][]tool.Call) ([][]tool.Call, []tool.Problem)
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
