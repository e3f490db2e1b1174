package desktoptest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func lend(t *testing.T, d *Desk, text string) desktop.Loan {
	t.Helper()
	l, err := d.Desktop().Clipboard.Lend(t.Context(), text)
	require.NoError(t, err)
	return l
}

func taken(l desktop.Loan) bool {
	select {
	case <-l.Taken():
		return true
	default:
		return false
	}
}

func TestTheClipboardComesBackAsItWas(t *testing.T) {
	d, _, w := form(t)
	d.UserCopies("mine")
	f := w.Text("Name", "")
	w.Focus(f)
	l := lend(t, d, "pasted")
	got, err := d.Desktop().Clipboard.Read(t.Context())
	require.NoError(t, err)
	require.Equal(t, "pasted", got)
	require.False(t, taken(l), "Pace's own reading takes nothing")
	chord(t, d, "ctrl+v")
	require.True(t, taken(l))
	require.Equal(t, "pasted", f.Content())
	require.Equal(t, ByPaste, d.Acts()[0].By)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 2 {
		restored, err := l.Return(ctx) // even when stopped
		require.NoError(t, err)
		require.True(t, restored)
	}
	require.Equal(t, "mine", d.Clipboard())
}

func TestWhatTheUserCopiedMeanwhileIsKept(t *testing.T) {
	d := New(t)
	l := lend(t, d, "lent")
	d.UserCopies("newer")
	restored, err := l.Return(t.Context())
	require.NoError(t, err)
	require.False(t, restored)
	require.Equal(t, "newer", d.Clipboard())
}

func TestAnyProgramsPasteTakesTheLoan(t *testing.T) {
	d := New(t)
	l := lend(t, d, "lent")
	require.Equal(t, "lent", d.Paste())
	require.True(t, taken(l))
	_, err := l.Return(t.Context())
	require.NoError(t, err)
}
