package atspi

import (
	"context"
	"errors"
	"fmt"

	"github.com/godbus/dbus/v5"
)

// Batch gathers questions to any objects and asks them together, so that the latency of a whole list is that of a
// few messages. Each question names where its answer goes and, optionally, where its error goes (the first error
// stays). Nothing is sent before Run, and nothing is written after Run returned. A Batch is used once, by one
// goroutine.
type Batch struct {
	c     *Client
	ctx   context.Context
	items []question
}

type question struct {
	send func() pending
	done func(pending) error
	err  *error
	p    pending
}

// NewBatch begins a batch; ctx bounds every message in it.
func (c *Client) NewBatch(ctx context.Context) *Batch { return &Batch{c: c, ctx: ctx} }

// Len is the number of questions so far.
func (b *Batch) Len() int { return len(b.items) }

// Run asks everything and returns when every question is answered or has run out.
func (b *Batch) Run() {
	each(len(b.items), 1,
		func(i int) { b.items[i].p = b.items[i].send() },
		func(i int) {
			q := &b.items[i]
			if err := q.done(q.p); err != nil && q.err != nil && *q.err == nil {
				*q.err = err
			}
		})
	b.items = nil
}

func (b *Batch) add(err *error, send func() pending, done func(pending) error) {
	b.items = append(b.items, question{send: send, done: done, err: err})
}

// ask adds a method whose answer has the type of out.
func ask1[T any](b *Batch, r Ref, method string, out *T, err *error, args ...any) {
	b.add(err, func() pending { return b.c.send(b.ctx, r, method, args...) }, func(p pending) error {
		return p.wait(out)
	})
}

// get adds a property.
func get[T any](b *Batch, r Ref, iface, name string, err *error, take func(T)) {
	b.add(err, func() pending { return b.c.prop(b.ctx, r, iface, name) }, func(p pending) error {
		v, err := waitProp[T](p)
		if err == nil {
			take(v)
		}
		return err
	})
}

// Name asks for the accessible name.
func (b *Batch) Name(r Ref, out *string, err *error) {
	get(b, r, ifAccessible, "Name", err, func(s string) { *out = s })
}

// Desc asks for the description, a tooltip as a rule.
func (b *Batch) Desc(r Ref, out *string, err *error) {
	get(b, r, ifAccessible, "Description", err, func(s string) { *out = s })
}

// Role asks for the role number.
func (b *Batch) Role(r Ref, out *Role, err *error) {
	ask1(b, r, ifAccessible+".GetRole", (*uint32)(out), err)
}

// States asks for the state set.
func (b *Batch) States(r Ref, out *States, err *error) {
	b.add(err, func() pending { return b.c.send(b.ctx, r, ifAccessible+".GetState") }, func(p pending) error {
		var words []uint32
		e := p.wait(&words)
		if e == nil {
			*out = statesOf(words)
		}
		return e
	})
}

// Interfaces asks which interfaces there are.
func (b *Batch) Interfaces(r Ref, out *Interfaces, err *error) {
	b.add(err, func() pending { return b.c.send(b.ctx, r, ifAccessible+".GetInterfaces") }, func(p pending) error {
		var names []string
		e := p.wait(&names)
		if e == nil {
			*out = interfacesOf(names)
		}
		return e
	})
}

// ChildCount asks how many children there are.
func (b *Batch) ChildCount(r Ref, out *int, err *error) {
	get(b, r, ifAccessible, "ChildCount", err, func(n int32) { *out = int(n) })
}

// Parent asks for the parent.
func (b *Batch) Parent(r Ref, out *Ref, err *error) {
	b.add(err, func() pending { return b.c.prop(b.ctx, r, ifAccessible, "Parent") }, func(p pending) error {
		var v dbus.Variant
		if e := p.wait(&v); e != nil {
			return e
		}
		*out = refOf(v.Value())
		return nil
	})
}

// Index asks for the place among the siblings.
func (b *Batch) Index(r Ref, out *int, err *error) {
	b.add(err, func() pending { return b.c.send(b.ctx, r, ifAccessible+".GetIndexInParent") }, func(p pending) error {
		var n int32
		e := p.wait(&n)
		if e == nil {
			*out = int(n)
		}
		return e
	})
}

// Child asks for one child.
func (b *Batch) Child(r Ref, i int, out *Ref, err *error) {
	b.add(err, func() pending { return b.c.send(b.ctx, r, ifAccessible+".GetChildAtIndex", int32(i)) }, refInto(out))
}

// Children asks for all children at once. It must not be asked of containers with many: 5,000 rows were measured
// to cost three seconds, during which the program does nothing else.
func (b *Batch) Children(r Ref, out *[]Ref, err *error) {
	b.add(err, func() pending { return b.c.send(b.ctx, r, ifAccessible+".GetChildren") }, func(p pending) error {
		var w []wireRef
		e := p.wait(&w)
		for _, x := range w {
			*out = append(*out, x.ref())
		}
		return e
	})
}

// Labels asks which objects label this one.
func (b *Batch) Labels(r Ref, out *[]Ref, err *error) {
	const labelledBy = 2
	b.add(err, func() pending { return b.c.send(b.ctx, r, ifAccessible+".GetRelationSet") }, func(p pending) error {
		var set []struct {
			Kind    uint32
			Targets []wireRef
		}
		e := p.wait(&set)
		for _, rel := range set {
			if rel.Kind != labelledBy {
				continue
			}
			for _, t := range rel.Targets {
				*out = append(*out, t.ref())
			}
		}
		return e
	})
}

// Origin says where extents count from.
type Origin uint32

// GTK 4 knows places within the window only, and prints a warning whenever it is asked for others.
const (
	OfScreen Origin = 0
	OfWindow Origin = 1
)

// Bounds asks for the extents.
func (b *Batch) Bounds(r Ref, of Origin, out *Rect, err *error) {
	ask1(b, r, ifComponent+".GetExtents", out, err, uint32(of))
}

// At asks which object is at a place within r, in r's own program: what is covered or not mapped is not found.
func (b *Batch) At(r Ref, x, y int32, of Origin, out *Ref, err *error) {
	b.add(err, func() pending {
		return b.c.send(b.ctx, r, ifComponent+".GetAccessibleAtPoint", x, y, uint32(of))
	}, refInto(out))
}

// Text asks for the characters from..to; to = -1 means the end. Never ask it of a password field.
func (b *Batch) Text(r Ref, from, to int, out *string, err *error) {
	ask1(b, r, ifText+".GetText", out, err, int32(from), int32(to))
}

// CharCount asks how long the text is, in characters.
func (b *Batch) CharCount(r Ref, out *int, err *error) {
	get(b, r, ifText, "CharacterCount", err, func(n int32) { *out = int(n) })
}

// Caret asks where the caret is, in characters.
func (b *Batch) Caret(r Ref, out *int, err *error) {
	get(b, r, ifText, "CaretOffset", err, func(n int32) { *out = int(n) })
}

// Selections asks how many stretches of the text are selected. Never ask it of a password field.
func (b *Batch) Selections(r Ref, out *int, err *error) {
	b.add(err, func() pending { return b.c.send(b.ctx, r, ifText+".GetNSelections") }, func(p pending) error {
		var n int32
		e := p.wait(&n)
		if e == nil {
			*out = int(n)
		}
		return e
	})
}

// Selection asks for the i-th of them.
func (b *Batch) Selection(r Ref, i int, from, to *int, err *error) {
	b.add(err, func() pending { return b.c.send(b.ctx, r, ifText+".GetSelection", int32(i)) }, func(p pending) error {
		var start, end int32
		e := p.wait(&start, &end)
		if e == nil {
			*from, *to = int(start), int(end)
		}
		return e
	})
}

// Value asks for a number and its range.
func (b *Batch) Value(r Ref, now, lo, hi *float64, err *error) {
	get(b, r, ifValue, "CurrentValue", err, func(f float64) { *now = f })
	get(b, r, ifValue, "MinimumValue", nil, func(f float64) { *lo = f })
	get(b, r, ifValue, "MaximumValue", nil, func(f float64) { *hi = f })
}

// Action is one thing an object can do. Name may be translated.
type Action struct{ Name, Desc, Keys string }

// Actions asks what the object can do. GTK 4 says of everything that it acts; only the list tells.
func (b *Batch) Actions(r Ref, out *[]Action, err *error) {
	ask1(b, r, ifAction+".GetActions", out, err)
}

// ActionName asks for the untranslated name of action i.
func (b *Batch) ActionName(r Ref, i int, out *string, err *error) {
	ask1(b, r, ifAction+".GetName", out, err, int32(i))
}

// SelectedChild asks for the i-th selected child.
func (b *Batch) SelectedChild(r Ref, i int, out *Ref, err *error) {
	b.add(err, func() pending { return b.c.send(b.ctx, r, ifSelection+".GetSelectedChild", int32(i)) }, refInto(out))
}

// Attributes asks for the object's free-form attributes.
func (b *Batch) Attributes(r Ref, out *map[string]string, err *error) {
	ask1(b, r, ifAccessible+".GetAttributes", out, err)
}

func refInto(out *Ref) func(pending) error {
	return func(p pending) error {
		var w wireRef
		e := p.wait(&w)
		if e == nil {
			*out = w.ref()
		}
		return e
	}
}

// refOf reads a reference out of a decoded structure.
func refOf(v any) Ref {
	a, ok := v.([]any)
	if !ok || len(a) < 2 {
		return Ref{}
	}
	bus, _ := a[0].(string)
	path, _ := a[1].(dbus.ObjectPath)
	return Ref{bus, string(path)}
}

// Fill asks for what a Node holds besides its place in the tree. A failure is told by err.
func (b *Batch) Fill(n *Node, err *error) {
	if b.c.givesAll(n.Ref.Bus) {
		b.all(n, err)
	} else {
		b.Name(n.Ref, &n.Name, err)
		b.ChildCount(n.Ref, &n.Children, err)
		b.Desc(n.Ref, &n.Desc, nil)
	}
	b.Role(n.Ref, &n.Role, err)
	b.States(n.Ref, &n.States, err)
	b.Interfaces(n.Ref, &n.Interfaces, err)
}

// all asks for name, description and number of children in one message. Qt must never be asked: it crashes.
func (b *Batch) all(n *Node, err *error) {
	b.add(err, func() pending {
		return b.c.send(b.ctx, n.Ref, ifProperties+".GetAll", ifAccessible)
	}, func(p pending) error {
		var props map[string]dbus.Variant
		if e := p.wait(&props); e != nil {
			return e
		}
		name, named := props["Name"].Value().(string)
		count, counted := props["ChildCount"].Value().(int32)
		if !named || !counted {
			return fmt.Errorf("all properties: %w: name or children missing", ErrUnsupported)
		}
		n.Name, n.Children = name, int(count)
		n.Desc, _ = props["Description"].Value().(string)
		return nil
	})
}

// givesAll reports whether a program is known to answer all properties in one message.
func (c *Client) givesAll(bus string) bool {
	v, _ := c.whole.Load(bus)
	yes, _ := v.(bool)
	return yes
}

// tryAll finds out whether a program answers all properties in one message, beside the questions of b.
func (b *Batch) tryAll(bus string) {
	if _, known := b.c.whole.Load(bus); known {
		return
	}
	b.all(&Node{Ref: Root(bus)}, nil)
	last := &b.items[len(b.items)-1]
	done := last.done
	last.done = func(p pending) error {
		e := done(p)
		if e == nil || errors.Is(e, ErrUnsupported) {
			b.c.whole.Store(bus, e == nil)
		}
		return nil
	}
}
