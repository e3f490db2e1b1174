package form

import (
	"slices"
	"strings"
)

// reader reads the notation of a pattern.
type reader struct {
	in string
	at int
}

func (p *reader) blanks() {
	for p.at < len(p.in) && p.in[p.at] == ' ' {
		p.at++
	}
}

// sequence reads parts until the end, or until a mark that closes what it is in.
func (p *reader) sequence() []node {
	var out []node
	for {
		p.blanks()
		if p.at == len(p.in) {
			return out
		}
		switch c := p.in[p.at]; c {
		case ')', ']', '|':
			return out
		case '(', '[':
			out = append(out, p.choice(c))
		case '<':
			out = append(out, p.slot())
		default:
			end := p.at + strings.IndexAny(p.in[p.at:]+" ", " ()[]|<>")
			out = append(out, node{word: p.in[p.at:end]})
			p.at = end
		}
	}
}

func (p *reader) choice(open byte) node {
	end := byte(')')
	if open == '[' {
		end = ']'
	}
	var n node
	for {
		p.at++ // the opening mark, or |
		n.alts = append(n.alts, p.sequence())
		if p.at == len(p.in) {
			panic("form: " + p.in + " has an open " + string(open))
		}
		if p.in[p.at] != '|' {
			break
		}
	}
	if p.in[p.at] != end {
		panic("form: " + p.in + " closes " + string(open) + " with " + string(p.in[p.at]))
	}
	p.at++
	// The longest first, so that "that says" is not read as "that" and a text which begins with "says".
	slices.SortStableFunc(n.alts, func(a, b []node) int { return len(b) - len(a) })
	if open == '[' {
		n.alts = append(n.alts, []node{})
	}
	return n
}

func (p *reader) slot() node {
	end := strings.IndexByte(p.in[p.at:], '>')
	if end < 2 {
		panic("form: " + p.in + " has a slot without a name or an end")
	}
	name, kind, _ := strings.Cut(p.in[p.at+1:p.at+end], ":")
	p.at += end + 1
	if kind != "" && kind != "num" {
		panic("form: " + p.in + " has a slot of the unknown kind " + kind)
	}
	return node{slot: name, number: kind == "num"}
}
