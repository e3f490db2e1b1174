package system

import "context"

// Brightness is the built-in display's backlight. Methods may be called from any goroutine and are bounded by ctx. An
// error of SetBrightness that wraps proof.ErrDispatched says that the request went out and no answer came.
type Brightness interface {
	Capability(ctx context.Context) Capability
	// Backlight reads the present state from the system, never from memory.
	Backlight(ctx context.Context) (Backlight, error)
	// SetBrightness asks for the step nearest to a level, see Backlight.Nearest.
	SetBrightness(ctx context.Context, l Level) error
	// Wake has the contract of Volume.Wake.
	Wake(ctx context.Context) (<-chan struct{}, error)
}

// Backlight is how bright the display is, and how finely that can be set.
type Backlight struct {
	Level Level
	Steps int // the brightest step; the steps go from 0
}

// Nearest is the level that a backlight with such steps really takes when l is asked for. Step 0 is left out: some
// displays go dark with it, and then nobody sees how to undo that.
func (b Backlight) Nearest(l Level) Level { return LevelOf(b.StepOf(l), b.Steps) }

// StepOf is the step nearest to a level, at least one percent and one step.
func (b Backlight) StepOf(l Level) int {
	darkest := max(1, (b.Steps+99)/100)
	return min(max((int(l.Clamp())*b.Steps+50)/100, darkest), b.Steps)
}

// LevelOf is a step in percent.
func LevelOf(step, steps int) Level {
	if steps <= 0 {
		return 0
	}
	return Level((step*100 + steps/2) / steps).Clamp()
}

// Toward is the level that so many percent up (down when negative) lead to. It is at least one step away, so that a
// backlight with few steps moves at all, unless it is at its end.
func (b Backlight) Toward(by Level) Level {
	for off := by; ; {
		to := b.Nearest(b.Level + off)
		end := b.Level+off <= 0 || b.Level+off >= 100
		if end || by > 0 && to > b.Level || by < 0 && to < b.Level || by == 0 {
			return to
		}
		if by > 0 {
			off++
		} else {
			off--
		}
	}
}
