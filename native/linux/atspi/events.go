package atspi

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"
)

// Event is one signal as it came.
type Event struct {
	At     time.Time
	Source Ref
	Kind   string // "object:state-changed", "window:activate"; KindLost and KindLeft are this client's own
	Detail string // "focused", "add", "insert"
	D1, D2 int32
}

// Kinds that are not AT-SPI's.
const (
	KindLost = "lost" // signals were dropped for this reader
	KindLeft = "left" // the program left the bus
)

// kinds asked of the registry, so that toolkits send them at all. Bounds are not among them: GTK sends one for
// every widget of a window that is resized.
var registered = []string{
	"object:state-changed", "object:children-changed", "object:text-changed", "object:text-caret-moved",
	"object:property-change", "object:selection-changed", "window:",
}

// Register makes programs send signals and fill their caches. It is done once per client; later calls return at
// once.
func (c *Client) Register(ctx context.Context) error {
	c.regOnce.Lock()
	defer c.regOnce.Unlock()
	if !c.regAt.IsZero() {
		return nil
	}
	if err := c.admit(ctx, registryName); err != nil {
		return err
	}
	bus := Ref{ifBus, "/org/freedesktop/DBus"}
	rules := []string{
		"type='signal',interface='org.a11y.atspi.Event.Object'",
		"type='signal',interface='org.a11y.atspi.Event.Window'",
		"type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'",
	}
	errs := make([]error, len(rules)+len(registered))
	b := c.NewBatch(ctx)
	for i, rule := range rules {
		b.add(&errs[i], func() pending { return c.send(ctx, bus, ifBus+".AddMatch", rule) }, func(p pending) error { return p.wait() })
	}
	reg := Ref{registryName, registryPath}
	for i, kind := range registered {
		b.add(&errs[len(rules)+i], func() pending {
			return c.send(ctx, reg, ifRegistry+".RegisterEvent", kind, []string{}, "")
		}, func(p pending) error {
			if err := p.wait(); err == nil {
				return nil
			}
			// Before 2.40 the registry took the name alone.
			return c.send(ctx, reg, ifRegistry+".RegisterEvent", kind).wait()
		})
	}
	b.Run()
	for _, err := range errs {
		if err != nil {
			return fmt.Errorf("register for events: %w", err)
		}
	}
	c.regAt = time.Now()
	return nil
}

// Subscribe registers and delivers the signals of the programs that want accepts (nil: all) until ctx or the
// client ends; then the channel is closed. want is called on the connection's reading goroutine and must be quick. Everything sent after Subscribe returned is delivered in order. A
// reader that is more than room signals behind loses the newer ones and finds one KindLost in their place.
func (c *Client) Subscribe(ctx context.Context, want func(bus string) bool, room int) (<-chan Event, error) {
	if err := c.Register(ctx); err != nil {
		return nil, err
	}
	s := c.sig.add(want, max(1, room))
	context.AfterFunc(ctx, func() { c.sig.remove(s) })
	return s.ch, nil
}

// signals sorts signals to subscribers on the connection's reading goroutine. It never blocks.
type signals struct {
	heard func(bus string)
	mu    sync.Mutex
	subs  map[*sub]struct{}
	over  bool

	trails map[string]*Trail // by program
}

type sub struct {
	want   func(string) bool
	room   int
	ch     chan Event // room + 1: the last place is for KindLost
	sent   int
	lostAt int // value of sent after the last KindLost
}

func newSignals(heard func(string)) *signals {
	return &signals{heard: heard, subs: map[*sub]struct{}{}, trails: map[string]*Trail{}}
}

func (s *signals) add(want func(string) bool, room int) *sub {
	x := &sub{want: want, room: room, ch: make(chan Event, room+1), lostAt: -1}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		close(x.ch)
		return x
	}
	s.subs[x] = struct{}{}
	return x
}

func (s *signals) remove(x *sub) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.subs[x]; ok {
		delete(s.subs, x)
		close(x.ch)
	}
}

// Terminate ends every subscription; the library calls it when the connection breaks.
func (s *signals) Terminate() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
	for x := range s.subs {
		delete(s.subs, x)
		close(x.ch)
	}
}

// DeliverSignal is called by the library for every signal, in order.
func (s *signals) DeliverSignal(iface, member string, sig *dbus.Signal) {
	e, ok := decodeSignal(iface, member, sig)
	if !ok {
		return
	}
	if e.Kind != KindLeft {
		s.heard(e.Source.Bus)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.trails[e.Source.Bus]; t != nil {
		t.note(e)
		if e.Kind == KindLeft {
			delete(s.trails, e.Source.Bus)
		}
	}
	for x := range s.subs {
		if x.want == nil || x.want(e.Source.Bus) {
			x.push(e)
		}
	}
}

// push is called under the lock by the only sender, so the length of the channel can only fall meanwhile.
func (x *sub) push(e Event) {
	if len(x.ch) < x.room {
		x.ch <- e
		x.sent++
		return
	}
	read := x.sent - len(x.ch)
	if x.lostAt > read || len(x.ch) > x.room {
		return // the reader has yet to find the last KindLost
	}
	x.ch <- Event{At: e.At, Kind: KindLost}
	x.sent++
	x.lostAt = x.sent
}

func decodeSignal(iface, member string, sig *dbus.Signal) (Event, bool) {
	const prefix = "org.a11y.atspi.Event."
	if iface == ifBus && member == "NameOwnerChanged" && len(sig.Body) == 3 {
		name, _ := sig.Body[0].(string)
		owner, _ := sig.Body[2].(string)
		return Event{At: time.Now(), Source: Root(name), Kind: KindLeft}, owner == "" && strings.HasPrefix(name, ":")
	}
	class, ok := strings.CutPrefix(iface, prefix)
	if !ok || len(sig.Body) < 3 {
		return Event{}, false
	}
	e := Event{At: time.Now(), Source: Ref{sig.Sender, string(sig.Path)}, Kind: kebab(class) + ":" + kebab(member)}
	e.Detail, _ = sig.Body[0].(string)
	e.D1, _ = sig.Body[1].(int32)
	e.D2, _ = sig.Body[2].(int32)
	return e, true
}

// kebab turns "StateChanged" into "state-changed".
func kebab(s string) string {
	var b strings.Builder
	for i, r := range s {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('-')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
