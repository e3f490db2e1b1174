package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// angle is what stands behind "<" while it may become a tag of thinking or of calls. Half a tag is never spoken.
type angle struct {
	at     int    // byte of "<"
	from   mode   // where it stands
	before rune   // the character before it
	text   []byte // as written
	name   []byte // in small letters
	blank  bool   // blanks behind the name
}

// marks are the tags that are known in any text, with what closes them; the last two are calls of other programs.
var anglesKnown = [...]string{"think", "thinking", "/think", "/thinking", "tool_calls", "/tool_calls", "tool_call", "/tool_call", "function=", "parameter="}

const quotes = "\"'`´“”„‘’‚«»"

func (r *Reader) openAngle(at int) {
	r.angle = angle{at: at, from: r.mode, before: r.prev, text: append(r.angle.text[:0], '<'), name: r.angle.name[:0]}
	r.mode = inAngle
}

func (r *Reader) inAngle(c rune, at int) {
	a := &r.angle
	low := unicode.ToLower(c)
	prefix := false
	switch {
	case low >= 'a' && low <= 'z' && low < utf8.RuneSelf || c == '_' || c == '/' || c == '=':
		if !a.blank {
			a.name = append(a.name, byte(low))
			_, prefix = a.known()
		}
	case unicode.IsSpace(c):
		prefix, _ = a.known()
		a.blank = prefix
	case c == '>':
		if exact, _ := a.known(); exact && !strings.HasSuffix(string(a.name), "=") {
			a.text = append(a.text, '>')
			r.tagEnds()
			return
		}
	}
	if !prefix {
		r.giveAngle(at)
		r.step(c, at)
		return
	}
	a.text = utf8.AppendRune(a.text, c)
	if a.name[len(a.name)-1] == '=' && a.from == inWords {
		r.draft.flaw(a.at, "is a call in a form that is not read")
		r.mode = inLeak
	}
}

func (a *angle) known() (exact, prefix bool) {
	for _, k := range anglesKnown {
		exact = exact || k == string(a.name)
		prefix = prefix || strings.HasPrefix(k, string(a.name))
	}
	return exact, prefix
}

// giveAngle says that it is no tag.
func (r *Reader) giveAngle(at int) {
	a := &r.angle
	r.mode = a.from
	switch a.from {
	case inWords:
		r.say(a.text)
	case inBlock:
		r.block.spoil(&r.draft, a.at, '<')
	}
}

func (r *Reader) tagEnds() {
	a := &r.angle
	if strings.Contains(string(a.name), "think") && a.from != inBlock && strings.ContainsRune(quotes, a.before) {
		r.mode = inQuoted // the next character decides
		return
	}
	r.obey()
}

func (r *Reader) inQuoted(c rune, at int) {
	if !strings.ContainsRune(quotes, c) {
		r.obey()
	} else if r.mode = r.angle.from; r.mode == inWords {
		r.say(r.angle.text)
	}
	r.step(c, at)
}

// obey does what a tag says.
func (r *Reader) obey() {
	a, d := &r.angle, &r.draft
	r.mode = a.from
	name := strings.TrimPrefix(string(a.name), "/")
	closes := len(name) < len(a.name)
	if name == "think" || name == "thinking" {
		switch {
		case !closes && a.from == inThought:
			r.depth++
		case !closes:
			r.thought, r.depth, r.back, r.mode = true, 1, a.from, inThought
		case a.from != inThought:
			r.reset(a.at)
		default:
			if r.depth--; r.depth == 0 {
				r.mode = r.back
			}
		}
		return
	}
	switch {
	case a.from == inThought:
	case a.from == inWords && !closes:
		r.mode, r.block = inBlock, block{from: a.at}
		d.blocks = true
		r.block.spoiled = r.plain && d.flaw(a.at, quotedCall)
	case a.from == inWords:
		d.flaw(a.at, "ends a block that was not begun")
	case closes:
		if !r.block.any && !r.block.spoiled {
			d.flaw(r.block.from, "the block holds no calls")
		}
		r.endBlock(a.at)
	default:
		if !r.block.spoiled {
			d.flaw(a.at, "begins a block within a block")
		}
		r.block.spoiled = true
	}
}
