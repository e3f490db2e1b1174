package schedule

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// Rings reports whether somebody will ring what is set now: this process, or another that has the user's data. A process
// that died does not count.
func (s *Service) Rings() bool {
	s.mu.Lock()
	here := s.ringing
	s.mu.Unlock()
	if here || s.c.Mark == "" {
		return here
	}
	f, err := os.OpenFile(s.c.Mark, os.O_RDWR|syscall.O_CLOEXEC, 0)
	if err != nil {
		return false // nobody has ever rung here
	}
	defer f.Close() // lets go of the lock
	return errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

const (
	markWait = time.Second
	markLook = 5 * time.Millisecond
)

// hold marks this process as one that rings, together with any others, until the answer is called. Only whoever looks
// for such a process is ever in the way, for an instant; without the mark a timer rings all the same.
func hold(ctx context.Context, path string) (release func()) {
	if path == "" {
		return func() {}
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return func() {}
	}
	tick := time.NewTicker(markLook)
	defer tick.Stop()
	for began := time.Now(); ctx.Err() == nil && time.Since(began) < markWait; {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB); !errors.Is(err, syscall.EWOULDBLOCK) {
			break
		}
		<-tick.C
	}
	return func() { _ = f.Close() }
}
