package linux

import (
	"errors"
	"strings"
)

var (
	errQuote  = errors.New("a quotation mark in its command is never closed")
	errEscape = errors.New("its command ends in the middle of an escape")
)

// splitExec splits an Exec value, already unescaped as a string, into arguments. Only double quotes quote; within
// them a backslash protects the next character. Nothing else is special: no shell ever sees the command.
func splitExec(s string) ([]string, error) {
	var out []string
	var b strings.Builder
	open, quoted := false, false // an argument has begun; within quotes
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == 0:
			return nil, errors.New("its command holds a zero byte")
		case c == '"':
			open, quoted = true, !quoted
		case c == '\\' && quoted:
			if i++; i >= len(s) {
				return nil, errEscape
			}
			b.WriteByte(s[i])
		case !quoted && (c == ' ' || c == '\t' || c == '\n'):
			if open {
				out = append(out, b.String())
				b.Reset()
			}
			open = false
		default:
			open = true
			b.WriteByte(c)
		}
	}
	if quoted {
		return nil, errQuote
	}
	if open {
		out = append(out, b.String())
	}
	return out, nil
}

// arguments fills the field codes in. url may be empty; a command without a place for one gets it at its end, as
// other desktops do.
func (p program) arguments(url string) []string {
	var out []string
	placed := false
	for _, a := range p.command {
		switch a {
		case "%f", "%F", "%u", "%U":
			if url != "" && !placed {
				out, placed = append(out, url), true
			}
		case "%i":
			if p.icon != "" {
				out = append(out, "--icon", p.icon)
			}
		default:
			filled, took := p.fill(a, url)
			placed = placed || took
			if filled != "" || a == "" {
				out = append(out, filled)
			}
		}
	}
	if url != "" && !placed && len(out) > 0 {
		out = append(out, url)
	}
	return out
}

// fill replaces the field codes within one argument. Unknown and deprecated ones vanish.
func (p program) fill(a, url string) (filled string, took bool) {
	if !strings.Contains(a, "%") {
		return a, false
	}
	var b strings.Builder
	for i := 0; i < len(a); i++ {
		if a[i] != '%' || i+1 == len(a) {
			b.WriteByte(a[i])
			continue
		}
		i++
		switch a[i] {
		case '%':
			b.WriteByte('%')
		case 'c':
			b.WriteString(p.Name)
		case 'k':
			b.WriteString(p.file)
		case 'u', 'U', 'f', 'F':
			b.WriteString(url)
			took = url != ""
		}
	}
	return b.String(), took
}
