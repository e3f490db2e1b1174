package systemtest

import (
	"context"
	"slices"
)

// Presence is a user whose calls and wish for quiet are set by the test.
type Presence struct {
	part
	listening []string
	quiet     bool
	silence   error
}

// NewPresence has a user who is in no call and has not asked for quiet.
func NewPresence() *Presence { return &Presence{part: part{name: "presence"}} }

// Listen makes these programs the ones that listen to a microphone.
func (p *Presence) Listen(programs ...string) { p.change(func() { p.listening = programs }) }

// Quiet turns the desktop's switch.
func (p *Presence) Quiet(on bool) { p.change(func() { p.quiet = on }) }

// Unsaid makes the desktop keep the state of its switch to itself; nil ends that.
func (p *Presence) Unsaid(why error) { p.change(func() { p.silence = why }) }

// Listening implements system.Presence.
func (p *Presence) Listening(ctx context.Context) (got []string, err error) {
	err = p.use(ctx, false, func() error { got = slices.Clone(p.listening); return nil })
	return got, err
}

// DoNotDisturb implements system.Presence.
func (p *Presence) DoNotDisturb(ctx context.Context) (on bool, err error) {
	err = p.use(ctx, false, func() error { on = p.quiet; return p.silence })
	return on && err == nil, err
}
