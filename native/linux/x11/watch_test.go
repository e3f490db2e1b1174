//go:build linux

package x11

import (
	"context"
	"slices"
	"testing"

	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/require"
)

// until receives changes until one satisfies.
func untilChange(t *testing.T, what string, ch <-chan WindowChange, ok func(WindowChange) bool) {
	t.Helper()
	for !ok(within(t, what, ch)) {
	}
}

func TestWindowChangesAreReported(t *testing.T) {
	for _, m := range []string{"openbox", "icewm"} {
		t.Run(m, func(t *testing.T) {
			s := display(t, m)
			c := s.dial(t)
			first := s.window(t, "first", Rect{0, 0, 100, 100}, 0)
			changes, err := c.WatchWindows(bounded(t))
			require.NoError(t, err)
			second := s.window(t, "second", Rect{50, 50, 100, 100}, 0)
			untilChange(t, "a window came", changes, func(w WindowChange) bool { return w.Clients })
			_, err = s.dial(t).Activate(bounded(t), first.win)
			require.NoError(t, err)
			untilChange(t, "another is active", changes, func(w WindowChange) bool { return w.Active })
			for _, a := range []*app{first, second} { // second came later: it is followed as well
				a.setText(t, "_NET_WM_NAME", "UTF8_STRING", "new title")
				untilChange(t, "a title changed", changes, func(w WindowChange) bool { return slices.Contains(w.Windows, a.win) })
			}
			require.NoError(t, s.dial(t).Minimise(bounded(t), second.win))
			untilChange(t, "a state changed", changes, func(w WindowChange) bool { return slices.Contains(w.Windows, second.win) })
			require.NoError(t, xproto.DestroyWindowChecked(first.x, xproto.Window(first.win)).Check())
			untilChange(t, "a window went", changes, func(w WindowChange) bool { return w.Clients })
		})
	}
}

func TestWithoutAWindowManagerWindowsAreWatchedDirectly(t *testing.T) {
	s := display(t, "")
	changes, err := s.dial(t).WatchWindows(bounded(t))
	require.NoError(t, err)
	s.window(t, "new", Rect{0, 0, 100, 100}, 0)
	untilChange(t, "a window came", changes, func(w WindowChange) bool { return w.Clients })
}

func TestChangesThatWaitAreOne(t *testing.T) {
	var w WindowChange
	require.True(t, w.empty())
	w.add(WindowChange{Windows: []Window{1}})
	w.add(WindowChange{Active: true, Windows: []Window{1, 2}})
	require.Equal(t, WindowChange{Active: true, Windows: []Window{1, 2}}, w)
	require.False(t, w.empty())
}

func TestTheWindowWatchEndsWithItsContext(t *testing.T) {
	s := display(t, "openbox")
	c := s.dial(t)
	ctx, cancel := context.WithCancel(context.Background())
	changes, err := c.WatchWindows(ctx)
	require.NoError(t, err)
	cancel()
	for range changes {
	}
}
