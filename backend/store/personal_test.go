package store

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPersonalFoldersAreThoseOfTheDesktop(t *testing.T) {
	config := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(config, "user-dirs.dirs"),
		[]byte("XDG_DOCUMENTS_DIR=\"$HOME/Dokumente\"\nXDG_PICTURES_DIR=\"/media/bilder\"\nXDG_VIDEOS_DIR=\"$HOME/\"\nXDG_MUSIC_DIR=\"relative\"\n"), 0o600))
	got, err := locatePersonal(env("HOME", "/h", "XDG_CONFIG_HOME", config, "XDG_DESKTOP_DIR", "/elsewhere"), false)
	require.NoError(t, err)
	require.Equal(t, Personal{Home: "/h", Documents: "/h/Dokumente", Downloads: "/h/Downloads", Desktop: "/elsewhere", Pictures: "/media/bilder", Music: "/h/Music", Videos: "/h"}, got)

	got, err = locatePersonal(env("HOME", "/h", "XDG_DOCUMENTS_DIR", "/d"), true)
	require.NoError(t, err)
	require.Equal(t, Personal{"/h", "/h/Documents", "/h/Downloads", "/h/Desktop", "/h/Pictures", "/h/Music", "/h/Movies"}, got)
}

func TestWhatPaceSavesStaysInItsOwnHomeWhereOneIsGiven(t *testing.T) {
	e := env("PACE_HOME", "/p", "HOME", "/h")
	got, err := locatePersonal(e, false)
	require.NoError(t, err)
	require.Equal(t, Personal{"/h", "/h/Documents", "/p/Downloads", "/h/Desktop", "/p/Pictures", "/h/Music", "/h/Videos"}, got)
	f, err := locate(e, false, "/tmp", 7)
	require.NoError(t, err)
	require.Equal(t, f.Downloads, got.Downloads)

	got, err = locatePersonal(env("PACE_HOME", "/p"), false)
	require.NoError(t, err)
	require.Equal(t, "/p", got.Home, "without a home of the user there is only that of Pace")
	_, err = locatePersonal(env("HOME", "relative"), false)
	require.ErrorIs(t, err, errNoHome)
}
