//go:build linux

package x11

import (
	"context"
	"testing"

	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/require"
)

func TestDrawingWakesTheWatchOfItsWindowAndOfTheScreen(t *testing.T) {
	s := display(t, "")
	c, a := s.dial(t), s.window(t, "draw", Rect{100, 100, 200, 150}, 0)
	other := s.window(t, "other", Rect{400, 100, 200, 150}, 0)
	onWindow, err := c.WatchDamage(bounded(t), a.win)
	require.NoError(t, err)
	onScreen, err := c.WatchDamage(bounded(t), c.Root())
	require.NoError(t, err)
	for range 3 {
		a.fill(t, Rect{1, 1, 5, 5}, 0x123456)
		within(t, "window damage", onWindow)
		within(t, "screen damage", onScreen)
	}
	other.fill(t, Rect{1, 1, 5, 5}, 0x123456)
	within(t, "screen damage", onScreen)
	require.NoError(t, c.sync())
	select {
	case <-onWindow:
		t.Fatal("another window's drawing is no damage of this one")
	default:
	}
}

func TestANewWatchSaysNothingUntilSomethingIsDrawn(t *testing.T) {
	s := display(t, "")
	c, a := s.dial(t), s.window(t, "still", Rect{100, 100, 200, 150}, 0)
	drawn, err := c.WatchDamage(bounded(t), a.win)
	require.NoError(t, err)
	require.NoError(t, c.sync())
	select {
	case <-drawn:
		t.Fatal("nothing was drawn")
	default:
	}
}

func TestTheWatchEndsWithContextWindowAndConnection(t *testing.T) {
	s := display(t, "")
	for name, end := range map[string]func(c *Conn, a *app, cancel func()){
		"context":    func(_ *Conn, _ *app, cancel func()) { cancel() },
		"window":     func(_ *Conn, a *app, _ func()) { _ = xproto.DestroyWindowChecked(a.x, xproto.Window(a.win)).Check() },
		"connection": func(c *Conn, _ *app, _ func()) { _ = c.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			c, a := s.dial(t), s.window(t, "end", Rect{100, 100, 200, 150}, 0)
			ctx, cancel := context.WithCancel(bounded(t))
			defer cancel()
			drawn, err := c.WatchDamage(ctx, a.win)
			require.NoError(t, err)
			end(c, a, cancel)
			for {
				select {
				case _, open := <-drawn:
					if !open {
						return
					}
				case <-bounded(t).Done():
					t.Fatal("the watch did not end")
				}
			}
		})
	}
	_, err := s.dial(t).WatchDamage(context.Background(), 0x7ffff)
	require.ErrorIs(t, err, ErrNoWindow)
}
