package phrase

import (
	"slices"
	"strings"
)

// Gap is the question for the piece that a command lacks. Before, the answer and After make the whole sentence.
// Or is what stands before an answer that fills only a part, such as a time without a thing; "" when there is none.
// Text says that the answer is text to be written: it may ask or forbid something, and keeps its stops.
// Time says that the answer is a time, or begins with one: anything else would end up in a title.
// Choices are what may be answered where a sentence can mean several things; nothing else fills the gap then.
type Gap struct {
	Question, Before, After, Or string
	Text, Time                  bool
	Choices                     []Choice
}

// Choice is one thing that a sentence may mean: what it is called, the words that choose it, and the sentence that means
// nothing else.
type Choice struct {
	Label string
	Words []string
	Whole string
}

// Fill puts an answer into the gap, and says what that comes to. ok is false when it makes nothing whole.
func (g Gap) Fill(answer string) (whole string, ok bool) {
	answer = strings.TrimSpace(answer)
	if len(g.Choices) > 0 {
		return g.choose(answer)
	}
	if !g.Text {
		answer = strings.TrimRight(answer, ".!")
	}
	if g.Time && !beginsWithTime(answer) {
		return answer, false
	}
	whole = g.Before + answer + g.After
	fits := func(text string) bool {
		p := Read(text)
		return p.Complete() || p.Gap != nil && p.Gap.Question != g.Question
	}
	if g.Or != "" {
		if part := g.Or + answer + g.After; Read(part).Gap != nil && fits(part) {
			return part, true
		}
	}
	return whole, fits(whole)
}

// beginsWithTime reports whether an answer tells a time before anything else.
func beginsWithTime(answer string) bool {
	s := newSentence(answer)
	at, _ := s.timeHead(s.toks)
	return len(at) > 0
}

// choose finds the one choice that an answer names.
func (g Gap) choose(answer string) (whole string, ok bool) {
	toks, _ := tokenise(answer)
	for _, c := range g.Choices {
		for _, w := range c.Words {
			if slices.ContainsFunc(toks, func(t token) bool { return t.isWord(w) }) {
				if ok {
					return answer, false // it names two
				}
				whole, ok = c.Whole, true
				break
			}
		}
	}
	if !ok || len(toks) > 8 {
		return answer, false
	}
	return whole, true
}

// gap is the refusal of a command that lacks a piece: the answer goes behind toks, after join.
func (s *sentence) gap(toks []token, missing, question, after, join string) *refusal {
	end := toks[len(toks)-1].end
	return &refusal{why: Incomplete, rest: s.cut(toks), missing: missing,
		gap: &Gap{Question: question, Before: s.text[:end] + join, After: after + s.text[end:]}}
}

// plainGap finds where the answer goes for what the plain grammar misses. nil when an answer alone can't complete the
// sentence.
func plainGap(n string, r refusal) *Gap {
	rest := strings.TrimSpace(r.rest)
	if !strings.HasSuffix(n, rest) || rest == "" {
		return nil
	}
	what, ok := strings.CutPrefix(r.missing, "what to ")
	head := strings.ToLower(strings.Fields(rest)[0])
	switch {
	case ok && what == head:
		return &Gap{Question: "What should I " + head + "?", Before: n + " "}
	case ok && strings.HasPrefix(what, head+" into ") && strings.HasPrefix(strings.ToLower(rest), head+" "):
		at := len(n) - len(rest) + len(head)
		return &Gap{Question: "What should I " + what + "?", Before: n[:at] + " ", After: n[at:]}
	}
	if _, key, ok := strings.Cut(r.missing, "the key that goes with "); ok {
		return &Gap{Question: "Which key goes with " + key + "?", Before: strings.TrimRight(n, " +") + "+"}
	}
	switch r.missing {
	case "what comes next":
		return &Gap{Question: "What comes next?", Before: n + " "}
	case "where to go":
		return &Gap{Question: "Where to?", Before: strings.TrimSuffix(n, " to") + " to "}
	case "which direction":
		return &Gap{Question: "Which direction?", Before: n + " "}
	case "the value":
		return &Gap{Question: "To what?", Before: strings.TrimSuffix(n, " to") + " to "}
	case "where to put the window":
		return &Gap{Question: "Where to?", Before: n + " to the "}
	}
	return nil
}
