package desktoptest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/proof"
)

func TestASelectionIsToldReplacedAndLost(t *testing.T) {
	d := New(t)
	defer d.Close()
	w := d.App("Notes", desktop.GTK3).Window("Notes", desktop.Rect{W: 300, H: 300})
	f := w.Text("Name", "äbc🙂d")
	p := d.Desktop()
	selected := func() []desktop.Span {
		s, err := p.Tree.(desktop.Selector).Selection(t.Context(), f.Ref())
		require.NoError(t, err)
		return s
	}
	do := func(v desktop.Verb, a desktop.Arg) {
		require.NoError(t, p.Actor.Do(proof.Act(t.Context()), f.Ref(), v, a))
	}
	require.Empty(t, selected())
	do(desktop.Mark, desktop.Arg{Span: desktop.Span{From: 1, To: 4}})
	require.Equal(t, []desktop.Span{{From: 1, To: 4}}, selected())
	require.Equal(t, "bc🙂", f.Selected())
	w.Focus(f)
	d.UserTypes("x")
	require.Equal(t, "äxd", f.Content(), "what is typed takes the place of the selection")
	require.Empty(t, selected())
	do(desktop.Replace, desktop.Arg{Text: "yy", Span: desktop.Span{From: 0, To: 1}})
	require.Equal(t, "yyxd", f.Content())
	f.Select(0, 99)
	require.Equal(t, []desktop.Span{{To: 4}}, selected())
	require.NoError(t, p.Input.Chord(t.Context(), desktop.Key{Name: "backspace"}))
	require.Empty(t, f.Content())
	f.HideSelection()
	_, err := p.Tree.(desktop.Selector).Selection(t.Context(), f.Ref())
	require.ErrorIs(t, err, desktop.ErrUnsupported)
	s := w.Password("Password")
	_, err = p.Tree.(desktop.Selector).Selection(t.Context(), s.Ref())
	require.ErrorIs(t, err, desktop.ErrSecret)
	require.ErrorIs(t, p.Actor.Do(t.Context(), s.Ref(), desktop.Replace, desktop.Arg{Text: "x"}), desktop.ErrSecret)
}
