//go:build linux

package x11

import (
	"testing"

	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/require"
)

// managers are the window managers that tests of windows run under.
var managers = []string{"openbox", "icewm"}

func underEachManager(t *testing.T, f func(t *testing.T, s *server)) {
	t.Helper()
	for _, m := range managers {
		t.Run(m, func(t *testing.T) { f(t, display(t, m)) })
	}
}

func TestAWindowIsReadWithAllItsFacts(t *testing.T) {
	underEachManager(t, func(t *testing.T, s *server) {
		c, a := s.dial(t), s.window(t, "Grüße 你好", Rect{100, 120, 300, 200}, 0x3366cc)
		list, err := c.Windows()
		require.NoError(t, err)
		var got WindowInfo
		for _, w := range list {
			if w.ID == a.win {
				got = w
			}
		}
		require.Equal(t, a.win, got.ID)
		require.Equal(t, "Grüße 你好", got.Title)
		require.Equal(t, "PaceTest", got.Class)
		require.Equal(t, "pacetest", got.Instance)
		require.Positive(t, got.PID)
		require.Equal(t, TypeNormal, got.Type)
		require.True(t, got.Mapped)
		require.Equal(t, 300, got.Client.W)
		require.Equal(t, 200, got.Client.H)
		require.Positive(t, got.Decoration.Top, "the window manager draws a title bar")
		require.Equal(t, got.Client.Grow(got.Decoration), got.Frame)
		require.GreaterOrEqual(t, got.Workspace, 0)
		t.Logf("%+v", got)

		wm, err := c.WindowManager()
		require.NoError(t, err)
		require.Contains(t, []string{"Openbox", "IceWM"}, wm.Name[:min(len(wm.Name), map[bool]int{true: 5, false: 7}[wm.Name[0] == 'I'])])
		require.True(t, wm.Supports("_NET_ACTIVE_WINDOW"))
		require.False(t, wm.Supports("_NET_NO_SUCH_HINT"))
	})
}

func TestTheClientOriginIsWhereTheApplicationDraws(t *testing.T) {
	s := display(t, "openbox")
	c, a := s.dial(t), s.window(t, "origin", Rect{200, 150, 320, 180}, 0)
	info, err := c.Window(a.win)
	require.NoError(t, err)
	p, err := xproto.TranslateCoordinates(c.x, xproto.Window(a.win), c.root, 0, 0).Reply()
	require.NoError(t, err)
	require.Equal(t, Point{int(p.DstX), int(p.DstY)}, Point{info.Client.X, info.Client.Y})
	require.Equal(t, Point{info.Frame.X + info.Decoration.Left, info.Frame.Y + info.Decoration.Top}, Point{info.Client.X, info.Client.Y})
}

func TestAClientSideShadowIsNotPartOfTheFrame(t *testing.T) {
	s := display(t, "")
	c, a := s.dial(t), s.window(t, "shadow", Rect{50, 60, 300, 200}, 0)
	require.NoError(t, a.setCardinals(a.win, "_GTK_FRAME_EXTENTS", "CARDINAL", 20, 21, 22, 23))
	info, err := c.Window(a.win)
	require.NoError(t, err)
	require.Equal(t, Insets{20, 21, 22, 23}, info.Shadow)
	require.Equal(t, Rect{50, 60, 300, 200}, info.Client)
	require.Equal(t, Rect{70, 82, 259, 155}, info.Frame)
}

func TestAnOldTitleInLatin1IsDecoded(t *testing.T) {
	s := display(t, "")
	c, a := s.dial(t), s.window(t, "", Rect{0, 0, 10, 10}, 0)
	a.setText(t, "WM_NAME", "STRING", "Gr\xfc\xdfe")
	info, err := c.Window(a.win)
	require.NoError(t, err)
	require.Equal(t, "Grüße", info.Title)
}

func TestADestroyedWindowIsGone(t *testing.T) {
	s := display(t, "openbox")
	c, a := s.dial(t), s.window(t, "short-lived", Rect{0, 0, 100, 100}, 0)
	require.NoError(t, xproto.DestroyWindowChecked(a.x, xproto.Window(a.win)).Check())
	_, err := c.Window(a.win)
	require.ErrorIs(t, err, ErrNoWindow)
	_, err = c.Activate(bounded(t), a.win)
	require.ErrorIs(t, err, ErrNoWindow)
	require.ErrorIs(t, c.CloseWindow(a.win), ErrNoWindow)
	_, err = c.MoveResize(bounded(t), a.win, Rect{0, 0, 50, 50})
	require.ErrorIs(t, err, ErrNoWindow)
	_, err = c.Windows()
	require.NoError(t, err, "a list survives a window that vanishes")
}

// Not under icewm 3.3: there the stacking list lags one activation behind.
func TestStackingIsBottomToTopAndClientsAreInOrderOfAppearance(t *testing.T) {
	s := display(t, "openbox")
	c := s.dial(t)
	first, second := s.window(t, "first", Rect{0, 0, 200, 100}, 0), s.window(t, "second", Rect{20, 20, 200, 100}, 0)
	for _, w := range []Window{second.win, first.win} {
		_, err := c.Activate(bounded(t), w)
		require.NoError(t, err)
	}
	require.NoError(t, c.until(bounded(t), c.Root(), func() error { return nil }, func() (bool, error) {
		ids, err := c.Stacking()
		return indexOf(ids, first.win) > indexOf(ids, second.win), err
	}))
	ids, err := c.Clients()
	require.NoError(t, err)
	require.Less(t, indexOf(ids, first.win), indexOf(ids, second.win))
}

func indexOf(ids []Window, w Window) int {
	for i, id := range ids {
		if id == w {
			return i
		}
	}
	return -1
}

func TestWithoutAWindowManagerTheMappedTopLevelsAreTheWindows(t *testing.T) {
	s := display(t, "")
	c, a := s.dial(t), s.window(t, "alone", Rect{10, 10, 100, 100}, 0)
	wm, err := c.WindowManager()
	require.NoError(t, err)
	require.Nil(t, wm)
	ids, err := c.Stacking()
	require.NoError(t, err)
	require.Contains(t, ids, a.win)
}

func TestALeftOverAnnouncementIsNoWindowManager(t *testing.T) {
	s := ownDisplay(t, "")
	c := s.dial(t)
	require.NoError(t, c.setCardinals(c.Root(), "_NET_SUPPORTING_WM_CHECK", "WINDOW", 0x123456))
	wm, err := c.WindowManager()
	require.NoError(t, err)
	require.Nil(t, wm)
}

func TestTypesAndStatesAreNamed(t *testing.T) {
	for _, c := range []struct {
		names     []string
		transient bool
		want      WindowType
	}{
		{nil, false, TypeNormal}, {nil, true, TypeDialog},
		{[]string{"_NET_WM_WINDOW_TYPE_DIALOG", "_NET_WM_WINDOW_TYPE_NORMAL"}, false, TypeDialog},
		{[]string{"_KDE_NET_WM_WINDOW_TYPE_OVERRIDE", "_NET_WM_WINDOW_TYPE_NORMAL"}, true, TypeNormal},
		{[]string{"_NET_WM_WINDOW_TYPE_DOCK"}, false, TypeDock}, {[]string{"_NET_WM_WINDOW_TYPE_TOOLTIP"}, true, TypePopup},
		{[]string{"_NET_WM_WINDOW_TYPE_DESKTOP"}, false, TypeDesktop}, {[]string{"_NET_WM_WINDOW_TYPE_TOOLBAR"}, false, TypeUtility},
	} {
		require.Equal(t, c.want, typeOf(c.names, c.transient), "%v", c.names)
	}
	require.Equal(t, WindowState{}, stateOf([]string{"_NET_WM_STATE_MAXIMIZED_VERT"}), "half maximised is not maximised")
	require.Equal(t, WindowState{Maximised: true, Modal: true},
		stateOf([]string{"_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ", "_NET_WM_STATE_MODAL"}))
}

func TestADialogNamesItsParentAndIsModal(t *testing.T) {
	s := display(t, "openbox")
	c, parent := s.dial(t), s.window(t, "parent", Rect{0, 0, 300, 200}, 0)
	dialog := s.window(t, "dialog", Rect{50, 50, 100, 80}, 0)
	require.NoError(t, dialog.setCardinals(dialog.win, "WM_TRANSIENT_FOR", "WINDOW", uint32(parent.win)))
	modal, err := dialog.atom("_NET_WM_STATE_MODAL")
	require.NoError(t, err)
	require.NoError(t, c.until(bounded(t), dialog.win, func() error {
		return dialog.tellManager(dialog.win, "_NET_WM_STATE", 1, uint32(modal))
	}, func() (bool, error) {
		info, err := c.Window(dialog.win)
		return info.State.Modal, err
	}))
	info, err := c.Window(dialog.win)
	require.NoError(t, err)
	require.Equal(t, parent.win, info.TransientFor)
	require.Equal(t, TypeDialog, info.Type)
}
