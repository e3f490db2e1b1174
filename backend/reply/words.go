package reply

import (
	"regexp"
	"unicode/utf8"

	"pace/backend/tool"
)

// words reads a character that is neither in a tag nor in a value.
func (r *Reader) words(c rune, at int) {
	switch {
	case c == '<':
		r.openAngle(at)
	case c == '[' && !r.bare:
		r.mode = inBracket
		r.bracket.begin()
	case c == '{' && !r.plain:
		r.beginValue(at)
		r.value.step(c, at)
	default:
		r.word(c)
	}
}

// maxLead bounds what may be the beginning of a code fence.
const maxLead = 24

func (r *Reader) word(c rune) {
	d := &r.draft
	if !d.worded && c > ' ' {
		d.lead = append(d.lead, string(c)...)
		d.worded = !isFence(d.lead)
	}
	if !d.muted {
		d.text.write(c)
	}
}

// isFence reports whether b is, or begins, what opens a code fence.
func isFence(b []byte) bool {
	n := 0
	for n < len(b) && b[n] == '`' {
		n++
	}
	if n < len(b) && n < 3 || len(b) > maxLead {
		return false
	}
	for _, c := range b[n:] {
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

func (r *Reader) say(text []byte) {
	for _, c := range string(text) {
		r.word(c)
	}
}

// first reports whether nothing has come yet that counts.
func (r *Reader) first() bool {
	d := &r.draft
	return !d.worded && !d.blocks && !d.tags && !d.pointed && d.envelope == nil && d.broken == nil && len(d.flaws) == 0
}

func (r *Reader) beginValue(at int) {
	r.value = newCandidate(at, r.first())
	r.mode = inValue
}

func (r *Reader) inValue(c rune, at int) {
	v := r.value
	switch v.step(c, at) {
	case whole:
		v.to = at + utf8.RuneLen(c)
		r.mode, r.value = inWords, nil
		r.judge(v)
	case wrong:
		v.to = at
		r.mode, r.value = inWords, nil
		r.breakOff(v, flaw{at: at, reason: v.scan.why(c)})
		r.step(c, at)
	}
}

const behindWords = "is an envelope behind words that were spoken as an answer"

// judge decides what a complete value is.
func (r *Reader) judge(v *candidate) {
	d := &r.draft
	switch raw := r.buf[v.from:v.to]; {
	case d.envelope != nil: // only the first counts
	case raw[0] == '[':
		if d.flaw(v.from, listReason(parse(raw))) {
			return
		}
		r.say(raw)
	case !v.envelope:
		if isCall(parse(raw)) {
			d.flaw(v.from, "is a call outside of <tool_calls>")
			return
		}
		r.say(raw)
		if v.first {
			d.jsonEnd = len(d.text.text)
		}
	case v.first:
		r.done = v
	case d.blocks || d.tags:
		d.flaw(v.from, "is an envelope behind calls: which are meant can't be told")
	case r.told() > 0:
		d.flaw(v.from, behindWords)
	default:
		d.envelope = v
	}
}

func (d *draft) flaw(at int, reason string) bool {
	if reason == "" {
		return false
	}
	d.flaws = append(d.flaws, flaw{at: at, reason: reason})
	return true
}

// listReason says what a list outside of a block is that must not be there; "" for any list.
func listReason(n node) string {
	for _, x := range n.items {
		if x.kind == '[' {
			if why := listReason(x); why != "" {
				return why
			}
		}
		if isCall(x) {
			return "is a list of calls outside of <tool_calls>"
		}
		for _, k := range envelopeKeys {
			if _, ok := find(x, k); ok {
				return "is a list of envelopes: one is needed"
			}
		}
	}
	return ""
}

// isCall reports whether a value looks like a call.
func isCall(n node) bool {
	_, tool := find(n, "tool")
	_, calls := find(n, "tool_calls")
	name, named := find(n, "name")
	_, args := find(n, "args")
	_, arguments := find(n, "arguments")
	_, parameters := find(n, "parameters")
	return tool || calls || named && name.kind == '"' && (args || arguments || parameters)
}

// breakOff deals with a value that is no JSON, or that the reply ends in.
func (r *Reader) breakOff(v *candidate, why flaw) {
	d := &r.draft
	switch {
	case d.envelope != nil:
	case v.envelope && v.first:
		r.done, d.broken, d.why = v, v, why
		return
	case v.envelope && r.told() > 0:
		d.flaw(v.from, behindWords)
		d.mute(r.buf[v.from:v.to])
		return
	case v.envelope || v.calls:
		if d.broken == nil {
			d.broken, d.why = v, why
		}
		d.mute(r.buf[v.from:v.to])
		return
	}
	if v.first && d.start == nil {
		d.start, d.list = &why, v.scan.keys > 0
	}
	// What looked like JSON is words, and thinking or tags in them are what they are. No value begins within, so
	// that no character is read again for this reason twice.
	r.plain = true
	r.again(v.from, v.to)
	r.plain = false
}

// mute ends what is spoken: the words behind an envelope or a call that broke off are its rest.
func (d *draft) mute(broken []byte) {
	d.muted = true
	d.doubt = d.doubt || holdsThought(broken)
}

// again reads a part of the text once more, by other rules.
func (r *Reader) again(from, to int) {
	for i, c := range string(r.buf[from:to]) {
		r.step(c, from+i)
	}
}

// thoughtTag is how a tag of thinking begins.
var thoughtTag = regexp.MustCompile(`(?i)</?think`)

// holdsThought reports whether a text holds what may be a tag of thinking.
func holdsThought(text []byte) bool { return thoughtTag.Match(text) }

// noTag reads a tag again that holds a tag of thinking: it is words, in thinking or around it.
func (r *Reader) noTag(to int) {
	b := &r.bracket
	head := b.last + len(b.name) + 2
	from := to - len(b.text) + head
	r.mode = inWords
	r.say(b.text[:head])
	r.bare = true
	r.again(from, to)
	r.bare = false
}

// inBracket reads a character behind "[".
func (r *Reader) inBracket(c rune, at int) {
	b := &r.bracket
	b.lists = !r.plain
	switch b.step(c) {
	case open:
	case words:
		r.mode = inWords
		r.say(b.text)
		r.step(c, at)
	case jsonish:
		from := at - len(b.text)
		r.beginValue(from)
		for i, x := range string(b.text) {
			r.value.step(x, from+i)
		}
		r.inValue(c, at)
	case tagged:
		if holdsThought(b.text) {
			r.noTag(at)
			r.step(c, at)
			return
		}
		r.mode = inWords
		r.tag(at - len(b.text) + b.last)
	}
}

// quotedCall refuses calls in what began as a JSON value and is none: they may have been a quotation.
const quotedCall = "is a call within braces that hold no JSON"

func (r *Reader) tag(at int) {
	b, d := &r.bracket, &r.draft
	r.say(b.text[:b.last])
	d.text.cut = true
	name, body := string(b.name), b.body()
	if name == point {
		d.pointed = true
		m, why := readPoint(body)
		if !d.flaw(at, why) && m != nil {
			d.read.marks = append(d.read.marks, *m)
		}
		return
	}
	d.tags = true
	if r.plain {
		d.flaw(at, quotedCall)
		return
	}
	c, ok, why := readTag(name, body)
	if !d.flaw(at, why) && ok {
		d.read.calls = append(d.read.calls, []tool.Call{c})
	}
}

// reset forgets what turned out to be thinking.
func (r *Reader) reset(at int) {
	r.thought = true
	kept, told := r.draft.text, r.told()
	r.draft = draft{}
	r.mode = inWords
	if told > 0 {
		kept.drop()
		r.draft.text, r.draft.worded = kept, true
		r.draft.flaw(at, "ends a thought whose beginning was taken for the answer and spoken")
	}
}
