package app

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/event"
	"pace/backend/tool"
)

func TestOnlyTheNewestPicturesAreKept(t *testing.T) {
	var p Pictures
	var ids []*event.Picture
	for i := range 150 {
		ids = append(ids, p.Keep(tool.Picture{Before: []byte{byte(i)}, After: []byte{byte(i), 1}}))
	}
	_, ok := p.Get(ids[0].Before)
	require.False(t, ok)
	got, ok := p.Get(ids[149].After)
	require.True(t, ok)
	require.Equal(t, []byte{149, 1}, got)
	got, ok = p.Get(ids[50].Before)
	require.True(t, ok)
	require.Equal(t, []byte{50}, got)
	require.Len(t, p.data, picturesKept)
	require.Len(t, p.keys, picturesKept)
	_, ok = p.Get("../../etc/passwd")
	require.False(t, ok)
}
