//go:build linux

package x11

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jezek/xgb/xproto"
)

// Format is one form in which a selection's content is offered.
type Format struct {
	Target string // its name: UTF8_STRING, image/png …
	Type   string // the type of the answer, usually the same
	Bits   byte   // 8, 16 or 32: the size of one item
	Data   []byte
}

// Bounds of reading a selection.
const (
	answerBound = 2 * time.Second // for one answer, without a deadline of the context
	stepBound   = 5 * time.Second // between two parts of a long answer
)

// textTargets are the forms of text, best first.
var textTargets = [...]string{"UTF8_STRING", "text/plain;charset=utf-8", "text/plain;charset=UTF-8", "STRING", "TEXT", "text/plain"}

// convert asks the owner of a selection for one target and returns its answer, in whatever number of parts it comes. ErrNoOwner when
// there is no owner or it has no such form, ErrTimeout when it does not answer, ErrTooLarge above limit bytes.
func (c *Conn) convert(ctx context.Context, selection, target string, limit int) (Format, error) {
	ctx, cancel := atMost(ctx, answerBound)
	defer cancel()
	atoms, err := c.atomsOf(selection, target, "PACE_SELECTION", "INCR")
	if err != nil {
		return Format{}, err
	}
	// A window for this answer alone: one that comes late finds nobody and cannot be taken for the next.
	w, err := c.hiddenWindow()
	if err != nil {
		return Format{}, err
	}
	defer func() { _ = xproto.DestroyWindowChecked(c.x, w).Check() }()
	sub := c.subscribe(4096, func(e []byte) bool {
		switch code(e) {
		case evSelectionNotify:
			return xproto.SelectionNotifyEventNew(e).(xproto.SelectionNotifyEvent).Requestor == w
		case evPropertyNotify:
			n := xproto.PropertyNotifyEventNew(e).(xproto.PropertyNotifyEvent)
			return n.Window == w && n.Atom == atoms["PACE_SELECTION"] && n.State == xproto.PropertyNewValue
		}
		return false
	})
	defer sub.cancel()
	release, err := c.selectEvents(w, xproto.EventMaskPropertyChange)
	if err != nil {
		return Format{}, err
	}
	defer release()
	now, err := c.serverTime(ctx, w)
	if err != nil {
		return Format{}, err
	}
	err = xproto.ConvertSelectionChecked(c.x, w, atoms[selection], atoms[target], atoms["PACE_SELECTION"], now).Check()
	if err != nil {
		return Format{}, wrap(err, "ask for the clipboard")
	}
	if err := c.awaitAnswer(ctx, sub, target); err != nil {
		return Format{}, err
	}
	f, typ, err := c.takeProperty(w, atoms["PACE_SELECTION"], target, limit)
	if err != nil || typ != atoms["INCR"] {
		return f, err
	}
	return c.takeParts(ctx, sub, w, atoms["PACE_SELECTION"], target, limit)
}

// awaitAnswer waits for the SelectionNotify.
func (c *Conn) awaitAnswer(ctx context.Context, sub *subscription, target string) error {
	for {
		select {
		case <-sub.wake:
			events, _ := sub.take()
			for _, e := range events {
				if code(e) != evSelectionNotify {
					continue
				}
				if xproto.SelectionNotifyEventNew(e).(xproto.SelectionNotifyEvent).Property == 0 {
					return fmt.Errorf("ask for the clipboard as %s: %w", target, ErrNoOwner)
				}
				return nil
			}
		case <-c.drained:
			return c.gone("ask for the clipboard")
		case <-ctx.Done():
			return fmt.Errorf("ask for the clipboard as %s: %w", target, timeout(ctx))
		}
	}
}

// timeout tells a bound that ran out from a caller who lost interest.
func timeout(ctx context.Context) error {
	if ctx.Err() == context.Canceled {
		return ctx.Err()
	}
	return ErrTimeout
}

// takeProperty reads and deletes an answer; deleting is what asks for the next part.
func (c *Conn) takeProperty(w xproto.Window, p xproto.Atom, target string, limit int) (Format, xproto.Atom, error) {
	r, err := xproto.GetProperty(c.x, true, w, p, xproto.GetPropertyTypeAny, 0, uint32(limit/4+1)).Reply()
	if err != nil {
		return Format{}, 0, wrap(err, "read the clipboard")
	}
	if len(r.Value) > limit || r.BytesAfter > 0 {
		return Format{}, 0, fmt.Errorf("read the clipboard as %s: %w (at most %d bytes)", target, ErrTooLarge, limit)
	}
	if r.Type == 0 {
		return Format{}, 0, fmt.Errorf("read the clipboard as %s: the answer is missing: %w", target, ErrNoOwner)
	}
	name, err := c.atomName(r.Type)
	if err != nil {
		return Format{}, 0, err
	}
	return Format{Target: target, Type: name, Bits: r.Format, Data: r.Value}, r.Type, nil
}

// takeParts reads a long answer (ICCCM 2.7.2): parts come as the property is deleted, an empty one is the end.
func (c *Conn) takeParts(ctx context.Context, sub *subscription, w xproto.Window, p xproto.Atom, target string, limit int) (Format, error) {
	var whole Format
	for {
		// A part that came before it was waited for has its event in the queue; looking first costs a round trip at most.
		part, err := xproto.GetProperty(c.x, true, w, p, xproto.GetPropertyTypeAny, 0, uint32(limit/4+1)).Reply()
		if err != nil {
			return whole, wrap(err, "read the clipboard")
		}
		if part.Type != 0 {
			if len(part.Value) == 0 {
				return whole, nil
			}
			if len(whole.Data)+len(part.Value) > limit || part.BytesAfter > 0 {
				return whole, fmt.Errorf("read the clipboard as %s: %w (at most %d bytes)", target, ErrTooLarge, limit)
			}
			name, err := c.atomName(part.Type)
			if err != nil {
				return whole, err
			}
			whole.Target, whole.Type, whole.Bits = target, name, part.Format
			whole.Data = append(whole.Data, part.Value...)
			continue
		}
		step := time.NewTimer(stepBound)
		select {
		case <-sub.wake:
			sub.take()
		case <-step.C:
			return whole, fmt.Errorf("read the clipboard as %s: the owner stopped: %w", target, ErrTimeout)
		case <-c.drained:
			step.Stop()
			return whole, c.gone("read the clipboard")
		case <-ctx.Done():
			step.Stop()
			return whole, fmt.Errorf("read the clipboard as %s: %w", target, timeout(ctx))
		}
		step.Stop()
	}
}

// hiddenWindow is a window that is never shown: selections and properties belong to windows.
func (c *Conn) hiddenWindow() (xproto.Window, error) {
	w, err := xproto.NewWindowId(c.x)
	if err != nil {
		return 0, wrap(err, "make a window")
	}
	err = xproto.CreateWindowChecked(c.x, 0, w, c.root, -1, -1, 1, 1, 0, xproto.WindowClassInputOnly, 0, 0, nil).Check()
	return w, wrap(err, "make a window")
}

// serverTime is the server's clock, as the event of a property change on w tells it. Selections are decided by it.
func (c *Conn) serverTime(ctx context.Context, w xproto.Window) (xproto.Timestamp, error) {
	a, err := c.atom("PACE_TIME")
	if err != nil {
		return 0, err
	}
	sub := c.subscribe(16, func(e []byte) bool {
		win, atom, ok := propertyOf(e)
		return ok && win == w && atom == a
	})
	defer sub.cancel()
	release, err := c.selectEvents(w, xproto.EventMaskPropertyChange)
	if err != nil {
		return 0, err
	}
	defer release()
	if err := xproto.ChangePropertyChecked(c.x, xproto.PropModeAppend, w, a, xproto.AtomInteger, 8, 0, nil).Check(); err != nil {
		return 0, wrap(err, "ask for the server's time")
	}
	select {
	case <-sub.wake:
		events, _ := sub.take()
		return xproto.PropertyNotifyEventNew(events[0]).(xproto.PropertyNotifyEvent).Time, nil
	case <-c.drained:
		return 0, c.gone("ask for the server's time")
	case <-ctx.Done():
		return 0, fmt.Errorf("ask for the server's time: %w", timeout(ctx))
	}
}

// targets lists the forms the owner offers.
func (c *Conn) targets(ctx context.Context, selection string) ([]string, error) {
	f, err := c.convert(ctx, selection, "TARGETS", 1<<16)
	if err != nil {
		return nil, err
	}
	return c.atomNames(property{format: f.Bits, value: f.Data}.cardinals())
}

// decodeText makes text of an answer, whatever form it has.
func decodeText(f Format) string {
	b := bytes.TrimRight(f.Data, "\x00")
	latin1 := xproto.Atom(0)
	if f.Type == "STRING" {
		latin1 = xproto.AtomString
	}
	return property{format: 8, typ: latin1, value: b}.text(xproto.AtomString)
}

// worthSaving leaves out what is no content: questions about the selection, and requests to the owner to do something. The rest is
// ordered by what a person would miss most, so that a bound cuts the least.
func worthSaving(targets []string) []string {
	rank := func(t string) int {
		switch {
		case slices.Contains(textTargets[:], t):
			return 0
		case strings.HasPrefix(t, "text/"), strings.HasPrefix(t, "x-special/"):
			return 1
		case t == "image/png":
			return 2
		case strings.HasPrefix(t, "image/"):
			return 4
		}
		return 3
	}
	var out []string
	for _, t := range targets {
		switch t {
		case "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY", "DRAWABLE", "PIXMAP", "BITMAP",
			"COLORMAP", "LENGTH", "CLIENT_WINDOW", "USER", "HOST_NAME", "PROCESS", "TASK", "OWNER_OS":
			continue
		}
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}

// cardinalBytes encodes 32-bit items.
func cardinalBytes(values ...uint32) []byte {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}
