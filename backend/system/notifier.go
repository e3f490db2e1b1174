package system

import "context"

// Notification is one message of the desktop's own kind.
type Notification struct {
	Title string
	Body  string
	Quiet bool // no sound, and it may go to the list without a banner
	Stays bool // until somebody takes notice of it, where the desktop can do that
}

// Notifier shows notifications.
type Notifier interface {
	Capability(ctx context.Context) Capability
	// Notify returns the id the desktop gave it: it was accepted, not necessarily seen.
	Notify(ctx context.Context, n Notification) (id string, err error)
	// Withdraw takes it back. One that is already gone is no error.
	Withdraw(ctx context.Context, id string) error
}
