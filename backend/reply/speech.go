package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// speech collects what is spoken, free of control characters, of marks that turn the direction of writing, and of blanks at its edges, and knows how much of it
// consists of finished sentences.
type speech struct {
	text  []byte
	blank []byte // blanks that count only when something follows
	ready int    // text up to here is finished sentences
	sent  int    // text up to here was let out
	stops bool   // the text ends in what ends a sentence when a blank follows
	lines bool   // line ends and runs of blanks are kept; else each run becomes one space
	cut   bool   // something was taken out here: blanks on both sides of it become one
	ended bool   // no more comes
}

func (s *speech) write(c rune) {
	switch {
	case unicode.IsSpace(c):
		if s.stops || c == '\n' && s.lines {
			s.ready = len(s.text)
		}
		switch {
		case s.cut && len(s.blank) > 0:
		case s.lines:
			s.blank = utf8.AppendRune(s.blank, c)
		default:
			s.blank = append(s.blank[:0], ' ')
		}
		return
	case unicode.IsControl(c) || c == '\ufeff' || unicode.Is(unicode.Bidi_Control, c):
		return
	}
	if len(s.text) > 0 {
		s.text = append(s.text, s.blank...)
	}
	s.blank, s.cut = s.blank[:0], false
	s.text = utf8.AppendRune(s.text, c)
	switch {
	case strings.ContainsRune(".!?…", c):
		s.stops = true
	case strings.ContainsRune("。！？", c): // no blank follows these
		s.ready, s.stops = len(s.text), true
	case s.stops && strings.ContainsRune("\"'”’»)]*_", c):
	default:
		s.stops = false
	}
}

// end says that no more comes: what is there is whole.
func (s *speech) end() { s.ready, s.ended = len(s.text), true }

// take lets out the finished sentences that were not let out before.
func (s *speech) take() string {
	if s.sent >= s.ready {
		return ""
	}
	out := string(s.text[s.sent:s.ready])
	s.sent = s.ready
	return out
}

// drop forgets all but finished sentences.
func (s *speech) drop() {
	s.text = s.text[:s.ready]
	s.blank, s.stops = append(s.blank[:0], ' '), false
}

// without notes that something was taken out here; when it was only the end of it, also what stands before it goes, as far
// as it was not let out.
func (s *speech) without(lone bool) {
	s.cut = true
	if lone {
		s.text, s.ready = s.text[:s.sent], s.sent
		s.blank, s.stops = s.blank[:0], false
	}
}

// whole is what is spoken of a text that has come to its end, or that was cut: then only its finished sentences.
func (s *speech) whole() string {
	if s.ended {
		return string(s.text)
	}
	return string(s.text[:s.ready])
}
