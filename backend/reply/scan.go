package reply

import (
	"fmt"
	"unicode/utf16"
)

// maxDepth bounds how deep JSON may be nested: more is no plan but an attack on whoever recurses.
const maxDepth = 64

// verdict is what a scan knows after a character.
type verdict int

const (
	going verdict = iota // more must come
	whole                // this character completed the value
	wrong                // this character can't stand here
)

// event is what a character meant to the string it belongs to.
type event int

const (
	none event = iota
	stringBegins
	stringGoes // out holds what was decoded, maybe nothing yet
	stringEnds // out may hold a last character
)

type state int

const (
	wantValue state = iota
	wantValueOrEnd
	wantKey
	wantKeyOrEnd
	wantColon
	wantMore // a comma, or the end of what is open
	inString
	inEscape
	inHex
	inWord
	inMinus
	inZero
	inInt
	inDot
	inFraction
	inE
	inSign
	inExponent
)

// scan checks one JSON object or list character by character, strictly by RFC 8259, and decodes its strings. It
// remembers nothing but what is open, so that its work is linear and its memory small.
type scan struct {
	open   []byte // '{' or '[', outermost first
	state  state
	word   string // what is left of true, false or null
	digits int
	hex    rune
	high   rune   // first half of a surrogate pair, waiting for the second
	key    bool   // the string is a key
	keys   int    // how many keys were read
	flaw   string // what is JSON and yet can't be meant
	deep   bool   // it was wrong because it is nested too deep
	event  event
	out    []rune
	room   [2]rune
}

// step reads one character. After whole or wrong it must not be called again.
func (s *scan) step(c rune) verdict {
	s.event, s.out = none, s.room[:0]
	switch s.state {
	case inString:
		return s.inString(c)
	case inEscape:
		return s.inEscape(c)
	case inHex:
		return s.inHex(c)
	case inWord:
		if c != rune(s.word[0]) {
			return wrong
		}
		if s.word = s.word[1:]; s.word == "" {
			s.state = wantMore
		}
		return going
	}
	if s.state >= inMinus {
		if next, ok := number(s.state, c); ok {
			s.state = next
			return going
		}
		switch s.state {
		case inZero, inInt, inFraction, inExponent:
			s.state = wantMore
		default:
			return wrong
		}
	}
	switch c {
	case ' ', '\t', '\n', '\r':
		return going
	}
	switch s.state {
	case wantValueOrEnd:
		if c == ']' {
			return s.close(c)
		}
		return s.value(c)
	case wantKeyOrEnd:
		if c == '}' {
			return s.close(c)
		}
		return s.begin(c, true)
	case wantKey:
		return s.begin(c, true)
	case wantColon:
		if c != ':' {
			return wrong
		}
		s.state = wantValue
		return going
	case wantMore:
		if c != ',' {
			return s.close(c)
		}
		s.state = wantValue
		if s.open[len(s.open)-1] == '{' {
			s.state = wantKey
		}
		return going
	}
	return s.value(c)
}

func (s *scan) value(c rune) verdict {
	switch {
	case c == '{' || c == '[':
		if len(s.open) == maxDepth {
			s.deep = true
			return wrong
		}
		s.open = append(s.open, byte(c))
		s.state = wantValueOrEnd
		if c == '{' {
			s.state = wantKeyOrEnd
		}
		return going
	case len(s.open) == 0: // only objects and lists are looked for
		return wrong
	case c == '"':
		return s.begin(c, false)
	case c == '-':
		s.state = inMinus
	case c == '0':
		s.state = inZero
	case c >= '1' && c <= '9':
		s.state = inInt
	case c == 't':
		s.state, s.word = inWord, "rue"
	case c == 'f':
		s.state, s.word = inWord, "alse"
	case c == 'n':
		s.state, s.word = inWord, "ull"
	default:
		return wrong
	}
	return going
}

func (s *scan) begin(c rune, key bool) verdict {
	if c != '"' {
		return wrong
	}
	s.state, s.key, s.high, s.event = inString, key, 0, stringBegins
	return going
}

func (s *scan) close(c rune) verdict {
	if last := s.open[len(s.open)-1]; c != rune(last)+2 { // '{'+2 is '}', '['+2 is ']'
		return wrong
	}
	s.open = s.open[:len(s.open)-1]
	if len(s.open) == 0 {
		return whole
	}
	s.state = wantMore
	return going
}

func number(at state, c rune) (state, bool) {
	digit := c >= '0' && c <= '9'
	switch {
	case at == inMinus && c == '0':
		return inZero, true
	case at == inMinus && digit, at == inInt && digit:
		return inInt, true
	case (at == inZero || at == inInt) && c == '.':
		return inDot, true
	case (at == inDot || at == inFraction) && digit:
		return inFraction, true
	case (at == inZero || at == inInt || at == inFraction) && (c == 'e' || c == 'E'):
		return inE, true
	case at == inE && (c == '+' || c == '-'):
		return inSign, true
	case (at == inE || at == inSign || at == inExponent) && digit:
		return inExponent, true
	}
	return at, false
}

func (s *scan) inString(c rune) verdict {
	switch {
	case c == '"':
		s.half()
		s.event, s.state = stringEnds, wantMore
		if s.key {
			s.state = wantColon
			s.keys++
		}
	case c == '\\':
		s.state = inEscape
	case c < ' ':
		return wrong
	default:
		s.half()
		s.emit(c)
	}
	return going
}

func (s *scan) inEscape(c rune) verdict {
	s.state = inString
	switch c {
	case 'u':
		s.state, s.digits, s.hex = inHex, 0, 0
		return going
	case '"', '\\', '/':
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	default:
		return wrong
	}
	s.half()
	s.emit(c)
	return going
}

func (s *scan) inHex(c rune) verdict {
	switch {
	case c >= '0' && c <= '9':
		c -= '0'
	case c >= 'a' && c <= 'f':
		c -= 'a' - 10
	case c >= 'A' && c <= 'F':
		c -= 'A' - 10
	default:
		return wrong
	}
	s.hex = s.hex<<4 | c
	if s.digits++; s.digits < 4 {
		return going
	}
	s.state = inString
	switch r := s.hex; {
	case !utf16.IsSurrogate(r):
		s.half()
		if r == 0 {
			s.flawed("holds a NUL")
		}
		s.emit(r)
	case r < 0xdc00:
		s.half()
		s.high = r
	case s.high != 0:
		s.emit(utf16.DecodeRune(s.high, r))
		s.high = 0
	default:
		s.flawed("holds half a character")
		s.emit('\ufffd')
	}
	return going
}

// half gives up the first half of a pair whose second half did not come.
func (s *scan) half() {
	if s.high != 0 {
		s.high = 0
		s.flawed("holds half a character")
		s.emit('\ufffd')
	}
}

// why tells what was wrong with c, the character that could not stand where it did.
func (s *scan) why(c rune) string {
	switch {
	case s.deep:
		return fmt.Sprintf("is nested deeper than %d levels", maxDepth)
	case s.state == inString:
		return fmt.Sprintf("is no JSON: the control character %q stands in a string", c)
	}
	return fmt.Sprintf("is no JSON: %q can't stand here", c)
}

func (s *scan) flawed(why string) {
	if s.flaw == "" {
		s.flaw = why
	}
}

func (s *scan) emit(c rune) { s.event, s.out = stringGoes, append(s.out, c) }
