package reply

import (
	"strings"
	"unicode"
)

// thought takes thinking out of a spoken text, where it has no place: some models write their tags into it. What is
// between the tags is dropped, as is what follows one that does not end. A lone closing tag drops what stands before it and
// was not let out yet. A tag behind a quotation mark or a backtick is text: somebody speaks about it.
type thought struct {
	hold   []rune // behind "<", while it may become a tag
	depth  int
	before rune // the character before hold
	prev   rune
}

// step reads one character. say gets what is spoken, taken is told of each tag, and whether it closes what nothing opened.
func (t *thought) step(c rune, say func(rune), taken func(lone bool)) {
	switch {
	case len(t.hold) == 0 && c == '<':
		t.hold, t.before = append(t.hold, c), t.prev
	case len(t.hold) == 0:
		t.out(c, say)
	default:
		t.hold = append(t.hold, c)
		switch whole, possible := thoughtName(string(t.hold)); {
		case whole && strings.ContainsRune(quotes, t.before):
			t.give(say)
		case whole:
			t.tag(taken)
		case !possible:
			// The last character may begin another tag.
			t.hold = t.hold[:len(t.hold)-1]
			t.give(say)
			t.step(c, say, taken)
			return
		}
	}
	t.prev = c
}

func (t *thought) tag(taken func(lone bool)) {
	closing := t.hold[1] == '/'
	taken(closing && t.depth == 0)
	switch {
	case !closing:
		t.depth++
	case t.depth > 0:
		t.depth--
	}
	t.hold = t.hold[:0]
}

// give says that what is held is no tag.
func (t *thought) give(say func(rune)) {
	for _, c := range t.hold {
		t.out(c, say)
	}
	t.hold = t.hold[:0]
}

func (t *thought) out(c rune, say func(rune)) {
	if t.depth == 0 {
		say(c)
	}
}

// thoughtName reports whether s, which begins with "<", is a tag of thinking or may become one.
func thoughtName(s string) (whole, possible bool) {
	body, ended := strings.CutSuffix(strings.ToLower(s), ">")
	name := strings.TrimRightFunc(body, unicode.IsSpace)
	for _, k := range [...]string{"<think", "</think", "<thinking", "</thinking"} {
		if ended {
			whole = whole || name == k
			continue
		}
		possible = possible || name == body && strings.HasPrefix(k, name) || name == k
	}
	return whole, possible && len(s) < 32
}
