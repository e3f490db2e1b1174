package systemtest

import (
	"context"

	"pace/backend/system"
)

// Brightness is a backlight.
type Brightness struct {
	part
	now system.Backlight
}

// NewBrightness starts at the given level, in so many steps.
func NewBrightness(l system.Level, steps int) *Brightness {
	return &Brightness{part: part{name: "backlight"}, now: system.Backlight{Level: l, Steps: steps}}
}

// Now is how bright it really is.
func (b *Brightness) Now() (l system.Level) {
	b.behave(func() { l = b.now.Level })
	return l
}

// User changes it as a person does with the keys of the machine.
func (b *Brightness) User(l system.Level) { b.change(func() { b.now.Level = l }) }

// Backlight implements system.Brightness.
func (b *Brightness) Backlight(ctx context.Context) (got system.Backlight, err error) {
	err = b.use(ctx, false, func() error { got = b.now; return nil })
	return got, err
}

// SetBrightness implements system.Brightness.
func (b *Brightness) SetBrightness(ctx context.Context, l system.Level) error {
	return b.use(ctx, true, func() error { b.now.Level = b.now.Nearest(l); return nil })
}
