//go:build linux

package x11

import (
	"context"
	"testing"

	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/require"
)

func TestAWindowTakesTheWantedFrame(t *testing.T) {
	underEachManager(t, func(t *testing.T, s *server) {
		c, a := s.dial(t), s.window(t, "move me", Rect{100, 100, 300, 200}, 0)
		for _, want := range []Rect{{30, 40, 400, 300}, {-20, 60, 400, 300}, {200, 100, 250, 180}} {
			if wm, err := c.WindowManager(); err == nil && wm.Name[0] == 'I' && want.X < 0 {
				continue // icewm keeps windows on the screen
			}
			got, err := c.MoveResize(bounded(t), a.win, want)
			require.NoError(t, err)
			require.Equal(t, want, got)
			info, err := c.Window(a.win)
			require.NoError(t, err)
			require.Equal(t, want, info.Frame)
		}
	})
}

func TestAMaximisedWindowIsRestoredBeforeItIsMoved(t *testing.T) {
	underEachManager(t, func(t *testing.T, s *server) {
		c, a := s.dial(t), s.window(t, "big", Rect{100, 100, 300, 200}, 0)
		require.NoError(t, c.SetState(bounded(t), a.win, Maximised, true))
		info, err := c.Window(a.win)
		require.NoError(t, err)
		require.True(t, info.State.Maximised)
		want := Rect{60, 70, 320, 240}
		got, err := c.MoveResize(bounded(t), a.win, want)
		require.NoError(t, err)
		require.Equal(t, want, got)
		info, err = c.Window(a.win)
		require.NoError(t, err)
		require.False(t, info.State.Maximised)
	})
}

func TestAFixedSizeWindowAnswersWithTheFrameItKept(t *testing.T) {
	s := display(t, "openbox")
	c, a := s.dial(t), s.window(t, "fixed", Rect{100, 100, 300, 200}, 0)
	// PMinSize|PMaxSize with the same value: it cannot be resized.
	require.NoError(t, c.until(bounded(t), a.win, func() error {
		return a.setCardinals(a.win, "WM_NORMAL_HINTS", "WM_SIZE_HINTS", 16|32, 0, 0, 0, 0, 300, 200, 300, 200, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	}, func() (bool, error) {
		p, err := c.property(a.win, "_NET_WM_ALLOWED_ACTIONS")
		if err != nil {
			return false, err
		}
		names, err := c.atomNames(p.cardinals())
		for _, n := range names {
			if n == "_NET_WM_ACTION_RESIZE" {
				return false, err
			}
		}
		return true, err
	}))
	got, err := c.MoveResize(bounded(t), a.win, Rect{10, 20, 500, 400})
	require.NoError(t, err)
	info, err := c.Window(a.win)
	require.NoError(t, err)
	require.Equal(t, info.Frame, got)
	require.Equal(t, 300, info.Client.W)
}

func TestFullscreenIsSetAndLeft(t *testing.T) {
	underEachManager(t, func(t *testing.T, s *server) {
		c, a := s.dial(t), s.window(t, "full", Rect{100, 100, 300, 200}, 0)
		for _, on := range []bool{true, false} {
			require.NoError(t, c.SetState(bounded(t), a.win, Fullscreen, on))
			info, err := c.Window(a.win)
			require.NoError(t, err)
			require.Equal(t, on, info.State.Fullscreen)
		}
	})
}

func TestAStateNobodySetsIsReported(t *testing.T) {
	s := display(t, "") // no window manager: nobody answers
	c, a := s.dial(t), s.window(t, "unmanaged", Rect{100, 100, 300, 200}, 0)
	ctx, cancel := context.WithTimeout(context.Background(), quiet)
	defer cancel()
	require.ErrorIs(t, c.SetState(ctx, a.win, Maximised, true), ErrNotChanged)
}

func TestWithoutAWindowManagerAWindowStillMoves(t *testing.T) {
	s := display(t, "")
	c, a := s.dial(t), s.window(t, "unmanaged", Rect{100, 100, 300, 200}, 0)
	got, err := c.MoveResize(bounded(t), a.win, Rect{-5, 7, 111, 99})
	require.NoError(t, err)
	require.Equal(t, Rect{-5, 7, 111, 99}, got)
}

func TestClosingAsksTheApplicationAndItsEndIsSeen(t *testing.T) {
	for _, m := range []string{"openbox", "icewm", ""} {
		t.Run("under "+m, func(t *testing.T) {
			s := display(t, m)
			c, a := s.dial(t), s.window(t, "close me", Rect{100, 100, 300, 200}, 0)
			sub := a.subscribe(16, func(e []byte) bool { return code(e) == 33 })
			defer sub.cancel()
			require.NoError(t, c.CloseWindow(a.win))
			e := xproto.ClientMessageEventNew(a.events(t, sub, 1)[0]).(xproto.ClientMessageEvent)
			wanted, err := a.atom("WM_DELETE_WINDOW")
			require.NoError(t, err)
			require.Equal(t, uint32(wanted), e.Data.Data32[0])

			ctx, cancel := context.WithTimeout(context.Background(), quiet)
			defer cancel()
			require.ErrorIs(t, c.WaitGone(ctx, a.win), ErrNotChanged, "an application may refuse")
			require.NoError(t, xproto.DestroyWindowChecked(a.x, xproto.Window(a.win)).Check())
			require.NoError(t, c.WaitGone(bounded(t), a.win))
		})
	}
}
