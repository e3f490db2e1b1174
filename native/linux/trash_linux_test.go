package linux_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"pace/backend/system"
	"pace/native/linux"
)

func trash(dir string) *linux.Trash {
	return linux.NewTrash([]string{"HOME=" + dir, "XDG_DATA_HOME=" + dir + "/data"}, func() time.Time { return time.Date(2026, 3, 4, 5, 6, 7, 0, time.Local) })
}

func TestAFileInTheTrashCanBePutBackByAnyFileManager(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "ä b%.txt")
	require.NoError(t, os.WriteFile(path, []byte("x"), 0o644))
	got, err := trash(dir).Put(t.Context(), path)
	require.NoError(t, err)
	require.Equal(t, system.Trashed{From: path, File: dir + "/data/Trash/files/ä b%.txt", Info: dir + "/data/Trash/info/ä b%.txt.trashinfo"}, got)
	require.NoFileExists(t, path)
	note, err := os.ReadFile(got.Info)
	require.NoError(t, err)
	require.Equal(t, "[Trash Info]\nPath="+dir+"/%C3%A4%20b%25.txt\nDeletionDate=2026-03-04T05:06:07\n", string(note))
	for _, d := range []string{"files", "info"} {
		info, err := os.Stat(filepath.Join(dir, "data/Trash", d))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
	}
	require.NoError(t, trash(dir).Back(t.Context(), got))
	require.FileExists(t, path)
	require.NoFileExists(t, got.Info)
}

func TestTheSecondFileOfANameIsPutBesideTheFirst(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	var files []string
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "data/Trash/files"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "data/Trash/files/a 2.txt"), []byte("without a note"), 0o600))
	for _, text := range []string{"first", "second"} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		got, err := trash(dir).Put(t.Context(), path)
		require.NoError(t, err)
		files = append(files, filepath.Base(got.File))
		content, err := os.ReadFile(got.File)
		require.NoError(t, err)
		require.Equal(t, text, string(content))
	}
	require.Equal(t, []string{"a.txt", "a 3.txt"}, files, "nothing in it is replaced")
	require.NoFileExists(t, filepath.Join(dir, "data/Trash/info/a 2.txt.trashinfo"))
}

func TestWhatCanNotBePutBackStaysInTheTrash(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o644))
	got, err := trash(dir).Put(t.Context(), path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte("new"), 0o644))
	require.ErrorIs(t, trash(dir).Back(t.Context(), got), os.ErrExist)
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "new", string(content))
	require.FileExists(t, got.File)
	require.FileExists(t, got.Info)
}

func TestWhatCanNotBeMovedLeavesNoNoteBehind(t *testing.T) {
	dir := t.TempDir()
	_, err := trash(dir).Put(t.Context(), filepath.Join(dir, "missing"))
	require.ErrorIs(t, err, os.ErrNotExist)
	notes, err := filepath.Glob(filepath.Join(dir, "data/Trash/info/*"))
	require.NoError(t, err)
	require.Empty(t, notes)
	_, err = trash(dir).Put(t.Context(), "relative")
	require.Error(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = trash(dir).Put(ctx, filepath.Join(dir, "x"))
	require.ErrorIs(t, err, context.Canceled)

	homeless := linux.NewTrash(nil, time.Now)
	require.Equal(t, system.Absent, homeless.Capability(t.Context()).State)
	var un *system.Unavailable
	_, err = homeless.Put(t.Context(), "/a")
	require.ErrorAs(t, err, &un)
}

func TestANameTooLongForItsNoteIsShortened(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, strings.Repeat("x", 250)+".txt")
	require.NoError(t, os.WriteFile(path, nil, 0o644))
	got, err := trash(dir).Put(t.Context(), path)
	require.NoError(t, err)
	require.Equal(t, "file.txt", filepath.Base(got.File))
	require.NoError(t, trash(dir).Back(t.Context(), got))
	require.FileExists(t, path)
}

// otherDisk is a folder on another disk than the temporary folder.
func otherDisk(t *testing.T) string {
	t.Helper()
	const shm = "/dev/shm"
	var here, there unix.Stat_t
	require.NoError(t, unix.Stat(t.TempDir(), &here))
	if err := unix.Stat(shm, &there); err != nil || here.Dev == there.Dev {
		t.Skip("/dev/shm is no disk of its own here")
	}
	dir, err := os.MkdirTemp(shm, "pace-trash-")
	if err != nil {
		t.Skip("/dev/shm can't be written to here")
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func TestAFileOnAnotherDiskGoesToTheTrashOfThatDisk(t *testing.T) {
	disk := otherDisk(t)
	home := t.TempDir()
	path := filepath.Join(disk, "a.txt")
	require.NoError(t, os.WriteFile(path, []byte("x"), 0o644))
	own := "/dev/shm/.Trash-" + strconv.Itoa(os.Getuid())
	if _, err := os.Stat(own); err == nil {
		t.Skip(own + " is there already")
	}
	t.Cleanup(func() { _ = os.RemoveAll(own) })
	got, err := trash(home).Put(t.Context(), path)
	require.NoError(t, err)
	require.Equal(t, own+"/files/a.txt", got.File)
	note, err := os.ReadFile(got.Info)
	require.NoError(t, err)
	require.Contains(t, string(note), "\nPath="+filepath.Base(disk)+"/a.txt\n", "below that disk")
	require.NoError(t, trash(home).Back(t.Context(), got))
	require.FileExists(t, path)
}
