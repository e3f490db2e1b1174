//go:build linux

package x11

import (
	"encoding/binary"
	"testing"

	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/require"
)

func setMonitor(t *testing.T, c *Conn, name string, r Rect, mm [2]uint32, primary bool, outputs ...randr.Output) {
	t.Helper()
	a, err := c.atom(name)
	require.NoError(t, err)
	require.NoError(t, randr.SetMonitorChecked(c.x, c.root, randr.MonitorInfo{Name: a, Primary: primary, X: int16(r.X), Y: int16(r.Y),
		Width: uint16(r.W), Height: uint16(r.H), WidthInMillimeters: mm[0], HeightInMillimeters: mm[1],
		NOutput: uint16(len(outputs)), Outputs: outputs}).Check())
}

func TestMonitorsAreListedPrimaryFirst(t *testing.T) {
	s := ownDisplay(t, "", "-screen", "0", "2000x1000x24")
	c := s.dial(t)
	list, err := c.Monitors()
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, Rect{0, 0, 2000, 1000}, list[0].Bounds)
	require.Equal(t, list[0].Bounds, list[0].Work)

	setMonitor(t, c, "left", Rect{0, 0, 1200, 1000}, [2]uint32{300, 250}, false)
	setMonitor(t, c, "right", Rect{1200, 100, 800, 600}, [2]uint32{200, 150}, true)
	list, err = c.Monitors()
	require.NoError(t, err)
	names := map[string]Monitor{}
	for _, m := range list {
		names[m.Name] = m
	}
	require.Equal(t, Rect{1200, 100, 800, 600}, names["right"].Bounds)
	require.Equal(t, 200, names["right"].WidthMM)
	require.Equal(t, Rect{0, 0, 1200, 1000}, names["left"].Bounds)
	require.Equal(t, "right", list[0].Name, "the primary monitor is first")
	require.True(t, list[0].Primary)
}

func TestADockTakesRoomFromItsMonitorOnly(t *testing.T) {
	s := ownDisplay(t, "openbox", "-screen", "0", "2000x1000x24")
	c := s.dial(t)
	setMonitor(t, c, "left", Rect{0, 0, 1200, 1000}, [2]uint32{}, false)
	setMonitor(t, c, "right", Rect{1200, 0, 800, 1000}, [2]uint32{}, true)
	dock := s.window(t, "dock", Rect{1200, 0, 800, 30}, 0)
	require.NoError(t, dock.setCardinals(dock.win, "_NET_WM_STRUT_PARTIAL", "CARDINAL", 0, 0, 30, 0, 0, 0, 0, 0, 1200, 1999, 0, 0))
	list, err := c.Monitors()
	require.NoError(t, err)
	for _, m := range list {
		switch m.Name {
		case "left":
			require.Equal(t, m.Bounds, m.Work)
		case "right":
			require.Equal(t, Rect{1200, 30, 800, 970}, m.Work)
		}
	}
}

func TestWorkAreasAreTheMonitorWithoutPanels(t *testing.T) {
	const far = 1 << 20
	all := strut{leftY1: far, rightY1: far, topX1: far, bottomX1: far}
	with := func(f func(*strut)) strut { s := all; f(&s); return s }
	screen := Rect{0, 0, 3000, 1000}
	for name, c := range map[string]struct {
		monitor Rect
		r       reservation
		only    bool
		want    Rect
	}{
		"nothing reserved": {Rect{0, 0, 1000, 1000}, reservation{}, true, Rect{0, 0, 1000, 1000}},
		"left edge":        {Rect{0, 0, 1000, 1000}, reservation{struts: []strut{with(func(s *strut) { s.left = 50 })}}, false, Rect{50, 0, 950, 1000}},
		"right edge of the screen, on the last monitor": {Rect{2000, 0, 1000, 1000},
			reservation{struts: []strut{with(func(s *strut) { s.right = 60 })}}, false, Rect{2000, 0, 940, 1000}},
		"right edge of the screen, not on the first": {Rect{0, 0, 1000, 1000},
			reservation{struts: []strut{with(func(s *strut) { s.right = 60 })}}, false, Rect{0, 0, 1000, 1000}},
		"bottom edge of a monitor that is shorter than the screen": {Rect{0, 0, 1000, 800},
			reservation{struts: []strut{with(func(s *strut) { s.bottom = 240 })}}, false, Rect{0, 0, 1000, 760}},
		"top and bottom": {Rect{0, 0, 1000, 1000},
			reservation{struts: []strut{with(func(s *strut) { s.top = 20; s.bottom = 30 })}}, false, Rect{0, 20, 1000, 950}},
		"a strut that would take everything": {Rect{0, 0, 1000, 1000},
			reservation{struts: []strut{with(func(s *strut) { s.left = 1000 })}}, false, Rect{0, 0, 1000, 1000}},
		"the manager's own word for one monitor":   {Rect{0, 0, 1000, 1000}, reservation{work: Rect{0, 32, 1000, 968}}, true, Rect{0, 32, 1000, 968}},
		"the manager's own word is no use for two": {Rect{0, 0, 1000, 1000}, reservation{work: Rect{0, 32, 3000, 968}}, false, Rect{0, 0, 1000, 1000}},
		"per monitor": {Rect{1000, 0, 1000, 1000},
			reservation{monitor: []Rect{{0, 32, 1000, 968}, {1000, 10, 1000, 990}}}, false, Rect{1000, 10, 1000, 990}},
	} {
		require.Equal(t, c.want, workArea(c.monitor, screen, c.r, c.only), name)
	}
}

func TestAMonitorChangeWakesItsWatch(t *testing.T) {
	s := ownDisplay(t, "")
	c := s.dial(t)
	changed, err := c.WatchMonitors(bounded(t))
	require.NoError(t, err)
	setMonitor(t, s.dial(t), "half", Rect{0, 0, 640, 800}, [2]uint32{}, true)
	within(t, "monitors changed", changed)
}

func TestTheScaleIsReadFromTheDesktop(t *testing.T) {
	s := ownDisplay(t, "")
	c := s.dial(t)
	scale, err := c.Scale()
	require.NoError(t, err)
	require.Equal(t, 1.0, scale)
	atoms, err := c.atomsOf("RESOURCE_MANAGER", "STRING")
	require.NoError(t, err)
	db := "*customization:\t-color\nXft.dpi:\t144\nXft.hinting: 1\n"
	require.NoError(t, xproto.ChangePropertyChecked(c.x, xproto.PropModeReplace, c.root, atoms["RESOURCE_MANAGER"], atoms["STRING"], 8,
		uint32(len(db)), []byte(db)).Check())
	scale, err = c.Scale()
	require.NoError(t, err)
	require.Equal(t, 1.5, scale)

	// A settings manager that asks for more.
	a := s.window(t, "settings", Rect{0, 0, 10, 10}, 0)
	names, err := a.atomsOf("_XSETTINGS_S0", "_XSETTINGS_SETTINGS")
	require.NoError(t, err)
	require.NoError(t, xproto.SetSelectionOwnerChecked(a.x, xproto.Window(a.win), names["_XSETTINGS_S0"], 0).Check())
	settings := xsettingsOf("Gdk/WindowScalingFactor", 2)
	require.NoError(t, xproto.ChangePropertyChecked(a.x, xproto.PropModeReplace, xproto.Window(a.win), names["_XSETTINGS_SETTINGS"],
		names["_XSETTINGS_SETTINGS"], 8, uint32(len(settings)), settings).Check())
	scale, err = c.Scale()
	require.NoError(t, err)
	require.Equal(t, 2.0, scale)
}

func xsettingsOf(name string, value uint32) []byte {
	le := binary.LittleEndian
	b := []byte{0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0}
	// A text setting first, which must be stepped over.
	b = append(b, 1, 0, 3, 0, 'N', 'e', 't', 0, 0, 0, 0, 0, 5, 0, 0, 0, 'h', 'e', 'l', 'l', 'o', 0, 0, 0)
	b = append(b, 0, 0, byte(len(name)), 0)
	b = append(b, name...)
	b = append(b, make([]byte, -len(name)&3+4)...)
	return le.AppendUint32(b, value)
}

func FuzzParseXSettings(f *testing.F) {
	f.Add(xsettingsOf("Xft/DPI", 98304))
	f.Fuzz(func(_ *testing.T, b []byte) { parseXSettings(b) })
}

func TestOnlyAPlausibleDPIIsTaken(t *testing.T) {
	for in, want := range map[string]float64{"Xft.dpi:\t96\n": 96, "Xft.dpi: 192": 192, "Xft.dpi: no": 0, "Xft.dpi: 0": 0, "Xft.dpi: 1e9": 0, "": 0, "a.Xft.dpi: 120": 0} {
		require.Equal(t, want, xftDPI(in), "%q", in)
	}
}
