package phrase

import (
	"strings"

	"pace/backend/phrase/rewrite"
	"pace/backend/tool"
)

// dictation is a wish to have words written down as they are said. Everything behind its beginning is text: nothing in it
// is a command, a reference or a question, and no politeness is cut off it.
type dictation struct {
	head   string // the commands before it, in the words of the sentence
	before string // all that leads to the text, so that an answer may stand behind it
	text   string // what is to be written; "" when it does not say
	asIs   bool   // it was quoted
	code   bool
}

// dictationVerb is a way to begin. Some need a stop behind them, since words that follow would belong to them: "type what
// I say into the box".
type dictationVerb struct {
	words      []string
	stop, code bool
}

var dictationVerbs = dictationForms()

func dictationForms() (out []dictationVerb) {
	add := func(stop, code bool, says ...string) {
		for _, say := range says {
			out = append(out, dictationVerb{strings.Fields(say), stop, code})
		}
	}
	add(false, true, "dictate in code mode", "dictate as code", "take dictation in code mode")
	add(true, true, "dictate code", "dictate in code", "dictate some code")
	add(false, false, "dictate", "take dictation", "take a dictation")
	for _, verb := range []string{"write", "write down", "write out", "type", "type out", "type in"} {
		for _, what := range []string{"what i say", "what i'm saying", "what i am saying", "what i dictate"} {
			add(true, false, verb+" "+what)
		}
	}
	return out
}

// dictationOf finds a wish to write down what is said: the whole sentence, or what stands behind commands that are read
// whole without text of their own. Such text would hold the word as well as any other.
func dictationOf(s string) (d dictation, ok bool) {
	if low := fold(s); !strings.Contains(low, "dictat") && !strings.Contains(low, "what i") {
		return d, false
	}
	toks, _ := tokenise(s)
	if d, ok := dictationAt(s, toks, 0); ok {
		return d, true
	}
	if v, _ := verbAt(toks, 0); v == noVerb {
		return d, false
	}
	for i := 1; i < len(toks); i++ {
		if !separator(toks[i]) {
			continue
		}
		j := skipSeparators(toks, i)
		if j < len(toks) && toks[j].lowerCase() {
			if d, ok := dictationAt(s, toks, j); ok {
				d.head = trimRight(s[:toks[i].start])
				if _, v, _ := lastVerb(d.head); v.free() || !Read(d.head).Complete() {
					return dictation{}, false
				}
				return d, true
			}
		}
		i = max(i, j-1)
	}
	return d, false
}

// dictationAt reads one that begins at a token.
func dictationAt(s string, toks []token, at int) (d dictation, ok bool) {
	for _, v := range dictationVerbs {
		end := at
		for _, w := range v.words {
			if end == len(toks) || !toks[end].isWord(w) {
				end = -1
				break
			}
			end++
		}
		if end < 0 {
			continue
		}
		rest := toks[end:]
		stopped := len(rest) > 0 && (rest[0].kind == newline || rest[0].stop(":") || rest[0].stop(",") || rest[0].stop("."))
		if v.stop && !stopped && len(trimStops(rest)) > 0 {
			continue
		}
		d = dictation{before: s[:toks[end-1].end] + ": ", code: v.code}
		for len(rest) > 0 && (rest[0].kind == newline || rest[0].kind == punct) {
			rest = rest[1:]
		}
		if !stopped {
			if at := described(rest); at > 0 {
				rest, stopped = rest[at:], true
			}
		}
		switch {
		case len(rest) == 0:
		case len(rest) == 1 && rest[0].kind == quoted:
			d.text, d.asIs = rest[0].raw, true
		case stopped || dictatable(rest):
			d.text = trimRight(s[rest[0].start:])
		case tells(rest):
			return dictation{}, false
		}
		return d, true
	}
	return d, false
}

// dictatable tells what is to be written from what only says of it what kind of text it is, for whom, or where.
func dictatable(rest []token) bool {
	l := trimStops(rest)
	switch first := l[0]; {
	case first.kind == quoted:
		return true
	case first.in(dictationTargets), tells(rest):
		return false
	case len(l) == 1 && (first.in(objects) || first.in(adverbs) || first.in(dictationNothing)):
		return false
	case (first.isWord("in") || first.isWord("on")) && len(l) <= 3:
		return false // "dictate in Word"
	case first.in(objects) && (l[1].in(dictationTargets) || l[1].in(dictationNothing) || l[1].isWord("in") || l[1].isWord("on")):
		return false // "dictate this to Bo"
	case first.determines() || first.isWord("some") || first.isWord("another") || first.in(objects):
		for i := 1; i < min(len(l), 4); i++ {
			if l[i].in(writings) {
				return i+1 < len(l) && !(l[i+1].in(behindWritings) || l[i+1].in(dictationTargets))
			}
		}
	}
	return true
}

// described finds where the text begins behind what is said of it and a colon: "a letter to Bo: Dear Bo". 0 when it does not.
func described(rest []token) int {
	for i := 1; i < min(len(rest)-1, 9); i++ {
		if rest[i].stop(":") && !dictatable(rest[:i]) {
			return i + 1
		}
	}
	return 0
}

// tells recognises a sentence about the word: "dictate is a verb".
func tells(rest []token) bool {
	return len(rest) > 1 && (rest[0].isWord("is") || rest[0].isWord("was") || rest[0].isWord("means") || rest[0].isWord("comes")) &&
		(rest[1].isWord("a") || rest[1].isWord("an") || rest[1].isWord("from") || rest[1].isWord("not") || rest[1].isWord("what") || rest[1].isWord("to"))
}

var (
	dictationTargets = words("to into for using via with from through")
	dictationNothing = words("again now please mode on off more it text faster slower louder")
	writings         = words("letter email e-mail mail note notes message memo report text sentence paragraph story essay document list speech word words code reply answer response poem tweet post caption summary")
	behindWritings   = words("about in on of that saying please now by later again and")
)

// dictated makes what a dictation comes to of a sentence.
func (p Parse) dictated(d dictation) Parse {
	if d.head != "" {
		before := Read(d.head)
		p.Steps, p.Row = before.Steps, before.Row
	}
	if d.text == "" {
		return p.refused(refusal{why: Incomplete, missing: "what to write down", rest: p.Normalised,
			gap: &Gap{Question: "What should I write down?", Before: d.before, Text: true}})
	}
	text := d.text
	switch {
	case d.asIs:
	case d.code:
		text = rewrite.Code(text)
	default:
		text = rewrite.Dictated(text)
	}
	p.Steps = append(p.Steps[:len(p.Steps):len(p.Steps)], []tool.Call(call("type", typeArgs{Text: text})))
	return p
}
