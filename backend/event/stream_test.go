package event

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestAReaderThatFallsTooFarBehindIsCutOffAndCounted(t *testing.T) {
	var s Stream[int]
	dead, stop := s.Subscribe(false)
	defer stop()
	alive, _ := s.Subscribe(false)
	for i := range Keep + 10 {
		s.Publish(i)
		require.Equal(t, i, <-alive, "the others miss nothing")
	}
	n := 0
	for range dead {
		n++
	}
	require.Less(t, n, Keep)
	require.Greater(t, s.Dropped(), Keep-10)
	s.Close()
}

func TestACoalescingReaderCountsWhatItDidNotGet(t *testing.T) {
	var s Stream[int]
	newest, _ := s.Subscribe(true)
	for i := range 1000 {
		s.Publish(i)
	}
	s.Close()
	got := 0
	for range newest {
		got++
	}
	require.Equal(t, 1000, got+s.Dropped())
}

func TestPublishersAndReadersMayComeAndGoAtOnce(t *testing.T) {
	var s Stream[int]
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				c, stop := s.Subscribe(false)
				s.Publish(1)
				<-c
				stop()
			}
		})
	}
	wg.Wait()
	s.Close()
	s.Close()
	s.Publish(2) // into nothing
	c, stop := s.Subscribe(true)
	_, open := <-c
	require.False(t, open)
	stop()
}
