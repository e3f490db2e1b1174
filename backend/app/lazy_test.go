package app

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestALazyPartIsMadeOnceAndOnlyWhenAskedFor(t *testing.T) {
	made := 0
	l := lazy[int]{make: func() int { made++; return 7 }}
	_, ok := l.peek()
	require.False(t, ok)
	require.Zero(t, made, "looking makes nothing")
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { l.get() })
	}
	wg.Wait()
	require.Equal(t, 7, l.get())
	require.Equal(t, 1, made)
	v, ok := l.peek()
	require.True(t, ok)
	require.Equal(t, 7, v)
}
