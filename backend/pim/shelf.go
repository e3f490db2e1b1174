package pim

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"pace/backend/untrusted"
)

// shelf is a folder of records, one or more to a file. The user may put files there and edit them at any time.
type shelf struct {
	dir string
	ext string // with its dot, lower case
	// alike reports whether one of two contents is what Pace makes of the other by changing more than its end; nil: it
	// never does.
	alike func(a, b []byte) bool
}

// file is one file as it was read.
type file struct {
	name    string
	data    []byte
	changed time.Time
}

func (f file) stamp() string { return stamp(f.data) }

// stamp names a content: half of its SHA-256 is enough to tell any two apart.
func stamp(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// Bounds of what is read. A calendar of twenty years is some megabytes.
const (
	maxFile  = 32 << 20
	maxFiles = 20_000
)

// Files that Pace is in the middle of, named after what they stand for. A person's folder shows none of them.
const (
	ours     = ".pace-"
	oursNew  = ".pace-new-"  // not yet there: may go
	oursGone = ".pace-gone-" // on its way out: comes back
	oursSwap = ".pace-swap-" // one of two contents of a file, see settleSwap
	lockName = ".pace-lock"
)

// files reads every file, by name. A folder that is not there is empty.
func (s shelf) files(ctx context.Context) ([]file, []Trouble, error) {
	names, err := s.names()
	if err != nil {
		return nil, nil, err
	}
	var out []file
	var bad []Trouble
	if len(names) > maxFiles {
		bad = append(bad, Trouble{filepath.Base(s.dir), fmt.Sprintf("holds more than %d files, and the rest is left out", maxFiles)})
		names = names[:maxFiles]
	}
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		f, err := s.read(name)
		switch {
		case errors.Is(err, fs.ErrNotExist): // it went between the list and now, unless it is a link
			if _, err := os.Lstat(filepath.Join(s.dir, name)); err == nil {
				bad = append(bad, Trouble{shown(name), "it is a link to something that is not there"})
			}
		case err != nil:
			bad = append(bad, Trouble{shown(name), why(err)})
		default:
			out = append(out, f)
		}
	}
	return out, bad, nil
}

func (s shelf) names() ([]string, error) {
	entries, err := os.ReadDir(s.dir)
	if _, there := os.Lstat(s.dir); errors.Is(err, fs.ErrNotExist) && there != nil {
		return nil, nil
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		err = errNoFolder // a disk that is not mounted is not an empty one
	}
	if err != nil {
		return nil, fmt.Errorf("read the folder %s: %w", filepath.Base(s.dir), err)
	}
	var names []string
	for _, e := range entries {
		if n := e.Name(); !strings.HasPrefix(n, ".") && strings.EqualFold(filepath.Ext(n), s.ext) && !e.IsDir() {
			names = append(names, n)
		}
	}
	return names, nil
}

var (
	errTooBig   = fmt.Errorf("it is larger than %d MB", maxFile>>20)
	errNotFile  = errors.New("it is no ordinary file")
	errNoFolder = errors.New("its folder is no folder, or a link to one that is not there")
	errName     = errors.New("not the name of a record")
)

// read reads one file. A pipe or device that lies there does not hold the reader up.
func (s shelf) read(name string) (file, error) {
	if !s.holds(name) {
		return file{}, fmt.Errorf("%w: %w", ErrGone, errName)
	}
	f, err := os.OpenFile(filepath.Join(s.dir, name), os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return file{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return file{}, err
	}
	if !info.Mode().IsRegular() {
		return file{}, errNotFile
	}
	if info.Size() > maxFile {
		return file{}, errTooBig
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return file{}, err
	}
	if len(data) > maxFile {
		return file{}, errTooBig
	}
	return file{name, data, info.ModTime()}, nil
}

// holds reports whether a name can be that of a record here and of nothing outside the folder.
func (s shelf) holds(name string) bool {
	return filepath.Base(name) == name && !strings.HasPrefix(name, ".") && strings.EqualFold(filepath.Ext(name), s.ext) && !strings.ContainsRune(name, 0)
}

// why says it to a person, without the path that system errors carry.
func why(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return err.Error()
}

// shown is a file's name as a person can read it.
func shown(name string) string {
	return strings.ReplaceAll(untrusted.Clean(name), "\n", " ")
}

// lockWait bounds waiting for another Pace, which holds the lock for some milliseconds.
const (
	lockWait = 5 * time.Second
	lockLook = 3 * time.Millisecond
)

// alone runs f while no other Pace writes here, after cleaning up what one left that was killed.
func (s shelf) alone(ctx context.Context, f func() error) error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		if errors.Is(err, fs.ErrExist) || errors.Is(err, syscall.ENOTDIR) {
			err = errNoFolder
		}
		return fmt.Errorf("make the folder %s: %w", filepath.Base(s.dir), err)
	}
	door, err := os.OpenFile(filepath.Join(s.dir, lockName), os.O_CREATE|os.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return fmt.Errorf("lock the folder %s: %w", filepath.Base(s.dir), err)
	}
	defer door.Close() // lets go of the lock
	ctx, cancel := context.WithTimeoutCause(ctx, lockWait, ErrBusy)
	defer cancel()
	look := time.NewTicker(lockLook)
	defer look.Stop()
	for {
		err := syscall.Flock(int(door.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			break
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return fmt.Errorf("lock the folder %s: %w", filepath.Base(s.dir), err)
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	if err := s.tidy(); err != nil {
		return err
	}
	return f()
}

// tidy puts right what a Pace left that was killed in the middle. Nobody else writes meanwhile.
func (s shelf) tidy() error {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return fmt.Errorf("read the folder %s: %w", filepath.Base(s.dir), err)
	}
	for _, e := range entries {
		n := e.Name()
		if !strings.HasPrefix(n, ours) {
			continue
		}
		path := filepath.Join(s.dir, n)
		if strings.HasPrefix(n, oursNew) {
			_ = os.Remove(path)
		} else if name, ok := strings.CutPrefix(n, oursGone); ok {
			if _, err := s.place(path, name); err != nil {
				return err
			}
		} else if name, ok := strings.CutPrefix(n, oursSwap); ok {
			if err := s.settleSwap(path, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// settleSwap decides about a leftover of replace. It is the new content that was never put in place, or the old one; both
// of them begin alike with what is there, or are alike. Anything else a person wrote meanwhile, and it becomes a file of
// its own.
func (s shelf) settleSwap(path, name string) error {
	left, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read a leftover of %s: %w", shown(name), err)
	}
	if now, err := s.read(name); err == nil {
		if n := min(len(left), len(now.data)); n > 0 && string(left[:n]) == string(now.data[:n]) || s.alike != nil && s.alike(left, now.data) {
			return os.Remove(path)
		}
	}
	_, err = s.place(path, name)
	return err
}

// place gives a hidden file of this folder its visible name, or the next free one. Nothing is overwritten.
func (s shelf) place(hidden, name string) (string, error) {
	base := strings.TrimSuffix(name, filepath.Ext(name))
	for n := 1; n < 100_000; n++ {
		if n > 1 {
			name = base + "-" + strconv.Itoa(n) + s.ext
		}
		path := filepath.Join(s.dir, name)
		err := os.Link(hidden, path)
		if err == nil {
			return name, os.Remove(hidden)
		}
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		// A file system without hard links: the name is taken first, then filled by a rename.
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|syscall.O_CLOEXEC, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("write %s: %w", shown(name), err)
		}
		f.Close()
		if err := os.Rename(hidden, path); err != nil {
			return "", fmt.Errorf("write %s: %w", shown(name), err)
		}
		return name, nil
	}
	return "", fmt.Errorf("write %s: there are too many files of that name", shown(name))
}

// write makes a hidden file and has it on the disk before it returns.
func (s shelf) write(hidden string, data []byte, mode fs.FileMode) (err error) {
	f, err := os.OpenFile(hidden, os.O_CREATE|os.O_TRUNC|os.O_WRONLY|syscall.O_CLOEXEC, mode)
	if err != nil {
		return fmt.Errorf("write in the folder %s: %w", filepath.Base(s.dir), err)
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
		if err != nil {
			_ = os.Remove(hidden)
			err = fmt.Errorf("write in the folder %s: %w", filepath.Base(s.dir), err)
		}
	}()
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	return err
}

// add writes a new file named after a title and returns its name.
func (s shelf) add(ctx context.Context, title string, data []byte) (name string, err error) {
	slug := slugOf(title) + s.ext
	err = s.alone(ctx, func() error {
		hidden := filepath.Join(s.dir, oursNew+slug)
		if err := s.write(hidden, data, 0o600); err != nil {
			return err
		}
		name, err = s.place(hidden, slug)
		return err
	})
	return name, err
}

// replace puts data in the place of a content that is known by its stamp. The two files change places in one act, and what
// came out is looked at: when somebody has written in between, they change places again.
func (s shelf) replace(ctx context.Context, name, was string, data []byte) error {
	return s.alone(ctx, func() error {
		f, err := s.read(name)
		if errors.Is(err, fs.ErrNotExist) {
			return ErrGone
		}
		if err != nil {
			return err
		}
		if f.stamp() != was {
			return ErrChanged
		}
		path, err := filepath.EvalSymlinks(filepath.Join(s.dir, name))
		if err != nil {
			return err
		}
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		hidden := filepath.Join(filepath.Dir(path), oursSwap+name)
		if err := s.write(hidden, data, info.Mode().Perm()); err != nil {
			return err
		}
		return s.swapped(hidden, path, name, was, stamp(data))
	})
}

func (s shelf) swapped(hidden, path, name, was, now string) error {
	if err := exchange(hidden, path); err != nil {
		// Where two files can't change places, a last look is the best there is.
		if f, err := s.read(name); err != nil || f.stamp() != was {
			_ = os.Remove(hidden)
			return ErrChanged
		}
		return os.Rename(hidden, path)
	}
	out, err := os.ReadFile(hidden)
	if err == nil && stamp(out) == was {
		return os.Remove(hidden)
	}
	if err := exchange(hidden, path); err != nil {
		return err
	}
	if out, err = os.ReadFile(hidden); err == nil && stamp(out) == now {
		_ = os.Remove(hidden)
	} else if _, err := s.place(hidden, name); err != nil { // it was edited in the blink of an eye: both are kept
		return err
	}
	return ErrChanged
}

// remove takes a file away that is known by its stamp: first out of sight, and back when it is another.
func (s shelf) remove(ctx context.Context, name, was string) error {
	return s.alone(ctx, func() error {
		f, err := s.read(name)
		if errors.Is(err, fs.ErrNotExist) {
			return ErrGone
		}
		if err != nil {
			return err
		}
		if f.stamp() != was {
			return ErrChanged
		}
		hidden := filepath.Join(s.dir, oursGone+name)
		if err := os.Rename(filepath.Join(s.dir, name), hidden); err != nil {
			return fmt.Errorf("remove %s: %w", shown(name), err)
		}
		data, err := os.ReadFile(hidden)
		if err != nil || stamp(data) != was {
			if _, err := s.place(hidden, name); err != nil {
				return err
			}
			return ErrChanged
		}
		return os.Remove(hidden)
	})
}

// sortTroubles orders them by file, each once.
func sortTroubles(ts []Trouble) []Trouble {
	slices.SortFunc(ts, func(a, b Trouble) int { return strings.Compare(a.File+"\x00"+a.Why, b.File+"\x00"+b.Why) })
	return slices.Compact(ts)
}
