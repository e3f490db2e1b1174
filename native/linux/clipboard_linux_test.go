package linux_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/linuxtest"
	"pace/native/linux/x11"
)

// copier is another program with a clipboard of its own.
func copier(t *testing.T, d *linuxtest.Desktop) *x11.Clipboard {
	t.Helper()
	k, err := x11.OpenClipboard(t.Context(), x11.Address{Display: d.Display, Xauthority: d.Value("XAUTHORITY")})
	require.NoError(t, err)
	t.Cleanup(func() { _ = k.Close() })
	return k
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func TestALentTextIsPastedAndTheClipboardGivenBack(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Layout: "de"})
	desk := connect(t, d)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	require.NoError(t, copier(t, d).Set(ctx, "the user's own"))
	p := launched(t, d, desk, "gtk3.py", "--only", "name")
	field := elementOf(t, ctx, desk, p, desktop.TextField, "Name")
	require.NoError(t, desk.Input.Click(ctx, pixelOf(t, desk, field), 1, 1, true))

	text := strings.Repeat("你好 Grüße 🙂 ", 80)
	loan, err := desk.Clipboard.Lend(ctx, text)
	require.NoError(t, err)
	// A clipboard manager reads at once; that is not the program it was meant for.
	got, err := copier(t, d).Read(ctx, 1<<20)
	require.NoError(t, err)
	require.Equal(t, text, got)
	require.False(t, isClosed(loan.Taken()))

	require.NoError(t, desk.Input.Chord(ctx, desktop.Key{Mods: []string{"ctrl"}, Name: "v"}))
	select {
	case <-loan.Taken():
	case <-ctx.Done():
		t.Fatal("the text was never taken")
	}
	p.AwaitEffect(t, "Name", text)
	restored, err := loan.Return(ctx)
	require.NoError(t, err)
	require.True(t, restored)
	got, err = desk.Clipboard.Read(ctx)
	require.NoError(t, err)
	require.Equal(t, "the user's own", got)
}

func TestWhatTheUserCopiedMeanwhileStays(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Layout: "de"})
	desk := connect(t, d)
	user := copier(t, d)
	require.NoError(t, user.Set(t.Context(), "before"))
	loan, err := desk.Clipboard.Lend(t.Context(), "lent")
	require.NoError(t, err)
	require.NoError(t, user.Set(t.Context(), "copied meanwhile"))
	restored, err := loan.Return(t.Context())
	require.NoError(t, err)
	require.False(t, restored)
	require.False(t, isClosed(loan.Taken()))
	got, err := desk.Clipboard.Read(t.Context())
	require.NoError(t, err)
	require.Equal(t, "copied meanwhile", got)
}

func TestTheUsersClipboardStaysWhenPaceCloses(t *testing.T) {
	for name, end := range map[string]func(t *testing.T, l desktop.Loan){
		"after the loan": func(t *testing.T, l desktop.Loan) {
			restored, err := l.Return(t.Context())
			require.NoError(t, err)
			require.True(t, restored)
		},
		"in the middle of it": func(*testing.T, desktop.Loan) {},
	} {
		t.Run(name, func(t *testing.T) {
			d := linuxtest.Start(t, linuxtest.Options{Private: true})
			desk := connect(t, d)
			user := copier(t, d)
			require.NoError(t, user.Set(t.Context(), "the user's own"))
			loan, err := desk.Clipboard.Lend(t.Context(), "lent")
			require.NoError(t, err)
			require.NoError(t, user.Close())
			end(t, loan)
			require.NoError(t, desk.Close())
			got, err := copier(t, d).Read(t.Context(), 1<<20)
			require.NoError(t, err)
			require.Equal(t, "the user's own", got)
		})
	}
}

func TestAnEmptyClipboardIsReadAndGivenBackEmpty(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Private: true})
	desk := connect(t, d)
	_, err := desk.Clipboard.Read(t.Context())
	require.ErrorIs(t, err, desktop.ErrNotFound)
	loan, err := desk.Clipboard.Lend(t.Context(), "lent")
	require.NoError(t, err)
	got, err := desk.Clipboard.Read(t.Context())
	require.NoError(t, err)
	require.Equal(t, "lent", got)
	restored, err := loan.Return(t.Context())
	require.NoError(t, err)
	require.True(t, restored)
	_, err = desk.Clipboard.Read(t.Context())
	require.ErrorIs(t, err, desktop.ErrNotFound)
	require.NoError(t, desk.Close())
	_, err = desk.Clipboard.Read(t.Context())
	require.ErrorIs(t, err, desktop.ErrNoDisplay)
}
