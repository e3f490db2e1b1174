package linux

import (
	"context"
	"slices"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// A list of GTK 4 has widgets only for the rows around those that show, and uses them again for others while it is
// scrolled. One that waits to be used keeps saying that it is visible, with the row and the place it last had. Only
// asking the list what is at that place tells: the row itself, or something else, or nobody when the row there has not
// been asked for anything yet.

// rowOf reports whether it is a row of a GTK 4 list.
func (q quirks) rowOf(it *item) bool {
	return q.kit == desktop.GTK4 && it.e.Role == desktop.ListItem && it.n.Interfaces.Has(atspi.HasComponent)
}

// rowSamples are the heights in a row, in parts of four, at which the list is asked: between two rows it answers itself.
var rowSamples = [...]int32{1, 2, 3}

type rowAnswers [len(rowSamples)]struct {
	at  atspi.Ref
	err error
}

// askRow asks a list what is in the place of a row.
func askRow(b *atspi.Batch, list atspi.Ref, r atspi.Rect, q quirks, out *rowAnswers) {
	for i, part := range rowSamples {
		b.At(list, r.X+r.W/2, r.Y+r.H*part/4, q.origin(), &out[i].at, &out[i].err)
	}
}

// judgeRows hides the rows in whose place something else is.
func (v *view) judgeRows(ctx context.Context) {
	type question struct {
		row *item
		at  rowAnswers
	}
	var asked []*question
	b := v.t.c.NewBatch(ctx)
	for _, it := range v.items {
		// The list of a page is not among what was read.
		if it.sight == seen && it.located && placed(it.rect) && (it.parent != nil || v.page) && v.q.rowOf(it) && !frameOf(it).floats {
			q := &question{row: it}
			asked = append(asked, q)
			askRow(b, it.n.Parent, it.rect, v.q, &q.at)
		}
	}
	if len(asked) == 0 {
		return
	}
	b.Run()
	for _, q := range asked {
		own, other := false, false
		for _, a := range q.at {
			found := v.seen[a.at]
			switch {
			case a.err != nil, a.at == q.row.n.Parent, found != nil && within(q.row, found) && found != q.row:
			case found != nil && within(found, q.row):
				own = true
			default:
				other = true // be it a row beyond those that are read
			}
		}
		if other && !own {
			q.row.sight = hidden
		}
	}
	v.hideBelow()
}

// displaced asks, for a row that was read alone, whether another row is in its place.
func (v *view) displaced(ctx context.Context, it *item, up []atspi.Ref) bool {
	if !v.q.rowOf(it) || frameOf(it).floats || len(up) == 0 || !it.located || !placed(it.rect) {
		return false
	}
	var at rowAnswers
	b := v.t.c.NewBatch(ctx)
	askRow(b, up[0], it.rect, v.q, &at)
	b.Run()
	other := false
	for _, a := range at {
		switch {
		case a.err != nil || slices.Contains(up, a.at):
		case v.inRow(ctx, a.at, it.n.Ref, up):
			return false
		default:
			other = true
		}
	}
	return other
}

// inRow reports whether r lies in a row of the list up[0].
func (v *view) inRow(ctx context.Context, r, row atspi.Ref, up []atspi.Ref) bool {
	for range maxUp {
		if r == row {
			return true
		}
		if r.Nil() || slices.Contains(up, r) {
			break
		}
		var above atspi.Ref
		b := v.t.c.NewBatch(ctx)
		b.Parent(r, &above, nil)
		b.Run()
		r = above
	}
	return false
}
