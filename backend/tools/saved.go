package tools

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
	"strings"
	"syscall"

	"pace/backend/store"
)

// drawer is a folder that files are put into, never over one that is there. Whatever a name is, it stays in the folder.
type drawer struct {
	dir  string // without links
	root *os.Root
}

// openDrawer opens a folder, which is made when it is missing.
func openDrawer(dir string) (*drawer, error) {
	if !filepath.IsAbs(dir) {
		return nil, errors.New("the folder is not known")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make folder: %w", err)
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, fmt.Errorf("open folder: %w", err)
	}
	root, err := os.OpenRoot(real)
	if err != nil {
		return nil, fmt.Errorf("open folder: %w", err)
	}
	return &drawer{real, root}, nil
}

func (d *drawer) close() { _ = d.root.Close() }

// unfinished is a file that is not finished: hidden, under a name of its own.
type unfinished struct {
	*os.File
	d    *drawer
	name string
	kept bool
}

// namesTried bounds how many names are tried.
const namesTried = 10_000

// part is the pattern of their names.
const part = ".pace-*.part"

// begin makes an empty file. Its lock, which the system frees when this process is killed, says that somebody is at it.
func (d *drawer) begin() (*unfinished, error) {
	d.sweep()
	for n := range namesTried {
		name := strings.Replace(part, "*", fmt.Sprintf("%d-%d", os.Getpid(), n), 1)
		f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil:
			return nil, fmt.Errorf("make file: %w", err)
		}
		_ = lock(f) // where files can't be locked nothing is swept away either
		if d.holds(name, f) {
			return &unfinished{File: f, d: d, name: name}, nil
		}
		_ = f.Close() // somebody swept it away before it was locked
	}
	return nil, errors.New("make file: too many unfinished files are in the folder")
}

// sweep removes the files of processes that were killed before they had finished them.
func (d *drawer) sweep() {
	names, _ := fs.Glob(d.root.FS(), part)
	for _, name := range names {
		f, err := d.root.OpenFile(name, os.O_WRONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
		if err != nil {
			continue
		}
		if lock(f) == nil && d.holds(name, f) {
			_ = d.root.Remove(name)
		}
		_ = f.Close()
	}
}

// Sweep does so where Pace saves files, as far as there are such folders yet.
func Sweep(p store.Personal) {
	for _, dir := range savedTo(p) {
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		if d, err := openDrawer(dir); err == nil {
			d.sweep()
			d.close()
		}
	}
}

// savedTo lists the folders that Pace saves files to.
func savedTo(p store.Personal) []string {
	return []string{p.Downloads, filepath.Join(p.Pictures, shotFolder)}
}

// holds reports whether a name in the folder still is that of an open file.
func (d *drawer) holds(name string, f *os.File) bool {
	there, err := d.root.Lstat(name)
	if err != nil {
		return false
	}
	open, err := f.Stat()
	return err == nil && open.Mode().IsRegular() && os.SameFile(there, open)
}

// lock takes a file for this process alone; an error when somebody else has it.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// drop removes a file that was not kept.
func (f *unfinished) drop() {
	_ = f.Close()
	if !f.kept {
		_ = f.d.root.Remove(f.name)
	}
}

// keep finishes a file under a name, or that name with a number when there is one already, and gives the path.
func (f *unfinished) keep(name string) (string, error) {
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return "", fmt.Errorf("write file: %w", err)
	}
	for n := 1; n <= namesTried; n++ {
		final := numbered(name, n)
		// The last look at where it goes: a plain name in this very folder, whatever was joined before.
		path := filepath.Join(f.d.dir, final)
		if final == "" || filepath.Dir(path) != f.d.dir || filepath.Base(path) != final {
			return "", fmt.Errorf("%q is no name of a file", final)
		}
		err := f.d.root.Link(f.name, final) // unlike a rename, it never replaces what is there
		if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOSYS) {
			err = f.reserve(final) // memory sticks know no second name for a file
		}
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("name file: %w", err)
		}
		_ = f.d.root.Remove(f.name)
		f.kept = true
		return path, nil
	}
	return "", errors.New("name file: too many files have that name")
}

// reserve takes a name that is free and puts the file in its place.
func (f *unfinished) reserve(final string) error {
	empty, err := f.d.root.OpenFile(final, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_ = empty.Close()
	return f.d.root.Rename(f.name, final)
}

// digest reads a file again from where it lives. What is no plain file (a link among them) is an error.
func digest(ctx context.Context, path string) (sum string, size int64, err error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", 0, err
	}
	if !info.Mode().IsRegular() {
		return "", 0, errors.New("it is no plain file")
	}
	h := sha256.New()
	size, err = io.Copy(h, &obedient{ctx, f})
	return hex.EncodeToString(h.Sum(nil)), size, err
}

// obedient is a reader that ends with a context.
type obedient struct {
	ctx context.Context
	r   io.Reader
}

func (o *obedient) Read(p []byte) (int, error) {
	if err := o.ctx.Err(); err != nil {
		return 0, context.Cause(o.ctx)
	}
	return o.r.Read(p)
}

// sizeWords is "12.3 MB".
func sizeWords(n int64) string {
	switch {
	case n == 1:
		return "1 byte"
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.1f KB", float64(n)/1e3)
	case n < 1_000_000_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.2f GB", float64(n)/1e9)
}

// shotFolder is where screenshots go, below the pictures.
const shotFolder = "Screenshots"
