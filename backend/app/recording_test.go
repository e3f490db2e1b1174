package app_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/bridge"
	"pace/backend/desktop"
	"pace/backend/desktop/desktoptest"
	"pace/backend/event"
	"pace/backend/store"
	"pace/backend/system"
)

// past is a home in which something was done once, and the path of its database.
func past(t *testing.T) (home, path string) {
	t.Helper()
	home = t.TempDir()
	p := apptest.On(t, home, desktoptest.New(t))
	require.Equal(t, event.Done, p.Ask(t, "what is on the clipboard").Status)
	require.NoError(t, p.Close())
	return home, p.Folders.Database()
}

// damage overwrites a file behind its first bytes, as a bad disk would.
func damage(t *testing.T, path string) {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	for i := 120; i < len(b); i++ {
		b[i] ^= 0xa5
	}
	require.NoError(t, os.WriteFile(path, b, 0o600))
}

// acts has something done, and tells why it is not on record, and what the doctor finds.
func acts(t *testing.T, home string) (*apptest.Pace, string, system.Probe) {
	t.Helper()
	d := desktoptest.New(t)
	d.App("Notes", desktop.GTK3).Window("Notes", desktop.Rect{X: 100, Y: 100, W: 500, H: 600}).Text("Name", "Ada")
	p := apptest.On(t, home, d)
	end := p.Ask(t, "set Name to Grace")
	require.Equal(t, event.Done, end.Status, end.Spoken)
	why := end.Find(event.StepEnded).(*event.StepResult).Unrecorded
	require.Equal(t, why == "", end.Find(event.UndoOffered) != nil, "an undo is offered for what is on record")
	for _, probe := range p.Choices(context.Background()) {
		if probe.Name == "record of actions" {
			return p, why, probe
		}
	}
	t.Fatal("the doctor does not look at the record")
	return nil, "", system.Probe{}
}

func TestWhatIsDoneOverADamagedDatabaseIsSaidToBeOffTheRecord(t *testing.T) {
	home, path := past(t)
	p, why, probe := acts(t, home)
	require.Empty(t, why)
	require.Equal(t, system.Ok, probe.State)
	page, err := p.Services("1.2.3", "window").Activity.List(bridge.ActivityFilter{})
	require.NoError(t, err)
	require.Len(t, page.Rows, 2)
	require.Empty(t, page.Problem)
	require.NoError(t, p.Close())

	damage(t, path)
	p, why, probe = acts(t, home)
	require.Equal(t, "the database is damaged", why)
	require.Equal(t, system.Fail, probe.State)
	require.Equal(t, "The database is damaged, so nothing that Pace does is put on record or can be undone.", probe.Detail)
	require.Contains(t, probe.Fix, path)
	page, err = p.Services("1.2.3", "window").Activity.List(bridge.ActivityFilter{})
	require.NoError(t, err)
	require.Empty(t, page.Rows)
	require.Contains(t, page.Problem, "The database is damaged")
	require.NoError(t, p.Close())

	for _, tail := range []string{"", "-wal", "-shm"} { // what the doctor advises
		if err := os.Rename(path+tail, filepath.Join(t.TempDir(), "aside")); err != nil {
			require.ErrorIs(t, err, os.ErrNotExist)
		}
	}
	_, why, probe = acts(t, home)
	require.Empty(t, why)
	require.Equal(t, system.Ok, probe.State)
}

func TestADatabaseThatIsDamagedUnderARunningPaceIsFoundToo(t *testing.T) {
	home, path := past(t)
	d := desktoptest.New(t)
	d.App("Notes", desktop.GTK3).Window("Notes", desktop.Rect{X: 100, Y: 100, W: 500, H: 600}).Text("Name", "Ada")
	p := apptest.On(t, home, d)
	db, err := p.DB()
	require.NoError(t, err)
	require.NoError(t, db.Write(t.Context(), func(tx *sql.Tx) error { _, err := tx.Exec("DROP TABLE undo"); return err }))
	end := p.Ask(t, "set Name to Grace")
	require.Equal(t, event.Done, end.Status)
	require.Equal(t, "the database can't be written", end.Find(event.StepEnded).(*event.StepResult).Unrecorded)
	require.NoError(t, p.Close())
	damage(t, path)
	_, why, _ := acts(t, home)
	require.Equal(t, "the database is damaged", why)
}

func TestADatabaseOfANewerPaceIsLeftAloneAndSaidToBeSo(t *testing.T) {
	home, path := past(t)
	db, err := store.Open(t.Context(), path)
	require.NoError(t, err)
	require.NoError(t, db.Write(t.Context(), func(tx *sql.Tx) error { _, err := tx.Exec("PRAGMA user_version = 9999"); return err }))
	require.NoError(t, db.Close())
	_, why, probe := acts(t, home)
	require.Equal(t, "the database was written by a newer version of Pace", why)
	require.Equal(t, system.Fail, probe.State)
	require.Equal(t, "Use the newest version of Pace.", probe.Fix)
}

func TestTheDoctorMakesNoDatabase(t *testing.T) {
	p := apptest.Open(t)
	for _, probe := range p.Choices(t.Context()) {
		require.Equal(t, system.Ok, probe.State, probe.Detail)
	}
	require.NoFileExists(t, p.Folders.Database())
}
