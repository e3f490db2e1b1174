package linux

import (
	"context"
	"slices"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// A list of GTK 4 has widgets only for the rows around those that show, and uses them again for others while it is
// scrolled. One that waits to be used keeps saying that it is visible, with the row and the place it last had. Only
// asking the list what is at that place tells.

// rowOf reports whether it is a row of a GTK 4 list.
func (q quirks) rowOf(it *item) bool {
	return q.kit == desktop.GTK4 && it.e.Role == desktop.ListItem && it.n.Interfaces.Has(atspi.HasComponent)
}

// judgeRows hides the rows in whose place another row is.
func (v *view) judgeRows(ctx context.Context) {
	type question struct {
		row *item
		at  atspi.Ref
	}
	var asked []*question
	b := v.t.c.NewBatch(ctx)
	for _, it := range v.items {
		if it.sight == seen && it.located && placed(it.rect) && it.parent != nil && v.q.rowOf(it) {
			q := &question{row: it}
			asked = append(asked, q)
			b.At(it.parent.n.Ref, it.rect.X+it.rect.W/2, it.rect.Y+it.rect.H/2, v.q.origin(), &q.at, nil)
		}
	}
	if len(asked) == 0 {
		return
	}
	b.Run()
	for _, q := range asked {
		found := v.seen[q.at]
		switch {
		case q.at.Nil():
		case found == nil, !within(found, q.row) && !within(q.row, found):
			q.row.sight = hidden // something else is there, be it a row beyond those that are read
		}
	}
	v.hideBelow()
}

// displaced asks, for a row that was read alone, whether another row is in its place.
func (v *view) displaced(ctx context.Context, it *item, up []atspi.Ref) bool {
	if !v.q.rowOf(it) || len(up) == 0 || !it.located || !placed(it.rect) {
		return false
	}
	var at atspi.Ref
	b := v.t.c.NewBatch(ctx)
	b.At(up[0], it.rect.X+it.rect.W/2, it.rect.Y+it.rect.H/2, v.q.origin(), &at, nil)
	b.Run()
	for range maxUp {
		if at.Nil() || at == it.n.Ref || slices.Contains(up, at) {
			return false
		}
		var above atspi.Ref
		b := v.t.c.NewBatch(ctx)
		b.Parent(at, &above, nil)
		b.Run()
		if above == up[0] {
			return true // it is in another row
		}
		at = above
	}
	return false
}
