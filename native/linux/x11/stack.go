//go:build linux

package x11

import (
	"encoding/binary"
	"errors"

	"github.com/jezek/xgb/xproto"
)

// Stacked is a window with its place in the pile.
type Stacked struct {
	WindowInfo
	// Unmanaged: the window manager has no say about it, as with menus and tooltips.
	Unmanaged bool
	// ClickThrough: it is seen, but the pointer meets what is behind it.
	ClickThrough bool
}

// Stack lists every window that lies on the screen from bottom to top, menus and overlays included. Managed windows that are not
// shown come first. A window without a pid gets that of another window of the same connection.
func (c *Conn) Stack() ([]Stacked, error) {
	managed, err := c.Windows()
	if err != nil {
		return nil, err
	}
	tree, err := xproto.QueryTree(c.x, c.root).Reply()
	if err != nil {
		return nil, wrap(err, "list windows")
	}
	frames, err := c.frames(managed)
	if err != nil {
		return nil, err
	}
	loose, err := c.unmanaged(tree.Children, frames)
	if err != nil {
		return nil, err
	}
	onRoot := map[Window]bool{}
	for _, w := range tree.Children {
		onRoot[Window(w)] = true
	}
	var out []Stacked
	byFrame := map[Window]WindowInfo{}
	for _, m := range managed {
		f, ok := frames[m.ID]
		if !ok || !onRoot[f] {
			out = append(out, Stacked{WindowInfo: m})
			continue
		}
		byFrame[f] = m
	}
	for _, w := range tree.Children {
		if m, ok := byFrame[Window(w)]; ok {
			out = append(out, Stacked{WindowInfo: m})
		} else if s, ok := loose[Window(w)]; ok {
			out = append(out, s)
		}
	}
	c.adoptPIDs(out)
	return out, nil
}

// frames finds the child of the root that each window is in.
func (c *Conn) frames(managed []WindowInfo) (map[Window]Window, error) {
	at := map[Window]Window{} // managed window → the ancestor reached so far
	for _, m := range managed {
		at[m.ID] = m.ID
	}
	out := map[Window]Window{}
	for range 8 { // window managers put one or two windows around each
		asked := map[Window]xproto.QueryTreeCookie{}
		for id, up := range at {
			asked[id] = xproto.QueryTree(c.x, xproto.Window(up))
		}
		for id, ck := range asked {
			t, err := ck.Reply()
			if err = wrap(err, "ancestors of window %v", id); errors.Is(err, ErrNoWindow) {
				delete(at, id)
				continue
			} else if err != nil {
				return nil, err
			}
			if t.Parent == c.root || t.Parent == 0 {
				out[id] = at[id]
				delete(at, id)
				continue
			}
			at[id] = Window(t.Parent)
		}
		if len(at) == 0 {
			break
		}
	}
	return out, nil
}

// unmanaged reads the override-redirect windows among the root's children. One that says nothing about itself and fills the
// screen is the compositor's canvas, not a window.
func (c *Conn) unmanaged(children []xproto.Window, frames map[Window]Window) (map[Window]Stacked, error) {
	known := map[Window]bool{}
	for _, f := range frames {
		known[f] = true
	}
	asked := map[Window]xproto.GetWindowAttributesCookie{}
	for _, w := range children {
		if !known[Window(w)] {
			asked[Window(w)] = xproto.GetWindowAttributes(c.x, w)
		}
	}
	var shown []Window
	for w, ck := range asked {
		a, err := ck.Reply()
		if err = wrap(err, "look at window %v", w); errors.Is(err, ErrNoWindow) {
			continue
		} else if err != nil {
			return nil, err
		}
		if a.OverrideRedirect && a.MapState == xproto.MapStateViewable && a.Class == xproto.WindowClassInputOutput {
			shown = append(shown, w)
		}
	}
	screen, err := c.ScreenSize()
	if err != nil {
		return nil, err
	}
	pending := make([]pendingWindow, len(shown))
	for i, w := range shown {
		pending[i] = c.askWindow(w)
	}
	out := map[Window]Stacked{}
	for _, p := range pending {
		info, err := p.get()
		if errors.Is(err, ErrNoWindow) {
			continue
		} else if err != nil {
			return nil, err
		}
		if info.Class == "" && info.PID == 0 && info.Title == "" && info.Client == screen {
			continue
		}
		if info.Type == TypeNormal {
			info.Type = TypePopup // it says nothing, or what cannot be: normal windows are managed
		}
		through, err := c.clickThrough(info.ID)
		if err != nil && !errors.Is(err, ErrNoWindow) {
			return nil, err
		}
		out[info.ID] = Stacked{info, true, through}
	}
	return out, nil
}

// clickThrough reports whether a window's input shape is empty. Without the SHAPE extension none is.
func (c *Conn) clickThrough(w Window) (bool, error) {
	const name = "SHAPE"
	e, err := xproto.QueryExtension(c.x, uint16(len(name)), name).Reply()
	if err != nil {
		return false, wrap(err, "ask for extension %s", name)
	}
	if !e.Present {
		return false, nil
	}
	const getRectangles, input = 8, 2
	req := make([]byte, 12)
	req[0], req[1], req[8] = e.MajorOpcode, getRectangles, input
	binary.LittleEndian.PutUint32(req[4:], uint32(w))
	r, err := c.request(req)
	if err != nil {
		return false, wrap(err, "ask for the shape of window %v", w)
	}
	return len(r) >= 12 && binary.LittleEndian.Uint32(r[8:]) == 0, nil
}

// adoptPIDs fills missing pids in: the server gives each connection its own range of window numbers.
func (c *Conn) adoptPIDs(all []Stacked) {
	client := func(w Window) uint32 { return uint32(w) &^ c.setup.ResourceIdMask }
	pids := map[uint32]int{}
	for _, s := range all {
		if s.PID != 0 {
			pids[client(s.ID)] = s.PID
		}
	}
	for i := range all {
		if all[i].PID == 0 {
			all[i].PID = pids[client(all[i].ID)]
		}
	}
}
