//go:build linux

package x11

// WindowScale is the whole number by which the desktop's settings tell programs to enlarge everything, 1 when they say nothing.
// A larger font (Xft.dpi alone) is not counted: places within a window are not enlarged by it.
func (c *Conn) WindowScale() (int, error) {
	s, err := c.xsettings()
	if err != nil {
		return 0, err
	}
	return max(1, int(s["Gdk/WindowScalingFactor"])), nil
}
