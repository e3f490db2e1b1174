package linux

import (
	"context"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// GTK 4 says of the pages behind the one in front what it says of that one: visible, and with the places they had
// when they were last in front. Only asking the window what is at such a place tells which page it is.

// page reports whether n is a page of a GTK 4 stack or notebook: a box that can't have a place.
func (q quirks) page(n atspi.Node) bool {
	return q.kit == desktop.GTK4 && !n.Interfaces.Has(atspi.HasComponent) && n.Role == atspi.RolePanel
}

// samples is how many places of a page are asked for. What is insensitive or scrolled away is not found at its
// place, so that one may say nothing.
const samples = 4

// judgePages hides the pages that another page covers.
func (v *view) judgePages(ctx context.Context) {
	type question struct {
		page *item
		at   atspi.Ref
	}
	pages := map[*item]int{} // seen pages by parent
	for _, it := range v.items {
		if it.sight == seen && it.parent != nil && v.q.page(it.n) {
			pages[it.parent]++
		}
	}
	for stack := range pages {
		if v.byTab(stack) {
			delete(pages, stack)
		}
	}
	var asked []*question
	b := v.t.c.NewBatch(ctx)
	for _, it := range v.items {
		if it.sight != seen || it.parent == nil || !v.q.page(it.n) || pages[it.parent] < 2 {
			continue
		}
		window := frameOf(it).n.Ref
		for _, r := range it.places(nil) {
			q := &question{page: it}
			asked = append(asked, q)
			b.At(window, r.X+r.W/2, r.Y+r.H/2, v.q.origin(), &q.at, nil)
		}
	}
	b.Run()
	front, behind := map[*item]bool{}, map[*item]bool{}
	for _, q := range asked {
		found := v.seen[q.at]
		if found == nil {
			continue
		}
		for p := found; p != nil; p = p.parent {
			if p == q.page {
				front[q.page] = true
			} else if p.parent == q.page.parent && v.q.page(p.n) {
				behind[q.page] = true
			}
		}
	}
	for page := range behind {
		if !front[page] {
			page.sight = hidden
		}
	}
	v.hideBelow()
}

// byTab hides the pages of a notebook whose tab is not in front, and tells whether the tabs said which that is.
func (v *view) byTab(stack *item) bool {
	if stack.parent == nil {
		return false
	}
	var pages, tabs []*item
	for _, k := range stack.kids {
		if v.q.page(k.n) {
			pages = append(pages, k)
		}
	}
	for _, box := range stack.parent.kids {
		for _, list := range append([]*item{box}, box.kids...) {
			if list.e.Role != desktop.TabList {
				continue
			}
			for _, k := range list.kids {
				if k.e.Role == desktop.Tab {
					tabs = append(tabs, k)
				}
			}
		}
	}
	front := -1
	for i, tab := range tabs {
		if tab.n.States.Has(atspi.Selected) {
			if front >= 0 {
				return false
			}
			front = i
		}
	}
	if front < 0 || len(tabs) != len(pages) {
		return false
	}
	for i, page := range pages {
		if i != front {
			page.sight = hidden
		}
	}
	return true
}

// places are a few places of seen elements inside it, innermost ones.
func (it *item) places(out []atspi.Rect) []atspi.Rect {
	for _, k := range it.kids {
		if len(out) >= samples {
			break
		}
		if k.sight == seen && k.located && placed(k.rect) && len(k.kids) == 0 || pressable(k.e.Role) {
			out = append(out, k.rect)
			continue
		}
		out = k.places(out)
	}
	return out
}

// covered asks, for one element that was read alone, whether its page is behind another.
func (v *view) covered(ctx context.Context, it *item, up []atspi.Ref) bool {
	if v.q.kit != desktop.GTK4 || len(up) == 0 || !it.located || !placed(it.rect) {
		return false
	}
	mine := map[atspi.Ref]atspi.Ref{} // the page it is in, by what holds the page
	for _, r := range up {
		if k, above, ok := v.t.recall(r); ok && k.page && len(above) > 0 {
			mine[above[0]] = r
		}
	}
	if len(mine) == 0 {
		return false
	}
	var at atspi.Ref
	b := v.t.c.NewBatch(ctx)
	b.At(up[len(up)-1], it.rect.X+it.rect.W/2, it.rect.Y+it.rect.H/2, v.q.origin(), &at, nil)
	b.Run()
	_, found, known := v.t.recall(at)
	if !known {
		return it.known == hidden // nobody could say, so it is as it was
	}
	for i := 0; i+1 < len(found); i++ {
		if page, ok := mine[found[i+1]]; ok && page != found[i] {
			if k, _, _ := v.t.recall(found[i]); k.page {
				return true
			}
		}
	}
	return false
}
