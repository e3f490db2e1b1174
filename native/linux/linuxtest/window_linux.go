package linuxtest

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// xWindow is a top-level window as its program describes it.
type xWindow struct {
	id    uint32
	pid   int
	title string
}

// awaitWindow returns the first viewable window of display that fits. It is woken by changes of the window list and
// of the windows in it; ctx bounds it and its cause is part of the error.
func awaitWindow(ctx context.Context, display string, fits func(xWindow) bool) (xWindow, error) {
	conn, err := xgb.NewConnDisplay(display)
	if err != nil {
		return xWindow{}, fmt.Errorf("connect to %s: %w", display, err)
	}
	// Closing is the only way to end a blocked WaitForEvent.
	release := context.AfterFunc(ctx, conn.Close)
	defer func() {
		if release() {
			conn.Close()
		}
	}()
	watcher := &windowWatcher{conn: conn, atoms: map[string]xproto.Atom{}, watched: map[xproto.Window]bool{}}
	if err := watcher.watchRoot(); err != nil {
		return xWindow{}, err
	}
	for {
		window, found := watcher.look(fits)
		if found {
			return window, nil
		}
		event, problem := conn.WaitForEvent()
		if event == nil && problem == nil {
			if cause := context.Cause(ctx); cause != nil {
				return xWindow{}, cause
			}
			return xWindow{}, errors.New("the display has ended")
		}
	}
}

type windowWatcher struct {
	conn    *xgb.Conn
	root    xproto.Window
	atoms   map[string]xproto.Atom
	watched map[xproto.Window]bool
}

func (w *windowWatcher) watchRoot() error {
	for _, name := range []string{"_NET_CLIENT_LIST", "_NET_WM_PID", "_NET_WM_NAME"} {
		reply, err := xproto.InternAtom(w.conn, false, uint16(len(name)), name).Reply()
		if err != nil {
			return fmt.Errorf("intern %s: %w", name, err)
		}
		w.atoms[name] = reply.Atom
	}
	w.root = xproto.Setup(w.conn).DefaultScreen(w.conn).Root
	return w.listen(w.root, xproto.EventMaskPropertyChange|xproto.EventMaskSubstructureNotify)
}

func (w *windowWatcher) listen(window xproto.Window, mask uint32) error {
	return xproto.ChangeWindowAttributesChecked(w.conn, window, xproto.CwEventMask, []uint32{mask}).Check()
}

// look reads the windows once. A window that vanishes meanwhile is simply not there.
func (w *windowWatcher) look(fits func(xWindow) bool) (xWindow, bool) {
	for _, id := range w.clients() {
		if !w.watched[id] {
			// Before it is read, so that no change falls between the two.
			w.watched[id] = w.listen(id, xproto.EventMaskPropertyChange|xproto.EventMaskStructureNotify) == nil
		}
		attributes, err := xproto.GetWindowAttributes(w.conn, id).Reply()
		if err != nil || attributes.MapState != xproto.MapStateViewable {
			continue
		}
		window := xWindow{id: uint32(id), title: string(w.property(id, "_NET_WM_NAME"))}
		if pid := w.property(id, "_NET_WM_PID"); len(pid) == 4 {
			window.pid = int(binary.LittleEndian.Uint32(pid))
		}
		if fits(window) {
			return window, true
		}
	}
	return xWindow{}, false
}

// clients lists the windows the window manager manages, or the children of the root window when there is none.
func (w *windowWatcher) clients() []xproto.Window {
	var out []xproto.Window
	list := w.property(w.root, "_NET_CLIENT_LIST")
	for ; len(list) >= 4; list = list[4:] {
		out = append(out, xproto.Window(binary.LittleEndian.Uint32(list)))
	}
	if len(out) == 0 {
		if tree, err := xproto.QueryTree(w.conn, w.root).Reply(); err == nil {
			out = tree.Children
		}
	}
	return out
}

func (w *windowWatcher) property(window xproto.Window, name string) []byte {
	const longest = 1 << 14 // in 4-byte units
	reply, err := xproto.GetProperty(w.conn, false, window, w.atoms[name], xproto.GetPropertyTypeAny, 0, longest).Reply()
	if err != nil {
		return nil
	}
	return reply.Value
}
