//go:build linux

package x11

import (
	"errors"
	"fmt"
	"sync"

	"github.com/jezek/xgb/shm"
	"github.com/jezek/xgb/xproto"
	"golang.org/x/sys/unix"
)

// segment is memory shared with the X server: a full HD picture takes under a millisecond through it and ten through the socket.
type segment struct {
	mu     sync.Mutex
	refuse error // why shared memory is out of the question, for instance because the server is on another machine
	mem    []byte
	id     shm.Seg
}

// errNoSharedMemory means: take the other way.
var errNoSharedMemory = errors.New("no memory can be shared with the X server")

// grow makes the segment at least size bytes. Called with mu held.
func (c *Conn) grow(size int) error {
	s := &c.shm
	if s.refuse != nil {
		return s.refuse
	}
	if len(s.mem) >= size {
		return nil
	}
	if _, err := c.need("MIT-SHM"); err != nil {
		s.refuse = fmt.Errorf("%w: %w", errNoSharedMemory, err)
		return s.refuse
	}
	if s.mem != nil {
		if err := shm.DetachChecked(c.x, s.id).Check(); err != nil {
			return wrap(err, "detach shared memory")
		}
		if err := s.detach(); err != nil {
			return err
		}
	}
	key, err := unix.SysvShmGet(unix.IPC_PRIVATE, size, unix.IPC_CREAT|0o600)
	if err != nil {
		s.refuse = fmt.Errorf("%w: %w", errNoSharedMemory, err)
		return s.refuse
	}
	// Removal now means: gone when both sides have detached, also after kill -9.
	defer unix.SysvShmCtl(key, unix.IPC_RMID, nil)
	mem, err := unix.SysvShmAttach(key, 0, 0)
	if err != nil {
		s.refuse = fmt.Errorf("%w: %w", errNoSharedMemory, err)
		return s.refuse
	}
	s.mem = mem
	if s.id, err = shm.NewSegId(c.x); err == nil {
		err = shm.AttachChecked(c.x, s.id, uint32(key), false).Check()
	}
	if err != nil {
		s.refuse = fmt.Errorf("%w: %w", errNoSharedMemory, err)
		return errors.Join(s.refuse, s.detach())
	}
	return nil
}

func (s *segment) detach() error {
	mem := s.mem
	s.mem = nil
	if err := unix.SysvShmDetach(mem); err != nil {
		return fmt.Errorf("detach shared memory: %w", err)
	}
	return nil
}

// free is called when the connection is gone, and with it the server's side.
func (s *segment) free() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse = errNoSharedMemory
	if s.mem == nil {
		return nil
	}
	return s.detach()
}

// grab copies a part of a drawable, which must lie inside it.
func (c *Conn) grab(d xproto.Drawable, x, y, w, h int) ([]byte, error) {
	c.shm.mu.Lock()
	defer c.shm.mu.Unlock()
	size := w * h * 4
	err := c.grow(size)
	if err == nil {
		_, err = shm.GetImage(c.x, d, int16(x), int16(y), uint16(w), uint16(h), ^uint32(0), xproto.ImageFormatZPixmap, c.shm.id, 0).Reply()
		if err != nil {
			return nil, err
		}
		return append(make([]byte, 0, size), c.shm.mem[:size]...), nil
	}
	if !errors.Is(err, errNoSharedMemory) {
		return nil, err
	}
	r, err := xproto.GetImage(c.x, xproto.ImageFormatZPixmap, d, int16(x), int16(y), uint16(w), uint16(h), ^uint32(0)).Reply()
	if err != nil {
		return nil, err
	}
	if len(r.Data) < size {
		return nil, fmt.Errorf("grab the screen: %d bytes for %d pixels", len(r.Data), w*h)
	}
	return r.Data[:size], nil
}
