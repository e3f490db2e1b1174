// Package systemtest is a machine that exists only in memory. Its parts keep state like real ones:
// what was set is read back, a denied part refuses, and Ignore lets a part accept a request that has no
// effect, as real ones sometimes do. All methods may be called from any goroutine.
package systemtest

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"pace/backend/system"
)

// part holds what all fakes share.
type part struct {
	mu    sync.Mutex
	name  string
	state system.Capability
	deaf  bool
}

// Deny makes the part answer with this capability from now on.
func (p *part) Deny(c system.Capability) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = c
}

// Ignore makes the part accept requests without doing anything.
func (p *part) Ignore(deaf bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deaf = deaf
}

// Capability is Ready unless Deny said otherwise.
func (p *part) Capability(context.Context) system.Capability {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state.State == "" {
		return system.Capability{Name: p.name, State: system.Ready}
	}
	return p.state
}

// use runs fn under the lock; act marks a request, which a deaf part drops.
func (p *part) use(ctx context.Context, act bool, fn func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := p.Capability(ctx).Err(); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if act && p.deaf {
		return nil
	}
	return fn()
}

// Volume is a sound output that rounds to Step percent, as mixers do.
type Volume struct {
	part
	Step     system.Level
	loudness system.Loudness
}

// NewVolume starts at the given loudness.
func NewVolume(l system.Loudness) *Volume {
	return &Volume{part: part{name: "volume"}, Step: 1, loudness: l}
}

// Loudness implements system.Volume.
func (v *Volume) Loudness(ctx context.Context) (got system.Loudness, err error) {
	err = v.use(ctx, false, func() error { got = v.loudness; return nil })
	return got, err
}

// SetLoudness implements system.Volume.
func (v *Volume) SetLoudness(ctx context.Context, l system.Loudness) error {
	return v.use(ctx, true, func() error {
		l.Level = l.Level.Clamp()
		l.Level -= l.Level % v.Step
		v.loudness = l
		return nil
	})
}

// Brightness is a backlight.
type Brightness struct {
	part
	level system.Level
}

// NewBrightness starts at the given level.
func NewBrightness(l system.Level) *Brightness {
	return &Brightness{part: part{name: "brightness"}, level: l}
}

// Brightness implements system.Brightness.
func (b *Brightness) Brightness(ctx context.Context) (got system.Level, err error) {
	err = b.use(ctx, false, func() error { got = b.level; return nil })
	return got, err
}

// SetBrightness implements system.Brightness.
func (b *Brightness) SetBrightness(ctx context.Context, l system.Level) error {
	return b.use(ctx, true, func() error { b.level = l.Clamp(); return nil })
}

// Media is a player with a list of tracks.
type Media struct {
	part
	titles  []string
	at      int
	playing bool
	wakes   []chan struct{}
}

// NewMedia has a paused player with these titles.
func NewMedia(titles ...string) *Media { return &Media{part: part{name: "media"}, titles: titles} }

// Playback implements system.Media.
func (m *Media) Playback(ctx context.Context) (got system.Playback, err error) {
	err = m.use(ctx, false, func() error {
		got = system.Playback{Player: "fake", Playing: m.playing, Track: strconv.Itoa(m.at)}
		if m.at < len(m.titles) {
			got.Title = m.titles[m.at]
		}
		return nil
	})
	return got, err
}

// Command implements system.Media. At the ends of the list next and previous stay where they are.
func (m *Media) Command(ctx context.Context, c system.MediaCommand) error {
	return m.use(ctx, true, func() error {
		switch c {
		case system.Play:
			m.playing = true
		case system.Pause:
			m.playing = false
		case system.PlayPause:
			m.playing = !m.playing
		case system.Next:
			m.at = min(m.at+1, max(0, len(m.titles)-1))
		case system.Previous:
			m.at = max(m.at-1, 0)
		}
		for _, wake := range m.wakes {
			select {
			case wake <- struct{}{}:
			default:
			}
		}
		return nil
	})
}

// Wake implements system.Media.
func (m *Media) Wake(ctx context.Context) (<-chan struct{}, error) {
	wake := make(chan struct{}, 1)
	if err := m.use(ctx, false, func() error { m.wakes = append(m.wakes, wake); return nil }); err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.wakes = slices.DeleteFunc(m.wakes, func(c chan struct{}) bool { return c == wake })
		close(wake)
	})
	return wake, nil
}

// Opened is one link or file that was handed to the fake opener.
type Opened struct {
	Target, Browser string
	Reveal          bool
}

// Opener takes everything and opens nothing.
type Opener struct {
	part
	opened []Opened
}

// NewOpener has taken nothing yet.
func NewOpener() *Opener { return &Opener{part: part{name: "opener"}} }

// OpenURL implements system.Opener.
func (o *Opener) OpenURL(ctx context.Context, url, browser string) (system.HandedOver, error) {
	return o.take(ctx, Opened{Target: url, Browser: browser})
}

// OpenPath implements system.Opener.
func (o *Opener) OpenPath(ctx context.Context, path string, reveal bool) (system.HandedOver, error) {
	return o.take(ctx, Opened{Target: path, Reveal: reveal})
}

func (o *Opener) take(ctx context.Context, what Opened) (system.HandedOver, error) {
	err := o.use(ctx, false, func() error { o.opened = append(o.opened, what); return nil })
	if err != nil {
		return system.HandedOver{}, err
	}
	return system.HandedOver{Handler: "fake"}, nil
}

// Opened lists what was handed over so far.
func (o *Opener) Opened() []Opened {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.opened)
}

// Notifier keeps what it shows.
type Notifier struct {
	part
	next  int
	shown map[string]system.Notification
}

// NewNotifier shows nothing yet.
func NewNotifier() *Notifier {
	return &Notifier{part: part{name: "notifications"}, shown: map[string]system.Notification{}}
}

// Notify implements system.Notifier.
func (n *Notifier) Notify(ctx context.Context, what system.Notification) (id string, err error) {
	err = n.use(ctx, false, func() error {
		n.next++
		id = strconv.Itoa(n.next)
		n.shown[id] = what
		return nil
	})
	return id, err
}

// Withdraw implements system.Notifier.
func (n *Notifier) Withdraw(ctx context.Context, id string) error {
	return n.use(ctx, true, func() error { delete(n.shown, id); return nil })
}

// Shown gives the notification with this id, if it is still there.
func (n *Notifier) Shown(id string) (system.Notification, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	what, ok := n.shown[id]
	return what, ok
}

// Idle is a user whose last touch is set by the test.
type Idle struct {
	part
	since time.Duration
}

// NewIdle has a user who has been idle this long.
func NewIdle(since time.Duration) *Idle { return &Idle{part: part{name: "idle time"}, since: since} }

// Idle implements system.Idle.
func (i *Idle) Idle(ctx context.Context) (got time.Duration, err error) {
	err = i.use(ctx, false, func() error { got = i.since; return nil })
	return got, err
}

// Touch sets how long ago the user last used mouse or keys.
func (i *Idle) Touch(since time.Duration) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.since = since
}

// Power is a machine on the mains or on its battery.
type Power struct {
	part
	supply system.Supply
	events []chan system.PowerEvent
}

// NewPower has this supply.
func NewPower(s system.Supply) *Power { return &Power{part: part{name: "power"}, supply: s} }

// Supply implements system.Power.
func (p *Power) Supply(ctx context.Context) (got system.Supply, err error) {
	err = p.use(ctx, false, func() error { got = p.supply; return nil })
	return got, err
}

// Events implements system.Power.
func (p *Power) Events(ctx context.Context) (<-chan system.PowerEvent, error) {
	events := make(chan system.PowerEvent, 8)
	if err := p.use(ctx, false, func() error { p.events = append(p.events, events); return nil }); err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.events = slices.DeleteFunc(p.events, func(c chan system.PowerEvent) bool { return c == events })
		close(events)
	})
	return events, nil
}

// Emit sends the event to all listeners.
func (p *Power) Emit(e system.PowerEvent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, events := range p.events {
		select {
		case events <- e:
		default:
		}
	}
}
