package desktoptest

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func act(t *testing.T, c *Control, v desktop.Verb, a desktop.Arg) {
	t.Helper()
	require.NoError(t, c.desk.Desktop().Actor.Do(t.Context(), c.Ref(), v, a))
}

func TestControlsDoWhatTheirRoleDoes(t *testing.T) {
	d, _, w := form(t)

	box := w.Check("Wrap", false)
	press(t, d, box)
	require.True(t, box.Is(desktop.Checked))
	press(t, d, box)
	require.False(t, box.Is(desktop.Checked))
	box.SetState(desktop.Mixed, true)
	press(t, d, box)
	require.True(t, box.Is(desktop.Checked))
	require.False(t, box.Is(desktop.Mixed))

	tog := w.Toggle("Bold", true)
	press(t, d, tog)
	require.False(t, tog.Is(desktop.Pressed))

	small, large := w.Radio("Small", true), w.Radio("Large", false)
	press(t, d, large)
	require.True(t, large.Is(desktop.Checked))
	require.False(t, small.Is(desktop.Checked))
	press(t, d, large)
	require.True(t, large.Is(desktop.Checked), "a radio button is not switched off by pressing it")

	colour := w.Combo("Colour", "Red", "Green")
	require.Equal(t, "Red", read(t, d, colour).Value)
	act(t, colour, desktop.Expand, desktop.Arg{})
	require.True(t, colour.Row("Green").Is(desktop.Visible))
	press(t, d, colour.Row("Green"))
	require.Equal(t, "Green", read(t, d, colour).Value)
	require.False(t, colour.Is(desktop.Expanded))
	require.True(t, colour.Row("Green").Is(desktop.Selected))
	require.False(t, colour.Row("Red").Is(desktop.Selected))
	colour.SetContent("Blue")
	require.Equal(t, "Green", colour.Content(), "only what is offered can be chosen")

	level := w.Slider("Level", 0, 100, 50)
	for n, want := range map[float64]string{30: "30", -5: "0", 400: "100"} {
		act(t, level, desktop.SetValue, desktop.Arg{Number: n})
		require.Equal(t, want, read(t, d, level).Value)
	}
	require.Equal(t, 100.0, read(t, d, level).Max)

	spin := w.Spin("Copies", 1, 9, 1)
	act(t, spin, desktop.SetText, desktop.Arg{Text: "4"})
	require.Equal(t, "4", read(t, d, spin).Value)
	act(t, spin, desktop.SetText, desktop.Arg{Text: "many"})
	require.Equal(t, "4", spin.Content())
	act(t, spin, desktop.SetValue, desktop.Arg{Number: 12})
	require.Equal(t, "9", spin.Content())

	list := w.List("Things", 30)
	act(t, list.Row("Row 3"), desktop.Select, desktop.Arg{})
	act(t, list.Row("Row 7"), desktop.Select, desktop.Arg{})
	require.False(t, list.Row("Row 3").Is(desktop.Selected))
	require.True(t, list.Row("Row 7").Is(desktop.Selected))
	bottom := list.Row("Row 30")
	require.Zero(t, list.Element().Bounds.Intersect(bottom.Element().Bounds))
	act(t, bottom, desktop.Reveal, desktop.Arg{})
	require.Equal(t, bottom.Element().Bounds, list.Element().Bounds.Intersect(bottom.Element().Bounds))
	act(t, list.Row("Row 1"), desktop.Reveal, desktop.Arg{})
	require.Zero(t, list.Element().Bounds.Intersect(bottom.Element().Bounds))

	pages := w.Tabs("General", "Network")
	wifi := pages[1].Check("Wi-Fi", false)
	require.False(t, wifi.Is(desktop.Visible))
	act(t, pages[1], desktop.Select, desktop.Arg{})
	require.True(t, wifi.Is(desktop.Visible))
	require.False(t, pages[0].Is(desktop.Selected))
}

func TestMenusOpenOneAtATimeAndCloseWhenAnItemIsPicked(t *testing.T) {
	d, _, w := form(t)
	pdf := w.Menu("File", "Export", "PDF…")
	cut := w.Menu("Edit", "Cut")
	file, edit := w.Find(desktop.Menu, "File"), w.Find(desktop.Menu, "Edit")
	press(t, d, file)
	press(t, d, file.Row("Export"))
	require.True(t, pdf.Is(desktop.Visible))
	press(t, d, edit)
	require.False(t, file.Is(desktop.Expanded))
	require.False(t, file.Row("Export").Is(desktop.Expanded))
	require.True(t, cut.Is(desktop.Visible))
	press(t, d, cut)
	require.False(t, edit.Is(desktop.Expanded))
	n := 0
	pdf.On(func(*Control) { n++ })
	press(t, d, pdf)
	require.Equal(t, 1, n, "a closed menu's items take a press all the same")
	require.Same(t, pdf, w.Menu("File", "Export", "PDF…"), "what is there is not added again")
}

func TestAContextMenuOpensWhenAskedFor(t *testing.T) {
	d, _, w := form(t)
	b := w.Label("word")
	copyItem := b.ContextMenu("Copy", "Look up").Row("Copy")
	require.False(t, copyItem.Is(desktop.Visible))
	act(t, b, desktop.ShowMenu, desktop.Arg{})
	require.True(t, copyItem.Is(desktop.Visible))
	press(t, d, copyItem)
	require.False(t, copyItem.Is(desktop.Visible))
}

func TestTextGoesInWholeOrAtTheCaret(t *testing.T) {
	d, _, w := form(t)
	f := w.Text("Name", "old")
	act(t, f, desktop.SetText, desktop.Arg{Text: "Grüße 🙂"})
	require.Equal(t, "Grüße 🙂", read(t, d, f).Value)
	act(t, f, desktop.Insert, desktop.Arg{Text: "!"})
	require.Equal(t, "Grüße 🙂!", f.Content())
}

func TestWhatGoesInMayBeRewritten(t *testing.T) {
	d, _, w := form(t)
	f := w.Text("Code", "").RewriteText(strings.ToUpper)
	act(t, f, desktop.SetText, desktop.Arg{Text: "abc"})
	require.Equal(t, "ABC", read(t, d, f).Value)
	require.Equal(t, "abc", f.Acts()[0].Arg, "what was asked for is written down")
	m := w.Text("Short", "").MaxLength(3)
	w.Focus(m)
	require.NoError(t, d.Desktop().Input.Type(t.Context(), "äöüß", nil))
	require.Equal(t, "äöü", m.Content())
}

func TestAChangeMayComeLateOrBeTakenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, _, w := form(t)
		late := w.Check("late", false).Delay(time.Second)
		brief := w.Check("brief", false).Reverts(time.Second)
		text := w.Text("text", "old").Reverts(time.Second)
		colour := w.Combo("Colour", "Red", "Green").Reverts(time.Second)
		level := w.Slider("Level", 0, 100, 50).Delay(500 * time.Millisecond).Reverts(250 * time.Millisecond)
		act(t, late, desktop.Press, desktop.Arg{})
		act(t, brief, desktop.Press, desktop.Arg{})
		act(t, text, desktop.SetText, desktop.Arg{Text: "new"})
		act(t, colour.Row("Green"), desktop.Press, desktop.Arg{})
		act(t, level, desktop.SetValue, desktop.Arg{Number: 30})
		at := func(dur time.Duration, late2, brief2 bool, text2, colour2, level2 string) {
			t.Helper()
			time.Sleep(dur)
			synctest.Wait()
			require.Equal(t, late2, late.Is(desktop.Checked))
			require.Equal(t, brief2, brief.Is(desktop.Checked))
			require.Equal(t, []string{text2, colour2, level2}, []string{text.Content(), colour.Content(), level.Content()})
		}
		at(0, false, true, "new", "Green", "50")
		at(600*time.Millisecond, false, true, "new", "Green", "30")
		at(300*time.Millisecond, false, true, "new", "Green", "50")
		at(300*time.Millisecond, true, false, "old", "Red", "50")
	})
}

func TestEffectsOfAChoiceOrAListFollowItsRows(t *testing.T) {
	_, _, w := form(t)
	var got []string
	note := func(c *Control) { got = append(got, c.Name()) }
	colour := w.Combo("Colour", "Red", "Green").On(note)
	list := w.Rows("Fruit", "Apple", "Pear").On(note)
	act(t, colour, desktop.Expand, desktop.Arg{})
	require.Empty(t, got, "opening a choice changes nothing")
	act(t, colour.Row("Green").On(note), desktop.Select, desktop.Arg{})
	act(t, list.Row("Pear"), desktop.Select, desktop.Arg{})
	act(t, list, desktop.Focus, desktop.Arg{})
	require.Equal(t, []string{"Green", "Colour", "Fruit"}, got)
	list.Ignore()
	act(t, list.Row("Apple"), desktop.Select, desktop.Arg{})
	require.False(t, list.Row("Apple").Is(desktop.Selected))
}

func TestThingsThatMoveByThemselvesDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, _, w := form(t)
		tick, clock, bar := w.Ticker("Mail", time.Second), w.Clock(), w.Progress("Copying", 100*time.Millisecond)
		was := clock.Name()
		time.Sleep(3 * time.Second)
		synctest.Wait()
		require.Equal(t, "Mail 3", tick.Name())
		require.NotEqual(t, was, clock.Name())
		require.Equal(t, "30", bar.Content())
		time.Sleep(7100 * time.Millisecond)
		synctest.Wait()
		require.Equal(t, "0", bar.Content(), "and begins again")
		tick.Vanish()
		w.Close()
	})
}

func TestManyMayUseTheDeskAtOnce(t *testing.T) {
	d, a, w := form(t)
	b, f, l := w.Check("Wrap", false), w.Text("Name", ""), w.Label("0")
	b.On(func(*Control) { l.SetLabel(l.Name() + "1") })
	desk := d.Desktop()
	events := watch(t, d, desktop.Scope{})
	var all sync.WaitGroup
	for _, fn := range []func(){
		func() { _ = desk.Actor.Do(t.Context(), b.Ref(), desktop.Press, desktop.Arg{}) },
		func() { _, _ = desk.Tree.Snapshot(t.Context(), desktop.Scope{App: a.Ref()}, desktop.Limits{}) },
		func() { _, _ = desk.Tree.Read(t.Context(), f.Ref()) },
		func() { f.SetContent("x"); f.Rebuild() },
		func() { w.Button("more").Vanish() },
		func() { _ = desk.Input.Click(t.Context(), f.Pixel(), 1, 1, true) },
		func() { d.UserMoves(); d.Acts(); d.Borrowed() },
		func() { _, _ = desk.Screen.Capture(t.Context(), w.ID(), desktop.PixelRect{}) },
		func() { _, _ = desk.Windows.List(t.Context()) },
		func() { drained(events) },
		func() { d.After(0, func() { l.SetLabel("0") }) },
	} {
		all.Go(func() {
			for range 50 {
				fn()
			}
		})
	}
	all.Wait()
	require.Equal(t, 50, b.Pressed())
}
