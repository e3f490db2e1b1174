package linux

import (
	"context"
	"slices"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// GTK 4 puts its menus, drop-down lists and bubbles into windows of their own, yet tells the places in them as if each
// lay exactly over what it belongs to, and keeps saying that they are visible after they have closed. Only the window
// system knows whether such a window is open and where.

// Popups is what a Geometry may also know: where on the screen, in points, the menus and other unmanaged windows of a
// program lie that show now. ok is false when that can't be told.
type Popups interface {
	Popups(ctx context.Context, pid int) (frames []desktop.Rect, ok bool)
}

// floats reports whether n lies in a window of its own over the one it belongs to.
func (q quirks) floats(n atspi.Node) bool {
	if q.kit != desktop.GTK4 || !n.Interfaces.Has(atspi.HasComponent) {
		return false
	}
	return popoverClass(n.Name) || n.Role == atspi.RoleMenu || n.Role == atspi.RolePopupMenu
}

// popoverClass reports whether a name is the class of a popover, which is what nameless ones are called.
func popoverClass(name string) bool {
	switch name {
	case "GtkPopover", "GtkPopoverMenu", "GtkEmojiChooser", "GtkTreePopover":
		return true
	}
	return false
}

// maxSpare is how much larger, in points, the window of a popover may be than what GTK tells of it: its arrow.
const maxSpare = 48

// placePopovers finds the windows of popovers. One that has none is closed.
func (v *view) placePopovers(ctx context.Context, items []*item) {
	geo, ok := v.t.geo.(Popups)
	if !ok {
		return
	}
	var open []*item
	for _, it := range items {
		if it.floats && it.located && placed(it.rect) {
			open = append(open, it)
		}
	}
	if len(open) == 0 {
		return
	}
	frames, ok := geo.Popups(ctx, v.app.PID)
	if !ok {
		return
	}
	sizes := make([]atspi.Rect, len(open))
	for i, it := range open {
		sizes[i] = it.rect
	}
	for i, f := range pairPopovers(sizes, frames) {
		if f < 0 {
			open[i].sight, open[i].shut = hidden, true
			continue
		}
		open[i].surface = &frames[f]
	}
}

// pairPopovers gives each popover the window whose size fits best, each window once, or -1.
func pairPopovers(sizes []atspi.Rect, frames []desktop.Rect) []int {
	type pair struct {
		it, frame int
		spare     float64
	}
	var pairs []pair
	for i, r := range sizes {
		for j, f := range frames {
			w, h := f.W-float64(r.W), f.H-float64(r.H)
			if w >= -1 && h >= -1 && w <= maxSpare && h <= maxSpare {
				pairs = append(pairs, pair{i, j, max(0, w) + max(0, h)})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		switch {
		case a.spare < b.spare:
			return -1
		case a.spare > b.spare:
			return 1
		}
		return 0
	})
	out := make([]int, len(sizes))
	for i := range out {
		out[i] = -1
	}
	taken := map[int]bool{}
	for _, p := range pairs {
		if out[p.it] < 0 && !taken[p.frame] {
			out[p.it], taken[p.frame] = p.frame, true
		}
	}
	return out
}

// frameOf is what places in it count from: the nearest popover around it, else its window.
func frameOf(it *item) *item {
	for p := it; p != nil; p = p.parent {
		if p.floats || p.parent == nil {
			return p
		}
	}
	return it
}

// popoverOrigin is where the places in a popover count from. Without its window nothing in it has a place.
func popoverOrigin(it *item) offset {
	up := it.parent
	if it.surface == nil || up == nil || !up.located {
		return offset{}
	}
	return offset{it.surface.X - float64(up.rect.X), it.surface.Y - float64(up.rect.Y), true}
}

// adrift reports whether an element that was read apart from its window lies in a popover, so that its place is not
// known.
func (t *Tree) adrift(r atspi.Ref) bool {
	k, up, ok := t.recall(r)
	if !ok || k.floats {
		return k.floats
	}
	for _, p := range up {
		if k, _, _ := t.recall(p); k.floats {
			return true
		}
	}
	return false
}
