package trace

import (
	"path"
	"time"
	"unicode/utf8"

	"pace/backend/event"
)

// Reading is a private row: all that a call read, of which a model is given the beginning at most. Text that is no UTF-8
// is kept as bytes.
type Reading struct {
	V     int       `json:"v"`
	Turn  string    `json:"turn"`
	At    time.Time `json:"at"`
	Type  string    `json:"type"` // "reading", which no event is
	Step  int       `json:"step"`
	Tool  string    `json:"tool"`
	Text  string    `json:"text,omitempty"`
	Bytes []byte    `json:"bytes,omitempty"`
}

// Folder is how the folder of traces is called where a row is named.
const Folder = "trace"

// Keep writes what a step of a turn that has not ended read, and names the file in which it is; "" when nothing is kept.
func (t *Trace) Keep(turn string, step int, tool, text string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	begun, known := t.open[turn]
	if !t.cfg.Enabled() || known && !begun {
		return ""
	}
	now := t.cfg.Now()
	r := Reading{V: event.Version, Turn: turn, At: now.UTC(), Type: "reading", Step: step, Tool: tool, Text: text}
	if !utf8.ValidString(text) {
		r.Text, r.Bytes = "", []byte(text)
	}
	if known {
		if err := t.write(r, false); err != nil {
			t.lost++
			return ""
		}
	} else {
		t.early[turn] = append(t.early[turn], r) // the row that begins the turn is still on its way here
	}
	return path.Join(Folder, now.Format(dayForm)+".ndjson")
}
