// Package phrase is the one grammar of Pace: it reads an English imperative sentence into tool calls, and says
// which part it did not understand. It promises that only a sentence that was understood completely yields steps
// that may be acted on, that reading takes linear time, and that the same sentence always gives the same answer.
// It never looks at the screen, never acts, and never guesses: what could mean something else is refused.
package phrase

import (
	"strings"
	"unicode/utf8"

	"pace/backend/tool"
)

// Refusal says why a sentence yields nothing to do.
type Refusal string

const (
	None          Refusal = ""
	Empty         Refusal = "empty"
	TooLong       Refusal = "tooLong"       // more than MaxRunes of command, or more than MaxBytes in all
	NotEnglish    Refusal = "notEnglish"    // another language, or no words at all
	IsQuestion    Refusal = "question"      // asks something
	IsNegation    Refusal = "negation"      // says what not to do
	IsReported    Refusal = "reported"      // repeats what somebody says, or quotes a command
	IsPast        Refusal = "past"          // tells what has been done
	IsHypothetic  Refusal = "hypothetical"  // a condition, a supposition
	NotImperative Refusal = "notImperative" // a statement or a heading
	Incomplete    Refusal = "incomplete"    // a command that lacks something; Missing says what
	Unsupported   Refusal = "unsupported"   // a command for which there is no tool, or that has several meanings
	Destructive   Refusal = "destructive"   // what Pace does not do by itself: deleting, sending, paying, shutting down
)

// MaxRunes bounds what is read as command, outside quoted and typed text.
const MaxRunes = 2000

// MaxBytes bounds a sentence with all the text it wants typed.
const MaxBytes = 1 << 20

// MaxSteps bounds the steps of one sentence, repetitions included.
const MaxSteps = 64

// Parse is what a sentence means.
type Parse struct {
	Steps      [][]tool.Call // what was understood; to be acted on only when Complete
	Rest       string        // the part that was not understood, in the words of the sentence
	Why        Refusal       // set exactly when the sentence is neither Complete nor a Followup
	Missing    string        // with Incomplete: what is lacking ("what to press")
	Gap        *Gap          // with Incomplete: the question whose answer makes it whole; nil when there is none
	Hint       string        // with Unsupported: why it can't be done and what to say instead, where the wish itself is clear
	Row        string        // the row of the chain that takes the sentence, by its first command; "" for the plain grammar
	Weak       []Claim       // what it means if the thing it names is there, in the order of the chain
	Followup   *Followup     // set when the sentence refers to an earlier turn
	Normalised string        // the sentence without wake phrase and politeness
}

// Claim is one reading of a sentence by a row of the chain.
type Claim struct {
	Row   string
	Steps [][]tool.Call
}

// Complete reports whether everything was understood and there is something to do: a fast action.
func (p Parse) Complete() bool { return len(p.Steps) > 0 && p.Rest == "" && p.Why == None }

// Read parses one sentence.
func Read(text string) Parse {
	if len(text) > MaxBytes {
		return Parse{Why: TooLong, Rest: clip(text, 80), Normalised: ""}
	}
	n := Normalise(text)
	p := Parse{Normalised: n}
	if n == "" {
		p.Why = Empty
		return p
	}
	if d, ok := dictationOf(n); ok {
		return p.dictated(d)
	}
	s := newSentence(n)
	switch {
	case s.bareWake():
		return p.refused(refusal{why: Incomplete, missing: "what to do", rest: n})
	case s.unclosed >= 0:
		return p.refused(refusal{why: Incomplete, missing: "the closing quotation mark", rest: n[s.unclosed:]})
	}
	if f := followup(s.toks); f != nil {
		p.Followup = f
		return p
	}
	if turned := s.timeFirst(); turned != nil {
		s = turned
	} else if whole := s.implied(); whole != nil {
		s = whole
	}
	if s.takenBack() {
		return p.refused(refusal{why: IsNegation, rest: n})
	}
	steps, bad := s.commands()
	p.Steps, p.Row, p.Weak = steps, s.row, s.weakly()
	if bad != nil {
		return p.refused(*bad)
	}
	return p
}

func (p Parse) refused(r refusal) Parse {
	if r = r.settled(); r.gap == nil && r.why == Incomplete {
		r.gap = plainGap(p.Normalised, r)
	}
	p.Hint = r.hint
	p.Why, p.Rest, p.Missing, p.Gap = r.why, clip(strings.TrimSpace(r.rest), 200), r.missing, r.gap
	if p.Rest == "" {
		p.Rest = clip(p.Normalised, 200)
	}
	return p
}

// refusal is why a part of a sentence was not understood.
type refusal struct {
	why     Refusal
	rest    string
	missing string
	hint    string
	gap     *Gap
}

func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)
	return string(r[:n-1]) + "…"
}

type set map[string]struct{}

func (s set) has(w string) bool { _, ok := s[w]; return ok }

func words(list string) set {
	s := set{}
	for _, w := range strings.Fields(list) {
		s[w] = struct{}{}
	}
	return s
}

func lines(list string) set {
	s := set{}
	for _, w := range strings.Split(list, ",") {
		if w = strings.TrimSpace(w); w != "" {
			s[w] = struct{}{}
		}
	}
	return s
}
