package system

import "context"

// Presence is what the machine tells of the moment beside the screen: whether the user may be spoken to. Methods may be
// called from any goroutine, are bounded by ctx, change nothing and start nothing. An error means that it is not known;
// nobody may take that for a no.
type Presence interface {
	// Capability is Ready when both questions have an answer now.
	Capability(ctx context.Context) Capability
	// Listening names the programs that take in sound from a microphone now, each by every name it is known by: text from
	// outside, untrusted. None means that nobody listens.
	Listening(ctx context.Context) ([]string, error)
	// DoNotDisturb reports whether the user has asked the desktop for quiet.
	DoNotDisturb(ctx context.Context) (bool, error)
}

type noPresence struct{ absent }

func (n noPresence) Listening(context.Context) ([]string, error) { return nil, n.c.Err() }
func (n noPresence) DoNotDisturb(context.Context) (bool, error)  { return false, n.c.Err() }
