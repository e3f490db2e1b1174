// Package intent says what kind of wish a sentence is, from word lists alone: talk, knowledge, looking at the
// screen, acting on it, research, a larger model. It decides nothing: its answer steers which brain is asked, and a
// sentence that fits no list is Unknown. It is pure and keeps no state.
package intent

import (
	"strings"

	"pace/backend/phrase"
)

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

// rule is one row of the table; the first row that fits wins.
type rule struct {
	class      Class
	confidence float64
	fits       func(s said) bool
}

// said is a sentence prepared for matching: lower case, single spaces, no stops, framed by spaces so that a phrase
// is only found as whole words.
type said struct {
	framed string // " what is this "
	plain  string // "what is this"
	parse  phrase.Parse
}

var rules = []rule{
	{Action, 0.95, func(s said) bool { return s.parse.Complete() }},
	{Chitchat, 0.95, func(s said) bool { return s.is(talk) || s.starts(talkStarts) && words(s.plain) <= 8 }},
	{Research, 0.92, func(s said) bool { return s.starts(researchStarts) || s.has(researchHints) }},
	{LargeModel, 0.90, func(s said) bool { return s.has(largeHints) }},
	{Screen, 0.95, func(s said) bool { return s.has(screenHints) || s.is(screenWhole) }},
	{Knowledge, 0.95, func(s said) bool { return s.has(recallHints) }},
	{Unknown, 0, func(s said) bool { // what is denied, told or supposed is no wish to act
		switch s.parse.Why {
		case phrase.IsNegation, phrase.IsReported, phrase.IsPast, phrase.IsHypothetic, phrase.NotEnglish, phrase.TooLong, phrase.Empty:
			return true
		}
		return false
	}},
	{Knowledge, 0.95, func(s said) bool { return s.starts(knowledgeStarts) }},
	{Knowledge, 0.90, func(s said) bool { return s.parse.Why == phrase.IsQuestion && !s.has(screenWords) }},
	{Action, 0.94, func(s said) bool { return s.starts(actionVerbs) && s.parse.Why != phrase.NotImperative }},
}

// Of classifies a sentence. confidence is 0 for Unknown, else at least 0.9.
func Of(text string) (Class, float64) { return From(text, phrase.Read(text)) }

// From is Of for a sentence that has been read already.
func From(text string, p phrase.Parse) (Class, float64) {
	if len(text) > 4*phrase.MaxRunes {
		if p.Complete() {
			return Action, 0.95
		}
		return Unknown, 0
	}
	plain := clean(p.Normalised)
	if plain == "" || plain == "hey pace" {
		plain = clean(text)
	}
	s := said{framed: " " + plain + " ", plain: plain, parse: p}
	for _, r := range rules {
		if r.fits(s) {
			return r.class, r.confidence
		}
	}
	return Unknown, 0
}

func clean(text string) string {
	text = strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	text = strings.Map(func(r rune) rune {
		switch r {
		case '.', ',', '!', '?', ';', ':', '"', '“', '”':
			return ' '
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

func words(s string) int { return strings.Count(s, " ") + 1 }

func (s said) is(list []string) bool {
	for _, p := range list {
		if s.plain == p {
			return true
		}
	}
	return false
}

func (s said) starts(list []string) bool {
	for _, p := range list {
		if s.plain == p || strings.HasPrefix(s.plain, p+" ") {
			return true
		}
	}
	return false
}

// has finds a phrase anywhere, as whole words.
func (s said) has(list []string) bool {
	for _, p := range list {
		for from := 0; ; {
			i := strings.Index(s.framed[from:], p)
			if i < 0 {
				break
			}
			at := from + i
			if s.framed[at-1] == ' ' && s.framed[at+len(p)] == ' ' {
				return true
			}
			from = at + 1
		}
	}
	return false
}
