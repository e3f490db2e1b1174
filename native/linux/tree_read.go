package linux

import (
	"context"
	"errors"
	"fmt"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// Read reads one element afresh: one round of questions, and a second for fields, whose text may be asked for
// only when it is known that they are no password field.
func (t *Tree) Read(ctx context.Context, r desktop.Ref) (desktop.Element, error) {
	ref, err := nativeRef(r)
	if err != nil {
		return desktop.Element{}, err
	}
	app, err := t.app(ctx, t.host(ref.Bus))
	if err != nil {
		return desktop.Element{}, err
	}
	k, up, ok := t.recall(ref)
	if !ok {
		return t.readUnknown(ctx, app, ref)
	}
	if err := t.c.Admit(ctx, ref.Bus); err != nil {
		return desktop.Element{}, translate(err)
	}
	v := &view{t: t, app: app, q: quirks{app.Toolkit}, seen: map[atspi.Ref]*item{}, single: true}
	it := &item{n: atspi.Node{Ref: ref, Index: -1}, top: len(up) == 0, shows: k.shows, holder: k.holder, known: k.sight, shrink: k.shrink, floats: k.floats, submenu: k.opens}
	chain, err := v.readOne(ctx, it, k, up)
	if err != nil {
		return desktop.Element{}, translate(err)
	}
	v.items = []*item{it}
	it.sight = v.sightNow(it, chain)
	if it.sight == seen && (v.covered(ctx, it, up) || v.displaced(ctx, it, up)) {
		it.sight = hidden
	}
	v.content(ctx)
	if it.err != nil {
		return desktop.Element{}, translate(it.err)
	}
	v.finish(ctx)
	it.e.Path = nil
	return it.e, nil
}

// readOne asks for all that a Node holds, and for what the last Snapshot taught to be of use: the label that
// names it, and whether what it is in is shown. It returns the items it is in, the window last.
func (v *view) readOne(ctx context.Context, it *item, k known, up []atspi.Ref) ([]*item, error) {
	r := it.n.Ref
	var label string
	var placeErr error
	chain := make([]*item, len(up))
	b := v.t.c.NewBatch(ctx)
	b.Fill(&it.n, &it.err)
	b.Parent(r, &it.n.Parent, nil)
	b.Index(r, &it.n.Index, nil)
	if k.offers.Has(atspi.HasComponent) {
		it.located = true
		b.Bounds(r, v.q.origin(), &it.rect, &placeErr)
	}
	if k.asked && k.offers.Has(atspi.HasAction) {
		it.asked = true
		v.of(r).askActions(b, r, &it.acts)
	}
	if !k.named.Nil() {
		b.Name(k.named, &label, nil)
	}
	below := it
	for i, p := range up {
		x := &item{n: atspi.Node{Ref: p, Index: -1}, top: i == len(up)-1}
		below.parent, chain[i], below = x, x, x
		if v.q.kit == desktop.GTK4 {
			b.States(p, &x.n.States, &x.err)
			k, _, _ := v.t.recall(p)
			x.floats = k.floats
			if x.top {
				b.Name(p, &x.n.Name, nil)
			}
			if x.top || x.floats || i == 0 && it.floats || i > 0 && chain[i-1].floats {
				x.located = true
				b.Bounds(p, v.q.origin(), &x.rect, nil)
			}
		}
	}
	b.Run()
	if it.err != nil {
		return nil, it.err
	}
	if it.n.States.Has(atspi.Defunct) {
		return nil, fmt.Errorf("it says so itself: %w", atspi.ErrGone)
	}
	it.located = it.located && placeErr == nil
	v.placePopovers(ctx, append([]*item{it}, chain...))
	if len(up) > 0 {
		above, _, _ := v.t.recall(up[0])
		chain[0].n.Interfaces = above.offers
	}
	v.nameAgain(it, k, label)
	return chain, nil
}

// nameAgain names an element as the last Snapshot did, with today's words.
func (v *view) nameAgain(it *item, k known, label string) {
	it.e.Role = roleOf(it.n, it.top)
	if k.role == desktop.ScrollBar {
		it.e.Role = k.role // which may be told by what it is in
	}
	it.e.Desc = it.n.Desc
	if k.secure {
		it.e.State |= desktop.Secure
	}
	label = v.q.clean(atspi.Node{Name: label, Role: atspi.RoleLabel})
	q := v.of(it.n.Ref)
	own := q.clean(it.n)
	if q.kit == desktop.GTK4 {
		own = undouble(own, label)
	}
	if mnemonic(it.e.Role, own) {
		own = unmnemonic(own)
	}
	switch {
	case own != "":
		it.e.Name, it.e.NameFrom = own, desktop.NameOwn
	case label != "":
		it.e.Name, it.e.NameFrom = label, k.from
	case namedByContent(it.e.Role) && hint(it.n.Desc) != "":
		it.e.Name, it.e.NameFrom = hint(it.n.Desc), desktop.NameLabel
	}
	if field(it.e.Role) {
		it.e.Name = trimColon(it.e.Name)
	}
}

// sightNow decides whether an element is visible by itself and what it was last seen in.
func (v *view) sightNow(it *item, chain []*item) sight {
	q := v.of(it.n.Ref)
	s := q.sightOf(it.n, true)
	if s == doubtful {
		s = seen
		switch {
		case q.kit == desktop.GTK3:
			if it.rect.W <= 1 || it.rect.H <= 1 || it.known != seen {
				s = hidden // scrolled away only if the Snapshot, which saw its neighbours, said so
			}
		case it.located && !placed(it.rect):
			s = hidden
		}
	}
	if it.shut {
		return hidden
	}
	for _, x := range chain {
		if v.q.kit == desktop.GTK4 && (x.err == nil && !x.n.States.Has(atspi.Visible) || x.shut) {
			return hidden
		}
	}
	return s
}

// readUnknown reads an element that no Snapshot has held, with what is in it, for its name.
func (t *Tree) readUnknown(ctx context.Context, app desktop.App, ref atspi.Ref) (desktop.Element, error) {
	var parent, top atspi.Node
	var index int
	var err error
	b := t.c.NewBatch(ctx)
	b.Parent(ref, &parent.Ref, &err)
	b.Index(ref, &index, nil)
	b.Run()
	if err != nil {
		return desktop.Element{}, translate(err)
	}
	v := &view{t: t, app: app, q: quirks{app.Toolkit}, limits: desktop.Limits{Nodes: 60, Depth: 5, Hidden: true}}
	w := v.walk()
	if parent.Ref.Path == atspi.RootPath {
		v.seen[parent.Ref] = &item{n: atspi.Node{Ref: parent.Ref, Role: atspi.RoleApplication}, sight: seen}
	} else if top, v.adrift, err = t.windowAbove(ctx, parent.Ref); err != nil {
		return desktop.Element{}, translate(err)
	}
	nodes, _, err := t.c.Below(ctx, parent.Ref, index, []atspi.Ref{ref}, w)
	if err != nil {
		return desktop.Element{}, translate(err)
	}
	if len(nodes) == 0 || nodes[0].Ref != ref {
		return desktop.Element{}, fmt.Errorf("it did not answer: %w", desktop.ErrGone)
	}
	v.above = top
	v.build(ctx, place{root: ref, part: true}, nodes)
	for _, it := range v.items {
		if it.n.Ref == ref {
			it.e.Path = nil
			return it.e, nil
		}
	}
	return desktop.Element{}, fmt.Errorf("it was not among what it was read with: %w", desktop.ErrGone)
}

// windowAbove climbs to the window around r, and tells whether there is a popover on the way.
func (t *Tree) windowAbove(ctx context.Context, r atspi.Ref) (top atspi.Node, adrift bool, err error) {
	for range maxUp {
		var up atspi.Ref
		var name string
		b := t.c.NewBatch(ctx)
		b.Parent(r, &up, &err)
		b.Name(r, &name, nil)
		b.Run()
		if err != nil {
			return atspi.Node{}, adrift, err
		}
		adrift = adrift || popoverClass(name)
		if up.Path == atspi.RootPath || up.Nil() {
			n := atspi.Node{Ref: r}
			b := t.c.NewBatch(ctx)
			b.Fill(&n, &err)
			b.Run()
			return n, adrift, err
		}
		r = up
	}
	return atspi.Node{}, adrift, fmt.Errorf("too deep: %w", atspi.ErrUnsupported)
}

// Page reads children from..from+n of a container.
func (t *Tree) Page(ctx context.Context, container desktop.Ref, from, n int) ([]desktop.Element, error) {
	ref, err := nativeRef(container)
	if err != nil {
		return nil, err
	}
	app, err := t.app(ctx, t.host(ref.Bus))
	if err != nil {
		return nil, err
	}
	box := atspi.Node{Ref: ref}
	err = nil
	b := t.c.NewBatch(ctx)
	b.Fill(&box, &err)
	b.Run()
	if err != nil {
		return nil, translate(err)
	}
	from = max(0, from)
	n = min(n, box.Children-from, maxPage)
	if n <= 0 {
		return nil, nil
	}
	refs := make([]atspi.Ref, n)
	b = t.c.NewBatch(ctx)
	for i := range refs {
		b.Child(ref, from+i, &refs[i], &err)
	}
	b.Run()
	if err != nil && ctx.Err() != nil {
		return nil, translate(err)
	}
	v := &view{t: t, app: app, q: quirks{app.Toolkit}, limits: desktop.Limits{Nodes: n * 12, Depth: 4, Hidden: true}}
	w := v.walk()
	v.seen[ref] = &item{n: box, sight: seen, scrolls: true}
	if v.above, v.adrift, err = t.windowAbove(ctx, ref); err != nil && !errors.Is(err, atspi.ErrUnsupported) {
		return nil, translate(err)
	}
	v.page = true
	nodes, _, err := t.c.Below(ctx, ref, from, refs, w)
	if err != nil {
		return nil, translate(err)
	}
	v.build(ctx, place{root: ref, part: true}, nodes)
	var out []desktop.Element
	for _, it := range v.items {
		if it.n.Parent == ref {
			out = append(out, it.e)
		}
	}
	t.remember(ref.Bus, v)
	return out, nil
}

// maxPage bounds one page.
const maxPage = 200

// Text reads the whole text of an element: of a field that is known still to be one in one message, else in three rounds,
// since an object must not be asked for a text that it lacks or that is secret. (An entry of GTK 3 that becomes a
// password field meanwhile gives dots, and says so before.)
func (t *Tree) Text(ctx context.Context, r desktop.Ref) (string, error) {
	ref, err := nativeRef(r)
	if err != nil {
		return "", err
	}
	if err := t.c.Admit(ctx, ref.Bus); err != nil {
		return "", translate(err)
	}
	var s string
	if k, ok := t.standing(ref); ok && textual(k.role) && k.role != desktop.Password && k.offers.Has(atspi.HasText) && !k.secure {
		b := t.c.NewBatch(ctx)
		b.Text(ref, 0, -1, &s, &err)
		b.Run()
		if _, ok := t.standing(ref); ok {
			return t.quirksOf(ctx, ref).content(s, k.n), translate(err)
		}
	}
	n := atspi.Node{Ref: ref}
	err = nil
	b := t.c.NewBatch(ctx)
	b.Fill(&n, &err)
	b.Run()
	if err != nil {
		return "", translate(err)
	}
	if t.secret(n) {
		return "", desktop.ErrSecret
	}
	if !n.Interfaces.Has(atspi.HasText) {
		return "", fmt.Errorf("it has no text: %w", desktop.ErrUnsupported)
	}
	var count int
	b = t.c.NewBatch(ctx)
	b.CharCount(ref, &count, &err)
	b.Run()
	if err != nil || count == 0 {
		return "", translate(err)
	}
	b = t.c.NewBatch(ctx)
	b.Text(ref, 0, count, &s, &err)
	b.Run()
	return t.quirksOf(ctx, ref).content(s, n), translate(err)
}

// quirksOf is how an element is to be read, none when its program can't be told.
func (t *Tree) quirksOf(ctx context.Context, ref atspi.Ref) quirks {
	app, err := t.app(ctx, t.host(ref.Bus))
	if err != nil {
		return quirks{}
	}
	return (&view{app: app, q: quirks{app.Toolkit}}).of(ref)
}

// secret reports whether an element's content must not be read or set: by its role, by its name, or because the
// last Snapshot found that out from a label beside it.
func (t *Tree) secret(n atspi.Node) bool {
	k, _, _ := t.recall(n.Ref)
	return n.Role == atspi.RolePasswordText || k.secure || textual(roleOf(n, false)) && secretName(n.Name)
}
