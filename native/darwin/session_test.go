package darwin

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/system"
)

func TestWhatTheSessionOffersIsNotBuiltEither(t *testing.T) {
	s := Session()
	for _, part := range []interface {
		Capability(context.Context) system.Capability
	}{s.Opener, s.Trash, s.Lock} {
		c := part.Capability(t.Context())
		require.Equal(t, system.Absent, c.State)
		require.Contains(t, c.Reason, "not built for macOS yet")
	}
}
