package linux

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/native/linux/x11"
)

func TestTheWindowAProgramMeansIsToldByTitleAndSize(t *testing.T) {
	win := func(id x11.Window, pid int, title string, r x11.Rect, shadow x11.Insets, mapped bool) x11.Stacked {
		return x11.Stacked{WindowInfo: x11.WindowInfo{ID: id, PID: pid, Title: title, Client: r, Shadow: shadow, Mapped: mapped}}
	}
	shadow := x11.Insets{Left: 25, Right: 25, Top: 20, Bottom: 30}
	stack := []x11.Stacked{
		win(1, 7, "Editor", x11.Rect{X: 0, Y: 0, W: 400, H: 300}, x11.Insets{}, true),
		win(2, 7, "Editor", x11.Rect{X: 50, Y: 50, W: 450, H: 350}, shadow, true),
		win(3, 7, "Dialog", x11.Rect{X: 90, Y: 90, W: 200, H: 100}, x11.Insets{}, true),
		win(4, 7, "Hidden", x11.Rect{X: 90, Y: 90, W: 640, H: 480}, x11.Insets{}, false),
		win(5, 8, "Editor", x11.Rect{X: 90, Y: 90, W: 400, H: 300}, x11.Insets{}, true),
		win(6, 7, "", x11.Rect{X: 95, Y: 95, W: 120, H: 160}, x11.Insets{}, true),
	}
	for _, c := range []struct {
		name  string
		pid   int
		title string
		w, h  float64
		want  x11.Window
	}{
		{"title alone", 7, "Dialog", 0, 0, 3},
		{"size without the shadow", 7, "Editor", 400, 300, 2},
		{"size with the shadow", 7, "Editor", 450, 350, 2},
		{"a menu has no title", 7, "", 120, 160, 6},
		{"title before size", 7, "Dialog", 120, 160, 3},
		{"rounding", 7, "", 118.5, 161.5, 6},
		{"hidden ones are not on the screen", 7, "Hidden", 640, 480, 6},
		{"other programs do not count", 8, "Editor", 1, 1, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := meant(stack, c.pid, c.title, c.w, c.h)
			require.True(t, ok)
			require.Equal(t, c.want, got.ID)
		})
	}
	_, ok := meant(stack, 9, "Editor", 400, 300)
	require.False(t, ok)
}

func TestTheSessionsScaleCounts(t *testing.T) {
	for environ, want := range map[string]float64{"GDK_SCALE=2": 2, "GDK_SCALE=1": 1, "GDK_SCALE=3": 3} {
		require.Equal(t, want, scaleOf(nil, []string{environ})(), environ)
	}
}
