package system

import "context"

// Session holds what the user's desktop session offers beside its screen.
type Session struct {
	Opener Opener
	Trash  Trash
	Lock   Lock
}

// Trashed is where a file was put.
type Trashed struct {
	From string // where it was
	File string // where it is now
	Info string // the note beside it, which a file manager reads to put it back
}

// Trash takes files away so that the user can have them back.
type Trash interface {
	Capability(ctx context.Context) Capability
	// Put moves a file there without copying it. What is at path may be replaced by somebody else at any moment: look at
	// File afterwards to know what was moved.
	Put(ctx context.Context, path string) (Trashed, error)
	// Back moves it to where it was; an error when something is there now.
	Back(ctx context.Context, t Trashed) error
}

// Lock is the lock of the screen.
type Lock interface {
	Capability(ctx context.Context) Capability
	// Locked reads the present state from the system.
	Locked(ctx context.Context) (bool, error)
	// Lock asks for it and returns when the request was taken; whether it locks is read back.
	Lock(ctx context.Context) error
	// Wake is sent to when the state may have changed: a reason to look, never proof. It is closed when ctx ends.
	Wake(ctx context.Context) (<-chan struct{}, error)
}

// NoSession is one that offers nothing, and why that is so.
func NoSession(reason, fix string) Session {
	of := func(name string) absent {
		return absent{Capability{Name: name, State: Absent, Reason: reason, Fix: fix}}
	}
	return Session{Opener: noOpener{of("opener")}, Trash: noTrash{of("trash")}, Lock: noLock{of("screen lock")}}
}

type noOpener struct{ absent }

func (n noOpener) Handler(context.Context, string) (HandedOver, error) {
	return HandedOver{}, n.c.Err()
}

func (n noOpener) OpenPath(context.Context, string, bool) (HandedOver, error) {
	return HandedOver{}, n.c.Err()
}

type noTrash struct{ absent }

func (n noTrash) Put(context.Context, string) (Trashed, error) { return Trashed{}, n.c.Err() }
func (n noTrash) Back(context.Context, Trashed) error          { return n.c.Err() }

type noLock struct{ absent }

func (n noLock) Locked(context.Context) (bool, error)          { return false, n.c.Err() }
func (n noLock) Lock(context.Context) error                    { return n.c.Err() }
func (n noLock) Wake(context.Context) (<-chan struct{}, error) { return nil, n.c.Err() }
