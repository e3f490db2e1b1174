package linux

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/native/linux/atspi"
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

func TestALineEndThatChromiumAddsIsNoContent(t *testing.T) {
	area := atspi.Node{States: atspi.Editable | atspi.MultiLine}
	require.Equal(t, "a\n", quirks{desktop.Chromium}.content("a\n\n", area))
	require.Equal(t, "a", quirks{desktop.Chromium}.content("a\n", area))
	require.Equal(t, "a", quirks{desktop.Chromium}.content("a", area))
	require.Equal(t, "a\n", quirks{desktop.GTK3}.content("a\n", area))
	require.Equal(t, "a\n", quirks{desktop.Chromium}.content("a\n", atspi.Node{}))
}

// What Chromium was seen to tell of ab🙂cd🙂🙂ef, and what was selected.
func TestChromiumsSelectionsAreUnderstoodByTheCaret(t *testing.T) {
	const text = "ab🙂cd🙂🙂ef\nxy👩\u200d👩\u200d👧z"
	q := quirks{desktop.Chromium}
	for _, c := range []struct {
		told  [2]int
		caret int
		want  []int
	}{
		{[2]int{0, 2}, 2, []int{0, 2}}, {[2]int{0, 2}, 0, []int{0, 2}}, {[2]int{0, 3}, 4, []int{0, 4}}, {[2]int{0, 7}, 10, []int{0, 10}}, {[2]int{0, 13}, 17, []int{0, 17}},
		{[2]int{7, 9}, 12, []int{10, 12}},
		{[2]int{0, 4}, 4, []int{0, 4}}, {[2]int{10, 12}, 12, []int{10, 12}}, // a version that tells it rightly
		{[2]int{0, 0}, 3, nil}, {[2]int{2, 4}, 9, nil},
	} {
		got, ok := q.chosen(text, c.told[:], c.caret)
		require.Equal(t, c.want, got, "%v", c.told)
		require.Equal(t, c.want != nil, ok)
	}
}
