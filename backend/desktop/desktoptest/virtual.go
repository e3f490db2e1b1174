package desktoptest

import (
	"pace/backend/desktop"
)

// Virtual is a list of many rows that has widgets for the ten that show and a few beside them only, and uses them again
// for others while its scroll bar moves. What is not made is in no tree.
type Virtual struct {
	*Control          // the list
	Bar      *Control // its scroll bar, which counts in points and includes the page that shows

	row    func(i int) string
	n      int
	grows  int
	deaf   int
	rows   []*Control
	chosen []string
}

// virtualShown is how many rows show, virtualSpare how many widgets wait beside them.
const (
	virtualShown = 10
	virtualSpare = 4
)

// Virtual adds a list of n rows, which row names.
func (c *Control) Virtual(name string, n int, row func(i int) string) *Virtual {
	c.desk.mu.Lock()
	defer c.desk.mu.Unlock()
	v := &Virtual{row: row, n: n}
	v.Control = c.addLocked(desktop.List, name, focusable)
	v.rect.H = virtualShown * rowHeight
	c.win.row += virtualShown - 2
	c.growLocked(v.rect)
	for range virtualShown + virtualSpare {
		r := v.addLocked(desktop.ListItem, "", desktop.Enabled|desktop.Selectable, desktop.Select)
		r.effects = append(r.effects, func(r *Control) {
			name := r.Name()
			v.change(func() { v.chosen = append(v.chosen, name) })
		})
		v.rows = append(v.rows, r)
	}
	v.Bar = c.addLocked(desktop.ScrollBar, "", desktop.Enabled, desktop.SetValue)
	v.Bar.rect = desktop.Rect{X: v.rect.X + v.rect.W - 8, Y: v.rect.Y, W: 8, H: v.rect.H}
	v.Bar.effects = append(v.Bar.effects, func(*Control) { v.change(v.bindLocked) })
	v.bindLocked()
	return v
}

// Grows makes the list load so many more rows each time its end shows, without end.
func (v *Virtual) Grows(by int) *Virtual { v.change(func() { v.grows = by }); return v }

// Deaf makes the list take no notice of the next times its scroll bar moves.
func (v *Virtual) Deaf(times int) *Virtual { v.change(func() { v.deaf = times }); return v }

// Chosen lists the rows that were chosen, by the names they had then.
func (v *Virtual) Chosen() []string {
	v.desk.mu.Lock()
	defer v.desk.mu.Unlock()
	return append([]string(nil), v.chosen...)
}

// First is the name of the first row that shows.
func (v *Virtual) First() string { return v.rows[0].Name() }

// bindLocked makes the widgets stand for the rows at which the scroll bar is.
func (v *Virtual) bindLocked() {
	most := max(v.n-virtualShown, 0)
	v.Bar.number = min(max(v.Bar.number, 0), float64(most)*rowHeight)
	v.Bar.max = float64(v.n) * rowHeight
	if v.deaf > 0 {
		v.deaf--
		return
	}
	first := int(v.Bar.number / rowHeight)
	for i, r := range v.rows {
		r.name, r.hidden = "", i >= virtualShown || first+i >= v.n
		if first+i < v.n {
			r.name = v.row(first + i)
		}
		r.state &^= desktop.Selected
	}
	if first == most {
		v.n += v.grows
		v.Bar.max = float64(v.n) * rowHeight
	}
}
