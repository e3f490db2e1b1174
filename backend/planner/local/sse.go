package local

import (
	"bytes"
	"fmt"
	"io"
)

// event is one server-sent event. kind is "" where the server named none.
type event struct {
	kind string
	data []byte
}

// events reads server-sent events as the HTML standard describes them, and two things that servers do beside it: an
// error in a field of its own ("error: {…}"), and no blank line after the last event.
type events struct {
	lines *lines
	max   int
	first bool
}

func newEvents(r io.Reader, max int) *events { return &events{newLines(r, max), max, true} }

// next gives the next event that has data. Comments, which servers send to keep a connection alive, are passed over. An
// event that the stream broke off is given too: whoever reads its data sees whether it is whole.
func (e *events) next() (event, error) {
	var ev event
	var data bytes.Buffer
	filled := false
	for {
		line, _, err := e.lines.next()
		if err == io.EOF && filled {
			ev.data = data.Bytes()
			return ev, nil
		}
		if err != nil {
			return event{}, err
		}
		if e.first {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
			e.first = false
		}
		if len(line) == 0 {
			if filled {
				ev.data = data.Bytes()
				return ev, nil
			}
			ev = event{} // an event without data is none
			continue
		}
		field, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "event":
			ev.kind = string(value)
			continue
		case "error":
			ev.kind = "error"
		case "data":
		default: // a comment (no field before the colon), an id, a retry time
			continue
		}
		if filled {
			data.WriteByte('\n')
		}
		filled = true
		if data.Len()+len(value) > e.max {
			return event{}, fmt.Errorf("%w: an event of more than %d bytes", ErrTooBig, e.max)
		}
		data.Write(value)
	}
}
