package desktoptest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestKeysAreKnownByTheirUsualNames(t *testing.T) {
	d := New(t)
	in := d.Desktop().Input
	for _, k := range []desktop.Key{
		{Name: "a"}, {Name: "A"}, {Name: "F12"}, {Name: "Return"}, {Name: "enter"}, {Name: "Page_Up"}, {Name: "/"},
		{Mods: []string{"Ctrl", "shift"}, Name: "s"}, {Mods: []string{"super"}, Name: "left"},
	} {
		require.True(t, in.KeyKnown(k), "%v", k)
	}
	for _, k := range []desktop.Key{{Name: ""}, {Name: "F13"}, {Name: "any"}, {Name: "ü"}, {Mods: []string{"hyper"}, Name: "a"}, {Mods: []string{"cmd"}, Name: "a"}} {
		require.False(t, in.KeyKnown(k), "%v", k)
		require.ErrorIs(t, in.Chord(t.Context(), k), desktop.ErrUnsupported)
	}
	require.Empty(t, d.Acts())
}

func TestChordsEditTheFocusedText(t *testing.T) {
	d, _, w := form(t)
	f := w.Text("Name", "old text")
	w.Focus(f)
	d.UserCopies("pasted")
	for _, step := range []struct{ key, want string }{
		{"backspace", "old tex"}, {"home", "old tex"}, {"delete", "ld tex"}, {"shift+O", "Old tex"}, {"end", "Old tex"}, {"t", "Old text"},
		{"left", "Old text"}, {"space", "Old tex t"}, {"right", "Old tex t"}, {"ctrl+a", "Old tex t"}, {"ctrl+x", ""}, {"ctrl+v", "Old tex t"},
		{"ctrl+a", "Old tex t"}, {"x", "x"}, {"ctrl+a", "x"}, {"ctrl+c", "x"}, {"delete", ""}, {"ctrl+v", "x"}, {"ctrl+v", "xx"}, {"f5", "xx"},
	} {
		chord(t, d, step.key)
		require.Equal(t, step.want, f.Content(), step.key)
	}
	require.Equal(t, "x", d.Clipboard())
	f.SetState(desktop.ReadOnly, true)
	chord(t, d, "backspace")
	require.Equal(t, "xx", f.Content())
}

func TestTabMovesTheFocusAndEnterPressesTheDefault(t *testing.T) {
	d, _, w := form(t)
	f := w.Text("Name", "")
	off := w.Check("Off", false).Disable()
	box := w.Check("Wrap", false)
	ok := w.Button("OK")
	w.Default(ok)
	w.Focus(f)
	require.NoError(t, d.Desktop().Input.Type(t.Context(), "Ann\n", nil))
	require.Equal(t, "Ann", f.Content())
	require.Equal(t, 1, ok.Pressed())
	chord(t, d, "tab")
	require.True(t, box.Is(desktop.Focused))
	require.False(t, off.Is(desktop.Focused))
	chord(t, d, "space")
	require.True(t, box.Is(desktop.Checked))
	chord(t, d, "tab")
	chord(t, d, "return")
	require.Equal(t, 2, ok.Pressed())
	chord(t, d, "tab")
	require.True(t, f.Is(desktop.Focused), "round again")
	chord(t, d, "shift+tab")
	require.True(t, ok.Is(desktop.Focused))
	require.NoError(t, d.Desktop().Input.Type(t.Context(), " ", nil))
	require.Equal(t, 3, ok.Pressed())
}

func TestEnterAndTabInATextOfSeveralLinesAndOne(t *testing.T) {
	d, _, w := form(t)
	area, line := w.TextArea("Body", "a"), w.Text("Name", "")
	w.Focus(area)
	require.NoError(t, d.Desktop().Input.Type(t.Context(), "\nb", nil))
	chord(t, d, "return")
	require.Equal(t, "a\nb\n", area.Content())
	require.NoError(t, d.Desktop().Input.Type(t.Context(), "\tc", nil))
	require.Equal(t, "c", line.Content())
}

func TestEscapeClosesDialogsAndMenusAndOwnShortcutsComeFirst(t *testing.T) {
	d, a, w := form(t)
	f := w.Text("Name", "")
	w.Focus(f)
	cut := w.Menu("Edit", "Cut")
	press(t, d, w.Find(desktop.Menu, "Edit"))
	chord(t, d, "escape")
	require.False(t, cut.Is(desktop.Visible))
	dialog := w.Dialog("Sure?")
	chord(t, d, "escape")
	require.True(t, dialog.Gone())
	a.OnKey("ctrl+s", Retitle("saved"))
	a.OnKey("ctrl+a", Retitle("mine"))
	chord(t, d, "ctrl+s")
	require.Equal(t, "saved", w.Name())
	chord(t, d, "ctrl+a")
	require.Equal(t, "mine", w.Name())
	w.OnClose()
	chord(t, d, "alt+F4")
	require.False(t, w.Gone())
}

func TestKeysWithoutAWindowComeToNothing(t *testing.T) {
	d := New(t)
	chord(t, d, "ctrl+s")
	require.NoError(t, d.Desktop().Input.Type(t.Context(), "a\n\t ", nil))
	for _, a := range d.Acts() {
		require.False(t, a.Worked, a.String())
	}
}
