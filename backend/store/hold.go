package store

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// ErrHeld says that somebody else holds what was asked for.
var ErrHeld = errors.New("held by another")

// Hold takes a lock that one caller at a time has, over all processes and also among the goroutines of one. It never
// waits: whoever comes second gets ErrHeld. The system lets go of it when the holder's process ends, however it ends, so
// that no clock has to say when a dead holder counts as gone. The file at path stays; release may be called once.
func Hold(path string) (release func(), err error) {
	// Each opening is a holder of its own, also within one process (flock, unlike fcntl).
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("hold: %w", err)
	}
	for {
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	switch {
	case err == nil:
		return func() { _ = file.Close() }, nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		err = ErrHeld
	}
	_ = file.Close()
	return nil, fmt.Errorf("hold %s: %w", path, err)
}
