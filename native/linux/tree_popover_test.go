package linux

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
)

func TestEachPopoverGetsTheWindowThatFitsItBest(t *testing.T) {
	frame := func(w, h float64) desktop.Rect { return desktop.Rect{W: w, H: h} }
	size := func(w, h int32) atspi.Rect { return atspi.Rect{W: w, H: h} }
	for _, c := range []struct {
		sizes  []atspi.Rect
		frames []desktop.Rect
		want   []int
	}{
		{nil, nil, []int{}},
		{[]atspi.Rect{size(79, 120)}, nil, []int{-1}},
		{[]atspi.Rect{size(79, 120)}, []desktop.Rect{frame(1, 1), frame(79, 126)}, []int{1}},
		{[]atspi.Rect{size(79, 120)}, []desktop.Rect{frame(300, 126)}, []int{-1}},
		// A menu and the one out of it, which alone would fit both.
		{[]atspi.Rect{size(103, 78), size(104, 78)}, []desktop.Rect{frame(104, 78), frame(103, 82)}, []int{1, 0}},
		{[]atspi.Rect{size(50, 50), size(50, 50)}, []desktop.Rect{frame(50, 50)}, []int{0, -1}},
	} {
		require.Equal(t, c.want, pairPopovers(c.sizes, c.frames))
	}
}

func TestPopoversAreToldByTheirClassOrRole(t *testing.T) {
	n := atspi.Node{Role: atspi.RoleFiller, Name: "GtkPopover", Interfaces: atspi.HasComponent}
	require.True(t, quirks{desktop.GTK4}.floats(n))
	require.False(t, quirks{desktop.GTK3}.floats(n))
	n.Name = "GtkBox"
	require.False(t, quirks{desktop.GTK4}.floats(n))
	n.Role = atspi.RoleMenu
	require.True(t, quirks{desktop.GTK4}.floats(n))
	require.Equal(t, -1, pressIndex(desktop.ListItem, quirks{desktop.Qt}.actions(desktop.ListItem, []atspi.Action{{Name: "Toggle"}})))
	require.Equal(t, 0, pressIndex(desktop.Button, quirks{desktop.Qt}.actions(desktop.Button, []atspi.Action{{Name: "Press"}})))
}
