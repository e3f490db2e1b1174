package linux_test

import (
	"context"
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
