package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// found is what a bracket turned out to be.
type found int

const (
	open    found = iota // not known yet
	words                // no tag: text holds what was waiting, and the character is to be read again
	tagged               // a tag: name and body
	jsonish              // the beginning of a list of objects: text holds what was waiting
)

// bracket tells tags of the form [NAME:body] from words in brackets. It holds what may become a tag, so that half a
// tag is never spoken.
type bracket struct {
	legacy bool // the tags that act are read, too
	lists  bool // "[{" may begin JSON
	text   []byte
	name   []byte
	last   int // where in text the tag would begin
	stage  stage
}

type stage int

const (
	outside stage = iota
	opening       // brackets and blanks so far
	naming
	pointing // behind "[POINT:", which is a tag only before a number or "none"
	inBody
)

// acting lists the tags that become calls of the tool of that name; DONE becomes nothing.
var acting = [...]string{"CLICK", "DOUBLE_CLICK", "TYPE", "KEY", "SCROLL", "OPEN_APP", "OPEN_URL", "MUSIC", "VOLUME", "BRIGHTNESS", "CALENDAR", "REMINDER", done}

const (
	point = "POINT"
	done  = "DONE"
)

func (b *bracket) begin() {
	*b = bracket{legacy: b.legacy, lists: b.lists, text: append(b.text[:0], '['), name: b.name[:0], stage: opening}
}

// could reports whether a name begins, or is, that of a tag that is read here.
func (b *bracket) could(name string) (prefix, exact bool) {
	prefix, exact = strings.HasPrefix(point, name), name == point
	if b.legacy {
		for _, t := range acting {
			prefix = prefix || strings.HasPrefix(t, name)
			exact = exact || t == name
		}
	}
	return prefix, exact
}

// step reads one character behind begin.
func (b *bracket) step(c rune) found {
	switch b.stage {
	case opening:
		switch {
		case c == '[':
			b.last = len(b.text)
			return b.wait(c)
		case unicode.IsSpace(c) && b.lists:
			return b.wait(c)
		case c == '{' && b.lists:
			b.stage = outside
			return jsonish
		case b.last != len(b.text)-1:
			return b.give()
		}
		b.stage = naming
		return b.naming(c)
	case naming:
		return b.naming(c)
	case pointing:
		switch {
		case c == ' ':
			return b.wait(c)
		case c == '-' || c >= '0' && c <= '9' || c == 'n' || c == 'N':
			b.stage = inBody
			return b.step(c)
		}
		return b.give()
	}
	if c == ']' {
		b.stage = outside
		return tagged
	}
	return b.wait(c)
}

func (b *bracket) naming(c rune) found {
	switch {
	case c >= 'a' && c <= 'z':
		b.name = append(b.name, byte(c)-'a'+'A')
	case c >= 'A' && c <= 'Z' || c == '_':
		b.name = append(b.name, byte(c))
	case c == ']' && b.legacy && string(b.name) == done:
		b.stage = outside
		return tagged
	case c == ':':
		_, exact := b.could(string(b.name))
		if !exact {
			return b.give()
		}
		b.stage = inBody
		if string(b.name) == point {
			b.stage = pointing
		}
		return b.wait(c)
	default:
		return b.give()
	}
	if prefix, _ := b.could(string(b.name)); !prefix {
		b.name = b.name[:len(b.name)-1]
		return b.give()
	}
	return b.wait(c)
}

func (b *bracket) wait(c rune) found {
	b.text = utf8.AppendRune(b.text, c)
	return open
}

func (b *bracket) give() found {
	b.stage = outside
	return words
}

// cut reports whether the text ended inside of a tag.
func (b *bracket) cut() bool { return b.stage == inBody || b.stage == pointing }

// body is what stands behind the name of a tag.
func (b *bracket) body() string {
	if i := b.last + len(b.name) + 2; i <= len(b.text) {
		return string(b.text[i:])
	}
	return ""
}
