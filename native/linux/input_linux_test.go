package linux_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux"
	"pace/native/linux/linuxtest"
	"pace/native/linux/x11"
)

func own(p *linuxtest.Program) func(*linux.Options) {
	return func(o *linux.Options) { o.OwnPID = func(pid int) bool { return pid == p.PID } }
}

// elementOf waits until a program shows an element.
func elementOf(t *testing.T, ctx context.Context, desk *desktop.Desktop, p *linuxtest.Program, role desktop.Role, name string) desktop.Element {
	t.Helper()
	wake, err := desk.Screen.Damage(ctx, 0)
	require.NoError(t, err)
	again := time.NewTicker(100 * time.Millisecond) // a program may announce itself without drawing
	defer again.Stop()
	for {
		apps, err := desk.Tree.Apps(ctx)
		require.NoError(t, err)
		for _, a := range apps {
			if a.PID != p.PID {
				continue
			}
			s, err := desk.Tree.Snapshot(ctx, desktop.Scope{App: a.Ref}, desktop.Limits{Budget: 30_000})
			if err != nil {
				continue
			}
			i := slices.IndexFunc(s.Elements, func(e desktop.Element) bool {
				return e.Role == role && e.Name == name && e.Has(desktop.Visible) && !e.Bounds.Empty()
			})
			if i >= 0 {
				return s.Elements[i]
			}
		}
		select {
		case <-wake:
		case <-again.C:
		case <-ctx.Done():
			t.Fatalf("%s never showed %s %q", p.Name, role, name)
		}
	}
}

func pixelOf(t *testing.T, desk *desktop.Desktop, e desktop.Element) desktop.Pixel {
	t.Helper()
	ds, err := desk.Screen.Displays(t.Context())
	require.NoError(t, err)
	d, ok := desktop.DisplayAt(ds, e.Bounds.Center())
	require.True(t, ok)
	return d.ToPixels(e.Bounds.Center())
}

func TestAClickMeetsWhatWasRead(t *testing.T) {
	for _, o := range []linuxtest.Options{
		{Layout: "de"}, {WM: "icewm", Layout: "de"}, {Scale: 2, Size: "2560x1600"},
	} {
		t.Run(fmt.Sprintf("%s at scale %d", o.WM, max(1, o.Scale)), func(t *testing.T) {
			d := linuxtest.Start(t, o)
			desk := connect(t, d)
			for _, name := range []string{"gtk3.py", "gtk4.py", "qt5.py"} {
				t.Run(name, func(t *testing.T) {
					ctx, cancel := context.WithTimeout(t.Context(), limit)
					defer cancel()
					p := launched(t, d, desk, name, "--only", "now,agree,size,same")
					now := elementOf(t, ctx, desk, p, desktop.Button, "Now")
					require.NoError(t, desk.Input.Click(ctx, pixelOf(t, desk, now), 1, 1, true))
					p.AwaitEffect(t, "Now", "now 1")
					// Its edges too: a scale or an origin that is a little off shows there first.
					ds, err := desk.Screen.Displays(ctx)
					require.NoError(t, err)
					for i, at := range []desktop.Point{
						{X: now.Bounds.X + 2, Y: now.Bounds.Y + 2},
						{X: now.Bounds.X + now.Bounds.W - 2, Y: now.Bounds.Y + now.Bounds.H - 2},
					} {
						require.NoError(t, desk.Input.Click(ctx, ds[0].ToPixels(at), 1, 1, true))
						p.AwaitEffect(t, "Now", fmt.Sprintf("now %d", i+2))
					}
				})
			}
		})
	}
}

func TestThePointerReturnsAfterAClick(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Layout: "de"})
	desk := connect(t, d)
	x := pointer(t, d)
	require.NoError(t, x.Move(t.Context(), x11.Point{X: 1200, Y: 700}))
	p := launched(t, d, desk, "gtk3.py", "--only", "now")
	now := elementOf(t, t.Context(), desk, p, desktop.Button, "Now")
	require.NoError(t, desk.Input.Click(t.Context(), pixelOf(t, desk, now), 1, 1, true))
	p.AwaitEffect(t, "Now", "now 1")
	at, err := x.Pointer()
	require.NoError(t, err)
	require.Equal(t, x11.Point{X: 1200, Y: 700}, at)
}

// pointer is another program's hand on the same display.
func pointer(t *testing.T, d *linuxtest.Desktop) *x11.Input {
	t.Helper()
	c, err := x11.Dial(t.Context(), x11.Address{Display: d.Display, Xauthority: d.Value("XAUTHORITY")})
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	in, err := x11.NewInput(c, x11.InputOptions{})
	require.NoError(t, err)
	t.Cleanup(func() { _ = in.Close() })
	return in
}

func TestWhatPaceSendsIsNotTakenForTheUser(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Layout: "de"})
	desk := connect(t, d)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	started := time.Now()
	active, err := desk.Input.UserActive(ctx)
	require.NoError(t, err)
	p := launched(t, d, desk, "gtk3.py", "--only", "now,name")
	now, field := elementOf(t, ctx, desk, p, desktop.Button, "Now"), elementOf(t, ctx, desk, p, desktop.TextField, "Name")
	for i := range 5 {
		require.NoError(t, desk.Input.Click(ctx, pixelOf(t, desk, now), 1, 1, true))
		p.AwaitEffect(t, "Now", fmt.Sprintf("now %d", i+1))
	}
	require.NoError(t, desk.Input.Click(ctx, pixelOf(t, desk, field), 1, 1, true))
	require.NoError(t, desk.Input.Type(ctx, "Grüße, z{}@ Ω", nil))
	p.AwaitEffect(t, "Name", "Grüße, z{}@ Ω")
	require.NoError(t, desk.Input.Chord(ctx, desktop.Key{Mods: []string{"ctrl"}, Name: "a"}))
	idle, err := desk.Input.IdleFor(ctx)
	require.NoError(t, err)
	require.GreaterOrEqual(t, idle, time.Since(started)-time.Second)

	// Anything in the channel now would have been Pace's: the next program's input comes after it.
	other := pointer(t, d)
	require.NoError(t, other.Move(ctx, x11.Point{X: 3, Y: 4}))
	got := receive(t, ctx, active)
	require.True(t, got.Motion, "%+v", got)
	esc, ok := x11.KeysymNamed("escape")
	require.True(t, ok)
	require.NoError(t, other.Chord(ctx, esc))
	require.True(t, receive(t, ctx, active).Escape)
	a, ok := x11.KeysymNamed("a")
	require.True(t, ok)
	require.NoError(t, other.Chord(ctx, a))
	got = receive(t, ctx, active)
	require.False(t, got.Escape || got.Motion, "%+v", got)
	idle, err = desk.Input.IdleFor(ctx)
	require.NoError(t, err)
	require.LessOrEqual(t, idle, time.Since(got.At))

	cancel()
	for range active { // closed
	}
}

func receive(t *testing.T, ctx context.Context, c <-chan desktop.UserInput) desktop.UserInput {
	t.Helper()
	select {
	case in, ok := <-c:
		require.True(t, ok)
		return in
	case <-ctx.Done():
		t.Fatal("nothing was heard of the user")
		return desktop.UserInput{}
	}
}

func TestInputOfAnEarlierPaceIsNotTakenForTheUser(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Layout: "de"})
	p := d.Launch(t, "gtk3.py", "--only", "now")
	started := time.Now()
	for i := range 2 {
		desk := connect(t, d)
		idle, err := desk.Input.IdleFor(t.Context())
		require.NoError(t, err)
		require.GreaterOrEqual(t, idle, time.Since(started), "the first of them clicked, the second counted that")
		now := elementOf(t, t.Context(), desk, p, desktop.Button, "Now")
		require.NoError(t, desk.Input.Click(t.Context(), pixelOf(t, desk, now), 1, 1, true))
		p.AwaitEffect(t, "Now", fmt.Sprintf("now %d", i+1))
		require.NoError(t, desk.Close())
	}
}

func TestKeysAreKnownByTheLayoutInUse(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Layout: "de"})
	desk := connect(t, d)
	for _, k := range []desktop.Key{{Name: "a"}, {Name: "ß"}, {Name: "enter"}, {Name: "F5"}, {Mods: []string{"ctrl", "shift"}, Name: "t"}, {Mods: []string{"super"}, Name: "left"}, {Mods: []string{"alt"}, Name: "tab"}} {
		require.True(t, desk.Input.KeyKnown(k), "%v", k)
	}
	for _, k := range []desktop.Key{{Name: "no such key"}, {Mods: []string{"cmd"}, Name: "a"}, {Name: "你"}} {
		require.False(t, desk.Input.KeyKnown(k), "%v", k)
		require.ErrorIs(t, desk.Input.Chord(t.Context(), k), desktop.ErrUnsupported)
	}
	require.NoError(t, desk.Input.Typable("Grüße {}@\nΩ 你好 🙂"))
	require.ErrorIs(t, desk.Input.Typable("一二三四五六七八九十百千万"), desktop.ErrUntypable)
	require.ErrorIs(t, desk.Input.Typable("a\x01"), desktop.ErrUntypable)
	require.ErrorIs(t, desk.Input.Type(t.Context(), "一二三四五六七八九十百千万", nil), desktop.ErrUntypable)
	require.ErrorIs(t, desk.Input.Click(t.Context(), desktop.Pixel{}, 9, 1, true), desktop.ErrUnsupported)
}

func TestAChordReachesTheProgramInFront(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Layout: "de"})
	desk := connect(t, d)
	p := launched(t, d, desk, "gtk3.py", "--only", "name")
	field := elementOf(t, t.Context(), desk, p, desktop.TextField, "Name")
	require.NoError(t, desk.Input.Click(t.Context(), pixelOf(t, desk, field), 1, 1, true))
	require.NoError(t, desk.Input.Type(t.Context(), "away", nil))
	p.AwaitEffect(t, "Name", "away")
	require.NoError(t, desk.Input.Chord(t.Context(), desktop.Key{Mods: []string{"ctrl"}, Name: "a"}))
	require.NoError(t, desk.Input.Chord(t.Context(), desktop.Key{Mods: []string{"shift"}, Name: "b"}))
	p.AwaitEffect(t, "Name", "B")
}

func TestWithoutAGuardThereIsNoInput(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Layout: "de"})
	for _, command := range [][]string{nil, {"/bin/true"}, {"/bin/true", "-x"}} {
		desk := connect(t, d, func(o *linux.Options) { o.GuardCommand = command })
		require.Nil(t, desk.Input)
		require.ErrorIs(t, desk.Why("Input"), linux.ErrNoGuard)
		require.NotNil(t, desk.Windows)
	}
	// One that does not start: nothing is pressed.
	desk := connect(t, d, func(o *linux.Options) { o.GuardCommand[0] = "/bin/false" })
	p := launched(t, d, desk, "gtk3.py", "--only", "now")
	now := elementOf(t, t.Context(), desk, p, desktop.Button, "Now")
	require.Error(t, desk.Input.Click(t.Context(), pixelOf(t, desk, now), 1, 1, true))
	whole := connect(t, d)
	require.NoError(t, whole.Input.Click(t.Context(), pixelOf(t, desk, now), 1, 1, true))
	p.AwaitEffect(t, "Now", "now 1")
	require.Len(t, slices.DeleteFunc(p.Effects(t), func(e linuxtest.Effect) bool { return !strings.HasPrefix(e.Effect, "now") }), 1)
}
