package app_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/store"
)

// atRest lists the files of a home that hold a text.
func atRest(t testing.TB, home, text string) (found []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if strings.Contains(string(b), text) {
			found = append(found, filepath.Base(path))
		}
		return err
	}))
	return found
}

func TestATextOfWhichNobodyKnowsWhereItBelongsCanBeReferredToAndIsNotWrittenDown(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		require.NotEqual(t, event.Done, r.Ask(t, "set Nowhere to hunter2").Status)
		synctest.Wait()
		require.Empty(t, atRest(t, r.Home, "hunter2"))
		second := r.Second(t)
		require.Equal(t, "There is nothing to do again.", second.Ask(t, "again").Spoken, "another process knows nothing of it")
		require.NoError(t, second.Close())
		place := r.win.Text("Nowhere", "")
		require.Equal(t, event.Done, r.Ask(t, "try again").Status)
		require.Equal(t, "hunter2", place.Content())
		synctest.Wait()
		require.NotEmpty(t, atRest(t, r.Home, "hunter2"), "a plain field has it now, so it is the user's own content")
	})
}

func TestASentenceThatLacksAPieceIsNotWrittenDownEither(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for _, text := range []string{"press OK and then type hunter2 and", "type hunter2 in Secret and then"} {
			r.Ask(t, text)
			synctest.Wait()
			require.Empty(t, atRest(t, r.Home, "hunter2"), text)
		}
		require.Equal(t, "What comes next?", r.Ask(t, "press OK and then type hunter2 and").Spoken)
		var v any
		db, err := r.DB()
		require.NoError(t, err)
		open := func() bool {
			ok, err := db.Thread().Get(context.Background(), store.PendingQuestion, time.Now(), &v)
			require.NoError(t, err)
			return ok
		}
		require.False(t, open(), "it waits for its answer in this process alone")
		require.Equal(t, event.Done, r.Ask(t, "press OK").Status, "which it takes")
		for text, question := range map[string]string{"type": "What should I type?", "set the volume": "To what?", "set a timer": "For how long?"} {
			require.Contains(t, r.Ask(t, text).Spoken, "?", question)
			require.True(t, open(), "%s: what holds nothing of the kind waits for every process", text)
		}
	})
}

func TestTheHistoryShowsASentenceWithoutTheTextThatNobodyLookedAt(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.Ask(t, "set Name to Grace and then set Nowhere to hunter2")
		db, err := r.DB()
		require.NoError(t, err)
		rows, err := db.Runs().List(context.Background(), store.RunFilter{})
		require.NoError(t, err)
		require.Len(t, rows, 2)
		require.Equal(t, "set Name to Grace and then set Nowhere to *******", rows[1].Said)
		require.Equal(t, "Set “Name” to “Grace”", rows[1].Label)
		require.Equal(t, "Set “Nowhere” to “•••••••”", rows[0].Label)
	})
}
