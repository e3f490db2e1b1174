package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheLastLineOfALongTextIsNotWhatIsCutAway(t *testing.T) {
	long := strings.Repeat("tea\n", 100)
	got := clipped(long+"9 files could not be read.", 80)
	require.Len(t, []rune(got), 80)
	require.True(t, strings.HasPrefix(got, "tea\ntea\n"))
	require.True(t, strings.HasSuffix(got, "…\n9 files could not be read."), got)
	require.Equal(t, "a\nb", clipped("a\nb", 80))
	require.Equal(t, clip(strings.Repeat("x", 99), 80), clipped(strings.Repeat("x", 99), 80))
	one := "a\n" + strings.Repeat("x", 99)
	require.Equal(t, clip(one, 80), clipped(one, 80), "a last line that is most of the text has no right of its own")
}
