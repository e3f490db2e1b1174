package reply

import "fmt"

// block is a tool_calls block while it is read.
type block struct {
	from    int // byte where it begins
	any     bool
	spoiled bool // it can't be read: only its end is looked for
	fence   bool // in what opens a code fence
	value   bool // in its list
	at      int  // byte where the list begins
	scan    scan
	flawed  bool
}

// spoil says that c can't stand at a byte.
func (b *block) spoil(d *draft, at int, c rune) {
	if !b.spoiled {
		d.flaw(at, fmt.Sprintf("is no JSON: %q can't stand here", c))
	}
	b.spoiled, b.value = true, false
}

// endBlock leaves a block that goes up to a byte.
func (r *Reader) endBlock(to int) {
	if r.block.spoiled || r.block.value {
		r.draft.doubt = r.draft.doubt || holdsThought(r.buf[r.block.from:to])
	}
	r.mode = inWords
}

func (r *Reader) inBlock(c rune, at int) {
	b, d := &r.block, &r.draft
	if b.value {
		v := b.scan.step(c)
		if b.scan.flaw != "" && !b.flawed {
			b.flawed = true
			d.flaw(at, b.scan.flaw)
		}
		switch v {
		case whole:
			b.value, b.any = false, true
			d.read.block(parse(r.buf[b.at:at+1]), &d.steps)
		case wrong:
			d.flaw(at, b.scan.why(c))
			b.spoiled, b.value = true, false
			if c == '<' {
				r.openAngle(at)
			}
		}
		return
	}
	switch {
	case c == '<':
		r.openAngle(at)
	case b.spoiled || c == ' ' || c == '\t' || c == '\r':
	case c == '\n':
		b.fence = false
	case c == '`':
		b.fence = true
	case b.fence && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'):
	case c == '{' || c == '[':
		b.value, b.at, b.scan, b.flawed = true, at, scan{}, false
		b.scan.step(c)
	default:
		b.spoil(d, at, c)
	}
}
