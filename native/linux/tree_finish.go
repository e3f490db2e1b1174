package linux

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// finish makes Elements of items.
func (v *view) finish(ctx context.Context) {
	origins := map[*item]offset{}
	v.scalePages()
	for _, it := range v.items {
		e := &it.e
		e.Ref, e.Native = refOf(it.n.Ref), it.n.Role.String()
		e.Parent = refOf(it.n.Parent)
		e.Index, e.Children = it.n.Index, max(0, it.n.Children)
		q := v.of(it.n.Ref)
		q.mend(it)
		it.acts = q.actions(e.Role, it.acts)
		e.State |= stateOf(it.n, e.Role, it.sight == seen)
		if it.located && placed(it.rect) {
			it.rect = q.unwrap(it.rect, it.n.States)
			w := frameOf(it)
			o, known := origins[w]
			if !known {
				o = v.origin(ctx, w)
				origins[w] = o
			}
			e.Bounds = o.apply(it.rect, it.shrink)
		}
		var up atspi.Interfaces
		if it.parent != nil {
			up = it.parent.n.Interfaces
		} else if box := v.seen[it.n.Parent]; box != nil {
			up = box.n.Interfaces
		}
		if q.kit == desktop.GTK4 && frameOf(it).floats {
			up = 0 // what is selected in a drop-down list is not chosen yet
		}
		e.Verbs = verbsOf(q, *e, it.n, up, it.acts, it.asked)
		if it.chars <= desktop.MaxValue { // read whole
			it.text = q.content(it.text, it.n)
		}
		e.Value = valueOf(it)
		if e.Role == desktop.Combo && q.kit == desktop.Qt {
			e.Value = it.n.Name
		}
		if q.kit == desktop.WebKit {
			q.flowing(it)
		}
		if it.hasValue {
			e.Min, e.Max = it.min, it.max
		}
	}
	v.paths()
}

// mend corrects what a toolkit gives to the wrong object.
func (q quirks) mend(it *item) {
	if q.kit == desktop.Qt && it.e.Role == desktop.Tab && it.n.States.Has(atspi.Focused) {
		it.n.States = it.n.States&^atspi.Focused | atspi.Selected // it says so of the tab in front, wherever the focus is
	}
	if q.kit == desktop.GTK4 && it.e.Role == desktop.MenuItem {
		it.submenu = it.submenu || opensMenu(it)
		if it.submenu {
			it.n.States |= atspi.Expandable
		}
	}
	if q.kit != desktop.GTK4 || it.e.Role != desktop.Button {
		return
	}
	// GtkMenuButton is a button around a button; only the inner one can be pressed.
	if len(it.kids) == 1 && it.kids[0].e.Role == desktop.Button {
		it.e.Role = desktop.Group
	}
}

// opensMenu reports whether an entry of a GTK 4 menu leads to another menu, which GTK says only once that was opened:
// it is in the bar of menus, or an arrow is drawn at its end.
func opensMenu(it *item) bool {
	if it.parent != nil && it.parent.e.Role == desktop.MenuBar {
		return true
	}
	return slices.ContainsFunc(it.kids, func(k *item) bool { return k.n.Name == "GtkBuiltinIcon" })
}

// offset turns a toolkit's places into points of the screen.
type offset struct {
	x, y float64
	ok   bool
}

func (o offset) apply(r atspi.Rect, shrink float64) desktop.Rect {
	if !o.ok {
		return desktop.Rect{}
	}
	if shrink <= 0 {
		shrink = 1
	}
	return desktop.Rect{X: float64(r.X)/shrink + o.x, Y: float64(r.Y)/shrink + o.y, W: float64(r.W) / shrink, H: float64(r.H) / shrink}
}

// scalePages finds pages whose places are told in pixels. Chromium tells the places of its own buttons in points, and
// those of the page in pixels; how many go into a point shows in the page and the view around it, which are as wide.
func (v *view) scalePages() {
	if v.q.kit != desktop.Chromium || v.single {
		return
	}
	for _, it := range v.items { // parents first
		up := it.parent
		switch {
		case up == nil && v.part:
			k, _, known := v.t.recall(it.n.Ref)
			if !known {
				k, _, _ = v.t.recall(it.n.Parent)
			}
			it.shrink = k.shrink
		case up != nil && up.shrink > 0:
			it.shrink = up.shrink
		case up != nil && it.e.Role == desktop.Document && it.located && up.located && up.rect.W > 0:
			f := math.Round(float64(it.rect.W)/float64(up.rect.W)*100) / 100
			if math.Abs(f-1) >= 0.05 && math.Abs(float64(it.rect.X)-f*float64(up.rect.X)) <= 2 {
				it.shrink = f
			}
		}
	}
}

func holdsDocument(it *item) bool {
	for _, k := range it.kids {
		if k.e.Role == desktop.Document {
			return true
		}
	}
	return false
}

// origin tells where a window's own places count from: the screen for all toolkits but GTK 4.
func (v *view) origin(ctx context.Context, w *item) offset {
	if v.q.kit != desktop.GTK4 {
		return offset{ok: true}
	}
	if v.t.geo == nil {
		return offset{}
	}
	if w.floats {
		return popoverOrigin(w)
	}
	title, r := w.n.Name, w.rect
	if !w.top {
		if v.above.Ref.Nil() || v.adrift || v.t.adrift(w.n.Ref) || v.t.adrift(w.n.Parent) {
			return offset{}
		}
		title = v.above.Name
		b := v.t.c.NewBatch(ctx)
		b.Bounds(v.above.Ref, v.q.origin(), &r, nil)
		b.Run()
	}
	x, y, ok := v.t.geo.WindowOrigin(ctx, v.app.PID, title, float64(r.W), float64(r.H))
	return offset{x - float64(r.X), y - float64(r.Y), ok}
}

// verbsOf tells what an element can be asked. up is what its parent offers; asked is false when the actions were
// not looked at, and then the role decides.
func verbsOf(q quirks, e desktop.Element, n atspi.Node, up atspi.Interfaces, acts []atspi.Action, asked bool) []desktop.Verb {
	var out []desktop.Verb
	switch {
	case asked && pressIndex(e.Role, acts) >= 0,
		!asked && n.Interfaces.Has(atspi.HasAction) && pressable(e.Role):
		out = append(out, desktop.Press)
	case q.kit == desktop.GTK4 && e.Role == desktop.Combo:
		out = append(out, desktop.Press) // through the button in it
	}
	if n.Interfaces.Has(atspi.HasEditable) && e.Has(desktop.Editable) && !e.Has(desktop.Secure) {
		out = append(out, desktop.SetText)
		if n.Interfaces.Has(atspi.HasText) {
			out = append(out, desktop.Insert)
		}
	}
	if n.Interfaces.Has(atspi.HasValue) && (e.Role == desktop.Slider || e.Role == desktop.SpinButton || e.Role == desktop.ScrollBar) {
		out = append(out, desktop.SetValue)
	}
	if up.Has(atspi.HasSelection) && (e.Has(desktop.Selectable) || e.Role == desktop.ListItem || e.Role == desktop.Tab) {
		out = append(out, desktop.Select)
	}
	if e.Has(desktop.Expandable) && (pressIndex(e.Role, acts) >= 0 || actionIndex(acts, expandNames...) >= 0 || !asked) {
		out = append(out, desktop.Expand, desktop.Collapse)
	}
	if e.Has(desktop.Focusable) && n.Interfaces.Has(atspi.HasComponent) {
		out = append(out, desktop.Focus)
	}
	if q.kit == desktop.Chromium || q.kit == desktop.WebKit {
		out = append(out, desktop.Reveal)
	}
	if actionIndex(acts, menuNames...) >= 0 {
		out = append(out, desktop.ShowMenu)
	}
	return out
}

func valueOf(it *item) string {
	switch {
	case it.hasValue && it.e.Role != desktop.SpinButton, it.hasValue && it.text == "":
		return number(it.now)
	case it.e.Role == desktop.Label && it.text == it.e.Name:
		return ""
	case it.e.Role == desktop.Combo && !worded(it.text):
		return comboText(it) // browsers stand a placeholder in for what is chosen
	}
	return capped(it.text)
}

// comboText is what a closed combo shows: what was chosen in it, else the labels in it.
func comboText(it *item) string {
	if worded(it.picked) {
		return it.picked
	}
	var words []string
	var look func(it *item)
	look = func(it *item) {
		for _, k := range it.kids {
			if unseenIn(k, it) {
				continue
			}
			if k.e.Role == desktop.Label && k.e.Name != "" {
				words = append(words, k.e.Name)
			} else if k.e.Role != desktop.Menu && k.e.Role != desktop.List {
				look(k)
			}
		}
	}
	look(it)
	return strings.Join(words, " ")
}

// labelsIn are the labels that comboText joins.
func labelsIn(it *item) []atspi.Ref {
	var out []atspi.Ref
	for _, k := range it.kids {
		switch {
		case unseenIn(k, it):
		case k.e.Role == desktop.Label && k.e.Name != "":
			out = append(out, k.n.Ref)
		case k.e.Role != desktop.Menu && k.e.Role != desktop.List:
			out = append(out, labelsIn(k)...)
		}
	}
	return out
}

// number writes a value without the noise of binary fractions.
func number(f float64) string {
	s := strconv.FormatFloat(f, 'f', 6, 64)
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

// capped cuts a text to MaxValue bytes, on a character.
func capped(s string) string {
	if len(s) <= desktop.MaxValue {
		return s
	}
	s = s[:desktop.MaxValue]
	for len(s) > 0 && !utf8.ValidString(s[max(0, len(s)-utf8.UTFMax):]) {
		s = s[:len(s)-1]
	}
	return s
}

// paths gives every element its path. Boxes without a name are left out of the paths of what is in them, so that
// a change of layout does not lose an element; places among equals are counted in reading order.
func (v *view) paths() {
	type key struct {
		above *item
		role  desktop.Role
		name  string
	}
	count := map[key]int{}
	var walk func(it, above *item, path []desktop.Step)
	walk = func(it, above *item, path []desktop.Step) {
		k := key{above, it.e.Role, it.e.Name}
		step := desktop.Step{Role: it.e.Role, Name: it.e.Name, Nth: count[k]}
		count[k]++
		own := append(path[:len(path):len(path)], step)
		it.e.Path = own
		if it.e.Name == "" && (it.e.Role == desktop.Group || it.e.Role == desktop.Other) {
			own = path
		} else {
			above = it
		}
		for _, kid := range it.kids {
			walk(kid, above, own)
		}
	}
	for _, it := range v.items {
		if it.parent != nil {
			continue
		}
		above := v.root
		if n := len(above); n > 0 && !v.page {
			above = above[:n-1]
			count[key{nil, it.e.Role, it.e.Name}] = v.root[n-1].Nth
		}
		walk(it, nil, above)
	}
}

func (v *view) elements() []desktop.Element {
	out := make([]desktop.Element, len(v.items))
	for i, it := range v.items {
		out[i] = it.e
	}
	return out
}

func (v *view) windows() []desktop.Element {
	var out []desktop.Element
	for _, it := range v.items {
		if it.top {
			out = append(out, it.e)
		}
	}
	return out
}

// tell writes into a Snapshot what is missing from it.
func (v *view) tell(s *desktop.Snapshot, stops atspi.Stops, late bool) {
	s.Unreadable = stops.Unreadable
	for _, it := range v.items {
		if it.err != nil {
			s.Unreadable++
		}
	}
	for _, p := range []struct {
		on   bool
		name string
	}{{stops.Nodes, "nodes"}, {stops.Budget || late, "budget"}, {stops.Paged, "paged"}, {stops.Cache, "cache"}} {
		if p.on {
			s.Truncated = append(s.Truncated, p.name)
		}
	}
}
