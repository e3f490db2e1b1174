package linux_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/linuxtest"
)

func TestWhatIsInAGTK4PopoverIsWhereItsWindowIs(t *testing.T) {
	for _, o := range []linuxtest.Options{{}, {Scale: 2, Size: "2560x1600"}} {
		d := linuxtest.Start(t, o)
		desk := connect(t, d)
		p := d.Launch(t, "gtk4.py", "--only", "now,colour,tabs,menu")
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		colour := elementOf(t, ctx, desk, p, desktop.Combo, "Colour")
		require.Equal(t, "Red", colour.Value, "what is not chosen is no part of the value")
		require.NoError(t, desk.Actor.Do(ctx, colour.Ref, desktop.Press, desktop.Arg{}))
		blue := elementOf(t, ctx, desk, p, desktop.ListItem, "Blue")
		now, err := desk.Tree.Read(ctx, blue.Ref)
		require.NoError(t, err)
		require.Equal(t, blue.Bounds, now.Bounds, "read alone it lies where it lay among the others")
		require.False(t, blue.Can(desktop.Select), "what is selected in the list is not chosen")
		require.NoError(t, desk.Input.Click(ctx, pixelOf(t, desk, blue), 1, 1, true))
		p.AwaitEffect(t, "Colour", "colour Blue")

		again := time.NewTicker(50 * time.Millisecond) // a window that goes gives no accessibility signal
		defer again.Stop()
		for {
			value, err := desk.Tree.Read(ctx, colour.Ref)
			require.NoError(t, err)
			s, err := desk.Tree.Snapshot(ctx, desktop.Scope{Root: colour.Ref}, generous)
			require.NoError(t, err)
			if item := find(s, desktop.ListItem, "Blue"); value.Value == "Blue" && (item == nil || !item.Has(desktop.Visible)) {
				break
			}
			select {
			case <-again.C:
			case <-ctx.Done():
				t.Fatalf("still open, or still %q", value.Value)
			}
		}
		// A menu, and the one that opens out of it.
		file := elementOf(t, ctx, desk, p, desktop.MenuItem, "File")
		require.True(t, file.Has(desktop.Expandable))
		require.NoError(t, desk.Input.Click(ctx, pixelOf(t, desk, file), 1, 1, true))
		export := elementOf(t, ctx, desk, p, desktop.MenuItem, "Export")
		require.True(t, export.Has(desktop.Expandable))
		quit := elementOf(t, ctx, desk, p, desktop.MenuItem, "Quit")
		require.False(t, quit.Has(desktop.Expandable), "it opens nothing")
		require.NoError(t, desk.Actor.Do(ctx, export.Ref, desktop.Press, desktop.Arg{}))
		image := elementOf(t, ctx, desk, p, desktop.MenuItem, "As image")
		require.NoError(t, desk.Input.Click(ctx, pixelOf(t, desk, image), 1, 1, true))
		p.AwaitEffect(t, "As image", "exported as image")
	}
}

func TestAQtProgramIsListedOnce(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{})
	e := open(t, d, nil)
	p := d.Launch(t, "qt5.py", "--only", "now")
	e.app(t, p, "Now")
	apps, err := e.Apps(t.Context())
	require.NoError(t, err)
	pids := map[int]int{}
	for _, a := range apps {
		pids[a.PID]++
	}
	require.Equal(t, 1, pids[p.PID], "with GTK's style it has a connection of GTK's without windows, too")
}

func TestATabOfQtSaysWhetherItIsInFront(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{})
	e := open(t, d, nil)
	app := e.app(t, d.Launch(t, "qt5.py", "--only", "now,tabs"), "Advanced")
	s := e.snapshot(t, app)
	require.True(t, must(t, s, desktop.Tab, "General").Has(desktop.Selected))
	require.False(t, must(t, s, desktop.Tab, "General").Has(desktop.Focused), "the focus is elsewhere")
	advanced := must(t, s, desktop.Tab, "Advanced")
	require.False(t, advanced.Has(desktop.Selected))
	e.do(t, advanced, desktop.Press, desktop.Arg{})
	e.becomes(t, advanced, "is in front", func(x desktop.Element) bool { return x.Has(desktop.Selected) })
}

func TestThePageOfTheTabInFrontIsTheOneThatShows(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{})
	desk := connect(t, d)
	p := d.Launch(t, "gtk4.py", "--only", "now,tabs")
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	general := elementOf(t, ctx, desk, p, desktop.Button, "Apply general")
	tab := elementOf(t, ctx, desk, p, desktop.Tab, "Advanced")
	require.NoError(t, desk.Actor.Do(ctx, tab.Ref, desktop.Select, desktop.Arg{}))
	advanced := elementOf(t, ctx, desk, p, desktop.Button, "Apply advanced")
	again := time.NewTicker(50 * time.Millisecond) // the tab is in front before its page is laid out
	defer again.Stop()
	for {
		behind, err := desk.Tree.Read(ctx, general.Ref)
		require.NoError(t, err)
		front, err := desk.Tree.Read(ctx, advanced.Ref)
		require.NoError(t, err)
		if !behind.Has(desktop.Visible) && front.Has(desktop.Visible) {
			break
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			t.Fatalf("behind: %s, in front: %s", behind.State, front.State)
		}
	}
}
