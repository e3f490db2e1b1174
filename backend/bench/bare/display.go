package bare

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// Window is one managed top-level window.
type Window struct {
	ID            uint32
	Group         int // process group of its program
	Title         string
	Active        bool
	X, Y, W, H    int // with the window manager's frame
	MaximisedBoth bool
}

// Area is a rectangle of the screen.
type Area struct{ X, Y, W, H int }

type display struct {
	conn    *xgb.Conn
	root    xproto.Window
	atoms   map[string]xproto.Atom
	watched map[xproto.Window]bool
	changed chan struct{} // one pending value; something about some window changed
	reading sync.WaitGroup
}

var atomNames = [...]string{"_NET_CLIENT_LIST_STACKING", "_NET_CLIENT_LIST", "_NET_WM_PID", "_NET_WM_NAME", "_NET_ACTIVE_WINDOW", "_NET_WM_STATE",
	"_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ", "_NET_FRAME_EXTENTS", "_GTK_FRAME_EXTENTS", "_NET_WORKAREA"}

func openDisplay(name string) (*display, error) {
	conn, err := xgb.NewConnDisplay(name)
	if err != nil {
		return nil, fmt.Errorf("connect to display %s: %w", name, err)
	}
	d := &display{conn: conn, root: xproto.Setup(conn).DefaultScreen(conn).Root, atoms: map[string]xproto.Atom{},
		watched: map[xproto.Window]bool{}, changed: make(chan struct{}, 1)}
	for _, name := range atomNames {
		reply, err := xproto.InternAtom(conn, false, uint16(len(name)), name).Reply()
		if err != nil {
			conn.Close()
			return nil, fmt.Errorf("intern %s: %w", name, err)
		}
		d.atoms[name] = reply.Atom
	}
	if err := d.listen(d.root, xproto.EventMaskPropertyChange|xproto.EventMaskSubstructureNotify); err != nil {
		conn.Close()
		return nil, fmt.Errorf("watch the display: %w", err)
	}
	d.reading.Go(func() {
		for {
			event, problem := conn.WaitForEvent()
			if event == nil && problem == nil {
				return // closed
			}
			select {
			case d.changed <- struct{}{}:
			default:
			}
		}
	})
	return d, nil
}

func (d *display) close() {
	d.conn.Close()
	d.reading.Wait()
}

func (d *display) listen(w xproto.Window, mask uint32) error {
	return xproto.ChangeWindowAttributesChecked(d.conn, w, xproto.CwEventMask, []uint32{mask}).Check()
}

func (d *display) property(w xproto.Window, name string) []byte {
	const longest = 1 << 14 // in 4-byte units
	reply, err := xproto.GetProperty(d.conn, false, w, d.atoms[name], xproto.GetPropertyTypeAny, 0, longest).Reply()
	if err != nil {
		return nil
	}
	return reply.Value
}

func (d *display) numbers(w xproto.Window, name string) []uint32 {
	var out []uint32
	for b := d.property(w, name); len(b) >= 4; b = b[4:] {
		out = append(out, binary.LittleEndian.Uint32(b))
	}
	return out
}

// Windows lists the managed windows, the lowest first.
func (r *Reader) Windows() []Window {
	d := r.x
	var active uint32
	if a := d.numbers(d.root, "_NET_ACTIVE_WINDOW"); len(a) > 0 {
		active = a[0]
	}
	list := d.numbers(d.root, "_NET_CLIENT_LIST_STACKING")
	if len(list) == 0 {
		list = d.numbers(d.root, "_NET_CLIENT_LIST")
	}
	var out []Window
	for w := range d.watched {
		if !slices.Contains(list, uint32(w)) {
			delete(d.watched, w) // its number may come again for another window
		}
	}
	for _, id := range list {
		w := xproto.Window(id)
		if !d.watched[w] { // before it is read, so that no change falls between the two
			d.watched[w] = d.listen(w, xproto.EventMaskPropertyChange|xproto.EventMaskStructureNotify) == nil
		}
		one := Window{ID: id, Title: string(d.property(w, "_NET_WM_NAME")), Active: id == active}
		if pid := d.numbers(w, "_NET_WM_PID"); len(pid) > 0 {
			one.Group, _ = syscall.Getpgid(int(pid[0])) // 0 when it has just ended
		}
		states := d.numbers(w, "_NET_WM_STATE")
		one.MaximisedBoth = slices.Contains(states, uint32(d.atoms["_NET_WM_STATE_MAXIMIZED_VERT"])) &&
			slices.Contains(states, uint32(d.atoms["_NET_WM_STATE_MAXIMIZED_HORZ"]))
		if d.frame(w, &one) {
			out = append(out, one)
		}
	}
	return out
}

// frame reads where a window lies, its manager's frame included and its own invisible shadow left out.
func (d *display) frame(w xproto.Window, to *Window) bool {
	geometry, err := xproto.GetGeometry(d.conn, xproto.Drawable(w)).Reply()
	if err != nil {
		return false
	}
	at, err := xproto.TranslateCoordinates(d.conn, w, d.root, 0, 0).Reply()
	if err != nil {
		return false
	}
	to.X, to.Y, to.W, to.H = int(at.DstX), int(at.DstY), int(geometry.Width), int(geometry.Height)
	grow := func(edges []uint32, sign int) {
		if len(edges) == 4 { // left, right, top, bottom
			l, r, t, b := sign*int(edges[0]), sign*int(edges[1]), sign*int(edges[2]), sign*int(edges[3])
			to.X, to.Y, to.W, to.H = to.X-l, to.Y-t, to.W+l+r, to.H+t+b
		}
	}
	grow(d.numbers(w, "_NET_FRAME_EXTENTS"), 1)
	grow(d.numbers(w, "_GTK_FRAME_EXTENTS"), -1)
	return true
}

// WorkArea is the part of the screen that windows may fill.
func (r *Reader) WorkArea() Area {
	if n := r.x.numbers(r.x.root, "_NET_WORKAREA"); len(n) >= 4 {
		return Area{int(n[0]), int(n[1]), int(n[2]), int(n[3])}
	}
	s := xproto.Setup(r.x.conn).DefaultScreen(r.x.conn)
	return Area{W: int(s.WidthInPixels), H: int(s.HeightInPixels)}
}

// AwaitWindow waits until a window fits.
func (r *Reader) AwaitWindow(ctx context.Context, fits func(Window) bool) (Window, error) {
	for {
		windows := r.Windows()
		for _, w := range windows {
			if fits(w) {
				return w, nil
			}
		}
		select {
		case <-r.x.changed:
		case <-ctx.Done():
			return Window{}, fmt.Errorf("wait for a window among %s: %w", titles(windows), context.Cause(ctx))
		}
	}
}

func titles(ws []Window) string {
	if len(ws) == 0 {
		return "none"
	}
	var out []string
	for _, w := range ws {
		out = append(out, fmt.Sprintf("“%s”", w.Title))
	}
	return strings.Join(out, ", ")
}

// Raise asks the window manager to bring a window to the front, as a pager would, and waits until it is there.
func (r *Reader) Raise(ctx context.Context, id uint32) error {
	d := r.x
	message := xproto.ClientMessageEvent{Format: 32, Window: xproto.Window(id), Type: d.atoms["_NET_ACTIVE_WINDOW"],
		Data: xproto.ClientMessageDataUnionData32New([]uint32{2, 0, 0, 0, 0})}
	const mask = xproto.EventMaskSubstructureRedirect | xproto.EventMaskSubstructureNotify
	if err := xproto.SendEventChecked(d.conn, false, d.root, mask, string(message.Bytes())).Check(); err != nil {
		return fmt.Errorf("raise a window: %w", err)
	}
	_, err := r.AwaitWindow(ctx, func(w Window) bool { return w.ID == id && w.Active })
	return err
}

// Picture is the bytes of the screen's pixels in a rectangle, for a plain "did anything change".
func (r *Reader) Picture(a Area) ([]byte, error) {
	if a.W <= 0 || a.H <= 0 {
		return nil, errors.New("an empty rectangle has no picture")
	}
	reply, err := xproto.GetImage(r.x.conn, xproto.ImageFormatZPixmap, xproto.Drawable(r.x.root), int16(a.X), int16(a.Y), uint16(a.W), uint16(a.H), 0xffffffff).Reply()
	if err != nil {
		return nil, fmt.Errorf("take a picture: %w", err)
	}
	return reply.Data, nil
}
