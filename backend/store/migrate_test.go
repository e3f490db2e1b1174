package store

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"
)

func frozen(version int) string { return filepath.Join("testdata", fmt.Sprintf("v%d.db", version)) }

// TestFreeze writes the frozen file of the newest version, once, when that version is new.
func TestFreeze(t *testing.T) {
	list, err := readMigrations(migrations)
	require.NoError(t, err)
	newest := frozen(len(list))
	if !*update {
		require.FileExists(t, newest, "freeze the new schema: go test ./backend/store -run TestFreeze -update")
		return
	}
	if _, err := os.Stat(newest); err == nil {
		t.Fatalf("%s exists; a frozen file is never rewritten", newest)
	}
	path := filepath.Join(t.TempDir(), "pace.db")
	db, err := Open(t.Context(), path)
	require.NoError(t, err)
	_, err = db.Runs().Add(t.Context(), Run{Turn: "t1", Step: 1, Tool: "open_app", Args: json.RawMessage(`{"app":"Mail"}`),
		Effect: "confirmed", Means: "api", Report: "Mail is open.", At: noon})
	require.NoError(t, err)
	_, err = db.Runs().Add(t.Context(), Run{Turn: "t1", Step: 2, Tool: "set_value", Args: json.RawMessage(`{"text":"Grüße"}`),
		Effect: "confirmed", Means: "semantic", Report: "The field says Grüße.", At: noon,
		Undo: &Undo{Tool: "set_value", Args: json.RawMessage(`{"text":"old"}`)}})
	require.NoError(t, err)
	_, err = db.Runs().Add(t.Context(), Run{Turn: "t2", Tool: "click", Effect: "confirmed", Means: "semantic", Report: "A dialog opened.", At: noon,
		Said: "press Save", Origin: "interface", Label: "Press “Save”", Evidence: json.RawMessage(`[{"kind":"windowNew","what":"dialog \"Saved\"","before":"","after":""}]`)})
	require.NoError(t, err)
	require.NoError(t, db.Thread().Put(t.Context(), LastTarget, map[string]string{"name": "Mail"}, noon, 0))
	require.NoError(t, db.Meta().Set(t.Context(), "born", "2026-03-04"))
	_, err = db.Timers().Add(t.Context(), Timer{Kind: KindTimer, Label: "pasta", Set: noon, Due: noon.Add(8 * time.Minute), Length: 8 * time.Minute}, 100)
	require.NoError(t, err)
	_, err = db.Timers().Begin(t.Context(), noon.Add(-time.Hour))
	require.NoError(t, err)
	require.NoError(t, db.Timers().Remind(t.Context(), noon, Reading{Due: []Timer{{Label: "call Anna", Due: noon, Record: "r1", Occasion: "2026-03-04T12:00:00Z", Tick: true}}}))
	copied, err := db.Backup(t.Context(), t.TempDir(), noon)
	require.NoError(t, err)
	require.NoError(t, db.Close())
	data, err := os.ReadFile(copied)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(newest, data, 0o644))
}

func TestEveryFrozenVersionOpensWithItsContent(t *testing.T) {
	list, err := readMigrations(migrations)
	require.NoError(t, err)
	for _, m := range list {
		t.Run(m.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "pace.db")
			data, err := os.ReadFile(frozen(m.version))
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, data, 0o600))
			db := open(t, path)
			var version int
			require.NoError(t, db.read.QueryRow("PRAGMA user_version").Scan(&version))
			require.Equal(t, len(list), version)
			require.NoError(t, db.Check(t.Context()))

			runs, err := db.Runs().List(t.Context(), RunFilter{Turn: "t1"})
			require.NoError(t, err)
			require.Len(t, runs, 2)
			last, ok, err := db.Runs().Undoable(t.Context())
			require.NoError(t, err)
			require.True(t, ok)
			require.Equal(t, "The field says Grüße.", last.Report)
			require.JSONEq(t, `{"text":"old"}`, string(last.Undo.Args))
			var target struct{ Name string }
			ok, err = db.Thread().Get(t.Context(), LastTarget, noon, &target)
			require.NoError(t, err)
			require.True(t, ok)
			require.Equal(t, "Mail", target.Name)
			if m.version >= 2 {
				timers, err := db.Timers().Open(t.Context())
				require.NoError(t, err)
				timers = slices.DeleteFunc(timers, func(x Timer) bool { return x.Kind == KindReminder })
				require.Len(t, timers, 1)
				require.Equal(t, "pasta", timers[0].Label)
				require.Equal(t, noon.Add(8*time.Minute), timers[0].Due)
				id, err := db.Timers().Add(t.Context(), Timer{Kind: KindAlarm, Set: noon, Due: noon}, 100)
				require.NoError(t, err)
				require.Greater(t, id, timers[0].ID, "an id is never given twice")
			}
			if m.version >= 4 {
				from, err := db.Timers().From(t.Context())
				require.NoError(t, err)
				require.Equal(t, noon.Add(-time.Hour), from)
				open, err := db.Timers().Open(t.Context())
				require.NoError(t, err)
				require.Equal(t, "call Anna", open[slices.IndexFunc(open, func(x Timer) bool { return x.Kind == KindReminder })].Label)
			}
			require.NoError(t, db.Timers().Remind(t.Context(), noon, Reading{Due: []Timer{{Label: "new", Due: noon, Record: "r2", Occasion: "2026-03-04"}}}))
			_, err = db.Timers().Add(t.Context(), Timer{Kind: KindTimer, Set: noon, Due: noon}, 100)
			require.NoError(t, err, "what came later can be kept too")
			require.Empty(t, runs[0].Said, "an older Pace kept no sentence")
			if m.version >= 3 {
				runs, err = db.Runs().List(t.Context(), RunFilter{Turn: "t2"})
				require.NoError(t, err)
				require.Equal(t, "press Save", runs[0].Said)
				require.Contains(t, string(runs[0].Evidence), "windowNew")
			}
		})
	}
}

func files(texts ...string) fstest.MapFS {
	m := fstest.MapFS{}
	for i, text := range texts {
		m[fmt.Sprintf("migrations/%04d_step.sql", i+1)] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

// shipped are the migrations that there are, with one more behind them, and how many there are.
func shipped(t *testing.T, more string) (fstest.MapFS, int) {
	t.Helper()
	list, err := readMigrations(migrations)
	require.NoError(t, err)
	var texts []string
	for _, m := range list {
		texts = append(texts, m.text)
	}
	return files(append(texts, more)...), len(list)
}

func TestOnlyTheMissingStepsAreRun(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	next, known := shipped(t, "CREATE TABLE later (x)")
	require.NoError(t, migrate(t.Context(), db.write, next))
	require.NoError(t, migrate(t.Context(), db.write, next), "a second run finds nothing to do")
	var version int
	require.NoError(t, db.write.QueryRow("PRAGMA user_version").Scan(&version))
	require.Equal(t, known+1, version)
}

func TestAMigrationThatFailsChangesNothing(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	next, known := shipped(t, "CREATE TABLE half (x); CREATE TABLE meta (y)")
	err := migrate(t.Context(), db.write, next)
	require.ErrorContains(t, err, fmt.Sprintf("%04d_step.sql", known+1))
	var version, tables int
	require.NoError(t, db.write.QueryRow("PRAGMA user_version").Scan(&version))
	require.Equal(t, known, version)
	require.NoError(t, db.write.QueryRow("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").Scan(&tables))
	require.Zero(t, tables)
}

func TestAFileOfANewerPaceIsRefusedAndLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	db, err := Open(t.Context(), path)
	require.NoError(t, err)
	_, err = db.write.Exec("PRAGMA user_version = 99")
	require.NoError(t, err)
	require.NoError(t, db.Close())
	_, err = Open(t.Context(), path)
	var newer *Newer
	require.ErrorAs(t, err, &newer)
	require.Equal(t, 99, newer.Have)
}

func TestMigrationsAreNumberedWithoutAGap(t *testing.T) {
	m := files("a", "b")
	m["migrations/0004_gap.sql"] = &fstest.MapFile{}
	_, err := readMigrations(m)
	require.ErrorContains(t, err, "expected number 3")
}
