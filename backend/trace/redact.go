package trace

import (
	"bytes"
	"encoding/json"
	"slices"

	"pace/backend/event"
)

// A sentence may hold what was meant for a password field, and that the field is one shows only when the step is refused.
// The texts that may not be kept come with the end of the turn, and are overwritten in each of its rows before any is
// written.

// without is a row without what can't be found by its text: a reply that came in pieces may have been cut anywhere.
func without(row any, private []string) any {
	if len(private) == 0 {
		return row
	}
	if r, ok := row.(Reading); ok {
		for _, p := range private {
			r.Bytes = bytes.ReplaceAll(r.Bytes, []byte(p), nil) // the row would show it in another form
		}
		return r
	}
	e, ok := row.(event.Event)
	if !ok {
		return row
	}
	if d, ok := e.Body.(*event.Delta); ok {
		e.Body = &event.Delta{Waiting: d.Waiting}
	}
	return e
}

// fixed are the keys whose values are Pace's own words: a text that happens to be one of them must not make a row
// unreadable.
var fixed = []string{"turn", "at", "type", "tool", "effect", "means", "reason", "kind", "route", "by", "intent", "origin", "status", "state", "risk", "id", "expiresAt"}

// overwrite puts asterisks in the place of texts in the string values of one JSON row, which keeps its length. Keys stay, and so do
// the values of fixed ones.
func overwrite(row []byte, texts []string) []byte {
	out := bytes.Clone(row)
	key := ""
	for i := 0; i < len(out); i++ {
		if out[i] != '"' {
			continue
		}
		end := i + 1
		for end < len(out) && out[end] != '"' {
			end += unit(out[end:])
		}
		if end >= len(out) {
			return out
		}
		if rest := bytes.TrimLeft(out[end+1:], " \t"); len(rest) > 0 && rest[0] == ':' {
			key = string(out[i+1 : end])
		} else if !slices.Contains(fixed, key) {
			blank(out[i+1:end], texts)
		}
		i = end
	}
	return out
}

// blank overwrites texts within the inside of a JSON string, never in the middle of an escape.
func blank(s []byte, texts []string) {
	for _, text := range texts {
		quoted, err := json.Marshal(text)
		if err != nil || len(quoted) <= 2 {
			continue
		}
		want := quoted[1 : len(quoted)-1]
		for i := 0; i < len(s); {
			if bytes.HasPrefix(s[i:], want) {
				copy(s[i:], bytes.Repeat([]byte("*"), len(want)))
				i += len(want)
				continue
			}
			i += unit(s[i:])
		}
	}
}

// unit is the length of the character or escape that begins here, as far as escapes go.
func unit(s []byte) int {
	switch {
	case s[0] != '\\' || len(s) < 2:
		return 1
	case s[1] == 'u':
		return min(6, len(s))
	}
	return 2
}
