package linux_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/linuxtest"
)

func TestARowThatAGTK4ListNoLongerShowsIsNotVisible(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{})
	desk := connect(t, d)
	p := d.Launch(t, "gtk4.py", "--rows", "5000")
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	first := elementOf(t, ctx, desk, p, desktop.ListItem, "Row 0")
	list := elementOf(t, ctx, desk, p, desktop.List, "Rows")
	again := time.NewTicker(50 * time.Millisecond) // scrolling gives no signal
	defer again.Stop()
	for {
		// The wheel is turned each time: a list that is not laid out yet takes no notice of it.
		if l := elementOf(t, ctx, desk, p, desktop.List, "Rows"); !l.Bounds.Empty() {
			require.NoError(t, desk.Input.Scroll(ctx, pixelOf(t, desk, l), 0, 20))
		}
		s, err := desk.Tree.Snapshot(ctx, desktop.Scope{Root: list.Ref}, generous)
		require.NoError(t, err)
		old := find(s, desktop.ListItem, "Row 0")
		now, err := desk.Tree.Read(ctx, first.Ref)
		if err != nil {
			require.ErrorIs(t, err, desktop.ErrGone)
		}
		if (old == nil || !old.Has(desktop.Visible)) && (err != nil || !now.Has(desktop.Visible)) {
			break // it kept its name and its place, which is another row's
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			t.Fatal("the row that was scrolled away still counts as seen")
		}
	}
}

func TestAGTK4ListIsScrolledByItsBarAndItsPagesTellWhatShows(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{})
	desk := connect(t, d)
	p := d.Launch(t, "gtk4.py", "--rows", "5000")
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	list := elementOf(t, ctx, desk, p, desktop.List, "Rows")
	s, err := desk.Tree.Snapshot(ctx, desktop.Scope{App: desktop.Ref{Backend: list.Ref.Backend, App: list.Ref.App, ID: "/org/a11y/atspi/accessible/root"}}, generous)
	require.NoError(t, err)
	var bar desktop.Element
	for _, e := range s.Elements {
		if e.Role == desktop.ScrollBar && e.Can(desktop.SetValue) && e.Bounds.H > e.Bounds.W {
			bar = e
		}
	}
	require.Greater(t, bar.Max, 50_000.0, "it counts all rows, in points")
	again := time.NewTicker(50 * time.Millisecond) // scrolling gives no signal
	defer again.Stop()
	for to := bar.Max / 2; ; to++ { // a list that has just come up takes no notice of it
		require.NoError(t, desk.Actor.Do(ctx, bar.Ref, desktop.SetValue, desktop.Arg{Number: to}))
		select {
		case <-again.C:
		case <-ctx.Done():
			t.Fatal("the list was not scrolled")
		}
		var rows []desktop.Element
		for from := 0; from < 400; from += 200 {
			page, err := desk.Tree.Page(ctx, list.Ref, from, 200)
			require.NoError(t, err)
			for _, e := range page {
				if e.Has(desktop.Visible) {
					rows = append(rows, e)
				}
			}
		}
		if len(rows) == 0 || rows[0].Name == "Row 0" {
			continue
		}
		now, err := desk.Tree.Read(ctx, bar.Ref)
		require.NoError(t, err)
		require.Equal(t, desktop.ScrollBar, now.Role)
		require.Equal(t, fmt.Sprint(to), now.Value)
		for i, e := range rows {
			require.Greater(t, e.Bounds.Y+e.Bounds.H, list.Bounds.Y, "%s", e.Name)
			require.Less(t, e.Bounds.Y, list.Bounds.Y+list.Bounds.H, "%s", e.Name)
			if i > 0 {
				require.Greater(t, e.Bounds.Y, rows[i-1].Bounds.Y, "%s is not where %s is", e.Name, rows[i-1].Name)
			}
		}
		return
	}
}
