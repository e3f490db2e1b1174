//go:build linux

package x11

import (
	"context"
	"testing"

	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/require"
)

func TestActivatingBringsAWindowToTheFront(t *testing.T) {
	underEachManager(t, func(t *testing.T, s *server) {
		c := s.dial(t)
		one, two := s.window(t, "one", Rect{0, 0, 200, 100}, 0), s.window(t, "two", Rect{50, 50, 200, 100}, 0)
		for range 3 {
			for _, w := range []Window{one.win, two.win} {
				how, err := c.Activate(bounded(t), w)
				require.NoError(t, err)
				require.False(t, how.Focused)
				now, err := c.Active()
				require.NoError(t, err)
				require.Equal(t, w, now)
			}
		}
		how, err := c.Activate(bounded(t), two.win)
		require.NoError(t, err)
		require.True(t, how.Already)
	})
}

func TestActivatingAMinimisedWindowShowsIt(t *testing.T) {
	underEachManager(t, func(t *testing.T, s *server) {
		c, a := s.dial(t), s.window(t, "hidden", Rect{0, 0, 200, 100}, 0)
		for range 10 { // the window manager writes down one after the other that it is hidden, unmapped, and not active
			require.NoError(t, c.Minimise(bounded(t), a.win))
			info, err := c.Window(a.win)
			require.NoError(t, err)
			require.True(t, info.State.Hidden)
			_, err = c.Activate(bounded(t), a.win)
			require.NoError(t, err)
			info, err = c.Window(a.win)
			require.NoError(t, err)
			require.False(t, info.State.Hidden)
			require.True(t, info.Mapped)
		}
	})
}

func TestAWindowThatTakesNoFocusIsNotActivated(t *testing.T) {
	s := display(t, "openbox")
	c, holder, a := s.dial(t), s.window(t, "holder", Rect{0, 0, 200, 100}, 0), s.hidden(t, "no focus", Rect{0, 0, 200, 100}, 0)
	// ICCCM: the input hint false and no WM_TAKE_FOCUS means "never give me the focus".
	require.NoError(t, a.setCardinals(a.win, "WM_HINTS", "WM_HINTS", 1, 0, 0, 0, 0, 0, 0, 0, 0))
	a.show(t)
	_, err := c.Activate(bounded(t), holder.win)
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), quiet)
	defer cancel()
	_, err = c.Activate(ctx, a.win)
	require.ErrorIs(t, err, ErrNotActivated)
}

func TestWithoutAWindowManagerActivatingRaisesAndFocusesAndSaysSo(t *testing.T) {
	s := display(t, "")
	c := s.dial(t)
	one, two := s.window(t, "one", Rect{0, 0, 200, 100}, 0), s.window(t, "two", Rect{0, 0, 200, 100}, 0)
	how, err := c.Activate(bounded(t), one.win)
	require.NoError(t, err)
	require.True(t, how.Focused)
	focus, err := xproto.GetInputFocus(c.x).Reply()
	require.NoError(t, err)
	require.Equal(t, xproto.Window(one.win), focus.Focus)
	ids, err := c.Stacking()
	require.NoError(t, err)
	require.Greater(t, indexOf(ids, one.win), indexOf(ids, two.win))
}

func TestWaitingForTheManagerEndsWithTheContext(t *testing.T) {
	s := display(t, "openbox")
	c, a := s.dial(t), s.window(t, "patient", Rect{0, 0, 200, 100}, 0)
	ctx, cancel := context.WithCancel(context.Background())
	err := c.until(ctx, a.win, func() error { cancel(); return nil }, func() (bool, error) { return false, nil })
	require.ErrorIs(t, err, context.Canceled)
}
