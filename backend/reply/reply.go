// Package reply reads what a planner wrote: spoken text, intent, calls, what is to be shown, and what is wrong with
// it. One Reader serves streams and whole texts; the same bytes in any chunking come to the same Reply. Thinking
// never reaches speech or calls, one bad call rejects them all, and what can't be read is a Problem with its place,
// never an empty success. The room keeps no state between replies, knows no tool, and does nothing: only the
// registry turns calls into a plan.
//
// What streams. Nothing is let out that could still turn out to be something else:
//
//   - An envelope that begins the reply (blanks, a code fence and finished thinking may stand before it) is the
//     reply from its first known key on. Sentences of its spokenText are let out while it arrives when its intent is
//     answer, clarify or refuse; when spokenText comes first it waits for the intent. For acting intents all is
//     held.
//   - Words are held to the end. They may be thinking whose opening tag was eaten by the server's template (a lone
//     closing tag makes all text before it thinking), or stand before an envelope or calls.
//   - With Options.Prose words are let out sentence by sentence. The caller then vouches for a model that opens its
//     thinking itself. When a lone closing tag comes after all, what was let out stays and is a Problem.
//
// What counts. The first complete JSON object with a key of an envelope is the envelope; words around it are not
// spoken and what follows it is not read. Strings are strings: tags and braces in them are text. A tag in words that
// has a quotation mark or backtick on both sides is quoted, also inside of thinking. Thinking that does not end
// swallows the rest. Text that is no UTF-8 is read with U+FFFD in its place, a byte order mark at the start is
// skipped. NULs and halves of surrogate pairs inside of JSON are problems; control characters are not spoken.
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
	Intent   string         // one of the intents above; "" when none could be read
	Calls    [][]tool.Call  // steps, each a list of calls; not validated
	Marks    []Mark         // what the surfaces are to show, in order; never spoken, never done
	Problems []tool.Problem // why the text is not valid; a reply with problems yields no action
	More     bool           // the planner wants to be asked again after these calls
}

// Acts reports whether the reply asks for anything to be done.
func (r Reply) Acts() bool { return len(r.Calls) > 0 && len(r.Problems) == 0 }
