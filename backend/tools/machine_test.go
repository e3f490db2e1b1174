package tools

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/system/systemtest"
	"pace/backend/tool"
)

func TestWhatIsLackingIsToldWithReasonAndFix(t *testing.T) {
	m := systemtest.NewMachine()
	for _, c := range []tool.Capability{tool.NeedsSound, tool.NeedsBacklight} {
		why, mine := Lacks(t.Context(), m.System(), system.Session{}, c)
		require.True(t, mine)
		require.Nil(t, why, c)
	}
	why, mine := Lacks(t.Context(), m.System(), system.Session{}, tool.NeedsPlayer)
	require.True(t, mine)
	require.Equal(t, "No music player is running. Open one.", why.Text)
	require.Equal(t, proof.ReasonUnavailable, why.Reason)
	m.Volume.Deny(system.Capability{Name: "audio", State: system.Denied, Reason: "Not allowed.", Fix: "Allow it."})
	why, _ = Lacks(t.Context(), m.System(), system.Session{}, tool.NeedsSound)
	require.Equal(t, "Not allowed. Allow it.", why.Text)
	require.Equal(t, proof.ReasonNotPermitted, why.Reason)
	m.Volume.Deny(system.Capability{State: system.Absent})
	why, _ = Lacks(t.Context(), m.System(), system.Session{}, tool.NeedsSound)
	require.Equal(t, "This machine has no way to do that.", why.Text)
	_, mine = Lacks(t.Context(), m.System(), system.Session{}, tool.NeedsTree)
	require.False(t, mine, "that is the screen's")
}
