package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"pace/backend/event"
	"pace/backend/proof"
)

// A sentence may hold what was meant for a password field, and that the field is one shows only when the step is refused.
// By then the rows of the turn are written, so they are overwritten where they stand, byte by byte: other processes may be
// adding rows to the same file.

// secrets lists the texts that a turn tried to put into password fields.
func secrets(e *event.Ended) []string {
	var out []string
	for _, s := range e.Steps {
		var args map[string]any
		if s.Outcome.Reason != string(proof.ReasonSecret) || json.Unmarshal(s.Args, &args) != nil {
			continue
		}
		for name, v := range args {
			if text, ok := v.(string); ok && text != "" && !about[name] {
				out = append(out, text)
			}
		}
	}
	return out
}

// about are the arguments that name the field, and not what goes into it.
var about = map[string]bool{"app": true, "target": true, "label": true, "into": true, "role": true, "container": true, "at": true}

// redact overwrites texts, and the sentence in which they were said, in the rows of a turn.
func (t *Trace) redact(turn string, texts []string) error {
	all := files(t.cfg.Dir)
	for _, path := range all[max(0, len(all)-2):] { // it may have begun before midnight
		if err := redactFile(path, turn, texts); err != nil {
			return fmt.Errorf("redact trace: %w", err)
		}
	}
	return nil
}

func redactFile(path, turn string, texts []string) (err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	rows, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	at := int64(0)
	for line := range bytes.Lines(rows) {
		var head struct {
			Turn string     `json:"turn"`
			Type event.Type `json:"type"`
			Text string     `json:"text"`
		}
		if json.Unmarshal(line, &head) == nil && head.Turn == turn {
			if head.Type == event.TurnStarted && !slices.Contains(texts, head.Text) {
				texts = append([]string{head.Text}, texts...)
			}
			if over := overwrite(line, texts); !bytes.Equal(over, line) {
				if _, err := f.WriteAt(over, at); err != nil {
					return err
				}
			}
		}
		at += int64(len(line))
	}
	return nil
}

// overwrite puts asterisks in the place of texts in the string values of one JSON row, which keeps its length. Keys stay.
func overwrite(row []byte, texts []string) []byte {
	out := bytes.Clone(row)
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
		if rest := bytes.TrimLeft(out[end+1:], " \t"); len(rest) == 0 || rest[0] != ':' {
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
