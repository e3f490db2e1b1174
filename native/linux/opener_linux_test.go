package linux_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"

	"pace/backend/system"
	"pace/native/linux"
	"pace/native/linux/linuxtest"
)

func (h home) opener(bus string) *linux.Opener {
	return linux.NewOpener(linux.NewLauncher(h.environ, bus, nil))
}

// document puts a file into the home folder.
func (h home) document(t *testing.T, name, text string) string {
	t.Helper()
	h.write(t, name, text)
	return filepath.Join(h.dir, name)
}

func TestAFileGoesToTheProgramForItsKind(t *testing.T) {
	h := newHome(t)
	path, log := h.recorder(t)
	h.write(t, "sys/mime/globs2", "50:application/pdf:*.pdf\n50:text/markdown:*.md\n50:image/png:*.png\n")
	h.write(t, "sys/mime/subclasses", "text/markdown text/plain\n")
	h.entry(t, "data/applications/reader.desktop", "Name=Reader", "Exec="+path+" reader %f", "StartupWMClass=reader-window", "MimeType=application/pdf;")
	h.entry(t, "data/applications/editor.desktop", "Name=Editor", "Exec="+path+" editor %U", "MimeType=text/plain;")
	h.entry(t, "data/applications/files.desktop", "Name=Files", "Exec="+path+" files %U", "MimeType=inode/directory;")
	for name, want := range map[string][]string{"a b%U.pdf": {"reader", "Reader"}, "a.md": {"editor", "Editor"}, "": {"files", "Files"}} {
		target := h.dir
		if name != "" {
			target = h.document(t, name, "x")
		}
		got, err := h.opener("").OpenPath(t.Context(), target, false)
		require.NoError(t, err, name)
		require.Equal(t, want[1], got.Handler)
		require.Equal(t, want[0]+".desktop", got.ID)
		require.Equal(t, path, got.Command)
		require.Equal(t, []string{"arg " + want[0], "arg " + target}, recorded(t, log)[1:3], "the name reaches the program as it is")
		require.NoError(t, os.Remove(log))
	}
}

func TestTheUsersDefaultForAKindOfFileCounts(t *testing.T) {
	h := newHome(t)
	path, log := h.recorder(t)
	h.entry(t, "data/applications/a.desktop", "Name=A", "Exec="+path+" a", "MimeType=inode/directory;")
	h.entry(t, "data/applications/b.desktop", "Name=B", "Exec="+path+" b")
	h.write(t, "config/mimeapps.list", "[Default Applications]\ninode/directory=b.desktop;\n")
	got, err := h.opener("").OpenPath(t.Context(), h.dir, false)
	require.NoError(t, err)
	require.Equal(t, "B", got.Handler)
	require.Equal(t, "arg b", recorded(t, log)[1])
}

func TestWhatNoListKnowsIsLeftToTheDesktop(t *testing.T) {
	h := newHome(t)
	file := h.document(t, "a.strange", "\x00")
	h.environ[1] = "PATH=" + h.dir + "/bin"
	_, err := h.opener("").OpenPath(t.Context(), file, false)
	require.ErrorIs(t, err, system.ErrNoHandler)

	h.write(t, "bin/xdg-open", "#!/bin/sh\nprintf '%s\\n' \"$1\" > "+h.dir+"/opened.part\n/bin/mv "+h.dir+"/opened.part "+h.dir+"/opened\n")
	got, err := h.opener("").OpenPath(t.Context(), file, false)
	require.NoError(t, err)
	require.Equal(t, system.HandedOver{}, got, "who took it is not known")
	require.Equal(t, []string{file}, recorded(t, filepath.Join(h.dir, "opened")))
}

func TestOnlyWhatExistsIsHandedOver(t *testing.T) {
	h := newHome(t)
	for _, path := range []string{"relative", filepath.Join(h.dir, "missing"), ""} {
		for _, reveal := range []bool{false, true} {
			_, err := h.opener("").OpenPath(t.Context(), path, reveal)
			require.Error(t, err, path)
		}
	}
}

func TestTheHandlerOfASchemeIsTold(t *testing.T) {
	h := newHome(t)
	h.entry(t, "data/applications/web.desktop", "Name=Web", "Exec=true %u", "MimeType=x-scheme-handler/https;")
	_, err := h.opener("").Handler(t.Context(), "mailto")
	require.ErrorIs(t, err, system.ErrNoHandler)
	got, err := h.opener("").Handler(t.Context(), "https")
	require.NoError(t, err)
	require.Equal(t, "Web", got.Handler)
}

// manager answers as a file manager does.
type manager struct {
	mu    sync.Mutex
	items []string
	fails *dbus.Error
}

func (m *manager) ShowItems(uris []string, id string) *dbus.Error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.items = append(m.items, uris...)
	return m.fails
}

func TestAFileIsShownByTheFileManagerOfTheSession(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Private: true})
	conn, err := dbus.Connect(d.BusAddress)
	require.NoError(t, err)
	defer conn.Close()
	m := &manager{}
	require.NoError(t, conn.Export(m, "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1"))
	_, err = conn.RequestName("org.freedesktop.FileManager1", dbus.NameFlagDoNotQueue)
	require.NoError(t, err)

	h := newHome(t)
	path, log := h.recorder(t)
	h.entry(t, "data/applications/files.desktop", "Name=Files", "Exec="+path+" %U", "MimeType=inode/directory;")
	file := h.document(t, "sub/ä b#c.txt", "x")
	got, err := h.opener(d.BusAddress).OpenPath(t.Context(), file, true)
	require.NoError(t, err)
	require.Equal(t, system.HandedOver{Handler: "the file manager", PID: os.Getpid()}, got)
	require.Equal(t, []string{"file://" + h.dir + "/sub/%C3%A4%20b%23c.txt"}, m.items)
	require.NoFileExists(t, log, "no other program was started")

	// One that says no is no way to show it, and the folder has to do.
	m.mu.Lock()
	m.fails = dbus.MakeFailedError(os.ErrInvalid)
	m.mu.Unlock()
	got, err = h.opener(d.BusAddress).OpenPath(t.Context(), file, true)
	require.NoError(t, err)
	require.True(t, got.Folder)
	require.Equal(t, "Files", got.Handler)
	require.Equal(t, "arg "+filepath.Dir(file), recorded(t, log)[1])
}

func TestWithoutASessionBusTheFolderIsOpened(t *testing.T) {
	h := newHome(t)
	path, log := h.recorder(t)
	h.entry(t, "data/applications/files.desktop", "Name=Files", "Exec="+path+" %U", "MimeType=inode/directory;")
	file := h.document(t, "a.txt", "x")
	got, err := h.opener("unix:path=/nonexistent").OpenPath(t.Context(), file, true)
	require.NoError(t, err)
	require.True(t, got.Folder)
	require.Equal(t, "arg "+h.dir, recorded(t, log)[1])
}

func TestAFileManagerThatDoesNotAnswerMayHaveShownIt(t *testing.T) {
	d := linuxtest.Start(t, linuxtest.Options{Private: true})
	conn, err := dbus.Connect(d.BusAddress)
	require.NoError(t, err)
	require.NoError(t, conn.Export(silent{conn}, "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1"))
	_, err = conn.RequestName("org.freedesktop.FileManager1", dbus.NameFlagDoNotQueue)
	require.NoError(t, err)
	h := newHome(t)
	file := h.document(t, "a.txt", "x")
	_, err = h.opener(d.BusAddress).OpenPath(t.Context(), file, true)
	require.ErrorIs(t, err, system.ErrNoAnswer)
}

// silent leaves the bus in the middle of a call.
type silent struct{ conn *dbus.Conn }

func (s silent) ShowItems([]string, string) *dbus.Error {
	_ = s.conn.Close()
	return nil
}
