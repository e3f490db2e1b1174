package linuxtest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestADesktopIsPrivateAndLeavesTheTestProcessAlone(t *testing.T) {
	before := os.Environ()
	d := Start(t, Options{})

	require.Equal(t, before, os.Environ())
	require.NotEqual(t, os.Getenv("DISPLAY"), d.Display)
	require.Equal(t, d.Display, d.Value("DISPLAY"))
	require.True(t, strings.HasPrefix(d.Value("HOME"), d.Dir), "its home is %s", d.Value("HOME"))
	require.Empty(t, d.Value("WAYLAND_DISPLAY"))
	require.Equal(t, "unix:path="+d.Value("XDG_RUNTIME_DIR")+"/bus", strings.Split(d.BusAddress, ",")[0])
}

func TestTheSameOptionsGiveTheSameDesktopAndPrivateOnesTheirOwn(t *testing.T) {
	first, second := Start(t, Options{}), Start(t, Options{})
	own := Start(t, Options{Private: true})

	require.Same(t, first, second)
	require.NotEqual(t, first.Display, own.Display)
}

func TestAPrivateDesktopIsGoneAfterItsTest(t *testing.T) {
	var d *Desktop
	t.Run("inside", func(t *testing.T) { d = Start(t, Options{Private: true}) })
	if d == nil {
		t.Skip("the inner test was skipped")
	}

	_, err := os.Stat(d.Dir)
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = os.Stat("/tmp/.X11-unix/X" + strings.TrimPrefix(d.Display, ":"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestOptionsReachTheDesktop(t *testing.T) {
	d := Start(t, Options{WM: "icewm", Layout: "de", Size: "1000x700", Lang: "de_DE.UTF-8", Scale: 2, Private: true})

	require.Equal(t, "de_DE.UTF-8", d.Value("LANG"))
	require.Equal(t, "2", d.Value("GDK_SCALE"))
	require.Contains(t, output(t, d, "setxkbmap", "-query"), "layout:     de")
	require.Contains(t, output(t, d, "xdpyinfo"), "1000x700 pixels")
	require.Contains(t, output(t, d, "xprop", "-root", "-notype", "_NET_SUPPORTING_WM_CHECK"), "window id")
	_, err := os.Stat(filepath.Join(d.Dir, "log", "icewm.log"))
	require.NoError(t, err)
}

func TestABareNameFindsTheBrowserOfTheDesktop(t *testing.T) {
	d := Start(t, Options{})

	browser := d.Command(t.Context(), "chromium").Path
	require.Equal(t, filepath.Join(d.Value("HOME"), ".local/bin/chromium"), browser)
}

func TestAnEnvironmentFileSetsAndRemoves(t *testing.T) {
	path := filepath.Join(t.TempDir(), "env")
	require.NoError(t, os.WriteFile(path, []byte("A=1=2\nGONE\nC=\n"), 0o600))

	env, err := readEnvironment(path, []string{"A=old", "GONE=x", "B=kept"})
	require.NoError(t, err)
	require.Equal(t, []string{"B=kept", "A=1=2", "C="}, env)
}

func output(t *testing.T, d *Desktop, name string, arguments ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	text, err := d.Command(ctx, name, arguments...).CombinedOutput()
	require.NoError(t, err, "%s", text)
	return string(text)
}
