package reply

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"pace/backend/tool"
)

// node is one JSON value of a text that a scan found whole, with its text.
type node struct {
	kind    byte   // { [ " t f n 0
	raw     []byte // as written
	members []member
	items   []node
}

type member struct {
	key string
	val node
}

// parse reads a value that is known to be whole.
func parse(b []byte) node {
	p := &parser{b: b}
	return p.value()
}

// parseText reads a text that should be one whole object or list.
func parseText(t string) (node, bool) {
	var s scan
	for i, c := range t {
		switch s.step(c) {
		case wrong:
			return node{}, false
		case whole:
			if i != len(t)-1 || s.flaw != "" {
				return node{}, false
			}
			return parse([]byte(t)), true
		}
	}
	return node{}, false
}

type parser struct {
	b  []byte
	at int
}

func (p *parser) space() byte {
	for {
		switch p.b[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return p.b[p.at]
		}
	}
}

func (p *parser) value() node {
	c := p.space()
	from := p.at
	n := node{kind: c}
	switch c {
	case '{', '[':
		p.at++
		if c == '{' {
			n.members = make([]member, 0, 4)
		}
		for {
			switch d := p.space(); {
			case d == '}' || d == ']':
				p.at++
				n.raw = p.b[from:p.at]
				return n
			case d == ',':
				p.at++
			case c == '{':
				key := p.value().text()
				p.space()
				p.at++ // the colon
				n.members = append(n.members, member{key, p.value()})
			default:
				n.items = append(n.items, p.value())
			}
		}
	case '"':
		for p.at++; p.b[p.at] != '"'; p.at++ {
			if p.b[p.at] == '\\' {
				p.at++
			}
		}
		p.at++
	default:
		if c == '-' || c >= '0' && c <= '9' {
			n.kind = '0'
		}
		for p.at < len(p.b) && !bytes.ContainsRune([]byte(" \t\r\n,]}"), rune(p.b[p.at])) {
			p.at++
		}
	}
	n.raw = p.b[from:p.at]
	return n
}

// text is the decoded text of a string, "" for anything else.
func (n node) text() string {
	if n.kind != '"' {
		return ""
	}
	if inner := n.raw[1 : len(n.raw)-1]; bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	var s string
	_ = json.Unmarshal(n.raw, &s) // a scan has found it whole
	return s
}

// get finds a member. null counts as absent: that is what models write for "not given".
func (n node) get(key string) (node, bool) {
	for _, m := range n.members {
		if m.key == key {
			return m.val, m.val.kind != 'n'
		}
	}
	return node{}, false
}

// twice finds keys that stand twice in one object, at any depth. Whoever decodes would keep one and drop the other
// in silence.
func (n node) twice(place string) (ps []tool.Problem) {
	seen := map[string]bool{}
	for i, m := range n.members {
		again := seen[m.key]
		if len(n.members) > few {
			seen[m.key] = true
		} else {
			again = slices.ContainsFunc(n.members[:i], func(o member) bool { return o.key == m.key })
		}
		if again {
			ps = append(ps, tool.Problem{Place: join(place, m.key), Reason: "is given twice"})
		}
		if m.val.holds() {
			ps = append(ps, m.val.twice(join(place, m.key))...)
		}
	}
	for i, x := range n.items {
		if x.holds() {
			ps = append(ps, x.twice(fmt.Sprintf("%s[%d]", place, i))...)
		}
	}
	return ps
}

// few keys are compared with one another, which is faster than looking them up.
const few = 8

// holds reports whether a value holds others.
func (n node) holds() bool { return len(n.members) > 0 || len(n.items) > 0 }

// join makes the path of a key; one that could be mistaken for a path is quoted.
func join(place, key string) string {
	plain := key != "" && len(key) <= maxShown
	for _, c := range key {
		plain = plain && (c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
	}
	if !plain {
		key = fmt.Sprintf("%q", shown(key))
	}
	if place == "" {
		return key
	}
	return place + "." + key
}

// maxShown bounds how much of a reply a problem quotes.
const maxShown = 60

func shown(s string) string {
	if r := []rune(s); len(r) > maxShown {
		return string(r[:maxShown-1]) + "…"
	}
	return s
}

// without gives the object without some keys, as JSON.
func (n node) without(keys ...string) json.RawMessage {
	out := []byte{'{'}
next:
	for _, m := range n.members {
		for _, k := range keys {
			if m.key == k {
				continue next
			}
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		k, _ := json.Marshal(m.key)
		out = append(append(append(out, k...), ':'), m.val.raw...)
	}
	return append(out, '}')
}
