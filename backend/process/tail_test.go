package process

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestTheTailIsAlwaysTheEndOfWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 20).Draw(t, "limit")
		kept, all := newTail(limit), []byte{}
		for _, part := range rapid.SliceOf(rapid.SliceOfN(rapid.Byte(), 0, 50)).Draw(t, "parts") {
			n, err := kept.Write(part)
			require.NoError(t, err)
			require.Equal(t, len(part), n)
			all = append(all, part...)
		}
		got := kept.output()
		require.True(t, bytes.Equal(all[max(0, len(all)-limit):], got.Text))
		require.EqualValues(t, len(all)-len(got.Text), got.Dropped)
	})
}
