package system

import "context"

// Level is a loudness or a brightness in percent, 0 to 100. A sound server that amplifies reports more than 100; that
// can be read, and not be asked for.
type Level int

// Clamp brings a level into 0…100.
func (l Level) Clamp() Level { return min(max(l, 0), 100) }

// Loudness is the state of the default output. Its Level is kept while it is muted.
type Loudness struct {
	Level Level
	Muted bool
}

// Volume is the default sound output. Methods may be called from any goroutine and are bounded by ctx. An error of a
// setter that wraps proof.ErrDispatched says that the request went out and no answer came.
type Volume interface {
	// Capability never waits longer than ctx and never changes anything.
	Capability(ctx context.Context) Capability
	// Loudness reads the present state from the system, never from memory.
	Loudness(ctx context.Context) (Loudness, error)
	// SetLevel asks for a level and leaves muting alone. The balance between the channels stays. The output may round
	// it; read it back.
	SetLevel(ctx context.Context, l Level) error
	// SetMuted leaves the level alone, so that what somebody else does to it meanwhile is not undone.
	SetMuted(ctx context.Context, muted bool) error
	// Wake is sent to when the loudness, or which output is the default, may have changed: a reason to look, never
	// proof. It is closed when ctx ends or the system goes away; a value that nobody waits for is dropped.
	Wake(ctx context.Context) (<-chan struct{}, error)
}
