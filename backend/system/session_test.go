package system

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASessionThatOffersNothingSaysWhyOfEachPart(t *testing.T) {
	s := NoSession("Not built.", "Use another.")
	for _, part := range []interface {
		Capability(context.Context) Capability
	}{s.Opener, s.Trash, s.Lock} {
		c := part.Capability(t.Context())
		require.Equal(t, Absent, c.State)
		require.NotEmpty(t, c.Name)
		require.Equal(t, "Not built.", c.Reason)
		require.Equal(t, "Use another.", c.Fix)
	}
	_, path := s.Opener.OpenPath(t.Context(), "/", false)
	_, put := s.Trash.Put(t.Context(), "/a")
	_, locked := s.Lock.Locked(t.Context())
	_, wake := s.Lock.Wake(t.Context())
	for _, err := range []error{path, put, s.Trash.Back(t.Context(), Trashed{}), locked, wake, s.Lock.Lock(t.Context())} {
		var un *Unavailable
		require.ErrorAs(t, err, &un)
	}
}
