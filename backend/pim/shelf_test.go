package pim

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestNewFilesAreNamedAfterTheirTitleAndNeverOverwriteOne(t *testing.T) {
	s := shelf{dir: filepath.Join(t.TempDir(), "notes"), ext: ".md"}
	for _, want := range []string{"a-b.md", "a-b-2.md", "a-b-3.md"} {
		name, err := s.add(t.Context(), "A  b!", []byte(want))
		require.NoError(t, err)
		require.Equal(t, want, name)
	}
	for _, n := range seen(t, s.dir) {
		data, err := os.ReadFile(filepath.Join(s.dir, n))
		require.NoError(t, err)
		require.Equal(t, n, string(data))
		info, err := os.Stat(filepath.Join(s.dir, n))
		require.NoError(t, err)
		require.EqualValues(t, 0o600, info.Mode().Perm(), "records are private")
	}
	require.Empty(t, left(t, s.dir))
}

func TestOnlyFilesOfTheFolderAreReadAndNothingElseHoldsTheReaderUp(t *testing.T) {
	dir := t.TempDir()
	s := shelf{dir: filepath.Join(dir, "notes"), ext: ".md"}
	put(t, dir, "secret.md", "outside")
	put(t, s.dir, "a.md", "a")
	put(t, s.dir, "B.MD", "b")
	put(t, s.dir, "c.txt", "c")
	put(t, s.dir, ".hidden.md", "d")
	require.NoError(t, os.Mkdir(filepath.Join(s.dir, "dir.md"), 0o700))
	require.NoError(t, syscall.Mkfifo(filepath.Join(s.dir, "pipe.md"), 0o600))
	require.NoError(t, os.Symlink("nowhere", filepath.Join(s.dir, "dangling.md")))
	require.NoError(t, os.Symlink(filepath.Join(dir, "secret.md"), filepath.Join(s.dir, "linked.md")), "a person may link to a file")
	big, err := os.Create(filepath.Join(s.dir, "big.md"))
	require.NoError(t, err)
	require.NoError(t, big.Truncate(maxFile+1))
	require.NoError(t, big.Close())

	files, bad, err := s.files(t.Context())
	require.NoError(t, err)
	var names []string
	for _, f := range files {
		names = append(names, f.name)
	}
	require.Equal(t, []string{"B.MD", "a.md", "linked.md"}, names)
	require.Equal(t, []Trouble{{"big.md", errTooBig.Error()}, {"dangling.md", "it is a link to something that is not there"}, {"pipe.md", errNotFile.Error()}}, bad)

	for _, n := range []string{"../secret.md", "/etc/passwd", "", ".", "..", ".hidden.md", "a.txt", "x/../a.md", "a.md\x00"} {
		_, err := s.read(n)
		require.ErrorIs(t, err, ErrGone, "%q", n)
		require.Error(t, s.remove(t.Context(), n, stamp([]byte("outside"))), "%q", n)
		require.Error(t, s.replace(t.Context(), n, stamp([]byte("outside")), nil), "%q", n)
	}
	require.FileExists(t, filepath.Join(dir, "secret.md"))
}

// A folder that lies on a disk which is not there holds something all the same.
func TestAFolderThatIsALinkToNothingIsNotEmpty(t *testing.T) {
	for name, make := range map[string]func(dir string) error{
		"a link to nothing": func(dir string) error { return os.Symlink("/no/such/disk", dir) },
		"a file":            func(dir string) error { return os.WriteFile(dir, nil, 0o600) },
	} {
		s := shelf{dir: filepath.Join(t.TempDir(), "notes"), ext: ".md"}
		require.NoError(t, make(s.dir), name)
		_, _, err := s.files(t.Context())
		require.ErrorIs(t, err, errNoFolder, name)
		_, err = s.add(t.Context(), "x", nil)
		require.ErrorIs(t, err, errNoFolder, name)
	}
}

func TestAFolderThatIsNotThereIsEmpty(t *testing.T) {
	s := shelf{dir: filepath.Join(t.TempDir(), "none"), ext: ".md"}
	files, bad, err := s.files(t.Context())
	require.NoError(t, err)
	require.Empty(t, files)
	require.Empty(t, bad)
	require.NoDirExists(t, s.dir, "reading makes nothing")
}

func TestAContentIsReplacedOnlyWhenItIsStillTheOneThatWasRead(t *testing.T) {
	s := shelf{dir: t.TempDir(), ext: ".md"}
	put(t, s.dir, "n.md", "one")
	require.NoError(t, os.Chmod(filepath.Join(s.dir, "n.md"), 0o640))
	require.ErrorIs(t, s.replace(t.Context(), "n.md", stamp([]byte("zero")), []byte("two")), ErrChanged)
	require.NoError(t, s.replace(t.Context(), "n.md", stamp([]byte("one")), []byte("two")))
	f, err := s.read("n.md")
	require.NoError(t, err)
	require.Equal(t, "two", string(f.data))
	info, err := os.Stat(filepath.Join(s.dir, "n.md"))
	require.NoError(t, err)
	require.EqualValues(t, 0o640, info.Mode().Perm(), "who may read it is the person's choice")
	require.ErrorIs(t, s.replace(t.Context(), "gone.md", "x", nil), ErrGone)
	require.Empty(t, left(t, s.dir))
}

// What a person saves between Pace's last look and the exchange comes out of the exchange, and goes back in.
func TestWhatIsSavedDuringTheExchangeIsNotLost(t *testing.T) {
	s := shelf{dir: t.TempDir(), ext: ".md"}
	path := filepath.Join(s.dir, "n.md")
	put(t, s.dir, "n.md", "saved by the person")
	hidden := filepath.Join(s.dir, oursSwap+"n.md")
	require.NoError(t, s.write(hidden, []byte("from Pace"), 0o600))
	require.ErrorIs(t, s.swapped(hidden, path, "n.md", stamp([]byte("as it was read")), stamp([]byte("from Pace"))), ErrChanged)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "saved by the person", string(data))
	require.Empty(t, left(t, s.dir))
}

func TestAFileIsRemovedOnlyWhenItIsStillAsItWasLeft(t *testing.T) {
	s := shelf{dir: t.TempDir(), ext: ".ics"}
	put(t, s.dir, "r.ics", "edited")
	require.ErrorIs(t, s.remove(t.Context(), "r.ics", stamp([]byte("as left"))), ErrChanged)
	require.Equal(t, []string{"r.ics"}, seen(t, s.dir))
	require.NoError(t, s.remove(t.Context(), "r.ics", stamp([]byte("edited"))))
	require.Empty(t, seen(t, s.dir))
	require.ErrorIs(t, s.remove(t.Context(), "r.ics", stamp([]byte("edited"))), ErrGone)
}

func TestWhatAKilledPaceLeftIsPutRight(t *testing.T) {
	s := shelf{dir: t.TempDir(), ext: ".md"}
	put(t, s.dir, oursNew+"half.md", "hal")
	put(t, s.dir, oursGone+"kept.md", "on its way out")
	put(t, s.dir, oursGone+"twin.md", "also on its way out")
	put(t, s.dir, "twin.md", "another that took its name")
	put(t, s.dir, oursSwap+"before.md", "old and new")
	put(t, s.dir, "before.md", "old")
	put(t, s.dir, oursSwap+"after.md", "old")
	put(t, s.dir, "after.md", "old and new")
	put(t, s.dir, oursSwap+"mine.md", "what a person wrote in between")
	put(t, s.dir, "mine.md", "old and new")
	_, err := s.add(t.Context(), "x", []byte("x"))
	require.NoError(t, err)
	got := map[string]string{}
	for _, n := range seen(t, s.dir) {
		data, err := os.ReadFile(filepath.Join(s.dir, n))
		require.NoError(t, err)
		got[n] = string(data)
	}
	require.Equal(t, map[string]string{"kept.md": "on its way out", "twin.md": "another that took its name", "twin-2.md": "also on its way out", "before.md": "old",
		"after.md": "old and new", "mine.md": "old and new", "mine-2.md": "what a person wrote in between", "x.md": "x"}, got)
	require.Empty(t, left(t, s.dir))
}

func TestAFolderThatSomebodyElseHasIsWaitedForOnlySoLong(t *testing.T) {
	s := shelf{dir: t.TempDir(), ext: ".md"}
	door, err := os.OpenFile(filepath.Join(s.dir, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	require.NoError(t, err)
	defer door.Close()
	require.NoError(t, syscall.Flock(int(door.Fd()), syscall.LOCK_EX))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = s.add(ctx, "x", nil)
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, seen(t, s.dir))
}

func TestADiskThatTakesNothingIsAnErrorAndLeavesNothing(t *testing.T) {
	s := shelf{dir: filepath.Join(t.TempDir(), "a-file"), ext: ".md"}
	put(t, filepath.Dir(s.dir), "a-file", "in the way of the folder")
	_, err := s.add(t.Context(), "x", nil)
	require.Error(t, err)
	_, _, err = s.files(t.Context())
	require.Error(t, err, "a folder that can't be read is not an empty one")
}

// child is another process of this test.
func child(job string) {
	dir, tag := os.Getenv("PIM_TEST_DIR"), os.Getenv("PIM_TEST_TAG")
	ctx := context.Background()
	now := time.Date(2026, 10, 5, 14, 0, 0, 0, time.UTC)
	switch job {
	case "remind": // as many reminders as it can until it is killed
		for n := 0; ; n++ {
			id := fmt.Sprintf("%s-%d", tag, n)
			r := NewReminders(dir, Config{Now: func() time.Time { return now }, NewID: func() string { return id }})
			if _, err := r.AddReminder(ctx, Reminder{Title: "the same", Notes: strings.Repeat("n", 5000), Due: now.Add(time.Hour)}); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			fmt.Println(id)
		}
	case "append": // twenty lines to one note
		x := NewNotes(dir)
		for n := 0; n < 20; {
			_, ref, err := x.Note(ctx, "list.md")
			if err == nil {
				_, _, err = x.Append(ctx, ref, fmt.Sprintf("- %s %d", tag, n))
			}
			switch {
			case err == nil:
				n++
			case !errors.Is(err, ErrChanged):
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
}

func start(t *testing.T, job, dir, tag string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "PIM_TEST_CHILD="+job, "PIM_TEST_DIR="+dir, "PIM_TEST_TAG="+tag)
	c.Stderr = os.Stderr
	return c
}

func TestRecordsOfAProcessThatIsKilledAreWholeAndOthersGoOn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "reminders")
	told := map[string]bool{}
	for round := range 6 {
		c := start(t, "remind", dir, fmt.Sprint("r", round))
		out, err := c.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, c.Start())
		lines := bufio.NewScanner(out)
		for n := 0; n < 3+round && lines.Scan(); n++ {
			told[lines.Text()] = true
		}
		require.NoError(t, c.Process.Signal(syscall.SIGKILL)) // in the middle of the next one
		for lines.Scan() {
			told[lines.Text()] = true
		}
		_ = c.Wait()
	}
	r := NewReminders(dir, config(t, "UTC", "2026-10-05 14:00"))
	_, err := r.AddReminder(t.Context(), Reminder{Title: "after them"})
	require.NoError(t, err)
	all, err := r.Reminders(t.Context(), time.Time{}, time.Time{})
	require.NoError(t, err)
	require.Empty(t, all.Troubles)
	require.Empty(t, left(t, dir))
	have := map[string]bool{}
	for _, x := range all.Items {
		require.False(t, have[x.ID], "no record is there twice")
		have[x.ID] = true
		require.True(t, x.Notes == "" || len(x.Notes) == 5000)
	}
	require.GreaterOrEqual(t, len(told), 3)
	for id := range told {
		require.True(t, have[id], "%s was told to be kept", id)
	}
}

func TestTwoProcessesAddToOneNoteWithoutLosingALine(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "list.md", "# List\n")
	a, b := start(t, "append", dir, "a"), start(t, "append", dir, "b")
	require.NoError(t, a.Start())
	require.NoError(t, b.Start())
	require.NoError(t, a.Wait())
	require.NoError(t, b.Wait())
	data, err := os.ReadFile(filepath.Join(dir, "list.md"))
	require.NoError(t, err)
	for _, tag := range []string{"a", "b"} {
		at := 0
		for n := range 20 {
			i := strings.Index(string(data)[at:], fmt.Sprintf("- %s %d\n", tag, n))
			require.GreaterOrEqual(t, i, 0, "%s %d", tag, n)
			at += i
		}
	}
	require.Equal(t, []string{"list.md"}, seen(t, dir))
	require.Empty(t, left(t, dir))
}
