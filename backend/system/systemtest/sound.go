package systemtest

import (
	"context"

	"pace/backend/system"
)

// Volume is a sound output that rounds to Step percent, as mixers do.
type Volume struct {
	part
	Step     system.Level
	loudness system.Loudness
}

// NewVolume starts at the given loudness.
func NewVolume(l system.Loudness) *Volume {
	return &Volume{part: part{name: "audio"}, Step: 1, loudness: l}
}

// Now is how loud it really is.
func (v *Volume) Now() (l system.Loudness) {
	v.behave(func() { l = v.loudness })
	return l
}

// User changes it as a person does who turns the knob.
func (v *Volume) User(l system.Loudness) { v.change(func() { v.loudness = l }) }

// Loudness implements system.Volume.
func (v *Volume) Loudness(ctx context.Context) (got system.Loudness, err error) {
	err = v.use(ctx, false, func() error { got = v.loudness; return nil })
	return got, err
}

// SetLevel implements system.Volume.
func (v *Volume) SetLevel(ctx context.Context, l system.Level) error {
	return v.use(ctx, true, func() error {
		l = l.Clamp()
		v.loudness.Level = l - l%v.Step
		return nil
	})
}

// SetMuted implements system.Volume.
func (v *Volume) SetMuted(ctx context.Context, muted bool) error {
	return v.use(ctx, true, func() error { v.loudness.Muted = muted; return nil })
}
