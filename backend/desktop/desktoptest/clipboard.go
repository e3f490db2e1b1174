package desktoptest

import (
	"context"
	"sync"

	"pace/backend/desktop"
)

// clipboard fulfils desktop.Clipboard.
type clipboard struct{ *Desk }

// loan is a borrowed clipboard.
type loan struct {
	desk  *Desk
	was   string
	count int // of the clipboard when it was lent
	taken chan struct{}
	once  sync.Once
	done  bool
	kept  bool
}

// Clipboard is what is on the clipboard.
func (d *Desk) Clipboard() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.clip
}

// UserCopies puts text on the clipboard as the user's own copying does.
func (d *Desk) UserCopies(text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.copyLocked(text)
}

// Paste lets some program read the clipboard.
func (d *Desk) Paste() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	for l := range d.loans {
		l.takenLocked()
	}
	return d.clip
}

func (d *Desk) copyLocked(text string) {
	d.clip = text
	d.clipCount++
}

func (d clipboard) Read(ctx context.Context) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	s := d.Desk.Clipboard()
	if s == "" {
		return "", desktop.ErrNotFound
	}
	return s, nil
}

func (d clipboard) Lend(ctx context.Context, text string) (desktop.Loan, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	l := &loan{desk: d.Desk, was: d.clip, taken: make(chan struct{})}
	d.copyLocked(text)
	l.count = d.clipCount
	d.loans[l] = struct{}{}
	return l, nil
}

func (l *loan) Taken() <-chan struct{} { return l.taken }

func (l *loan) takenLocked() { l.once.Do(func() { close(l.taken) }) }

// Return works even when ctx has ended: giving back is never skipped.
func (l *loan) Return(context.Context) (bool, error) {
	d := l.desk
	d.mu.Lock()
	defer d.mu.Unlock()
	if l.done {
		return l.kept, nil
	}
	l.done = true
	delete(d.loans, l)
	if d.clipCount == l.count {
		d.copyLocked(l.was)
		l.kept = true
	}
	return l.kept, nil
}
