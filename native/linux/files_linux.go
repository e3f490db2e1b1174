package linux

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"pace/backend/system"
)

// Files tells when files are written to, by inotify(7).
type Files struct{}

// Capability is that of every Linux whose user has not used up the watches.
func (Files) Capability(context.Context) system.Capability {
	f, err := watchFolder(os.TempDir())
	if err != nil {
		return system.Capability{Name: "file changes", State: system.Absent, Reason: "The kernel gives no more watches on files.", Fix: "Raise fs.inotify.max_user_instances, or close programs that watch files."}
	}
	_ = f.Close()
	return system.Capability{Name: "file changes", State: system.Ready}
}

func watchFolder(dir string) (*os.File, error) {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("watch files: %w", err)
	}
	f := os.NewFile(uintptr(fd), "files") // non-blocking, so that closing it ends a read
	if _, err := unix.InotifyAddWatch(fd, dir, unix.IN_MODIFY|unix.IN_CREATE|unix.IN_DELETE|unix.IN_MOVED_TO|unix.IN_MOVED_FROM|unix.IN_MOVE_SELF|unix.IN_ONLYDIR); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("watch %s: %w", dir, err)
	}
	return f, nil
}

// Changes implements system.Files. It watches the folder, so that a file may come, go and be replaced.
func (Files) Changes(ctx context.Context, path string) (<-chan struct{}, error) {
	dir, name := filepath.Split(path) // of all files in a folder, the name is empty
	f, err := watchFolder(filepath.Clean(dir))
	if err != nil {
		return nil, err
	}
	out := make(chan struct{}, 1)
	stop := context.AfterFunc(ctx, func() { _ = f.Close() })
	go func() { // ends when f is closed
		defer close(out)
		defer stop()
		defer f.Close()
		buf := make([]byte, 64<<10)
		for {
			n, err := f.Read(buf)
			if err != nil {
				return
			}
			touched, over := touches(buf[:n], name)
			if touched {
				select {
				case out <- struct{}{}:
				default:
				}
			}
			if over {
				return
			}
		}
	}()
	return out, nil
}

// touches reports whether one of the events is of a file whose name begins so, or some events were lost, and whether the
// folder itself was removed or moved, so that nothing will be told of that path any more.
func touches(events []byte, name string) (touched, over bool) {
	for len(events) >= unix.SizeofInotifyEvent {
		mask, size := binary.NativeEndian.Uint32(events[4:]), int(binary.NativeEndian.Uint32(events[12:]))
		end := unix.SizeofInotifyEvent + size
		if mask&unix.IN_Q_OVERFLOW != 0 || end > len(events) {
			return true, over
		}
		if mask&(unix.IN_IGNORED|unix.IN_MOVE_SELF) != 0 {
			return true, true
		}
		file := string(bytes.TrimRight(events[unix.SizeofInotifyEvent:end], "\x00"))
		touched = touched || strings.HasPrefix(file, name)
		events = events[end:]
	}
	return touched, over
}
