//go:build linux

package x11

import (
	"errors"
	"fmt"
	"io"

	"github.com/jezek/xgb/xproto"
)

// Causes a caller may branch on; every error of this package that has one of these causes wraps it.
var (
	// ErrNoDisplay: there is no X server at that address, or it does not let us in.
	ErrNoDisplay = errors.New("no X display")
	// ErrClosed: the connection was closed or the server went away (30 s of silence included).
	ErrClosed = errors.New("the X connection is closed")
	// ErrNoExtension: the server lacks an extension that the call needs.
	ErrNoExtension = errors.New("the X server lacks an extension")
	// ErrNoWindow: the window does not exist (any more).
	ErrNoWindow = errors.New("the window is gone")
	// ErrNotActivated: the window was asked to the front but another one is active.
	ErrNotActivated = errors.New("the window did not become active")
	// ErrNotChanged: a window state was asked for and not reached within the bound.
	ErrNotChanged = errors.New("the window did not change as asked")
	// ErrNotVisible: the window has no picture because it is not mapped (minimised, other workspace).
	ErrNotVisible = errors.New("the window is not shown")
	// ErrTooManyUnmapped: the text has more characters that the layout lacks than we are willing to bind.
	ErrTooManyUnmapped = errors.New("too many characters are missing from the keyboard layout")
	// ErrNoKey: the keyboard layout has no such key.
	ErrNoKey = errors.New("the keyboard layout has no such key")
	// ErrPointerHeld: the pointer did not arrive where it was sent, for instance because it is confined by a grab.
	ErrPointerHeld = errors.New("the pointer did not arrive")
	// ErrPointerTaken: somebody else moved the pointer between its arrival and the press. Nothing was pressed, save when the
	// error also is ErrPressed.
	ErrPointerTaken = errors.New("somebody else moved the pointer")
	// ErrPressed: a button was pressed before the error was noticed.
	ErrPressed = errors.New("a button was pressed")
	// ErrNoOwner: nobody owns the selection, or its owner has none of the wanted formats.
	ErrNoOwner = errors.New("the clipboard is empty")
	// ErrTooLarge: the content exceeds the bound of the call.
	ErrTooLarge = errors.New("the content is too large")
	// ErrTimeout: the other side did not answer within the bound.
	ErrTimeout = errors.New("no answer in time")
)

// wrap says what was being done and gives an error of the wire its cause.
func wrap(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	what := fmt.Sprintf(format, args...)
	switch err.(type) {
	case xproto.WindowError, xproto.DrawableError:
		return fmt.Errorf("%s: %w (%v)", what, ErrNoWindow, err)
	}
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: %w", what, ErrClosed)
	}
	return fmt.Errorf("%s: %w", what, err)
}
