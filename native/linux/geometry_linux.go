package linux

import (
	"strconv"
	"sync"

	"pace/native/linux/x11"
)

// scaleOf tells how many pixels a point has: what toolkits count in when they tell places over the accessibility bus.
// Measured with GTK 3, GTK 4, Qt 5 and Chromium, all of them give places of the screen divided by the scale they were
// told. GDK_SCALE is how a session tells it to every program; without it the desktop's settings do. A larger font alone
// (Xft.dpi) moves no place. It is read anew each time, for the settings may change.
func scaleOf(x *x11.Conn, environ []string) func() float64 {
	if n, err := strconv.Atoi(valueIn(environ, "GDK_SCALE")); err == nil && n >= 1 && n <= 8 {
		return func() float64 { return float64(n) }
	}
	var mu sync.Mutex
	last := 1.0
	return func() float64 {
		mu.Lock()
		defer mu.Unlock()
		if n, err := x.WindowScale(); err == nil {
			last = float64(n)
		}
		return last
	}
}
