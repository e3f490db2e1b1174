package linux

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"pace/backend/system"
)

// Trash is the trash of the desktop, by version 1.0 of freedesktop.org's trash specification: what is put there can be
// put back by any file manager. It fulfils system.Trash. Files are renamed, never copied.
type Trash struct {
	home string // the user's own trash, "" when there is no home folder
	uid  int
	now  func() time.Time
}

var _ system.Trash = (*Trash)(nil)

// NewTrash finds the user's trash by the session's environment.
func NewTrash(environ []string, now func() time.Time) *Trash {
	t := &Trash{uid: os.Getuid(), now: now}
	l := &Launcher{environ: environ}
	if data := l.folder("XDG_DATA_HOME", ".local/share"); len(data) > 0 {
		t.home = filepath.Join(data[0], "Trash")
	}
	return t
}

// Capability is ready where there is a home folder.
func (t *Trash) Capability(context.Context) system.Capability {
	c := system.Capability{Name: "trash", State: system.Ready}
	if t.home == "" {
		c.State, c.Reason, c.Fix = system.Absent, "There is no home folder, so there is no trash.", "Set HOME."
	}
	return c
}

// Put moves a file into the trash of the disk that it lies on.
func (t *Trash) Put(ctx context.Context, path string) (system.Trashed, error) {
	if err := errors.Join(ctx.Err(), t.Capability(ctx).Err()); err != nil {
		return system.Trashed{}, err
	}
	if !filepath.IsAbs(path) {
		return system.Trashed{}, fmt.Errorf("trash %q: not an absolute path", path)
	}
	path = filepath.Clean(path)
	disk, err := diskOf(filepath.Dir(path))
	if err != nil {
		return system.Trashed{}, fmt.Errorf("trash: %w", err)
	}
	bin, listed := t.home, path
	if err := os.MkdirAll(t.home, 0o700); err != nil {
		return system.Trashed{}, fmt.Errorf("make trash: %w", err)
	}
	if own, err := diskOf(t.home); err != nil || own != disk {
		top, err := topOf(filepath.Dir(path), disk)
		if err != nil {
			return system.Trashed{}, fmt.Errorf("trash: %w", err)
		}
		if bin, err = t.binAt(top); err != nil {
			return system.Trashed{}, fmt.Errorf("trash: %w", err)
		}
		if listed, err = filepath.Rel(top, path); err != nil {
			return system.Trashed{}, fmt.Errorf("trash: %w", err)
		}
	}
	for _, dir := range []string{"files", "info"} {
		if err := os.MkdirAll(filepath.Join(bin, dir), 0o700); err != nil {
			return system.Trashed{}, fmt.Errorf("make trash: %w", err)
		}
	}
	return t.move(bin, path, listed)
}

// move writes the note first, which takes the name, and then moves the file.
func (t *Trash) move(bin, path, listed string) (system.Trashed, error) {
	base := filepath.Base(path)
	for n := 1; n <= 10_000; n++ {
		name := base
		if n > 1 {
			ext := filepath.Ext(base)
			name = strings.TrimSuffix(base, ext) + " " + strconv.Itoa(n) + ext
		}
		got := system.Trashed{From: path, File: filepath.Join(bin, "files", name), Info: filepath.Join(bin, "info", name+".trashinfo")}
		note, err := os.OpenFile(got.Info, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, syscall.ENAMETOOLONG) {
			base = "file" + filepath.Ext(base)
			n = 0
			continue
		}
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return system.Trashed{}, fmt.Errorf("trash: %w", err)
		}
		_, err = fmt.Fprintf(note, "[Trash Info]\nPath=%s\nDeletionDate=%s\n", (&url.URL{Path: listed}).EscapedPath(), t.now().Format("2006-01-02T15:04:05"))
		if err = errors.Join(err, note.Close()); err == nil {
			err = renameFree(path, got.File)
		}
		if err == nil {
			return got, nil
		}
		_ = os.Remove(got.Info)
		if errors.Is(err, fs.ErrExist) {
			continue // a file without its note: some other program's, or half a crash
		}
		return system.Trashed{}, fmt.Errorf("trash: %w", err)
	}
	return system.Trashed{}, errors.New("trash: too many files of that name are in it")
}

// Back moves a file to where it was.
func (t *Trash) Back(ctx context.Context, what system.Trashed) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := renameFree(what.File, what.From); err != nil {
		return fmt.Errorf("put back: %w", err)
	}
	if err := os.Remove(what.Info); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("put back: %w", err)
	}
	return nil
}

// binAt finds the user's trash on another disk: in the one that its owner made for all, if that can be trusted, else in
// one of the user's own.
func (t *Trash) binAt(top string) (string, error) {
	uid := strconv.Itoa(t.uid)
	shared := filepath.Join(top, ".Trash")
	if info, err := os.Lstat(shared); err == nil && info.IsDir() && info.Mode()&os.ModeSticky != 0 {
		bin := filepath.Join(shared, uid)
		if err := ownFolder(bin, t.uid); err == nil {
			return bin, nil
		}
	}
	bin := filepath.Join(top, ".Trash-"+uid)
	return bin, ownFolder(bin, t.uid)
}

// ownFolder makes a folder for one user, or takes one that is there, if it is the user's and no link.
func ownFolder(path string, uid int) error {
	if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); !info.IsDir() || !ok || int(owner.Uid) != uid {
		return fmt.Errorf("%s is not a folder of the user", path)
	}
	return nil
}

// diskOf tells which disk a folder lies on.
func diskOf(dir string) (uint64, error) {
	var s unix.Stat_t
	if err := unix.Stat(dir, &s); err != nil {
		return 0, fmt.Errorf("look at %s: %w", dir, err)
	}
	return s.Dev, nil
}

// topOf is the topmost folder of a disk above dir.
func topOf(dir string, disk uint64) (string, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}
	for dir != "/" {
		above := filepath.Dir(dir)
		if d, err := diskOf(above); err != nil || d != disk {
			return dir, err
		}
		dir = above
	}
	return dir, nil
}

// renameFree renames to a name that is free; fs.ErrExist when it is not.
func renameFree(from, to string) error {
	err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) { // some file systems can't promise it
		if _, err := os.Lstat(to); err == nil {
			return fs.ErrExist
		}
		return os.Rename(from, to)
	}
	return err
}
