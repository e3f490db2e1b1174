package linux_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"pace/backend/desktop"
	"pace/backend/system"
	"pace/native/linux"
	"pace/native/linux/linuxtest"
)

// home is a folder tree as XDG lays it out, with a Launcher on it.
type home struct {
	dir     string
	environ []string
}

func newHome(t *testing.T, more ...string) home {
	t.Helper()
	h := home{dir: t.TempDir()}
	h.environ = append([]string{
		"HOME=" + h.dir, "PATH=" + h.dir + "/bin:/usr/bin:/bin", "XDG_DATA_HOME=" + h.dir + "/data", "XDG_DATA_DIRS=" + h.dir + "/sys",
		"XDG_CONFIG_HOME=" + h.dir + "/config", "XDG_CONFIG_DIRS=" + h.dir + "/etc", "XDG_CURRENT_DESKTOP=Test:GNOME",
	}, more...)
	return h
}

func (h home) write(t *testing.T, path, text string) {
	t.Helper()
	path = filepath.Join(h.dir, path)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	mode := os.FileMode(0o644)
	if strings.HasPrefix(text, "#!") {
		mode = 0o755
	}
	// By rename, as installers do; a reader never sees half a file.
	require.NoError(t, os.WriteFile(path+".new", []byte(text), mode))
	require.NoError(t, os.Rename(path+".new", path))
}

func (h home) entry(t *testing.T, path string, lines ...string) {
	t.Helper()
	h.write(t, path, "[Desktop Entry]\nType=Application\n"+strings.Join(lines, "\n")+"\n")
}

func (h home) launcher() *linux.Launcher { return linux.NewLauncher(h.environ, "", nil) }

// recorder installs a program that writes its arguments and environment down and ends.
func (h home) recorder(t *testing.T) (path, log string) {
	t.Helper()
	log = filepath.Join(h.dir, "record")
	h.write(t, "bin/recorder", "#!/bin/sh\n{ echo \"dir $PWD\"; for a in \"$@\"; do echo \"arg $a\"; done; env; echo end; } >"+log+".part\nmv "+log+".part "+log+"\n")
	return filepath.Join(h.dir, "bin", "recorder"), log
}

// recorded waits for the file that a recorder leaves.
func recorded(t *testing.T, log string) []string {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	require.NoError(t, err)
	watch := os.NewFile(uintptr(fd), "inotify")
	defer watch.Close()
	_, err = unix.InotifyAddWatch(fd, filepath.Dir(log), unix.IN_MOVED_TO)
	require.NoError(t, err)
	require.NoError(t, watch.SetReadDeadline(time.Now().Add(limit)))
	for {
		if text, err := os.ReadFile(log); err == nil {
			return strings.Split(strings.TrimSpace(string(text)), "\n")
		}
		_, err := watch.Read(make([]byte, 4096))
		require.NoError(t, err, "the program never wrote its record")
	}
}

func ids(t *testing.T, l *linux.Launcher) []string {
	t.Helper()
	es, err := l.Entries(t.Context())
	require.NoError(t, err)
	var out []string
	for _, e := range es {
		out = append(out, e.ID)
	}
	slices.Sort(out)
	return out
}

func TestABrokenEntryHidesNoOther(t *testing.T) {
	h := newHome(t)
	h.entry(t, "data/applications/good.desktop", "Name=Good", "Exec=true")
	h.write(t, "data/applications/bad.desktop", "\xff\xfe[Desktop\x00")
	h.write(t, "data/applications/quote.desktop", "[Desktop Entry]\nType=Application\nName=Q\nExec=\"x\n")
	h.write(t, "data/applications/huge.desktop", "[Desktop Entry]\nType=Application\nName=H\nExec=x\n#"+strings.Repeat("x", 2<<20))
	h.entry(t, "sys/applications/vendor/tool.desktop", "Name=Tool", "Exec=true")
	h.entry(t, "sys/applications/bad.desktop", "Name=Not so bad", "Exec=true")
	require.NoError(t, os.Symlink("/nonexistent", filepath.Join(h.dir, "data/applications/dangling.desktop")))
	require.NoError(t, os.Mkdir(filepath.Join(h.dir, "data/applications/folder.desktop"), 0o755))
	require.Equal(t, []string{"bad.desktop", "good.desktop", "vendor-tool.desktop"}, ids(t, h.launcher()))
}

func TestThePersonsOwnEntriesComeBeforeTheSystems(t *testing.T) {
	h := newHome(t)
	h.entry(t, "sys/applications/a.desktop", "Name=System", "Exec=true")
	h.entry(t, "data/applications/a.desktop", "Name=Mine", "Exec=true")
	h.entry(t, "sys/applications/b.desktop", "Name=Deleted", "Exec=true")
	h.write(t, "data/applications/b.desktop", "[Desktop Entry]\nHidden=true\n")
	h.entry(t, "sys/applications/c.desktop", "Name=Not here", "Exec=true", "TryExec=not-installed-anywhere")
	h.entry(t, "sys/applications/d.desktop", "Name=Here", "Exec=true", "TryExec=/bin/sh")
	es, err := h.launcher().Entries(t.Context())
	require.NoError(t, err)
	var names []string
	for _, e := range es {
		names = append(names, e.Name)
	}
	require.ElementsMatch(t, []string{"Mine", "Here"}, names)
}

func TestEntriesFollowTheFiles(t *testing.T) {
	h := newHome(t)
	l := h.launcher()
	require.Empty(t, ids(t, l))
	h.entry(t, "data/applications/a.desktop", "Name=A", "Exec=true")
	require.Equal(t, []string{"a.desktop"}, ids(t, l))
	h.entry(t, "data/applications/a.desktop", "Name=Another", "Exec=true")
	es, err := l.Entries(t.Context())
	require.NoError(t, err)
	require.Equal(t, "Another", es[0].Name)
	require.NoError(t, os.Remove(filepath.Join(h.dir, "data/applications/a.desktop")))
	require.Empty(t, ids(t, l))
}

func TestAProgramIsStartedWithItsArgumentsAndNoSecrets(t *testing.T) {
	h := newHome(t, "DISPLAY=:77", "GTK_THEME=Dark", "QT_SCALE_FACTOR=2", "SOME_API_KEY=secret", "LANG=de_DE.UTF-8")
	path, log := h.recorder(t)
	require.NoError(t, os.Mkdir(filepath.Join(h.dir, "there"), 0o755))
	h.entry(t, "data/applications/r.desktop", "Name=R", `Exec="`+path+`" "two words" %U --last`, "Path="+h.dir+"/there", "StartupNotify=true")
	require.NoError(t, h.launcher().Launch(t.Context(), desktop.Entry{ID: "r.desktop"}))
	got := recorded(t, log)
	require.Equal(t, []string{"dir " + h.dir + "/there", "arg two words", "arg --last"}, got[:3])
	require.Contains(t, got, "DISPLAY=:77")
	require.Contains(t, got, "GTK_THEME=Dark")
	require.Contains(t, got, "QT_SCALE_FACTOR=2")
	require.Contains(t, got, "HOME="+h.dir)
	joined := strings.Join(got, "\n")
	require.NotContains(t, joined, "secret")
	require.Regexp(t, `DESKTOP_STARTUP_ID=pace-\d+-1_TIME\d+`, joined)
}

func TestAnAddressGoesToTheChosenHandler(t *testing.T) {
	h := newHome(t)
	path, log := h.recorder(t)
	h.entry(t, "sys/applications/other.desktop", "Name=Other", "Exec=false %u", "MimeType=x-scheme-handler/https;")
	h.entry(t, "data/applications/browser.desktop", "Name=Stub browser", "Exec="+path+" --new %u", "MimeType=text/html;", "StartupWMClass=Stub")
	h.write(t, "config/gnome-mimeapps.list", "[Default Applications]\nx-scheme-handler/https=browser.desktop\n")
	h.write(t, "config/mimeapps.list", "[Default Applications]\nx-scheme-handler/https=other.desktop\n")
	const url = "https://example.org/a?b=c&d=%20$(touch /tmp/x)"
	e, err := h.launcher().OpenURL(t.Context(), url, "")
	require.NoError(t, err)
	require.Equal(t, "browser.desktop", e.ID)
	require.Equal(t, "Stub", e.Class)
	require.Equal(t, []string{"arg --new", "arg " + url}, recorded(t, log)[1:3])
}

func TestAnAddressGoesToTheProgramThatIsNamed(t *testing.T) {
	h := newHome(t)
	path, log := h.recorder(t)
	h.entry(t, "data/applications/web.desktop", "Name=Web", "Exec="+path+" web %u", "MimeType=x-scheme-handler/https;")
	h.entry(t, "data/applications/other.desktop", "Name=Other", "Exec="+path+" other %u")
	for id, want := range map[string]string{"": "Web", "other.desktop": "Other"} {
		e, err := h.launcher().OpenURL(t.Context(), "https://example.org", id)
		require.NoError(t, err)
		require.Equal(t, want, e.Name)
		require.Equal(t, "arg https://example.org", recorded(t, log)[2])
		require.NoError(t, os.Remove(log))
	}
	_, err := h.launcher().OpenURL(t.Context(), "https://example.org", "none.desktop")
	require.ErrorIs(t, err, desktop.ErrNotFound)
	for _, address := range []string{"gopher://example.org", "mailto:x@example.org"} {
		_, err = h.launcher().OpenURL(t.Context(), address, "")
		require.ErrorIs(t, err, system.ErrNoHandler, "xdg-open would take it, do nothing and say so to nobody")
	}
}

func TestAnAddressWithoutAHandlerGoesToTheSystemsOpenerIfItIsAPage(t *testing.T) {
	h := newHome(t)
	h.environ = append(h.environ, "PATH="+h.dir+"/bin")
	_, err := h.launcher().OpenURL(t.Context(), "https://example.org/", "")
	require.ErrorIs(t, err, system.ErrNoHandler)

	log := filepath.Join(h.dir, "record")
	h.write(t, "bin/xdg-open", "#!/bin/sh\necho \"arg $1\" >"+log+".part\n/bin/mv "+log+".part "+log+"\n")
	e, err := h.launcher().OpenURL(t.Context(), "https://example.org/", "")
	require.NoError(t, err)
	require.Zero(t, e)
	require.Equal(t, []string{"arg https://example.org/"}, recorded(t, log))

	_, err = h.launcher().OpenURL(t.Context(), "gopher://example.org/", "")
	require.ErrorIs(t, err, system.ErrNoHandler, "whether it does anything with such an address nobody can tell")

	_, err = h.launcher().OpenURL(t.Context(), "no address", "")
	require.Error(t, err)
}

func TestAProgramForATerminalRunsInOneOrIsRefused(t *testing.T) {
	h := newHome(t)
	h.environ = append([]string{"PATH=" + h.dir + "/bin"}, h.environ...) // the first counts; this machine may have a terminal
	h.entry(t, "data/applications/t.desktop", "Name=T", `Exec=top -d "1 s"`, "Terminal=true")
	require.ErrorIs(t, h.launcher().Launch(t.Context(), desktop.Entry{ID: "t.desktop"}), linux.ErrNoTerminal)

	log := filepath.Join(h.dir, "record")
	h.write(t, "bin/x-terminal-emulator", "#!/bin/sh\nfor a in \"$@\"; do echo \"arg $a\"; done >"+log+".part\n/bin/mv "+log+".part "+log+"\n")
	require.NoError(t, h.launcher().Launch(t.Context(), desktop.Entry{ID: "t.desktop"}))
	require.Equal(t, []string{"arg -e", "arg top", "arg -d", "arg 1 s"}, recorded(t, log))
}

func TestWhatIsNotInstalledIsNotStarted(t *testing.T) {
	h := newHome(t)
	l := h.launcher()
	require.ErrorIs(t, l.Launch(t.Context(), desktop.Entry{ID: "x.desktop", Exec: []string{"/bin/true"}}), desktop.ErrNotFound)
	h.entry(t, "data/applications/x.desktop", "Name=X", "Exec=not-there-at-all")
	require.Error(t, l.Launch(t.Context(), desktop.Entry{ID: "x.desktop"}))
	h.entry(t, "data/applications/y.desktop", "Name=Y", "DBusActivatable=true")
	require.Error(t, l.Launch(t.Context(), desktop.Entry{ID: "y.desktop"}))
}

func TestTheCalculatorIsFoundStartedAndOutlivesTheConnection(t *testing.T) {
	linuxtest.Need(t, "gnome-calculator")
	d := linuxtest.Start(t, linuxtest.Options{Private: true, WM: "icewm", Lang: "C.UTF-8"})
	desk := connect(t, d)
	es, err := desk.Launcher.Entries(t.Context())
	require.NoError(t, err)
	i := slices.IndexFunc(es, func(e desktop.Entry) bool { return e.ID == "org.gnome.Calculator.desktop" })
	require.GreaterOrEqual(t, i, 0)
	require.Equal(t, "Calculator", es[i].Name)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	wake, err := desk.Windows.Watch(ctx)
	require.NoError(t, err)
	require.NoError(t, desk.Launcher.Launch(ctx, es[i]))
	w := await(t, ctx, wake, desk, "the calculator in front", func(w desktop.Window) bool { return w.Title == "Calculator" && w.Active })
	sid, err := unix.Getsid(w.PID)
	require.NoError(t, err)
	mine, err := unix.Getsid(0)
	require.NoError(t, err)
	require.NotEqual(t, mine, sid)
}

// await looks again on each wake-up until a window fits.
func await(t *testing.T, ctx context.Context, wake <-chan struct{}, desk *desktop.Desktop, what string, fits func(desktop.Window) bool) desktop.Window {
	t.Helper()
	for {
		ws, err := desk.Windows.List(ctx)
		require.NoError(t, err)
		if i := slices.IndexFunc(ws, fits); i >= 0 {
			return ws[i]
		}
		select {
		case _, ok := <-wake:
			require.True(t, ok || ctx.Err() == nil, "no more news while waiting for %s: %v", what, ws)
		case <-ctx.Done():
			t.Fatalf("never saw %s; windows: %+v", what, ws)
		}
	}
}
