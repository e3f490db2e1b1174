package store

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// holderPath makes this test binary a process that holds a file until it is killed.
const holderPath = "PACE_TEST_HOLDER"

func TestHolder(t *testing.T) {
	path := os.Getenv(holderPath)
	if path == "" {
		t.Skip("is run by the test that kills it")
	}
	_, err := Hold(path)
	require.NoError(t, err)
	_, _ = os.Stdout.WriteString("held\n")
	select {}
}

func TestOneHoldsAndTheNextIsToldSo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.lock")
	release, err := Hold(path)
	require.NoError(t, err)
	_, err = Hold(path)
	require.ErrorIs(t, err, ErrHeld)
	release()
	release, err = Hold(path)
	require.NoError(t, err)
	release()
	_, err = Hold(filepath.Join(path, "below a file"))
	require.Error(t, err)
	require.NotErrorIs(t, err, ErrHeld)
}

func TestWhoeverIsKilledHoldsNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.lock")
	c := exec.Command(os.Args[0], "-test.run=^TestHolder$")
	c.Env = append(os.Environ(), holderPath+"="+path)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != "held" {
	}
	_, err = Hold(path)
	require.ErrorIs(t, err, ErrHeld)
	require.NoError(t, c.Process.Kill())
	_ = c.Wait()
	release, err := Hold(path)
	require.NoError(t, err)
	release()
}
