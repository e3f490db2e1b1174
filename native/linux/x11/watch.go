//go:build linux

package x11

import (
	"context"
	"slices"

	"github.com/jezek/xgb/xproto"
)

// WindowChange is a reason to read the windows again. Several changes that were not yet received are one.
type WindowChange struct {
	Clients bool     // windows came, went or changed their order
	Active  bool     // another window is active
	Windows []Window // their title or state changed
}

func (w *WindowChange) add(o WindowChange) {
	w.Clients, w.Active = w.Clients || o.Clients, w.Active || o.Active
	for _, id := range o.Windows {
		if !slices.Contains(w.Windows, id) {
			w.Windows = append(w.Windows, id)
		}
	}
}

func (w WindowChange) empty() bool { return !w.Clients && !w.Active && len(w.Windows) == 0 }

// WatchWindows reports changes of the window list, the active window, titles and states. A receiver that is slow gets them
// together. When events were lost, all kinds are reported. The channel is closed when ctx ends or the connection is lost.
func (c *Conn) WatchWindows(ctx context.Context) (<-chan WindowChange, error) {
	atoms, err := c.atomsOf("_NET_CLIENT_LIST", "_NET_CLIENT_LIST_STACKING", "_NET_ACTIVE_WINDOW", "_NET_WM_NAME", "WM_NAME", "_NET_WM_STATE", "WM_STATE")
	if err != nil {
		return nil, err
	}
	wm, err := c.WindowManager()
	if err != nil {
		return nil, err
	}
	sub := c.subscribe(1024, func(e []byte) bool {
		switch code(e) {
		case evPropertyNotify, evMapNotify, evUnmapNotify, evDestroyNotify:
			return true
		}
		return false
	})
	mask := uint32(xproto.EventMaskPropertyChange)
	if wm == nil { // nobody keeps a list: the top-levels themselves are watched
		mask |= xproto.EventMaskSubstructureNotify
	}
	release, err := c.selectEvents(c.root, mask)
	if err != nil {
		sub.cancel()
		return nil, err
	}
	w := &windowWatch{c: c, atoms: atoms, releases: map[Window]func(){}}
	if err := w.follow(); err != nil {
		release()
		w.leave()
		sub.cancel()
		return nil, err
	}
	out := make(chan WindowChange)
	c.work.Go(func() {
		defer close(out)
		defer sub.cancel()
		defer release()
		defer w.leave()
		var due WindowChange
		for {
			var send chan<- WindowChange
			if !due.empty() {
				send = out
			}
			select {
			case send <- due:
				due = WindowChange{}
			case <-sub.wake:
				events, dropped := sub.take()
				if dropped > 0 {
					due.add(WindowChange{Clients: true, Active: true})
				}
				var news WindowChange
				for _, e := range events {
					news.add(w.change(e))
				}
				if news.Clients || dropped > 0 {
					if err := w.follow(); err != nil {
						return
					}
				}
				due.add(news)
			case <-ctx.Done():
				return
			case <-c.drained:
				return
			}
		}
	})
	return out, nil
}

// windowWatch keeps property events selected on every window of the list.
type windowWatch struct {
	c        *Conn
	atoms    map[string]xproto.Atom
	releases map[Window]func()
}

// change says what an event means.
func (w *windowWatch) change(e []byte) WindowChange {
	win, atom, ok := propertyOf(e)
	switch {
	case !ok:
		return WindowChange{Clients: true}
	case win == w.c.root && atom == w.atoms["_NET_ACTIVE_WINDOW"]:
		return WindowChange{Active: true}
	case win == w.c.root && (atom == w.atoms["_NET_CLIENT_LIST"] || atom == w.atoms["_NET_CLIENT_LIST_STACKING"]):
		return WindowChange{Clients: true}
	case win == w.c.root:
		return WindowChange{}
	case w.releases[Window(win)] == nil:
		return WindowChange{}
	case atom == w.atoms["_NET_WM_NAME"] || atom == w.atoms["WM_NAME"] || atom == w.atoms["_NET_WM_STATE"] || atom == w.atoms["WM_STATE"]:
		return WindowChange{Windows: []Window{Window(win)}}
	}
	return WindowChange{}
}

// follow selects events on new windows and forgets those that are gone.
func (w *windowWatch) follow() error {
	ids, err := w.c.Clients()
	if err != nil {
		return err
	}
	for id, release := range w.releases {
		if !slices.Contains(ids, id) {
			release()
			delete(w.releases, id)
		}
	}
	for _, id := range ids {
		if w.releases[id] != nil {
			continue
		}
		release, err := w.c.selectEvents(xproto.Window(id), xproto.EventMaskPropertyChange)
		if err != nil {
			continue // gone already; the list will say so
		}
		w.releases[id] = release
	}
	return nil
}

func (w *windowWatch) leave() {
	for _, release := range w.releases {
		release()
	}
}
