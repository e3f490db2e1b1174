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

// Keep takes what a step of a turn that has not ended read, and names the file in which it is once the turn has; "" when
// nothing is kept.
func (t *Trace) Keep(turn string, step int, tool, text string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.cfg.Now()
	h := t.turns[turn]
	if h == nil {
		if !t.cfg.Enabled() {
			return ""
		}
		h = &held{on: true, day: now.Format(dayForm), since: now} // the row that begins the turn is still on its way here
		t.turns[turn] = h
	}
	if h.on = h.on && t.cfg.Enabled(); !h.on {
		return ""
	}
	if err := t.open(h.day); err != nil {
		t.lost++
		return ""
	}
	r := Reading{V: event.Version, Turn: turn, At: now.UTC(), Type: "reading", Step: step, Tool: tool, Text: text}
	if !utf8.ValidString(text) {
		r.Text, r.Bytes = "", []byte(text)
	}
	h.rows = append(h.rows, r)
	return path.Join(Folder, h.day+".ndjson")
}
