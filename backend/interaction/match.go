package interaction

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"golang.org/x/text/cases"

	"pace/backend/desktop"
)

// match is how well one element fits a target; higher is better, 0 is not at all.
type match struct {
	el    desktop.Element
	score int
}

// Scores. Only exact fits act; a near fit is only ever offered as a question.
const (
	exact         = 100 // its own name, a label's that says so, or its child's text
	exactLoud     = 95  // its name save for an exclamation mark at the end, which sentences have too
	exactGeometry = 85  // a label that merely stands beside it
	exactDesc     = 80
	exactInside   = 70 // one of several texts inside it
	near          = 40 // contains the words
)

// fold makes names comparable: case, spaces, mnemonics, dots at the end, and the several characters in use for
// the same arithmetic sign.
func fold(s string) string {
	s = signs.Replace(s)
	s = cases.Fold().String(s)
	s = strings.Join(strings.Fields(s), " ")
	t := strings.TrimRight(s, ".…: ")
	if t == "" {
		return s
	}
	return t
}

var signs = strings.NewReplacer("−", "-", "–", "-", "×", "*", "✕", "*", "÷", "/", "∕", "/", "“", `"`, "”", `"`, "’", "'", "\u00a0", " ")

// pressable reports whether a person would press this element itself.
func pressable(e desktop.Element) bool {
	switch e.Role {
	case desktop.Button, desktop.Toggle, desktop.CheckBox, desktop.Radio, desktop.MenuItem, desktop.Link, desktop.Tab,
		desktop.ListItem, desktop.Combo, desktop.Menu, desktop.Cell, desktop.SpinButton:
		return true
	case desktop.TextField, desktop.Password, desktop.Slider:
		return true
	}
	return e.Can(desktop.Press) && e.Role != desktop.Label
}

// sameRole reports whether what is there is what was asked for; people call several things a button.
func sameRole(asked, is desktop.Role) bool {
	if asked == "" || asked == is {
		return true
	}
	switch asked {
	case desktop.Button:
		return is == desktop.Toggle || is == desktop.Link || is == desktop.Combo
	case desktop.CheckBox:
		return is == desktop.Toggle || is == desktop.MenuItem
	case desktop.Toggle:
		return is == desktop.CheckBox || is == desktop.Button
	case desktop.MenuItem:
		return is == desktop.Menu || is == desktop.CheckBox || is == desktop.Radio
	case desktop.Menu:
		return is == desktop.MenuItem || is == desktop.Button || is == desktop.Toggle
	case desktop.TextField:
		return is == desktop.SpinButton || is == desktop.Combo || is == desktop.Password
	case desktop.ListItem:
		return is == desktop.Cell
	case desktop.Combo:
		return is == desktop.Button
	case desktop.WindowRole:
		return is == desktop.Dialog
	}
	return false
}

// finder looks for a target among the elements of one snapshot.
type finder struct {
	snap   desktop.Snapshot
	byRef  map[desktop.Ref]desktop.Element
	usable func(desktop.Element) bool // which roles the act can use
}

func newFinder(s desktop.Snapshot, usable func(desktop.Element) bool) finder {
	f := finder{snap: s, byRef: make(map[desktop.Ref]desktop.Element, len(s.Elements)), usable: usable}
	for _, e := range s.Elements {
		f.byRef[e.Ref] = e
	}
	return f
}

// find returns the elements that fit best, all with the same score, in reading order, and near fits when there
// is no exact one.
func (f finder) find(t desktop.Target) (best, nearly []desktop.Element) {
	if len(t.Path) > 0 {
		return f.byPath(t.Path), nil
	}
	want := fold(t.Label)
	var ms []match
	for _, e := range f.snap.Elements {
		s := score(e, want)
		if s == 0 {
			continue
		}
		u, ok := f.climb(e)
		if !ok || !sameRole(t.Role, u.Role) || t.Container != "" && !f.inside(u, t.Container) {
			continue
		}
		if u.Ref != e.Ref && s > exactInside && u.Name != "" && fold(u.Name) != want {
			s = exactInside // one of several texts in it: less than something that is called so itself
		}
		ms = append(ms, match{u, s})
	}
	sort.SliceStable(ms, func(i, j int) bool { return ms[i].score > ms[j].score })
	seen := map[desktop.Ref]bool{}
	for _, m := range ms {
		if seen[m.el.Ref] {
			continue
		}
		if m.score <= near {
			seen[m.el.Ref] = true
			nearly = append(nearly, m.el)
			continue
		}
		if ms[0].score == m.score {
			seen[m.el.Ref] = true
			best = append(best, m.el)
		}
	}
	return f.order(best), f.order(nearly)
}

// byPath finds what a printed path means. Another window's title is forgiven only when no window has the one asked
// for (it may have been retitled) and a single element fits.
func (f finder) byPath(path []string) []desktop.Element {
	var near []desktop.Element
	titled := false
	for _, e := range f.snap.Elements {
		p := desktop.PathString(e.Path)
		if len(p) == 0 {
			continue
		}
		titled = titled || p[0] == path[0]
		if len(p) != len(path) || !slices.Equal(p[1:], path[1:]) {
			continue
		}
		if p[0] == path[0] {
			return []desktop.Element{e}
		}
		near = append(near, e)
	}
	if titled || len(near) != 1 {
		return nil
	}
	return near
}

// score compares an element's own words with want.
func score(e desktop.Element, want string) int {
	if want == "" {
		return 0
	}
	if name := fold(e.Name); name != "" {
		if name == want {
			if e.NameFrom == desktop.NameGeometry {
				return exactGeometry
			}
			return exact
		}
		if strings.TrimRight(name, "! ") == want && e.NameFrom != desktop.NameGeometry {
			return exactLoud
		}
		if len(want) >= 3 && containsWords(name, want) || name == withoutPictures(want) {
			return near // a picture may be a part of what was meant, as in thumbs down, or may only be said along
		}
	}
	if e.Desc != "" {
		if d := fold(e.Desc); d == want {
			return exactDesc
		} else if e.Name == "" && len(want) >= 3 && containsWords(d, want) {
			return near
		}
	}
	return 0
}

// withoutPictures cuts emoji off the end of a folded name.
func withoutPictures(s string) string {
	return strings.TrimRightFunc(s, func(r rune) bool {
		return r == ' ' || r >= 0x1F000 || r == 0xFE0F || r == 0x200D || r >= 0x2600 && r <= 0x27BF
	})
}

// containsWords reports whether s has want as whole words.
func containsWords(s, want string) bool {
	for from := 0; ; {
		i := strings.Index(s[from:], want)
		if i < 0 {
			return false
		}
		i += from
		before, after := true, true
		if i > 0 {
			before = !wordRune(lastRune(s[:i]))
		}
		if j := i + len(want); j < len(s) {
			after = !wordRune([]rune(s[j:])[0])
		}
		if before && after {
			return true
		}
		from = i + 1
		if from >= len(s) {
			return false
		}
		for from < len(s) && s[from]&0xc0 == 0x80 {
			from++
		}
	}
}

func lastRune(s string) rune {
	r := []rune(s)
	return r[len(r)-1]
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// climb goes from a named thing to what acts: a label in a row stands for the row.
func (f finder) climb(e desktop.Element) (desktop.Element, bool) {
	for range 4 {
		if f.usable(e) {
			return e, true
		}
		if e.Role != desktop.Label && e.Role != desktop.Image && e.Role != desktop.Group && e.Role != desktop.Other && e.Role != desktop.Cell {
			return e, false
		}
		p, ok := f.byRef[e.Parent]
		if !ok {
			return e, false
		}
		e = p
	}
	return e, false
}

// inside reports whether some ancestor carries the container's name.
func (f finder) inside(e desktop.Element, container string) bool {
	steps := e.Path[:max(0, len(e.Path)-1)]
	levels := containerLevels(container)
	if len(levels) == 1 && f.snap.App.Name != "" && fold(f.snap.App.Name) == trimKind(fold(container)) {
		return true
	}
	for _, level := range levels {
		i := slices.IndexFunc(steps, func(s desktop.Step) bool { return holds(s, level) })
		if i < 0 {
			return false
		}
		steps = steps[i+1:]
	}
	return true
}

// containerLevels splits "File > Export", outermost first.
func containerLevels(container string) []string { return strings.Split(container, " > ") }

// holds reports whether a step of a path is the container with this name.
func holds(s desktop.Step, container string) bool {
	n, want := fold(s.Name), trimKind(fold(container))
	return n == want || n == fold(container) || s.Role == desktop.WindowRole && containsWords(n, want)
}

// trimKind drops a trailing "menu", "group", "dialog"… which says what the container is, not its name.
func trimKind(s string) string {
	for _, k := range [...]string{" menu", " group", " dialog", " tab", " window", " panel", " section", " list", " toolbar", " box"} {
		if t, ok := strings.CutSuffix(s, k); ok && t != "" {
			return t
		}
	}
	return s
}

// order sorts in reading order: top to bottom, left to right; what has no place keeps its own.
func (f finder) order(es []desktop.Element) []desktop.Element {
	sort.SliceStable(es, func(i, j int) bool {
		a, b := es[i].Bounds, es[j].Bounds
		if a.Empty() || b.Empty() {
			return false
		}
		if a.Y+a.H <= b.Y || b.Y+b.H <= a.Y {
			return a.Y < b.Y
		}
		return a.X < b.X
	})
	return es
}

// window is the top-level element that holds e.
func (f finder) window(e desktop.Element) (desktop.Element, bool) {
	for range 80 {
		p, ok := f.byRef[e.Parent]
		if !ok || p.Role == desktop.Application {
			return e, e.Role == desktop.WindowRole || e.Role == desktop.Dialog || ok || len(e.Path) == 1
		}
		e = p
	}
	return e, false
}

// ancestors lists the elements above e, outermost first.
func (f finder) ancestors(e desktop.Element) []desktop.Element {
	var out []desktop.Element
	for range 80 {
		p, ok := f.byRef[e.Parent]
		if !ok || p.Role == desktop.Application {
			break
		}
		out = append([]desktop.Element{p}, out...)
		e = p
	}
	return out
}
