//go:build linux

package x11

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/jezek/xgb/xproto"
)

// Clipboard reads the CLIPBOARD selection and owns it on request, on a connection of its own. It may be used by several goroutines
// at once.
//
// On X11 the content stays with the program that copied it, which has to answer whoever pastes. What a Clipboard has set or given
// back is therefore there as long as it is open. HandOver gives it to the desktop's clipboard manager when there is one; what Swap
// saved can be kept by the watcher process (see Guard.Keep), also past a kill -9. Anything else is gone with the Clipboard.
type Clipboard struct {
	c *Conn
	o *owner

	mu   sync.Mutex
	mine *ownership // the last
}

// maxSaved bounds what Swap keeps of somebody else's clipboard.
const maxSaved = 8 << 20

// OpenClipboard connects to the server at a.
func OpenClipboard(ctx context.Context, a Address) (*Clipboard, error) {
	c, err := Dial(ctx, a)
	if err != nil {
		return nil, err
	}
	o, err := newOwner(c)
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return &Clipboard{c: c, o: o}, nil
}

// HandOver gives the content to the clipboard manager when we still own it (bounded by ctx, 2 s without a deadline). saved is false
// when content of ours goes with Close.
func (k *Clipboard) HandOver(ctx context.Context) (saved bool, err error) {
	ctx, cancel := atMost(ctx, answerBound)
	defer cancel()
	k.mu.Lock()
	mine := k.mine
	k.mu.Unlock()
	if mine != nil {
		select {
		case <-mine.lost:
		default:
			return k.o.handOver(ctx, mine)
		}
	}
	return true, nil // none of the content is ours
}

// Close ends the connection and with it what we own.
func (k *Clipboard) Close() error { return k.c.Close() }

// Targets lists the forms the present owner offers. ErrNoOwner when the clipboard is empty.
func (k *Clipboard) Targets(ctx context.Context) ([]string, error) {
	return k.c.targets(ctx, "CLIPBOARD")
}

// Read is the clipboard's text, at most limit bytes of it before decoding. ErrNoOwner when it is empty or holds no text, ErrTooLarge,
// ErrTimeout when the owner does not answer (2 s without a deadline).
func (k *Clipboard) Read(ctx context.Context, limit int) (string, error) {
	var failed error
	for _, target := range textTargets {
		f, err := k.c.convert(ctx, "CLIPBOARD", target, limit)
		if err == nil {
			return decodeText(f), nil
		}
		failed = err
		if !errors.Is(err, ErrNoOwner) {
			return "", err
		}
		if owner, err := k.o.current(); err != nil {
			return "", err
		} else if owner == 0 {
			break
		}
	}
	return "", failed
}

// ReadTarget is one form of the content, as it is.
func (k *Clipboard) ReadTarget(ctx context.Context, target string, limit int) (Format, error) {
	return k.c.convert(ctx, "CLIPBOARD", target, limit)
}

// TextFormats are the forms in which a text is offered.
func TextFormats(text string) []Format {
	b := []byte(text)
	return []Format{
		{Target: "UTF8_STRING", Type: "UTF8_STRING", Bits: 8, Data: b},
		{Target: "text/plain;charset=utf-8", Type: "text/plain;charset=utf-8", Bits: 8, Data: b},
		{Target: "text/plain", Type: "text/plain", Bits: 8, Data: b},
		{Target: "TEXT", Type: "UTF8_STRING", Bits: 8, Data: b},
		{Target: "STRING", Type: "STRING", Bits: 8, Data: toLatin1(text)},
	}
}

// Set makes text the clipboard's content and returns when we own it.
func (k *Clipboard) Set(ctx context.Context, text string) error {
	now, err := k.now(ctx)
	if err != nil {
		return err
	}
	own, err := k.take(now, TextFormats(text))
	if err != nil {
		return err
	}
	select {
	case <-own.lost:
		return fmt.Errorf("set the clipboard: %w", ErrNotChanged)
	default:
		return nil
	}
}

// now is a time of the server from before whatever the caller decides next.
func (k *Clipboard) now(ctx context.Context) (xproto.Timestamp, error) {
	ctx, cancel := atMost(ctx, answerBound)
	defer cancel()
	w, err := k.c.hiddenWindow()
	if err != nil {
		return 0, err
	}
	defer func() { _ = xproto.DestroyWindowChecked(k.c.x, w).Check() }()
	return k.c.serverTime(ctx, w)
}

func (k *Clipboard) take(since xproto.Timestamp, formats []Format) (*ownership, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	own, err := k.o.own(since, formats)
	if err != nil {
		return nil, err
	}
	select {
	case <-own.lost:
	default:
		if k.mine != nil {
			k.o.forget(k.mine) // the server does not tell a connection that it has replaced itself
		}
		k.mine = own
	}
	return own, nil
}

// Swap is a text lent to the clipboard, to be pasted, and the content that was there before.
type Swap struct {
	k     *Clipboard
	own   *ownership
	saved []Format
	// Lost names the forms of the old content that could not be saved and that Restore will not bring back.
	Lost []string
}

// Swap saves what the clipboard holds, in all its forms up to 8 MiB together, and puts text in its place. The user's content is not
// touched when nothing of it could be saved: ErrTooLarge, or ErrTimeout when its owner does not answer; nor when keep, which is told
// what was saved before the text takes its place, fails. Without keep nobody gives it back after this process's death.
func (k *Clipboard) Swap(ctx context.Context, text string, keep func(Kept) error) (*Swap, error) {
	since, err := k.now(ctx) // before looking: a copy the user makes meanwhile wins
	if err != nil {
		return nil, err
	}
	s := &Swap{k: k}
	if s.saved, s.Lost, err = k.save(ctx); err != nil {
		return nil, err
	}
	if keep != nil {
		if err := keep(Kept{Lender: Window(k.c.setup.ResourceIdBase), Since: since, Formats: s.saved}); err != nil {
			return nil, fmt.Errorf("swap the clipboard: %w", err)
		}
	}
	if s.own, err = k.take(since, TextFormats(text)); err != nil {
		return nil, err
	}
	select {
	case <-s.own.lost:
		return nil, fmt.Errorf("swap the clipboard: somebody copied meanwhile: %w", ErrNotChanged)
	default:
		return s, nil
	}
}

// save reads all forms of the present content.
func (k *Clipboard) save(ctx context.Context) (saved []Format, lost []string, err error) {
	targets, err := k.Targets(ctx)
	if errors.Is(err, ErrNoOwner) {
		owner, ownerErr := k.o.current()
		if ownerErr != nil {
			return nil, nil, ownerErr
		}
		if owner == 0 {
			return nil, nil, nil // empty, and to be given back empty
		}
		targets = textTargets[:] // an old program that does not list its forms
	} else if err != nil {
		return nil, nil, err
	}
	left := maxSaved
	var failed error
	for _, t := range worthSaving(targets) {
		one, cancel := context.WithTimeout(ctx, answerBound)
		f, err := k.c.convert(one, "CLIPBOARD", t, left)
		cancel()
		if err != nil {
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			lost, failed = append(lost, t), err
			if errors.Is(err, ErrTimeout) && len(saved) == 0 {
				return nil, nil, err
			}
			continue
		}
		left -= len(f.Data)
		saved = append(saved, f)
	}
	if len(saved) == 0 && failed != nil {
		return nil, nil, failed
	}
	return saved, lost, nil
}

// Read tells who has read the lent text, each time. It is never closed; Gone is.
func (s *Swap) Read() <-chan Reading { return s.own.read }

// Gone is closed when somebody has copied something else: the text is no longer in the clipboard.
func (s *Swap) Gone() <-chan struct{} { return s.own.lost }

// Restore gives the old content back, unless somebody has copied something since: then that stays, and restored is false. What is given
// back is held by this Clipboard from then on.
func (s *Swap) Restore(ctx context.Context) (restored bool, err error) {
	since, err := s.k.now(ctx)
	if err != nil {
		return false, err
	}
	owner, err := s.k.o.current()
	if err != nil || owner != s.own.window {
		return false, err
	}
	if len(s.saved) == 0 {
		err := xproto.SetSelectionOwnerChecked(s.k.c.x, 0, s.k.o.atoms["CLIPBOARD"], since).Check()
		if err != nil {
			return false, wrap(err, "empty the clipboard")
		}
		owner, err = s.k.o.current()
		return owner == 0, err
	}
	own, err := s.k.take(since, s.saved)
	if err != nil {
		return false, err
	}
	select {
	case <-own.lost:
		return false, nil
	default:
		return true, nil
	}
}

// SameClient reports whether two windows belong to the same program's connection: the one that read the clipboard and the one that
// was to be pasted into.
func (k *Clipboard) SameClient(a, b Window) bool { return k.c.SameClient(a, b) }

// SameClient reports whether two windows were made by the same connection, going by their numbers.
func (c *Conn) SameClient(a, b Window) bool {
	client := ^c.setup.ResourceIdMask
	return uint32(a)&client == uint32(b)&client
}
