package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestFoldersFollowTheEnvironment(t *testing.T) {
	for _, c := range []struct {
		name   string
		env    func(string) string
		darwin bool
		want   Folders
	}{
		{"PACE_HOME replaces everything", env("PACE_HOME", "/p", "HOME", "/h", "XDG_DATA_HOME", "/d"), false,
			Folders{"/p", "/p", "/p/cache", "/p/run", "/p/Downloads"}},
		{"PACE_HOME replaces everything on macOS", env("PACE_HOME", "/p", "HOME", "/h"), true,
			Folders{"/p", "/p", "/p/cache", "/p/run", "/p/Downloads"}},
		{"XDG defaults", env("HOME", "/h"), false,
			Folders{"/h/.local/share/pace", "/h/.config/pace", "/h/.cache/pace", "/h/.local/share/pace/run", "/h/Downloads"}},
		{"XDG values", env("HOME", "/h", "XDG_DATA_HOME", "/d", "XDG_CONFIG_HOME", "/c", "XDG_CACHE_HOME", "/x",
			"XDG_RUNTIME_DIR", "/run/user/7", "XDG_DOWNLOAD_DIR", "/dl"), false,
			Folders{"/d/pace", "/c/pace", "/x/pace", "/run/user/7/pace", "/dl"}},
		{"relative XDG values count as unset", env("HOME", "/h", "XDG_DATA_HOME", "d"), false,
			Folders{"/h/.local/share/pace", "/h/.config/pace", "/h/.cache/pace", "/h/.local/share/pace/run", "/h/Downloads"}},
		{"macOS", env("HOME", "/Users/u", "XDG_DATA_HOME", "/d"), true,
			Folders{"/Users/u/Library/Application Support/Pace", "/Users/u/.config/pace", "/Users/u/Library/Caches/Pace",
				"/Users/u/Library/Application Support/Pace/run", "/Users/u/Downloads"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := locate(c.env, c.darwin, "/tmp", 7)
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

func TestFoldersAreRefusedWithoutAHome(t *testing.T) {
	_, err := locate(env("HOME", "relative"), false, "/tmp", 7)
	require.ErrorIs(t, err, errNoHome)
}

func TestDownloadsComeFromTheDesktopsUserDirs(t *testing.T) {
	config := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(config, "user-dirs.dirs"),
		[]byte("# comment\nXDG_MUSIC_DIR=\"$HOME/Musik\"\nXDG_DOWNLOAD_DIR=\"$HOME/Geladen\"\n"), 0o600))
	got, err := locate(env("HOME", "/h", "XDG_CONFIG_HOME", config), false, "/tmp", 7)
	require.NoError(t, err)
	require.Equal(t, "/h/Geladen", got.Downloads)
}

func TestALongHomeGetsASocketThatFitsItsAddress(t *testing.T) {
	long := "/" + strings.Repeat("long/", 40)
	for _, temp := range []string{"/tmp", "/" + strings.Repeat("temp", 40)} {
		a, err := locate(env("PACE_HOME", long), false, temp, 7)
		require.NoError(t, err)
		require.LessOrEqual(t, len(a.Socket(":99")), 103)
		b, err := locate(env("PACE_HOME", long+"b"), false, temp, 7)
		require.NoError(t, err)
		require.NotEqual(t, a.Runtime, b.Runtime, "two homes must not share a host")
	}
}

func TestEachDisplayHasItsOwnSocket(t *testing.T) {
	f := Folders{Runtime: "/r"}
	require.Equal(t, "/r/pace.sock", f.Socket(""))
	require.NotEqual(t, f.Socket(":1"), f.Socket(":2"))
}

func TestCreatedFoldersArePrivate(t *testing.T) {
	home := filepath.Join(t.TempDir(), "pace")
	f, err := Locate(env("PACE_HOME", home))
	require.NoError(t, err)
	require.NoError(t, f.Create())
	require.NoError(t, f.Create(), "a second time changes nothing")
	for _, dir := range []string{f.Data, f.Config, f.Cache, f.Runtime} {
		info, err := os.Stat(dir)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o700), info.Mode().Perm(), dir)
	}
	require.NoDirExists(t, f.Downloads, "the download folder is the user's")
}

func TestARuntimeFolderOthersCanEnterIsClosed(t *testing.T) {
	home := t.TempDir()
	f, err := Locate(env("PACE_HOME", home))
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(f.Runtime, 0o755))
	require.NoError(t, f.Create())
	info, err := os.Stat(f.Runtime)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
}

func TestARuntimeFolderThatIsALinkIsRefused(t *testing.T) {
	home, elsewhere := t.TempDir(), t.TempDir()
	f, err := Locate(env("PACE_HOME", home))
	require.NoError(t, err)
	require.NoError(t, os.Symlink(elsewhere, f.Runtime))
	require.ErrorContains(t, f.Create(), "is not a folder")
}
