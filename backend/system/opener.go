package system

import "context"

// HandedOver says that another program took a link or file. It is not evidence that anything opened:
// that is seen in the program's window.
type HandedOver struct {
	Handler string // the program, as far as it is known
}

// Opener gives links and files to the program the user has chosen for them. Which links may be opened,
// and the count of bytes handed over, is the caller's duty (egress) before the call.
type Opener interface {
	Capability(ctx context.Context) Capability
	// OpenURL hands the URL to browser (an application id or name) or, for "", to the system's choice.
	OpenURL(ctx context.Context, url, browser string) (HandedOver, error)
	// OpenPath hands over an existing file or folder; with reveal its folder is shown with it selected.
	OpenPath(ctx context.Context, path string, reveal bool) (HandedOver, error)
}
