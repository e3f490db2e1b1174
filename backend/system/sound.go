package system

import "context"

// Level is a loudness or a brightness in percent, 0 to 100.
type Level int

// Clamp brings a level into 0…100.
func (l Level) Clamp() Level { return min(max(l, 0), 100) }

// Loudness is the state of the default output.
type Loudness struct {
	Level Level
	Muted bool
}

// Volume is the default sound output. Methods may be called from any goroutine and are bounded by ctx.
type Volume interface {
	// Capability never waits longer than ctx and never changes anything.
	Capability(ctx context.Context) Capability
	// Loudness reads the present state from the system, never from memory.
	Loudness(ctx context.Context) (Loudness, error)
	// SetLoudness asks for a state. The system may round it; read it back.
	SetLoudness(ctx context.Context, l Loudness) error
}

// Brightness is the built-in display's backlight; the contract is that of Volume.
type Brightness interface {
	Capability(ctx context.Context) Capability
	Brightness(ctx context.Context) (Level, error)
	SetBrightness(ctx context.Context, l Level) error
}
