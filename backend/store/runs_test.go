package store

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestARunIsReadBackAsItWasWritten(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	want := Run{Turn: "t", Step: 2, Tool: "type", Args: json.RawMessage(`{"text":"a\u0000b"}`), Effect: "confirmed",
		Means: "paste", Report: "Typed.", At: noon, Undo: &Undo{Tool: "set_value", Args: json.RawMessage(`{"text":""}`)},
		Said: "type a", Origin: "ask", Label: "Type 3 characters", Evidence: json.RawMessage(`[{"kind":"valueRead","what":"field \"Name\""}]`)}
	id, err := db.Runs().Add(t.Context(), want)
	require.NoError(t, err)
	want.ID = id
	list, err := db.Runs().List(t.Context(), RunFilter{})
	require.NoError(t, err)
	require.Equal(t, []Run{want}, list)
}

func TestARunWithBrokenArgsIsRefusedWhole(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	_, err := db.Runs().Add(t.Context(), Run{Tool: "x", At: noon, Undo: &Undo{Tool: "y", Args: json.RawMessage(`{`)}})
	require.Error(t, err)
	list, err := db.Runs().List(t.Context(), RunFilter{})
	require.NoError(t, err)
	require.Empty(t, list, "the run must not stay without its undo call")
}

func TestRunsAreFilteredNewestFirst(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	for i, run := range []Run{
		{Turn: "a", Tool: "press", Effect: "confirmed", Said: "Drück 100% auf Übernehmen", Evidence: json.RawMessage(`[{"kind":"windowNew","what":"dialog \"Saved\"","before":"","after":"now_here"}]`)},
		{Turn: "a", Tool: "type", Effect: "failed", Report: "There is no field."},
		{Turn: "b", Tool: "press", Effect: "unchanged", Label: "Press Save"},
	} {
		run.At = noon.Add(time.Duration(i) * time.Minute)
		_, err := db.Runs().Add(t.Context(), run)
		require.NoError(t, err)
	}
	for _, c := range []struct {
		name   string
		filter RunFilter
		want   []int64
	}{
		{"all", RunFilter{}, []int64{3, 2, 1}},
		{"turn", RunFilter{Turn: "a"}, []int64{2, 1}},
		{"tool", RunFilter{Tool: "press"}, []int64{3, 1}},
		{"tool and effect", RunFilter{Tool: "press", Effect: "confirmed"}, []int64{1}},
		{"since", RunFilter{Since: noon.Add(time.Minute)}, []int64{3, 2}},
		{"limit", RunFilter{Limit: 1}, []int64{3}},
		{"until", RunFilter{Until: noon.Add(time.Minute)}, []int64{1}},
		{"older than one", RunFilter{Before: 3}, []int64{2, 1}},
		{"any of some tools", RunFilter{Tools: []string{"type", "gone"}}, []int64{2}},
		{"none of the tools there are", RunFilter{Tools: []string{}}, nil},
		{"a word of the sentence, whatever its case", RunFilter{Text: "übernehmen"}, []int64{1}},
		{"of the label or of what was read", RunFilter{Text: "save"}, []int64{3, 1}},
		{"of what was read, quotation marks too", RunFilter{Text: `"saved"`}, []int64{1}},
		{"of the report", RunFilter{Text: "no field"}, []int64{2}},
		{"a sign that searching has a use for", RunFilter{Text: "100%"}, []int64{1}},
		{"and that sign means itself", RunFilter{Text: "%"}, []int64{1}},
		{"the other one too", RunFilter{Text: "w_h"}, []int64{1}},
		{"and the one that quotes", RunFilter{Text: `\`}, nil},
		{"the name of a field is not read by anybody", RunFilter{Text: "windowNew"}, nil},
		{"nor does a match go over two parts", RunFilter{Text: "Savednow"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, err := db.Runs().List(t.Context(), c.filter)
			require.NoError(t, err)
			var got []int64
			for _, run := range list {
				got = append(got, run.ID)
			}
			require.Equal(t, c.want, got)
		})
	}
}

func TestUndoGoesBackOneRunAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	runs := open(t, path).Runs()
	_, ok, err := runs.Undoable(t.Context())
	require.NoError(t, err)
	require.False(t, ok)
	undo := &Undo{Tool: "undo_it"}
	var ids []int64
	for _, run := range []Run{{Tool: "first", Undo: undo}, {Tool: "second", Undo: undo}, {Tool: "no undo"}} {
		run.At = noon.Add(-time.Duration(len(ids)) * time.Hour) // a clock that was set back does not change the order
		id, err := runs.Add(t.Context(), run)
		require.NoError(t, err)
		ids = append(ids, id)
	}
	for _, want := range []int64{ids[1], ids[0]} {
		other := open(t, path).Runs() // a second process sees the same
		run, ok, err := other.Undoable(t.Context())
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, want, run.ID)
		require.NoError(t, other.MarkUndone(t.Context(), run.ID, noon))
	}
	_, ok, err = runs.Undoable(t.Context())
	require.NoError(t, err)
	require.False(t, ok)
	list, err := runs.List(t.Context(), RunFilter{Tool: "first"})
	require.NoError(t, err)
	require.Equal(t, noon, list[0].Undo.UndoneAt)
}

func TestARunIsUndoneOnlyOnce(t *testing.T) {
	runs := open(t, filepath.Join(t.TempDir(), "pace.db")).Runs()
	id, err := runs.Add(t.Context(), Run{Tool: "x", At: noon, Undo: &Undo{Tool: "y"}})
	require.NoError(t, err)
	require.NoError(t, runs.MarkUndone(t.Context(), id, noon))
	require.ErrorIs(t, runs.MarkUndone(t.Context(), id, noon), ErrNoRun)
	require.ErrorIs(t, runs.MarkUndone(t.Context(), 999, noon), ErrNoRun)
}

func TestForgettingRunsTakesTheirUndoCallsAlong(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	for i := range 3 {
		_, err := db.Runs().Add(t.Context(), Run{Tool: "x", At: noon.Add(time.Duration(i) * time.Hour), Undo: &Undo{Tool: "y"}})
		require.NoError(t, err)
	}
	n, err := db.Runs().Forget(t.Context(), noon.Add(2*time.Hour))
	require.NoError(t, err)
	require.EqualValues(t, 2, n)
	var left int
	require.NoError(t, db.read.QueryRow("SELECT count(*) FROM undo").Scan(&left))
	require.Equal(t, 1, left)
}

func TestARunThatWasBegunSaysSoUntilItsEndIsWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pace.db")
	runs := open(t, path).Runs()
	undo := &Undo{Tool: "set_value", Args: json.RawMessage(`{}`)}
	id, err := runs.Begin(t.Context(), Run{Turn: "t", Step: 1, Tool: "type", Args: json.RawMessage(`{"text":"a"}`), At: noon,
		Effect: "confirmed", Means: "keys", Report: "Typed.", Undo: undo})
	require.NoError(t, err)

	other := open(t, path).Runs() // whoever comes after a crash
	list, err := other.List(t.Context(), RunFilter{})
	require.NoError(t, err)
	require.Equal(t, []Run{{ID: id, Turn: "t", Step: 1, Tool: "type", Args: json.RawMessage(`{"text":"a"}`), Effect: Begun, Report: BegunReport, At: noon}}, list)
	_, ok, err := other.Undoable(t.Context())
	require.NoError(t, err)
	require.False(t, ok, "what is not known to have happened is not taken back")

	end := Run{ID: id, Effect: "confirmed", Means: "keys", Report: "Typed.", Undo: undo}
	require.NoError(t, runs.End(t.Context(), end))
	list, err = other.List(t.Context(), RunFilter{})
	require.NoError(t, err)
	require.Equal(t, []Run{{ID: id, Turn: "t", Step: 1, Tool: "type", Args: json.RawMessage(`{"text":"a"}`), Effect: "confirmed", Means: "keys", Report: "Typed.", At: noon, Undo: undo}}, list)
}

func TestTheEndOfARunIsWrittenOnceAndWhole(t *testing.T) {
	runs := open(t, filepath.Join(t.TempDir(), "pace.db")).Runs()
	id, err := runs.Begin(t.Context(), Run{Tool: "x", At: noon})
	require.NoError(t, err)
	require.Error(t, runs.End(t.Context(), Run{ID: id, Effect: "confirmed", Undo: &Undo{Tool: "y", Args: json.RawMessage(`{`)}}))
	list, err := runs.List(t.Context(), RunFilter{})
	require.NoError(t, err)
	require.Equal(t, Begun, list[0].Effect, "not without its undo call")

	require.NoError(t, runs.End(t.Context(), Run{ID: id, Effect: "failed"}))
	require.ErrorIs(t, runs.End(t.Context(), Run{ID: id, Effect: "confirmed"}), ErrNoRun)
	require.ErrorIs(t, runs.End(t.Context(), Run{ID: 99, Effect: "confirmed"}), ErrNoRun)
	_, err = runs.Forget(t.Context(), noon.Add(time.Hour))
	require.NoError(t, err)
	require.ErrorIs(t, runs.End(t.Context(), Run{ID: id, Effect: "confirmed"}), ErrNoRun, "what was forgotten stays so")
}

func TestStrippingOldRunsLeavesWhatTakesThemBack(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "pace.db"))
	for i := range 2 {
		_, err := db.Runs().Add(t.Context(), Run{Tool: "x", Report: "R", At: noon.Add(time.Duration(i) * time.Hour), Undo: &Undo{Tool: "y", Args: json.RawMessage(`{}`)},
			Said: "s", Label: "l", Evidence: json.RawMessage(`[{}]`)})
		require.NoError(t, err)
	}
	require.NoError(t, db.Runs().Strip(t.Context(), noon.Add(time.Hour)))
	list, err := db.Runs().List(t.Context(), RunFilter{})
	require.NoError(t, err)
	require.Equal(t, []string{"s", ""}, []string{list[0].Said, list[1].Said})
	require.NotNil(t, list[0].Evidence)
	require.Nil(t, list[1].Evidence)
	require.Equal(t, "l R", list[1].Label+" "+list[1].Report)
	require.NotNil(t, list[1].Undo)
}
