package linux

import (
	"context"
	"strings"
	"unicode/utf8"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// name gives every item its name: its own; that of a label which says it is for it, or its tooltip; the text in
// it; the label beside or above it.
func (v *view) name(ctx context.Context) {
	v.askLabels(ctx)
	for i := len(v.items) - 1; i >= 0; i-- { // children first: a name may come from them
		v.nameOne(v.items[i])
	}
	v.nameByPlace()
}

func (v *view) nameOne(it *item) {
	inside, from, several := v.inside(it)
	q := v.of(it.n.Ref)
	own := q.clean(it.n)
	if q.kit == desktop.GTK4 {
		if once := undouble(own, inside); once != own {
			own, it.namedBy = once, from
		}
	}
	if mnemonic(it.e.Role, own) {
		own = unmnemonic(own)
	}
	if field(it.e.Role) {
		own = trimColon(own)
	}
	it.e.Desc = it.n.Desc
	switch {
	case own != "":
		it.e.Name, it.e.NameFrom = own, desktop.NameOwn
	case v.byLabel(it):
	case inside != "" && namedByContent(it.e.Role):
		it.e.Name, it.e.NameFrom, it.namedBy, it.composed = inside, desktop.NameChild, from, several
	case namedByContent(it.e.Role) && hint(it.n.Desc) != "":
		it.e.Name, it.e.NameFrom = hint(it.n.Desc), desktop.NameLabel
	}
}

// trimColon removes what only leads from a label to its field.
func trimColon(s string) string { return strings.TrimRight(s, ":： ") }

func namedByContent(r desktop.Role) bool {
	return pressable(r) || r == desktop.ListItem || r == desktop.Cell || r == desktop.Heading || r == desktop.Alert || r == desktop.Label
}

// inside is the text within it: its labels, joined, the first of them, and whether there are several.
func (v *view) inside(it *item) (text string, from atspi.Ref, several bool) {
	if !namedByContent(it.e.Role) {
		return "", atspi.Ref{}, false
	}
	row := it.e.Role == desktop.ListItem || it.e.Role == desktop.Cell
	var words []string
	var first atspi.Ref
	var look func(it *item, depth int)
	look = func(it *item, depth int) {
		for _, k := range it.kids {
			if len(words) >= 3 {
				return
			}
			if unseenIn(k, it) {
				continue
			}
			if k.e.Name != "" && (speaks(k.e.Role) || row && pressable(k.e.Role)) {
				if len(words) == 0 {
					first = k.n.Ref
				}
				words = append(words, k.e.Name)
				continue
			}
			if depth < 5 && !pressable(k.e.Role) {
				look(k, depth+1)
			}
		}
	}
	look(it, 0)
	return strings.Join(words, " "), first, len(words) > 1
}

// unseenIn reports whether k, in something seen, is not seen itself, as the other pages of a GTK 4 stack.
func unseenIn(k, it *item) bool { return k.sight == hidden && it.sight != hidden }

// speaks are the roles whose name is a text that is shown.
func speaks(r desktop.Role) bool {
	return r == desktop.Label || r == desktop.Image || r == desktop.Heading || r == desktop.Cell
}

// askLabels asks nameless fields and buttons who labels them, and labels outside the snapshot for their names.
func (v *view) askLabels(ctx context.Context) {
	b := v.t.c.NewBatch(ctx)
	for _, it := range v.items {
		if (field(it.e.Role) || it.e.Role == desktop.Button) && v.of(it.n.Ref).clean(it.n) == "" {
			b.Labels(it.n.Ref, &it.labels, nil)
		}
	}
	b.Run()
}

// byLabel names it by the label that says so. A label that is its own child is no news.
func (v *view) byLabel(it *item) bool {
	var words []string
	for _, r := range it.labels {
		l := v.seen[r]
		if l == nil || within(l, it) {
			continue
		}
		if s := v.of(r).clean(l.n); s != "" {
			words = append(words, s)
			if it.namedBy.Nil() {
				it.namedBy = r
			}
		}
	}
	if len(words) == 0 {
		return false
	}
	it.e.Name, it.e.NameFrom, it.composed = trimColon(strings.Join(words, " ")), desktop.NameLabel, len(words) > 1
	return true
}

func within(it, outer *item) bool {
	for p := it; p != nil; p = p.parent {
		if p == outer {
			return true
		}
	}
	return false
}

// nameByPlace pairs nameless fields with labels beside or above them. Each label names one field: the nearest.
func (v *view) nameByPlace() {
	type pair struct {
		field, label *item
		dist         float64
	}
	var labels []*item
	for _, it := range v.items {
		if it.e.Role == desktop.Label && caption(it.e.Name) && it.located && !partOfControl(it) {
			labels = append(labels, it)
		}
	}
	if len(labels) > maxPlaced {
		return // a page of text: what stands near a field says little there, and the pairs grow too many
	}
	best := map[*item]pair{} // by label
	taken := map[*item]bool{}
	var fields []*item
	for _, it := range v.items {
		if field(it.e.Role) && it.e.Role != desktop.List && it.e.Role != desktop.Table && it.e.Name == "" && it.located && placed(it.rect) {
			fields = append(fields, it)
		}
	}
	// Nearest first, twice: a field whose label went to a nearer one may have another.
	for range 2 {
		clear(best)
		for _, f := range fields {
			if f.e.Name != "" {
				continue
			}
			var p pair
			for _, l := range labels {
				if taken[l] || frameOf(l) != frameOf(f) {
					continue
				}
				if d, ok := beside(f.rect, l.rect); ok && (p.label == nil || d < p.dist) {
					p = pair{f, l, d}
				}
			}
			if p.label != nil {
				if b, ok := best[p.label]; !ok || p.dist < b.dist {
					best[p.label] = p
				}
			}
		}
		for l, p := range best {
			taken[l] = true
			p.field.e.Name = trimColon(l.e.Name)
			p.field.e.NameFrom, p.field.namedBy = desktop.NameGeometry, l.n.Ref
		}
	}
}

// caption reports whether a text could name a field. Sentences that happen to stand above one (a warning bar over an
// editor) do not.
func caption(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= 40 && len(strings.Fields(s)) <= 6
}

// partOfControl reports whether a label belongs to what it is in, as the choice shown in a combo.
func partOfControl(it *item) bool {
	for p := it.parent; p != nil; p = p.parent {
		switch r := p.e.Role; {
		case pressable(r), r == desktop.Combo, r == desktop.ListItem, r == desktop.Cell, r == desktop.Toolbar:
			return true
		}
	}
	return false
}

// maxPlaced bounds the labels that pairing by place looks at.
const maxPlaced = 400

// Distances, in the toolkit's units, within which a label still belongs to a field.
const (
	besideMax = 250
	aboveMax  = 24
)

// beside measures how far a label is from a field it may name: on the same row and before it, or just above it
// and beginning where it begins. A label above counts as farther, so that a row wins over a heading.
func beside(f, l atspi.Rect) (float64, bool) {
	overlap := min(f.Y+f.H, l.Y+l.H) - max(f.Y, l.Y)
	gap := f.X - (l.X + l.W)
	if 2*overlap >= min(f.H, l.H) && gap > -8 && gap <= besideMax {
		return float64(max(0, gap)), true
	}
	rise := f.Y - (l.Y + l.H)
	across := min(f.X+f.W, l.X+l.W) - max(f.X, l.X)
	if rise > -4 && rise <= aboveMax && across > 0 && l.X <= f.X+f.W/4 {
		return 100 + float64(max(0, rise)), true
	}
	return 0, false
}
