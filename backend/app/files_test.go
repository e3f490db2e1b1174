package app_test

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/system/systemtest"
)

func TestAQuestionWhichFileIsMeantIsAnsweredByItsNumber(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		for _, dir := range []string{"Documents", "Music"} {
			require.NoError(t, os.MkdirAll(filepath.Join(r.Home, dir), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(r.Home, dir, "budget.txt"), nil, 0o600))
		}
		end := r.Ask(t, "show me budget.txt in files")
		require.Equal(t, event.Blocked, end.Status, end.Spoken)
		require.Len(t, end.Question.Options, 2)
		require.Empty(t, r.Session.Opener.Opened())

		end = r.Ask(t, "the second one")
		require.Equal(t, event.Unverified, end.Status, "nothing here shows a window: %s", end.Spoken)
		require.Equal(t, []systemtest.Opened{{Target: filepath.Join(r.Home, "Music/budget.txt"), Reveal: true}}, r.Session.Opener.Opened())
	})
}
