// Package intent says what kind of wish a sentence is, from tables of words and patterns alone: talk, knowledge,
// looking at the screen, acting on it, research, a larger model. It decides nothing: its answer steers which brain is
// asked and how much that is told, and a sentence that no row fits is Unknown. It is pure, keeps no state and knows
// no model; tables are compiled once and only read afterwards, so that it may be asked by many at once.
package intent

import "pace/backend/phrase"

// Class is the kind of a sentence, as it is printed.
type Class string

const (
	Chitchat   Class = "chitchat"
	Knowledge  Class = "pureKnowledge"
	Screen     Class = "screenDescription"
	Action     Class = "screenAction"
	Research   Class = "research"
	LargeModel Class = "phoneLargeModel"
	Unknown    Class = "unknown"
)

// Classes lists them in the order in which they are reported.
func Classes() []Class {
	return []Class{Chitchat, Knowledge, Screen, Action, Research, LargeModel, Unknown}
}

// Known is the confidence below which a class is reported as Unknown; Sure the one below which a way that does with
// less is not taken.
const (
	Known = 0.6
	Sure  = 0.9
)

// complexWords is from how many words on a sentence is Complex: it then holds more than one wish as often as not.
const complexWords = 40

// Reading is what was found out about a sentence. Confidence is 0 for Unknown, else at least Known.
type Reading struct {
	Class      Class
	Confidence float64
	Complex    bool // long, or of several wishes
}

// Of classifies a sentence.
func Of(text string) (Class, float64) { return From(text, phrase.Read(text)) }

// From is Of for a sentence that has been read already: one that was understood completely is an Action.
func From(text string, p phrase.Parse) (Class, float64) {
	r := Judge(text, p)
	return r.Class, r.Confidence
}

// Judge is From with all that is known.
func Judge(text string, p phrase.Parse) Reading {
	if p.Complete() {
		return Reading{Class: Action, Confidence: 0.95}
	}
	if len(text) > 4*phrase.MaxRunes {
		return Reading{Class: Unknown, Complex: true}
	}
	var buf [maxWords]token
	t := tables()
	s := t.prepare(text, buf[:0])
	if len(s.toks) == 0 || s.foreign || s.quotes {
		return Reading{Class: Unknown}
	}
	var at [16]int
	clauses, moods := t.clauses(&s, at[:0])
	for i := range t.rows {
		r := &t.rows[i]
		if !r.fits(&s, moods, clauses) {
			continue
		}
		out := Reading{Class: r.class, Confidence: r.confidence, Complex: s.long || len(s.toks) >= complexWords}
		if r.class != Unknown {
			for j := range t.doubts {
				if d := &t.doubts[j]; d.fits(&s, moods, clauses) {
					out.Confidence -= d.by
				}
			}
		}
		if out.Confidence < Known || out.Class == Action && p.Why == phrase.NotEnglish {
			out.Class, out.Confidence = Unknown, 0
		}
		return out
	}
	return Reading{Class: Unknown, Complex: s.long}
}
