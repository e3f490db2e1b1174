package store

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// Bounds of waiting for another process to finish opening or closing the file: it takes some milliseconds.
const (
	doorWait  = 2 * time.Second
	doorLook  = 2 * time.Millisecond
	doorTrail = ".lock"
)

// alone runs f while no other process opens or closes the same file. SQLite answers SQLITE_BUSY at once, in spite of
// the busy timeout, to whoever meets the first switch to WAL or the removal of the WAL by the last one to leave. A
// process that was stopped in the middle must not keep the others out for good, so after doorWait f runs all the same.
func alone(path string, f func() error) error {
	door, err := os.OpenFile(path+doorTrail, os.O_CREATE|os.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return f() // a folder that can't hold the lock can't hold the file either, and f says so
	}
	defer door.Close() // lets go of the lock
	for began := time.Now(); time.Since(began) < doorWait; {
		if err := syscall.Flock(int(door.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil || !errors.Is(err, syscall.EWOULDBLOCK) {
			break
		}
		time.Sleep(doorLook)
	}
	return f()
}
