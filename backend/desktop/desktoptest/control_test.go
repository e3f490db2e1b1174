package desktoptest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestAReplacedControlHasANewRefAndTheSamePath(t *testing.T) {
	d, _, w := form(t)
	b := w.Button("Go")
	b.On(Rebuild())
	old, path := b.Ref(), b.Element().Path
	press(t, d, b)
	_, err := d.Desktop().Tree.Read(t.Context(), old)
	require.ErrorIs(t, err, desktop.ErrGone)
	require.NotEqual(t, old, b.Ref())
	s, err := d.Desktop().Tree.Snapshot(t.Context(), desktop.Scope{}, desktop.Limits{})
	require.NoError(t, err)
	e, ok := s.ByPath(path)
	require.True(t, ok)
	require.Equal(t, b.Ref(), e.Ref)
}
