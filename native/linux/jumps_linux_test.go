package linux

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"pace/backend/system"
)

var (
	_ system.Clock = Clock{}
	_ system.Files = Files{}
)

const patient = 60 * time.Second

func heard(t *testing.T, c <-chan struct{}) {
	t.Helper()
	select {
	case _, open := <-c:
		require.True(t, open)
	case <-time.After(patient):
		t.Fatal("nothing came")
	}
}

func closed(t *testing.T, c <-chan struct{}) {
	t.Helper()
	for {
		select {
		case _, open := <-c:
			if !open {
				return
			}
		case <-time.After(patient):
			t.Fatal("it did not close")
		}
	}
}

func TestTheClockIsWatchedUntilNobodyWantsToKnow(t *testing.T) {
	require.Equal(t, system.Ready, Clock{}.Capability(t.Context()).State)
	ctx, cancel := context.WithCancel(t.Context())
	c, err := Clock{}.Jumps(ctx)
	require.NoError(t, err)
	cancel()
	closed(t, c)
}

// The clock of the machine that runs the tests is not to be set, so the kernel's answer stands in for it.
func TestAClockThatWasSetIsToldAndWatchedOn(t *testing.T) {
	out := make(chan struct{}, 1)
	answers := []error{unix.ECANCELED, &os.PathError{Op: "read", Err: unix.ECANCELED}, os.ErrClosed}
	armed := 0
	followJumps(func() error {
		err := answers[0]
		answers = answers[1:]
		return err
	}, func() error { armed++; return nil }, out)
	require.Empty(t, answers)
	require.Equal(t, 2, armed)
	require.Len(t, out, 1, "what nobody waits for is dropped")
	followJumps(func() error { return unix.ECANCELED }, func() error { return errors.New("no") }, out)
}

func TestWritesToAFileAreToldOfAndThoseToOthersAreNot(t *testing.T) {
	require.Equal(t, system.Ready, Files{}.Capability(t.Context()).State)
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	c, err := Files{}.Changes(ctx, filepath.Join(dir, "pace.db"))
	require.NoError(t, err)
	write := func(name string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600))
	}
	write("pace.db-wal")
	heard(t, c)
	write("settings.json")
	write("pace.db")
	heard(t, c)
	cancel()
	closed(t, c)
	_, err = Files{}.Changes(t.Context(), filepath.Join(dir, "none", "pace.db"))
	require.Error(t, err)
}

func TestEveryFileOfAFolderIsToldOfUntilTheFolderGoes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "reminders")
	require.NoError(t, os.Mkdir(dir, 0o700))
	c, err := Files{}.Changes(t.Context(), dir+"/")
	require.NoError(t, err)
	one := filepath.Join(dir, "one.ics")
	require.NoError(t, os.WriteFile(one, []byte("x"), 0o600))
	heard(t, c)
	require.NoError(t, os.Rename(one, filepath.Join(dir, "two.ics")))
	heard(t, c)
	require.NoError(t, os.RemoveAll(dir))
	closed(t, c)
}

func TestEventsOfFilesAreReadByName(t *testing.T) {
	event := func(mask uint32, name string) []byte {
		size := (len(name) + 16) / 16 * 16
		out := make([]byte, unix.SizeofInotifyEvent+size)
		out[4], out[5], out[6], out[7] = byte(mask), byte(mask>>8), byte(mask>>16), byte(mask>>24) // all of our machines are little-endian
		out[12] = byte(size)
		copy(out[unix.SizeofInotifyEvent:], name)
		return out
	}
	for _, c := range []struct {
		why           string
		events        []byte
		name          string
		touched, over bool
	}{
		{"of that name among others", append(event(unix.IN_MODIFY, "other"), event(unix.IN_MODIFY, "pace.db-wal")...), "pace.db", true, false},
		{"of others", append(event(unix.IN_MODIFY, "other"), event(unix.IN_MODIFY, "a-pace.db")...), "pace.db", false, false},
		{"of any name", event(unix.IN_MODIFY, "other"), "", true, false},
		{"some were lost", event(unix.IN_Q_OVERFLOW, ""), "pace.db", true, false},
		{"what can't be read may be anything", event(unix.IN_MODIFY, "other")[:20], "pace.db", true, false},
		{"the folder is gone", append(event(unix.IN_MODIFY, "other"), event(unix.IN_IGNORED, "")...), "pace.db", true, true},
		{"the folder was moved", event(unix.IN_MOVE_SELF, ""), "", true, true},
		{"none", nil, "pace.db", false, false},
	} {
		touched, over := touches(c.events, c.name)
		require.Equal(t, c.touched, touched, c.why)
		require.Equal(t, c.over, over, c.why)
	}
}
