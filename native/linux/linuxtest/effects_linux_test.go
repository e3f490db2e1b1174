package linuxtest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const line = `{"at":"2026-01-31T12:00:00.5Z","control":"Now","effect":"now 1"}` + "\n"

func TestEffectsAreReadInOrderAndAHalfWrittenOneIsLeftForLater(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	require.NoError(t, os.WriteFile(path, []byte(line+`{"at":"2026`), 0o600))

	effects, err := readEffects(path)
	require.NoError(t, err)
	require.Equal(t, []Effect{{
		At: time.Date(2026, 1, 31, 12, 0, 0, 5e8, time.UTC), Control: "Now", Effect: "now 1",
	}}, effects)
}

func TestNoLogMeansThatNothingHasHappened(t *testing.T) {
	effects, err := readEffects(filepath.Join(t.TempDir(), "none"))
	require.NoError(t, err)
	require.Empty(t, effects)
}

func TestALineThatIsNotAnEffectIsAnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	require.NoError(t, os.WriteFile(path, []byte("Traceback\n"), 0o600))

	_, err := readEffects(path)
	require.ErrorContains(t, err, "Traceback")
}

func TestWaitingForAnEffectWakesWhenItIsWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	asked := make(chan struct{})
	go func() {
		<-asked
		_ = os.WriteFile(path, []byte(line), 0o600) // the wait below fails when this does
	}()

	close(asked)
	effect, err := awaitEffect(path, effectLimit, func(e Effect) bool { return e.Control == "Now" })
	require.NoError(t, err)
	require.Equal(t, "now 1", effect.Effect)
}

func TestWaitingForAnEffectThatDoesNotComeEndsAndTellsWhatDid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	require.NoError(t, os.WriteFile(path, []byte(line), 0o600))

	_, err := awaitEffect(path, time.Millisecond, func(Effect) bool { return false })
	require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	require.ErrorContains(t, err, "now 1")
}
