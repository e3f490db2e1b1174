package systemtest

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"pace/backend/system"
)

// Session is a desktop session that exists only in memory, save for the files that it is told to take away.
type Session struct {
	Opener *Opener
	Trash  *Trash
	Lock   *Lock
}

// NewSession puts what is thrown away below a folder.
func NewSession(trash string) *Session {
	return &Session{NewOpener(), NewTrash(trash), NewLock()}
}

// System is the session as Pace sees it.
func (s *Session) System() system.Session {
	return system.Session{Opener: s.Opener, Trash: s.Trash, Lock: s.Lock}
}

// Trash moves files into a folder of its own.
type Trash struct {
	part
	dir    string
	before func(path string) // what somebody else does between the look and the move
	held   map[string]system.Trashed
}

// NewTrash keeps what it is given below dir.
func NewTrash(dir string) *Trash {
	return &Trash{part: part{name: "trash"}, dir: dir, held: map[string]system.Trashed{}}
}

// Before has fn happen right before each move.
func (t *Trash) Before(fn func(path string)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.before = fn
}

// Put implements system.Trash.
func (t *Trash) Put(ctx context.Context, path string) (got system.Trashed, err error) {
	err = t.use(ctx, true, func() error {
		if t.before != nil {
			t.before(path)
		}
		got = system.Trashed{From: path, File: filepath.Join(t.dir, filepath.Base(path))}
		if err := errors.Join(os.MkdirAll(t.dir, 0o700), os.Rename(path, got.File)); err != nil {
			return err
		}
		t.held[got.File] = got
		return nil
	})
	return got, err
}

// Back implements system.Trash.
func (t *Trash) Back(ctx context.Context, what system.Trashed) error {
	return t.use(ctx, true, func() error {
		if err := os.Link(what.File, what.From); err != nil {
			return err
		}
		delete(t.held, what.File)
		return os.Remove(what.File)
	})
}

// Held lists where the things in it came from.
func (t *Trash) Held() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []string
	for _, x := range slices.Sorted(maps.Keys(t.held)) {
		out = append(out, t.held[x].From)
	}
	return out
}

// Lock is the lock of a screen.
type Lock struct {
	part
	wakes sync.Map // chan struct{} → nothing
	on    bool
}

// NewLock is open.
func NewLock() *Lock { return &Lock{part: part{name: "screen lock"}} }

// Locked implements system.Lock.
func (l *Lock) Locked(ctx context.Context) (on bool, err error) {
	err = l.use(ctx, false, func() error { on = l.on; return nil })
	return on, err
}

// Lock implements system.Lock.
func (l *Lock) Lock(ctx context.Context) error {
	return l.use(ctx, true, func() error { l.turn(true); return nil })
}

// Open is what the user does by a password.
func (l *Lock) Open() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.turn(false)
}

func (l *Lock) turn(on bool) {
	l.on = on
	l.wakes.Range(func(c, _ any) bool {
		select {
		case c.(chan struct{}) <- struct{}{}:
		default:
		}
		return true
	})
}

// Wake implements system.Lock.
func (l *Lock) Wake(ctx context.Context) (<-chan struct{}, error) {
	wake := make(chan struct{}, 1)
	if err := l.use(ctx, false, func() error { l.wakes.Store(wake, nil); return nil }); err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() {
		l.mu.Lock() // nobody sends meanwhile
		defer l.mu.Unlock()
		l.wakes.Delete(wake)
		close(wake)
	})
	return wake, nil
}
