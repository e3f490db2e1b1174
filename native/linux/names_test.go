package linux

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

// form makes a view of one window with these things in it; it needs no connection.
func form(items ...*item) *view {
	v := &view{q: quirks{desktop.GTK3}, seen: map[atspi.Ref]*item{}}
	top := &item{n: atspi.Node{Name: "Window", Role: atspi.RoleFrame}, top: true}
	top.e.Role = desktop.WindowRole
	v.items = append(v.items, top)
	for i, it := range items {
		it.n.Ref = atspi.Ref{Bus: ":1.1", Path: string(rune('a' + i))}
		if it.parent == nil {
			it.parent = top
		}
		it.parent.kids = append(it.parent.kids, it)
		it.located = it.rect.W > 0
		v.seen[it.n.Ref] = it
		v.items = append(v.items, it)
	}
	return v
}

func thing(role desktop.Role, name string, x, y, w, h int32) *item {
	it := &item{n: atspi.Node{Name: name}, rect: atspi.Rect{X: x, Y: y, W: w, H: h}}
	it.e.Role, it.e.Name = role, name
	return it
}

func TestAFieldTakesTheNearestLabelOfItsRow(t *testing.T) {
	first := thing(desktop.TextField, "", 100, 10, 200, 30)
	second := thing(desktop.TextField, "", 100, 50, 200, 30)
	v := form(thing(desktop.Label, "First:", 10, 15, 60, 20), first, thing(desktop.Label, "Second:", 10, 55, 60, 20), second)
	v.nameByPlace()
	require.Equal(t, "First", first.e.Name)
	require.Equal(t, desktop.NameGeometry, first.e.NameFrom)
	require.Equal(t, "Second", second.e.Name)
	require.Equal(t, "c", second.namedBy.Path)
}

func TestAFieldTakesTheLabelAboveWhenItsRowHasNone(t *testing.T) {
	one := thing(desktop.TextField, "", 10, 30, 200, 30)
	two := thing(desktop.TextField, "", 10, 90, 200, 30)
	v := form(thing(desktop.Label, "One", 10, 10, 60, 18), one, thing(desktop.Label, "Two", 10, 68, 60, 18), two)
	v.nameByPlace()
	require.Equal(t, "One", one.e.Name)
	require.Equal(t, "Two", two.e.Name)
}

func TestALabelNamesOneFieldOnly(t *testing.T) {
	near, far := thing(desktop.TextField, "", 80, 10, 50, 30), thing(desktop.TextField, "", 140, 10, 50, 30)
	v := form(thing(desktop.Label, "From", 10, 15, 60, 20), near, far)
	v.nameByPlace()
	require.Equal(t, "From", near.e.Name)
	require.Empty(t, far.e.Name)
}

func TestWhatIsNotBesideAFieldDoesNotNameIt(t *testing.T) {
	for name, label := range map[string]*item{
		"to the right": thing(desktop.Label, "x", 320, 15, 60, 20),
		"below":        thing(desktop.Label, "x", 100, 60, 60, 20),
		"far above":    thing(desktop.Label, "x", 100, -60, 60, 20),
		"far left":     thing(desktop.Label, "x", -400, 15, 60, 20),
		"nameless":     thing(desktop.Label, "", 40, 15, 50, 20),
	} {
		f := thing(desktop.TextField, "", 100, 10, 200, 30)
		form(label, f).nameByPlace()
		require.Empty(t, f.e.Name, name)
	}
	button := thing(desktop.Button, "Go", 10, 10, 80, 30)
	inside := thing(desktop.Label, "Go", 20, 15, 40, 20)
	inside.parent = button
	f := thing(desktop.TextField, "", 100, 10, 200, 30)
	form(button, inside, f).nameByPlace()
	require.Empty(t, f.e.Name, "the text of a button is the button's")
}

func TestNamesComeFromTheBestSource(t *testing.T) {
	button := thing(desktop.Button, "", 0, 0, 50, 20)
	button.n.Desc = "Tip [Ctrl+T]"
	text := thing(desktop.Label, "Text", 5, 5, 30, 10)
	text.parent = button
	v := form(button, text)
	for i := len(v.items) - 1; i >= 0; i-- {
		v.nameOne(v.items[i])
	}
	require.Equal(t, "Text", button.e.Name)
	require.Equal(t, desktop.NameChild, button.e.NameFrom)
	require.Equal(t, "Tip [Ctrl+T]", button.e.Desc)

	bare := thing(desktop.Button, "", 0, 0, 50, 20)
	bare.n.Desc = "Tip [Ctrl+T]"
	form(bare).nameOne(bare)
	require.Equal(t, "Tip", bare.e.Name)
	require.Equal(t, desktop.NameLabel, bare.e.NameFrom)

	field := thing(desktop.TextField, "", 0, 0, 50, 20)
	label := thing(desktop.Label, "Street:", 200, 200, 30, 10)
	v = form(label, field)
	field.labels = []atspi.Ref{label.n.Ref}
	v.nameOne(field)
	require.Equal(t, "Street", field.e.Name)
	require.Equal(t, desktop.NameLabel, field.e.NameFrom)

	own := thing(desktop.TextField, "City:", 0, 0, 50, 20)
	form(own).nameOne(own)
	require.Equal(t, "City", own.e.Name)
	require.Equal(t, desktop.NameOwn, own.e.NameFrom)
}

func TestARowIsNamedByWhatItHolds(t *testing.T) {
	row := thing(desktop.ListItem, "", 0, 0, 100, 20)
	link := thing(desktop.Link, "Read more", 0, 0, 50, 20)
	date := thing(desktop.Label, "Monday", 50, 0, 50, 20)
	link.parent, date.parent = row, row
	v := form(row, link, date)
	for i := len(v.items) - 1; i >= 0; i-- {
		v.nameOne(v.items[i])
	}
	require.Equal(t, "Read more Monday", row.e.Name)
}
