package when

import (
	"strings"
	"unicode"
)

// token is a word (lower case), a number ("8", "1.5"), a clock time ("17:30") or a numeric date.
type token struct {
	text string
	kind tokenKind
}

type tokenKind int

const (
	word tokenKind = iota
	number
	clockText // digits and colons
	dateText  // 2026-03-04, 4/3/2026, or a whole ISO date-time
	dash      // a hyphen standing between two times
)

// spellings are other forms of one word. The empty word is left out.
var spellings = map[string]string{
	"o'clock": "oclock", "o’clock": "oclock", "a.m.": "am", "a.m": "am", "p.m.": "pm", "p.m": "pm",
	"midday": "noon", "please": "", "exactly": "", "sharp": "", "noontime": "noon",
}

func tokenize(text string) ([]token, error) {
	if len(text) > maxText {
		return nil, refuse("That is too long to be a time.")
	}
	text = strings.ToLower(strings.TrimSpace(text))
	text = strings.TrimRight(text, ".!? ")
	if strings.HasSuffix(text, "a.m") || strings.HasSuffix(text, "p.m") {
		text += "."
	}
	var tokens []token
	for _, field := range strings.Fields(strings.NewReplacer(",", " ", "–", "-", "—", "-").Replace(text)) {
		if other, ok := spellings[field]; ok {
			if other == "" {
				continue
			}
			field = other
		}
		tokens = append(tokens, split(field)...)
	}
	return tokens, nil
}

// split takes one field apart: "5pm", "1h30m", "half-past", "3-4".
func split(field string) []token {
	switch {
	case field == "-":
		return []token{{"-", dash}}
	case isDate(field):
		return []token{{field, dateText}}
	}
	var tokens []token
	for field != "" {
		n := run(field, func(r rune) bool { return r >= '0' && r <= '9' || r == ':' || r == '.' })
		if part := strings.TrimRight(field[:n], ".:"); part != "" {
			kind := number
			if strings.Contains(part, ":") {
				kind = clockText
			}
			tokens = append(tokens, token{part, kind})
			field = field[len(part):]
			continue
		}
		if field[0] == '-' {
			// Between digits it separates times; inside words (half-past, twenty-five) it is a space.
			if len(tokens) > 0 && len(field) > 1 && (tokens[len(tokens)-1].kind != word || unicode.IsDigit(rune(field[1]))) {
				tokens = append(tokens, token{"-", dash})
			}
			field = field[1:]
			continue
		}
		n = run(field, func(r rune) bool { return r != '-' && (r < '0' || r > '9') })
		text := field[:n]
		if other, ok := spellings[text]; ok {
			text = other
		}
		if text != "" {
			tokens = append(tokens, token{text, word})
		}
		field = field[n:]
	}
	return tokens
}

func run(s string, in func(rune) bool) int {
	for i, r := range s {
		if !in(r) {
			return i
		}
	}
	return len(s)
}

// isDate recognises what split would take apart: dates of digits with - or /.
func isDate(field string) bool {
	digits, marks := 0, 0
	for i, r := range field {
		switch {
		case unicode.IsDigit(r):
			digits++
		case r == '/' || r == '-' && i >= 4 && digits == i-marks && marks < 2:
			marks++
		case marks == 2 && strings.ContainsRune("t:.z+-", r): // the time of an ISO date-time
		default:
			return false
		}
	}
	return marks == 2 && digits >= 4 || marks == 1 && strings.Contains(field, "/")
}
