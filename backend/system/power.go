package system

import (
	"context"
	"time"
)

// Supply is where the power comes from.
type Supply struct {
	OnBattery bool
	Percent   Level // 0 when there is no battery
	Battery   bool
}

// PowerEvent is a change in the machine's sleep.
type PowerEvent string

// The power events.
const (
	Sleeping PowerEvent = "sleeping" // about to sleep; there may be less than a second left
	Woke     PowerEvent = "woke"
)

// Power knows the battery and the machine's sleep.
type Power interface {
	Capability(ctx context.Context) Capability
	Supply(ctx context.Context) (Supply, error)
	// Events delivers until ctx ends, then closes. An event is dropped only when eight wait unread.
	Events(ctx context.Context) (<-chan PowerEvent, error)
}

// Idle knows how long the user has touched neither mouse nor keyboard. Input that Pace makes itself
// counts as input for some systems; the caller must allow for that.
type Idle interface {
	Capability(ctx context.Context) Capability
	Idle(ctx context.Context) (time.Duration, error)
}
