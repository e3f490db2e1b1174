package desktoptest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestAVirtualListHasOnlyTheRowsThatShow(t *testing.T) {
	d, ctx := New(t), t.Context()
	w := d.App("New", desktop.GTK4).Window("New", desktop.Rect{X: 100, Y: 100, W: 400, H: 400})
	v := w.Virtual("Rows", 500, func(i int) string { return fmt.Sprintf("Row %d", i) })
	p := d.Desktop()
	page, err := p.Tree.Page(ctx, v.Ref(), 0, 100)
	require.NoError(t, err)
	require.Len(t, page, 14)
	require.True(t, page[9].Has(desktop.Visible))
	require.False(t, page[10].Has(desktop.Visible), "it waits for its turn")

	was := page[0].Ref
	require.NoError(t, p.Actor.Do(ctx, v.Bar.Ref(), desktop.SetValue, desktop.Arg{Number: v.Bar.Element().Max / 2}))
	require.Equal(t, "Row 250", v.First())
	now, err := p.Tree.Read(ctx, was)
	require.NoError(t, err)
	require.Equal(t, "Row 250", now.Name, "the same widget stands for another row")

	require.NoError(t, p.Actor.Do(ctx, v.Bar.Ref(), desktop.SetValue, desktop.Arg{Number: v.Bar.Element().Max}))
	require.Equal(t, "Row 490", v.First(), "what the bar counts includes the page that shows")
	require.NoError(t, p.Actor.Do(ctx, now.Ref, desktop.Select, desktop.Arg{}))
	require.Equal(t, []string{"Row 490"}, v.Chosen())
}
