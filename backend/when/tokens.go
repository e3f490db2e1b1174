package when

import (
	"regexp"
	"strings"
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
	dateText  // 2026-03-04, 4/3/2026, 24.12.2026, or a whole ISO date-time
	dash      // a hyphen standing between two times, or a minus
)

// spellings are other forms of one word. The empty word is left out.
var spellings = map[string]string{
	"o'clock": "oclock", "a.m.": "am", "a.m": "am", "p.m.": "pm", "p.m": "pm", "h.": "h",
	"midday": "noon", "please": "", "exactly": "", "sharp": "", "noontime": "noon", "tmrw": "tomorrow",
}

// dates are the shapes that must not be taken apart.
var dates = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2}t[0-9t:.z+-]+|\d{1,4}-\d{1,2}-\d{1,4}|\d{1,4}/\d{1,2}(/\d{1,4})?|\d{1,4}\.\d{1,2}\.\d{1,4})$`)

func tokenize(text string) ([]token, error) {
	if len(text) > maxText {
		return nil, refuse(NotATime, "That is too long to be a time.")
	}
	text = strings.ToLower(strings.TrimSpace(text))
	text = strings.TrimRight(text, ".!? ")
	if strings.HasSuffix(text, "a.m") || strings.HasSuffix(text, "p.m") {
		text += "."
	}
	var tokens []token
	for _, field := range strings.Fields(commas(strings.NewReplacer("–", "-", "—", "-", "’", "'").Replace(text))) {
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

// commas makes those between words blanks. One between digits ("1,5", "10,000") belongs to a number
// that is not read, unless a year stands behind it.
func commas(text string) string {
	b := []byte(text)
	for i, c := range b {
		if c != ',' {
			continue
		}
		behind := run(text[i+1:], digit)
		if i == 0 || !digit(rune(b[i-1])) || behind == 0 || behind == 4 {
			b[i] = ' '
		}
	}
	return string(b)
}

func digit(r rune) bool { return r >= '0' && r <= '9' }

// split takes one field apart: "5pm", "1h30m", "half-past", "3-4", "hour's".
func split(field string) []token {
	switch {
	case field == "-":
		return []token{{"-", dash}}
	case dates.MatchString(field):
		return []token{{field, dateText}}
	}
	var tokens []token
	for field != "" {
		n := run(field, func(r rune) bool { return digit(r) || r == ':' || r == '.' })
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
			field = field[1:]
			if separates(tokens, field) {
				tokens = append(tokens, token{"-", dash})
			}
			continue
		}
		n = run(field, func(r rune) bool { return r != '-' && !digit(r) })
		text := field[:n]
		if other, ok := spellings[text]; ok {
			text = other
		}
		if stem, of := possessive(text); of {
			tokens = append(tokens, token{stem, word}, token{"'s", word})
		} else if text != "" {
			tokens = append(tokens, token{text, word})
		}
		field = field[n:]
	}
	return tokens
}

// separates tells the hyphen between two times ("3-4", "5pm-7pm", "mon-fri") and the minus from the one
// inside a word ("half-past", "twenty-five", "20-minute").
func separates(before []token, rest string) bool {
	next := rest[:run(rest, func(r rune) bool { return r != '-' && !digit(r) })]
	if next == "" {
		return rest != "" // before digits
	}
	if len(before) == 0 {
		return false
	}
	last := before[len(before)-1]
	if last.kind != word {
		_, unit := fixedUnits[next]
		_, calendar := calendarUnits[next]
		return !unit && !calendar
	}
	return isWeekday(last.text) && isWeekday(next) || isMonth(last.text) && isMonth(next)
}

func isWeekday(w string) bool { _, ok := weekdays[w]; return ok }
func isMonth(w string) bool   { _, ok := months[w]; return ok }

// possessive takes "hour's" and "hours'" apart, for "in an hour's time".
func possessive(text string) (string, bool) {
	stem, ok := strings.CutSuffix(strings.TrimSuffix(text, "s"), "'")
	if !ok {
		stem, ok = strings.CutSuffix(text, "'")
	}
	_, unit := fixedUnits[stem]
	_, calendar := calendarUnits[stem]
	return stem, ok && (unit || calendar)
}

func run(s string, in func(rune) bool) int {
	for i, r := range s {
		if !in(r) {
			return i
		}
	}
	return len(s)
}
