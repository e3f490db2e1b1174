package event

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Of makes an event's body and type; the turn numbers and dates it.
func Of(b Body) Event { return Event{Header: Header{V: Version, Type: b.kind()}, Body: b} }

// MarshalJSON writes header and body as one object.
func (e Event) MarshalJSON() ([]byte, error) {
	head, err := json.Marshal(e.Header)
	if err != nil {
		return nil, err
	}
	if e.Body == nil {
		return head, nil
	}
	body, err := json.Marshal(e.Body)
	if err != nil {
		return nil, fmt.Errorf("write %s event: %w", e.Type, err)
	}
	if bytes.Equal(body, []byte("{}")) {
		return head, nil
	}
	return append(append(head[:len(head)-1:len(head)-1], ','), body[1:]...), nil
}

// UnmarshalJSON reads one object. An unknown type or another version is an error, so that two builds that don't
// understand each other say so.
func (e *Event) UnmarshalJSON(b []byte) error {
	if err := json.Unmarshal(b, &e.Header); err != nil {
		return err
	}
	if e.V != Version {
		return fmt.Errorf("event protocol %d, this build speaks %d", e.V, Version)
	}
	e.Body = nil
	for _, make := range bodies {
		if x := make(); x.kind() == e.Type {
			if err := json.Unmarshal(b, x); err != nil {
				return fmt.Errorf("read %s event: %w", e.Type, err)
			}
			e.Body = x
			return nil
		}
	}
	return fmt.Errorf("unknown event type %q", e.Type)
}

var bodies = [...]func() Body{
	func() Body { return new(Started) }, func() Body { return new(Route) }, func() Body { return new(Delta) },
	func() Body { return new(Plan) }, func() Body { return new(Approval) }, func() Body { return new(Resolved) },
	func() Body { return new(Step) }, func() Body { return new(StepResult) }, func() Body { return new(Observation) },
	func() Body { return new(Speech) }, func() Body { return new(Undo) }, func() Body { return new(Transfer) },
	func() Body { return new(Ended) },
}
