//go:build linux

package x11

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jezek/xgb/xproto"
)

// Reading is one answer we gave as owner of the clipboard, complete.
type Reading struct {
	Requestor Window // the asking program's own window; see SameClient
	Target    string
}

// ownership is one time that we own the selection: its own window, so that the answers and the end of each are told apart.
type ownership struct {
	window  xproto.Window
	since   xproto.Timestamp
	formats map[xproto.Atom]Format // by target
	names   []xproto.Atom          // targets in order
	read    chan Reading           // what was read; the newest are dropped when nobody receives
	lost    chan struct{}          // closed when another owner has taken over
	once    sync.Once
}

// owner answers those who ask for the content of our ownerships, on one goroutine.
type owner struct {
	c     *Conn
	atoms map[string]xproto.Atom
	sub   *subscription

	mu        sync.Mutex
	owned     map[xproto.Window]*ownership
	transfers map[transferKey]*transfer // only used by the goroutine
}

type transferKey struct {
	window   xproto.Window
	property xproto.Atom
}

// transfer is a long answer under way: a part is sent each time the other side has deleted the one before.
type transfer struct {
	from    *ownership
	reading Reading
	typ     xproto.Atom
	bits    byte
	rest    []byte
	ending  bool // the empty last part was sent
	moved   time.Time
	release func()
}

// chunk is the largest part of an answer: 256 KiB, or less where the server takes only smaller requests.
func (c *Conn) chunk() int {
	return min(256<<10, int(c.setup.MaximumRequestLength)*4-64) &^ 3
}

func newOwner(c *Conn) (*owner, error) {
	atoms, err := c.atomsOf("CLIPBOARD", "TARGETS", "TIMESTAMP", "MULTIPLE", "ATOM_PAIR", "INCR", "SAVE_TARGETS", "CLIPBOARD_MANAGER")
	if err != nil {
		return nil, err
	}
	o := &owner{c: c, atoms: atoms, owned: map[xproto.Window]*ownership{}, transfers: map[transferKey]*transfer{}}
	o.sub = c.subscribe(8192, func(e []byte) bool {
		switch code(e) {
		case evSelectionRequest, evSelectionClear:
			return true
		case evPropertyNotify:
			return xproto.PropertyNotifyEventNew(e).(xproto.PropertyNotifyEvent).State == xproto.PropertyDelete
		}
		return false
	})
	c.work.Go(o.serve)
	return o, nil
}

// own takes the selection with the given content. since must be a time of the server from before the caller decided to take it: if
// somebody else has taken it after that, the server ignores us, and lost is the answer.
func (o *owner) own(since xproto.Timestamp, formats []Format) (*ownership, error) {
	w, err := o.c.hiddenWindow()
	if err != nil {
		return nil, err
	}
	own := &ownership{window: w, since: since, formats: map[xproto.Atom]Format{}, read: make(chan Reading, 64), lost: make(chan struct{})}
	for _, f := range formats {
		a, err := o.c.atom(f.Target)
		if err != nil {
			return nil, err
		}
		if _, twice := own.formats[a]; !twice {
			own.names = append(own.names, a)
		}
		own.formats[a] = f
	}
	o.mu.Lock()
	o.owned[w] = own
	o.mu.Unlock()
	if err := xproto.SetSelectionOwnerChecked(o.c.x, w, o.atoms["CLIPBOARD"], since).Check(); err != nil {
		return nil, wrap(err, "own the clipboard")
	}
	now, err := o.current()
	if err != nil {
		return nil, err
	}
	if now != w {
		o.forget(own)
	}
	return own, nil
}

// forget ends an ownership and its window; answers under way are still finished.
func (o *owner) forget(own *ownership) {
	own.once.Do(func() {
		close(own.lost)
		o.mu.Lock()
		delete(o.owned, own.window)
		o.mu.Unlock()
		_ = xproto.DestroyWindowChecked(o.c.x, own.window).Check() // only fails with the connection
	})
}

func (o *owner) current() (xproto.Window, error) {
	r, err := xproto.GetSelectionOwner(o.c.x, o.atoms["CLIPBOARD"]).Reply()
	if err != nil {
		return 0, wrap(err, "ask who owns the clipboard")
	}
	return r.Owner, nil
}

// serve runs until the connection ends.
func (o *owner) serve() {
	defer o.sub.cancel()
	stale := time.NewTicker(stepBound)
	defer stale.Stop()
	for {
		select {
		case <-o.sub.wake:
			events, _ := o.sub.take()
			for _, e := range events {
				o.handle(e)
			}
		case <-stale.C:
			for k, t := range o.transfers {
				if time.Since(t.moved) > stepBound { // the other side has gone to sleep or away
					o.drop(k)
				}
			}
		case <-o.c.drained:
			return
		}
	}
}

func (o *owner) handle(e []byte) {
	switch code(e) {
	case evSelectionClear:
		v := xproto.SelectionClearEventNew(e).(xproto.SelectionClearEvent)
		o.mu.Lock()
		own := o.owned[v.Owner]
		o.mu.Unlock()
		if own != nil {
			o.forget(own)
		}
	case evSelectionRequest:
		o.answer(xproto.SelectionRequestEventNew(e).(xproto.SelectionRequestEvent))
	case evPropertyNotify:
		v := xproto.PropertyNotifyEventNew(e).(xproto.PropertyNotifyEvent)
		o.proceed(transferKey{v.Window, v.Atom})
	}
}

// answer puts the content on the asking window and tells it so; a property of None in the message means no.
func (o *owner) answer(v xproto.SelectionRequestEvent) {
	o.mu.Lock()
	own := o.owned[v.Owner]
	o.mu.Unlock()
	property := v.Property
	if property == 0 { // an obsolete client (ICCCM 2.2)
		property = v.Target
	}
	if own == nil || v.Selection != o.atoms["CLIPBOARD"] || v.Time != 0 && int32(v.Time-own.since) < 0 ||
		!o.put(own, v.Requestor, property, v.Target) {
		property = 0
	}
	n := xproto.SelectionNotifyEvent{Time: v.Time, Requestor: v.Requestor, Selection: v.Selection, Target: v.Target, Property: property}
	// The other side may be gone by now, which is nobody's fault.
	_ = xproto.SendEventChecked(o.c.x, false, v.Requestor, 0, string(n.Bytes())).Check()
}

// put writes one target to a property of the asking window.
func (o *owner) put(own *ownership, w xproto.Window, property, target xproto.Atom) bool {
	set := func(typ xproto.Atom, bits byte, data []byte) bool {
		return xproto.ChangePropertyChecked(o.c.x, xproto.PropModeReplace, w, property, typ, bits, uint32(len(data)/int(bits/8)), data).Check() == nil
	}
	switch target {
	case o.atoms["TARGETS"]:
		list := []uint32{uint32(o.atoms["TARGETS"]), uint32(o.atoms["TIMESTAMP"]), uint32(o.atoms["MULTIPLE"]), uint32(o.atoms["SAVE_TARGETS"])}
		for _, a := range own.names {
			list = append(list, uint32(a))
		}
		return set(xproto.AtomAtom, 32, cardinalBytes(list...))
	case o.atoms["TIMESTAMP"]:
		return set(xproto.AtomInteger, 32, cardinalBytes(uint32(own.since)))
	case o.atoms["SAVE_TARGETS"]: // a question to managers, to which an owner has nothing to say
		return set(xproto.AtomAtom, 32, nil)
	case o.atoms["MULTIPLE"]:
		return o.putMultiple(own, w, property)
	}
	f, ok := own.formats[target]
	if !ok {
		return false
	}
	typ, err := o.c.atom(f.Type)
	if err != nil {
		return false
	}
	name, err := o.c.atomName(target)
	if err != nil {
		return false
	}
	reading := Reading{Window(w), name}
	if len(f.Data) <= o.c.chunk() {
		if !set(typ, f.Bits, f.Data) {
			return false
		}
		own.tell(reading)
		return true
	}
	key := transferKey{w, property}
	o.drop(key)
	release, err := o.c.selectEvents(w, xproto.EventMaskPropertyChange)
	if err != nil {
		return false
	}
	o.transfers[key] = &transfer{from: own, reading: reading, typ: typ, bits: f.Bits, rest: f.Data, moved: time.Now(), release: release}
	if !set(o.atoms["INCR"], 32, cardinalBytes(uint32(len(f.Data)))) {
		o.drop(key)
		return false
	}
	return true
}

// putMultiple answers several targets at once (ICCCM 2.6.2): the property holds pairs of target and property, of which those that
// cannot be answered are set to None.
func (o *owner) putMultiple(own *ownership, w xproto.Window, p xproto.Atom) bool {
	r, err := xproto.GetProperty(o.c.x, false, w, p, xproto.GetPropertyTypeAny, 0, 1024).Reply()
	if err != nil || r.Format != 32 {
		return false
	}
	pairs := property{format: 32, value: r.Value}.cardinals()
	for i := 0; i+1 < len(pairs); i += 2 {
		target, to := xproto.Atom(pairs[i]), xproto.Atom(pairs[i+1])
		if target == o.atoms["MULTIPLE"] || !o.put(own, w, to, target) {
			pairs[i+1] = 0
		}
	}
	return xproto.ChangePropertyChecked(o.c.x, xproto.PropModeReplace, w, p, o.atoms["ATOM_PAIR"], 32, uint32(len(pairs)), cardinalBytes(pairs...)).Check() == nil
}

// proceed sends the next part of a long answer.
func (o *owner) proceed(k transferKey) {
	t := o.transfers[k]
	if t == nil {
		return
	}
	if t.ending {
		t.from.tell(t.reading)
		o.drop(k)
		return
	}
	part := t.rest[:min(len(t.rest), o.c.chunk())]
	t.rest, t.ending, t.moved = t.rest[len(part):], len(part) == 0, time.Now()
	err := xproto.ChangePropertyChecked(o.c.x, xproto.PropModeReplace, k.window, k.property, t.typ, t.bits, uint32(len(part)/int(t.bits/8)), part).Check()
	if err != nil {
		o.drop(k)
	}
}

func (o *owner) drop(k transferKey) {
	if t := o.transfers[k]; t != nil {
		delete(o.transfers, k)
		t.release()
	}
}

// tell reports a reading; when nobody receives, the newest are dropped.
func (own *ownership) tell(r Reading) {
	select {
	case own.read <- r:
	default:
	}
}

// handOver asks the clipboard manager to take a copy, so that the content outlives this process. False when there is none, or it did
// not take it in time.
func (o *owner) handOver(ctx context.Context, own *ownership) (bool, error) {
	r, err := xproto.GetSelectionOwner(o.c.x, o.atoms["CLIPBOARD_MANAGER"]).Reply()
	if err != nil {
		return false, wrap(err, "find the clipboard manager")
	}
	if r.Owner == 0 {
		return false, nil
	}
	p, err := o.c.atom("PACE_SAVE")
	if err != nil {
		return false, err
	}
	var list []byte
	for _, a := range own.names {
		list = append(list, cardinalBytes(uint32(a))...)
	}
	if err := xproto.ChangePropertyChecked(o.c.x, xproto.PropModeReplace, own.window, p, xproto.AtomAtom, 32, uint32(len(own.names)), list).Check(); err != nil {
		return false, wrap(err, "hand the clipboard over")
	}
	sub := o.c.subscribe(16, func(e []byte) bool {
		return code(e) == evSelectionNotify && xproto.SelectionNotifyEventNew(e).(xproto.SelectionNotifyEvent).Requestor == own.window
	})
	defer sub.cancel()
	now, err := o.c.serverTime(ctx, own.window)
	if err != nil {
		return false, err
	}
	if err := xproto.ConvertSelectionChecked(o.c.x, own.window, o.atoms["CLIPBOARD_MANAGER"], o.atoms["SAVE_TARGETS"], p, now).Check(); err != nil {
		return false, wrap(err, "hand the clipboard over")
	}
	select {
	case <-sub.wake:
		events, _ := sub.take()
		return xproto.SelectionNotifyEventNew(events[0]).(xproto.SelectionNotifyEvent).Property != 0, nil
	case <-o.c.drained:
		return false, o.c.gone("hand the clipboard over")
	case <-ctx.Done():
		return false, fmt.Errorf("hand the clipboard over: %w", timeout(ctx))
	}
}
