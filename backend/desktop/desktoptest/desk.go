// Package desktoptest is a whole desktop that exists only in memory: programs with windows and controls that act,
// signal, hang, lie and vanish as real ones were seen to do, behind the same interfaces that a platform fulfils.
//
// It promises that everything is timed by timers alone, so that inside a testing/synctest bubble seconds cost
// nothing; that every method may be called at once; that a Ref is never reused; that each act is written down
// before it has an effect; and that what goes into a password field is counted and dropped, never kept. Closing the
// desk (New does it when the test ends) stops all timers, ends all streams, and reports what was borrowed and not
// given back. It never touches the real screen.
package desktoptest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"pace/backend/desktop"
)

// TB is the part of testing.TB that the desk needs; *testing.T, *testing.B and *rapid.T fulfil it.
type TB interface {
	Helper()
	Cleanup(func())
	Errorf(format string, args ...any)
}

// Defaults that were measured on, or decided for, the real platform.
const (
	MessageCap  = 800 * time.Millisecond // one message to an application waits no longer than this
	BreakerTime = 2 * time.Second        // after that it is left alone for so long
	gtk4Press   = 250 * time.Millisecond // GTK4 plays a press animation before it acts
	qtPress     = 100 * time.Millisecond
)

// Desk is one fake desktop.
type Desk struct {
	tb TB

	mu      sync.Mutex
	closed  bool
	timers  map[*time.Timer]struct{}
	running sync.WaitGroup // timer bodies and stream closers

	apps     []*App
	stack    []*Window // back to front
	front    *Window
	controls map[string]*Control
	lastID   int
	lastWin  desktop.WindowID
	lastPID  int

	acts    []Act
	streams map[*stream]struct{}
	winWake map[chan struct{}]struct{}
	damage  map[chan struct{}]desktop.WindowID
	users   map[chan desktop.UserInput]struct{}
	stops   []func() bool

	displays []desktop.Display
	pointer  desktop.Pixel
	keyTime  time.Duration
	keyboard map[rune]bool
	held     []string
	keyLog   []string
	inputs   int // calls of Input under way
	overlaps int
	userAt   time.Time

	clip      string
	clipCount int
	loans     map[*loan]struct{}

	programs []*Program
	schemes  map[string]*Program
	urls     []string

	eventBuffer int
	cap         time.Duration
}

// New makes an empty desk with one display of 1920 × 1080 and closes it when the test ends. What is still borrowed
// then (held keys, the clipboard) fails the test.
func New(tb TB) *Desk {
	tb.Helper()
	d := NewDesk()
	d.tb = tb
	tb.Cleanup(func() {
		tb.Helper()
		if b := d.Borrowed(); len(b) > 0 {
			tb.Errorf("borrowed from the user and not given back: %v", b)
		}
		d.Close()
	})
	return d
}

// NewDesk makes a desk that the caller closes.
func NewDesk() *Desk {
	d := &Desk{
		timers: map[*time.Timer]struct{}{}, controls: map[string]*Control{}, streams: map[*stream]struct{}{},
		winWake: map[chan struct{}]struct{}{}, damage: map[chan struct{}]desktop.WindowID{},
		users: map[chan desktop.UserInput]struct{}{}, loans: map[*loan]struct{}{}, schemes: map[string]*Program{},
		keyboard: map[rune]bool{}, lastPID: 1000, lastWin: 0x400000, eventBuffer: 256, cap: MessageCap,
		userAt: time.Now(), pointer: desktop.Pixel{X: 960, Y: 540},
	}
	full := desktop.PixelRect{W: 1920, H: 1080}
	d.displays = []desktop.Display{{ID: "1", Primary: true, Bounds: full, Work: full, Scale: 1}}
	return d
}

// Desktop gives the desk as a platform with every part present. Its Close closes the desk.
func (d *Desk) Desktop() *desktop.Desktop {
	return &desktop.Desktop{
		Tree: tree{d}, Actor: actor{d}, Watcher: watcher{d}, Windows: windows{d}, Input: input{d},
		Clipboard: clipboard{d}, Screen: screen{d}, Launcher: launcher{d},
		Close: func() error { d.Close(); return nil },
	}
}

// Close ends every stream and timer and waits for effects that are running. It may be called twice.
func (d *Desk) Close() {
	d.mu.Lock()
	if d.closed {
		d.mu.Unlock()
		return
	}
	d.closed = true
	for t := range d.timers {
		if t.Stop() {
			d.running.Done()
		}
	}
	d.timers = nil
	for _, stop := range d.stops {
		if stop() {
			d.running.Done()
		}
	}
	for s := range d.streams {
		close(s.out)
	}
	for c := range d.winWake {
		close(c)
	}
	for c := range d.damage {
		close(c)
	}
	for c := range d.users {
		close(c)
	}
	d.streams, d.winWake, d.damage, d.users = nil, nil, nil, nil
	for _, a := range d.apps {
		if a.hang != nil {
			close(a.hang)
			a.hang = nil
		}
		a.queue = nil
	}
	d.mu.Unlock()
	d.running.Wait()
}

// SetDisplays replaces the monitors. Bounds of windows and controls stay in points.
func (d *Desk) SetDisplays(ds ...desktop.Display) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.displays = append([]desktop.Display(nil), ds...)
}

// SetMessageCap changes how long one message to an application waits; tests on the real clock make it short.
func (d *Desk) SetMessageCap(cap time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.cap = cap
}

// SetEventBuffer changes how many signals a later Watch holds before it drops some.
func (d *Desk) SetEventBuffer(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.eventBuffer = n
}

// After runs fn when dur has passed, unless the desk is closed by then.
func (d *Desk) After(dur time.Duration, fn func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.afterLocked(dur, fn)
}

func (d *Desk) afterLocked(dur time.Duration, fn func()) {
	if d.closed {
		return
	}
	d.running.Add(1)
	var t *time.Timer
	t = time.AfterFunc(dur, func() {
		defer d.running.Done()
		d.mu.Lock()
		delete(d.timers, t)
		closed := d.closed
		d.mu.Unlock()
		if !closed {
			fn()
		}
	})
	d.timers[t] = struct{}{}
}

// untilLocked calls end when ctx ends, with the lock held, unless the desk was closed before.
func (d *Desk) untilLocked(ctx context.Context, end func()) {
	d.running.Add(1)
	d.stops = append(d.stops, context.AfterFunc(ctx, func() {
		defer d.running.Done()
		d.mu.Lock()
		defer d.mu.Unlock()
		if !d.closed {
			end()
		}
	}))
}

// Borrowed lists what Pace has taken from the user and not given back: keys and buttons that are down, and the
// clipboard.
func (d *Desk) Borrowed() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := append([]string(nil), d.held...)
	for range d.loans {
		out = append(out, "clipboard")
	}
	return out
}

// pause waits for dur or until ctx ends.
func pause(ctx context.Context, dur time.Duration) error {
	if dur <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(dur)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

func (d *Desk) newID() string {
	d.lastID++
	return fmt.Sprintf("/c/%d", d.lastID)
}

// displayLocked is the display that p lies on.
func (d *Desk) displayLocked(p desktop.Point) desktop.Display {
	if m, ok := desktop.DisplayAt(d.displays, p); ok {
		return m
	}
	return desktop.Display{Scale: 1}
}

// pixelsLocked converts a rectangle in points by the display its centre is on.
func (d *Desk) pixelsLocked(r desktop.Rect) desktop.PixelRect {
	m := d.displayLocked(r.Center())
	a := m.ToPixels(desktop.Point{X: r.X, Y: r.Y})
	b := m.ToPixels(desktop.Point{X: r.X + r.W, Y: r.Y + r.H})
	return desktop.PixelRect{X: a.X, Y: a.Y, W: b.X - a.X, H: b.Y - a.Y}
}

// pointsLocked is the inverse of pixelsLocked.
func (d *Desk) pointsLocked(r desktop.PixelRect) desktop.Rect {
	m := d.displayAtPixelLocked(desktop.Pixel{X: r.X + r.W/2, Y: r.Y + r.H/2})
	a := m.ToPoints(desktop.Pixel{X: r.X, Y: r.Y})
	b := m.ToPoints(desktop.Pixel{X: r.X + r.W, Y: r.Y + r.H})
	return desktop.Rect{X: a.X, Y: a.Y, W: b.X - a.X, H: b.Y - a.Y}
}

func (d *Desk) displayAtPixelLocked(p desktop.Pixel) desktop.Display {
	for _, m := range d.displays {
		if m.Bounds.Contains(p) {
			return m
		}
	}
	if len(d.displays) > 0 {
		return d.displays[0]
	}
	return desktop.Display{Scale: 1}
}
