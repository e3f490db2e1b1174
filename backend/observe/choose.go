package observe

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"pace/backend/desktop"
)

// tier ranks what is told: the lower, the more useful to whoever is to act.
type tier int

const (
	focused   tier = iota // where typing would go
	control               // can be used, and has a name
	entry                 // rows, cells, options: there may be many
	nameless              // can be used, and only its content or description tells what it is
	disabled              // can't be used now
	statement             // headings, alerts, status
	words                 // labels and other text
	seen                  // read off the picture
	unfit                 // not told
)

// item is something that may get a line.
type item struct {
	tier tier
	at   desktop.Rect // points; zero = unknown
	n    int          // order of the snapshot
	row  row
	mark Mark
}

// listing is what a window shows, ranked, before it is cut to size.
type listing struct {
	items   []item
	useful  int // elements that tell something
	left    int // elements a person sees that tell nothing here
	secrets []desktop.Rect
	blur    bool // a secret field is shown, and nobody knows where
	roles   map[desktop.Role]int
	texts   map[string]bool // folded names that have a line
}

// choose ranks the elements of a snapshot. What lies outside its window or list is out of sight and is left out.
func choose(snap desktop.Snapshot, displays []desktop.Display) listing {
	l := listing{roles: map[desktop.Role]int{}, texts: map[string]bool{}}
	byRef := make(map[desktop.Ref]desktop.Element, len(snap.Elements))
	hidden := map[desktop.Ref]bool{} // what is inside a secret field; parents come first
	for _, e := range snap.Elements {
		byRef[e.Ref] = e
	}
	var plain []item // words, which are told only where no control says the same
	for i, e := range snap.Elements {
		if hidden[e.Parent] {
			hidden[e.Ref] = true
			continue
		}
		hide := secret(e)
		if hide {
			hidden[e.Ref] = true
			switch {
			case !e.Bounds.Empty():
				l.secrets = append(l.secrets, e.Bounds)
			case e.Has(desktop.Visible):
				l.blur = true
			}
		}
		if !e.Has(desktop.Visible) || !inSight(e, byRef) {
			continue
		}
		t := rank(e, hide)
		if counted(e.Role) {
			l.roles[e.Role]++
		}
		if t == unfit {
			if acts(e) {
				l.left++
			}
			continue
		}
		x := item{tier: t, at: e.Bounds, n: i, row: rowOf(e, placeOf(e.Bounds, displays), hide), mark: markOf(e)}
		if t == words {
			plain = append(plain, x)
			continue
		}
		l.texts[fold(e.Name)] = true
		l.items = append(l.items, x)
	}
	for _, x := range plain {
		// A label that names a control, or the text inside a button, is told by that control.
		if said := fold(x.row.label + " " + x.row.text); !l.texts[said] {
			l.texts[said] = true
			l.items = append(l.items, x)
		}
	}
	l.useful = len(l.items)
	return l
}

func fold(s string) string {
	return strings.TrimRight(strings.ToLower(column(s, textLimit)), ".…: ")
}

// rank says how useful an element is to know of.
func rank(e desktop.Element, hide bool) tier {
	switch {
	case acts(e) && e.Has(desktop.Focused):
		return focused
	case acts(e) && e.Name == "" && e.Desc == "" && (e.Value == "" || hide) && !writes(e):
		return unfit
	case acts(e) && !e.Has(desktop.Enabled):
		return disabled
	case acts(e) && e.Name == "" && e.Desc == "":
		return nameless
	case acts(e) && (e.Role == desktop.ListItem || e.Role == desktop.Cell):
		return entry
	case acts(e):
		return control
	case e.Name == "" && e.Desc == "" && e.Value == "":
		return unfit
	case e.Role == desktop.Label, e.Role == desktop.Cell, e.Role == desktop.Image && e.Name != "", e.Role == desktop.Document && e.Value != "":
		return words
	case states(e.Role):
		return statement
	}
	return unfit
}

// acts reports whether a person would use the element itself.
func acts(e desktop.Element) bool {
	switch e.Role {
	case desktop.Button, desktop.Toggle, desktop.CheckBox, desktop.Radio, desktop.TextField, desktop.Password, desktop.Combo,
		desktop.ListItem, desktop.Menu, desktop.MenuItem, desktop.Link, desktop.Tab, desktop.Slider, desktop.SpinButton:
		return true
	case desktop.Cell, desktop.Image, desktop.Group, desktop.Other:
		return e.Can(desktop.Press)
	}
	return false
}

// writes reports a field, which is worth knowing of even when it has no name and is empty.
func writes(e desktop.Element) bool {
	return e.Role == desktop.TextField || e.Role == desktop.Password || e.Role == desktop.Combo || e.Role == desktop.SpinButton
}

// inSight reports whether any of the element lies within the window and the scrolling things around it. Where a place
// is not known it is taken to be in sight.
func inSight(e desktop.Element, byRef map[desktop.Ref]desktop.Element) bool {
	r := e.Bounds
	if r.Empty() {
		return true
	}
	for p, depth := e.Parent, 0; !p.Zero() && depth < 64; depth++ {
		around, ok := byRef[p]
		if !ok {
			break
		}
		switch around.Role {
		case desktop.WindowRole, desktop.Dialog, desktop.List, desktop.Table, desktop.Document:
			if !around.Bounds.Empty() {
				if r = r.Intersect(around.Bounds); r.Empty() {
					return false
				}
			}
		}
		p = around.Parent
	}
	return true
}

// placeOf is the middle in pixels of the screen, as the tools count them.
func placeOf(r desktop.Rect, displays []desktop.Display) string {
	if r.Empty() {
		return ""
	}
	c := r.Center()
	if d, ok := desktop.DisplayAt(displays, c); ok {
		p := d.ToPixels(c)
		return fmt.Sprintf("%d,%d", p.X, p.Y)
	}
	return fmt.Sprintf("%.0f,%.0f", c.X, c.Y)
}

// add appends texts that were read off the picture, save those that an element already says.
func (l *listing) add(texts []item) {
	if l.texts == nil {
		l.texts = map[string]bool{}
	}
	for _, x := range texts {
		if f := fold(x.row.label); f != "" && !l.texts[f] {
			l.texts[f] = true
			l.items = append(l.items, x)
		}
	}
}

// finish orders the list, cuts it to size and numbers it.
func (l *listing) finish(c Config, s *Screen) {
	sort.SliceStable(l.items, func(i, j int) bool { return before(l.items[i], l.items[j]) })
	size := 0
	for i, x := range l.items {
		line := x.row.line(i + 1)
		if i >= c.Lines || size+len(line)+1 > c.Bytes {
			l.left += len(l.items) - i
			break
		}
		size += len(line) + 1
		x.mark.N = i + 1
		s.Lines, s.Marks = append(s.Lines, line), append(s.Marks, x.mark)
	}
	s.Unseen = l.left
}

// lineHeight is how far apart two things may be to be read as one line, in points.
const lineHeight = 12

// before is by rank, then as one reads. What has no place comes after what has one.
func before(a, b item) bool {
	switch {
	case a.tier != b.tier:
		return a.tier < b.tier
	case a.at.Empty() != b.at.Empty():
		return b.at.Empty()
	case a.at.Empty():
		return a.n < b.n
	}
	ya, yb := math.Floor(a.at.Center().Y/lineHeight), math.Floor(b.at.Center().Y/lineHeight)
	switch {
	case ya != yb:
		return ya < yb
	case a.at.X != b.at.X:
		return a.at.X < b.at.X
	}
	return a.n < b.n
}

// plurals are the roles that are counted for a summary.
var plurals = map[desktop.Role][2]string{
	desktop.Button: {"button", "buttons"}, desktop.Toggle: {"toggle button", "toggle buttons"}, desktop.CheckBox: {"check box", "check boxes"},
	desktop.Radio: {"radio button", "radio buttons"}, desktop.TextField: {"text field", "text fields"}, desktop.Password: {"password field", "password fields"},
	desktop.Combo: {"choice", "choices"}, desktop.ListItem: {"row", "rows"}, desktop.Link: {"link", "links"}, desktop.Tab: {"tab", "tabs"},
	desktop.Slider: {"slider", "sliders"}, desktop.SpinButton: {"number field", "number fields"}, desktop.Menu: {"menu", "menus"}, desktop.MenuItem: {"menu item", "menu items"},
}

func counted(r desktop.Role) bool { _, ok := plurals[r]; return ok }

// summary counts what the window holds, the five most frequent kinds.
func (l *listing) summary() string {
	roles := make([]desktop.Role, 0, len(l.roles))
	for r := range l.roles {
		roles = append(roles, r)
	}
	slices.SortFunc(roles, func(a, b desktop.Role) int {
		if d := l.roles[b] - l.roles[a]; d != 0 {
			return d
		}
		return strings.Compare(string(a), string(b))
	})
	var out []string
	for _, r := range roles[:min(5, len(roles))] {
		n, names := l.roles[r], plurals[r]
		word := names[1]
		if n == 1 {
			word = names[0]
		}
		out = append(out, fmt.Sprintf("%d %s", n, word))
	}
	return strings.Join(out, ", ")
}
