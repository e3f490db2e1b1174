package process

import (
	"fmt"
	"path/filepath"
	"syscall"
)

// Launched is a program that was started for the user and goes its own way.
type Launched struct {
	PID  int
	Done <-chan struct{} // closed when it has ended
}

// Launch starts a program that outlives Pace, in a session of its own and without pipes: an
// application the user asked for, or a program that hands a link over and ends. Nothing stops it.
// That it was started says nothing about a window. One goroutine per launched program waits for its
// end, so that it leaves no zombie; it ends with the program or with Pace.
func (s *Starter) Launch(c Command) (Launched, error) {
	cmd, err := s.command(c)
	if err != nil {
		return Launched{}, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return Launched{}, fmt.Errorf("launch: %w", startError(filepath.Base(c.Path), err))
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		cmd.Wait()
	}()
	return Launched{PID: cmd.Process.Pid, Done: done}, nil
}
