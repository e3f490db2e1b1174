package system

import (
	"context"
	"errors"
)

// Causes that a caller of an Opener may branch on.
var (
	ErrNoHandler = errors.New("no program is set to open this")
	ErrNoAnswer  = errors.New("handed over, but not answered")
)

// HandedOver says that another program took a link or file. It is not evidence that anything opened:
// that is seen in the program's window.
type HandedOver struct {
	Handler string // the program's name, as far as it is known
	ID      string // of its desktop entry
	Class   string // that its windows announce
	Command string // that starts it
	PID     int    // its process, 0 when not known
	Folder  bool   // asked to reveal a file, it could only open the folder
}

// Opener gives links and files to the program the user has chosen for them. Which links may be opened,
// and the count of bytes handed over, is the caller's duty (egress) before the call.
type Opener interface {
	Capability(ctx context.Context) Capability
	// Handler tells which program the system's choice is for addresses of a scheme ("mailto"); ErrNoHandler when there is
	// none.
	Handler(ctx context.Context, scheme string) (HandedOver, error)
	// OpenPath hands over an existing file or folder; with reveal its folder is shown with it selected. A program is not
	// run: its file is handed to the program for files of its kind. Errors before anything was handed over wrap
	// ErrNoHandler or are of the system; after that they wrap ErrNoAnswer.
	OpenPath(ctx context.Context, path string, reveal bool) (HandedOver, error)
}
