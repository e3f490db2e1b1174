//go:build linux

package x11

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/jezek/xgb/xfixes"
	"github.com/jezek/xgb/xproto"
)

// Kept is the user's clipboard, held by the watcher process while it is lent and after it was given back: X11 leaves the content
// with the program that owns it, and the one that borrows may end at any time.
type Kept struct {
	Lender  Window           `json:"lender"` // any window number of the connection that lends
	Since   xproto.Timestamp `json:"since"`  // from before the content was read: who copies later wins
	Formats []Format         `json:"formats"`
}

// keptLine is the watcher's last word when it stays behind as the owner of the clipboard; an empty line when it need not.
const keptLine = "kept\n"

// keeper is the part of the watcher that knows whether the lender still has the clipboard. What it was told lives in memory only.
type keeper struct {
	k     *Clipboard
	event byte
	sub   *subscription

	kept *Kept // nil: nothing to give back
	lent bool  // the clipboard is the lender's, or was until it went
	gone bool  // the lender's connection has ended
}

func newKeeper(c *Conn) (*keeper, error) {
	e, err := c.need("XFIXES")
	if err != nil {
		return nil, err
	}
	if _, err := xfixes.QueryVersion(c.x, 5, 0).Reply(); err != nil {
		return nil, wrap(err, "announce XFIXES")
	}
	o, err := newOwner(c)
	if err != nil {
		return nil, err
	}
	p := &keeper{k: &Clipboard{c: c, o: o}, event: e.firstEvent}
	p.sub = c.subscribe(1024, func(ev []byte) bool { return code(ev) == p.event })
	err = xfixes.SelectSelectionInputChecked(c.x, c.root, o.atoms["CLIPBOARD"], xfixes.SelectionEventMaskSetSelectionOwner|
		xfixes.SelectionEventMaskSelectionWindowDestroy|xfixes.SelectionEventMaskSelectionClientClose).Check()
	return p, wrap(err, "watch the clipboard")
}

// wakes tells when look has something to see.
func (p *keeper) wakes() <-chan struct{} {
	if p == nil {
		return nil
	}
	return p.sub.wake
}

// keep replaces what is held.
func (p *keeper) keep(k Kept) error {
	p.kept, p.lent, p.gone = nil, false, false
	if len(k.Formats) == 0 {
		return nil
	}
	owner, err := p.k.o.current()
	if err != nil {
		return err
	}
	p.kept, p.lent = &k, p.k.SameClient(Window(owner), k.Lender) // a second loan begins with what the first gave back
	return nil
}

// look follows the clipboard from hand to hand. The content is forgotten as soon as somebody else copies, or clears it.
func (p *keeper) look() {
	events, dropped := p.sub.take()
	if dropped > 0 { // nobody knows whose it is now
		p.kept = nil
	}
	for _, raw := range events {
		v := xfixes.SelectionNotifyEventNew(raw).(xfixes.SelectionNotifyEvent)
		switch {
		case p.kept == nil:
		case v.Subtype != xfixes.SelectionEventSetSelectionOwner:
			p.gone = p.gone || p.lent
		case !p.gone && v.Owner != 0 && p.k.SameClient(Window(v.Owner), p.kept.Lender): // numbers are given out again when a client has gone
			p.lent = true
		default:
			p.lent = false
			if p.gone || int32(v.Timestamp-p.kept.Since) > 0 {
				p.kept = nil
			}
		}
	}
}

// takeOver makes the content ours when the lender still had the clipboard. Nil when there is nothing to give back.
func (p *keeper) takeOver(ctx context.Context) (*ownership, error) {
	since, err := p.k.now(ctx) // what happened before it has been delivered with it
	if err != nil {
		return nil, err
	}
	p.look()
	if p.kept == nil || !p.lent {
		return nil, nil
	}
	own, err := p.k.take(since, p.kept.Formats)
	if err != nil {
		return nil, err
	}
	select {
	case <-own.lost: // somebody was quicker
		return nil, nil
	default:
		return own, nil
	}
}

// stay takes the clipboard over after the lender's end, says on out whether it did, and owns it until somebody else copies, the server
// goes, or this process is told to end: unlike a watcher over held keys, it may not outlast its session.
func (p *keeper) stay(ctx context.Context, out io.Writer) error {
	if p == nil {
		return nil
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	own, err := p.takeOver(ctx)
	if err != nil {
		return fmt.Errorf("take the clipboard over: %w", err)
	}
	// Nobody reads the answer when the lender was killed.
	if own == nil {
		_, _ = io.WriteString(out, "\n")
		return nil
	}
	_, _ = io.WriteString(out, keptLine)
	select {
	case <-own.lost:
	case <-p.k.c.drained:
	case <-ctx.Done():
	}
	return nil
}
