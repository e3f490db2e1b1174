package desktoptest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestEveryActIsWrittenDownInOrderBeforeItHasAnEffect(t *testing.T) {
	d, _, w := form(t)
	level := w.Slider("Level", 0, 100, 0)
	var during int
	b := w.Button("Go").On(func(*Control) { during = len(d.Acts()) })
	press(t, d, b)
	require.Equal(t, 1, during)
	act(t, level, desktop.SetValue, desktop.Arg{Number: 30})
	click(t, d, b)
	b.Vanish()
	require.ErrorIs(t, d.Desktop().Actor.Do(t.Context(), level.Ref(), desktop.Press, desktop.Arg{}), desktop.ErrUnsupported)
	require.ErrorIs(t, d.Desktop().Actor.Do(t.Context(), b.Ref(), desktop.Press, desktop.Arg{}), desktop.ErrGone)
	require.NoError(t, d.Desktop().Windows.Close(t.Context(), w.ID()))
	var got []string
	for _, a := range d.Acts() {
		require.False(t, a.At.IsZero())
		got = append(got, a.String())
	}
	require.Equal(t, []string{
		`semantic press button "Go"`, `semantic setValue slider "Level" 30`, `pointer click button "Go"`,
		`semantic press  (nothing)`, `windows close Notes`,
	}, got)
	require.Equal(t, 2, b.Pressed(), "by whichever means")
	require.Len(t, level.Acts(), 1)
}
