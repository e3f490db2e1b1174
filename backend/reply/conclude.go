package reply

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"pace/backend/tool"
)

// finish deals with what the text ended in.
func (r *Reader) finish() {
	end := len(r.buf)
	for r.mode != inWords && r.done == nil {
		switch r.mode {
		case inValue:
			v := r.value
			v.to, r.value, r.mode = end, nil, inWords
			why := flaw{at: end, reason: "the reply ends in the middle of a JSON value"}
			if v.envelope {
				why.reason = "the reply ends in the middle of its envelope"
			}
			if v.scan.keys > 0 || v.first && v.scan.state == inString {
				v.calls = true // half of it is worth nothing, and must not be spoken
			}
			r.breakOff(v, why)
			continue
		case inBracket:
			r.mode = inWords
			if r.bracket.cut() && holdsThought(r.bracket.text) {
				r.noTag(end)
				continue
			}
			if r.bracket.cut() {
				r.say(r.bracket.text[:r.bracket.last])
				r.draft.tags = r.draft.tags || string(r.bracket.name) != point
				r.draft.flaw(end-len(r.bracket.text)+r.bracket.last, "the tag does not end")
				continue
			}
			r.say(r.bracket.text)
		case inAngle:
			r.giveAngle(end)
		case inQuoted:
			r.obey()
		case inBlock:
			r.endBlock(end)
			r.draft.flaw(r.block.from, "the block does not end")
		default: // thinking that does not end, a call that nobody can read
			r.mode = inWords
		}
	}
	r.draft.text.end()
}

// conclude makes the reply.
func (r *Reader) conclude() Reply {
	d := &r.draft
	out := Reply{}
	var flaws []flaw
	e := d.envelope
	if r.done != nil {
		e = r.done
	}
	switch {
	case e != nil && e != d.broken:
		intent, p, more := readEnvelope(parse(r.buf[e.from:e.to]))
		out = Reply{Source: Envelope, Spoken: e.spoken.whole(), Intent: intent, Calls: p.read.calls, More: more, Problems: p.bad}
		out.Marks = append(e.marks, p.marks...)
		flaws = e.flaws
		if e.flawAt >= 0 {
			flaws = append(flaws, flaw{at: e.flawAt, reason: e.scan.flaw})
		}
	case d.broken != nil && d.broken.envelope:
		b := d.broken
		out = Reply{Source: Envelope, Spoken: b.spoken.whole(), Intent: b.meant()}
		flaws = append(append(flaws, b.flaws...), d.why)
	default:
		out, flaws = r.wordsAndCalls()
	}
	if r.long {
		out.Problems = append(out.Problems, tool.Problem{Place: "reply", Reason: fmt.Sprintf("is longer than %d MB", MaxReply>>20)})
	}
	if d.doubt && e == nil { // the words may be the thought whose end is in what broke off
		out.Spoken = out.Spoken[:r.sent()]
	}
	for _, f := range flaws {
		if len(out.Problems) > maxProblems {
			break
		}
		if f.place == "" {
			f.place = r.place(f.at)
		}
		out.Problems = append(out.Problems, tool.Problem{Place: f.place, Reason: f.reason})
	}
	if n := len(out.Problems); n > maxProblems {
		out.Problems = append(out.Problems[:maxProblems:maxProblems], tool.Problem{Place: "reply", Reason: "has more problems than are told here"})
	}
	if len(out.Problems) > 0 {
		out.Calls, out.Marks, out.More = nil, nil, false
	}
	return out
}

// wordsAndCalls makes the reply of a text that holds no envelope.
func (r *Reader) wordsAndCalls() (Reply, []flaw) {
	d := &r.draft
	flaws := d.flaws
	if d.broken != nil {
		flaws = append(flaws, d.why)
	}
	out := Reply{Source: Text, Spoken: d.text.whole(), Intent: Answer, Calls: d.read.calls, Marks: d.read.marks, Problems: d.read.bad}
	wrong := len(flaws)+len(d.read.bad) > 0
	switch {
	case d.blocks:
		out.Source = ToolCalls
	case d.tags:
		out.Source = Tags
	case wrong:
		out.Intent = ""
		return out, flaws
	default:
		if why := r.unreadable(out.Spoken); why != nil {
			return Reply{Source: Text, Spoken: out.Spoken[:r.sent()]}, append(flaws, *why)
		}
	}
	if len(out.Calls) > 0 || wrong {
		out.Intent = Action
	}
	return out, flaws
}

// told is how much of the words counts as let out. It does not depend on where Write was called.
func (r *Reader) told() int {
	if r.proses() {
		return r.draft.text.ready
	}
	return 0
}

const notEnvelope = "is JSON, but no envelope"

// unreadable says why words alone are no answer: they are none, or they were meant to be more.
func (r *Reader) unreadable(spoken string) *flaw {
	d := &r.draft
	bare := strings.TrimSpace(strings.TrimRight(spoken, "`"))
	if i := strings.IndexAny(bare, "{["); i >= 0 && isFence([]byte(strings.TrimSpace(bare[:i]))) {
		bare = bare[i:]
	}
	switch {
	case spoken == "" && d.pointed:
		return nil
	case spoken == "" && r.thought:
		return &flaw{place: "reply", reason: "holds nothing but thinking"}
	case spoken == "":
		return &flaw{place: "reply", reason: "is empty"}
	case !r.opts.Prose && d.start != nil && (d.list || strings.HasSuffix(bare, "}") || strings.HasSuffix(bare, "]")):
		return d.start
	case !r.opts.Prose && d.jsonEnd > 0 && strings.Trim(spoken[d.jsonEnd:], " `") == "":
		return &flaw{place: "reply", reason: notEnvelope}
	case !r.opts.Prose && strings.HasPrefix(bare, "["):
		return listAlone(bare)
	case strings.Contains(spoken, `"spokenText"`):
		return &flaw{place: "reply", reason: "holds an envelope that can't be read"}
	}
	return nil
}

// listAlone says why a text that begins with a bracket is no answer: it is a list, or the beginning of nothing but
// lists.
func listAlone(bare string) *flaw {
	var s scan
	for i, c := range bare {
		switch v := s.step(c); {
		case s.deep:
			return &flaw{place: "reply", reason: s.why(c)}
		case v == wrong, v == whole && i < len(bare)-1:
			return nil
		case v == whole:
			return &flaw{place: "reply", reason: notEnvelope}
		}
	}
	if len(s.open) > 1 || s.state == inString {
		return &flaw{place: "reply", reason: "ends in the middle of a JSON value"}
	}
	return nil
}

// place writes out where a byte of the text stands, in lines and characters from 1.
func (r *Reader) place(at int) string {
	before := r.buf[:min(at, len(r.buf))]
	line := bytes.Count(before, []byte{'\n'})
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return fmt.Sprintf("line %d, column %d", line+1, column+1)
}
