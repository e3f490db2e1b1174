package linux

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

func TestPlacesInATextAreCountedAsTheToolkitDoes(t *testing.T) {
	const text = "a🙂e\u0301👩z" // UTF-16: 1 2 1 1 2 1
	qt, gtk := quirks{desktop.Qt}, quirks{desktop.GTK3}
	require.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 6}, qt.places(text, 0, 1, 3, 4, 5, 7, 8, 99))
	require.Equal(t, []int{0, 1, 3, 4, 5, 7, 8, 8}, qt.own(text, 0, 1, 2, 3, 4, 5, 6, 99))
	require.Equal(t, []int{1}, qt.places(text, 2), "through the middle of a character")
	require.Equal(t, []int{3, 99}, gtk.places(text, 3, 99))
	require.Equal(t, []int{3, 99}, gtk.own(text, 3, 99))
	require.Equal(t, []int{0, 0}, qt.own("", 0, 3))
}
