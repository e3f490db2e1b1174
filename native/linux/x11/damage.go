//go:build linux

package x11

import (
	"context"

	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/xfixes"
	"github.com/jezek/xgb/xproto"
)

// WatchDamage gives a wake-up after something was drawn on a window; the root stands for the whole screen. It is a reason to
// look, never a proof, and several drawings may give one wake-up. The channel is closed when ctx ends, the window goes or the
// connection is lost.
func (c *Conn) WatchDamage(ctx context.Context, w Window) (<-chan struct{}, error) {
	e, err := c.need("DAMAGE")
	if err != nil {
		return nil, err
	}
	if _, err := c.need("XFIXES"); err != nil {
		return nil, err
	}
	// Both want to be told a version before any other request; telling them again is allowed.
	if _, err := xfixes.QueryVersion(c.x, 5, 0).Reply(); err != nil {
		return nil, wrap(err, "announce XFIXES")
	}
	if _, err := damage.QueryVersion(c.x, 1, 1).Reply(); err != nil {
		return nil, wrap(err, "announce DAMAGE")
	}
	id, err := damage.NewDamageId(c.x)
	if err != nil {
		return nil, wrap(err, "watch window %v", w)
	}
	sub := c.subscribe(16, func(ev []byte) bool {
		if code(ev) == evDestroyNotify {
			return Window(xproto.DestroyNotifyEventNew(ev).(xproto.DestroyNotifyEvent).Window) == w
		}
		return code(ev) == e.firstEvent && damage.NotifyEventNew(ev).(damage.NotifyEvent).Damage == id
	})
	release, err := c.selectEvents(xproto.Window(w), xproto.EventMaskStructureNotify)
	if err == nil {
		err = wrap(damage.CreateChecked(c.x, id, xproto.Drawable(w), damage.ReportLevelNonEmpty).Check(), "watch window %v", w)
		if err == nil {
			// A new watch of a window reports all of it as drawn. That is nobody's drawing: it is taken back before anyone
			// listens.
			err = wrap(damage.SubtractChecked(c.x, id, 0, 0).Check(), "watch window %v", w)
			sub.take()
			select {
			case <-sub.wake:
			default:
			}
		}
		if err != nil {
			release()
		}
	}
	if err != nil {
		sub.cancel()
		return nil, err
	}
	out := make(chan struct{}, 1)
	c.work.Go(func() {
		defer close(out)
		defer sub.cancel()
		defer release()
		defer func() { _ = damage.DestroyChecked(c.x, id).Check() }() // it went with the window if that is gone
		for {
			select {
			case <-sub.wake:
				events, _ := sub.take()
				// Emptying the region arms the next event.
				if err := damage.SubtractChecked(c.x, id, 0, 0).Check(); err != nil {
					return
				}
				for _, ev := range events {
					if code(ev) == evDestroyNotify {
						return
					}
				}
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
	return out, nil
}
