package tools

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/store"
)

// names lists a folder, hidden files too.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	out := []string{}
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestWhatAKilledProcessHadBegunIsSweptAwayAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "mine")
	for _, name := range []string{filepath.Join(dir, ".pace-1-0.part"), filepath.Join(dir, ".pace-99999-3.part"), filepath.Join(dir, "pace-1-0.part"), filepath.Join(dir, ".pace-1-0.part.txt"), outside} {
		require.NoError(t, os.WriteFile(name, []byte("half"), 0o600))
	}
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, ".pace-2-0.part")))
	require.NoError(t, os.Mkdir(filepath.Join(dir, ".pace-3-0.part"), 0o700))
	d, err := openDrawer(dir)
	require.NoError(t, err)
	defer d.close()

	first, err := d.begin()
	require.NoError(t, err)
	second, err := d.begin()
	require.NoError(t, err)
	defer second.drop()
	require.ElementsMatch(t, []string{first.name, second.name, "pace-1-0.part", ".pace-1-0.part.txt", ".pace-2-0.part", ".pace-3-0.part"}, names(t, dir), "what is being written stays")
	require.FileExists(t, outside)

	require.NoError(t, first.Close()) // as the system does when a process is killed
	third, err := d.begin()
	require.NoError(t, err)
	defer third.drop()
	require.ElementsMatch(t, []string{third.name, second.name, "pace-1-0.part", ".pace-1-0.part.txt", ".pace-2-0.part", ".pace-3-0.part"}, names(t, dir))
}

func TestAllFoldersThatPaceSavesToAreSwept(t *testing.T) {
	home := t.TempDir()
	p := store.Personal{Home: home, Downloads: filepath.Join(home, "Downloads"), Pictures: filepath.Join(home, "Pictures")}
	Sweep(p)
	require.Empty(t, names(t, home), "none is made for that")
	for _, dir := range savedTo(p) {
		require.NoError(t, os.MkdirAll(dir, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, ".pace-7-0.part"), nil, 0o600))
		Sweep(p)
		require.Empty(t, names(t, dir))
	}
	Sweep(store.Personal{})
}

func TestAFinishedFileIsNoLongerOneThatIsBeingWritten(t *testing.T) {
	dir := t.TempDir()
	d, err := openDrawer(dir)
	require.NoError(t, err)
	defer d.close()
	f, err := d.begin()
	require.NoError(t, err)
	_, err = f.WriteString("whole")
	require.NoError(t, err)
	path, err := f.keep("a.txt")
	require.NoError(t, err)
	d.sweep()
	f.drop()
	require.Equal(t, []string{"a.txt"}, names(t, dir))
	require.FileExists(t, path)
}
