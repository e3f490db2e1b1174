package egress

import (
	"context"
	"time"
)

// Call is a tool call as the audit keeps it: names and sizes, never contents.
type Call struct {
	Turn   string
	Tool   string
	Target string // what it was about, as a person would name it: a program, a field, a site; "" when that is content
	Given  int    // bytes of its arguments
	Read   int    // bytes that it gave back
	Effect string // what is known of it
	Began  time.Time
	Took   time.Duration
}

// Called writes down a tool call that was made. It crosses nothing by itself and is in no total: what it sent or handed
// over has rows of its own.
func (d *Door) Called(ctx context.Context, c Call) error {
	id, err := d.id()
	if err != nil {
		return err
	}
	state := Ended
	if c.Effect == "failed" {
		state = Failed
	}
	return d.config.Audit.Add(ctx, Row{At: c.Began, ID: id, Turn: c.Turn, Kind: ToolCall, State: state, Subsystem: "tool", Operation: c.Tool,
		Target: c.Target, Sent: int64(c.Given), Received: int64(c.Read), DurationMs: c.Took.Milliseconds(), Effect: c.Effect})
}
