//go:build linux

package x11

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jezek/xgb/xproto"
)

// WindowType is the kind a window declares itself to be.
type WindowType string

// The kinds that matter to a caller; all others count as normal.
const (
	TypeNormal  WindowType = "normal"
	TypeDialog  WindowType = "dialog"
	TypeUtility WindowType = "utility"
	TypeDock    WindowType = "dock"
	TypeDesktop WindowType = "desktop"
	TypeSplash  WindowType = "splash"
	TypePopup   WindowType = "popup" // menus, tooltips, notifications
)

// WindowState is the set of states the window manager has written on a window.
type WindowState struct {
	Maximised, Hidden, Fullscreen, Modal, Above, SkipTaskbar, Focused, Attention bool
}

// WindowInfo is one window as read at one moment.
type WindowInfo struct {
	ID           Window
	Title        string
	Class        string // the application ("Gedit")
	Instance     string // its instance name ("gedit")
	PID          int    // 0 when the window does not say
	Type         WindowType
	State        WindowState
	TransientFor Window
	// Client is the area the application draws, on the root window, client-side shadows included.
	Client Rect
	// Decoration is what the window manager draws around Client.
	Decoration Insets
	// Shadow is the invisible margin a client-decorated window keeps inside Client.
	Shadow Insets
	// Frame is the window as a person sees it: Client with Decoration, without Shadow.
	Frame Rect
	// Mapped: the window has a picture now.
	Mapped bool
	// Workspace is -1 when the window is on all of them or the window manager has none.
	Workspace int
}

// WindowManager is what is known of the running window manager.
type WindowManager struct {
	Name      string
	Supported []string // the hints it understands (_NET_…)
}

// Supports reports whether the window manager announces a hint. A nil manager supports nothing.
func (m *WindowManager) Supports(hint string) bool {
	return m != nil && slices.Contains(m.Supported, hint)
}

// WindowManager identifies the window manager; nil when there is none. A left-over announcement of one that has died
// does not count: the check window must exist and point to itself.
func (c *Conn) WindowManager() (*WindowManager, error) {
	p, err := c.property(c.Root(), "_NET_SUPPORTING_WM_CHECK")
	if err != nil {
		return nil, err
	}
	v := p.cardinals()
	if len(v) == 0 {
		return nil, nil
	}
	check := Window(v[0])
	self, name := c.askProperty(check, "_NET_SUPPORTING_WM_CHECK"), c.askProperty(check, "_NET_WM_NAME")
	p, err = self.get()
	n, nameErr := name.get()
	if err = errors.Join(err, nameErr); errors.Is(err, ErrNoWindow) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if v = p.cardinals(); len(v) == 0 || Window(v[0]) != check {
		return nil, nil
	}
	wm := &WindowManager{Name: n.text(xproto.AtomString)}
	if p, err = c.property(c.Root(), "_NET_SUPPORTED"); err != nil {
		return nil, err
	}
	for _, a := range p.cardinals() {
		s, err := c.atomName(xproto.Atom(a))
		if err != nil {
			return nil, err
		}
		wm.Supported = append(wm.Supported, s)
	}
	return wm, nil
}

// Stacking lists the managed windows from bottom to top.
func (c *Conn) Stacking() ([]Window, error) { return c.clients("_NET_CLIENT_LIST_STACKING") }

// Clients lists the managed windows in the order in which they appeared.
func (c *Conn) Clients() ([]Window, error) { return c.clients("_NET_CLIENT_LIST") }

// clients reads a list of the window manager; without one, the mapped children of the root stand in.
func (c *Conn) clients(list string) ([]Window, error) {
	p, err := c.property(c.Root(), list)
	if err != nil {
		return nil, err
	}
	if p.format == 32 {
		var out []Window
		for _, v := range p.cardinals() {
			out = append(out, Window(v))
		}
		return out, nil
	}
	tree, err := xproto.QueryTree(c.x, c.root).Reply()
	if err != nil {
		return nil, wrap(err, "list windows")
	}
	asked := make([]xproto.GetWindowAttributesCookie, len(tree.Children))
	for i, w := range tree.Children {
		asked[i] = xproto.GetWindowAttributes(c.x, w)
	}
	var out []Window
	for i, w := range tree.Children {
		a, err := asked[i].Reply()
		if err = wrap(err, "look at window %#x", w); errors.Is(err, ErrNoWindow) {
			continue
		} else if err != nil {
			return nil, err
		}
		if a.MapState == xproto.MapStateViewable && !a.OverrideRedirect && a.Class == xproto.WindowClassInputOutput {
			out = append(out, Window(w))
		}
	}
	return out, nil
}

// Active is the active window, 0 when there is none. Without a window manager it is the top-level that holds the focus.
func (c *Conn) Active() (Window, error) {
	p, err := c.property(c.Root(), "_NET_ACTIVE_WINDOW")
	if err != nil {
		return 0, err
	}
	if v := p.cardinals(); len(v) > 0 {
		return Window(v[0]), nil
	}
	f, err := xproto.GetInputFocus(c.x).Reply()
	if err != nil {
		return 0, wrap(err, "ask for the focus")
	}
	if f.Focus <= 1 || f.Focus == c.root { // none, or wherever the pointer is
		return 0, nil
	}
	top, err := c.topLevel(Window(f.Focus))
	if errors.Is(err, ErrNoWindow) {
		return 0, nil
	}
	return top, err
}

// topLevel is the ancestor of w (or w) that is a child of the root.
func (c *Conn) topLevel(w Window) (Window, error) {
	for {
		t, err := xproto.QueryTree(c.x, xproto.Window(w)).Reply()
		if err != nil {
			return 0, wrap(err, "ancestors of window %#x", w)
		}
		if t.Parent == c.root || t.Parent == 0 {
			return w, nil
		}
		w = Window(t.Parent)
	}
}

// Windows reads all managed windows from bottom to top. Windows that vanish meanwhile are left out.
func (c *Conn) Windows() ([]WindowInfo, error) {
	ids, err := c.Stacking()
	if err != nil {
		return nil, err
	}
	asked := make([]pendingWindow, len(ids))
	for i, w := range ids {
		asked[i] = c.askWindow(w)
	}
	var out []WindowInfo
	for _, p := range asked {
		info, err := p.get()
		if errors.Is(err, ErrNoWindow) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, info)
	}
	return out, nil
}

// Window reads one window; ErrNoWindow when it is gone.
func (c *Conn) Window(w Window) (WindowInfo, error) { return c.askWindow(w).get() }

// windowProperties are read for each window, in one go.
var windowProperties = [...]string{"_NET_WM_NAME", "WM_NAME", "WM_CLASS", "_NET_WM_PID", "_NET_WM_WINDOW_TYPE", "_NET_WM_STATE",
	"WM_TRANSIENT_FOR", "_NET_FRAME_EXTENTS", "_GTK_FRAME_EXTENTS", "_NET_WM_DESKTOP", "WM_STATE"}

type pendingWindow struct {
	c     *Conn
	w     Window
	props [len(windowProperties)]pendingProperty
	geom  xproto.GetGeometryCookie
	place xproto.TranslateCoordinatesCookie
	attrs xproto.GetWindowAttributesCookie
}

func (c *Conn) askWindow(w Window) pendingWindow {
	p := pendingWindow{c: c, w: w, geom: xproto.GetGeometry(c.x, xproto.Drawable(w)),
		place: xproto.TranslateCoordinates(c.x, xproto.Window(w), c.root, 0, 0),
		attrs: xproto.GetWindowAttributes(c.x, xproto.Window(w))}
	for i, n := range windowProperties {
		p.props[i] = c.askProperty(w, n)
	}
	return p
}

func (p pendingWindow) get() (WindowInfo, error) {
	info := WindowInfo{ID: p.w, Type: TypeNormal, Workspace: -1}
	g, err := p.geom.Reply()
	t, err2 := p.place.Reply()
	a, err3 := p.attrs.Reply()
	values := map[string]property{}
	for i, n := range windowProperties {
		v, err := p.props[i].get()
		if err != nil {
			return info, err
		}
		values[n] = v
	}
	for _, err := range []error{err, err2, err3} {
		if err != nil {
			return info, wrap(err, "read window %#x", p.w)
		}
	}
	info.Mapped = a.MapState == xproto.MapStateViewable
	info.Client = Rect{int(t.DstX), int(t.DstY), int(g.Width), int(g.Height)}
	info.Decoration = insetsOf(values["_NET_FRAME_EXTENTS"])
	info.Shadow = insetsOf(values["_GTK_FRAME_EXTENTS"])
	info.Frame = info.Client.Grow(info.Decoration).Shrink(info.Shadow)
	if info.Title = values["_NET_WM_NAME"].text(0); info.Title == "" {
		info.Title = values["WM_NAME"].text(xproto.AtomString)
	}
	info.Instance, info.Class = classOf(values["WM_CLASS"])
	if v := values["_NET_WM_PID"].cardinals(); len(v) > 0 {
		info.PID = int(v[0])
	}
	if v := values["WM_TRANSIENT_FOR"].cardinals(); len(v) > 0 {
		info.TransientFor = Window(v[0])
	}
	if v := values["_NET_WM_DESKTOP"].cardinals(); len(v) > 0 && v[0] != 0xffffffff {
		info.Workspace = int(v[0])
	}
	types, err := p.c.atomNames(values["_NET_WM_WINDOW_TYPE"].cardinals())
	if err != nil {
		return info, err
	}
	info.Type = typeOf(types, info.TransientFor != 0)
	states, err := p.c.atomNames(values["_NET_WM_STATE"].cardinals())
	if err != nil {
		return info, err
	}
	info.State = stateOf(states)
	const iconic = 3 // ICCCM 4.1.3.1; window managers without _NET_WM_STATE_HIDDEN still keep this
	if v := values["WM_STATE"].cardinals(); len(v) > 0 && v[0] == iconic {
		info.State.Hidden = true
	}
	return info, nil
}

func (c *Conn) atomNames(atoms []uint32) ([]string, error) {
	var out []string
	for _, a := range atoms {
		n, err := c.atomName(xproto.Atom(a))
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

// insetsOf reads left, right, top, bottom.
func insetsOf(p property) Insets {
	v := p.cardinals()
	if len(v) < 4 {
		return Insets{}
	}
	return Insets{int(v[0]), int(v[1]), int(v[2]), int(v[3])}
}

// classOf splits "instance\0class\0".
func classOf(p property) (instance, class string) {
	parts := strings.SplitN(string(p.value), "\x00", 3)
	if len(parts) > 1 {
		class = fromLatin1([]byte(parts[1]))
	}
	return fromLatin1([]byte(parts[0])), class
}

// typeOf takes the first kind it knows: a window lists them by preference. An undeclared transient is a dialog (EWMH).
func typeOf(names []string, transient bool) WindowType {
	for _, n := range names {
		switch strings.TrimPrefix(n, "_NET_WM_WINDOW_TYPE_") {
		case "NORMAL":
			return TypeNormal
		case "DIALOG":
			return TypeDialog
		case "UTILITY", "TOOLBAR":
			return TypeUtility
		case "DOCK":
			return TypeDock
		case "DESKTOP":
			return TypeDesktop
		case "SPLASH":
			return TypeSplash
		case "MENU", "DROPDOWN_MENU", "POPUP_MENU", "TOOLTIP", "NOTIFICATION", "COMBO", "DND":
			return TypePopup
		}
	}
	if transient {
		return TypeDialog
	}
	return TypeNormal
}

func stateOf(names []string) WindowState {
	has := func(s string) bool { return slices.Contains(names, "_NET_WM_STATE_"+s) }
	return WindowState{
		Maximised:  has("MAXIMIZED_VERT") && has("MAXIMIZED_HORZ"),
		Hidden:     has("HIDDEN"),
		Fullscreen: has("FULLSCREEN"), Modal: has("MODAL"), Above: has("ABOVE"), SkipTaskbar: has("SKIP_TASKBAR"),
		Focused: has("FOCUSED"), Attention: has("DEMANDS_ATTENTION"),
	}
}

// String is for messages to a developer.
func (w Window) String() string { return fmt.Sprintf("%#x", uint32(w)) }
