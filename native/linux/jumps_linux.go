package linux

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"

	"golang.org/x/sys/unix"

	"pace/backend/system"
)

// Clock tells when the clock of the machine was set, which the kernel also counts a sleep as.
type Clock struct{}

// Capability is that of every kernel since 3.0.
func (Clock) Capability(context.Context) system.Capability {
	f, err := openJumps()
	if err != nil {
		return system.Capability{Name: "clock changes", State: system.Absent, Reason: "The kernel does not tell when the clock is set.", Fix: "Use a current Linux."}
	}
	_ = f.Close()
	return system.Capability{Name: "clock changes", State: system.Ready}
}

// openJumps makes a timer that is never due. Reading it fails with ECANCELED when the clock was set (timerfd_create(2),
// TFD_TIMER_CANCEL_ON_SET).
func openJumps() (*os.File, error) {
	fd, err := unix.TimerfdCreate(unix.CLOCK_REALTIME, unix.TFD_CLOEXEC|unix.TFD_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("watch the clock: %w", err)
	}
	f := os.NewFile(uintptr(fd), "clock") // non-blocking, so that closing it ends a read
	if err := armJumps(f); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

func armJumps(f *os.File) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return fmt.Errorf("watch the clock: %w", err)
	}
	never := unix.ItimerSpec{Value: unix.Timespec{Sec: math.MaxInt32}}
	failed := raw.Control(func(fd uintptr) {
		err = unix.TimerfdSettime(int(fd), unix.TFD_TIMER_ABSTIME|unix.TFD_TIMER_CANCEL_ON_SET, &never, nil)
	})
	if err = errors.Join(failed, err); err != nil {
		return fmt.Errorf("watch the clock: %w", err)
	}
	return nil
}

// Jumps implements system.Clock.
func (Clock) Jumps(ctx context.Context) (<-chan struct{}, error) {
	f, err := openJumps()
	if err != nil {
		return nil, err
	}
	out := make(chan struct{}, 1)
	stop := context.AfterFunc(ctx, func() { _ = f.Close() })
	go func() { // ends when f is closed
		defer close(out)
		defer stop()
		defer f.Close()
		followJumps(func() error { _, err := f.Read(make([]byte, 8)); return err }, func() error { return armJumps(f) }, out)
	}()
	return out, nil
}

// followJumps reads until it fails in another way than by a clock that was set.
func followJumps(read, arm func() error, out chan<- struct{}) {
	for {
		if err := read(); err != nil && !errors.Is(err, unix.ECANCELED) {
			return
		}
		select {
		case out <- struct{}{}:
		default:
		}
		if arm() != nil {
			return
		}
	}
}
