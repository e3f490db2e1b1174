// Package reply is what a planner answered: spoken text, intent and calls, and what was wrong with it. It owns the
// shape only; whoever reads a planner's text fills it, and only the registry turns its calls into a plan.
package reply

import "pace/backend/tool"

// The sources of a reply: what the planner's text was read from.
const (
	Envelope  = "envelope"
	ToolCalls = "toolCalls"
	Tags      = "tags"
	Text      = "text"
	Builtin   = "builtin" // the built-in planner, which writes no text to be read
)

// The intents of a reply.
const (
	Answer  = "answer"  // Spoken answers
	Action  = "action"  // Calls are to be done
	Dictate = "dictate" // Calls type what was dictated
	Edit    = "edit"    // Calls change a selection
	Clarify = "clarify" // Spoken asks back
	Refuse  = "refuse"  // Spoken says why not
)

// Reply is one answer of a planner.
type Reply struct {
	Source   string         // one of the sources above
	Spoken   string         // for a person
	Intent   string         // one of the intents above
	Calls    [][]tool.Call  // steps, each a list of calls; not validated
	Problems []tool.Problem // why the text is not valid; a reply with problems yields no action
	More     bool           // the planner wants to be asked again after these calls
}

// Acts reports whether the reply asks for anything to be done.
func (r Reply) Acts() bool { return len(r.Calls) > 0 && len(r.Problems) == 0 }
