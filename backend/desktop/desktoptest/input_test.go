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

func click(t *testing.T, d *Desk, c *Control) {
	t.Helper()
	require.NoError(t, d.Desktop().Input.Click(t.Context(), c.Pixel(), 1, 1, true))
}

func chord(t *testing.T, d *Desk, k string) {
	t.Helper()
	parts := strings.Split(k, "+")
	require.NoError(t, d.Desktop().Input.Chord(t.Context(), desktop.Key{Mods: parts[:len(parts)-1], Name: parts[len(parts)-1]}))
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

func TestWhatIsStillHeldOrLentFailsTheTest(t *testing.T) {
	tb := &recorder{}
	d := New(tb)
	w := d.App("Notes", desktop.GTK3).Window("Notes", frame)
	_, err := d.Desktop().Clipboard.Lend(t.Context(), "x")
	require.NoError(t, err)
	d.down("ctrl")
	require.Equal(t, []string{"ctrl", "clipboard"}, d.Borrowed())
	for _, fn := range tb.cleanups {
		fn()
	}
	require.Equal(t, 1, tb.errors)
	require.NotNil(t, w)
}

type recorder struct {
	cleanups []func()
	errors   int
}

func (*recorder) Helper()                 {}
func (r *recorder) Cleanup(fn func())     { r.cleanups = append(r.cleanups, fn) }
func (r *recorder) Errorf(string, ...any) { r.errors++ }

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

func TestWithoutADisplayThereIsNothingToClick(t *testing.T) {
	d, _, w := form(t)
	at := w.Pixel()
	d.SetDisplays()
	require.ErrorIs(t, d.Desktop().Input.Click(t.Context(), at, 1, 1, true), desktop.ErrNoDisplay)
	_, err := d.Desktop().Screen.Displays(t.Context())
	require.ErrorIs(t, err, desktop.ErrNoDisplay)
}
