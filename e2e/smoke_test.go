//go:build linux

package e2e

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

// The hooks of a tester on the real window: it is hidden and shown, opens its settings, asks, and asks back.
func TestATesterDrivesTheWindowThatWasStartedForATest(t *testing.T) {
	binary(t)
	p := sit(t)

	plain := p.starts()
	own := p.window("Pace", inFront)
	for _, hook := range []string{"hide-panel", "show-panel", "settings", "approval"} {
		code, output := p.ends(p.startsWith([]string{"PACE_ENABLE_SMOKE_HOOKS=1"}, "smoke", hook))
		require.Equal(t, 3, code, output)
		require.Contains(t, output, "has no smoke hooks", "%s: the environment of the command has no say", hook)
	}
	require.NoError(t, p.Windows.Close(t.Context(), own.ID))
	code, output := p.ends(plain)
	require.Zero(t, code, output)

	pace := p.startsWith([]string{"PACE_ENABLE_SMOKE_HOOKS=1"})
	pid := pace.cmd.Process.Pid
	p.window("Pace", inFront)
	p.element(pid, "the field", is(desktop.TextField, "What should happen"))
	said := func(want int, arguments ...string) string {
		t.Helper()
		code, output := p.ends(p.starts(append([]string{"smoke"}, arguments...)...))
		require.Equal(t, want, code, output)
		return output
	}

	require.Equal(t, "Pace's window was shown already.\n", said(0, "show-panel"))
	require.Equal(t, "Pace's window is hidden.\n", said(0, "hide-panel"))
	p.sees("no window of Pace", func(ctx context.Context) bool {
		ws, err := p.Windows.List(ctx)
		require.NoError(t, err)
		for _, w := range ws {
			if w.PID == pid && !w.Hidden {
				return false
			}
		}
		return true
	})
	require.Equal(t, "Pace's window was hidden already.\n", said(0, "hide-panel"))
	require.Equal(t, "Pace's window is shown.\n", said(0, "show-panel"))
	p.window("Pace", inFront)

	require.Equal(t, "Pace's window is hidden.\n", said(0, "hide-panel"))
	code, output = p.ends(p.starts()) // a second start brings it back too
	require.Zero(t, code, output)
	p.window("Pace", inFront)

	require.Equal(t, "The settings are open in one window or page.\n", said(0, "settings"))
	p.element(pid, "the settings", says("Settings"))
	p.picture("smoke-settings")
	require.Contains(t, said(3, "clarification"), "What should I press?")
	require.Contains(t, said(3, "annotations"), "not available yet")
	require.Contains(t, said(0, "approval", "--answer", "yes"), "read back whole")
	p.element(pid, "how it ended", says("Done, every step seen"))
	p.picture("smoke-window")
}
