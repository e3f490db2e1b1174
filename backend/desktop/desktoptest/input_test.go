package desktoptest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func chord(t *testing.T, d *Desk, k string) {
	t.Helper()
	parts := strings.Split(k, "+")
	require.NoError(t, d.Desktop().Input.Chord(t.Context(), desktop.Key{Mods: parts[:len(parts)-1], Name: parts[len(parts)-1]}))
}

func TestKeysGoToWhateverHasTheFocusByThen(t *testing.T) {
	d, a, w := form(t)
	f := w.Text("Name", "")
	other := a.WindowBehind("Other", frame)
	g := other.Text("Chat", "")
	other.Focus(g)
	w.Focus(f)
	n := 0
	f.On(func(*Control) {
		if n++; n == 3 {
			other.Raise()
		}
	})
	require.NoError(t, d.Desktop().Input.Type(t.Context(), "abcdef", nil))
	require.Equal(t, "abc", f.Content())
	require.Equal(t, "def", g.Content())
	acts := d.Acts()
	require.Equal(t, []string{"abc", "def"}, []string{acts[0].Arg, acts[1].Arg})
}

func TestTypingIsConfirmedChunkByChunkAndStopsWhenTold(t *testing.T) {
	d, _, w := form(t)
	f := w.Text("Name", "")
	w.Focus(f)
	var sent []int
	text := strings.Repeat("ab", 80)
	require.NoError(t, d.Desktop().Input.Type(t.Context(), text, func(n int) error {
		require.Len(t, f.Content(), n)
		sent = append(sent, n)
		return nil
	}))
	require.Equal(t, []int{64, 128, 160}, sent)
	require.Equal(t, text, f.Content())
	stop := errors.New("focus went away")
	require.ErrorIs(t, d.Desktop().Input.Type(t.Context(), text, func(int) error { return stop }), stop)
	require.Len(t, f.Content(), 160+64)
}

func TestTypingIntoNothingIsSeen(t *testing.T) {
	d, _, _ := form(t)
	require.NoError(t, d.Desktop().Input.Type(t.Context(), "lost", nil))
	require.Equal(t, `keys type window "Notes" lost (nothing)`, d.Acts()[0].String())
}

func TestCharactersThatTheKeyboardLacksAreCounted(t *testing.T) {
	d, _, w := form(t)
	w.Focus(w.Text("Name", ""))
	in := d.Desktop().Input
	require.NoError(t, in.Typable("plain ~!\n\t"))
	require.NoError(t, in.Typable("äöüßÄÖÜéèêàç"+"äöüß"), "twelve different ones")
	require.ErrorIs(t, in.Typable("äöüßÄÖÜéèêàçñ"), desktop.ErrUntypable)
	require.ErrorIs(t, in.Type(t.Context(), "äöüßÄÖÜéèêàçñ", nil), desktop.ErrUntypable)
	require.Empty(t, d.Acts())
	d.SetKeyboard("äöü")
	require.NoError(t, in.Typable("äöüßÄÖÜéèêàçñ"))
}

func TestNothingStaysPressedWhenStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _, w := form(t)
		b, f := w.Button("Go"), w.Text("Name", "")
		w.Focus(f)
		d.SetKeyTime(100 * time.Millisecond)
		in := d.Desktop().Input
		for _, call := range []func(context.Context) error{
			func(ctx context.Context) error {
				return in.Chord(ctx, desktop.Key{Mods: []string{"ctrl", "shift"}, Name: "s"})
			},
			func(ctx context.Context) error { return in.Click(ctx, b.Pixel(), 1, 2, true) },
			func(ctx context.Context) error { return in.Type(ctx, strings.Repeat("x", 50), nil) },
		} {
			was := d.Pointer()
			w.Focus(f)
			ctx, cancel := context.WithCancel(t.Context())
			d.After(150*time.Millisecond, func() {
				cancel()
			})
			require.ErrorIs(t, call(ctx), context.Canceled)
			require.Empty(t, d.Held())
			require.Empty(t, d.Borrowed())
			require.Equal(t, was, d.Pointer())
		}
		require.Equal(t, "+ctrl +shift -shift -ctrl +button1 -button1 +button1 -button1", strings.Join(d.KeyLog(), " "))
		require.Equal(t, "x", f.Content())
		require.Equal(t, 1, b.Pressed())
	})
}

func TestTwoOwnersOfTheInputAreNoticed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, _, _ := form(t)
		d.SetKeyTime(time.Second)
		in := d.Desktop().Input
		go func() { _ = in.Type(t.Context(), "abc", nil) }()
		synctest.Wait()
		require.NoError(t, in.Chord(t.Context(), desktop.Key{Name: "a"}))
		time.Sleep(5 * time.Second)
		require.Equal(t, 1, d.Overlaps())
	})
}

func TestInputWaitsInTheQueueOfAHungApplication(t *testing.T) {
	d, a, w := form(t)
	f, b := w.Text("Name", ""), w.Button("Go")
	w.Focus(f)
	a.Hang(0)
	require.NoError(t, d.Desktop().Input.Type(t.Context(), "abc", nil))
	chord(t, d, "ctrl+a")
	click(t, d, b)
	require.Empty(t, f.Content())
	a.Wake()
	require.Equal(t, "abc", f.Content())
	require.Equal(t, 1, b.Pressed())
}
