package linux

import (
	"context"
	"errors"
	"slices"
	"strings"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// Containers with more children than pageOver are read in part, pageFirst of them: a list of 5,000 rows was
// measured to cost three seconds whole and 40 ms so.
const (
	pageOver  = 200
	pageFirst = 60
)

// item is one element on its way from the wire to a desktop.Element.
type item struct {
	n       atspi.Node
	sight   sight
	scrolls bool // it or something around it scrolls
	top     bool // a window
	kept    bool
	known   sight // what the last Snapshot found, for one that is read alone
	gone    bool
	submenu bool          // it leads to another menu
	floats  bool          // it is a popover
	surface *desktop.Rect // where the window of a popover lies
	shut    bool          // a popover that has no window now
	parent  *item
	kids    []*item

	located  bool    // extents were asked for and came
	shrink   float64 // what its places have to be divided by; 0 = nothing
	rect     atspi.Rect
	asked    bool // actions were asked for
	acts     []atspi.Action
	labels   []atspi.Ref // that say they label it
	namedBy  atspi.Ref   // where the name came from, when not its own
	composed bool        // the name was put together of several
	text     string
	chars    int
	now      float64
	min, max float64
	hasValue bool
	chosen   atspi.Ref   // the chosen child, when it can be asked for
	picked   string      // name of the chosen element inside, seen in passing
	holder   atspi.Ref   // what picked is in
	shows    []atspi.Ref // labels that make up its value
	err      error       // something about it was not answered

	e desktop.Element
}

// view is one Snapshot in the making.
type view struct {
	t      *Tree
	app    desktop.App
	q      quirks
	limits desktop.Limits
	seen   map[atspi.Ref]*item // every visited node, kept or not
	items  []*item             // kept, breadth first
	part   bool                // the root is inside a window
	page   bool                // the items are children of the root
	single bool                // one element alone, helped by what is known of it
	above  atspi.Node          // the window around the root of a partial read
	adrift bool                // the root of a partial read is in a popover
	root   []desktop.Step      // path of the root of a partial read
}

// of is how a node is to be read: what another program shows in this one's window is a WebKit page.
func (v *view) of(r atspi.Ref) quirks {
	if r.Bus == "" || r.Bus == v.app.Ref.App {
		return v.q
	}
	return quirks{desktop.WebKit}
}

// walk says what to read: children of hidden elements don't matter.
func (v *view) walk() atspi.Walk {
	v.seen = map[atspi.Ref]*item{}
	return atspi.Walk{
		Nodes: v.limits.Nodes, Depth: v.limits.Depth, PageOver: pageOver, PageFirst: pageFirst, Whole: v.q.kit == desktop.GTK4,
		Locate: v.q.popover, Of: v.q.origin(),
		Visit: func(n atspi.Node) (keep, descend bool) {
			it := v.visit(n)
			if n.Role == atspi.RoleApplication {
				return false, true
			}
			if v.of(n.Ref).redundant(n, it.parent) {
				return false, false
			}
			if it.sight == hidden && n.Role == atspi.RoleMenu && it.parent != nil && it.parent.n.Role == atspi.RoleComboBox {
				return v.limits.Hidden, true // for what is chosen in it
			}
			show := it.sight != hidden || v.limits.Hidden
			// What a toolkit puts into a password field may carry its content in a name.
			return show, show && n.Role != atspi.RolePasswordText
		},
	}
}

func (v *view) visit(n atspi.Node) *item {
	it := &item{n: n, parent: v.seen[n.Parent]}
	v.seen[n.Ref] = it
	it.scrolls = scrolls(n.Role) || it.parent != nil && it.parent.scrolls
	it.top = it.parent != nil && it.parent.n.Role == atspi.RoleApplication
	switch {
	case n.Role == atspi.RoleApplication:
		it.sight = seen
	case it.parent != nil && it.parent.sight == hidden:
		it.sight = hidden
	default:
		it.sight = v.of(n.Ref).sightOf(n, it.parent == nil || it.parent.scrolls)
	}
	if n.States.Has(atspi.Selected) {
		v.picked(it)
	}
	return it
}

// picked notes a chosen element in the combo around it. Browsers keep what can be chosen in a hidden menu there.
func (v *view) picked(it *item) {
	holder := it.parent
	if holder == nil || holder.parent == nil {
		return
	}
	if combo := holder.parent; combo.n.Role == atspi.RoleComboBox {
		combo.picked, combo.holder = v.of(it.n.Ref).clean(it.n), holder.n.Ref
	}
}

// build makes items of nodes, in rounds of questions: places and actions; names; contents.
func (v *view) build(ctx context.Context, p place, nodes []atspi.Node) {
	keep := v.inWindow(p, nodes)
	for _, n := range nodes {
		it := v.seen[n.Ref]
		if !keep(it) {
			continue
		}
		for it.parent != nil && (it.parent.n.Role == atspi.RoleApplication || !it.parent.kept) {
			it.parent = it.parent.parent // the limit cut what is between, or there is nothing above
		}
		it.n, it.kept = n, true
		it.floats = !it.top && v.of(n.Ref).floats(n)
		it.e.Role = roleOf(n, it.top)
		if v.of(n.Ref).bar(n, it.parent) {
			it.e.Role = desktop.ScrollBar
		}
		if it.parent != nil {
			it.parent.kids = append(it.parent.kids, it)
		}
		v.items = append(v.items, it)
	}
	v.part = p.part
	if p.part {
		k, _, _ := v.t.recall(p.root)
		v.root = k.path
	}
	v.locate(ctx)
	v.settle(ctx)
	v.name(ctx)
	v.content(ctx)
	v.finish(ctx)
}

// inWindow limits a read to one window when the scope named one: the one with that title, else the active one.
func (v *view) inWindow(p place, nodes []atspi.Node) func(*item) bool {
	if p.title == "" {
		return func(it *item) bool { return true }
	}
	var chosen *item
	for _, n := range nodes {
		it := v.seen[n.Ref]
		if !it.top {
			continue
		}
		if n.Name == p.title && (chosen == nil || chosen.n.Name != p.title || n.States.Has(atspi.Active)) {
			chosen = it
		} else if chosen == nil && n.States.Has(atspi.Active) {
			chosen = it
		}
	}
	if chosen == nil {
		return func(*item) bool { return true }
	}
	return func(it *item) bool {
		for it != nil && it != chosen {
			it = it.parent
		}
		return it == chosen
	}
}

// locate asks for extents and actions where they matter.
func (v *view) locate(ctx context.Context) {
	b := v.t.c.NewBatch(ctx)
	asks := 0
	for _, it := range v.items {
		if it.n.Interfaces.Has(atspi.HasComponent) && v.needsPlace(it) {
			it.located = true
			b.Bounds(it.n.Ref, v.q.origin(), &it.rect, &it.err)
		}
		if it.n.Interfaces.Has(atspi.HasAction) && v.needsActions(it) && asks < maxActions {
			asks++
			it.asked = true
			v.of(it.n.Ref).askActions(b, it.n.Ref, &it.acts)
		}
	}
	b.Run()
	for _, it := range v.items {
		if it.err != nil {
			it.located = false
		}
		if errors.Is(it.err, atspi.ErrGone) {
			it.sight, it.gone, it.err = hidden, true, nil // it left meanwhile
		}
	}
	v.placePopovers(ctx, v.items)
}

// maxActions bounds the questions about actions; what is pressable by its role is offered without asking, and an
// act asks again anyway.
const maxActions = 400

// needsPlace: a layout box without a name is not worth a message; whether it is seen follows from what is in it.
// The text in a link or a button lies where that lies.
func (v *view) needsPlace(it *item) bool {
	switch {
	case it.top, it.floats, v.q.kit == desktop.Chromium && holdsDocument(it):
		return true
	case v.q.kit == desktop.GTK4 && slices.ContainsFunc(it.kids, func(k *item) bool { return k.floats }):
		return true // a popover's places count from here
	case it.parent != nil && pressable(it.parent.e.Role) && it.e.Role == desktop.Label:
		return false
	case it.e.Role == desktop.ListItem && v.q.kit == desktop.Chromium && len(it.kids) == 1 && pressable(it.kids[0].e.Role):
		return false // thousands of list items that are but a link
	case it.e.Role == desktop.Group || it.e.Role == desktop.Other:
		return v.of(it.n.Ref).clean(it.n) != "" || it.sight == doubtful && len(it.kids) == 0
	}
	return true
}

// needsActions: what is there to be pressed mostly can be; the others have to be asked. In GTK 4 check boxes and
// tabs have no action, though they say they act.
func (v *view) needsActions(it *item) bool {
	switch it.e.Role {
	case desktop.Button, desktop.Link:
		return it.n.States.Has(atspi.Expandable)
	case desktop.Toggle, desktop.CheckBox, desktop.Radio, desktop.MenuItem, desktop.Menu, desktop.Tab:
		return v.q.kit == desktop.GTK4 || it.n.States.Has(atspi.Expandable)
	case desktop.Cell, desktop.ListItem, desktop.Combo, desktop.Image:
		return it.n.States.Has(atspi.Expandable) || v.q.kit != desktop.GTK4 &&
			(it.e.Role == desktop.Combo || v.q.kit != desktop.Chromium || it.n.States.Has(atspi.Focusable))
	case desktop.Group, desktop.Other:
		return it.n.States.Has(atspi.Expandable) || it.n.States.Has(atspi.Focusable) && v.q.kit != desktop.GTK4
	}
	return false
}

// settle decides about the doubtful ones, now that places are known, and drops what is not seen.
func (v *view) settle(ctx context.Context) {
	v.judgePlaces()
	if v.q.kit == desktop.GTK4 {
		v.judgePages(ctx)
		v.judgeRows(ctx)
	}
	stays := func(it *item) bool { return it.sight != hidden || v.limits.Hidden && !it.gone }
	v.items = only(v.items, stays)
	for _, it := range v.items {
		it.kids = only(it.kids, stays)
	}
}

// judgePlaces: what has no place is not seen, nor is anything in it. A box that was not asked, or can't have a
// place (the page of a GTK 4 stack), is seen when something in it is; the text in a button is seen when the button
// is.
func (v *view) judgePlaces() {
	for _, it := range v.items { // parents first
		up := it.parent
		switch {
		case up != nil && up.sight == hidden:
			it.sight = hidden
		case it.sight == seen && it.located && !placed(it.rect) &&
			(it.e.Role == desktop.Document || up != nil && up.e.Role == desktop.Combo):
			it.sight = hidden // Chromium keeps pages for its pop-ups, Qt the lists of closed combos, that are nowhere
		case it.sight != doubtful:
		case v.of(it.n.Ref).kit == desktop.GTK3:
			it.sight = hidden
			if scrolledAway(it) {
				it.sight = seen
			}
		case it.located && !placed(it.rect) && !it.top:
			it.sight = hidden
		case it.located || it.err != nil, up != nil && pressable(up.e.Role) && it.e.Role == desktop.Label:
			it.sight = seen
		}
	}
	for i := len(v.items) - 1; i >= 0; i-- { // children first
		it := v.items[i]
		if it.sight == doubtful || it.sight == through {
			it.sight = hidden
			if anySeen(it.kids) {
				it.sight = seen
			}
		}
		if it.top && it.n.Name == "" && it.n.Children > 0 && !anyThing(it.kids) {
			it.sight = hidden
		}
	}
	v.hideBelow()
}

// hideBelow hides what is in something hidden.
func (v *view) hideBelow() {
	for _, it := range v.items { // parents first
		if it.parent != nil && it.parent.sight == hidden {
			it.sight = hidden
		}
	}
}

func anySeen(kids []*item) bool {
	for _, k := range kids {
		if k.sight != hidden {
			return true
		}
	}
	return false
}

// anyThing reports whether there is more than boxes without a name.
func anyThing(kids []*item) bool {
	for _, k := range kids {
		if k.sight != hidden && (k.e.Role != desktop.Group && k.e.Role != desktop.Other || anyThing(k.kids)) {
			return true
		}
	}
	return false
}

func only(items []*item, ok func(*item) bool) []*item {
	out := items[:0]
	for _, it := range items {
		if ok(it) {
			out = append(out, it)
		}
	}
	return out
}

// content asks for texts, numbers and choices. A secure field's text is never asked for; which fields are secure
// is known only now that all have their names.
func (v *view) content(ctx context.Context) {
	b := v.t.c.NewBatch(ctx)
	for _, it := range v.items {
		r, offers := it.n.Ref, it.n.Interfaces
		if it.e.Role == desktop.Password || textual(it.e.Role) && secretName(it.e.Name) || v.insideSecure(it) {
			it.e.State |= desktop.Secure
		}
		switch {
		case it.e.Role == desktop.Combo && offers.Has(atspi.HasSelection):
			b.SelectedChild(r, 0, &it.chosen, nil)
		case it.e.Role == desktop.Combo && v.single && !it.holder.Nil():
			b.SelectedChild(it.holder, 0, &it.chosen, nil)
		case !offers.Has(atspi.HasText) || it.e.Has(desktop.Secure) || !v.wantsText(it):
		case v.q.kit == desktop.Qt:
			b.CharCount(r, &it.chars, nil) // it prints a warning when asked for more than there is
		default:
			b.Text(r, 0, desktop.MaxValue, &it.text, &it.err)
		}
		if offers.Has(atspi.HasValue) && numeric(it.e.Role) {
			it.hasValue = true
			b.Value(r, &it.now, &it.min, &it.max, &it.err)
		}
	}
	b.Run()
	b = v.t.c.NewBatch(ctx)
	for _, it := range v.items {
		switch {
		case it.chars > 0:
			b.Text(it.n.Ref, 0, min(it.chars, desktop.MaxValue), &it.text, &it.err)
		case it.chosen.Nil():
		case v.seen[it.chosen] != nil:
			it.text = v.of(it.chosen).clean(v.seen[it.chosen].n)
		default:
			b.Name(it.chosen, &it.text, nil)
		}
	}
	words := map[*item][]string{}
	for _, it := range v.items {
		if it.e.Role != desktop.Combo || worded(it.text) || worded(it.picked) {
			continue
		}
		if !v.single {
			it.shows = labelsIn(it)
			continue
		}
		words[it] = make([]string, len(it.shows))
		for i, r := range it.shows {
			b.Name(r, &words[it][i], nil)
		}
	}
	b.Run()
	for it, w := range words {
		if s := strings.Join(w, " "); worded(s) {
			it.text = s
		}
	}
}

// wantsText: fields, and labels of GTK 3, whose accessible name may have been set to something else than they show.
func (v *view) wantsText(it *item) bool {
	if textual(it.e.Role) {
		return true
	}
	if it.e.Role == desktop.Document {
		return it.n.States.Has(atspi.Editable)
	}
	switch v.of(it.n.Ref).kit {
	case desktop.GTK3:
		return it.e.Role == desktop.Label && (it.parent == nil || !pressable(it.parent.e.Role))
	case desktop.WebKit: // where text is no element of its own, but the content of what it is in
		return it.n.Name == "" && (it.e.Role == desktop.Label || it.e.Role == desktop.Group || it.e.Role == desktop.StatusBar || it.e.Role == desktop.Alert)
	}
	return false
}

// insideSecure: toolkits build fields of several objects.
func (v *view) insideSecure(it *item) bool {
	p := it.parent
	return p != nil && (p.e.Role == desktop.Password || p.e.State.Has(desktop.Secure)) && !it.top
}
