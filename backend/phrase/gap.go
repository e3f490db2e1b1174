package phrase

import "strings"

// Gap is the question for the piece that a command lacks. Before, the answer and After make the whole sentence.
type Gap struct{ Question, Before, After string }

// Fill puts an answer into the gap.
func (g Gap) Fill(answer string) string { return g.Before + strings.TrimSpace(answer) + g.After }

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
