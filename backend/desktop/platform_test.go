package desktop

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAMissingPartHasItsReason(t *testing.T) {
	var none *Desktop
	require.ErrorIs(t, none.Why("tree"), ErrNoDisplay)
	d := &Desktop{Missing: map[string]error{"tree": ErrNoBus}}
	require.ErrorIs(t, d.Why("tree"), ErrNoBus)
	require.NoError(t, d.Why("input"))
	require.NoError(t, (&Desktop{}).Why("tree"))
}

func TestNoSentinelIsAnother(t *testing.T) {
	all := []error{ErrGone, ErrHung, ErrUnsupported, ErrSecret, ErrNoDisplay, ErrNoBus, ErrNotActive, ErrUntypable, ErrNotFound, ErrNoAnswer}
	for i, a := range all {
		for j, b := range all {
			require.Equal(t, i == j, errors.Is(a, b))
		}
	}
}
