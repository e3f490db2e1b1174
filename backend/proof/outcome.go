// Package proof is the vocabulary of having happened, and the one bounded loop that finds out.
//
// It owns Outcome (only this package can build one), Expectation (what would prove an act), and Until, the loop
// read before → arm → act → wake → re-read. It promises that Confirmed is never said without evidence that was
// read after the act, that every wait ends within its budget, and that an act is dispatched at most once.
// It knows neither screens nor tools.
package proof

import (
	"errors"
	"slices"
	"time"
)

// Effect says what became of an act. The zero value is NotAttempted: an outcome nobody made claims nothing.
type Effect string

const (
	Confirmed    Effect = "confirmed"    // seen, by a fresh read after the act
	Unchanged    Effect = "unchanged"    // delivered; a fresh read shows that nothing came of it, or that it was taken back
	Partial      Effect = "partial"      // some of it was seen
	Unverifiable Effect = "unverifiable" // delivered; whether it had an effect can't be known
	Refused      Effect = "refused"      // not dispatched, on purpose
	Failed       Effect = "failed"       // could not be dispatched, or did something else
	Cancelled    Effect = "cancelled"    // stopped before or while waiting
	NotAttempted Effect = "notAttempted" // never begun, because an earlier step was not confirmed
)

// Means says by which way an act was delivered.
type Means string

const (
	API      Means = "api"      // a system or application interface made for the purpose
	Semantic Means = "semantic" // the accessibility interface of the element
	Pointer  Means = "pointer"
	Keys     Means = "keys"
	Paste    Means = "paste"
)

// EvidenceKind classes evidence for people and tests; free-form kinds are not used.
type EvidenceKind string

const (
	ValueRead  EvidenceKind = "valueRead"  // the declared value was read back
	StateRead  EvidenceKind = "stateRead"  // the declared state was read back
	OwnChange  EvidenceKind = "ownChange"  // the target's own state, value or name changed
	Vanished   EvidenceKind = "vanished"   // the target no longer exists while its application does
	WindowNew  EvidenceKind = "windowNew"  // its application opened a window, dialog or menu
	WindowGone EvidenceKind = "windowGone" // its application closed one
	FocusMoved EvidenceKind = "focusMoved" // focus went into what opened
	Nearby     EvidenceKind = "nearby"     // weak: something else in the same window changed
	AlreadySo  EvidenceKind = "alreadySo"  // the goal held before anything was done
	Record     EvidenceKind = "record"     // a record was read again from where it lives
	Returned   EvidenceKind = "returned"   // a read-only call's value
	Reverted   EvidenceKind = "reverted"   // it was so, and was taken back
)

// Evidence is one thing that was read. Before and After are short texts; both are empty when not applicable.
type Evidence struct {
	Kind   EvidenceKind `json:"kind"`
	What   string       `json:"what"` // which thing, in words a person knows: `text "Total"`
	Before string       `json:"before"`
	After  string       `json:"after"`
	// Path finds the thing again, program first; empty when it has no place on the screen.
	Path []string `json:"path,omitempty"`
}

func (e Evidence) empty() bool {
	return e.Kind == "" && e.What == "" && e.Before == "" && e.After == "" && len(e.Path) == 0
}

// Weak reports whether this evidence alone needs the quiet time of its element to count.
func (e Evidence) Weak() bool { return e.Kind == Nearby }

// Reason names the kind of problem. Callers branch on it; the sentence for a person is made at the edge.
type Reason string

const (
	ReasonGone         Reason = "gone"         // the element no longer exists
	ReasonHung         Reason = "hung"         // its application did not answer
	ReasonNotFound     Reason = "notFound"     // no such element, app or window
	ReasonAmbiguous    Reason = "ambiguous"    // several fit; Candidates has them
	ReasonDisabled     Reason = "disabled"     // it is there but can't be used now
	ReasonNoEffect     Reason = "noEffect"     // nothing changed within the budget
	ReasonReverted     Reason = "reverted"     // it changed and changed back
	ReasonRewritten    Reason = "rewritten"    // the application made something else of the text
	ReasonNoEvidence   Reason = "noEvidence"   // delivered, nothing readable could prove it
	ReasonAlready      Reason = "already"      // the expected state held before the act, so it proves nothing
	ReasonNotPermitted Reason = "notPermitted" // approval denied, or a rule of trust
	ReasonUnavailable  Reason = "unavailable"  // the platform lacks it: no display, no bus
	ReasonInvalid      Reason = "invalid"      // bad argument
	ReasonObstructed   Reason = "obstructed"   // it is there, but covered, out of view, or not to be brought to the front
	ReasonUnsupported  Reason = "unsupported"  // the thing does not offer this
	ReasonUserInput    Reason = "userInput"    // the user took mouse or keyboard
	ReasonCancelled    Reason = "cancelled"
	ReasonTimeout      Reason = "timeout" // dispatched without an answer
	ReasonSecret       Reason = "secret"  // a password field
	ReasonAppEnded     Reason = "appEnded"
	ReasonDependsOn    Reason = "dependsOn" // an earlier step was not confirmed
	ReasonInternal     Reason = "internal"
)

// Candidate is one of several things that a target could have meant.
type Candidate struct {
	Label string   `json:"label"`
	Path  []string `json:"path"`
}

// Problem tells why an outcome is not Confirmed. It is an error; Unwrap gives the cause.
type Problem struct {
	Reason     Reason
	Text       string // one plain sentence, complete, about this case
	Candidates []Candidate
	Err        error
}

func (p *Problem) Error() string {
	if p.Err != nil && p.Text == "" {
		return string(p.Reason) + ": " + p.Err.Error()
	}
	return p.Text
}

func (p *Problem) Unwrap() error { return p.Err }

// Timing holds durations since dispatch; a nil pointer means it never came to that.
type Timing struct {
	FirstSignal *time.Duration // the first wake-up after dispatch
	Proven      *time.Duration // the first re-read that satisfied
	Settled     *time.Duration // it was still so
}

// Outcome is what is known of one act. Its fields can't be set outside this package: build one with
// Confirm, Refuse, Fail and their siblings, or let Until do it.
type Outcome struct {
	effect   Effect
	means    Means
	evidence []Evidence
	problem  *Problem
	report   string
	timing   Timing
}

func (o Outcome) Effect() Effect {
	if o.effect == "" {
		return NotAttempted
	}
	return o.effect
}
func (o Outcome) Means() Means         { return o.means }
func (o Outcome) Evidence() []Evidence { return append([]Evidence(nil), o.evidence...) }
func (o Outcome) Problem() *Problem    { return o.problem }
func (o Outcome) Timing() Timing       { return o.timing }

// Report is one plain sentence of what is known, made from the evidence, never from what was meant.
func (o Outcome) Report() string { return o.report }

// OK reports whether the act is confirmed.
func (o Outcome) OK() bool { return o.effect == Confirmed }

// WeakOnly reports whether a confirmed outcome rests on weak evidence alone.
func (o Outcome) WeakOnly() bool {
	if o.effect != Confirmed {
		return false
	}
	for _, e := range o.evidence {
		if !e.Weak() {
			return false
		}
	}
	return true
}

// Reason is the problem's reason, or "".
func (o Outcome) Reason() Reason {
	if o.problem == nil {
		return ""
	}
	return o.problem.Reason
}

// Because returns the outcome with another report sentence. The effect and evidence stay.
func (o Outcome) Because(report string) Outcome { o.report = report; return o }

// With returns the outcome with more evidence and the given means.
func (o Outcome) With(m Means, ev ...Evidence) Outcome {
	o.means = m
	o.evidence = append(o.Evidence(), ev...)
	return o
}

// Confirm builds a confirmed outcome. Without evidence there is nothing to confirm and the outcome is Unverifiable.
func Confirm(m Means, ev ...Evidence) Outcome {
	ev = slices.DeleteFunc(slices.Clone(ev), func(e Evidence) bool { return e.empty() })
	if len(ev) == 0 {
		return Deliver(m, &Problem{Reason: ReasonNoEvidence, Text: "It was sent, but nothing could be read that shows an effect."})
	}
	return Outcome{effect: Confirmed, means: m, evidence: ev, report: describe(ev[0])}
}

// Deliver builds an unverifiable outcome: dispatched, effect unknown.
func Deliver(m Means, p *Problem) Outcome {
	if p == nil {
		p = &Problem{Reason: ReasonNoEvidence, Text: "It was delivered, but its effect can't be read."}
	}
	return Outcome{effect: Unverifiable, means: m, problem: p, report: p.Error()}
}

// NoEffect builds an unchanged outcome: dispatched, and a fresh read shows no effect. ev may show what was read.
func NoEffect(m Means, p *Problem, ev ...Evidence) Outcome {
	if p == nil {
		p = &Problem{Reason: ReasonNoEffect, Text: "Nothing changed."}
	}
	return Outcome{effect: Unchanged, means: m, problem: p, evidence: append([]Evidence(nil), ev...), report: p.Error()}
}

// Some builds a partial outcome.
func Some(m Means, p *Problem, ev ...Evidence) Outcome {
	o := NoEffect(m, p, ev...)
	o.effect = Partial
	return o
}

// Refuse builds a refused outcome: nothing was dispatched, on purpose.
func Refuse(r Reason, text string) Outcome {
	return Outcome{effect: Refused, problem: &Problem{Reason: r, Text: text}, report: text}
}

// RefuseFor builds a refused outcome from a problem that may carry candidates.
func RefuseFor(p *Problem) Outcome { return Outcome{effect: Refused, problem: p, report: p.Error()} }

// Fail builds a failed outcome from an error: nothing was dispatched, or the wrong thing happened.
func Fail(r Reason, text string, err error) Outcome {
	p := &Problem{Reason: r, Text: text, Err: err}
	return Outcome{effect: Failed, problem: p, report: p.Error()}
}

// FailWith builds a failed outcome from an error that may already be a Problem.
func FailWith(err error) Outcome {
	var p *Problem
	if errors.As(err, &p) {
		return Outcome{effect: Failed, problem: p, report: p.Error()}
	}
	return Fail(ReasonInternal, err.Error(), err)
}

// Cancel builds a cancelled outcome.
func Cancel(r Reason, text string) Outcome {
	return Outcome{effect: Cancelled, problem: &Problem{Reason: r, Text: text}, report: text}
}

// Skip builds the outcome of a step that was not begun because an earlier one was not confirmed.
func Skip(text string) Outcome {
	return Outcome{effect: NotAttempted, problem: &Problem{Reason: ReasonDependsOn, Text: text}, report: text}
}

// spokenRunes is how much of a value a report quotes; the evidence itself has all of it.
const spokenRunes = 120

func clip(s string) string {
	r := []rune(s)
	if len(r) <= spokenRunes {
		return s
	}
	return string(r[:spokenRunes-1]) + "…"
}

func describe(e Evidence) string {
	if e.Kind != Returned {
		e.Before, e.After = clip(e.Before), clip(e.After)
	}
	switch e.Kind {
	case AlreadySo:
		return e.What + " is already " + e.After + "."
	case Vanished:
		return e.What + " is gone."
	case WindowNew:
		return e.What + " opened."
	case WindowGone:
		return e.What + " closed."
	case FocusMoved:
		return "Focus moved to " + e.What + "."
	case Returned:
		return e.After
	}
	switch {
	case e.Before == "" && e.After == "":
		return e.What + " changed."
	case e.Before == "":
		return e.What + " is now " + e.After + "."
	}
	return e.What + " changed from " + e.Before + " to " + e.After + "."
}
