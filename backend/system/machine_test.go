package system

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestABareMachineSaysWhyOfEachPart(t *testing.T) {
	m := Bare("Not built.", "Use another.")
	for _, part := range []interface {
		Capability(context.Context) Capability
	}{m.Volume, m.Brightness, m.Media, m.Notifier, m.Clock, m.Files, m.Presence} {
		c := part.Capability(t.Context())
		require.Equal(t, Absent, c.State)
		require.NotEmpty(t, c.Name)
		require.Equal(t, "Not built.", c.Reason)
		require.Equal(t, "Use another.", c.Fix)
	}
	_, volume := m.Volume.Loudness(t.Context())
	_, light := m.Brightness.Backlight(t.Context())
	_, media := m.Media.Playback(t.Context(), "")
	_, wake := m.Volume.Wake(t.Context())
	_, notify := m.Notifier.Notify(t.Context(), Notification{})
	_, jumps := m.Clock.Jumps(t.Context())
	_, changes := m.Files.Changes(t.Context(), "/x")
	_, listening := m.Presence.Listening(t.Context())
	_, quiet := m.Presence.DoNotDisturb(t.Context())
	for _, err := range []error{listening, quiet, notify, jumps, changes, m.Notifier.Withdraw(t.Context(), "1"), volume, light, media, wake, m.Volume.SetLevel(t.Context(), 1), m.Volume.SetMuted(t.Context(), true),
		m.Brightness.SetBrightness(t.Context(), 1), m.Media.Command(t.Context(), "", Play)} {
		var un *Unavailable
		require.ErrorAs(t, err, &un)
	}
}
