//go:build linux

package x11

import (
	"context"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xproto"
)

// Monitor is one rectangle of the desktop that a person would call a screen.
type Monitor struct {
	Name    string
	Bounds  Rect // in pixels of the root window
	Primary bool
	// WidthMM and HeightMM are what the monitor claims; 0 when it does not.
	WidthMM, HeightMM int
	// Work is Bounds without panels and docks.
	Work Rect
}

// Monitors lists the monitors, primary first, with the work areas of the current workspace. A server without RandR 1.5 has one monitor:
// the whole screen.
func (c *Conn) Monitors() ([]Monitor, error) {
	list, err := c.monitorList()
	if err != nil {
		return nil, err
	}
	areas, err := c.reserved()
	if err != nil {
		return nil, err
	}
	screen, err := c.ScreenSize()
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].Work = workArea(list[i].Bounds, screen, areas, len(list) == 1)
	}
	return list, nil
}

func (c *Conn) monitorList() ([]Monitor, error) {
	whole := func() ([]Monitor, error) {
		r, err := c.ScreenSize()
		return []Monitor{{Name: "screen", Bounds: r, Primary: true, WidthMM: int(c.screen.WidthInMillimeters),
			HeightMM: int(c.screen.HeightInMillimeters)}}, err
	}
	if _, err := c.need("RANDR"); err != nil {
		return whole()
	}
	v, err := randr.QueryVersion(c.x, 1, 5).Reply()
	if err != nil {
		return nil, wrap(err, "announce RandR 1.5")
	}
	if v.MajorVersion < 1 || v.MajorVersion == 1 && v.MinorVersion < 5 {
		return whole()
	}
	r, err := randr.GetMonitors(c.x, c.root, true).Reply()
	if err != nil {
		return nil, wrap(err, "list monitors")
	}
	var out []Monitor
	for _, m := range r.Monitors {
		name, err := c.atomName(m.Name)
		if err != nil {
			return nil, err
		}
		one := Monitor{Name: name, Bounds: Rect{int(m.X), int(m.Y), int(m.Width), int(m.Height)}, Primary: m.Primary,
			WidthMM: int(m.WidthInMillimeters), HeightMM: int(m.HeightInMillimeters)}
		if m.Primary {
			out = append([]Monitor{one}, out...)
		} else {
			out = append(out, one)
		}
	}
	if len(out) == 0 { // every output is off, for instance behind a remote desktop
		return whole()
	}
	return out, nil
}

// reservation is what is known of the room panels take.
type reservation struct {
	struts  []strut
	work    Rect   // _NET_WORKAREA of the current workspace: one rectangle over all monitors
	monitor []Rect // _GTK_WORKAREAS_D<n>: one for each monitor, written by window managers whose panels are no windows
}

// strut is a strip along one edge of the screen (EWMH _NET_WM_STRUT_PARTIAL).
type strut struct{ left, right, top, bottom, leftY0, leftY1, rightY0, rightY1, topX0, topX1, bottomX0, bottomX1 int }

func (c *Conn) reserved() (reservation, error) {
	var r reservation
	desk, err := c.property(c.Root(), "_NET_CURRENT_DESKTOP")
	if err != nil {
		return r, err
	}
	current := 0
	if v := desk.cardinals(); len(v) > 0 {
		current = int(v[0])
	}
	p, err := c.property(c.Root(), "_NET_WORKAREA")
	if err != nil {
		return r, err
	}
	if all := rectsOf(p); current < len(all) {
		r.work = all[current]
	}
	if p, err = c.property(c.Root(), "_GTK_WORKAREAS_D"+strconv.Itoa(current)); err != nil {
		return r, err
	}
	r.monitor = rectsOf(p)
	ids, err := c.Clients()
	if err != nil {
		return r, err
	}
	partial, plain := make([]pendingProperty, len(ids)), make([]pendingProperty, len(ids))
	for i, w := range ids {
		partial[i], plain[i] = c.askProperty(w, "_NET_WM_STRUT_PARTIAL"), c.askProperty(w, "_NET_WM_STRUT")
	}
	for i := range ids {
		a, err := partial[i].get()
		b, err2 := plain[i].get()
		if err != nil || err2 != nil {
			continue // gone meanwhile
		}
		const far = 1 << 20
		if v := a.cardinals(); len(v) >= 12 {
			var n [12]int
			for j := range n {
				n[j] = int(v[j])
			}
			r.struts = append(r.struts, strut{n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11]})
		} else if v := b.cardinals(); len(v) >= 4 {
			r.struts = append(r.struts, strut{int(v[0]), int(v[1]), int(v[2]), int(v[3]), 0, far, 0, far, 0, far, 0, far})
		}
	}
	return r, nil
}

func rectsOf(p property) []Rect {
	v := p.cardinals()
	var out []Rect
	for ; len(v) >= 4; v = v[4:] {
		out = append(out, Rect{int(int32(v[0])), int(int32(v[1])), int(v[2]), int(v[3])})
	}
	return out
}

// workArea is the part of a monitor that no panel takes. Struts are measured from the edges of the screen, so one that belongs to
// another monitor may run through this one only where their ranges meet.
func workArea(monitor, screen Rect, r reservation, only bool) Rect {
	for _, m := range r.monitor {
		if m.Intersect(monitor) == m && !m.Empty() {
			return m
		}
	}
	work := monitor
	meets := func(a0, a1, b0, b1 int) bool { return a0 < b1 && b0 <= a1 }
	for _, s := range r.struts {
		rows0, rows1, cols0, cols1 := monitor.Y, monitor.Y+monitor.H, monitor.X, monitor.X+monitor.W
		if s.left > 0 && meets(s.leftY0, s.leftY1, rows0, rows1) {
			work = cut(work, Rect{s.left, work.Y, screen.W, work.H})
		}
		if s.right > 0 && meets(s.rightY0, s.rightY1, rows0, rows1) {
			work = cut(work, Rect{work.X - screen.W, work.Y, screen.W - s.right - work.X + screen.W, work.H})
		}
		if s.top > 0 && meets(s.topX0, s.topX1, cols0, cols1) {
			work = cut(work, Rect{work.X, s.top, work.W, screen.H})
		}
		if s.bottom > 0 && meets(s.bottomX0, s.bottomX1, cols0, cols1) {
			work = cut(work, Rect{work.X, work.Y - screen.H, work.W, screen.H - s.bottom - work.Y + screen.H})
		}
	}
	if only && len(r.struts) == 0 {
		work = cut(work, r.work)
	}
	return work
}

// cut is the common part, or r itself when there would be nothing left: a strut that takes a whole monitor is a mistake.
func cut(r, by Rect) Rect {
	if i := r.Intersect(by); !i.Empty() {
		return i
	}
	return r
}

// Scale is how much larger than at 96 dots per inch applications draw. X11 has one for all monitors: Xft.dpi of the resource database
// or the desktop's XSETTINGS, whichever asks for more; 1 when neither says anything.
func (c *Conn) Scale() (float64, error) {
	scale := 1.0
	p, err := c.property(c.Root(), "RESOURCE_MANAGER")
	if err != nil {
		return 0, err
	}
	if dpi := xftDPI(string(p.value)); dpi > 0 {
		scale = dpi / 96
	}
	s, err := c.xsettings()
	if err != nil {
		return 0, err
	}
	if n := s["Gdk/WindowScalingFactor"]; n > 0 {
		scale = max(scale, float64(n))
	}
	if n := s["Xft/DPI"]; n > 0 {
		scale = max(scale, float64(n)/1024/96)
	}
	return scale, nil
}

func xftDPI(resources string) float64 {
	for line := range strings.Lines(resources) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "Xft.dpi" {
			if v, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil && v >= 24 && v <= 960 {
				return v
			}
		}
	}
	return 0
}

// xsettings reads the whole numbers among the desktop's settings; none without a settings manager.
func (c *Conn) xsettings() (map[string]int32, error) {
	a, err := c.atom("_XSETTINGS_S" + strconv.Itoa(c.screenNumber()))
	if err != nil {
		return nil, err
	}
	r, err := xproto.GetSelectionOwner(c.x, a).Reply()
	if err != nil {
		return nil, wrap(err, "find the settings manager")
	}
	if r.Owner == 0 {
		return nil, nil
	}
	p, err := c.property(Window(r.Owner), "_XSETTINGS_SETTINGS")
	if err != nil {
		return nil, nil //nolint:nilerr // the manager went away meanwhile
	}
	return parseXSettings(p.value), nil
}

func (c *Conn) screenNumber() int {
	for i := range c.setup.Roots {
		if c.setup.Roots[i].Root == c.root {
			return i
		}
	}
	return 0
}

// parseXSettings reads the integers of an XSETTINGS property (freedesktop specification "XSETTINGS", version 0.5); what cannot be read
// ends the list.
func parseXSettings(b []byte) map[string]int32 {
	out := map[string]int32{}
	if len(b) < 12 {
		return out
	}
	var order binary.ByteOrder = binary.LittleEndian
	if b[0] == 1 {
		order = binary.BigEndian
	}
	n := order.Uint32(b[8:])
	b = b[12:]
	for range n {
		if len(b) < 4 {
			return out
		}
		kind, size := b[0], int(order.Uint16(b[2:]))
		padded := (size + 3) &^ 3
		if len(b) < 4+padded+4 {
			return out
		}
		name := string(b[4 : 4+size])
		b = b[4+padded+4:] // with the serial
		switch kind {
		case 0:
			if len(b) < 4 {
				return out
			}
			out[name], b = int32(order.Uint32(b)), b[4:]
		case 1:
			if len(b) < 4 {
				return out
			}
			l := uint64(order.Uint32(b))
			l = 4 + (l+3)&^3
			if uint64(len(b)) < l {
				return out
			}
			b = b[l:]
		case 2:
			if len(b) < 8 {
				return out
			}
			b = b[8:]
		default:
			return out
		}
	}
	return out
}

// WatchMonitors gives a wake-up when monitors may have changed (added, removed, moved, resized). The channel is closed when ctx
// ends or the connection is lost.
func (c *Conn) WatchMonitors(ctx context.Context) (<-chan struct{}, error) {
	e, err := c.need("RANDR")
	if err != nil {
		return nil, err
	}
	if _, err := randr.QueryVersion(c.x, 1, 5).Reply(); err != nil {
		return nil, wrap(err, "announce RandR 1.5")
	}
	sub := c.subscribe(64, func(ev []byte) bool {
		return code(ev) == e.firstEvent || code(ev) == e.firstEvent+1 ||
			code(ev) == evConfigureNotify && xproto.ConfigureNotifyEventNew(ev).(xproto.ConfigureNotifyEvent).Window == c.root
	})
	release, err := c.selectEvents(c.root, xproto.EventMaskStructureNotify)
	if err != nil {
		sub.cancel()
		return nil, err
	}
	mask := uint16(randr.NotifyMaskScreenChange | randr.NotifyMaskCrtcChange | randr.NotifyMaskOutputChange)
	if err := randr.SelectInputChecked(c.x, c.root, mask).Check(); err != nil {
		release()
		sub.cancel()
		return nil, wrap(err, "watch the monitors")
	}
	return c.wakeups(ctx, sub, release), nil
}

// wakeups turns a subscription into a channel of one waiting wake-up, until ctx or the connection ends.
func (c *Conn) wakeups(ctx context.Context, sub *subscription, release func()) <-chan struct{} {
	out := make(chan struct{}, 1)
	c.work.Go(func() {
		defer close(out)
		defer release()
		defer sub.cancel()
		for {
			select {
			case <-sub.wake:
				sub.take()
				select {
				case out <- struct{}{}:
				default: // one is waiting
				}
			case <-ctx.Done():
				return
			case <-c.drained:
				return
			}
		}
	})
	return out
}

// String is for messages to a developer.
func (m Monitor) String() string { return fmt.Sprintf("%s %+v", m.Name, m.Bounds) }
