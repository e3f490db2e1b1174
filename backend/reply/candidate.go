package reply

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// candidate is a JSON value in the text while it arrives. It may become the envelope, a list of calls that stands
// where none may stand, or words.
type candidate struct {
	from, to int // bytes of the text
	first    bool
	scan     scan
	flawAt   int

	key      []byte
	at       string // the key at the top whose value is being read
	envelope bool   // it has a key of an envelope
	calls    bool   // it has a key that only calls have

	intent     []byte
	intentDone bool

	thought    thought
	spoken     speech
	spokenSeen bool
	saying     bool // the characters of the string are spoken
	bracket    bracket
	marks      []Mark
	flaws      []flaw
}

func newCandidate(from int, first bool) *candidate {
	return &candidate{from: from, first: first, flawAt: -1, spoken: speech{lines: true}, key: make([]byte, 0, 2*maxKey), scan: scan{open: make([]byte, 0, maxDepth)}}
}

// maxKey bounds a key that is compared with known ones.
const maxKey = 16

func (c *candidate) step(r rune, at int) verdict {
	v := c.scan.step(r)
	if c.flawAt < 0 && c.scan.flaw != "" {
		c.flawAt = at
	}
	s := &c.scan
	if s.event == none {
		return v
	}
	top := len(s.open) == 1 && s.open[0] == '{'
	switch {
	case s.key:
		c.readKey(top)
	case !top:
	case s.event == stringBegins:
		c.saying = c.at == "spokenText" && !c.spokenSeen
		c.spokenSeen = c.spokenSeen || c.saying
	case c.saying:
		for _, x := range s.out {
			c.say(x, at)
		}
		if s.event == stringEnds {
			c.endSaying(at)
		}
	case c.at == "intent" && !c.intentDone:
		for _, x := range s.out {
			if len(c.intent) <= maxShown {
				c.intent = utf8.AppendRune(c.intent, x)
			}
		}
		c.intentDone = s.event == stringEnds
	}
	return v
}

func (c *candidate) readKey(top bool) {
	switch c.scan.event {
	case stringBegins:
		c.key = c.key[:0]
	case stringGoes, stringEnds:
		for _, x := range c.scan.out {
			if len(c.key) <= maxKey {
				c.key = utf8.AppendRune(c.key, x)
			}
		}
	}
	if c.scan.event != stringEnds {
		return
	}
	k := string(c.key)
	c.calls = c.calls || k == "tool" || k == "arguments" || k == "tool_calls"
	if top {
		c.at = k
		c.envelope = c.envelope || slices.Contains(envelopeKeys[:], k)
	}
}

// say reads one character of the spoken text.
func (c *candidate) say(x rune, at int) {
	if c.bracket.stage == outside {
		if x == '[' {
			c.bracket.begin()
			return
		}
		c.utter(x)
		return
	}
	switch c.bracket.step(x) {
	case words:
		for _, w := range string(c.bracket.text) {
			c.utter(w)
		}
		c.say(x, at)
	case tagged:
		c.spoken.cut = true
		if m, why := readPoint(c.bracket.body()); why != "" {
			c.flaws = append(c.flaws, flaw{place: "spokenText", reason: why})
		} else if m != nil {
			c.marks = append(c.marks, *m)
		}
	}
}

func (c *candidate) endSaying(at int) {
	c.saying = false
	switch {
	case c.bracket.cut():
		c.flaws = append(c.flaws, flaw{place: "spokenText", reason: "the tag does not end"})
	case c.bracket.stage != outside:
		for _, w := range string(c.bracket.text) {
			c.utter(w)
		}
	}
	c.bracket.stage = outside
	c.thought.give(c.spoken.write)
	c.spoken.end()
}

// utter speaks one character, unless it is of thinking.
func (c *candidate) utter(x rune) { c.thought.step(x, c.spoken.write, c.spoken.without) }

// speaks reports whether the spoken text may be let out before the end.
func (c *candidate) speaks() bool {
	return c.first && c.envelope && c.intentDone && slices.Contains(speaking[:], c.meant())
}

// meant is the intent as it was read, "" when it is none.
func (c *candidate) meant() string {
	if i := strings.ToLower(strings.TrimSpace(string(c.intent))); c.intentDone && slices.Contains(intents[:], i) {
		return i
	}
	return ""
}
