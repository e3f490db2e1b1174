package desktoptest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func click(t *testing.T, d *Desk, c *Control) {
	t.Helper()
	require.NoError(t, d.Desktop().Input.Click(t.Context(), c.Pixel(), 1, 1, true))
}

func TestAClickHitsTheTopmostControlThere(t *testing.T) {
	d, a, w := form(t)
	b := w.Button("Go")
	over := a.Window("Over", frame)
	same := over.Button("Stop")
	require.Equal(t, b.Pixel(), same.Pixel())
	click(t, d, b)
	require.Zero(t, b.Pressed())
	require.Equal(t, 1, same.Pressed())
	w.Raise()
	click(t, d, b)
	require.Equal(t, 1, b.Pressed())
	require.True(t, b.Is(desktop.Focused))
}

func TestAClickOnAWindowBehindRaisesIt(t *testing.T) {
	d, a, w := form(t)
	a.Window("Far", desktop.Rect{X: 900, Y: 500, W: 200, H: 200})
	require.False(t, w.InFront())
	click(t, d, w.Check("Wrap", false))
	require.True(t, w.InFront())
}

func TestAClickOnNothingIsWrittenDownAsSuch(t *testing.T) {
	d, _, _ := form(t)
	require.NoError(t, d.Desktop().Input.Click(t.Context(), desktop.Pixel{X: 1900, Y: 1000}, 1, 1, false))
	require.Equal(t, "pointer click  (nothing)", d.Acts()[0].String())
}

func TestAModalDialogKeepsClicksFromItsWindow(t *testing.T) {
	d, _, w := form(t)
	b := w.Button("Go")
	w.Dialog("Sure?").Move(desktop.Rect{X: 900, Y: 700, W: 100, H: 100})
	n := 0
	b.On(func(*Control) { n++ })
	click(t, d, b)
	require.Zero(t, n)
	require.False(t, w.InFront())
}

func TestThePointerGoesBackUnlessTheUserMovedIt(t *testing.T) {
	d, _, w := form(t)
	b := w.Button("Go")
	was := d.Pointer()
	click(t, d, b)
	require.Equal(t, was, d.Pointer())
	require.NoError(t, d.Desktop().Input.Click(t.Context(), b.Pixel(), 1, 1, false))
	require.Equal(t, b.Pixel(), d.Pointer())
	b.On(func(*Control) { d.UserMoves() })
	click(t, d, b)
	require.Equal(t, desktop.Pixel{X: b.Pixel().X + 7, Y: b.Pixel().Y + 3}, d.Pointer())
}

func TestClicksMeanWhatTheyMeanThere(t *testing.T) {
	d, _, w := form(t)
	in := d.Desktop().Input
	list := w.Rows("Fruit", "Apple", "Pear")
	opened := 0
	list.Row("Pear").On(func(*Control) { opened++ })
	require.NoError(t, in.Click(t.Context(), list.Row("Pear").Pixel(), 1, 2, true))
	require.True(t, list.Row("Pear").Is(desktop.Selected))
	require.Equal(t, 2, opened, "selected, then opened")
	require.True(t, list.Is(desktop.Focused))

	level := w.Slider("Level", 0, 100, 0)
	click(t, d, level)
	require.Equal(t, "50", level.Content())

	word := w.Label("word")
	item := word.ContextMenu("Copy").Row("Copy")
	require.NoError(t, in.Click(t.Context(), word.Pixel(), 3, 1, true))
	require.True(t, item.Is(desktop.Visible))
	click(t, d, item)
	require.Equal(t, 1, item.Pressed())
	require.NoError(t, in.Click(t.Context(), word.Pixel(), 3, 1, true))
	click(t, d, level)
	require.False(t, item.Is(desktop.Visible), "a click elsewhere closes the menu")

	colour := w.Combo("Colour", "Red", "Green")
	click(t, d, colour)
	click(t, d, colour.Row("Green"))
	require.Equal(t, "Green", colour.Content())

	cut := w.Menu("Edit", "Cut")
	click(t, d, w.Find(desktop.Menu, "Edit"))
	click(t, d, cut)
	require.Equal(t, 1, cut.Pressed())

	off := w.Button("Off").Disable()
	n := 0
	off.On(func(*Control) { n++ })
	click(t, d, off)
	require.Zero(t, n)
}

func TestRowsOutOfViewCannotBeClicked(t *testing.T) {
	d, _, w := form(t)
	list := w.List("Things", 40)
	row := list.Row("Row 30")
	at := row.Pixel()
	require.NoError(t, d.Desktop().Input.Click(t.Context(), at, 1, 1, true))
	require.False(t, row.Is(desktop.Selected))
	require.NoError(t, d.Desktop().Input.Scroll(t.Context(), list.Pixel(), 0, 8))
	require.NotZero(t, list.Element().Bounds.Intersect(row.Element().Bounds))
	require.NoError(t, d.Desktop().Input.Scroll(t.Context(), list.Pixel(), 0, 80))
	acts := d.Acts()
	require.True(t, acts[len(acts)-1].Worked)
	require.NoError(t, d.Desktop().Input.Scroll(t.Context(), list.Pixel(), 0, 1))
	acts = d.Acts()
	require.False(t, acts[len(acts)-1].Worked, "the end of the list")
}

func TestWithoutADisplayThereIsNothingToClick(t *testing.T) {
	d, _, w := form(t)
	at := w.Pixel()
	d.SetDisplays()
	require.ErrorIs(t, d.Desktop().Input.Click(t.Context(), at, 1, 1, true), desktop.ErrNoDisplay)
	_, err := d.Desktop().Screen.Displays(t.Context())
	require.ErrorIs(t, err, desktop.ErrNoDisplay)
}
