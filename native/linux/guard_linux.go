package linux

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"pace/native/linux/x11"
)

// ErrNoGuard says that nothing would let go of keys if Pace died, so none is pressed.
var ErrNoGuard = errors.New("no command to start the watcher of pressed keys")

// RunGuard is what Options.GuardCommand has to run: it listens on in, answers on standard output, and lets go of
// everything when in ends. environ names the display. It returns nil when nothing is left pressed; when the clipboard was
// lent, not before somebody else copies.
func RunGuard(ctx context.Context, in io.Reader, environ []string) error {
	o := Options{Environ: environ}.filled()
	return x11.RunGuard(ctx, in, os.Stdout, x11.Address{Display: o.Display, Xauthority: o.XAuthority})
}

// watchman starts the guard process when the first key is about to go down or the clipboard to be lent, and a new one
// when it died.
type watchman struct {
	o  Options
	mu sync.Mutex
	g  *x11.Guard
}

// checkGuard says whether GuardCommand can be used: this program with its hidden subcommand.
func checkGuard(command []string) error {
	switch {
	case len(command) == 0:
		return ErrNoGuard
	case len(command) != 2 || command[1] != x11.GuardCommand:
		return fmt.Errorf("%w: it must be this program and %q", ErrNoGuard, x11.GuardCommand)
	}
	return nil
}

// Record fulfils x11.Recorder: an error prevents the press.
func (w *watchman) Record(h x11.Held) error {
	return w.tell(h.Empty(), func(g *x11.Guard) error { return g.Record(h) })
}

// Keep tells what the clipboard is to hold again when Pace ends; an error prevents the loan.
func (w *watchman) Keep(k x11.Kept) error {
	return w.tell(len(k.Formats) == 0, func(g *x11.Guard) error { return g.Keep(k) })
}

// tell speaks to the guard; for nothing at all none is started.
func (w *watchman) tell(nothing bool, say func(*x11.Guard) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.g == nil {
		if nothing {
			return nil
		}
		var env []string
		for _, name := range []string{"HOME", "PATH", "LANG"} {
			env = append(env, name+"="+valueIn(w.o.Environ, name))
		}
		env = append(env, "DISPLAY="+w.o.Display, "XAUTHORITY="+w.o.XAuthority)
		g, err := x11.StartGuard(context.Background(), w.o.GuardCommand[0],
			x11.Address{Display: w.o.Display, Xauthority: w.o.XAuthority}, env...)
		if err != nil {
			return err
		}
		w.g = g
	}
	err := say(w.g)
	if err != nil {
		_ = w.g.Close() // it is broken; the next one to ask gets a new one
		w.g = nil
	}
	return err
}

func (w *watchman) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.g == nil {
		return nil
	}
	err := w.g.Close()
	w.g = nil
	return err
}
