package store

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// damage overwrites the pages after the header, as a bad disk would.
func damage(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	for i := 120; i < len(data); i++ {
		data[i] ^= 0xa5
	}
	require.NoError(t, os.WriteFile(path, data, 0o600))
	return data
}

func closed(t *testing.T, path string, key string) {
	t.Helper()
	db, err := Open(t.Context(), path)
	require.NoError(t, err)
	require.NoError(t, db.Meta().Set(t.Context(), "key", key))
	require.NoError(t, db.Close())
}

func mustDamaged(t *testing.T, path string) *Damaged {
	t.Helper()
	_, err := Open(t.Context(), path)
	var d *Damaged
	require.ErrorAs(t, err, &d)
	require.Equal(t, path, d.Path)
	return d
}

func TestADamagedFileIsReportedAndNotChanged(t *testing.T) {
	for name, breakIt := range map[string]func(t *testing.T, path string) []byte{
		"bad pages": damage,
		"not a database": func(t *testing.T, path string) []byte {
			data := bytes.Repeat([]byte("this is a text file. "), 500)
			require.NoError(t, os.WriteFile(path, data, 0o600))
			return data
		},
		"cut short": func(t *testing.T, path string) []byte {
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			data = data[:len(data)-4096]
			require.NoError(t, os.WriteFile(path, data, 0o600))
			return data
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "pace.db")
			closed(t, path, "before")
			want := breakIt(t, path)
			mustDamaged(t, path)
			got, err := os.ReadFile(path)
			require.NoError(t, err)
			require.True(t, bytes.Equal(want, got), "the damaged file must stay as it was")
		})
	}
}

func TestRescueReadsTheNewestHealthyBackup(t *testing.T) {
	dir := t.TempDir()
	path, backups := filepath.Join(dir, "pace.db"), filepath.Join(dir, "backups")
	db, err := Open(t.Context(), path)
	require.NoError(t, err)
	for i, key := range []string{"old", "good", "bad"} {
		require.NoError(t, db.Meta().Set(t.Context(), "key", key))
		_, err := db.Backup(t.Context(), backups, noon.Add(time.Duration(i)*time.Hour))
		require.NoError(t, err)
	}
	require.NoError(t, db.Close())
	damage(t, path)
	damage(t, Backups(backups)[0])

	rescue, err := Rescue(t.Context(), mustDamaged(t, path))
	require.NoError(t, err)
	defer rescue.Close()
	got, err := rescue.Meta().Get(t.Context(), "key")
	require.NoError(t, err)
	require.Equal(t, "good", got)
	require.NotNil(t, rescue.Rescued())
	require.ErrorIs(t, rescue.Meta().Set(t.Context(), "key", "x"), ErrReadOnly)
	_, err = rescue.Backup(t.Context(), backups, noon)
	require.ErrorIs(t, err, ErrReadOnly)
	require.Len(t, Backups(backups), 3)
}

func TestRescueWithoutABackupAnswersWithNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	closed(t, path, "before")
	damage(t, path)
	rescue, err := Rescue(t.Context(), mustDamaged(t, path))
	require.NoError(t, err)
	defer rescue.Close()
	list, err := rescue.Runs().List(t.Context(), RunFilter{})
	require.NoError(t, err)
	require.Empty(t, list)
	require.ErrorIs(t, rescue.Thread().Drop(t.Context(), LastPlan), ErrReadOnly)
}

func TestRestorePutsTheBackupInPlaceAndKeepsTheDamagedFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "pace.db")
	db, err := Open(t.Context(), path)
	require.NoError(t, err)
	require.NoError(t, db.Meta().Set(t.Context(), "key", "saved"))
	backup, err := db.Backup(t.Context(), filepath.Join(dir, "backups"), noon)
	require.NoError(t, err)
	require.NoError(t, db.Close())
	want := damage(t, path)

	done, err := Restore(t.Context(), path, noon)
	require.NoError(t, err)
	require.Equal(t, backup, done.From)
	kept, err := os.ReadFile(done.Kept)
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, kept))
	got, err := open(t, path).Meta().Get(t.Context(), "key")
	require.NoError(t, err)
	require.Equal(t, "saved", got)
}

func TestRestoreWithoutABackupStartsEmpty(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	closed(t, path, "before")
	damage(t, path)
	done, err := Restore(t.Context(), path, noon)
	require.NoError(t, err)
	require.Empty(t, done.From)
	require.FileExists(t, done.Kept)
	got, err := open(t, path).Meta().Get(t.Context(), "key")
	require.NoError(t, err)
	require.Empty(t, got)
}

func TestRestoreRefusesAHealthyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	closed(t, path, "precious")
	_, err := Restore(t.Context(), path, noon)
	require.ErrorContains(t, err, "is healthy")
	got, err := open(t, path).Meta().Get(t.Context(), "key")
	require.NoError(t, err)
	require.Equal(t, "precious", got)
}

func TestOnlyTheNewestThreeBackupsStay(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "odd [name]*")
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	var made []string
	for i := range 5 {
		path, err := db.Backup(t.Context(), dir, noon.Add(time.Duration(i)*time.Minute))
		require.NoError(t, err)
		made = append([]string{path}, made...)
	}
	require.Equal(t, made[:3], Backups(dir))
	info, err := os.Stat(made[0])
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 3, "no part files")
}

func TestABackupIsDueWhenTheNewestIsOldOrMissing(t *testing.T) {
	dir := t.TempDir()
	require.True(t, BackupDue(dir, noon, 24*time.Hour))
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	_, err := db.Backup(t.Context(), dir, noon)
	require.NoError(t, err)
	require.False(t, BackupDue(dir, noon.Add(23*time.Hour), 24*time.Hour))
	require.True(t, BackupDue(dir, noon.Add(24*time.Hour), 24*time.Hour))
}
